"""A run's histogram as a drawing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from drawn_lines import points_of
from sysbench_archive.derive.runs import HEIGHT, MOST_POINTS, WIDTH, distribution_of
from sysbench_archive.sysbench.report import parse_reports

LOG = Path(__file__).parents[1] / "sysbench/report/fixtures/1.0.20-histogram.txt"


def test_the_drawing_reaches_from_the_first_bucket_to_the_last_and_has_every_event() -> None:
    (report,) = parse_reports(LOG.read_bytes())
    drawn = distribution_of(report)
    assert drawn
    assert (drawn.low_ms, drawn.high_ms) == (report.histogram[0][0], report.histogram[-1][0])
    points = points_of(drawn.drawn)
    assert (points[0][0], points[-1][0]) == (0, WIDTH)
    assert len(points) <= MOST_POINTS
    assert min(y for _, y in points) == 0
    # A pixel of height is so many events, and each point is rounded to one.
    events = sum(HEIGHT - y for _, y in points) * drawn.top / HEIGHT
    assert abs(events - report.total_events) <= len(points) / 2 * drawn.top / HEIGHT


def test_one_bucket_is_a_line_and_a_doubted_histogram_is_not_drawn() -> None:
    (report,) = parse_reports(LOG.read_bytes())
    drawn = distribution_of(replace(report, histogram=((2.0, 7),)))
    assert drawn
    assert points_of(drawn.drawn) == [(0, 0), (WIDTH, 0)]
    assert distribution_of(replace(report, percentiles=None)) is None
