"""The arithmetic that the figures of one run obey, wherever they were printed.

`figures` says which rule a broken law belongs to. Tolerances, measured on real output: sysbench
reads the clock once for the rates and once for the total time, which made up to 0.003 s of
difference, and 0.03 s where five processes waited for each processor; builds of 1.1 that report
at a checkpoint made 0.04 %. A run of a second beside other work made 0.041 s. Of 4,800 slices of a
second, at a load of up to 38 on two processors, nine made more: most up to 0.12 s, two 0.16 s and
0.23 s. The rest is the rounding of what is printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Literal, NamedTuple

from sysbench_archive.metrics import PERCENTILES
from sysbench_archive.model.base import FigureValue
from sysbench_archive.problems import got_expected

Kind = Literal["rate", "sum", "latency"]
Figures = Mapping[str, FigureValue]

CLOCK_S, SHORT_CLOCK_S, SLICE_CLOCK_S = 0.04, 0.1, 0.3
SHORT_S = 4.0
"""A hundredth of a shorter run is less than `CLOCK_S`, so it loses nothing by more room."""
CLOCK_SHARE = 0.0005
BUCKET = 1.05
"""A percentile is the edge of a bucket of 2 % at most, so it may exceed the maximum."""

P95 = 0.95

_RATES = (
    ("transactions", "tps"),
    ("queries", "qps"),
    ("rw_requests", "rw_requests_per_s"),
    ("total_events", "events_per_s"),
)
_SUMS = (("queries", ("reads", "writes", "others")), ("rw_requests", ("reads", "writes")))
_PERCENTILES = (*PERCENTILES.values(), "latency_p999_ms")
_ORDERED = (
    ("latency_min_ms", "latency_avg_ms", 1.0),
    ("latency_avg_ms", "latency_max_ms", 1.0),
    *((less, more, 1.0) for less, more in combinations(_PERCENTILES, 2)),
    *(("latency_min_ms", name, BUCKET) for name in _PERCENTILES),
    *((name, "latency_max_ms", BUCKET) for name in _PERCENTILES),
)
_ERRORS = ("ignored_errors", "deadlocks", "reconnects")


class Fault(NamedTuple):
    """A law the figures break: which kind, the figure it is told of, and the sentence."""

    kind: Kind
    metric: str
    message: str


def faults(figures: Figures, clock_s: float = CLOCK_S) -> Iterator[Fault]:
    """Every law the figures of a run break; `clock_s` is what two readings may lie apart."""
    yield from _rates(figures, clock_s)
    yield from _sums(figures)
    yield from _events(figures)
    yield from _order(figures)
    yield from _share(figures)


def clock_of(duration_s: float | None, *, sliced: bool) -> float:
    """What two readings of the clock may lie apart in a run, in seconds."""
    if sliced:
        return SLICE_CLOCK_S
    return CLOCK_S if duration_s is None or duration_s >= SHORT_S else SHORT_CLOCK_S


def rounding(figure: FigureValue) -> float:
    """Half a unit of the last decimal the figure shows."""
    decimals = repr(figure.value).partition(".")[2] if isinstance(figure.value, float) else ""
    return 0.5 * 10.0 ** -(len(decimals) if decimals.isdigit() else 0)


def errors(figures: Figures) -> float:
    """Errors, deadlocks and reconnects the run counted: each may repeat queries."""
    return sum(figures[name].value for name in _ERRORS if name in figures)


def _rates(figures: Figures, clock_s: float) -> Iterator[Fault]:
    for name, rate in _RATES:
        if not {name, rate, "duration_s"} <= figures.keys():
            continue
        count, duration, printed = figures[name].value, figures["duration_s"], figures[rate]
        slack = clock_s + CLOCK_SHARE * duration.value + rounding(duration)
        shortest, off = duration.value - slack, rounding(printed)
        low = count / (duration.value + slack) - off
        high = count / shortest + off if shortest > 0 else float("inf")
        if not low <= printed.value <= high:
            expected = f"about {count / max(duration.value, 1e-9):.2f}, {name} / duration"
            message = got_expected(f"{rate} is not {name} / duration", printed.value, expected)
            yield Fault("rate", rate, message)


def _sums(figures: Figures) -> Iterator[Fault]:
    for total, parts in _SUMS:
        if total in figures and all(part in figures for part in parts):
            expected = sum(figures[part].value for part in parts)
            if expected != figures[total].value:
                message = f"{total} is not {' + '.join(parts)}"
                got = got_expected(message, figures[total].value, expected)
                yield Fault("sum", total, got)


def _events(figures: Figures) -> Iterator[Fault]:
    """Events are transactions, and at most the errors more; a connect test has no transactions."""
    if "transactions" not in figures or "total_events" not in figures:
        return
    transactions, events = figures["transactions"].value, figures["total_events"].value
    if transactions and not transactions <= events <= transactions + errors(figures):
        expected = f"{transactions}, the transactions, and at most {errors(figures):g} errors more"
        message = got_expected("total_events is not transactions", events, expected)
        yield Fault("sum", "total_events", message)


def _share(figures: Figures) -> Iterator[Fault]:
    """One event in twenty is as slow as the 95th percentile or slower, and no slower than all."""
    if not {"latency_avg_ms", "latency_p95_ms"} <= figures.keys():
        return
    mean, p95 = figures["latency_avg_ms"], figures["latency_p95_ms"]
    slack = BUCKET * (rounding(mean) + rounding(p95))
    if (1 - P95) * p95.value > BUCKET * mean.value + slack:
        message = "latency_p95_ms is more than 20 times the mean"
        told = got_expected(message, p95.value, f"at most {mean.value / (1 - P95):.2f}")
        yield Fault("latency", "latency_p95_ms", told)
    if "latency_max_ms" in figures:
        most = p95.value + (1 - P95) * figures["latency_max_ms"].value
        if mean.value > BUCKET * most + slack:
            message = "latency_avg_ms is more than 95th percentile and maximum allow"
            told = got_expected(message, mean.value, f"at most {most:.2f}")
            yield Fault("latency", "latency_avg_ms", told)


def _order(figures: Figures) -> Iterator[Fault]:
    for less, more, factor in _ORDERED:
        if less in figures and more in figures:
            limit = factor * figures[more].value + rounding(figures[more])
            if figures[less].value > limit + rounding(figures[less]):
                message = f"{less} is more than {more}"
                expected = f"at most {figures[more].value}"
                got = got_expected(message, figures[less].value, expected)
                yield Fault("latency", less, got)
