"""A campaign in slices: all servers run side by side, and short runs of them take turns.

A repetition is a block: the servers are started, the tables loaded and warmed up, and then come
its rounds. A round has one slice of every workload, thread count and server; the cells come in
random order, and of a cell all servers one right after another, in random order as well, so that
what is compared lies seconds apart. Every order follows from the seed and the round's number.

Each slice is kept as it ends: its output behind those before it in the run's file, and a line in
the journal that says how long the file is with it. What an interrupted campaign left behind the
journal is cut off when it goes on.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sysbench_archive.bundle.figures import figures_of
from sysbench_archive.bundle.slices import FILE, SliceRow, write_slices
from sysbench_archive.capture import dataset, telemetry
from sysbench_archive.capture.campaign import (
    SLICE_JOURNAL,
    Campaign,
    go_on_without,
    running,
)
from sysbench_archive.capture.connection import GoneError, connected
from sysbench_archive.capture.host.reading import SilentError, read
from sysbench_archive.capture.invocation import Outcome, run_words
from sysbench_archive.capture.plan import Cell, Plan, RefusalError, ServerPlan, Visit
from sysbench_archive.capture.server import process
from sysbench_archive.capture.turn import (
    MAX_ATTEMPTS,
    Turn,
    count_session,
    keep_output,
    kept_without_run,
    load_tables,
    offer_clean_up,
    printed,
    turn_at,
    warm_up,
)
from sysbench_archive.metrics import THROUGHPUT
from sysbench_archive.sysbench.report import parse_reports

MAX_FAILURES = 3
"""Slices of one run that may fail for good before a person has to look."""
DEFAULT_POOL_MIB = 128
"""The buffer pool of every MySQL and MariaDB release that is told nothing."""
BESIDE_POOL_MIB = 400
"""What a server holds beside its buffer pool: MySQL 8.0.33 held 396 MiB after its start, most of it
for performance_schema, and 447 MiB after a load of 80,000 rows with a pool of 256 MiB."""
POOL_SHARE = 1.1
"""A buffer pool with the control blocks of its pages."""
SPARE_SHARE = 0.1
"""Of the memory that is available, what stays free: the kernel's cache and sysbench need some."""
_MIB = 1 << 20
_CGROUP_LIMIT = "/sys/fs/cgroup/memory.max"
_CGROUP_USED = "/sys/fs/cgroup/memory.current"


@dataclass(frozen=True, slots=True)
class Slot:
    """A slice to take: its block, round (through the campaign), place in the round, cell, server.

    All but the server count from 1.
    """

    block: int
    round: int
    place: int
    cell: Cell
    server: int


def slots_of(plan: Plan, block: int) -> Iterator[Slot]:
    """The slices of a block in their order; the same plan and seed give the same."""
    cells = [Cell(w, threads) for w in range(len(plan.workloads)) for threads in plan.threads]
    for number in range((block - 1) * plan.rounds + 1, block * plan.rounds + 1):
        # Reproducible order is the point; nothing here is a secret.
        shuffler = random.Random(f"{plan.seed} {number}")  # noqa: S311
        place = 0
        for cell in _shuffled(cells, shuffler):
            for server in _shuffled(range(len(plan.servers)), shuffler):
                place += 1
                yield Slot(block, number, place, cell, server)


def _shuffled(items: Sequence[Any], shuffler: random.Random) -> list[Any]:
    found = list(items)
    shuffler.shuffle(found)
    return found


def refuse_unfit_plan(plan: Plan) -> None:
    """RefusalError where servers cannot run side by side, or slices mislead."""
    places = [server.access.place for server in plan.servers]
    doubled = sorted({place for place in places if places.count(place) > 1})
    if doubled:
        raise RefusalError(
            "--slices", "two servers listen at the same place", got=", ".join(doubled),
            expected="a socket, or host and port, for each",
            hint="side by side each needs a data directory and a socket of its own",
        )  # fmt: skip
    shrinking = [workload.id for workload in plan.workloads if workload.test == "oltp_delete"]
    if shrinking:
        raise RefusalError(
            "--slices", "a workload empties its tables within a block", got=", ".join(shrinking),
            hint="measure it in blocks, without --slices: they load the tables before each run",
        )  # fmt: skip


