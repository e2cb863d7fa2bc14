"""One server's turn: load the tables, warm up, settle, run each workload and thread count.

No attempt is lost: one that failed is kept as a failed run, or as an attachment where it printed no
report of its own. After the last turn the tables are dropped and bundle.yaml is written.
"""

from __future__ import annotations

import filecmp
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.formatting import write_document
from sysbench_archive.capture import dataset
from sysbench_archive.capture.bundle_document import (
    Authorship,
    bundle_document,
    script_entry,
    shown_command,
)
from sysbench_archive.capture.campaign import (
    Campaign,
    dataset_key,
    finished_run_ids,
    remove_state,
    run_id,
)
from sysbench_archive.capture.connection import GoneError, Session, connected
from sysbench_archive.capture.invocation import (
    Outcome,
    access_words,
    bound_to,
    cause,
    explained,
    preparing_words,
    run_sysbench,
    run_words,
    table_words,
    warming_workload,
)
from sysbench_archive.capture.plan import (
    LOADING_ROWS_PER_S,
    WARMUP_TEST,
    Access,
    Cell,
    InterruptionError,
    RefusalError,
    Visit,
    schedule,
)
from sysbench_archive.capture.rate_sweep import QUEUE_FULL, rate_of, with_rate
from sysbench_archive.capture.run_watch import RunWatch
from sysbench_archive.capture.server import answers, process
from sysbench_archive.sysbench.report import parse_reports

MAX_ATTEMPTS = 2
"""How often a run is tried while the server stands: a second failure is no accident."""
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

    @property
    def access(self) -> Access:
        """How its server is reached."""
        return self.campaign.access(self.visit.server)

    def sysbench(
        self,
        words: Sequence[str],
        seconds: float,
        *,
        tick: Callable[[], None] | None = None,
        script: Path | None = None,
        below: Sequence[str] = (),
    ) -> Outcome:
        """Run sysbench on the server, into the file of live output."""
        campaign = self.campaign
        return run_sysbench(
            [*access_words(self.access, campaign.password), *words],
            campaign.password,
            campaign.live,
            seconds=seconds,
            tick=tick or campaign.watcher.tick,
            script=script,
            below=[*below, *bound_to(campaign.plan.client_cpus)],
            access=self.access,
        )


def make_visit(
    campaign: Campaign, visit: Visit, measure: Callable[[Turn, Cell], None] | None = None
) -> None:
    """Do what is left of a visit. GoneError where the server is lost.

    `measure` runs a cell; where none is given its throughput is measured.
    """
    server = campaign.plan.servers[visit.server]
    with connected(server.access, campaign.password) as session:
        turn = turn_at(campaign, visit, session)
        restarted = count_session(turn)
        _prepare_tables(turn, restarted)
        for cell in visit.cells:
            (measure or _run_cell)(turn, cell)
        if is_last_visit(campaign, visit) and not campaign.more:
            offer_clean_up(turn)


def turn_at(campaign: Campaign, visit: Visit, session: Session) -> Turn:
    """A turn that begins, with the server's process where that is on this machine."""
    variables = session.pairs(
        "show global variables where variable_name in ('pid_file','hostname')"
    )
    pid = process.find_process(
        campaign.access(visit.server),
        variables.get("pid_file", ""),
        variables.get("hostname", ""),
    )
    local = campaign.state.client["placement"] == "same-host"
    return Turn(campaign, visit, session, pid if local else None)


def count_session(turn: Turn) -> bool:
    """Count the server's starts; True where this is a new one."""
    up = turn.session.pairs("show global status like 'Uptime'").get("Uptime", "0")
    started = time.time() - int(up)
    sessions = turn.campaign.state.sessions
    known = sessions.setdefault(str(turn.visit.server), {"count": 0, "started": 0.0})
    if abs(known["started"] - started) <= _START_TOLERANCE_SECONDS and known.get("pid") == turn.pid:
        return False
    known.update(count=known["count"] + 1, started=started, pid=turn.pid, position=0)
    return True


def _prepare_tables(turn: Turn, restarted: bool) -> None:
    """Load where the plan wants it, warm up after a load or a start."""
    load = turn.campaign.load_of(turn.visit.server)
    fresh = not load["complete"] or turn.campaign.plan.loads_every_visit
    if fresh:
        load_tables(turn)
    if fresh or restarted or not load.get("warm"):
        warm_up(turn)
    load["warm"] = True


