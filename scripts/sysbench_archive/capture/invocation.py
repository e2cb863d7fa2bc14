"""Start and stop sysbench: its options, its password, its output.

The password goes through a pipe that sysbench reads as its configuration file, so that no list of
processes and no file ever shows it.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sysbench_archive.capture.encryption import certificate_folder, tls_words
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


def access_words(access: Access, password: str = "") -> list[str]:
    """The options of a connection; a password is `<password>`, here and everywhere."""
    place = (
        [f"--mysql-socket={access.socket}"]
        if access.socket
        else [f"--mysql-host={access.host}", f"--mysql-port={access.port}"]
    )
    account = [
        f"--mysql-user={access.user}",
        *(["--mysql-password=<password>"] if password else []),
    ]
    encryption = tls_words(access.tls)
    return ["--db-driver=mysql", *place, *account, *encryption, f"--mysql-db={access.database}"]


def table_words(plan: Plan) -> list[str]:
    """The size of the dataset."""
    return [f"--tables={plan.tables}", f"--table-size={plan.table_size}"]


def run_words(plan: Plan, workload: WorkloadPlan, threads: int | str) -> list[str]:
    """The options of a measured run, connection apart; `threads` may be a placeholder."""
    tables = [] if workload.test == "connect" or plan.prepare_with else table_words(plan)
    times = [f"--threads={threads}", f"--time={plan.slices or plan.seconds}"]
    # A slice is one interval, and its report says all there is to say of it.
    times += [] if plan.slices else ["--report-interval=1"]
    return [*tables, *times, *workload.options, workload.word, "run"]


def warming_workload(plan: Plan) -> WorkloadPlan | None:
    """The workload that warms up tables of another script; None where sysbench's own test does."""
    return plan.workloads[0] if plan.prepare_with else None


def script_path(script: Path) -> dict[str, str]:
    """The environment in which a script finds the modules beside it, wherever it is run from."""
    return {"LUA_PATH": f"{script.parent}/?.lua;{os.environ.get('LUA_PATH', '')};"}


def seed_words(plan: Plan) -> list[str]:
    """The seed of a load: what is counted has the same rows each time, on every server."""
    return [f"--rand-seed={COUNT_SEED}"] if plan.count else []


def count_words(
    plan: Plan, workload: WorkloadPlan, threads: int | str, events: int = 0
) -> list[str]:
    """The options of a count: fixed events and seed in place of a time."""
    tables = [] if workload.test == "connect" or plan.prepare_with else table_words(plan)
    bounds = [f"--threads={threads}", f"--events={events or plan.events_of(workload)}", "--time=0"]
    return [*tables, *bounds, f"--rand-seed={COUNT_SEED}", *workload.options, workload.word, "run"]


def bound_to(cpus: str | None) -> list[str]:
    """The words below which sysbench runs on some processors only."""
    return ["taskset", "--cpu-list", cpus] if cpus else []


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


def run_sysbench(
    words: Sequence[str],
    password: str,
    output: Path,
    *,
    seconds: float,
    tick: Callable[[], None] | None = None,
    script: Path | None = None,
    below: Sequence[str] = (),
    access: Access | None = None,
) -> Outcome:
    """Run sysbench into a file until it ends, or `GRACE_SECONDS` after `seconds`.

    `script` is the script it is called with, whose modules it has to find; `below` are words of a
    tool that runs it, such as `bound_to`; `access` is the server, whose certificates
    encrypted connections need. `tick` is called about ten times a second. A KeyboardInterrupt ends
    sysbench and goes on up.
    """
    folder = certificate_folder(access) if access else None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    reading, writing = os.pipe()
    try:
        os.write(writing, password_file(password) if password else b"")
        os.close(writing)
        config = [f"--config-file=/dev/fd/{reading}"] if password else []
        shown = [word for word in words if word != "--mysql-password=<password>"]
        with output.open("wb") as file:
            process = _start_process(
                [*below, PROGRAM, *config, *shown],
                file.fileno(),
                reading,
                script=script,
                folder=folder.name if folder else None,
            )
            ended = _wait_or_end(process, seconds + GRACE_SECONDS, tick)
    finally:
        os.close(reading)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Outcome(process.returncode, round(spent, 2), ended)


