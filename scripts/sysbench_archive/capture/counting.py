"""Count the instructions a server spends on a fixed number of events.

`perf stat` counts where the processor's counters can be read, callgrind where the server runs below
it, with one client. Every count is the same command with the same seed, after the same command
without counting, for more events where it changes rows. Purge rests while events run, and ends its
work between counts. Every run begins and ends with a server that rests. Nothing of a count that
failed is kept.

The server loads its tables outside of the tool that counts, shuts down cleanly, and each run starts
it anew on a copy of what it left. So no run finds pages, purge or caches as another left them, and
a server that dies takes nothing with it. A server that keeps files elsewhere, or reaches some by a
link, is refused: a copy of it would write to the files of the original.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sysbench_archive.capture import dataset
from sysbench_archive.capture.campaign import Campaign, run_id, running
from sysbench_archive.capture.connection import Session, connected
from sysbench_archive.capture.host.reading import SilentError, read, run_command
from sysbench_archive.capture.invocation import SEEDED, Outcome, cause, run_words
from sysbench_archive.capture.plan import (
    COUNTS,
    Access,
    Cell,
    MissingError,
    Plan,
    RefusalError,
    Visit,
    stopped,
)
from sysbench_archive.capture.server.process import wait_until_at_rest
from sysbench_archive.capture.turn import (
    Turn,
    attempt_until_it_counts,
    load_tables,
    record_run,
    run_entry,
    turn_at,
)
from sysbench_archive.counters import perf_stat
from sysbench_archive.counters.callgrind import ProfileError, read_profile
from sysbench_archive.counters.evidence import (
    agreement_percent,
    callgrind_lines,
    function_lines,
    path_lengths,
    perf_lines,
    read_counts,
)
from sysbench_archive.sysbench.report import parse_reports

CALLGRIND, PERF = "callgrind", "perf-stat"
PROFILE_FILE = ".capture-callgrind"
PERF_FILE = ".capture-perf.txt"
_MOST_WAKES = 3
_SECONDS_A_COUNT = 3600
"""Longest time of a count: below callgrind a server takes fifty times as long."""


class CountingError(Exception):
    """A count failed; the message says why."""


def choose_tool() -> str:
    """What can count on this machine. RefusalError where nothing can, with what was tried."""
    refused = counter_fault(perf_stat.USER)
    if not refused:
        return PERF
    if shutil.which("valgrind") and shutil.which("callgrind_control"):
        return CALLGRIND
    raise MissingError(
        "--count instructions",
        "nothing here can count instructions",
        got=f"perf stat: {refused}; valgrind is not installed",
        hint="Debian, Ubuntu: apt-get install valgrind",
    )


def counter_fault(event: str) -> str:
    """Why perf cannot count an event here; "" where it can."""
    words = ("perf", "stat", "-x,", "-e", event, "true")
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as error:
        return "not installed" if isinstance(error, FileNotFoundError) else str(error)
    counter = perf_stat.read_counters(done.stderr).get(event)
    if counter is None:
        said = done.stderr.strip().splitlines()
        return said[0][:200] if said else f"exit code {done.returncode}"
    return counter.fault


def tool_words(plan: Plan, home: Path) -> list[str]:
    """The words a server's program is started below."""
    if plan.count != CALLGRIND:
        return []
    return [
        "valgrind", "--tool=callgrind", "--instr-atstart=no", "--separate-threads=yes",
        "--collect-systime=yes", f"--callgrind-out-file={home / PROFILE_FILE}",
    ]  # fmt: skip


class _Counted(NamedTuple):
    """What sysbench printed in a count, the lines of the tool, and those of functions."""

    said: str
    lines: list[str]
    functions: list[str]

    @property
    def text(self) -> str:
        """What is kept of it; functions are listed for the last count alone."""
        return "\n".join([self.said.rstrip(), "", *self.lines, ""])