def load_tables(turn: Turn) -> None:
    """Drop and load the tables."""
    campaign, plan = turn.campaign, turn.campaign.plan
    load = campaign.load_of(turn.visit.server)
    rows = plan.tables * plan.table_size
    script = Path(plan.prepare_with[0]) if plan.prepare_with else None
    what = f"tables with {script.name}" if script else f"{rows} rows"
    campaign.watcher.step(f"loading {what}", rows / LOADING_ROWS_PER_S)
    load.update(complete=False, count=load["count"] + 1)
    campaign.save()
    dataset.drop_tables(turn.session, plan, turn.access)
    before = dataset.count_encrypted_connections(turn.session)
    _run_without_evidence(turn, preparing_words(plan), 86_400, "prepare", script)
    dataset.analyze_tables(turn.session, plan, turn.access)
    load.update(complete=True, at=time.time())
    turn.changed = "nothing"
    _describe_dataset(turn, before)
    campaign.save()


def _describe_dataset(turn: Turn, before: int | None) -> None:
    """What only shows once sysbench has connected and loaded: size, residency, encryption."""
    state = turn.campaign.state
    after = dataset.count_encrypted_connections(turn.session)
    if before is not None and after is not None:
        state.encryption[turn.campaign.server_id(turn.visit.server)] = after > before
    if "size_mib" not in state.dataset:
        size = dataset.size_mib(turn.session, turn.access.database)
        memory = next(iter(state.hosts))["memory"]
        memory = memory.get("size_mib") if isinstance(memory, dict) else None
        pool = state.dataset.get("pool_bytes", "")
        kind = dataset.residency(size, pool, memory)
        silent = {"unavailable": "information_schema.tables states no size"}
        state.dataset |= {
            "size_mib": size if size is not None else silent,
            "residency": kind
            or {"unavailable": "the size of dataset, buffer pool or memory is unknown"},
        }


def warm_up(turn: Turn) -> None:
    """Run the warming workload, where the plan has a warm-up."""
    plan = turn.campaign.plan
    if plan.warmup:
        turn.campaign.watcher.step(f"warming up for {plan.warmup} s", plan.warmup)
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
    campaign: Campaign, name: str, attempt: Callable[[], str], session: Session | None = None
) -> None:
    """Attempt a run until it counts, or is given up; `attempt` says why it failed, or "".

    GoneError where `session` shows that the server is lost.
    """
    if name in finished_run_ids(campaign):
        return
    for _ in range(MAX_ATTEMPTS):
        why = attempt()
        if not why:
            return
        if session:
            session.ask("select 1")
        if QUEUE_FULL in why:
            break
    # A load that was too high for the server is an answer, no loss.
    campaign.give_up(name, why, **({"answers": True} if QUEUE_FULL in why else {}))


def _run_cell(turn: Turn, cell: Cell) -> None:
    """Run a cell until its run counts, or it is given up."""
    campaign = turn.campaign
    name = run_id(campaign, turn.visit, cell)
    is_offered = campaign.plan.workloads[cell.workload].offered is not None
    is_open = name not in finished_run_ids(campaign)
    if is_open and is_offered and isinstance(why := rate_of(campaign, turn.visit, cell), str):
        campaign.give_up(name, why)

    def attempt() -> str:
        settle(turn, cell)
        return attempt_run(turn, cell, name)

    attempt_until_it_counts(campaign, name, attempt, turn.session)


def settle(turn: Turn, cell: Cell) -> None:
    """Before a cell: load tables again whose size runs change, and let the server come to rest."""
    campaign = turn.campaign
    changes = campaign.plan.workloads[cell.workload].changes
    if turn.changed == "size" and changes == "size":
        load_tables(turn)
        warm_up(turn)
    turn.settled = None
    if turn.restless:
        limit, tick = campaign.plan.settle, campaign.watcher.tick
        turn.settled = dataset.wait_until_settled(turn.session, limit, tick)
        campaign.state.unsettled += not turn.settled
    turn.changed = max(turn.changed, changes, key=("nothing", "values", "size").index)
    turn.restless = changes != "nothing"


