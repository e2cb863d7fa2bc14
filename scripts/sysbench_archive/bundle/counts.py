"""The figures of a run whose instructions were counted: counts, and no figure of its pace.

A tool that counts slows a server down, callgrind fifty times: throughput and latency of such a run
are read by nobody as the server's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sysbench_archive.counters.evidence import Count, path_lengths, resting_from
from sysbench_archive.metrics import PACE
from sysbench_archive.model.bundle import Figure


def counted_figures(figures: Mapping[str, Figure], counts: Sequence[Count]) -> dict[str, Figure]:
    """The figures of sysbench's report that hold below a tool, and those of the counts.

    Each count is of as many events as the report; a figure is the mean of the counts that the run
    rests on, and its line is the one of the last count that contributed most.
    """
    kept = {name: figure for name, figure in figures.items() if name not in PACE}
    if not counts or not counts[-1].parts:
        return kept
    return kept | _figures_of(kept, counts)


def _figures_of(kept: Mapping[str, Figure], counts: Sequence[Count]) -> dict[str, Figure]:
    last = counts[-1]
    transactions, queries = _positive(kept, "transactions"), _positive(kept, "queries")
    events = transactions or _positive(kept, "total_events")
    lengths = path_lengths(counts, queries)
    serving = last.parts_serving(queries)
    line = max(serving, key=lambda part: part.instructions).line
    first = resting_from(lengths)
    used, length = counts[first:], _mean(lengths[first:])
    shares = (
        ("instructions", _mean(c.instructions for c in used), 1, line),
        ("instructions_per_transaction", length, events, line),
        ("instructions_per_query", length, queries, line),
        (
            "background_instructions_per_transaction",
            None
            if len(serving) == len(last.parts)
            else _mean(c.instructions - c.served(queries) for c in used),
            events,
            line,
        ),
        (
            "kernel_instructions_per_transaction",
            _mean(c.kernel for c in used),
            events,
            last.kernel_line,
        ),
        (
            "system_calls_per_transaction",
            _mean(c.system_calls for c in used),
            events,
            last.system_calls_line or line,
        ),
    )
    return {
        name: Figure(total / parts, line)
        for name, total, parts, line in shares
        if total is not None and parts
    }


def _mean(values: Iterable[int | None]) -> float | None:
    """The mean, None where a count does not have the value."""
    known = list(values)
    stated = [value for value in known if value is not None]
    return sum(stated) / len(stated) if known and len(stated) == len(known) else None


def _positive(figures: Mapping[str, Figure], name: str) -> float:
    return figures[name].value if name in figures else 0
