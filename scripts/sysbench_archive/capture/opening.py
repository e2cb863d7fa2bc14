"""Before the first run: the campaign's state, facts of every server, signs of unrest.

Owns what has to be known beforehand, and how an unfinished campaign is taken up again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sysbench_archive.capture import dataset, fitness
from sysbench_archive.capture import state as states
from sysbench_archive.capture.attempt import record
from sysbench_archive.capture.campaign import Campaign, place_of
from sysbench_archive.capture.connection import Session, connected
from sysbench_archive.capture.gathering import gather
from sysbench_archive.capture.invocation import Outcome
from sysbench_archive.capture.plan import Plan, ServerPlan
from sysbench_archive.capture.server import process
from sysbench_archive.capture.starting import running
from sysbench_archive.capture.state import LIVE, State
from sysbench_archive.capture.stops import RefusalError
from sysbench_archive.capture.watching import Watcher
from sysbench_archive.redaction.redactor import Redactor


def open_campaign(
    plan: Plan,
    password: str,
    home: Path,
    folder: Path,
    watcher: Watcher,
    elsewhere: Mapping[str, Any] | None = None,
) -> Campaign:
    """A new campaign, or the one that is unfinished in `home`."""
    key = states.digest(plan)
    state = states.restore(home, key)
    if state is None:
        state = State(key, folder.name, _now(), plan.seed)
    else:
        state.interruptions += 1
        for load in state.loads.values():
            load["warm"] = False
        folder = folder.with_name(state.bundle) if folder != home else folder
        watcher.say(
            f"going on with the campaign of {state.started}: {len(state.runs)} runs are done"
        )
    redactor = Redactor(dict(state.placeholders), state.redactions)
    plan = replace(plan, seed=state.seed)
    home.mkdir(parents=True, exist_ok=True)
    campaign = Campaign(plan, password, home, folder, state, redactor, watcher, elsewhere)
    if state.running and (home / LIVE).exists():
        record(campaign, state.running, Outcome(1, 0.0, "capture itself was ended during the run"))
    return campaign


def gather_facts(campaign: Campaign) -> None:
    """Ask every server that was not asked before, each started for it if need be."""
    for index, server in enumerate(campaign.plan.servers):
        if str(index) not in campaign.state.servers:
            with running(server), connected(server.access, campaign.password) as session:
                _gather(campaign, index, server, session)
            campaign.save()


def _gather(campaign: Campaign, index: int, server: ServerPlan, session: Session) -> None:
    state = campaign.state
    found = gather(campaign.plan, server, session, campaign.redactor, campaign.elsewhere)
    if any(found.server["id"] == other["id"] for other in state.servers.values()):
        raise RefusalError(
            server.access.place,
            "two servers of the campaign are the same version",
            got=found.server["id"],
            hint="give each a `variant`, such as side-a and side-b",
        )
    key = place_of(campaign, index)
    if key not in state.loads and dataset.make_room(session, server.access):
        state.created.append(key)
    state.loads.setdefault(key, {"count": 0, "complete": False})
    state.servers[str(index)] = found.server
    state.hosts = state.hosts or found.hosts
    state.client = state.client or found.client
    state.accounts[found.server["id"]] = found.client["authentication_plugin"]
    state.attachments += found.attachments
    state.dataset = state.dataset or {"pool_bytes": found.pool_bytes}
    for file, text in found.files.items():
        campaign.write(file, text)


def warn(campaign: Campaign) -> list[str]:
    """What speaks against measuring here and now; kept for the bundle."""
    sockets = (process.find(server.access, "", "") for server in campaign.plan.servers)
    spared = frozenset(pid for pid in sockets if pid)
    found = list(fitness.warnings(fitness.signs(campaign.home, spared)))
    campaign.state.warnings = list(dict.fromkeys([*campaign.state.warnings, *found]))
    return found


def _now() -> str:
    return datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