def attempt_counts(turn: Turn, cell: Cell, name: str) -> str:
    """One attempt at the counts of a run; why it failed, or "" where it counts.

    As many each time, so that each session counts the same events of the same pages.
    """
    campaign, plan = turn.campaign, turn.campaign.plan
    entry = run_entry(turn, cell, name)
    try:
        with _purge_held(turn, cell):
            _run_once(turn, cell, counted=0)
        found = []
        for number in range(1, COUNTS + 1):
            with _purge_held(turn, cell):
                found.append(_count_once(turn, cell, number))
    except CountingError as error:
        return str(error)
    except KeyboardInterrupt:
        raise stopped() from None
    counts = read_counts([line for count in found for line in count.lines])
    queries = parse_reports(found[-1].said.encode())[0].queries or 0
    entry["report"] = len(found) - 1
    entry["count"] = {
        "tool": plan.count,
        "version": counts[-1].tool,
        "counts": len(found),
        "warmup_events": plan.warmup_events_of(plan.workloads[cell.workload]),
        "agreement_percent": round(agreement_percent(path_lengths(counts, queries)), 3),
        "start": "copy",
    }
    functions = "".join(f"{line}\n" for line in found[-1].functions)
    kept = "\n".join(count.text for count in found) + functions
    campaign.live.write_text(kept, encoding="utf-8")
    return record_run(campaign, entry, Outcome(0, 0.0), reports=len(found))


@contextmanager
def _purge_held(turn: Turn, cell: Cell) -> Iterator[None]:
    """Hold purge back while events change rows, and let it come to its end behind them."""
    campaign = turn.campaign
    plan = campaign.plan
    if plan.workloads[cell.workload].changes == "nothing":
        yield
        return
    with purge_held(turn.access, campaign.password):
        yield
    # Purge that has slept since before the last change is woken by nothing but another.
    for _ in range(_MOST_WAKES):
        _run_once(turn, cell, counted=0, events=plan.threads[-1])
        if wait_until_purged(turn.session, campaign.watcher.tick):
            return
    campaign.state.unsettled += 1


def _count_once(turn: Turn, cell: Cell, number: int) -> _Counted:
    tool = turn.campaign.plan.count
    found = (_count_by_perf if tool == PERF else _count_by_callgrind)(turn, cell, number)
    counts = read_counts(found.lines)
    if not counts or not counts[0].instructions:
        raise CountingError(f"{tool} counted no instructions")
    return found


def _count_by_callgrind(turn: Turn, cell: Cell, number: int) -> _Counted:
    home, pid = turn.campaign.home, turn.pid
    _control("--instr=on", pid)
    try:
        said = _run_once(turn, cell, counted=number)
    finally:
        _control("--instr=off", pid)
    _remove_profiles(home)
    _control("--dump", pid)
    try:
        texts = [path.read_text("utf-8", "replace") for path in _profile_files(home)]
        profiles = [read_profile(text) for text in texts if text]
    except ProfileError as error:
        raise CountingError(f"callgrind: {error}") from None
    finally:
        _remove_profiles(home)
    if not profiles:
        raise CountingError("callgrind: no profile was written")
    lines = list(callgrind_lines(number, profiles))
    return _Counted(said, lines, list(function_lines(number, profiles)))


def _control(order: str, pid: int | None) -> None:
    """Give callgrind an order. CountingError where it does not follow."""
    try:
        said = run_command(["callgrind_control", order, str(pid)], _SECONDS_A_COUNT)
    except SilentError as silence:
        raise CountingError(str(silence)) from None
    if "OK." not in said:
        raise CountingError(f"callgrind_control {order}: {said.strip()[-200:] or 'no answer'}")


def _profile_files(home: Path) -> list[Path]:
    return sorted(home.glob(f"{PROFILE_FILE}.*"))


def _remove_profiles(home: Path) -> None:
    for path in _profile_files(home):
        path.unlink()


def _count_by_perf(turn: Turn, cell: Cell, number: int) -> _Counted:
    output = turn.campaign.home / PERF_FILE
    more = (perf_stat.KERNEL, perf_stat.SYSTEM_CALLS)
    events = ",".join([perf_stat.USER, *(event for event in more if not counter_fault(event))])
    words = ["perf", "stat", "-x,", "-o", str(output), "-e", events, "-p", str(turn.pid), "--"]
    try:
        said = _run_once(turn, cell, counted=number, below=words)
        printed = output.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise CountingError(f"perf stat wrote no counts: {error.strerror}") from None
    finally:
        output.unlink(missing_ok=True)
    counter = perf_stat.read_counters(printed).get(perf_stat.USER)
    if counter is None or counter.value is None:
        why = counter.fault if counter else "printed no such counter"
        raise CountingError(f"perf stat, {perf_stat.USER}: {why}")
    version = None
    with suppress(SilentError):
        version = re.match(r"perf version \S+", read("perf --version"))
    tool = version[0] if version else "perf version unknown"
    return _Counted(said, list(perf_lines(number, tool, printed)), [])


