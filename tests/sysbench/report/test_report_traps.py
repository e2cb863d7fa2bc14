"""What real logs do to a parser, one trap at a time."""

from __future__ import annotations

import json
import pickle
import re
from dataclasses import replace
from pathlib import Path

import pytest

from sysbench_archive.sysbench.report import FAULTS, Report, parse_reports

FIXTURES = Path(__file__).parent / "fixtures"
OLTP = (FIXTURES / "1.0.20-oltp.txt").read_text("utf-8")
CSV = (FIXTURES / "1.0.20-csv-hook.txt").read_text("utf-8")


def only(text: str) -> Report:
    (report,) = parse_reports(text.encode())
    return report


@pytest.mark.parametrize(
    ("printed", "instead"),
    [
        ("1166   (386.42 per sec.)", "\u0661\u0661\u0666\u0666   (386.42 per sec.)"),
        ("1166   (386.42 per sec.)", "\uff11\uff11\uff16\uff16   (386.42 per sec.)"),
        ("1166   (386.42 per sec.)", "9" * 700 + "   (386.42 per sec.)"),
        ("1166   (386.42 per sec.)", "1e3   (386.42 per sec.)"),
    ],
)
def test_what_is_no_number_of_sysbench_is_no_figure(printed: str, instead: str) -> None:
    report = only(OLTP.replace(printed, instead))
    assert report.transactions is None
    assert report.tps is None
    assert report.warnings
    assert report.queries == 23337


@pytest.mark.parametrize(
    ("printed", "instead"),
    [
        ("0.74\n", "0,74\n"),
        ("5.15\n", "5,15\n"),
        ("16338\n", "16,338\n"),
        ("16338\n", "16.338\n"),
        ("16338\n", "16 338\n"),
        ("16338\n", "16'338\n"),
        ("16338\n", "16\u202f338\n"),
        ("1166   (386.42", "1,166   (386.42"),
        ("1166   (386.42", "1166   (386,42"),
        ("3.0165s", "3,0165s"),
    ],
)
def test_a_number_that_may_mean_two_things_is_refused(printed: str, instead: str) -> None:
    report = only(OLTP.replace(printed, instead))
    assert not report.complete
    assert "no readable number" in str(report.doubt) or report.missing


@pytest.mark.parametrize(
    ("printed", "instead", "faults"),
    [
        ("(386.42 per", "(0.00 per", {"tps": "zero-rate"}),
        ("       14.21\n", "        0.00\n", {"latency_ms.percentile_value": "zero-percentile"}),
        ("       14.21\n", "   100000.00\n", {"latency_ms.percentile_value": "capped-percentile"}),
    ],
)
def test_a_fault_of_sysbench_takes_its_figure_and_no_other(
    printed: str, instead: str, faults: dict[str, str]
) -> None:
    report, sound = only(OLTP.replace(printed, instead)), only(OLTP)
    assert (report.complete, report.faults, report.reads) == (True, faults, sound.reads)
    assert report.tps == (None if "tps" in faults else sound.tps)


def test_a_latency_below_zero_is_no_latency() -> None:
    assert "no readable number" in str(only(OLTP.replace(" 0.74\n", "-0.74\n")).doubt)


def test_lines_of_two_clients_are_refused() -> None:
    twice = re.sub(r"(\[ [0-9]s \] .*\n)", r"\1\1", OLTP)
    assert only(twice).doubt == "interval lines of several runs are mixed"
    other = OLTP.replace("[ 2s ] thds: 2", "[ 2s ] thds: 2 tps: 1.00\n[ 2s ] thds: 1")
    assert only(other).doubt == "interval lines of several runs are mixed"


def test_interval_lines_stand_anywhere_in_a_checkpoint() -> None:
    text = (FIXTURES / "1.0.20-checkpoints.txt").read_text("utf-8")
    lines, expected = text.split("\n"), figures(only(text))
    line = "[ {}s ] thds: 1 tps: 9.00 qps: 9.00 (r/w/o: 9.00/0.00/0.00) lat (ms,95%): 9.00"
    line += " err/s: 0.00 reconn/s: 0.00"
    first = next(n for n, line in enumerate(lines) if "Checkpoint" in line)
    for at in range(first, len(lines) - 25):
        report = only("\n".join([*lines[:at], line.format(1), *lines[at:]]))
        assert len(report.intervals) == 1, at
        assert figures(replace(report, intervals=())) == expected, at


def test_a_report_that_lost_its_head_keeps_its_intervals() -> None:
    tail = OLTP[OLTP.index("[ 1s ]") :]
    report = only(tail)
    assert (len(report.intervals), report.running_threads, report.threads) == (3, 2, None)
    prose = "words\n" * 4
    assert len(only(tail.replace("SQL statistics", f"{prose}SQL statistics")).intervals) == 0


def test_an_explanation_of_a_report_is_no_second_one() -> None:
    told = "General statistics:\n\ntotal time: 3.0165s the time\ntotal number of events: 1,166\n"
    assert only(f"{OLTP}\n\n{told}").transactions == 1166


@pytest.mark.parametrize("word", ["nan", "-nan", "inf", "-inf"])
def test_a_rate_that_is_no_number_is_absent_and_said_so(word: str) -> None:
    report = only(OLTP.replace("(386.42", f"({word}"))
    assert (report.transactions, report.tps) == (1166, None)
    assert len(report.warnings) == 1


def test_the_minimum_of_no_event_is_absent() -> None:
    report = only(OLTP.replace("0.74\n", "18446744073709.55\n"))
    assert report.latency_ms is not None
    assert report.latency_ms.min is None
    assert report.latency_ms.avg == 5.15
    assert report.faults == {"latency_ms.min": "wrapped-latency"}


