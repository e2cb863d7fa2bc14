"""Percentiles of a histogram: those sysbench would print, and of which nothing can be said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sysbench_archive.bundle.figures import figures_of
from sysbench_archive.sysbench.report import Report, parse_reports

LOG = (Path(__file__).parent / "fixtures/1.0.20-histogram.txt").read_text()


def read(log: str = LOG) -> Report:
    (report,) = parse_reports(log.encode())
    return report


def of(*buckets: tuple[float, int]) -> Report:
    """A report of these (latency in ms, events), whose printed percentile does not count."""
    head, heading, rest = LOG.partition("distribution ------------- count\n")
    lines = "".join(f"{value:12.3f} |{'*' * 40} {count}\n" for value, count in buckets)
    summary = rest[rest.index("\n \n") + 1 :]
    events = str(sum(count for _, count in buckets))
    log = f"{head}{heading}{lines}{summary}".replace("99150", events)
    return read(re.sub(r"(95th percentile: +)0\.03", r"\g<1>0.00", log))


def told(report: Report) -> dict[str, float]:
    return {
        name.removeprefix("latency_").removesuffix("_ms"): figure.value
        for name, figure in figures_of(report).items()
        if name.startswith("latency_p")
    }


def test_percentiles_below_a_histogram_are_its_buckets_once_more() -> None:
    """As builds with pull request 473 print them."""
    ranks = ((50, 0.02), (90, 0.03), (95, 0.03), (99, 0.11))
    more = "".join(f"       {rank}th percentile: {value:35.2f}\n" for rank, value in ranks)
    printed = read(LOG.replace("\n \n", f"\n{more} \n", 1))
    assert told(printed) == told(read())
    assert (printed.unread, printed.warnings, printed.doubt) == ((), (), None)


def test_each_of_several_percentiles_is_a_figure() -> None:
    """As builds with pull request 268 print a list of them."""
    line = re.search(r" +95th percentile: +0\.03\n", LOG)
    assert line
    several = "".join(
        f"         {rank}th percentile: {value:>27}\n"
        for rank, value in (("95.00", "0.03"), ("99.00", "0.25"), ("99.90", "2.30"), ("60", "0.02"))
    )
    start, end = LOG.index("Latency histogram"), LOG.index("\n \n") + 1
    report = read(LOG[:start] + LOG[end:].replace(line[0], several))
    assert told(report) == {"p95": 0.03, "p99": 0.25, "p999": 2.3}
    assert (report.unread, report.warnings, report.doubt) == ((), (), None)
    capped = read(LOG[:start] + LOG[end:].replace(line[0], several.replace("2.30", "100000.00")))
    assert told(capped) == {"p95": 0.03, "p99": 0.25}
    assert capped.faults == {"percentiles.p999": "capped-percentile"}


def test_a_percentile_is_the_bucket_that_reaches_it_and_stands_in_its_line() -> None:
    report, lines = read(), LOG.split("\n")
    assert told(report) == {
        "p50": 0.021, "p75": 0.023, "p90": 0.026, "p95": 0.03, "p99": 0.106, "p999": 2.305
    }  # fmt: skip
    for name, figure in figures_of(report).items():
        if name.startswith("latency_p") and name != "latency_p95_ms":
            assert figure.line
            assert float(lines[figure.line - 1].split("|")[0]) == figure.value
    # The 95th is the one that the summary prints.
    p95 = figures_of(report)["latency_p95_ms"]
    assert p95.line
    assert "95th percentile" in lines[p95.line - 1]


@pytest.mark.parametrize(
    ("events", "known"),
    [
        (1, set()),
        (19, {"p50", "p75", "p90"}),
        (20, {"p50", "p75", "p90", "p95"}),
        (999, {"p50", "p75", "p90", "p95", "p99"}),
        (1000, {"p50", "p75", "p90", "p95", "p99", "p999"}),
    ],
)
def test_a_percentile_needs_an_event_behind_it(events: int, known: set[str]) -> None:
    assert told(of((2.0, events))).keys() == known


def test_a_percentile_in_the_last_bucket_is_unrecorded() -> None:
    assert told(of((50.0, 980), (100_000.0, 20))) == {
        "p50": 50.0, "p75": 50.0, "p90": 50.0, "p95": 50.0
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "other", "doubt"),
    [
        (
            r"0\.021 \|\*+ +\d+",
            "0.021 |* 7",
            "the histogram holds other events .got [0-9]+, expected 99150.",
        ),
        (
            "95th percentile: +0.03",
            "95th percentile:                        0.05",
            "the histogram has another percentile 95 .got 0.031, expected 0.05, as printed.",
        ),
    ],
)
def test_a_histogram_that_its_summary_contradicts_tells_nothing(
    line: str, other: str, doubt: str
) -> None:
    report = read(re.sub(line, other, LOG))
    assert report.percentiles is None
    (warning,) = report.warnings
    assert re.fullmatch(doubt, warning)
    assert told(report).keys() == {"p95"}
