"""The decade as it is drawn, listed and downloaded: everything agrees with the points."""

from __future__ import annotations

import csv
import io
from typing import Any

from sysbench_archive.model.decade import DecadePoint
from sysbench_archive.publish.decade import (
    BOTTOM,
    HEIGHT,
    TOP,
    WIDTH,
    decade_csv,
    decade_rows,
    decade_table,
    point_text,
)


def point(series: str, ratio: float, **more: Any) -> DecadePoint:
    known: dict[str, Any] = {
        "row": "one",
        "kind": "point",
        "product": "mysql",
        "month": {"5.6": "2013-02", "5.7": "2015-10", "8.0": "2018-04", "8.4": "2024-04"}[series],
        "low": None,
        "high": None,
        "step_from": "5.6",
        "step_ratio": ratio,
        "step_machines": 2,
        "machines": 2,
        "cells": 2,
        "weak": False,
        "joined": True,
        "text": f"MySQL {series}",
        "path": f"/upgrades/mysql-5.6-to-mysql-{series}/",
    }
    return DecadePoint(series=series, ratio=ratio, **known | more)


REFERENCE = point("5.6", 1, step_from="", step_ratio=None, step_machines=0, joined=False)


def test_months_run_across_and_ratios_up() -> None:
    points = [REFERENCE, point("5.7", 0.5), point("8.0", 2.0, low=1.5, high=2.5)]
    (row,) = decade_rows(points)
    (trace,) = row.panels[0].traces
    first, half, double = trace.marks
    assert 0 < first.x < half.x < double.x < WIDTH
    assert TOP <= double.y < first.y < half.y <= HEIGHT - BOTTOM
    # As far up as down: the scale is logarithmic.
    assert abs((first.y - double.y) - (half.y - first.y)) < 0.2
    assert double.top is not None
    assert double.bottom is not None
    assert TOP <= double.top < double.y < double.bottom
    assert first.top is None


def test_every_kind_of_load_has_a_panel_and_rows_without_points_are_not_there() -> None:
    (row,) = decade_rows([REFERENCE, point("5.7", 0.5)])
    assert [panel.kind for panel in row.panels] == ["point", "range", "read-write", "write"]
    assert [bool(panel.traces) for panel in row.panels] == [True, False, False, False]


def test_lines_are_broken_where_evidence_is_weak_and_missing_where_a_series_is() -> None:
    points = [
        REFERENCE,
        point("5.7", 0.9, step_machines=1, weak=True),
        point("8.0", 0.8, step_from="5.7", weak=True),
        point("8.4", 0.7, step_from="5.7", joined=False, weak=True),
    ]
    (trace,) = decade_rows(points)[0].panels[0].traces
    assert [stroke.weak for stroke in trace.strokes] == [True, False]
    assert [mark.weak for mark in trace.marks] == [False, True, True, True]
    assert "weak" in trace.marks[1].text


def test_labels_at_the_ends_of_two_lines_do_not_lie_on_each_other() -> None:
    maria = {"product": "mariadb"}
    points = [REFERENCE, point("8.4", 0.9), point("5.6", 1, step_from="", **maria)]
    points.append(point("8.4", 0.9, **maria))
    traces = decade_rows(points)[0].panels[0].traces
    (first, second) = (trace.marks[-1].label_y for trace in traces)
    assert abs(first - second) >= 9.9


def test_the_table_and_the_file_have_every_point() -> None:
    points = [REFERENCE, point("5.7", 0.654321, low=0.6, high=0.7)]
    rows = decade_table(points)
    assert [(row.release, row.ratio, row.span) for row in rows] == [
        ("MySQL 5.6", "1.00", ""),
        ("MySQL 5.7", "0.65", "0.60 to 0.70"),
    ]
    assert [row.basis for row in rows] == ["reference", "from 5.6: 0.65 on 2 machines"]
    written = list(csv.DictReader(io.StringIO(decade_csv(points).decode())))
    assert [row["ratio"] for row in written] == ["1", "0.65432"]
    assert [row["weak"] for row in written] == ["false", "false"]
    assert [row["path"] for row in written] == [p.path for p in points]


def test_what_is_behind_a_point_is_said_as_it_is() -> None:
    doubtful = point("5.7", 1.2, row="instructions", weak=True)
    steady = point("5.7", 1.2, row="instructions")
    assert [row.basis for row in decade_table([doubtful, steady])] == [
        "counts do not agree",
        "counted",
    ]
    # The range of a chain is that of its steps: no machine need have run both of its ends.
    chained = point("8.0", 0.7, low=0.65, high=0.75)
    assert point_text(chained) == "MySQL 8.0; range \N{MINUS SIGN}35 % to \N{MINUS SIGN}25 %"
