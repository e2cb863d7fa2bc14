"""Pictures for other sites: which charts are drawn, and lines that show them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt
from msgspec import UNSET
from works import BASE, HOSTILE

from derived_records import comparison_record, panel_record
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.publish.pictures import (
    badge,
    badge_lines,
    chart_lines,
    comparison_card,
    embed_page,
    oembed,
    picture_input,
    standing_of,
)

ROOT = Path(__file__).resolve().parents[2]
URL = f"{BASE}/comparisons/which/"
PICTURE = f"{URL}chart.svg"


def comparison(*charts: str | None, title: str = "Which is faster?") -> Comparison:
    """A comparison with a panel for each chart, some of them null."""
    panels = [
        panel_record(f"panel-{n}", title=f"Panel {n}", throughput=name)
        for n, name in enumerate(charts)
    ]
    return comparison_record("which", title=title, summary="B is faster.", panels=panels)


def test_the_first_panel_with_a_chart_stands_for_a_comparison() -> None:
    picture = picture_input(comparison(None, "second", "third"), BASE)
    assert [(chart.name, chart.caption) for chart in picture.charts] == [
        ("second", "Panel 1"),
        ("second", "Panel 1"),
        ("third", "Panel 2"),
    ]
    assert picture.charts[0].path == "/comparisons/which/chart.svg"
    assert picture.answer == "B is faster."
    assert picture.url == URL
    (only,) = picture_input(comparison("only"), BASE).charts[:1]
    assert only.caption == ""


def test_a_comparison_without_a_chart_has_only_a_card() -> None:
    found = comparison(None)
    picture = picture_input(found, BASE)
    assert picture.charts == []
    card = comparison_card(found)
    assert card is not UNSET
    assert card.card == picture.card == "/comparisons/which/card.png"


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_lines_to_paste_lead_back_whatever_a_title_says() -> None:
    lines = {line.label: line.text for line in chart_lines(HOSTILE, URL, PICTURE)}
    for made in (MarkdownIt("commonmark").renderInline(lines["Markdown"]), lines["HTML"]):
        elements = Elements()
        elements.feed(made)
        (link, picture) = elements.found
        assert (link[0], link[1]["href"]) == ("a", URL)
        assert (picture[0], picture[1]["src"]) == ("img", PICTURE)
        assert picture[1]["alt"] == HOSTILE


def test_a_frame_shows_the_page_whatever_a_title_says() -> None:
    framed = embed_page(comparison("chart", title=HOSTILE))
    assert framed is not None
    html = oembed(framed.title, framed.path, BASE).html
    (line,) = (x for x in chart_lines(HOSTILE, URL, PICTURE, f"{URL}embed/") if "frame" in x.label)
    for made in (html, line.text):
        elements = Elements()
        elements.feed(made)
        ((tag, attributes),) = elements.found
        assert (tag, attributes["src"]) == ("iframe", f"{URL}embed/")
        assert attributes["title"] == HOSTILE


@pytest.mark.parametrize("evidence", get_args(Evidence))
def test_a_badge_says_whether_output_is_behind_a_result(evidence: Evidence) -> None:
    standing = standing_of(evidence)
    assert (standing == "measured in") == evidence.endswith("-output")
    root = ElementTree.fromstring(badge(standing))
    said = " the ".join("".join(e.itertext()) for e in root.iter() if e.tag.endswith("}text"))
    assert said == f"{standing} the Sysbench Archive"
    for line in badge_lines("/results/b/", standing, BASE):
        html = line.text if line.label == "HTML" else MarkdownIt("commonmark").render(line.text)
        elements = Elements()
        elements.feed(html)
        found = dict(elements.found)
        assert found["a"]["href"] == f"{BASE}/results/b/"
        assert found["img"]["src"] == f"{BASE}/results/b/badge.svg"
        assert found["img"]["alt"] == said


def test_the_about_page_has_the_lines_that_pages_have() -> None:
    about = (ROOT / "content/about.md").read_text("utf-8")
    base = re.findall(r'permanentBase = "(.*)"', (ROOT / "config.toml").read_text("utf-8"))[0]
    page = f"{base}/comparisons/NAME/"
    lines = [
        *chart_lines("TITLE", page, f"{page}chart.svg", f"{page}embed/"),
        *badge_lines("/results/NAME/", "measured in", base),
    ]
    shown = re.findall(r"^```(?:html|markdown)\n(.*)\n```$", about, re.MULTILINE)
    assert shown == [line.text for line in lines]
    assert "`.png` in place of `.svg`, or `-dark.png`" in about
