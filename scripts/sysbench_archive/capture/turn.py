"""One server's turn: load the tables, warm up, settle, run each workload and thread count.

No attempt is lost: one that failed is kept as a failed run, or as an attachment where it printed no
report of its own. After the last turn the tables are dropped.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sysbench_archive.capture import dataset
from sysbench_archive.capture.campaign import (
    Campaign,
    dataset_key,
    finished_run_ids,
    run_id,
    running,
)
from sysbench_archive.capture.connection import GoneError, Session
from sysbench_archive.capture.encryption import certificate_folder
from sysbench_archive.capture.host.unrest import signs_of_unrest
from sysbench_archive.capture.invocation import (
    GRACE_SECONDS,
    PROGRAM,
    Outcome,
    access_words,
    cause,
    explained,
    parent_death_words,
    password_file,
    preparing_words,
    run_words,
    script_environment,
    shown_command,
    table_words,
    wait_or_end,
    warming_workload,
)
from sysbench_archive.capture.pace import LOADING, WARMING
from sysbench_archive.capture.plan import (
    RATE,
    WARMUP_TEST,
    Access,
    Cell,
    MissingError,
    OfferedLoad,
    RefusalError,
    Visit,
    stopped,
)
from sysbench_archive.capture.run_watch import COUNTER_HEADER, RunWatch
from sysbench_archive.capture.server import process
from sysbench_archive.statistics import median
from sysbench_archive.sysbench.report import Report, parse_reports

MAX_ATTEMPTS = 2
"""How often a run is tried while the server stands: a second failure is no accident."""
QUEUE_FULL = "The event queue is full"
"""What sysbench says where a server cannot keep up with the rate."""
_START_TOLERANCE_SECONDS = 5
"""Seconds two estimates of the server's start may lie apart and still be one start."""


@dataclass(slots=True)
class Turn:
    """A visit under way: `changed` since the tables were loaded, `restless` until settled."""

    campaign: Campaign
    visit: Visit
    session: Session
    pid: int | None
    changed: str = "nothing"
    restless: bool = True
    settled: bool | None = None
    is_new_session: bool = True

    @property
    def access(self) -> Access:
        """How its server is reached."""
        return self.campaign.access(self.visit.server)

    @property
    def load(self) -> dict[str, Any]:
        """What is known of the tables that its server has."""
        return self.campaign.state.loads[dataset_key(self.campaign, self.visit.server)]

    def sysbench(
        self,
        words: Sequence[str],
        seconds: float,
        *,
        tick: Callable[[], None] | None = None,
        script: Path | None = None,
        below: Sequence[str] = (),
    ) -> Outcome:
        """Run sysbench into the file of live output, until `GRACE_SECONDS` after `seconds` at most.

        `script` is the script it is called with, whose modules it has to find; `below` are words of
        a tool that runs it. `tick` is called about ten times a second. A KeyboardInterrupt ends
        sysbench and goes on up.
        """
        campaign, cpus = self.campaign, self.campaign.plan.client_cpus
        command = [*below, *(["taskset", "--cpu-list", cpus] if cpus else []), PROGRAM]
        for program, package in ((PROGRAM, PROGRAM), (command[0], "util-linux")):
            if shutil.which(program) is None:
                hint = f"Debian, Ubuntu: apt-get install {package}"
                raise MissingError(program, "not installed", hint=hint)
        folder = certificate_folder(self.access)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        reading, writing = os.pipe()
        try:
            os.write(writing, password_file(campaign.password) if campaign.password else b"")
            os.close(writing)
            config = [f"--config-file=/dev/fd/{reading}"] if campaign.password else []
            with campaign.live.open("wb") as file:
                # In a session of its own, so that Ctrl-C reaches capture alone.
                process = subprocess.Popen(
                    [*parent_death_words(), *command, *config, *access_words(self.access), *words],
                    cwd=folder.name if folder else None,
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    env=script_environment(script) if script else None,
                    pass_fds=(reading,),
                    start_new_session=True,
                )
                most = seconds + GRACE_SECONDS
                ended = wait_or_end(process, most, tick or campaign.watcher.tick)
        finally:
            os.close(reading)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Outcome(process.returncode, round(spent, 2), ended)


def make_visit(campaign: Campaign, visit: Visit) -> None:
    """Do what is left of a visit. GoneError where the server is lost."""
    server = campaign.plan.servers[visit.server]
    with running(server, campaign.home, campaign.password) as session:
        turn = turn_at(campaign, visit, session)
        load = turn.load
        fresh = not load["complete"] or campaign.plan.loads_every_visit
        if fresh:
            load_tables(turn)
        if fresh or turn.is_new_session or not load.get("warm"):
            warm_up(turn)
        load["warm"] = True
        for cell in visit.cells:
            _run_cell(turn, cell)


