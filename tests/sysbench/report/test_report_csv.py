"""The closing line of CSV reports: its header is wrong about units, and the figures are right."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.sysbench.report import Report, parse_reports

FIXTURES = Path(__file__).parent / "fixtures"
LOG = (FIXTURES / "1.1.0-csv-report.txt").read_bytes()
STANDARD = (FIXTURES / "1.1.0-oltp.txt").read_bytes()
HEADER = (
    "TotalTime,RunningThreads,totalEvents,Events/s,Tot Operations,operations/s,tot reads,reads/s,"
    "Tot writes,writes/s,oterOps/s,latencyPct95(μs) ,Tot errors,errors/s,Tot reconnects,"
    "reconnects/s,Latency(ms) min, Latency(ms) max, Latency(ms) avg, Latency(ms) sum"
)
BANNER = "sysbench 1.1.0 (using bundled LuaJIT 2.1.0)\n\nRunning the test with following options:\n"
MS = {"s": 1_000.0, "ms": 1.0, "us": 0.001}
UNITS = st.sampled_from(sorted(MS))


def row(
    *,
    threads: int = 4,
    seconds: int = 120,
    events: int = 800,
    unit: str = "s",
    tail: str = "ms",
    busy: float = 1.0,
    spread: float = 2.0,
) -> str:
    """A closing row: latencies printed in `unit`, the percentile in `tail`, on `busy` threads."""
    total_ms = 1_000.0 * threads * seconds * busy
    mean = total_ms / events
    latencies = [mean / spread, mean * spread, mean, total_ms]
    rates = f"{events / seconds:.2f}"
    percentile = f"{mean * spread * 0.9 / MS[tail]:.2f}"
    cells = [str(seconds), str(threads), f"{events}.00", rates, f"{events}.00", rates]
    cells += [f"{events}.00", rates, "0.00", "0.00", "0.00", percentile]
    cells += ["0.00", "0.00", "0.00", "0.00", *(f"{ms / MS[unit]:.2f}" for ms in latencies)]
    return ",".join(cells)


def log(line: str, *, header: str = HEADER, threads: int = 4, lines: str = "") -> bytes:
    head = f"{BANNER}Number of threads: {threads}\n\nThreads started!\n\n{lines}"
    return f"{head}TEST SUMMARY:\n{header}\n{line}\n".encode()


def read(data: bytes) -> Report:
    (report,) = parse_reports(data)
    return report


@given(
    st.integers(1, 1024),
    st.integers(5, 4_000),
    st.integers(1, 10**7),
    UNITS,
    st.floats(0.6, 1.0),
)
def test_a_latency_that_is_kept_is_in_milliseconds_whatever_its_header_says(
    threads: int, seconds: int, events: int, unit: str, busy: float
) -> None:
    events = max(events, threads)
    data = row(threads=threads, seconds=seconds, events=events, unit=unit, busy=busy)
    report = read(log(data, threads=threads))
    if abs(events / seconds - round(events / seconds, 2)) > 0.005 or events / seconds < 0.01:
        return
    assert report.complete, report.doubt
    assert report.latency_ms is not None
    assert report.latency_ms.sum == pytest.approx(1_000.0 * threads * seconds * busy, rel=0.003)
    mean = 1_000.0 * threads * seconds * busy / events
    if report.latency_ms.avg is not None:
        assert report.latency_ms.avg == pytest.approx(mean, rel=0.051)
        assert report.tps is not None
        assert report.tps * report.latency_ms.avg / 1_000 == pytest.approx(
            threads * busy, rel=0.06, abs=0.006 * mean / 1_000
        )
    for kept, true in ((report.latency_ms.min, mean / 2), (report.latency_ms.max, mean * 2)):
        assert kept is None or kept == pytest.approx(true, rel=0.021)


@given(UNITS, UNITS, st.integers(4, 100_000))
def test_a_percentile_that_is_kept_is_in_milliseconds_whatever_its_header_says(
    unit: str, tail: str, events: int
) -> None:
    report = read(log(row(unit=unit, tail=tail, events=events)))
    assert report.latency_ms is not None
    value = report.latency_ms.percentile_value
    mean = 480_000.0 / events
    assert value is None or value == pytest.approx(mean * 1.8, rel=0.02, abs=0.006 * MS[tail])
    # Ten events or more in the time: both are printed with digits enough.
    if events <= 500:
        assert value is not None


@pytest.mark.parametrize("busy", [0.0, 0.05, 0.3, 1.5, 30.0, 300.0])
def test_latencies_that_fill_no_number_of_threads_are_refused(busy: float) -> None:
    report = read(log(row(busy=busy)))
    assert not report.complete
    assert report.latency_ms is None
    assert report.doubt is not None
    assert report.doubt.startswith("throughput times mean latency is not the number of threads")
    assert report.warnings == (f"line 10: {report.doubt}",)
    assert (report.transactions, report.threads, report.duration_s) == (800, 4, 120)


def test_fewer_events_than_threads_keep_no_more_threads_busy() -> None:
    cells = "25,16,2.00,0.08,2.00,0.08,2.00,0.08,0.00,0.00,0.00,24382.10"
    report = read(log(f"{cells},0.00,0.00,0.00,0.00,24.38,24.62,24.50,49.00", threads=16))
    assert report.complete
    assert report.latency_ms is not None
    assert (report.latency_ms.min, report.latency_ms.sum) == (24_380.0, 49_000.0)
    assert report.latency_ms.percentile_value == 24_382.1


def test_a_percentile_behind_the_histogram_is_none() -> None:
    cells = "212,4,8.00,0.04,8.00,0.04,8.00,0.04,0.00,0.00,0.00,100000.00"
    report = read(log(f"{cells},0.00,0.00,0.00,0.00,43.68,201.72,105.00,840.00"))
    assert report.latency_ms is not None
    assert (report.latency_ms.percentile, report.latency_ms.percentile_value) == (95, None)
    assert report.faults == {"latency_ms.percentile_value": "capped-percentile"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ((",800.00,", ",900.00,"), "the events of the closing line are not its throughput times"),
        ((",0.60,", ",0.70,"), "the mean latency of the closing line is not its sum"),
        ((",0.30,", ",0.90,"), "the mean latency of the closing line is not between"),
    ],
)
def test_a_row_that_contradicts_itself_is_refused(change: tuple[str, str], told: str) -> None:
    line = row()
    assert change[0] in line
    report = read(log(line.replace(*change)))
    assert not report.complete
    assert report.doubt is not None
    assert report.doubt.startswith(told)


def test_no_event_is_no_result() -> None:
    report = read(log("120,4" + ",0.00" * 18))
    assert (report.complete, report.doubt) == (False, "the closing line counts no event")


def test_threads_that_the_header_of_the_run_denies_are_nobodys() -> None:
    report = read(log(row(), threads=8))
    assert (report.threads, report.complete) == (None, False)


def test_a_set_rate_leaves_the_units_open_and_the_throughput_whole() -> None:
    rated = b"Target transaction rate: 10/sec\n\nThreads started!"
    data = log(row()).replace(b"Threads started!", rated)
    report = read(data)
    assert (report.complete, report.tps, report.latency_ms) == (True, 6.67, None)
    assert any("where a rate was set" in warning for warning in report.warnings)


def test_columns_are_read_by_their_names() -> None:
    names, cells = HEADER.split(","), row().split(",")
    order = [0, 1, *range(len(names) - 1, 1, -1)]
    turned = read(log(",".join(cells[i] for i in order), header=",".join(names[i] for i in order)))
    plain = read(log(row()))
    assert (turned.latency_ms, turned.tps, turned.reads) == (
        plain.latency_ms,
        plain.tps,
        plain.reads,
    )


def test_percentiles_of_interval_lines_follow_the_summary() -> None:
    lines = "".join(f"{t},4,6.67,6.67,6.67,0.00,0.00,{900 + t}.00,0.00,0.00\n" for t in range(1, 4))
    ms = read(log(row(spread=1.66), lines=lines))
    assert [interval.latency_ms for interval in ms.intervals] == [901.0, 902.0, 903.0]
    other = read(log(row(tail="s"), lines=lines))
    assert [interval.latency_ms for interval in other.intervals] == [None] * 3
    assert "the unit of the percentile of interval lines cannot be settled" in other.warnings


@given(st.integers(0, len(LOG)))
def test_a_log_cut_anywhere_gives_no_other_figure(end: int) -> None:
    whole, cut = parse_reports(LOG), parse_reports(LOG[:end])
    for report, before in zip(cut, whole, strict=False):
        if report.complete:
            assert (report.tps, report.latency_ms) == (before.tps, before.latency_ms)
        else:
            assert report.latency_ms is None or report.doubt is not None


@given(st.integers(0, len(LOG)), st.integers(1, 300))
def test_a_log_with_a_gap_gives_no_figure_the_whole_lacks(start: int, length: int) -> None:
    whole = {(r.tps, r.transactions) for r in parse_reports(LOG)} | {(None, None)}
    for report in parse_reports(LOG[:start] + LOG[start + length :]):
        assert not report.complete or (report.tps, report.transactions) in whole


def test_a_doubled_summary_is_a_second_report_without_a_banner() -> None:
    line = row()
    first, second = parse_reports(log(line) + f"TEST SUMMARY:\n{HEADER}\n{line}\n".encode())
    assert first.complete
    assert second.complete
    assert second.warnings[0] == "the report has no banner"
    assert second.latency_ms == first.latency_ms


def test_dialects_in_one_log_stay_apart() -> None:
    (alone,) = parse_reports(STANDARD)
    for data in (STANDARD + LOG, LOG + STANDARD):
        reports = parse_reports(data)
        assert len(reports) == 4
        assert sum(report.tps == alone.tps for report in reports) == 1
        assert [r.tps for r in reports if r.tps != alone.tps] == [r.tps for r in parse_reports(LOG)]


def test_a_header_without_its_row_announces_nothing() -> None:
    report = read(log("1,2,3.00"))
    assert not report.complete
    assert report.doubt is None
    assert report.warnings == (
        "line 10 is not the row of figures that the header above it announces",
    )
