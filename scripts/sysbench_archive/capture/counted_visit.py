"""One server's visit whose cells are counted, each on a copy of its data.

The server loads its tables outside of the tool that counts, shuts down cleanly, and each run starts
it anew on a copy of what it left. So no run finds pages, purge or caches as another left them, and
a server that dies takes nothing with it. A server that keeps files elsewhere, or reaches some by a
link, is refused: a copy of it would write to the files of the original.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from sysbench_archive.capture import counting, dataset
from sysbench_archive.capture.campaign import Campaign, run_id, running
from sysbench_archive.capture.connection import Session
from sysbench_archive.capture.host.reading import SilentError, run_command
from sysbench_archive.capture.invocation import SEEDED
from sysbench_archive.capture.plan import Cell, RefusalError, Visit
from sysbench_archive.capture.turn import (
    attempt_until_it_counts,
    load_tables,
    turn_at,
)

FOLDER = ".capture-data"
MAX_COPY_SECONDS = 3600
SPARE_MIB = 256
"""Room that a copy leaves on its disk, besides that of what the server writes into it."""
_LOADER = f"config/{SEEDED.name}"
_MIB = 1 << 20
_PLACES = (
    "innodb_data_home_dir", "innodb_log_group_home_dir", "innodb_undo_directory",
    "innodb_doublewrite_dir", "innodb_temp_tablespaces_dir", "log_bin_basename",
    "aria_log_dir_path",
)  # fmt: skip
"""Variables that say where files are that belong to the data."""


def make_counted_visit(campaign: Campaign, visit: Visit) -> None:
    """Do what is left of a visit whose cells are counted. GoneError where the server is lost."""
    server = campaign.plan.servers[visit.server]
    if not campaign.plan.prepare_with and not (campaign.folder / _LOADER).exists():
        campaign.write(_LOADER, SEEDED.read_text(encoding="utf-8"))
        said = "Script that loads sysbench's tables with the same rows each time"
        campaign.state.attachments.append({"file": _LOADER, "description": said})
    with running(server, campaign.home, campaign.password) as session:
        folder = data_directory(session, server.access.place)
        turn = turn_at(campaign, visit, session)
        if not turn.load["complete"] or campaign.plan.loads_every_visit:
            load_tables(turn)
        # Purge and the change buffer end their work before the server does.
        session.ask("set global innodb_fast_shutdown = 0")
    for cell in visit.cells:
        attempt = partial(_count_on_copy, campaign, visit, cell, folder)
        attempt_until_it_counts(campaign, run_id(campaign, visit, cell), attempt)


def _count_on_copy(campaign: Campaign, visit: Visit, cell: Cell, folder: Path) -> str:
    """One attempt, on a copy of its own; why it failed, or "" where it counts."""
    server = campaign.plan.servers[visit.server]
    below = counting.tool_words(campaign.plan, campaign.home)
    with ExitStack() as stack:
        copy = stack.enter_context(copied(folder, campaign.home))
        # Of an option given twice the last counts.
        program = f"{server.program} --datadir={shlex.quote(str(copy))}"
        on_copy = running(replace(server, program=program), campaign.home, campaign.password, below)
        session = stack.enter_context(on_copy)
        turn = turn_at(campaign, visit, session)
        found = data_directory(session, server.access.place)
        if turn.pid is None or found.resolve() != copy.resolve():
            raise RefusalError(
                "`program` of a server", "does not start on a copy of its data",
                got=str(found), expected=str(copy),
                hint="the program must be the server itself, and take the option --datadir",
            )  # fmt: skip
        for table in dataset.made_tables(session, campaign.plan, server.access):
            # Reads every row of every index, which brings their pages into memory.
            session.ask(f"check table {table}")
        why = counting.attempt_counts(turn, cell, run_id(campaign, visit, cell))
        # Quick, because the copy goes with its server. GoneError where it is lost: the visit begins
        # again.
        session.ask("set global innodb_fast_shutdown = 2")
    return why


def data_directory(session: Session, place: str) -> Path:
    """Where a server keeps its data. RefusalError where a copy of that would not be all of it."""
    names = ",".join(f"'{name}'" for name in ("datadir", *_PLACES))
    stated = session.pairs(f"show global variables where variable_name in ({names})")
    folder = Path(stated.pop("datadir", ""))
    if not folder.is_absolute() or not folder.is_dir():
        raise RefusalError(
            place, "its data directory is not to be seen here", got=str(folder),
            hint="run capture where the server runs",
        )  # fmt: skip
    for name, text in sorted(stated.items()):
        other = folder / (text or ".")
        if not other.resolve().is_relative_to(folder.resolve()):
            raise RefusalError(
                place, f"{name} is outside of the data directory, and not in a copy of it",
                got=text, expected=f"a folder in {folder}", hint="leave the option out",
            )  # fmt: skip
    return folder


@contextmanager
def copied(folder: Path, home: Path) -> Iterator[Path]:
    """A copy of a data directory whose server does not run; it goes with the server it is for.

    RefusalError where there is a link in it, or no room for it.
    """
    outer = home / FOLDER
    # Left behind where capture itself was killed.
    shutil.rmtree(outer, ignore_errors=True)
    if links := [path for path in sorted(folder.rglob("*")) if path.is_symlink()]:
        raise RefusalError(
            str(links[0]), "a link, through which a copy would write to the original",
            hint="put the file itself there",
        )  # fmt: skip
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    needed, free = size // _MIB + SPARE_MIB, shutil.disk_usage(home).free // _MIB
    if free < needed:
        raise RefusalError(
            str(home), "too little disk for a copy of the data directory",
            got=f"{free} MiB free", expected=f"{needed} MiB",
            hint="free some, or put --out on a larger disk",
        )  # fmt: skip
    try:
        outer.mkdir(mode=0o755)
        # MySQL 8.0 overlooks the tablespaces of a data directory whose own name begins with a dot.
        target = outer / "data"
        # Python's own copies belong to whoever makes them, and servers want their owner.
        try:
            run_command(["cp", "-a", str(folder), str(target)], MAX_COPY_SECONDS)
        except SilentError as silence:
            hint = "capture needs to read it; run it as the server's account"
            raise RefusalError(
                str(folder), "cannot be copied", got=str(silence), hint=hint
            ) from None
        yield target
    finally:
        shutil.rmtree(outer, ignore_errors=True)