def _run_once(
    turn: Turn, cell: Cell, *, counted: int, events: int = 0, below: Sequence[str] = ()
) -> str:
    """Run sysbench for a fixed number of events: what it printed. CountingError if it failed.

    `events` are those of a run that stirs the server; a count and a warm-up have their own.
    """
    campaign, plan = turn.campaign, turn.campaign.plan
    workload = plan.workloads[cell.workload]
    what = f"count {counted}" if counted else "warm-up"
    campaign.watcher.step(f"{what} of {workload.id}")
    wanted = events or (plan.events_of(workload) if counted else plan.warmup_events_of(workload))
    words = run_words(plan, workload, cell.threads, wanted)
    wait_until_at_rest(turn.pid)
    outcome = turn.sysbench(words, _SECONDS_A_COUNT, below=below)
    wait_until_at_rest(turn.pid)
    said = campaign.live.read_text(encoding="utf-8", errors="replace")
    campaign.live.unlink()
    reports = parse_reports(said.encode())
    if outcome.code or outcome.ended or len(reports) != 1 or not reports[0].complete:
        raise CountingError(cause(said) or outcome.ended or f"exit code {outcome.code}")
    if reports[0].total_events != wanted:
        got = reports[0].total_events
        raise CountingError(f"sysbench ran {got} events in place of {wanted}")
    return said


LONGEST_SECONDS = 120
STILL_SECONDS = 2
"""Purge that has not gone on for so long has nothing to do, or sleeps."""
_NUMBERS_LEFT = 1
"""MySQL 9 stops one number before the next transaction, others at it."""
_POLL_SECONDS = 0.2
_NEXT = re.compile(r"^Trx id counter ([0-9A-Fa-f]+)\s*$", re.MULTILINE)
_DONE = re.compile(r"^Purge done for trx's n:o < ([0-9A-Fa-f]+) undo", re.MULTILINE)


@contextmanager
def purge_held(access: Access, password: str) -> Iterator[None]:
    """Hold purge back by a transaction that may yet read what it would remove.

    When purge gets to run is up to the scheduler, and decides which pages are full, split and
    rearranged: the same events from the same state took up to a tenth more instructions in one
    session than in another.
    """
    with connected(access, password) as session:
        session.execute("set session transaction isolation level repeatable read")
        session.execute("start transaction with consistent snapshot")
        yield


def wait_until_purged(session: Session, tick: Callable[[], None]) -> bool:
    """Wait until purge has come to its end, or stands still: whether it has nothing left.

    A server that does not show how far purge is counts as done where it stands still.
    """
    begun = since = time.monotonic()
    last = _purge_position(session)
    while time.monotonic() - begun < LONGEST_SECONDS:
        time.sleep(_POLL_SECONDS)
        tick()
        now = _purge_position(session)
        if now != last:
            last, since = now, time.monotonic()
        elif now is None or now[1] <= _NUMBERS_LEFT:
            return True
        elif time.monotonic() - since >= STILL_SECONDS:
            return False
    return False


def _purge_position(session: Session) -> tuple[str, int] | None:
    """The transaction that purge has reached, and how many numbers are left to the next one."""
    answer = session.ask("show engine innodb status")
    text = (answer.rows[0][-1] or "") if answer.rows else ""
    done, following = _DONE.search(text), _NEXT.search(text)
    if not done or not following:
        return None
    # MySQL 5.5 writes these numbers in base 16; one of ten digits alone is read as any other.
    base = 16 if re.search("[A-Fa-f]", done[1] + following[1]) else 10
    return done[1], int(following[1], base) - int(done[1], base)


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
    below = tool_words(campaign.plan, campaign.home)
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
        why = attempt_counts(turn, cell, run_id(campaign, visit, cell))
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
