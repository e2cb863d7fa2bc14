"""The markup of drawings: ids are a chart's own, text is inert, points are links."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import chart_records as records
import pytest
from drawn_charts import KINDS, SVG, drawings, drawn, lay, of_every_kind, rooted
from sample_site import draw

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


def test_a_drawing_needs_no_exception_of_the_pages_policy(tmp_path: Path) -> None:
    draw(lay(tmp_path / "charts", *of_every_kind(records.hostile)), tmp_path / "out")
    for svg in drawings(tmp_path / "out").values():
        tree = ElementTree.fromstring(rooted(svg.decode()))
        names = {name for element in tree.iter() for name in element.attrib}
        assert not [name for name in names if name == "style" or name.startswith("on")]
        tags = {element.tag.removeprefix(SVG) for element in tree.iter()}
        drawn_with = {"svg", "g", "path", "rect", "use", "text", "tspan", "defs", "a", "title"}
        assert tags <= drawn_with | {"div", "ul", "li", "p"}


def test_hostile_labels_are_text_and_lead_nowhere(tmp_path: Path) -> None:
    draw(lay(tmp_path / "charts", *of_every_kind(records.hostile)), tmp_path / "out")
    for svg in drawings(tmp_path / "out").values():
        tree = ElementTree.fromstring(rooted(svg.decode()))
        links = [element.get("href", "") for element in tree.iter(f"{SVG}a")]
        assert links
        assert all(link.startswith("/results/2026-01-sample/") for link in links)
        # Pages put their base path before each href that stands so; texts have none.
        assert svg.count(b'href="/') == len(links)
        assert "<script>alert(1)</script>" in (tree[0].get("aria-label") or "")


@pytest.mark.parametrize("kind", ["throughput", "latency"])
def test_an_ordinary_chart_is_small(tmp_path: Path, kind: str) -> None:
    draw(lay(tmp_path / "charts", records.chart("ordinary", kind)), tmp_path / "out")
    svg = drawings(tmp_path / "out")["ordinary.svg"].split(b"<ul")[0]
    assert len(svg) <= ORDINARY_BYTES


@pytest.mark.parametrize("kind", KINDS)
def test_every_point_leads_to_its_run_outside_the_order_of_tabs(tmp_path: Path, kind: str) -> None:
    chart = records.chart("points", kind)
    drawing, _ = drawn(tmp_path, chart)
    links = list(drawing.iter(f"{SVG}a"))
    baseline = chart["sides"][0]["id"] if kind == "ratio" else None
    expected = {row["path"] for row in chart["values"] if row["side"] != baseline}
    assert {link.get("href") for link in links} == expected
    assert {link.get("tabindex") for link in links} == {"-1"}
    titles = [link.findtext(f".//{SVG}title") or "" for link in links]
    assert len(set(titles)) == len(titles)
    assert any(re.fullmatch(r"MySQL 8\.4, 1 thread: [\d,.]+", title) for title in titles)


def test_a_point_of_several_runs_tells_their_count_and_range(tmp_path: Path) -> None:
    drawing, _ = drawn(tmp_path, records.chart("ranged", spread=0.1))
    title = drawing.findtext(f".//{SVG}a//{SVG}title")
    assert title == "MySQL 8.0, 1 thread: 431.25 (n 3, 388.13 to 474.38)"