def turn_at(campaign: Campaign, visit: Visit, session: Session) -> Turn:
    """A turn that begins, with the server's process where that is on this machine.

    A start of the server that was not seen before is counted.
    """
    state = campaign.state
    for sign in signs_of_unrest(campaign.home, begun=True):
        if sign not in (*state.warnings, *state.unrest):
            campaign.watcher.say(f"warning: {sign}")
            state.unrest[sign] = visit.block
    variables = session.pairs(
        "show global variables where variable_name in ('pid_file','hostname')"
    )
    pid = process.find_process(
        campaign.access(visit.server),
        variables.get("pid_file", ""),
        variables.get("hostname", ""),
    )
    if campaign.state.client["placement"] != "same-host":
        pid = None
    up = session.pairs("show global status like 'Uptime'").get("Uptime", "0")
    started = time.time() - int(up)
    known = campaign.state.sessions.setdefault(str(visit.server), {"count": 0, "started": 0.0})
    is_new = abs(known["started"] - started) > _START_TOLERANCE_SECONDS or known.get("pid") != pid
    if is_new:
        known.update(count=known["count"] + 1, started=started, pid=pid, position=0)
    return Turn(campaign, visit, session, pid, is_new_session=is_new)


def load_tables(turn: Turn) -> None:
    """Drop and load the tables; what only shows then is added to the dataset."""
    campaign, plan, session = turn.campaign, turn.campaign.plan, turn.session
    load = turn.load
    script = Path(plan.prepare_with[0]) if plan.prepare_with else None
    what = f"tables with {script.name}" if script else f"{plan.tables * plan.table_size} rows"
    campaign.watcher.begin(LOADING, f"loading {what}")
    load.update(complete=False, count=load["count"] + 1)
    campaign.save()
    dataset.drop_tables(session, plan, turn.access)
    before = dataset.count_encrypted_connections(session)
    _run_without_evidence(turn, preparing_words(plan), 86_400, "prepare", script)
    # Now; otherwise the server may recalculate index statistics in the middle of a run.
    for table in dataset.made_tables(session, plan, turn.access):
        session.ask(f"analyze table {table}")
    load.update(complete=True, at=time.time())
    turn.changed = "nothing"
    after = dataset.count_encrypted_connections(session)
    if before is not None and after is not None:
        campaign.state.encryption[campaign.server_id(turn.visit.server)] = after > before
    if "size_mib" not in campaign.state.dataset:
        _describe_dataset(turn)
    campaign.save()


def _describe_dataset(turn: Turn) -> None:
    """Size and residency of the tables."""
    state = turn.campaign.state
    size = dataset.size_mib(turn.session, turn.access.database)
    memory = state.hosts[0]["memory"]
    memory = memory.get("size_mib") if isinstance(memory, dict) else None
    kind = dataset.residency(size, state.dataset.get("pool_bytes", ""), memory)
    silent = {"unavailable": "information_schema.tables states no size"}
    unknown = {"unavailable": "the size of dataset, buffer pool or memory is unknown"}
    state.dataset |= {
        "size_mib": size if size is not None else silent,
        "residency": kind or unknown,
    }


def warm_up(turn: Turn) -> None:
    """Run the warming workload, where the plan has a warm-up."""
    plan = turn.campaign.plan
    if plan.warmup:
        turn.campaign.watcher.begin(WARMING, f"warming up for {plan.warmup} s")
        times = [f"--threads={max(plan.threads)}", f"--time={plan.warmup}"]
        own = warming_workload(plan)
        words = (
            [*own.options, *times, own.word] if own else [*table_words(plan), *times, WARMUP_TEST]
        )
        script = own.script if own else None
        _run_without_evidence(turn, [*words, "run"], plan.warmup, "warm-up", script)
    turn.restless = True


def _run_without_evidence(
    turn: Turn, words: list[str], seconds: float, name: str, script: Path | None
) -> None:
    """A command whose output is not kept; where it fails its words are the message."""
    live = turn.campaign.live
    outcome = turn.sysbench(words, seconds, script=script)
    said = live.read_text(encoding="utf-8", errors="replace")
    live.unlink()
    if outcome.code:
        turn.session.ask("select 1")
        raise RefusalError(f"sysbench {name}", explained(said, f"exit code {outcome.code}"))


