"""All panels of a page of comparisons in one forest."""

from __future__ import annotations

from typing import Any

import pytest

from derived_records import panel_record, plain, side_record
from sysbench_archive.model.base import MetricRecord
from sysbench_archive.model.comparison import ContrastRecord, Side, VerdictRecord
from sysbench_archive.pages.comparison import overview as module
from sysbench_archive.pages.comparison.overview import Overview, PanelPlace, overview

BASELINE = side_record("a", role="baseline", version="5.7.44")
NEWER, NEWEST = side_record("b", version="8.0.45"), side_record("c", version="8.4.8")


def entry(ratio: float, threads: int = 4, **more: Any) -> ContrastRecord:
    known = {"direction": "slower", "text": f"{ratio}", "n": [3, 3], "window": "whole"}
    return plain(ContrastRecord, ratio=ratio, threads=threads, **known | more)


def place(name: str, *ratios: ContrastRecord, sides: tuple[Side, ...] = (NEWER,)) -> PanelPlace:
    panel = panel_record(
        name,
        metric=plain(MetricRecord, name="tps", direction="higher"),
        sides=[BASELINE, *sides],
        verdicts=[plain(VerdictRecord, headline=list(ratios), status="indicative") for _ in sides],
    )
    return PanelPlace(panel, "", name, f"/comparisons/c/#panel-{name}")


def names(found: Overview | None) -> list[tuple[str, list[str]]]:
    assert found
    return [(group.title, [row.name for row in group.rows]) for group in found.forest.groups]


def test_a_row_is_a_panel_a_dot_a_thread_count_and_a_group_a_server() -> None:
    sides = NEWER, NEWEST
    found = overview([place(name, entry(0.8), entry(0.9, 16), sides=sides) for name in "xyz"])
    assert found
    assert found.title == "All 3 beside each other"
    assert names(found) == [("B against A", ["x", "y", "z"]), ("C against A", ["x", "y", "z"])]
    group = found.forest.groups[0]
    row = group.rows[0]
    assert row.path == "/comparisons/c/#panel-x"
    # All rows say it, so it stands beside the title.
    assert (group.note, row.by) == ("4 and 16 threads; indicative", "")
    assert [dot.text for dot in row.dots] == ["4 threads: 0.8", "16 threads: 0.9"]
    assert row.sign == "slower"


def test_two_panels_are_looked_at_one_after_the_other() -> None:
    assert overview([place(name, entry(0.8)) for name in "xy"]) is None


def test_of_many_rows_those_of_the_newest_server_stay_and_then_the_largest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_ROWS", 3)
    sides = NEWER, NEWEST
    three = [place(name, entry(0.8), sides=sides) for name in "xyz"]
    assert names(overview(three)) == [("C against A", ["x", "y", "z"])]
    ratios = {"v": 0.9, "x": 0.5, "y": 1.8, "z": 0.7}
    found = overview([place(name, entry(ratio), sides=sides) for name, ratio in ratios.items()])
    assert found
    assert found.title == "Largest differences of 4"
    assert names(found) == [("C against A", ["x", "y", "z"])]


def test_held_runs_are_faded_and_in_no_range() -> None:
    held = entry(0.2, 16, direction="cannot-tell", held=True)
    found = overview([place("x", entry(0.8), held), place("y", held), place("z", entry(0.9))])
    assert found
    rows = {row.name: row for row in found.forest.groups[0].rows}
    assert [dot.faded for dot in rows["x"].dots] == [False, True]
    assert rows["x"].text == "\N{MINUS SIGN}20 %"
    assert rows["y"].faded
    assert not rows["x"].faded