def refuse_without_memory(campaign: Campaign) -> None:
    """RefusalError where the servers do not fit into memory side by side.

    A server that swaps, or is ended for want of memory, measures the machine and not itself. What
    one needs is the buffer pool it has told and what servers hold beside it. Servers on another
    host, and hosts that do not tell their memory, are not looked at.
    """
    available = available_mib()
    if campaign.state.client["placement"] != "same-host" or available is None:
        return
    needs = {
        campaign.server_id(index): need_mib(server, campaign.state.memory.get(f"pool {index}"))
        for index, server in enumerate(campaign.plan.servers)
    }
    needed, most = sum(needs.values()), available * (1 - SPARE_SHARE)
    if needed > most:
        each = "; ".join(f"{name} {mib:.0f} MiB" for name, mib in needs.items())
        raise RefusalError(
            "--slices", "too little memory for all servers side by side",
            got=f"{available:.0f} MiB available, of which {most:.0f} MiB may be used",
            expected=f"at least {needed:.0f} MiB more: {each}",
            hint="give the servers smaller buffer pools, end what else runs, or leave --slices"
            " out: in blocks one server runs at a time",
        )  # fmt: skip
    campaign.state.memory |= {
        "memory_needed_mib": round(needed), "memory_available_mib": round(available),
    }  # fmt: skip
    campaign.save()


def need_mib(server: ServerPlan, pool_bytes: float | None) -> float:
    """What a server will hold more than it does now, by the buffer pool it has told."""
    pool = DEFAULT_POOL_MIB if pool_bytes is None else pool_bytes / _MIB
    pid = process.find_process(server.access, "", "")
    held = (process.resident_mib(pid) or 0.0) if pid else 0.0
    return max(pool * POOL_SHARE + BESIDE_POOL_MIB - held, 0.0)


def available_mib() -> float | None:
    """Memory that can be had without swapping, by the kernel and a control group; None unknown."""
    found = []
    with suppress(SilentError):
        match = re.search(r"^MemAvailable:\s*([0-9]+) kB$", read("/proc/meminfo"), re.MULTILINE)
        found += [int(match[1]) / 1024] if match else []
    with suppress(SilentError):
        limit, used = read(_CGROUP_LIMIT).strip(), read(_CGROUP_USED).strip()
        found += [(int(limit) - int(used)) / _MIB] if limit.isdecimal() else []
    return min(found, default=None)


