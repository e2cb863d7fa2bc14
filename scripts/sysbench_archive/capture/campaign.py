"""A campaign: its state on disk, the start and stop of its servers, its visits in order.

The state is saved after every step, so that an interrupted campaign continues where it stopped. It
never holds a password. bundle.yaml is written last: an unfinished folder is not yet a bundle.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from sysbench_archive.bundle.files import replace_file
from sysbench_archive.capture.connection import GoneError, Session, connected
from sysbench_archive.capture.invocation import parent_death_words
from sysbench_archive.capture.plan import (
    Access,
    Cell,
    InterruptionError,
    MissingError,
    Plan,
    RefusalError,
    ServerPlan,
    Visit,
    schedule,
)
from sysbench_archive.capture.server.listening import first_packet
from sysbench_archive.capture.server.process import wait_until_at_rest
from sysbench_archive.model.base import read_record
from sysbench_archive.redaction.redactor import Redactor

if TYPE_CHECKING:
    from sysbench_archive.capture.progress import Terminal

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


class State(Struct, forbid_unknown_fields=True):
    """Everything known so far. Keys of mappings are places in the plan, as text."""

    plan: str
    bundle: str
    started: str
    seed: int
    runs: list[dict[str, Any]] = []
    given_up: list[dict[str, Any]] = []
    servers: dict[str, dict[str, Any]] = {}
    hosts: list[dict[str, Any]] = []
    client: dict[str, Any] = {}
    accounts: dict[str, Any] = {}
    encryption: dict[str, bool] = {}
    dataset: dict[str, Any] = {}
    attachments: list[dict[str, str]] = []
    loads: dict[str, dict[str, Any]] = {}
    sessions: dict[str, dict[str, Any]] = {}
    created: list[str] = []
    cleaned: list[str] = []
    placeholders: dict[str, str] = {}
    redactions: int = 0
    warnings: list[str] = []
    unrest: dict[str, int] = {}
    unsettled: int = 0
    interruptions: int = 0
    running: dict[str, Any] = {}
    memory: dict[str, float] = {}
    until: dict[str, Any] = {}


@dataclass(slots=True)
class Campaign:
    """A plan under way. `home` keeps the state, `folder` becomes the bundle.

    `lost` counts servers that had to be started again.
    """

    plan: Plan
    password: str
    home: Path
    folder: Path
    state: State
    redactor: Redactor
    watcher: Terminal
    elsewhere: Mapping[str, Any] | None = None
    lost: int = 0

    @property
    def live(self) -> Path:
        """Where the output of the run that is going on goes."""
        return self.home / LIVE_OUTPUT

    def access(self, server: int) -> Access:
        """How a server of the plan is reached."""
        return self.plan.servers[server].access

    def server_id(self, server: int) -> str:
        """The name of a server of the plan in the bundle."""
        name: str = self.state.servers[str(server)]["id"]
        return name

    def cell_id(self, server: int, cell: Cell) -> str:
        """workload-server-threads."""
        workload = self.plan.workloads[cell.workload].id
        return f"{workload}-{self.server_id(server)}-t{cell.threads}"

    def give_up(self, run: str, why: str, **more: Any) -> None:
        """Leave a run out for good."""
        self.state.given_up.append({"run": run, "why": why, **more})
        self.save()

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


def make_visits(campaign: Campaign, visit: Callable[[Campaign, Visit], None]) -> None:
    """Make every visit; a server that was lost is started again where the plan says how."""
    for turn in schedule(campaign.plan):
        names = {run_id(campaign, turn, cell) for cell in turn.cells}
        while not names <= finished_run_ids(campaign):
            try:
                visit(campaign, turn)
            except GoneError as error:
                go_on_without(campaign, error, campaign.plan.servers[turn.server])


def go_on_without(campaign: Campaign, error: GoneError, *servers: ServerPlan) -> None:
    """Count a server that was lost; InterruptionError where a person has to look."""
    campaign.save()
    campaign.lost += 1
    can_start = all(server.is_started_here for server in servers)
    if not can_start or campaign.lost > MAX_SERVER_LOSSES:
        raise InterruptionError(
            f"a server is gone: {error}\n  hint: start it, and repeat the same command: the"
            " campaign goes on where it stopped"
        ) from None
    campaign.watcher.say(f"a server is gone, starting again: {error}")


def finished_run_ids(campaign: Campaign) -> set[str]:
    """Ids of runs that count, and of those that were given up."""
    done = {run["id"] for run in campaign.state.runs if "failed" not in run}
    return done | {entry["run"] for entry in campaign.state.given_up}


def run_id(campaign: Campaign, visit: Visit, cell: Cell) -> str:
    """workload-server-threads-repetition."""
    return f"{campaign.cell_id(visit.server, cell)}-r{visit.repetition}"


def dataset_key(campaign: Campaign, index: int) -> str:
    """The key of a set of tables: where the server listens, and its database."""
    access = campaign.access(index)
    return f"{access.place} {access.database}"


@contextmanager
def running(
    server: ServerPlan, home: Path, password: str, below: Sequence[str] = ()
) -> Iterator[Session]:
    """A session of a server, which is started as the plan says, if it does, and stopped afterwards.

    `below` are words of a tool that its program runs below.
    """
    with ExitStack() as stack:
        if server.program:
            stack.enter_context(_running_program(server, home, below))
        elif server.start:
            _run_server_command("start", server.start)
            if server.stop:
                stack.callback(_run_server_command, "stop", server.stop)
        yield stack.enter_context(connected(server.access, password))


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
    """The same for the same plan; its seed apart, which an unfinished campaign keeps.

    How many blocks a campaign has that is to resolve something is found out, and how long they may
    take can be changed.
    """
    fields = asdict(plan) | {"seed": None, "resolve": bool(plan.resolve), "at_most": 0}
    fields |= {"repetitions": None} if plan.resolve else {}
    return hashlib.sha256(json.dumps(fields, default=str, sort_keys=True).encode()).hexdigest()


def save_state(state: State, folder: Path) -> None:
    """Write the state, or leave the earlier file as it was."""
    new = folder / f"{STATE_FILE}.new"
    # Names that are redacted in the bundle stand in it.
    new.touch(0o600)
    replace_file(folder / STATE_FILE, msgspec.json.encode(state), str(new))


def read_state(folder: Path) -> State | None:
    """The state of an unfinished campaign in a folder. RefusalError for that of another version."""
    path = folder / STATE_FILE
    if not path.is_file():
        return None
    try:
        return read_record(path.read_bytes(), State)
    except msgspec.DecodeError as error:
        raise RefusalError(
            str(path),
            "not the state of a campaign of this version",
            got=" ".join(str(error).split()),
            hint="go on with the version that began it, or remove the folder",
        ) from None


def restore_state(folder: Path, plan: str) -> State | None:
    """The state of an earlier attempt, None where there is none. RefusalError for another plan."""
    state = read_state(folder)
    if state and state.plan != plan:
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


START_SECONDS = 600
"""Longest wait for the first answer: a server under callgrind takes ten times its usual time."""
STOP_SECONDS = 600
OUTPUT_FILE = ".capture-server.txt"
"""What the server prints; goes with the state of the campaign."""
_POLL_SECONDS = 0.2


@contextmanager
def _running_program(server: ServerPlan, home: Path, below: Sequence[str]) -> Iterator[None]:
    words = shlex.split(server.program or "")
    with (home / OUTPUT_FILE).open("wb") as output:
        try:
            process = subprocess.Popen(
                [*parent_death_words(), *below, *words],
                env={**os.environ, **server.environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            raise MissingError("`program` of a server", str(error), got=words[0]) from None
    try:
        _wait_until_it_answers(process, server.access, home / OUTPUT_FILE)
        # The connection that asked is gone before the next one comes.
        wait_until_at_rest(process.pid)
        yield
    finally:
        for number in (signal.SIGTERM, signal.SIGKILL):
            if process.poll() is None:
                process.send_signal(number)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(STOP_SECONDS)


def _wait_until_it_answers(process: subprocess.Popen[bytes], access: Access, output: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while not _answers(access):
        if process.poll() is not None:
            raise MissingError(
                "`program` of a server",
                f"ended with exit code {process.returncode} before it answered",
                got=_last_words(output),
                hint="does it start outside of capture? some servers do not run below valgrind",
            )
        if time.monotonic() > end:
            raise MissingError(
                "`program` of a server",
                f"no answer on {access.place} in {START_SECONDS} s",
                got=_last_words(output),
                hint="`socket`, or `host` and `port`, must be where the program listens",
            )
        time.sleep(_POLL_SECONDS)


def _answers(access: Access) -> bool:
    """Whether a server sends the first packet of its protocol."""
    return bool(first_packet(access, 5))


def _last_words(output: Path) -> str:
    lines = output.read_text(errors="replace").split("\n")
    wrong = [line.strip() for line in lines if "ERROR" in line]
    return [*wrong[:1], *filter(None, map(str.strip, reversed(lines))), "no output"][0][:300]
