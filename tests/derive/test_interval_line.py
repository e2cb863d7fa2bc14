"""The drawn line stays in its box, from zero up, and a long run keeps its mean."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from drawn_lines import points_of
from sysbench_archive.bundle.series import summarised
from sysbench_archive.derive.runs import HEIGHT, MAX_POINTS, WIDTH, sliced_line, throughput_line
from sysbench_archive.model.result import ThroughputLine
from sysbench_archive.model.slices import SliceTable
from sysbench_archive.sysbench.report import Interval, Report, parse_reports

(EMPTY,) = parse_reports(
    b"sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n"
    b"Running the test with following options:\nNumber of threads: 1\n"
    b"General statistics:\n    total time:    10.0s\n"
)


def report(values: list[float]) -> Report:
    intervals = tuple(
        Interval(
            t=second,
            threads=1,
            tps=tps,
            qps=None,
            latency_ms=None,
            errors_per_s=None,
            reconnects_per_s=None,
        )
        for second, tps in enumerate(values, 1)
    )
    lines = tuple(range(4, 4 + len(values)))
    return replace(EMPTY, intervals=intervals, interval_lines=lines)


RATES = st.floats(0, 1e6).map(lambda rate: round(rate, 2))


@given(st.lists(RATES, min_size=2, max_size=600))
def test_points_stay_in_the_box(values: list[float]) -> None:
    line = throughput_line(report(values))
    if max(values) <= 0:
        assert line is None
        return
    assert line is not None
    points = points_of(line.drawn)
    assert 2 <= len(points) <= MAX_POINTS
    assert all(-1 <= x <= WIDTH + 1 and 0 <= y <= HEIGHT for x, y in points)
    assert (points[0][0], points[-1][0]) == (0, WIDTH) or len(values) > MAX_POINTS
    assert (line.count, line.lowest, line.highest) == (
        len(values),
        min(values),
        max(values),
    )


def test_a_stall_reaches_the_ground() -> None:
    line = throughput_line(report([100.0, 0.0, 100.0]))
    assert line is not None
    assert line.drawn == "M0 0l300 120 300-120"
    assert points_of(line.drawn) == [(0, 0), (300, 120), (600, 0)]


def test_one_interval_is_no_line() -> None:
    assert throughput_line(report([5.0])) is None
    assert throughput_line(EMPTY) is None


@given(st.lists(RATES, min_size=2, max_size=90))
def test_a_summary_draws_the_same_figures_as_the_log(values: list[float]) -> None:
    kept = report(values)
    line, summary = throughput_line(kept), throughput_line(None, summarised(kept))
    assert (line is None) == (summary is None)
    if line and summary:
        # Steadiness is read off all lines, or off the means that stand for them.
        drawn = {"heading", "drawn", "top", "from_s", "to_s"}
        drawn |= {"settled", "settled_text", "tps_last_three_quarters", "tps_last_half"}
        shown = set(ThroughputLine.__struct_fields__) - drawn
        assert {n: getattr(line, n) for n in shown} == {n: getattr(summary, n) for n in shown}


def test_a_window_tells_its_stalls() -> None:
    line = throughput_line(report([50.0, 100.0, 0.0, 0.0, 100.0, 5.0, 100.0, 100.0, 100.0, 100.0]))
    assert line is not None
    assert (line.window_from_s, line.stalls, line.longest_stall_s) == (1, 2, 2)
    assert (line.p01, line.window) == (0.0, 67.222)


def test_slices_stand_one_after_another_and_the_longest_stall_is_named() -> None:
    table = SliceTable(
        metric="tps", seconds=2, values=[100, 0, 9, 100, 9, 110, 10, 100, 100], **{
            name: [1] * 9 for name in ("rounds", "blocks", "loads", "sessions", "turns", "lines")
        },
    )  # fmt: skip
    line = sliced_line(table)
    assert (line.count, line.from_s, line.to_s) == (9, 0, 18)
    assert (line.lowest, line.highest, line.top) == (0, 110, 110)
    assert line.window == 538 / 9
    assert (line.stalls, line.longest_stall_s) == (2, 4)