class Journal:
    """The slices that were taken, in order of time."""

    def __init__(self, campaign: Campaign) -> None:
        """Read what an earlier attempt left, and cut off what it did not finish."""
        self.campaign = campaign
        self.path = campaign.home / SLICE_JOURNAL
        self.entries: list[dict[str, Any]] = []
        if self.path.exists():
            *whole, rest = self.path.read_text(encoding="utf-8").split("\n")
            self.entries = [json.loads(line) for line in whole]
            if rest:
                self.path.write_text("".join(f"{line}\n" for line in whole), encoding="utf-8")
        self._cut_output()

    def _cut_output(self) -> None:
        """Output behind the last slice that counts belongs to one that was interrupted."""
        ends = {entry["file"]: entry["end"] for entry in self.entries}
        for workload in self.campaign.plan.workloads:
            for path in self.campaign.folder.glob(f"raw/{workload.id}-*.txt"):
                file = f"raw/{path.name}"
                if file in ends and path.stat().st_size > ends[file]:
                    with path.open("r+b") as output:
                        output.truncate(ends[file])
                elif file not in ends and "-failed-" not in path.name:
                    path.unlink()

    def taken(self) -> set[tuple[str, int]]:
        """(run, round) of every slice that counts."""
        return {(entry["run"], entry["round"]) for entry in self.entries}

    def add(self, entry: dict[str, Any], data: bytes) -> None:
        """Keep a slice: its output first, so that a line of the journal never lacks it."""
        path = self.campaign.folder / entry["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as output:
            output.write(data)
            entry["end"] = output.tell()
        with self.path.open("a", encoding="utf-8") as lines:
            lines.write(f"{json.dumps(entry)}\n")
        self.entries.append(entry)


def run_id(campaign: Campaign, server: int, cell: Cell) -> str:
    """workload-server-threads."""
    workload = campaign.plan.workloads[cell.workload].id
    return f"{workload}-{campaign.server_id(server)}-t{cell.threads}"


def take_slices(campaign: Campaign) -> None:
    """Take every slice that is left; servers that were lost are started again, all of them."""
    plan, journal = campaign.plan, Journal(campaign)
    if journal.entries:
        campaign.watcher.say(f"{len(journal.entries)} slices of {plan.runs} are taken")
    for block in range(1, plan.repetitions + 1):
        while left := _left(campaign, journal, block):
            try:
                _run_block(campaign, journal, block, left)
            except GoneError as error:
                can_start = all(server.start is not None for server in plan.servers)
                go_on_without(campaign, error, can_start=can_start)
    campaign.state.runs = _run_entries(campaign, journal)
    campaign.write(FILE, write_slices(_rows(journal)))
    campaign.save()


def _left(campaign: Campaign, journal: Journal, block: int) -> list[Slot]:
    """The slices of a block that were neither taken nor given up."""
    done = journal.taken() | {(e["run"], e["round"]) for e in campaign.state.given_up}
    return [
        slot
        for slot in slots_of(campaign.plan, block)
        if (run_id(campaign, slot.server, slot.cell), slot.round) not in done
    ]


def _run_block(campaign: Campaign, journal: Journal, block: int, left: Sequence[Slot]) -> None:
    """What is left of a block, in one session of every server."""
    with ExitStack() as stack:
        turns: list[Turn] = []
        for index, server in enumerate(campaign.plan.servers):
            stack.enter_context(running(server, campaign.home))
            session = stack.enter_context(connected(server.access, campaign.password))
            turns.append(turn_at(campaign, Visit(block, index, (), block), session))
        for turn in turns:
            count_session(turn)
        _prepare_block(campaign, turns, block)
        for slot in left:
            _take_slice(turns[slot.server], journal, slot)
        campaign.save()
        if block == campaign.plan.repetitions and not campaign.more:
            for turn in turns:
                offer_clean_up(turn)


def _prepare_block(campaign: Campaign, turns: Sequence[Turn], block: int) -> None:
    """Load where the plan wants it, warm every server up, and wait until all are settled."""
    for turn in turns:
        load = campaign.load_of(turn.visit.server)
        stale = campaign.plan.loads_every_visit and load.get("block") != block
        if stale or not load["complete"]:
            load_tables(turn)
            load["block"] = block
            campaign.save()
    for turn in turns:
        warm_up(turn)
    for turn in turns:
        if not dataset.wait_until_settled(
            turn.session, campaign.plan.settle, campaign.watcher.tick
        ):
            campaign.state.unsettled += 1


def _take_slice(turn: Turn, journal: Journal, slot: Slot) -> None:
    """Take a slice until it counts, or it is given up."""
    campaign = turn.campaign
    name = run_id(campaign, slot.server, slot.cell)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        why = _attempt(turn, journal, slot, name)
        if not why:
            return
        turn.session.ask("select 1")
        if attempt == MAX_ATTEMPTS:
            campaign.give_up(name, why, round=slot.round)
    failures = [entry for entry in campaign.state.given_up if entry["run"] == name]
    if len(failures) >= MAX_FAILURES:
        raise RefusalError(
            name, f"{len(failures)} slices failed", got=why,
            hint="what sysbench printed is kept in raw/; correct the cause, and begin anew with"
            " another --out",
        )  # fmt: skip


def _attempt(turn: Turn, journal: Journal, slot: Slot, name: str) -> str:
    """One attempt at a slice; why it failed, or "" where it counts."""
    campaign, plan = turn.campaign, turn.campaign.plan
    workload = plan.workloads[slot.cell.workload]
    said = f"slice {len(journal.entries) + 1} of {plan.runs}: round {slot.round}, {name}"
    campaign.watcher.step(said, plan.slices)
    words = run_words(plan, workload, slot.cell.threads)
    started = time.time()
    first = telemetry.take_snapshot(read, turn.pid)
    outcome = turn.sysbench(words, plan.slices, script=workload.script)
    second = telemetry.take_snapshot(read, turn.pid)
    data = printed(campaign)
    reports = parse_reports(data)
    complete = len(reports) == 1 and reports[0].complete and not reports[0].fatal
    if outcome.code or outcome.ended or not complete:
        return _keep_failure(campaign, name, outcome)
    figures = figures_of(reports[0])
    entry = {
        "run": name,
        "file": f"raw/{name}.txt",
        "server": campaign.server_id(slot.server),
        "workload": workload.id,
        "threads": slot.cell.threads,
        "block": slot.block,
        "round": slot.round,
        "place": slot.place,
        "load": campaign.load_of(slot.server)["count"],
        "session": campaign.state.sessions[str(slot.server)]["count"],
        "started": started,
        "telemetry": telemetry.telemetry_between(first, second, outcome.client_cpu_s),
        "figure": next((figures[name].value for name in THROUGHPUT if name in figures), 0),
    }
    journal.add(entry, data)
    return ""


def _keep_failure(campaign: Campaign, name: str, outcome: Outcome) -> str:
    """Keep what an attempt printed beside the run; why it failed."""
    # An outcome that says why, so that the output never takes the place of the run's own file.
    failed = Outcome(outcome.code or 1, outcome.client_cpu_s, outcome.ended)
    kept = keep_output(campaign, name, failed)
    entry = {"failed": campaign.redactor.clean(kept.failed)}
    if not kept_without_run(campaign, entry, kept):
        description = f"Attempt at a slice of {name} that failed: {entry['failed']}"[:300]
        campaign.state.attachments.append({"file": kept.file, "description": description})
    campaign.save()
    return entry["failed"]


def _rows(journal: Journal) -> Iterator[tuple[str, SliceRow]]:
    """The rows of slices.csv."""
    reports: dict[str, int] = {}
    first = journal.entries[0]["started"] if journal.entries else 0.0
    last = 0.0
    for entry in journal.entries:
        # The clock of a machine may be set back; a table in order of time may not.
        last = max(last, entry["started"] - first)
        row = SliceRow(
            block=entry["block"],
            round=entry["round"],
            place=entry["place"],
            load=entry["load"],
            session=entry["session"],
            started_s=last,
            report=reports.setdefault(entry["run"], 0),
        )
        reports[entry["run"]] += 1
        yield entry["run"], row


_SUMMED = (
    "server_cpu_s", "client_cpu_s", "context_switches", "rescheduling_interrupts", "disk_read_mib",
    "disk_written_mib",
)  # fmt: skip


def _run_entries(campaign: Campaign, journal: Journal) -> list[dict[str, Any]]:
    """The runs of the bundle: one for each server, workload and thread count."""
    taken: dict[str, list[dict[str, Any]]] = {}
    for entry in journal.entries:
        taken.setdefault(entry["run"], []).append(entry)
    plan = campaign.plan
    wanted = [
        run_id(campaign, server, Cell(workload, threads))
        for workload in range(len(plan.workloads))
        for threads in plan.threads
        for server in range(len(plan.servers))
    ]
    return [_run_entry(taken[name]) for name in wanted if name in taken]


def _run_entry(entries: Sequence[dict[str, Any]]) -> dict[str, Any]:
    first = entries[0]
    started = datetime.fromtimestamp(first["started"], tz=UTC)
    return {
        "id": first["run"],
        "server": first["server"],
        "workload": first["workload"],
        "threads": first["threads"],
        "file": first["file"],
        "slices": len(entries),
        "started": started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "telemetry": _telemetry([entry["telemetry"] for entry in entries]),
    }


def _telemetry(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Counters added over the slices; the share of stolen time is their mean."""
    added: dict[str, Any] = {}
    for name in _SUMMED:
        if all(name in seen for seen in found):
            added[name] = round(sum(seen[name] for seen in found), 2)
    if all("steal_percent" in seen for seen in found):
        added["steal_percent"] = round(sum(s["steal_percent"] for s in found) / len(found), 2)
    return added
