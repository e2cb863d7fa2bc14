"""Laws of the parser, for any bytes and for logs built of the fixtures."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wrappers import WRAPPERS

from sysbench_archive.sysbench.report import (
    Interval,
    LatencySummary,
    Report,
    parse_reports,
)

FIXTURES = Path(__file__).parent / "fixtures"
LOGS = {log.stem: log.read_bytes() for log in sorted(FIXTURES.glob("*.txt"))}
LINES = sorted({line for log in LOGS.values() for line in log.split(b"\n")})
WITH_BANNER = sorted(name for name, log in LOGS.items() if log.startswith(b"sysbench "))
LONG_LINES = {"1.0.20-fileio", "1.1.0-fileio", "1.1.0-csv-report"}
"""Logs that a terminal breaks in lines of which nobody makes one again."""
BLOCKS = {
    *("latency_ms", "percentiles", "memory", "fileio"),
    *("intervals", "histogram", "queue", "complete", "fatal"),
}
POSITION = {
    *("index", "first_line", "last_line", "lines", "interval_lines"),
    *("warnings", "unread", "missing", "doubt", "faults"),
}
SCALARS = [name for name in Report.__slots__ if name not in POSITION | BLOCKS]

any_bytes = st.binary(max_size=400)
shuffled = st.lists(st.sampled_from(LINES) | any_bytes, max_size=60).map(b"\n".join)


def figures(reports: tuple[Report, ...]) -> list[dict[str, object]]:
    names = [name for name in Report.__slots__ if name not in POSITION]
    return [{name: getattr(report, name) for name in names} for report in reports]


@given(any_bytes | shuffled)
def test_any_bytes_parse_the_same_way_twice_and_inside_the_file(data: bytes) -> None:
    reports = parse_reports(data)
    assert reports == parse_reports(data)
    assert [report.index for report in reports] == list(range(len(reports)))
    last = 1 + len(re.findall(rb"\r\n|\r|\n", data)) if data else 0
    for report in reports:
        assert 1 <= report.first_line <= report.last_line <= last
        assert all(report.first_line <= n <= last for n in report.lines.values())


@given(shuffled)
def test_no_figure_is_infinite_or_not_a_number(data: bytes) -> None:
    for record in figures(parse_reports(data)):
        assert not re.search(r"\b(nan|inf)\b", repr(record))


@given(shuffled, st.sampled_from(WITH_BANNER), shuffled)
def test_a_banner_makes_what_stands_before_it_forgotten(
    before: bytes, name: str, after: bytes
) -> None:
    second = LOGS[name] + after
    parted = figures(parse_reports(before + b"\n")) + figures(parse_reports(second))
    assert figures(parse_reports(before + b"\n" + second)) == parted


@pytest.mark.parametrize("name", ["0.4.8-oltp", "0.5-microseconds", "1.0.20-oltp", "1.1.0-fileio"])
def test_a_log_cut_anywhere_says_nothing_the_whole_does_not_say(name: str) -> None:
    log = LOGS[name]
    for end in range(len(log)):
        cut_says_no_more(log, end)


@given(st.sampled_from(sorted(LOGS)), st.floats(0, 1))
def test_every_dialect_can_be_cut(name: str, where: float) -> None:
    cut_says_no_more(LOGS[name], int(where * len(LOGS[name])))


def cut_says_no_more(log: bytes, end: int) -> None:
    for part, whole in zip(parse_reports(log[:end]), parse_reports(log), strict=False):
        for figure in SCALARS:
            assert getattr(part, figure) in (None, getattr(whole, figure)), (end, figure)
        assert len(part.intervals) <= len(whole.intervals), end
        for said, known in zip(part.intervals, whole.intervals, strict=False):
            assert no_other(said, known), end
        assert (part.histogram or ()) == (whole.histogram or ())[: len(part.histogram or ())], end
        assert part.queue == whole.queue[: len(part.queue)], end
        for block in ("latency_ms", "memory", "fileio"):
            assert no_other(getattr(part, block), getattr(whole, block)), (end, block)


@pytest.mark.parametrize(
    "name",
    [
        *("0.4.8-oltp", "0.4.12-oltp", "0.5-early", "0.5-mid", "0.5-late"),
        *("1.0-beta", "1.0.20-oltp", "1.1.0-oltp"),
    ],
)
def test_what_is_complete_has_lost_no_figure(name: str) -> None:
    """Any line of a summary may be cut off, or left out."""
    lines = LOGS[name].split(b"\n")
    (one,) = parse_reports(LOGS[name])
    (whole,) = figures((one,))
    first = next(n for n, line in enumerate(lines) if b" statistics:" in line)
    for at in range(first, len(lines)):
        for kept in (lines[:at], lines[:at] + lines[at + 1 :]):
            for report in parse_reports(b"\n".join([*kept, b""])):
                lost = {n for n in whole if getattr(report, n) != whole[n]} - UNNEEDED
                lost |= {n for n in LATENCIES if latency(report, n) != latency(one, n)}
                assert not report.complete or not lost, (at, lost)
                assert report.fairness or report.missing or not report.complete, at


LATENCIES = ("min", "avg", "max", "percentile_value")


def latency(report: Report, name: str) -> float | None:
    return getattr(report.latency_ms, name, None)


UNNEEDED = {"fairness", "events_per_s", "latency_ms", "test"}
"""What some releases of a generation do not print; of latencies only their sum."""


def no_other(said: object, known: object) -> bool:
    if said is None:
        return True
    if isinstance(said, dict) and isinstance(known, dict):
        return all(said[name] in (None, known[name]) for name in said)
    assert isinstance(said, Interval | LatencySummary)
    names = said._fields if isinstance(said, Interval) else said.__slots__
    return all(getattr(said, name) in (None, getattr(known, name)) for name in names)


def test_there_are_many_wrappers() -> None:
    assert len(WRAPPERS) > 60


@pytest.mark.parametrize("name", sorted(set(LOGS) - {"readme"}))
def test_how_a_log_was_kept_does_not_change_its_figures(name: str) -> None:
    """`readme` holds prose, of which a wrapper may make something else."""
    log = LOGS[name].decode()
    expected, unread = figures(parse_reports(log.encode())), unread_in(log.encode())
    for wrapper, wrap in WRAPPERS.items():
        broken = wrapper.endswith(" columns")
        if broken and name in LONG_LINES:
            continue
        data = wrap(log.split("\n"))
        assert figures(parse_reports(data)) == expected, wrapper
        assert broken or unread_in(data) <= unread, wrapper


def unread_in(data: bytes) -> int:
    return sum(len(report.unread) for report in parse_reports(data))


@pytest.mark.parametrize(
    "piece",
    [
        LOGS["1.0.20-oltp"],
        LOGS["1.0.20-checkpoints"],
        LOGS["1.0.20-json-hook"],
        b"[ 1s ] thds: 1 tps: 1.\n",
        b"[[[[[[[[[[[[[[[[ tps: sysbench sysbench sysbench \n",
        b"        read:                            1\n",
        b"General statistics:\n",
        b"\x1b[" + b"1;" * 40 + b"\n",
        b"x" * 2000 + b"\n",
    ],
    ids=lambda piece: piece[:12],
)
def test_the_work_grows_no_faster_than_the_log(piece: bytes) -> None:
    head = LOGS["1.0.20-oltp"][:300]
    small, large = work(head + piece * 20), work(head + piece * 200)
    assert large <= 11 * small


def work(log: bytes) -> int:
    """Count the calls, into Python and into C, that reading `log` takes."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        parse_reports(log)
    finally:
        sys.setprofile(before)
    return calls


def test_intervals_that_go_back_in_time_are_left_out_of_neighbouring_lines() -> None:
    line = "[ {}s ] thds: 1 tps: 2.00 qps: 3.00 (r/w/o: 1.00/1.00/1.00) lat (ms,95%): 4.00 "
    lines = [f"{line.format(t)}err/s: 0.00 reconn/s: 0.00" for t in (1, 2, 1, 3)]
    head = "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n"
    log = f"{head}{chr(10).join(lines)}\n".encode()
    (report,) = parse_reports(log)
    assert [interval.t for interval in report.intervals] == [1, 2, 3]
    assert (report.interval_lines, report.last_line) == ((2, 3, 5), 5)
    assert report.warnings == ("interval lines that go back in time are left out",)
