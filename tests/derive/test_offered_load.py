"""Merged histograms, and loads that a server did not keep up with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.offered_load import (
    load_points,
    percentile,
    percentile_spans,
)
from sysbench_archive.derive.results import result_record
from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.pages.comparison.record import matrix_comparisons
from sysbench_archive.sysbench.report import Report
from sysbench_archive.tables.bundles import bundle_document

FOLDER = Path(__file__).parents[1] / "rules/load-rate/pass/2026-01-raw-output"
MINUS = "\N{MINUS SIGN}"
HISTOGRAMS = st.lists(
    st.tuples(st.sampled_from([0.5, 1.0, 2.0, 8.0, 64.0]), st.integers(1, 1000)),
    min_size=1,
    max_size=5,
    unique_by=lambda bucket: bucket[0],
)


def bundle() -> Bundle:
    """A capacity of 500 a second, and half of it offered: 2,500 events in ten seconds."""
    loaded = load_bundle(FOLDER, "b").bundle
    assert loaded
    return loaded


def with_runs(*reports: Report) -> Bundle:
    """The same with these runs at half of the capacity."""
    one = bundle()
    capacity, load = one.runs
    runs = [replace(load, id=f"r{n}", report=report) for n, report in enumerate(reports)]
    return replace(one, runs=(capacity, *runs))


def report(events: int = 2500, histogram: Sequence[tuple[float, int]] | None = None) -> Report:
    """A run at half of the capacity with so many events."""
    load: Run = bundle().runs[1]
    assert load.report
    kept = load.report.histogram if histogram is None else tuple(histogram)
    return replace(load.report, total_events=events, histogram=kept)


@given(HISTOGRAMS, st.floats(0.01, 1.0))
def test_a_histogram_merged_with_itself_is_itself(
    histogram: list[tuple[float, int]], share: float
) -> None:
    assert percentile(histogram * 2, share) in {value for value, _ in histogram}
    for span in percentile_spans([histogram, histogram]).values():
        assert span.low == span.high
        # Ranks are rounded, those of twice as many events elsewhere.
        assert span.middle in {value for value, _ in histogram}


@given(st.lists(HISTOGRAMS, min_size=1, max_size=4))
def test_a_merged_percentile_lies_between_those_of_the_runs(
    histograms: list[list[tuple[float, int]]],
) -> None:
    spans = percentile_spans(histograms)
    # Each run's rank is rounded, and so is that of all: a bucket of one event may decide.
    values = {value for histogram in histograms for value, _ in histogram}
    assert all(span.low <= span.high and span.middle in values for span in spans.values())


def test_percentiles_are_merged_and_not_averaged() -> None:
    quick, slow = [(1.0, 1000)], [(1.0, 900), (100.0, 100)]
    assert percentile(quick, 0.99) == 1.0
    assert percentile(slow, 0.99) == 100.0
    span = percentile_spans([quick] * 9 + [slow])["p99"]
    # 100 slow events of 10,000: the mean of the ten percentiles would be 10.9.
    assert (span.low, span.middle, span.high) == (1.0, 1.0, 100.0)


def test_a_percentile_is_the_one_sysbench_prints() -> None:
    """A report of sysbench 1.0.20 with its histogram; the last bucket holds the maximum."""
    histogram = [(0.5, 950), (1.0, 40), (21.886, 10)]
    assert percentile(histogram, 0.99) == 1.0
    assert percentile(histogram, 0.991) == 21.886
    assert percentile(histogram, 1.0) == 21.886
    with pytest.raises(ValueError, match="needs events"):
        percentile([], 0.99)


def test_repetitions_of_a_load_are_one_point() -> None:
    points = load_points(with_runs(report(2490), report(2510)))
    (point,) = points["read-only"]
    assert (point.percent, point.rate, point.achieved) == (50, 250, 250)
    assert [run.id for run in point.runs] == ["r0", "r1"]
    assert point.p95_ms
    assert (point.refused, point.p95_ms.middle) == ("", 2.0)


@pytest.mark.parametrize(
    ("events", "refused"),
    [
        # Three times the square root of 2,500 is 150: 6 %.
        (2360, ""),
        (2340, f"234.0 of 250 a second were answered, {MINUS}6.4 %"),
        (2660, "266.0 of 250 a second were answered, +6.4 %"),
    ],
)
def test_a_rate_is_missed_by_more_than_chance(events: int, refused: str) -> None:
    (point,) = load_points(with_runs(report(events)))["read-only"]
    assert point.refused == refused
    assert (point.p99_ms is None) == bool(refused)


def test_many_events_leave_one_percent() -> None:
    few = [report(2460)] * 40
    (point,) = load_points(with_runs(*few))["read-only"]
    # 98,400 of 100,000 events: chance explains 0.95 %, and they miss 1.6 %.
    assert point.refused == f"246.0 of 250 a second were answered, {MINUS}1.6 %"


FULL = "sysbench ended with exit code 1: FATAL: The event queue is full."


@pytest.mark.parametrize(
    ("failed", "said", "counted"),
    [
        (("", FULL), "1 of 2 runs broke off, because the queue of events was full", 1),
        ((FULL,), "the only run broke off, because the queue of events was full", 0),
        # A server that was killed says nothing of the load.
        (("", "server killed"), "", 1),
        (("server killed",), "no run of it ended", 0),
    ],
)
def test_a_full_queue_refuses_a_load_and_another_failure_counts_nowhere(
    failed: tuple[str, ...], said: str, counted: int
) -> None:
    one = with_runs(*(report() for _ in failed))
    capacity, *loads = one.runs
    runs = [replace(run, failed=why or None) for run, why in zip(loads, failed, strict=True)]
    (point,) = load_points(replace(one, runs=(capacity, *runs)))["read-only"]
    assert (point.refused, len(point.runs)) == (said, counted)
    assert (point.p95_ms is None) == bool(said)


def test_the_wait_for_a_thread_is_the_queue_over_the_rate() -> None:
    def of(*queue: int) -> Report:
        return replace(report(), queue=queue)

    (point,) = load_points(with_runs(of(1, 2), of(6, 1)))["read-only"]
    # 2.5 events wait in the mean, and 250 a second are answered.
    assert point.queue_ms == pytest.approx(10)
    (point,) = load_points(with_runs(of(0, 0)))["read-only"]
    assert point.queue_ms == 0
    (point,) = load_points(with_runs(of()))["read-only"]
    assert point.queue_ms is None


def test_one_in_a_thousand_needs_a_thousand_events() -> None:
    few, many = report(histogram=[(1.0, 999)]), report(histogram=[(1.0, 999), (5.0, 1)])
    (point,) = load_points(with_runs(few))["read-only"]
    assert (point.p50_ms is None, point.p999_ms) == (False, None)
    (point,) = load_points(with_runs(many))["read-only"]
    assert point.p999_ms
    assert point.p999_ms.middle == 1.0


def test_a_run_without_a_histogram_has_no_percentiles() -> None:
    (point,) = load_points(with_runs(report(), report(histogram=())))["read-only"]
    assert point.refused == "a run kept no histogram"


def test_loads_stand_beside_the_capacity_and_are_no_comparison_of_their_own() -> None:
    one = bundle()
    other = replace(one.servers["mysql"], id="other", version="9.0.0")
    runs = [replace(run, id=f"{run.id}-other", server="other") for run in one.runs]
    two = replace(one, servers={**one.servers, "other": other}, runs=(*one.runs, *runs))
    result = result_record(two)
    assert [w.rate_limited for w in result.workloads] == [False, True]
    (comparison,) = matrix_comparisons(result)
    (panel,) = comparison.panels
    assert panel.workload.id == "read-only"
    assert panel.load
    assert [point.server for point in panel.load] == ["mysql", "other"]
    # One load makes no curve.
    assert not panel.chart("load_p99")
    # Nor is it a level that servers are explored by.
    metrics = {own.workload: own.throughput_metric for own in bundle_document(result, "").workloads}
    assert [name for name, metric in metrics.items() if metric] == ["read-only"]
