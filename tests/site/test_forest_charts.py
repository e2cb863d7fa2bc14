"""A forest: a named line a point, its interval, and the mark at 1."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import sample_records as records
from drawn_charts import SVG, drawn, texts
from msgspec import to_builtins

Drawing = tuple[ElementTree.Element, ElementTree.Element]


def forests(text: records.Text = records.plain) -> list[dict[str, Any]]:
    """The charts of the sample's pair: one with intervals, one without."""
    ((_, charts),) = records.pairs(text)
    return [to_builtins(chart) for chart in charts]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Drawing:
    return drawn(tmp_path_factory.mktemp("forest"), forests()[0])


def test_every_point_has_a_line_with_its_ratio_and_its_machine(measured: Drawing) -> None:
    shown = texts(measured[0])
    for name in ("OLTP read-only, 1 thread: 0.90", "OLTP read-only, 16 threads: 1.20"):
        assert name in shown
    assert shown.count("in memory, Virtual machine, 2 cores") == 3


def test_the_axis_is_logarithmic_and_marks_one(measured: Drawing) -> None:
    shown = texts(measured[0])
    assert "MySQL 8.4 over MySQL 8.0 (logarithmic)" in shown
    assert "1.0" in shown or "1.00" in shown


def test_the_drawing_has_no_links(measured: Drawing) -> None:
    """The table below it has: `test_chart_links.py`."""
    links = [element for element in measured[0].iter() if element.tag == f"{SVG}a"]
    assert links == []
    assert "/results/2026-01-sample/" not in ElementTree.tostring(measured[0], "unicode")


def test_the_key_tells_how_strong_the_evidence_is(measured: Drawing) -> None:
    assert ["".join(entry.itertext()) for entry in measured[1]] == ["Measured"]


def test_intervals_are_drawn_only_where_there_are_some(tmp_path: Path) -> None:
    with_interval, without = (
        [
            path
            for path in drawn(tmp_path / chart["name"], chart)[0].iter(f"{SVG}path")
            if "--s" in path.get("stroke", "")
        ]
        for chart in forests()
    )
    assert with_interval
    assert without == []


def test_a_hostile_name_is_drawn_as_text(tmp_path: Path) -> None:
    drawing, _ = drawn(tmp_path, forests(records.hostile)[0])
    assert [element.tag for element in drawing.iter() if "script" in element.tag] == []
