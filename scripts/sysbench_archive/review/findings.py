"""What people should look at in a bundle, as rows of the report's tables.

A blocker is a condition that weighs, as the comparisons of the bundle will show it, or something
that only runs tell; a contributor can still fix it. A neighbour is the closest cell of another
bundle: context, since two machines are never a comparison. An outlier is a repetition far from its
siblings; nothing is removed for that, since a stall is a result too. Of the environment a field
that does not apply is not counted; one that was looked for and not exposed counts as recorded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from sysbench_archive.derive.cells import Cell, cells_of, head_metric
from sysbench_archive.derive.judging import compare_servers
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.result import ResultRecord, ServerRecord, WorkloadRecord
from sysbench_archive.review.record import LineName
from sysbench_archive.statistics import median
from sysbench_archive.tables.cells import Cell as TableCell
from sysbench_archive.tables.cells import cell_rows
from sysbench_archive.tables.nearest import Standing, standing
from sysbench_archive.words.phrases import count_text

Row = Sequence[object]
"""The cells of a row."""
_UNITS = {"1": "", "1/s": "/s"}


def figure(metric: str | None, value: float | None) -> str:
    """A value with its metric's decimals and unit; empty for none."""
    if metric is None or value is None:
        return ""
    known = METRICS[metric]
    unit = _UNITS.get(known.unit, f" {known.unit}")
    return f"{value:,.{known.decimals}f}{unit}"


_UNEQUAL = 1.1
"""Runs longer than the others by this factor are of unequal length."""
_MOST_VALUES = 4


def blockers(result: ResultRecord) -> list[Row]:
    """Workloads, what stands in the way, the values of the sides, and why it matters."""
    rows: dict[Sequence[str], list[str]] = {}
    for workload in result.workloads:
        for row in _blockers_of(result, workload):
            rows.setdefault(row, []).append(workload.title)
    return [(", ".join(titles), *row) for row, titles in rows.items()]


def _blockers_of(result: ResultRecord, workload: WorkloadRecord) -> Iterator[tuple[str, str, str]]:
    every = result.runs_of(workload.id)
    ran = {run.server.id for run in every}
    servers = [server.id for server in result.servers if server.id in ran]
    if not servers:
        return
    for row in compare_servers(result, workload, servers).rows:
        if row.status != "intended" and row.severity != "info":
            values = [value or "absent" for value in row.values]
            yield row.label, ", ".join(values[:_MOST_VALUES]), f"{row.status}: {row.why}"
    if failed := [run.id for run in every if run.state == "failed"]:
        listed = ", ".join(failed[:_MOST_VALUES])
        yield f"{len(failed)} of {len(every)} runs", listed, "failed: fewer runs of a cell count"
    own = [[r for r in every if r.server.id == s and r.state == "complete"] for s in servers]
    if len(own) > 1:
        counts = ", ".join(str(len(runs)) for runs in own[:_MOST_VALUES])
        alike = len({frozenset(run.threads for run in runs) for runs in own}) == 1
        if alike and len({len(runs) for runs in own}) > 1:
            yield "runs that count", counts, "unequal: the side with more looks steadier"
        seconds = [[r.figures["duration_s"].value for r in runs if "duration_s" in r.figures]
                   for runs in own]  # fmt: skip
        longest = [max(of_server, default=0.0) for of_server in seconds]
        if min(longest) > 0 and max(longest) / min(longest) > _UNEQUAL:
            listed = ", ".join(f"{seconds:.0f} s" for seconds in longest[:_MOST_VALUES])
            yield "longest run", listed, "unequal: the runs warm up and stall differently"


NEIGHBOUR_RULE = (
    "closest: the same test, threads and metric in another bundle, with the least between them in"
    " processors, data, client, release, machine and years"
)