def attempt_until_it_counts(
    campaign: Campaign,
    name: str,
    attempt: Callable[[], str],
    session: Session | None = None,
    **more: Any,
) -> str:
    """Attempt a run until it counts, or is given up, with `more` said of it; why, or "".

    `attempt` says why it failed, or "". GoneError where `session` shows that the server is lost.
    """
    why = ""
    for _ in range(MAX_ATTEMPTS):
        why = attempt()
        if not why:
            return ""
        if session:
            session.ask("select 1")
        if QUEUE_FULL in why:
            # A load that was too high for the server is an answer, no loss.
            more["answers"] = True
            break
    campaign.give_up(name, why, **more)
    return why


def _run_cell(turn: Turn, cell: Cell) -> None:
    """Run a cell until its run counts, or it is given up."""
    campaign = turn.campaign
    workload = campaign.plan.workloads[cell.workload]
    name = run_id(campaign, turn.visit, cell)
    if name in finished_run_ids(campaign):
        return
    words = run_words(campaign.plan, workload, cell.threads)
    if workload.offered:
        server = campaign.server_id(turn.visit.server)
        rate = rate_of(campaign, workload.offered, server, cell.threads)
        if isinstance(rate, str):
            campaign.give_up(name, rate)
            return
        words = with_rate(words, rate)

    def attempt() -> str:
        _settle(turn, workload.changes)
        return attempt_run(turn, cell, name, words)

    attempt_until_it_counts(campaign, name, attempt, turn.session)


def rate_of(campaign: Campaign, offered: OfferedLoad, server: str, threads: int) -> int | str:
    """The rate of a load in whole transactions a second, or why there is none."""
    capacity = _capacity(campaign, offered.capacity_of, server, threads)
    if capacity is None:
        return f"no run of {offered.capacity_of} measured the capacity of {server}"
    # sysbench takes 0 for no rate at all.
    rate = round(capacity * offered.percent / 100)
    return rate or f"{offered.percent} % of {capacity:.2f} transactions a second is less than one"


def _capacity(campaign: Campaign, workload: str, server: str, threads: int) -> float | None:
    """Median throughput of the runs that count; parsed from what they printed."""
    files = [
        run["file"]
        for run in campaign.state.runs
        if (run["workload"], run["server"], run["threads"]) == (workload, server, threads)
        and "failed" not in run
    ]
    reports = [parse_reports((campaign.folder / file).read_bytes())[0] for file in files]
    rates = [
        report.total_events / report.duration_s
        for report in reports
        if report.total_events and report.duration_s
    ]
    return median(rates) if rates else None


def with_rate(words: Sequence[str], rate: int) -> list[str]:
    """The words of a run with its rate in place of the placeholder."""
    return [f"--rate={rate}" if word == RATE else word for word in words]


def _settle(turn: Turn, changes: str) -> None:
    """Before a run: load tables again whose size runs change, and let the server come to rest."""
    if turn.changed == "size" and changes == "size":
        load_tables(turn)
        warm_up(turn)
    turn.settled = None
    if turn.restless:
        wait_until_settled(turn)
    turn.changed = max(turn.changed, changes, key=("nothing", "values", "size").index)
    turn.restless = changes != "nothing"


def wait_until_settled(turn: Turn) -> None:
    """Wait until purge and flushing are quiet, and count where they did not become so."""
    campaign = turn.campaign
    limit, tick = campaign.plan.settle, campaign.watcher.tick
    turn.settled = dataset.wait_until_settled(turn.session, limit, tick)
    campaign.state.unsettled += not turn.settled


def attempt_run(turn: Turn, cell: Cell, name: str, words: Sequence[str]) -> str:
    """One attempt; why it failed, or "" where it counts."""
    campaign, plan = turn.campaign, turn.campaign.plan
    workload = plan.workloads[cell.workload]
    entry = run_entry(turn, cell, name)
    if workload.offered:
        shown = [*access_words(turn.access, bool(campaign.password)), *words]
        entry["command"] = campaign.redactor.clean(shown_command(workload, shown))
    campaign.state.running = entry
    campaign.save()
    look = RunWatch(turn.session, turn.pid, campaign.watcher.tick)
    try:
        outcome = turn.sysbench(words, plan.seconds, tick=look.tick, script=workload.script)
    except KeyboardInterrupt:
        record_run(campaign, entry, Outcome(1, 0.0, "stopped by the operator during the run"))
        raise stopped() from None
    local = campaign.state.client["placement"] == "same-host"
    # The server may have died in the run: what /proc said of it is looked at first.
    entry["telemetry"] = look.of_system(outcome.client_cpu_s, local=local)
    try:
        if outcome.code == 0:
            _describe_server(turn, entry, look)
    except GoneError:
        # The run itself ended: only what the server would have said of it is lost.
        record_run(campaign, entry, outcome)
        raise
    return record_run(campaign, entry, outcome)


