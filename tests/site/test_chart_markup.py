"""The markup of drawings: ids are a chart's own, text is inert, marks are short."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import chart_records as records
import pytest
from drawn_charts import KINDS, SVG, draw, drawings, drawn, lay, of_every_kind, rooted

ORDINARY_BYTES = 6 * 1024


def test_ids_are_a_charts_own_and_every_reference_is_met(tmp_path: Path) -> None:
    draw(lay(tmp_path / "charts", *of_every_kind()), tmp_path / "out")
    seen: set[str] = set()
    for name, svg in drawings(tmp_path / "out").items():
        ids = re.findall(r' id="([^"]+)"', svg.decode())
        assert len(ids) == len(set(ids))
        assert not seen & set(ids), name
        assert set(re.findall(r'href="#([^"]+)"', svg.decode())) <= set(ids)
        seen |= set(ids)


def test_hostile_labels_are_text_and_need_no_exception_of_the_pages_policy(tmp_path: Path) -> None:
    draw(lay(tmp_path / "charts", *of_every_kind(records.hostile)), tmp_path / "out")
    for svg in drawings(tmp_path / "out").values():
        tree = ElementTree.fromstring(rooted(svg.decode()))
        names = {name for element in tree.iter() for name in element.attrib}
        assert not [name for name in names if name == "style" or name.startswith("on")]
        tags = {element.tag.removeprefix(SVG) for element in tree.iter()}
        drawn_with = {"svg", "g", "path", "rect", "use", "text", "tspan", "defs"}
        assert tags <= drawn_with | {"div", "ul", "li", "p", "details", "summary", "pre"}
        assert svg.count(b'href="#') == len(list(tree.iter(f"{SVG}use")))
        assert "<script>alert(1)</script>" in (tree[0].get("aria-label") or "")


@pytest.mark.parametrize("kind", ["throughput", "latency"])
def test_an_ordinary_chart_is_small(tmp_path: Path, kind: str) -> None:
    draw(lay(tmp_path / "charts", records.chart("ordinary", kind)), tmp_path / "out")
    svg = drawings(tmp_path / "out")["ordinary.svg"].split(b"<ul")[0]
    assert len(svg) <= ORDINARY_BYTES


@pytest.mark.parametrize("kind", KINDS)
def test_a_mark_is_a_place_and_nothing_else(tmp_path: Path, kind: str) -> None:
    """The table beside it has its words and its link."""
    chart = records.chart("points", kind)
    drawing, _ = drawn(tmp_path, chart)
    baseline = chart["sides"][0]["id"] if kind == "ratio" else None
    rows = [row for row in chart["values"] if row["side"] != baseline]
    uses = list(drawing.iter(f"{SVG}use"))
    marks = [use for use in uses if use.get("x") != "100%"]
    assert len(marks) == len(rows)
    assert {name for mark in marks for name in mark.attrib} == {"href", "x", "y"}