def neighbours(result: ResultRecord, others: Iterable[TableCell]) -> list[Row]:
    """Server, workload, threads, both figures, their ratio, and the closest, of each cell of a
    bundle that has a neighbour; furthest apart first.
    """
    near: dict[tuple[str, int], list[TableCell]] = {}
    for other in others:
        near.setdefault((other.test, other.threads), []).append(other)
    labels = {server.id: server.label for server in result.servers}
    cells = sorted(cell_rows(result), key=lambda c: (c.workload_label, labels[c.server], c.threads))
    found = [(c, standing(c, near.get((c.test, c.threads), ()))) for c in cells]
    pairs = [(cell, its) for cell, its in found if its]
    pairs.sort(key=lambda pair: -abs(pair[0].log_mean - pair[1].nearest[0].cell.log_mean))
    return [
        (
            labels[cell.server],
            cell.workload_label,
            cell.threads,
            figure(cell.metric, math.exp(cell.log_mean)),
            figure(cell.metric, its.nearest[0].value),
            f"{math.exp(cell.log_mean) / its.nearest[0].value:.2f}",
            _closest_text(its),
        )
        for cell, its in pairs
    ]


def _closest_text(its: Standing) -> str:
    nearest = its.nearest[0]
    apart = ", ".join(nearest.words) or "nothing recorded differs"
    place = f"place {its.place} of {its.of} machines as near"
    return f"{nearest.cell.bundle}, {nearest.cell.server}: {apart}; {place}"


def head_cells(
    result: ResultRecord,
) -> Iterator[tuple[WorkloadRecord, ServerRecord, str, Mapping[int, Cell]]]:
    """Workload and server, the metric its pages open with, and the cells by threads."""
    servers = {server.id: server for server in result.servers}
    for workload in result.workloads:
        runs = result.runs_of(workload.id)
        if metric := head_metric(runs):
            for name, cells in cells_of(runs, list(servers), metric).items():
                yield workload, servers[name], metric, cells


LEAST = 3
"""Repetitions a cell needs."""
FLOOR = 0.05
"""A difference below five percent is never named."""
TIMES = 5.0
"""How many scaled deviations away is far."""
_TO_SIGMA = 1.4826
OUTLIER_RULE = (
    f"further from the median of its cell than {FLOOR:.0%} and than {TIMES:.0f} times the usual"
    " distance in this workload (median absolute deviation on the logarithmic scale, over cells"
    f" of {LEAST} repetitions or more)"
)


def outliers(result: ResultRecord) -> Iterator[Row]:
    """Run, its value, the median of its cell and their ratio, of the runs to look at."""
    for _, found in groupby(head_cells(result), key=lambda head: head[0].id):
        heads = list(found)
        metric = heads[0][2]
        cells = [c for *_, by_threads in heads for c in by_threads.values()
                 if len(c.values) >= LEAST and min(c.values) > 0]  # fmt: skip
        limit = max(math.log1p(FLOOR), TIMES * _usual_distance(cells))
        for cell in cells:
            centre = median(cell.values)
            for run, value in zip(cell.runs, cell.values, strict=True):
                if abs(math.log(value / centre)) > limit:
                    shown = figure(metric, value), figure(metric, centre)
                    yield run.id, *shown, f"{value / centre:.2f}"


def _usual_distance(cells: Sequence[Cell]) -> float:
    """The usual distance from a cell's median, without the one run that is the median."""
    distances = []
    for cell in cells:
        centre = median(cell.values)
        own = sorted(abs(math.log(value / centre)) for value in cell.values)
        distances += own[len(own) % 2 :]
    return _TO_SIGMA * median(distances) if distances else 0.0


GROUPS = {
    ("hosts", "cpu"): "CPU",
    ("hosts", "memory"): "memory",
    ("hosts", "storage"): "storage",
    ("hosts", "tuning"): "tuning of the system",
    ("hosts", "cloud"): "rented machine",
    ("hosts", ""): "machine and system",
    ("servers", "build"): "build of the server",
    ("servers", "replication"): "replication",
    ("servers", "proxy"): "proxy",
    ("servers", ""): "server",
    ("clients", ""): "client",
    ("workloads", "dataset"): "dataset",
    ("workloads", ""): "workload",
}
"""Part of the bundle and group of fields to its name; "" for the fields of no group."""
_NO_FACTS = frozenset(("notes", "host", "client", "stated_parameters", "storage.role"))


