"""How far a campaign is: kept beside the bundle while it runs, removed at its end.

Owns the file. It never holds a password. Every save replaces the file as a whole, so that a
crash leaves the last one.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sysbench_archive.capture.plan import Plan
from sysbench_archive.capture.stops import RefusalError

FILE = ".capture-state.json"
LIVE = ".capture-live.txt"
"""The output of the run that is going on, not yet redacted."""


@dataclass(slots=True)
class State:
    """Everything known so far. Keys of mappings are places in the plan, as text."""

    plan: str
    bundle: str
    started: str
    seed: int
    runs: list[dict[str, Any]] = field(default_factory=list)
    given_up: list[dict[str, Any]] = field(default_factory=list)
    servers: dict[str, dict[str, Any]] = field(default_factory=dict)
    hosts: list[dict[str, Any]] = field(default_factory=list)
    client: dict[str, Any] = field(default_factory=dict)
    accounts: dict[str, Any] = field(default_factory=dict)
    encryption: dict[str, bool] = field(default_factory=dict)
    dataset: dict[str, Any] = field(default_factory=dict)
    attachments: list[dict[str, str]] = field(default_factory=list)
    loads: dict[str, dict[str, Any]] = field(default_factory=dict)
    sessions: dict[str, dict[str, Any]] = field(default_factory=dict)
    created: list[str] = field(default_factory=list)
    cleaned: list[str] = field(default_factory=list)
    placeholders: dict[str, str] = field(default_factory=dict)
    redactions: int = 0
    warnings: list[str] = field(default_factory=list)
    unsettled: int = 0
    interruptions: int = 0
    running: dict[str, Any] = field(default_factory=dict)


def digest(plan: Plan) -> str:
    """The same for the same plan; its seed apart, which an unfinished campaign keeps."""
    text = json.dumps(_stated(plan), default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _stated(plan: Plan) -> dict[str, Any]:
    """The plan as it counts; fields younger than some unfinished campaign, only where filled in."""
    fields = asdict(plan) | {"seed": None}
    for entry, name in [(fields, "reproduces"), *((s, "stands_for") for s in fields["servers"])]:
        if not entry[name]:
            del entry[name]
    return fields


def save(state: State, folder: Path) -> None:
    """Write the state, all or nothing."""
    new = folder / f"{FILE}.new"
    new.write_text(json.dumps(asdict(state)), encoding="utf-8")
    new.chmod(0o600)
    new.replace(folder / FILE)


def restore(folder: Path, plan: str) -> State | None:
    """The state of an earlier attempt, None where there is none. RefusalError for another plan."""
    path = folder / FILE
    if not path.is_file():
        return None
    state = State(**json.loads(path.read_text(encoding="utf-8")))
    if state.plan != plan:
        raise RefusalError(
            str(folder),
            "an unfinished campaign with another plan is here",
            hint="repeat its command to go on with it, remove the folder, or name another --out",
        )
    return state


def forget(folder: Path) -> None:
    """Remove what only an unfinished campaign needs."""
    for name in (FILE, LIVE):
        (folder / name).unlink(missing_ok=True)