@pytest.mark.parametrize("printed", ["-2046832716", "18446744071662718900"])
def test_a_counter_that_has_wrapped_is_no_figure(printed: str) -> None:
    report = only(OLTP.replace("16338", printed))
    assert (report.reads, report.writes, report.complete) == (None, 4666, True)
    assert report.faults == {"reads": "wrapped-counter"}
    assert report.remarks() == [f"reads does not count: {FAULTS['wrapped-counter'].text}"]


def test_a_figure_printed_with_two_values_is_neither() -> None:
    line = "        read:                            16338\n"
    report = only(OLTP.replace(line, line + line.replace("16338", "16339")))
    assert report.reads is None
    assert report.writes == 4666
    assert len(report.warnings) == 1


def test_an_interval_line_cut_short_is_left_out_and_said_so() -> None:
    report = only(OLTP.replace("tps: 396.20 qps", "tps: 396.2\nqps"))
    assert [interval.t for interval in report.intervals] == [1, 3]
    assert report.warnings == ("line 14 is an interval line cut short",)


def test_notes_behind_a_line_of_the_csv_hook_do_not_hide_it() -> None:
    report = only(CSV.replace("0.00,0.00\n2,", "0.00,0.00   <-- a node is down, 12,5 %\n2,"))
    assert [interval.t for interval in report.intervals] == [1, 2, 3]


def test_a_table_of_numbers_outside_a_run_is_no_report() -> None:
    assert parse_reports(b"1,2,3.00,4.00,5.00,6.00,7.00,8.00,9.00,0.00\n" * 5) == ()


def test_intervals_quoted_again_behind_the_run_are_not_counted_twice() -> None:
    quoted = "[ 2s ] thds: 2 tps: 396.20 qps: 1.00 (r/w/o: 1.00/0.00/0.00) lat (ms,95%): 1.00\n"
    assert len(only(OLTP + quoted).intervals) == 3
    running = OLTP[: OLTP.index("SQL statistics")]
    assert [interval.t for interval in only(running + quoted).intervals] == [1, 2, 3]


def test_a_fence_ends_the_report_it_quotes() -> None:
    running = OLTP[: OLTP.index("SQL statistics")]
    assert len(only(running + "```\nFATAL: prose\n" + "[ 9s ] thds: 2 tps: 1.00\n").intervals) == 3
    assert not only(running + "```\nFATAL: prose\n").fatal


@pytest.mark.parametrize(
    "text",
    [
        "sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)\n",
        "sysbench 1.0.20\nNumber of threads: 4\n",
        "sysbench 0.5:  multi-threaded system evaluation benchmark\n\nCreating table 'a'...\n",
        "# Throughput:\n\nThe total time: 5 minutes.\n",
        "General statistics:\n    total time: soon\n",
        "",
    ],
)
def test_what_is_no_run_is_no_report(text: str) -> None:
    assert parse_reports(text.encode()) == ()


def test_time_stamps_before_every_line_are_seen_through() -> None:
    lines = OLTP.split("\n")
    stamped = [f"2024-05-06T07:08:{n % 60:02}Z box | {line}" for n, line in enumerate(lines)]
    assert figures(only("\n".join(stamped))) == figures(only(OLTP))


def test_lines_of_a_megabyte_and_noise_do_not_matter() -> None:
    noise = "x" * 1_000_000 + "\n" + "noise: 5\n" * 1000
    assert figures(only(noise + OLTP.replace("SQL stat", noise + "SQL stat"))) == figures(
        only(OLTP)
    )


def test_thousands_of_reports_come_in_order() -> None:
    reports = parse_reports(OLTP.encode() * 2000)
    assert [report.index for report in reports] == list(range(2000))
    assert {report.transactions for report in reports} == {1166}


def test_a_second_summary_is_a_report_of_its_own() -> None:
    summary = OLTP[OLTP.index("SQL statistics") :]
    first, second = parse_reports((OLTP + summary.replace("16338", "17")).encode())
    assert (first.reads, second.reads) == (16338, 17)
    assert (first.threads, second.threads) == (2, None)
    assert second.sysbench_version is None


def test_lines_of_two_processes_mixed_make_no_figure_of_both() -> None:
    other = OLTP.replace("16338", "99").replace("386.42", "1.25").replace("3.0165", "9.0000")
    pairs = zip(OLTP.split("\n"), other.split("\n"), strict=True)
    mixed = "\n".join(line for pair in pairs for line in pair)
    summary = "\n".join(mixed.split("\n")[mixed.count("\n", 0, mixed.index("SQL")) :])
    (report, *_) = (r for r in parse_reports(summary.encode()) if "reads" in r.lines)
    assert (report.reads, report.tps) == (None, None)
    assert report.writes == 4666
    assert any("with another value" in warning for warning in report.warnings)


def test_the_counters_of_checkpoints_are_not_those_of_the_run() -> None:
    report = only((FIXTURES / "1.0.20-checkpoints.txt").read_text("utf-8"))
    assert (report.complete, report.duration_s, report.threads) == (True, 4.0109, 1)
    assert report.faults == {"duration_s": "checkpoint-time"}


def test_a_line_that_nobody_reads_is_told_inside_of_a_string_too() -> None:
    noted = OLTP.replace("SQL statistics:", "latency is 12 here\nSQL statistics:")
    (plain,) = only(noted).unread
    assert plain > 1
    assert only(json.dumps({"out": noted})).unread == (1,)


def test_a_report_can_be_stored() -> None:
    report = only(OLTP)
    assert pickle.loads(pickle.dumps(report)) == report


def figures(report: Report) -> tuple[object, ...]:
    skipped = {"first_line", "last_line", "lines", "interval_lines", "warnings", "index", "unread"}
    return tuple(getattr(report, name) for name in Report.__slots__ if name not in skipped)