@cache
def parent_death_words() -> tuple[str, ...]:
    """Words that bind a program's life to capture's; none where the system has no such means."""
    try:
        done = subprocess.run([*_PARENT_DEATH_SIGNAL, "true"], capture_output=True, check=False)
    except FileNotFoundError:
        return ()
    return () if done.returncode else _PARENT_DEATH_SIGNAL


def _start_process(
    words: Sequence[str], output: int, inherited: int, *, script: Path | None, folder: str | None
) -> subprocess.Popen[bytes]:
    """Start in a session of its own, so that Ctrl-C reaches capture alone."""
    for program in (PROGRAM, words[0]):
        if shutil.which(program) is None:
            package = PROGRAM if program == PROGRAM else "util-linux"
            hint = f"Debian, Ubuntu: apt-get install {package}"
            raise RefusalError(program, "not installed", hint=hint)
    return subprocess.Popen(
        [*parent_death_words(), *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        env={**os.environ, **(script_path(script) if script else {})},
        pass_fds=(inherited,),
        start_new_session=True,
    )


def _wait_or_end(
    process: subprocess.Popen[bytes], seconds: float, tick: Callable[[], None] | None
) -> str:
    waited = 0.0
    try:
        while waited < seconds:
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                waited += 0.1
                if tick:
                    tick()
            else:
                return ""
    except BaseException:
        _end_process(process)
        raise
    _end_process(process)
    return f"ended by capture {GRACE_SECONDS} s after its time"


def _end_process(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# Where a server refuses, sysbench first says that it cannot connect, and why in the next line.
_CAUSE = re.compile(r"\berror [0-9]{4}\b|\berrno = [0-9]{4}\b")
_COMPLAINT = re.compile(r"FATAL|\berror\b|\bPANIC\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?:\berror|\berrno =) ([0-9]{4})\b")
HINTS: Mapping[str, str] = {
    "1045": "an account may require encryption: --ssl-mode required",
    "2026": "name what the server asks for: --ssl-ca, and --ssl-cert with --ssl-key",
    "3159": "the server takes encrypted connections only: --ssl-mode required",
}
"""What to do about the server's errors that only sysbench meets: capture encrypts by itself."""
MOST_LINES = 12
MOST_CHARACTERS = 300


def complaints(said: str) -> list[str]:
    """Its complaints, each once: first one with the number of the server's error, if there is."""
    lines = [line.strip()[:MOST_CHARACTERS] for line in said.splitlines()]
    found = list(dict.fromkeys(line for line in lines if _COMPLAINT.search(line)))
    return sorted(found, key=lambda line: _CAUSE.search(line) is None)


def cause(said: str) -> str:
    """The complaint the others follow from, "" where there is none."""
    return next(iter(complaints(said)), "")


def explained(said: str, otherwise: str) -> str:
    """The cause and below it all complaints in their order; `otherwise` where there is none."""
    found = complaints(said)
    number = _NUMBER.search(found[0]) if found else None
    hint = HINTS.get(number[1]) if number else None
    advice = [f"  hint: {hint}"] if hint else []
    if len(found) < 2:
        return "\n".join([found[0] if found else otherwise, *advice])
    order = [line.strip()[:MOST_CHARACTERS] for line in said.splitlines()]
    listed = sorted(found, key=order.index)
    more = [f"    and {len(listed) - MOST_LINES} more lines"] if len(listed) > MOST_LINES else []
    shown = [f"    {line}" for line in listed[:MOST_LINES]]
    return "\n".join([found[0], "  sysbench said:", *shown, *more, *advice])


SEEDED = Path(__file__).with_name("lua") / "counted" / "seeded.lua"
"""Loads the same rows each time: sysbench's own `prepare` knows no seed."""


def preparing_words(plan: Plan, shown: str = "") -> list[str]:
    """The words that load the tables, connection apart; `shown` stands for the script's path."""
    if not plan.prepare_with:
        # The option alone does nothing to `prepare`; in the command it tells the script's seed.
        loader = (SEEDED.name if shown else str(SEEDED)) if plan.count else WARMUP_TEST
        return [*table_words(plan), *seed_words(plan), loader, "prepare"]
    script, *options = plan.prepare_with
    return [*seed_words(plan), *options, shown or script, "prepare"]
