"""One server's visit whose cells are counted: on copies of its data, or on the server as it stands.

A server that capture starts itself loads its tables outside of the tool that counts, shuts down
cleanly, and each run starts it anew on a copy of what it left. So no run finds pages, purge or
caches as another left them, and a server that dies takes nothing with it. Any other server is
counted as it stands, run after run.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from sysbench_archive.capture import counting, dataset
from sysbench_archive.capture.campaign import Campaign, run_id, running
from sysbench_archive.capture.connection import connected
from sysbench_archive.capture.data_copy import copied, data_directory, on_folder
from sysbench_archive.capture.invocation import SEEDED
from sysbench_archive.capture.plan import Access, Cell, RefusalError, Visit
from sysbench_archive.capture.server import process
from sysbench_archive.capture.turn import (
    attempt_until_it_counts,
    count_session,
    is_last_visit,
    load_tables,
    make_visit,
    offer_clean_up,
    turn_at,
)

_LOADER = f"config/{SEEDED.name}"
_CLEAN = "set global innodb_fast_shutdown = 0"
"""Purge and the change buffer end their work before the server does."""
_QUICK = "set global innodb_fast_shutdown = 2"
"""The copy goes with its server."""


def make_counted_visit(campaign: Campaign, visit: Visit) -> None:
    """Do what is left of a visit whose cells are counted. GoneError where the server is lost."""
    server = campaign.plan.servers[visit.server]
    _keep_loader(campaign)
    if campaign.plan.counts_on_copy(server):
        _make_visit_on_copies(campaign, visit)
        return
    # Before the tables are loaded, which would stay behind.
    refuse_uncountable(campaign, server.access)
    make_visit(campaign, visit, counting.count_cell)


def refuse_uncountable(campaign: Campaign, access: Access) -> None:
    """Raise RefusalError for a server whose process is not seen, or not below the plan's tool."""
    counting.refuse_uncountable(campaign.plan, access, process.find_process(access, "", ""))


def _keep_loader(campaign: Campaign) -> None:
    """Put the script that loads the tables into the bundle, once."""
    if campaign.plan.prepare_with or (campaign.folder / _LOADER).exists():
        return
    campaign.write(_LOADER, SEEDED.read_text(encoding="utf-8"))
    said = "Script that loads sysbench's tables with the same rows each time"
    campaign.state.attachments.append({"file": _LOADER, "description": said})


def _make_visit_on_copies(campaign: Campaign, visit: Visit) -> None:
    folder = _load(campaign, visit)
    for cell in visit.cells:
        # Each attempt has a copy of its own.
        attempt = partial(_count_once, campaign, visit, cell, folder)
        attempt_until_it_counts(campaign, run_id(campaign, visit, cell), attempt)
    if is_last_visit(campaign, visit) and not campaign.more:
        server = campaign.plan.servers[visit.server]
        with (
            running(server, campaign.home),
            connected(server.access, campaign.password) as session,
        ):
            offer_clean_up(turn_at(campaign, visit, session))


def _load(campaign: Campaign, visit: Visit) -> Path:
    """Load the tables, if need be, and shut down cleanly: the folder that is copied."""
    server = campaign.plan.servers[visit.server]
    with running(server, campaign.home), connected(server.access, campaign.password) as session:
        folder = data_directory(session, server.access.place)
        turn = turn_at(campaign, visit, session)
        count_session(turn)
        if not campaign.load_of(visit.server)["complete"] or campaign.plan.loads_every_visit:
            load_tables(turn)
        session.ask(_CLEAN)
    return folder


def _count_once(campaign: Campaign, visit: Visit, cell: Cell, folder: Path) -> str:
    """One attempt; why it failed, or "" where it counts."""
    server = campaign.plan.servers[visit.server]
    name = run_id(campaign, visit, cell)
    below = counting.tool_words(campaign.plan, campaign.home)
    with (
        copied(folder, campaign.home) as copy,
        running(on_folder(server, copy), campaign.home, below),
        connected(server.access, campaign.password) as session,
    ):
        turn = turn_at(campaign, visit, session)
        counting.refuse_uncountable(campaign.plan, server.access, turn.pid)
        found = data_directory(session, server.access.place)
        if found.resolve() != copy.resolve():
            raise RefusalError(
                "`program` of a server", "does not start on a copy of its data",
                got=str(found), expected=str(copy),
                hint="the program must take the option --datadir, or count with"
                " --count-from server",
            )  # fmt: skip
        count_session(turn)
        dataset.read_tables(session, campaign.plan, server.access)
        why = counting.attempt_counts(turn, cell, name)
        # GoneError where the server is lost: the visit begins again.
        session.ask(_QUICK)
    return why
