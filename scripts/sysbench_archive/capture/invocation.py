"""Start and stop sysbench: its options, its password, its output.

The password goes through a pipe that sysbench reads as its configuration file, so that no list of
processes and no file ever shows it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sysbench_archive.capture.encryption import tls_words
from sysbench_archive.capture.host.reading import SilentError, run_command
from sysbench_archive.capture.plan import WARMUP_TEST, Access, Plan, RefusalError, WorkloadPlan

PROGRAM = "sysbench"
COUNT_SEED = 1
"""sysbench's seed of every count, so that each asks the same; 0 would be one of the clock's."""
GRACE_SECONDS = 60
"""Seconds a run may go on after its time, for the stalls that are results; then it is ended."""
_PARENT_DEATH_SIGNAL = ("setpriv", "--pdeathsig", "KILL", "--")
"""Linux: the kernel ends the program when capture dies, even by a signal nobody can catch."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a call ended: exit code (negative: a signal), processor seconds, why it was ended."""

    code: int
    client_cpu_s: float
    ended: str = ""


def access_words(access: Access, has_password: bool = False) -> list[str]:
    """The options of a connection; a password is `<password>`, here and everywhere."""
    place = (
        [f"--mysql-socket={access.socket}"]
        if access.socket
        else [f"--mysql-host={access.host}", f"--mysql-port={access.port}"]
    )
    secret = ["--mysql-password=<password>"] if has_password else []
    account = [f"--mysql-user={access.user}", *secret, *tls_words(access.tls)]
    return ["--db-driver=mysql", *place, *account, f"--mysql-db={access.database}"]


def table_words(plan: Plan) -> list[str]:
    """The size of the dataset."""
    return [f"--tables={plan.tables}", f"--table-size={plan.table_size}"]


def run_words(plan: Plan, workload: WorkloadPlan, threads: int | str, events: int = 0) -> list[str]:
    """The options of a measured run, connection apart; `threads` may be a placeholder.

    A count has fixed events, those of its workload unless stated, and a fixed seed.
    """
    if plan.count:
        number = events or plan.events_of(workload)
        bounds = [f"--events={number}", "--time=0", f"--rand-seed={COUNT_SEED}"]
    else:
        bounds = [f"--time={plan.slices or plan.seconds}"]
        # A slice is one interval, and its report says all there is to say of it.
        bounds += [] if plan.slices else ["--report-interval=1"]
        # Of a slice it would be longer than all else, and slices have no percentile together.
        bounds += ["--histogram=on"] if workload.offered or not plan.slices else []
    tables = [] if workload.test == "connect" or plan.prepare_with else table_words(plan)
    return [*tables, f"--threads={threads}", *bounds, *workload.options, workload.word, "run"]


def warming_workload(plan: Plan) -> WorkloadPlan | None:
    """The workload that warms up tables of another script; None where sysbench's own test does."""
    return plan.workloads[0] if plan.prepare_with else None


def shown_command(workload: WorkloadPlan, words: Sequence[str]) -> str:
    """A run's command as the bundle shows it: a script by its name, wherever it lay."""
    own = str(workload.script) if workload.script else None
    shown = [workload.script.name if workload.script and word == own else word for word in words]
    return " ".join(["sysbench", *shown])


def password_file(password: str) -> bytes:
    """sysbench's configuration file with a password. Its quotes know no escape."""
    mark = '"' if '"' not in password else "'"
    if mark in password or "\n" in password:
        raise RefusalError(
            "password",
            "sysbench cannot read a password with both kinds of quotes, or a line break",
            hint="measure with another account, or change its password",
        )
    return f"mysql-password={mark}{password}{mark}\n".encode()


@cache
def parent_death_words() -> tuple[str, ...]:
    """Words that bind a program's life to capture's; none where the system has no such means."""
    with suppress(SilentError):
        run_command([*_PARENT_DEATH_SIGNAL, "true"])
        return _PARENT_DEATH_SIGNAL
    return ()


def script_environment(script: Path) -> dict[str, str]:
    """The environment in which a script finds the modules beside it, wherever it is run from."""
    return {**os.environ, "LUA_PATH": f"{script.parent}/?.lua;{os.environ.get('LUA_PATH', '')};"}


def wait_or_end(process: subprocess.Popen[bytes], seconds: float, tick: Callable[[], None]) -> str:
    """Wait for a process, at most so long; why it was ended, or ""."""
    try:
        for _ in range(int(seconds * 10)):
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.1)
                return ""
            tick()
        return f"ended by capture {GRACE_SECONDS} s after its time"
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


# Where a server refuses, sysbench first says that it cannot connect, and why in the next line.
_CAUSE = re.compile(r"(?:\berror|\berrno =) ([0-9]{4})\b")
_COMPLAINT = re.compile(r"FATAL|\berror\b|\bPANIC\b", re.IGNORECASE)
HINTS: Mapping[str, str] = {
    "1045": "an account may require encryption: --ssl-mode required",
    "2026": "name what the server asks for: --ssl-ca, and --ssl-cert with --ssl-key",
    "3159": "the server takes encrypted connections only: --ssl-mode required",
}
"""What to do about the server's errors that only sysbench meets: capture encrypts by itself."""
MOST_LINES = 12
MOST_CHARACTERS = 300


def complaints(said: str) -> list[str]:
    """Its complaints, each once, in their order."""
    lines = (line.strip()[:MOST_CHARACTERS] for line in said.splitlines())
    return list(dict.fromkeys(line for line in lines if _COMPLAINT.search(line)))


def cause(said: str) -> str:
    """The complaint the others follow from, the server's own error if there is one; else ""."""
    found = complaints(said)
    return next((line for line in found if _CAUSE.search(line)), "".join(found[:1]))


def explained(said: str, otherwise: str) -> str:
    """The cause and below it all complaints in their order; `otherwise` where there is none."""
    found, first = complaints(said), cause(said)
    number = _CAUSE.search(first)
    hint = HINTS.get(number[1]) if number else None
    advice = [f"  hint: {hint}"] if hint else []
    if len(found) < 2:
        return "\n".join([first or otherwise, *advice])
    more = [f"    and {len(found) - MOST_LINES} more lines"] if len(found) > MOST_LINES else []
    shown = [f"    {line}" for line in found[:MOST_LINES]]
    return "\n".join([first, "  sysbench said:", *shown, *more, *advice])


SEEDED = Path(__file__).with_name("lua") / "counted" / "seeded.lua"
"""Loads the same rows each time: sysbench's own `prepare` knows no seed."""


def preparing_words(plan: Plan, shown: str = "") -> list[str]:
    """The words that load the tables, connection apart; `shown` stands for the script's path.

    What is counted has the same rows each time, on every server.
    """
    seed = [f"--rand-seed={COUNT_SEED}"] if plan.count else []
    if plan.prepare_with:
        script, *options = plan.prepare_with
        return [*seed, *options, shown or script, "prepare"]
    # The option alone does nothing to `prepare`; in the command it tells the script's seed.
    loader = (SEEDED.name if shown else str(SEEDED)) if plan.count else WARMUP_TEST
    return [*table_words(plan), *seed, loader, "prepare"]
