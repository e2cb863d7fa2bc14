"""What a reviewer looks at first of a bundle: lengths, data, notes of the campaign, spread, source.

Each line is a label and a sentence of numbers from the runs, or a text of the bundle cut short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sysbench_archive.model.base import FactRow
from sysbench_archive.model.result import ResultRecord, WorkloadRecord
from sysbench_archive.review.findings import head_cells
from sysbench_archive.review.record import GlanceLine
from sysbench_archive.review.untrusted import cut
from sysbench_archive.statistics import median
from sysbench_archive.words.phrases import count_text

MOST_THREADS = 12
REPEATED = 2
"""Runs of a cell that have a spread."""


def glance(result: ResultRecord) -> list[GlanceLine]:
    """The lines that apply to a bundle, in order."""
    lines = ((label, text_of(result)) for label, text_of in _LINES)
    return [GlanceLine(label=label, text=cut(text)) for label, text in lines if text]


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


def _threads(result: ResultRecord) -> str:
    counts = sorted({run.threads for run in result.runs})
    shown = ", ".join(map(str, counts[:MOST_THREADS]))
    return f"{shown} and more" if len(counts) > MOST_THREADS else shown


def _data(result: ResultRecord) -> str:
    return "; ".join(dict.fromkeys(filter(None, map(_dataset, result.workloads))))


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
    spreads = sorted(_spreads(result))
    sliced = sum(run.slices is not None for run in result.runs)
    if sliced and not spreads:
        return f"{count_text(sliced, 'run')} cut into slices that took turns with those of others"
    if not spreads:
        return "no cell was repeated: what noise there is cannot be seen"
    middle = median([spread for spread, _ in spreads])
    widest, cell = spreads[-1]
    return (
        f"the fastest repetition of a cell is {middle:.1%} above the slowest in the median of"
        f" {count_text(len(spreads), 'cell')}, {widest:.1%} at most ({cell})"
    )


def _spreads(result: ResultRecord) -> Iterator[tuple[float, str]]:
    for workload, server, _, cells in head_cells(result):
        for threads, cell in cells.items():
            if len(cell.values) >= REPEATED and min(cell.values) > 0:
                spread = max(cell.values) / min(cell.values) - 1
                yield spread, f"{workload.title}, {server.label}, {threads} threads"


def _campaign(result: ResultRecord) -> str:
    return _fact(result.campaign, "notes") or result.notes


def _source(result: ResultRecord) -> str:
    if result.source_url:
        return result.source_url
    repository, commit = (_fact(result.source, name) for name in ("repository", "commit"))
    return f"{repository} at {commit[:12]}" if repository else ""


def _fact(facts: Sequence[FactRow], name: str) -> str:
    return next((fact.value for fact in facts if fact.name == name), "")


_LINES: tuple[tuple[str, Callable[[ResultRecord], str]], ...] = (
    ("runs", _length),
    ("threads", _threads),
    ("data", _data),
    ("repetitions", _spread),
    ("notes", _campaign),
    ("source", _source),
)
"""Label and what fills it, in the order of the report."""
