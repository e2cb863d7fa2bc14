"""A campaign from its first run to its last, and on from where it stopped.

Owns what is done and what is left. What is done is saved after every step; without bundle.yaml
the folder is no bundle, so a part never looks whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.capture import state as states
from sysbench_archive.capture.connection import GoneError
from sysbench_archive.capture.order import Cell, Visit, schedule
from sysbench_archive.capture.plan import Plan
from sysbench_archive.capture.starting import running
from sysbench_archive.capture.state import State
from sysbench_archive.capture.stops import InterruptionError
from sysbench_archive.capture.watching import Watcher
from sysbench_archive.redaction.redactor import Redactor

MAX_LOST = 3
"""Times a server may be lost and started again before a person has to look."""


@dataclass(slots=True)
class Campaign:
    """A plan under way. `home` keeps the state, `folder` becomes the bundle."""

    plan: Plan
    password: str
    home: Path
    folder: Path
    state: State
    redactor: Redactor
    watcher: Watcher
    elsewhere: Mapping[str, Any] | None = None

    def save(self) -> None:
        """Keep what is known so far."""
        self.state.placeholders = self.redactor.placeholders
        self.state.redactions = self.redactor.count
        states.save(self.state, self.home)

    def write(self, file: str, text: str) -> None:
        """Write a file of the bundle."""
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def place_of(campaign: Campaign, index: int) -> str:
    """What tells one set of tables from another: where the server listens, and its database."""
    access = campaign.plan.servers[index].access
    return f"{access.place} {access.database}"


def visits(campaign: Campaign, visit: Callable[[Campaign, Visit], None]) -> None:
    """Make every visit; a server that was lost is started again where the plan says how."""
    lost = 0
    for turn in schedule(campaign.plan):
        while not is_done(campaign, turn):
            server = campaign.plan.servers[turn.server]
            try:
                with running(server):
                    visit(campaign, turn)
            except GoneError as error:
                campaign.save()
                lost += 1
                if server.start is None or lost > MAX_LOST:
                    raise InterruptionError(
                        f"the server is gone: {error}\n  hint: start it, and repeat the same"
                        " command: the campaign goes on where it stopped"
                    ) from None
                campaign.watcher.say(f"the server is gone, starting it again: {error}")


def is_done(campaign: Campaign, visit: Visit) -> bool:
    """True where every cell of a visit has its run, or was given up."""
    return all(run_id(campaign, visit, cell) in finished(campaign) for cell in visit.cells)


def finished(campaign: Campaign) -> set[str]:
    """Ids of runs that count, and of those that were given up."""
    done = {run["id"] for run in campaign.state.runs if "failed" not in run}
    return done | {entry["run"] for entry in campaign.state.given_up}


def run_id(campaign: Campaign, visit: Visit, cell: Cell) -> str:
    """workload-server-threads-repetition."""
    workload = campaign.plan.workloads[cell.workload].id
    server = campaign.state.servers[str(visit.server)]["id"]
    return f"{workload}-{server}-t{cell.threads}-r{visit.block}"
