"""A summary of interval lines loses no interval, and its file gives back what was written."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.bundle.series import MOST, read_series, summarised, write_series
from sysbench_archive.sysbench.report import Interval, Report, parse_reports

(EMPTY,) = parse_reports(
    b"sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n"
    b"Running the test with following options:\nNumber of threads: 1\n"
    b"General statistics:\n    total time:    10.0s\n"
)
RATES = st.lists(st.floats(0, 1e6, allow_subnormal=False), min_size=2, max_size=400).filter(
    lambda rates: any(round(rate, 3) for rate in rates)
)


def report(rates: list[float], every: int = 1) -> Report:
    intervals = tuple(
        Interval(every * n, 1, rate, None, None, None, None) for n, rate in enumerate(rates, 1)
    )
    return replace(EMPTY, intervals=intervals, interval_lines=tuple(range(10, 10 + len(rates))))


@given(RATES)
def test_every_interval_is_in_one_mean_and_in_warm_up_or_window(rates: list[float]) -> None:
    stretches = summarised(report(rates))
    means = [s for s in stretches if s.part == "mean"]
    assert sum(s.intervals for s in means) == len(rates)
    assert sum(s.intervals for s in stretches if s.part in ("warm-up", "window")) == len(rates)
    assert all(sum(s.part == part for s in stretches) <= most for part, most in MOST.items())
    for before, after in pairwise(means):
        assert before.to_s == after.from_s
        assert before.last_line + 1 == after.first_line


@given(RATES, st.integers(1, 60))
def test_fewer_means_may_be_asked_for_and_never_more(rates: list[float], most: int) -> None:
    stretches = summarised(report(rates), most)
    means = [s for s in stretches if s.part == "mean"]
    assert len(means) <= min(most, MOST["mean"])
    assert sum(s.intervals for s in means) == len(rates)
    others = [s for s in summarised(report(rates)) if s.part != "mean"]
    assert [s for s in stretches if s.part != "mean"] == others


@given(st.dictionaries(st.sampled_from(["t1", "t2", "t4"]), RATES, min_size=1))
def test_what_is_written_is_read_again(rates: dict[str, list[float]]) -> None:
    series = {run: summarised(report(values)) for run, values in rates.items()}
    read, problems = read_series(write_series(series).encode(), "series.csv", rates)
    assert problems == []
    assert read == series


def test_a_window_follows_the_first_tenth() -> None:
    stretches = summarised(report([1.0] * 6 + [10.0] * 54, every=10))
    (warm_up,) = (s for s in stretches if s.part == "warm-up")
    (window,) = (s for s in stretches if s.part == "window")
    assert (warm_up.from_s, warm_up.to_s, warm_up.mean) == (0, 60, 1.0)
    assert (window.from_s, window.to_s, window.mean) == (60, 600, 10.0)
    assert (window.first_line, window.last_line) == (16, 69)


def test_stalls_are_told_the_longest_first() -> None:
    rates = [100.0] * 20 + [0.0] + [100.0] * 5 + [9.0, 0.0] + [100.0] * 20
    stalls = [s for s in summarised(report(rates)) if s.part == "stall"]
    assert [(s.from_s, s.to_s) for s in stalls] == [(26, 28), (20, 21)]


def test_a_test_without_transactions_has_no_summary() -> None:
    assert summarised(report([0.0] * 30)) == ()
    assert summarised(report([0.0] * 29 + [0.1])) != ()


def test_one_interval_has_no_summary() -> None:
    assert summarised(report([5.0])) == ()


@given(st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    read, problems = read_series(data, "series.csv", ["t1"])
    assert problems
    assert read == {}