def environment(result: ResultRecord) -> list[tuple[str, int, int, str]]:
    """Group of fields, how many are recorded, of how many, and the names of the others."""
    states: dict[str, list[tuple[str, str]]] = {}
    for part, name, state in _facts(result):
        head, dot, rest = name.partition(".")
        if head not in _NO_FACTS and name not in _NO_FACTS:
            whole = GROUPS.get((part, head if dot else ""), GROUPS[part, ""])
            states.setdefault(GROUPS.get((part, name), whole), []).append((rest or head, state))
    rows = []
    for group in GROUPS.values():
        if group in states:
            missing = [name for name, state in states[group] if state == "unrecorded"]
            every = len(states[group])
            rows.append((group, every - len(missing), every, ", ".join(dict.fromkeys(missing))))
    return rows


def _facts(result: ResultRecord) -> Iterator[tuple[str, str, str]]:
    """(part, name, state) of every fact, with those that records keep in fields of their own."""
    for part in ("hosts", "servers", "clients", "workloads"):
        for entry in getattr(result, part):
            yield from ((part, fact.name, fact.state) for fact in entry.facts)
    for server in result.servers:
        yield "servers", "options", server.options_basis
        yield "servers", "regime", server.regime
    for workload in result.workloads:
        yield "workloads", "command", workload.command or "unrecorded"
        yield "workloads", "prepare", workload.prepare or "unrecorded"


MOST_THREADS = 12


def glance(result: ResultRecord) -> list[tuple[LineName, str]]:
    """What a reviewer looks at first: numbers from the runs, and texts of the bundle; a line that
    does not apply is empty.
    """
    counts = sorted({run.threads for run in result.runs})
    more = " and more" if len(counts) > MOST_THREADS else ""
    datasets = dict.fromkeys(filter(None, map(_dataset, result.workloads)))
    source, campaign = (
        {fact.name: fact.value for fact in facts} for facts in (result.source, result.campaign)
    )
    repository, commit = source.get("repository", ""), source.get("commit", "")
    return [
        ("runs", _length(result)),
        ("threads", ", ".join(map(str, counts[:MOST_THREADS])) + more),
        ("data", "; ".join(datasets)),
        ("repetitions", _spread(result)),
        ("notes", campaign.get("notes") or result.notes),
        ("source", result.source_url or (repository and f"{repository} at {commit[:12]}")),
    ]


def _length(result: ResultRecord) -> str:
    seconds = sorted(
        run.figures["duration_s"].value
        for run in result.runs
        if run.state == "complete" and "duration_s" in run.figures
    )
    runs = count_text(len(result.runs), "run")
    if not seconds:
        return f"{runs}; how long they took is not recorded"
    low, high = f"{seconds[0]:.0f}", f"{seconds[-1]:.0f}"
    return f"{runs} of {low} s" if low == high else f"{runs} of {low} to {high} s"


def _dataset(workload: WorkloadRecord) -> str:
    tables, rows = (workload.values.get(name) for name in ("tables", "table_size"))
    size = workload.stated.get("dataset.size_mib")
    parts = [
        f"{tables} tables of {rows} rows" if tables and rows else workload.scale,
        f"{size} MiB" if isinstance(size, int | float) else "",
        "; ".join(sorted({place.replace("-", " ") for place in workload.residency.values()})),
    ]
    return ", ".join(part for part in parts if part)


def _spread(result: ResultRecord) -> str:
    """How far the repetitions of a cell are apart, the slowest beside the fastest."""
    spreads = sorted(
        (max(cell.values) / min(cell.values) - 1, f"{w.title}, {s.label}, {threads} threads")
        for w, s, _, cells in head_cells(result)
        for threads, cell in cells.items()
        if len(cell.values) > 1 and min(cell.values) > 0
    )
    if not spreads:
        sliced = sum(bool(run.slices) for run in result.runs)
        if sliced:
            return f"{count_text(sliced, 'run')} cut into slices that took turns with others'"
        return "no cell was repeated: what noise there is cannot be seen"
    middle = median([spread for spread, _ in spreads])
    widest, cell = spreads[-1]
    return (
        f"the fastest repetition of a cell is {middle:.1%} above the slowest in the median of"
        f" {count_text(len(spreads), 'cell')}, {widest:.1%} at most ({cell})"
    )
