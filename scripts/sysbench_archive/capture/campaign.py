"""A campaign: its state on disk, the start and stop of its servers, its visits in order.

The state is saved after every step, so that an interrupted campaign continues where it stopped. It
never holds a password. bundle.yaml is written last: an unfinished folder is not yet a bundle.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from sysbench_archive.capture.connection import GoneError
from sysbench_archive.capture.plan import (
    TOPOLOGY_FIELDS,
    Cell,
    InterruptionError,
    Plan,
    RefusalError,
    ServerPlan,
    Visit,
    schedule,
)
from sysbench_archive.capture.program import running_program
from sysbench_archive.redaction.redactor import Redactor

STATE_FILE = ".capture-state.json"
LIVE_OUTPUT = ".capture-live.txt"
"""The output of the run that is going on, not yet redacted."""
SLICE_JOURNAL = ".capture-slices.jsonl"
"""The slices taken so far, a line each."""
LOCK_FILE = ".capture-lock"
"""Held by the capture that measures; the kernel lets go of it with the process."""
MAX_COMMAND_SECONDS = 600
MAX_SERVER_LOSSES = 3
"""Times a server may be lost and started again before a person has to look."""


@dataclass(slots=True)
class State:
    """Everything known so far. Keys of mappings are places in the plan, as text.

    `same_output`: the file of a failed attempt to how many attempts printed just that.
    """

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
    same_output: dict[str, int] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)
    until: dict[str, Any] = field(default_factory=dict)


class Watcher(Protocol):
    """Shows the progress of a campaign and asks its questions: a terminal, or a log."""

    def say(self, text: str) -> None:
        """Show a sentence."""

    def step(self, text: str, seconds: float) -> None:
        """Begin a step that takes about so many seconds."""

    def tick(self) -> None:
        """Let a tenth of a second or so pass."""

    def agree(self, question: str) -> bool:
        """Whether the answer is yes."""


@dataclass(slots=True)
class Campaign:
    """A plan under way. `home` keeps the state, `folder` becomes the bundle.

    `more` is set while blocks may follow that the plan does not have yet.
    """

    plan: Plan
    password: str
    home: Path
    folder: Path
    state: State
    redactor: Redactor
    watcher: Watcher
    elsewhere: Mapping[str, Any] | None = None
    more: bool = False

    def save(self) -> None:
        """Keep what is known so far."""
        self.state.placeholders = self.redactor.placeholders
        self.state.redactions = self.redactor.count
        save_state(self.state, self.home)

    def write(self, file: str, text: str) -> None:
        """Write a file of the bundle."""
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@contextmanager
def only_one(home: Path) -> Iterator[None]:
    """Keep any other capture out of a folder. RefusalError where one is measuring there."""
    was_there = home.exists()
    home.mkdir(parents=True, exist_ok=True)
    path = home / LOCK_FILE
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RefusalError(
                str(home),
                "another capture is measuring here",
                hint="wait until it has ended, or name another --out",
            ) from None
        try:
            yield
        finally:
            path.unlink(missing_ok=True)
            if not was_there and not any(home.iterdir()):
                home.rmdir()


def make_visits(
    campaign: Campaign,
    visit: Callable[[Campaign, Visit], None],
    below: Sequence[str] = (),
) -> None:
    """Make every visit; a server that was lost is started again where the plan says how.

    `below` are words of a tool that servers' programs run below. A server whose counts start from
    a copy of its data is started by the visit itself.
    """
    lost = 0
    for turn in schedule(campaign.plan):
        while not is_visit_done(campaign, turn):
            server = campaign.plan.servers[turn.server]
            starts = campaign.plan.counts_on_copy(server)
            around = nullcontext() if starts else running(server, campaign.home, below)
            try:
                with around:
                    visit(campaign, turn)
            except GoneError as error:
                campaign.save()
                lost += 1
                if not server.is_started_here or lost > MAX_SERVER_LOSSES:
                    raise InterruptionError(
                        f"the server is gone: {error}\n  hint: start it, and repeat the same"
                        " command: the campaign goes on where it stopped"
                    ) from None
                campaign.watcher.say(f"the server is gone, starting it again: {error}")


def is_visit_done(campaign: Campaign, visit: Visit) -> bool:
    """True where every cell of a visit has its run, or was given up."""
    return all(run_id(campaign, visit, cell) in finished_run_ids(campaign) for cell in visit.cells)


def finished_run_ids(campaign: Campaign) -> set[str]:
    """Ids of runs that count, and of those that were given up."""
    done = {run["id"] for run in campaign.state.runs if "failed" not in run}
    return done | {entry["run"] for entry in campaign.state.given_up}


def run_id(campaign: Campaign, visit: Visit, cell: Cell) -> str:
    """workload-server-threads-repetition."""
    workload = campaign.plan.workloads[cell.workload].id
    server = campaign.state.servers[str(visit.server)]["id"]
    return f"{workload}-{server}-t{cell.threads}-r{visit.repetition}"


def dataset_key(campaign: Campaign, index: int) -> str:
    """The key of a set of tables: where the server listens, and its database."""
    access = campaign.plan.servers[index].access
    return f"{access.place} {access.database}"


@contextmanager
def running(server: ServerPlan, home: Path, below: Sequence[str] = ()) -> Iterator[None]:
    """Start the server as the plan says, if it does, and stop it afterwards."""
    if server.program:
        with running_program(server, home, below):
            yield
        return
    if server.start is None:
        yield
        return
    _run_server_command("start", server.start)
    try:
        yield
    finally:
        if server.stop:
            _run_server_command("stop", server.stop)


def _run_server_command(name: str, command: str) -> None:
    """Run the operator's own command, without a shell."""
    try:
        done = subprocess.run(
            shlex.split(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            timeout=MAX_COMMAND_SECONDS,
            check=False,
            start_new_session=True,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RefusalError(f"`{name}` of a server", str(error), got=command) from None
    if done.returncode and name == "start":
        said = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        raise RefusalError(f"`{name}` of a server", said[0], got=command)


def plan_digest(plan: Plan) -> str:
    """The same for the same plan; its seed apart, which an unfinished campaign keeps."""
    text = json.dumps(_fields_that_count(plan), default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _fields_that_count(plan: Plan) -> dict[str, Any]:
    """The plan's fields that its digest covers.

    Fields added to the plan later count only where they are filled in, so that a campaign begun by
    an earlier version can still be resumed.
    """
    fields = asdict(plan) | {"seed": None, "resolve": bool(plan.resolve), "at_most": 0}
    if plan.resolve:
        # How many blocks there are is found out, and how long they may take can be changed.
        fields["repetitions"] = None
    for name, unset in _LATER_FIELDS.items():
        if fields[name] == unset:
            del fields[name]
    places = [server["access"] for server in fields["servers"]]
    added = (
        (places, ("tls",)),
        ((fields,), ("prepare_with", "count", "events")),
        (fields["servers"], ("stands_for", "program", "environment", *TOPOLOGY_FIELDS)),
        (fields["workloads"], ("offered", "address", "events")),
    )
    for entries, names in added:
        for entry in entries:
            for name in names:
                if not entry[name]:
                    del entry[name]
    return fields


_LATER_FIELDS: Mapping[str, Any] = {
    "reproduces": (), "slices": 0, "rounds": 20, "restart": "visit", "order": "random",
    "client_cpus": None, "resolve": False, "at_most": 0, "count_from": "copy",
}  # fmt: skip
"""Fields of the plan that earlier versions did not have, and what they hold where not filled in."""


def save_state(state: State, folder: Path) -> None:
    """Write the state, or leave the earlier file as it was."""
    new = folder / f"{STATE_FILE}.new"
    new.write_text(json.dumps(asdict(state)), encoding="utf-8")
    new.chmod(0o600)
    new.replace(folder / STATE_FILE)


def restore_state(folder: Path, plan: str) -> State | None:
    """The state of an earlier attempt, None where there is none.

    RefusalError for another plan, and for a file this version of the program cannot read.
    """
    path = folder / STATE_FILE
    if not path.is_file():
        return None
    try:
        state = State(**json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise RefusalError(
            str(path),
            "not the state of a campaign of this version",
            got=" ".join(str(error).split()),
            hint="go on with the version that began it, or remove the folder",
        ) from None
    if state.plan != plan:
        raise RefusalError(
            str(folder),
            "an unfinished campaign with another plan is here",
            hint="repeat its command to go on with it, remove the folder, or name another --out",
        )
    return state


def remove_state(folder: Path) -> None:
    """Remove what only an unfinished campaign needs."""
    for path in folder.glob(".capture-*"):
        # A capture that still runs keeps others out with its lock, until it has ended.
        if path.name != LOCK_FILE:
            path.unlink()