def run_entry(turn: Turn, cell: Cell, name: str) -> dict[str, Any]:
    """The bundle's entry of a run that begins now."""
    campaign = turn.campaign
    done = sum("failed" not in run for run in campaign.state.runs)
    changes = campaign.plan.workloads[cell.workload].changes
    campaign.watcher.begin(changes, f"run {done + 1} of {campaign.plan.runs}: {name}")
    session = campaign.state.sessions[str(turn.visit.server)]
    session["position"] += 1
    load = turn.load
    return {
        "id": name,
        "server": campaign.server_id(turn.visit.server),
        "workload": campaign.plan.workloads[cell.workload].id,
        "threads": cell.threads,
        "file": "",
        "started": datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "sequence": {
            "load": load["count"],
            "session": session["count"],
            "block": turn.visit.block,
            "position": session["position"],
            "repetition": turn.visit.repetition,
            "seconds_since_load": round(time.time() - load["at"]),
        },
    }


def _describe_server(turn: Turn, entry: dict[str, Any], look: RunWatch) -> None:
    """Add what the server says of a run, and once for all runs what it does not say."""
    state = turn.campaign.state
    moved = look.add_server(entry, turn.settled)
    server = state.servers[str(turn.visit.server)]
    lacking = server.get("telemetry", {}) | {
        name: {"unavailable": turn.campaign.redactor.clean(why)[:300]}
        for name, why in look.lacking.items()
    }
    if lacking:
        server["telemetry"] = dict(sorted(lacking.items()))
    file = f"config/{entry['server']}.status.tsv"
    path = turn.campaign.folder / file
    if not path.exists():
        turn.campaign.write(file, COUNTER_HEADER)
        said = f"What {entry['server']} counted in each run, its own questions included"
        state.attachments.append({"file": file, "description": said})
    with path.open("a", encoding="utf-8") as table:
        table.writelines(f"{entry['id']}\t{name}\t{count}\n" for name, count in moved.items())


def record_run(
    campaign: Campaign, entry: dict[str, Any], outcome: Outcome, reports: int = 1
) -> str:
    """Keep a run with its output of so many reports; why it failed, or ""."""
    campaign.live.touch()
    data, found, why = printed(campaign, outcome, reports)
    if why:
        keep_failure(campaign, entry, data, why, is_run=bool(found))
    else:
        file = f"raw/{entry['id']}.txt"
        campaign.write(file, data)
        campaign.state.runs.append(entry | {"file": file})
    campaign.live.unlink()
    campaign.state.running = {}
    campaign.save()
    return why


def printed(
    campaign: Campaign, outcome: Outcome, wanted: int = 1
) -> tuple[str, tuple[Report, ...], str]:
    """What the run that ended has printed, redacted; its reports, and why it failed, or ""."""
    said = campaign.redactor.clean(campaign.live.read_bytes().decode("utf-8", "replace"))
    reports = tuple(parse_reports(said.encode()))
    complete = len(reports) == wanted and all(r.complete and not r.fatal for r in reports)
    if outcome.ended or (complete and outcome.code == 0):
        return said, reports, outcome.ended
    if outcome.code < 0:
        return said, reports, f"sysbench was ended by signal {-outcome.code}"
    # The complaint the others follow from.
    fatal = cause("\n".join(line for line in said.splitlines() if line.startswith("FATAL")))
    why = f"sysbench ended with exit code {outcome.code}"
    return said, reports, campaign.redactor.clean(f"{why}: {fatal}" if fatal else why)


def keep_failure(
    campaign: Campaign, entry: dict[str, Any], data: str, why: str, *, is_run: bool
) -> None:
    """Keep an attempt that failed, as a run or as an attachment; the same output only once."""
    raw, state = campaign.folder / "raw", campaign.state
    if any(path.read_bytes() == data.encode() for path in raw.glob("*")):
        return
    names = (f"{entry['id']}-failed-{number}" for number in range(1, 10_000))
    name = next(name for name in names if not (raw / f"{name}.txt").exists())
    file = f"raw/{name}.txt"
    campaign.write(file, data)
    if is_run:
        state.runs.append(entry | {"file": file, "id": name, "failed": why})
        return
    said = f"Attempt at a run without a report: {why}"[:300]
    state.attachments.append({"file": file, "description": said})