def attempt_run(turn: Turn, cell: Cell, name: str) -> str:
    """One attempt; why it failed, or "" where it counts."""
    campaign, plan = turn.campaign, turn.campaign.plan
    workload = plan.workloads[cell.workload]
    entry = run_entry(turn, cell, name)
    words = run_words(plan, workload, cell.threads)
    if workload.offered:
        words = with_rate(words, int(rate_of(campaign, turn.visit, cell)))
        shown = [*access_words(turn.access, campaign.password), *words]
        entry["command"] = campaign.redactor.clean(shown_command(workload, shown))
    campaign.state.running = entry
    campaign.save()
    look = RunWatch(turn.session, turn.pid, campaign.watcher.tick)
    try:
        outcome = turn.sysbench(words, plan.seconds, tick=look.tick, script=workload.script)
    except KeyboardInterrupt:
        record_run(campaign, entry, Outcome(1, 0.0, "stopped by the operator during the run"))
        raise InterruptionError(
            "stopped; repeat the same command to go on where the campaign stopped"
        ) from None
    local = campaign.state.client["placement"] == "same-host"
    # The server may have died in the run: what /proc said of it is looked at first.
    entry["telemetry"] = dict(look.of_system(outcome.client_cpu_s, local=local))
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
    step = f"run {done + 1} of {campaign.plan.runs}: {name}"
    campaign.watcher.step(step, campaign.plan.seconds)
    session = campaign.state.sessions[str(turn.visit.server)]
    session["position"] += 1
    load = campaign.load_of(turn.visit.server)
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
    counted = look.of_server(turn.settled)
    entry["telemetry"] |= counted.telemetry
    if counted.innodb:
        entry["innodb"] = counted.innodb
    server = turn.campaign.state.servers[str(turn.visit.server)]
    lacking = server.get("telemetry", {}) | {
        name: {"unavailable": turn.campaign.redactor.clean(why)[:300]}
        for name, why in look.lacking.items()
    }
    if lacking:
        server["telemetry"] = dict(sorted(lacking.items()))
    _append_counters(turn, entry, counted.counters)


def _append_counters(
    turn: Turn, entry: dict[str, Any], counters: Iterable[tuple[str, int]]
) -> None:
    """Add what the server counted to its table."""
    file = f"config/{entry['server']}.status.tsv"
    path = turn.campaign.folder / file
    if not path.exists():
        turn.campaign.write(file, answers.COUNTER_HEADER)
        said = f"What {entry['server']} counted in each run, its own questions included"
        turn.campaign.state.attachments.append({"file": file, "description": said})
    with path.open("a", encoding="utf-8") as table:
        for name, count in counters:
            table.write(f"{entry['id']}\t{name}\t{count}\n")


def record_run(
    campaign: Campaign, entry: dict[str, Any], outcome: Outcome, reports: int = 1
) -> str:
    """Keep a run with its output of so many reports; why it failed, or ""."""
    campaign.live.touch()
    kept = keep_output(campaign, entry["id"], outcome, reports)
    entry = entry | {"file": kept.file}
    if kept.failed:
        name = kept.file.removeprefix("raw/").removesuffix(".txt")
        entry |= {"id": name, "failed": campaign.redactor.clean(kept.failed)}
    campaign.state.running = {}
    if not kept.failed or not kept_without_run(campaign, entry, kept):
        campaign.state.runs.append(entry)
    campaign.save()
    return kept.failed


@dataclass(frozen=True, slots=True)
class KeptOutput:
    """A file of the bundle, how many reports it holds, and why its run does not count."""

    file: str
    reports: int
    failed: str


def keep_output(campaign: Campaign, name: str, outcome: Outcome, wanted: int = 1) -> KeptOutput:
    """Put a run's output into `raw/` as `name`.txt; the name says so where the run failed."""
    data = printed(campaign)
    reports = parse_reports(data)
    complete = len(reports) == wanted and all(r.complete and not r.fatal for r in reports)
    failed = outcome.ended or (
        "" if complete and outcome.code == 0 else _reason_of_failure(data, outcome)
    )
    file = f"raw/{name}.txt" if not failed else _free_name(campaign.folder, name)
    path = campaign.folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    campaign.live.unlink()
    return KeptOutput(file, len(reports), failed)


