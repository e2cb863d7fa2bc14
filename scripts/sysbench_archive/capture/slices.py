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
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import product
from typing import Any

from sysbench_archive.bundle.figures import figures_of
from sysbench_archive.bundle.slices import FILE, SliceRow, write_slices
from sysbench_archive.capture.campaign import (
    SLICE_JOURNAL,
    Campaign,
    go_on_without,
    running,
)
from sysbench_archive.capture.connection import GoneError
from sysbench_archive.capture.host.reading import read_or_empty
from sysbench_archive.capture.invocation import run_words
from sysbench_archive.capture.plan import Cell, Plan, RefusalError, ServerPlan, Visit
from sysbench_archive.capture.run_watch import take_snapshot, telemetry_between
from sysbench_archive.capture.server import process
from sysbench_archive.capture.turn import (
    Turn,
    attempt_until_it_counts,
    keep_failure,
    load_tables,
    printed,
    turn_at,
    wait_until_settled,
    warm_up,
)
from sysbench_archive.metrics import THROUGHPUT
from sysbench_archive.sysbench.report import Report

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
    held = process.resident_mib(pid) if pid else 0.0
    return max(pool * POOL_SHARE + BESIDE_POOL_MIB - held, 0.0)


def available_mib() -> float | None:
    """Memory that can be had without swapping, by the kernel and a control group; None unknown."""
    told = re.findall(r"MemAvailable:\s*([0-9]+) kB", read_or_empty("/proc/meminfo"))
    found = [int(kib) / 1024 for kib in told]
    limit, used = (read_or_empty(f"/sys/fs/cgroup/memory.{name}") for name in ("max", "current"))
    if limit.isdecimal() and used.isdecimal():
        found.append((int(limit) - int(used)) / _MIB)
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
                go_on_without(campaign, error, *plan.servers)
    campaign.state.runs = list(_run_entries(campaign, journal))
    campaign.write(FILE, write_slices(_rows(journal)))
    campaign.save()


def _left(campaign: Campaign, journal: Journal, block: int) -> list[Slot]:
    """The slices of a block that were neither taken nor given up."""
    done = journal.taken() | {(e["run"], e["round"]) for e in campaign.state.given_up}
    return [
        slot
        for slot in slots_of(campaign.plan, block)
        if (campaign.cell_id(slot.server, slot.cell), slot.round) not in done
    ]


def _run_block(campaign: Campaign, journal: Journal, block: int, left: Sequence[Slot]) -> None:
    """What is left of a block, in one session of every server."""
    plan = campaign.plan
    with ExitStack() as stack:
        turns: list[Turn] = []
        for index, server in enumerate(plan.servers):
            session = stack.enter_context(running(server, campaign.home, campaign.password))
            turns.append(turn_at(campaign, Visit(block, index, (), block), session))
        _prepare_block(campaign, turns, block)
        for slot in left:
            _take_slice(turns[slot.server], journal, slot)
        campaign.save()


def _prepare_block(campaign: Campaign, turns: Sequence[Turn], block: int) -> None:
    """Load where the plan wants it, warm every server up, and wait until all are settled."""
    plan = campaign.plan
    for turn in turns:
        load = turn.load
        stale = plan.loads_every_visit and load.get("block") != block
        if stale or not load["complete"]:
            load_tables(turn)
            load["block"] = block
            campaign.save()
    for turn in turns:
        warm_up(turn)
    for turn in turns:
        wait_until_settled(turn)


def _take_slice(turn: Turn, journal: Journal, slot: Slot) -> None:
    """Take a slice until it counts, or it is given up."""
    campaign = turn.campaign
    name = campaign.cell_id(slot.server, slot.cell)
    attempt = partial(_attempt, turn, journal, slot, name)
    why = attempt_until_it_counts(campaign, name, attempt, turn.session, round=slot.round)
    failures = sum(entry["run"] == name for entry in campaign.state.given_up)
    if why and failures >= MAX_FAILURES:
        raise RefusalError(
            name, f"{failures} slices failed", got=why,
            hint="what sysbench printed is kept in raw/; correct the cause, and begin anew with"
            " another --out",
        )  # fmt: skip


def _attempt(turn: Turn, journal: Journal, slot: Slot, name: str) -> str:
    """One attempt at a slice; why it failed, or "" where it counts."""
    campaign, plan = turn.campaign, turn.campaign.plan
    workload = plan.workloads[slot.cell.workload]
    campaign.watcher.step(
        f"slice {len(journal.entries) + 1} of {plan.runs}: round {slot.round}, {name}"
    )
    words = run_words(plan, workload, slot.cell.threads)
    started = time.time()
    first = take_snapshot(read_or_empty, turn.pid)
    outcome = turn.sysbench(words, plan.slices, script=workload.script)
    second = take_snapshot(read_or_empty, turn.pid)
    data, reports, why = printed(campaign, outcome)
    campaign.live.unlink()
    if why:
        keep_failure(campaign, {"id": name}, data, why, is_run=False)
        campaign.save()
        return why
    entry = {
        "run": name,
        "file": f"raw/{name}.txt",
        "server": campaign.server_id(slot.server),
        "workload": workload.id,
        "threads": slot.cell.threads,
        "block": slot.block,
        "round": slot.round,
        "place": slot.place,
        "load": turn.load["count"],
        "session": campaign.state.sessions[str(slot.server)]["count"],
        "started": started,
        "telemetry": telemetry_between(first, second, outcome.client_cpu_s),
        "figure": throughput_of(reports[0]),
    }
    journal.add(entry, data.encode())
    return ""


def throughput_of(report: Report) -> float:
    """The figure that runs are compared by; 0 where none is printed."""
    figures = figures_of(report)
    return next((figures[name].value for name in THROUGHPUT if name in figures), 0)


def _rows(journal: Journal) -> Iterator[tuple[str, SliceRow]]:
    """The rows of slices.csv."""
    reports: Counter[str] = Counter()
    last = 0.0
    for entry in journal.entries:
        # The clock of a machine may be set back; a table in order of time may not.
        last = max(last, entry["started"] - journal.entries[0]["started"])
        places = {name: entry[name] for name in ("block", "round", "place", "load", "session")}
        yield entry["run"], SliceRow(**places, started_s=last, report=reports[entry["run"]])
        reports[entry["run"]] += 1


def _run_entries(campaign: Campaign, journal: Journal) -> Iterator[dict[str, Any]]:
    """The runs of the bundle: one for each server, workload and thread count."""
    plan = campaign.plan
    cells = [Cell(w, threads) for w in range(len(plan.workloads)) for threads in plan.threads]
    for cell, server in product(cells, range(len(plan.servers))):
        name = campaign.cell_id(server, cell)
        if taken := [entry for entry in journal.entries if entry["run"] == name]:
            started = datetime.fromtimestamp(taken[0]["started"], tz=UTC)
            yield {
                "id": name,
                **{key: taken[0][key] for key in ("server", "workload", "threads", "file")},
                "slices": len(taken),
                "started": started.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "telemetry": _telemetry([entry["telemetry"] for entry in taken]),
            }


def _telemetry(found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Counters added over the slices; the share of stolen time is their mean."""
    names = [name for name in found[0] if all(name in seen for seen in found)]
    added = {name: sum(seen[name] for seen in found) for name in names}
    if "steal_percent" in added:
        added["steal_percent"] /= len(found)
    return {name: round(value, 2) for name, value in added.items()}
