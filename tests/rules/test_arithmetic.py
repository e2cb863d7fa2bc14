"""Laws of the arithmetic: what sysbench prints obeys it, and a changed figure does not."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sysbench_archive.model.base import FigureValue
from sysbench_archive.rules.arithmetic import SLICE_CLOCK_S, clock_of, errors, faults, rounding
from sysbench_archive.rules.runs import bounds_of, same_version

COUNTS = st.integers(0, 2**40)
DURATIONS = st.floats(0.1, 1e6)


def printed(**figures: float) -> dict[str, FigureValue]:
    return {name: FigureValue(value, None) for name, value in figures.items()}


@given(COUNTS, DURATIONS, st.floats(-0.035, 0.035), st.integers(0, 2))
def test_a_rate_as_sysbench_prints_it_is_accepted(
    transactions: int, duration: float, clock: float, decimals: int
) -> None:
    rate = round(transactions / (duration + clock), decimals or None)
    figures = printed(transactions=transactions, tps=rate, duration_s=round(duration, 4))
    assert not list(faults(figures))


@given(st.integers(1000, 2**40), st.floats(1, 1e6), st.sampled_from([0.5, 0.9, 1.1, 10, 1000]))
def test_another_rate_is_refused(transactions: int, duration: float, factor: float) -> None:
    rate = round(factor * transactions / duration, 2)
    assume(abs(rate - transactions / duration) > 1)
    figures = printed(transactions=transactions, tps=rate, duration_s=round(duration, 4))
    assert [fault.kind for fault in faults(figures)] == ["rate"]


@given(COUNTS, COUNTS, COUNTS, st.integers(-5, 5))
def test_parts_add_up_to_their_sum_and_to_nothing_else(
    reads: int, writes: int, others: int, off: int
) -> None:
    total = reads + writes + others + off
    figures = printed(reads=reads, writes=writes, others=others, queries=total)
    assert [fault.metric for fault in faults(figures)] == (["queries"] if off else [])


@given(st.integers(1, 10**9), st.integers(0, 1000), st.integers(0, 1000), st.integers(0, 3000))
def test_events_are_transactions_and_at_most_the_errors(
    transactions: int, ignored: int, deadlocks: int, more: int
) -> None:
    figures = printed(
        transactions=transactions,
        ignored_errors=ignored,
        deadlocks=deadlocks,
        total_events=transactions + more,
    )
    assert errors(figures) == ignored + deadlocks
    assert bool(list(faults(figures))) == (more > ignored + deadlocks)


@given(st.lists(st.floats(0, 1e6).map(lambda x: round(x, 2)), min_size=3, max_size=3))
def test_latencies_in_order_are_accepted(latencies: list[float]) -> None:
    low, middle, high = sorted(latencies)
    figures = printed(latency_min_ms=low, latency_avg_ms=middle, latency_max_ms=high)
    assert not list(faults(figures))
    swapped = printed(latency_min_ms=high, latency_avg_ms=low)
    if high == low or high > low + 0.2:  # in between, rounding decides
        assert bool(list(faults(swapped))) == (high > low)


@given(st.dictionaries(st.sampled_from(["tps", "qps", "transactions", "queries"]), COUNTS))
def test_figures_that_are_not_there_break_no_law(figures: dict[str, int]) -> None:
    assert not list(faults(printed(**figures)))


@pytest.mark.parametrize(
    ("value", "expected"), [(5, 0.5), (5.0, 0.05), (5.25, 0.005), (1e16, 0.5), (1e-7, 0.5)]
)
def test_rounding_is_half_the_last_decimal(value: float, expected: float) -> None:
    assert rounding(FigureValue(value, None)) == pytest.approx(expected)


RUN = "sysbench oltp_read_only --time=60 {} run"


@pytest.mark.parametrize(
    ("command", "version", "seconds"),
    [
        (RUN.format(""), "1.0.20", 72.0),
        (RUN.format("--warmup-time=10"), "1.1.0", 82.0),
        (RUN.format("--events=1000"), "1.0.20", None),
        ("sysbench oltp_read_only --time=$time run", "1.0.20", None),
        ("sysbench oltp_read_only run", "1.0.20", 17.0),
        ("sysbench --test=oltp --max-time=60 run", "0.4.12", None),
        ("sysbench --test=oltp --max-time=60 --max-requests=0 run", "0.4.12", 72.0),
        (
            "sysbench --test=x/oltp.lua --max-time=60 --max-requests=0 --forced-shutdown=5 run",
            "0.5",
            77.0,
        ),
    ],
)
def test_a_run_lasts_as_long_as_its_command_says(
    command: str, version: str, seconds: float | None
) -> None:
    bounds = bounds_of(command, version)
    assert (bounds.usual if bounds else None) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("stated", "found", "same"),
    [
        ("1.0.20", "1.0.20-ebf1c90da0", True),
        ("sysbench 1.0.20", "1.0.20", True),
        ("0.5", "0.5", True),
        ("0.4.12.5", "0.4.12", True),
        ("1.0", "1.0.17", True),
        ("1.0.2", "1.0.20", False),
        ("1.0.20", "1.1.0-df89d34", False),
        ("a build from git", "1.1.0", True),
    ],
)
def test_versions_are_compared_number_by_number(stated: str, found: str, same: bool) -> None:
    assert same_version(stated, found) is same


def test_a_short_run_may_read_its_clocks_further_apart_than_a_long_one() -> None:
    """A rate of a second whose clock was read 0.041 s late, and one of ten seconds."""
    short = printed(transactions=50045, tps=48101.85, duration_s=1.0003)
    assert list(faults(short, clock_of(1.0, sliced=False))) == []
    edited = short | {"tps": FigureValue(44000.25, None)}
    assert [fault.kind for fault in faults(edited, clock_of(1.0, sliced=False))] == ["rate"]
    long = printed(transactions=500450, tps=49500.0, duration_s=10.0003)
    assert [fault.kind for fault in faults(long, clock_of(10.0, sliced=False))] == ["rate"]


def test_a_slice_may_read_its_clocks_further_apart() -> None:
    """Rates of a second whose clock was read 0.12 s late, as on a machine with many waiting."""
    figures = printed(transactions=11341, tps=10063.0, duration_s=1.0039)
    assert [fault.kind for fault in faults(figures)] == ["rate"]
    assert list(faults(figures, SLICE_CLOCK_S)) == []
    halved = figures | {"tps": FigureValue(5000.0, None)}
    assert [fault.kind for fault in faults(halved, SLICE_CLOCK_S)] == ["rate"]