def printed(campaign: Campaign) -> bytes:
    """What the run that ended has printed, redacted."""
    return campaign.redactor.clean(campaign.live.read_bytes().decode("utf-8", "replace")).encode()


def _free_name(folder: Path, name: str) -> str:
    numbers = range(1, 10_000)
    names = (f"raw/{name}-failed-{number}.txt" for number in numbers)
    return next(file for file in names if not (folder / file).exists())


def _reason_of_failure(data: bytes, outcome: Outcome) -> str:
    """The complaint the others follow from, or how the process ended."""
    lines = data.decode("utf-8", "replace").splitlines()
    fatal = cause("\n".join(line for line in lines if line.startswith("FATAL")))
    if outcome.code < 0:
        return f"sysbench was ended by signal {-outcome.code}"
    return f"sysbench ended with exit code {outcome.code}" + (f": {fatal}" if fatal else "")


def kept_without_run(campaign: Campaign, entry: dict[str, Any], kept: KeptOutput) -> bool:
    """Keep an attempt that printed no report, or the same as another, as what it is."""
    other = same_output_of(campaign.folder, kept.file)
    if other:
        (campaign.folder / kept.file).unlink()
        twin = next((run for run in campaign.state.runs if run["file"] == other), None)
        if twin is not None:
            count = campaign.state.same_output.get(other, 1) + 1
            campaign.state.same_output[other] = count
            twin["notes"] = (
                f"Attempts that failed with this same output, this one included: {count}"
            )
        return True
    if kept.reports:
        return False
    said = f"Attempt at a run without a report: {entry['failed']}"[:300]
    campaign.state.attachments.append({"file": kept.file, "description": said})
    return True


def same_output_of(folder: Path, file: str) -> str | None:
    """Another output with the same bytes, if there is one."""
    own = folder / file
    others = (path for path in sorted((folder / "raw").iterdir()) if path != own)
    return next((f"raw/{p.name}" for p in others if filecmp.cmp(p, own, shallow=False)), None)


def is_last_visit(campaign: Campaign, visit: Visit) -> bool:
    """Whether no later visit needs these tables."""
    key = dataset_key(campaign, visit.server)
    visits = schedule(campaign.plan)
    later = visits[visits.index(visit) + 1 :]
    return all(dataset_key(campaign, other.server) != key for other in later)


def offer_clean_up(turn: Turn) -> None:
    """Drop what capture made on the server of a turn, where nobody wants to keep it."""
    tables = turn.campaign.plan.tables
    question = f"drop the {tables} tables capture made in {turn.access.database!r}?"
    if turn.campaign.watcher.agree(question):
        clean_up(turn.campaign, turn.visit.server, turn.session)


def clean_up(campaign: Campaign, index: int, session: Session) -> None:
    """Drop what capture made on a server, once."""
    key, access = dataset_key(campaign, index), campaign.access(index)
    if key in campaign.state.cleaned:
        return
    dataset.drop_tables(session, campaign.plan, access)
    if key in campaign.state.created:
        dataset.drop_database(session, access)
    campaign.state.cleaned.append(key)


def finish(campaign: Campaign, authorship: Authorship) -> Path:
    """Write bundle.yaml; the state goes only when the bundle is there."""
    scripts = _copy_scripts(campaign)
    campaign.state.dataset.pop("pool_bytes", None)
    document = bundle_document(
        campaign.plan,
        campaign.state,
        authorship,
        scripts=scripts,
        redactor=campaign.redactor,
        password=bool(campaign.password),
    )
    write_document(campaign.folder, document)
    remove_state(campaign.home)
    return campaign.folder


def _copy_scripts(campaign: Campaign) -> dict[str, dict[str, Any]]:
    """The `script` entries of workloads that are not sysbench's own, by workload.

    A script that is published elsewhere is named by address and hash; any other is copied.
    """
    found = {}
    for workload in campaign.plan.workloads:
        if workload.script:
            entry = script_entry(workload.script, workload.address)
            base = workload.offered.capacity_of if workload.offered else workload.id
            if not workload.address:
                entry["file"] = f"config/{base}.lua"
                campaign.write(entry["file"], workload.script.read_text(encoding="utf-8"))
            found[workload.id] = entry
    return found
