"""Pictures for other sites: which chart is drawn, and lines that embed it."""

from __future__ import annotations

from html.parser import HTMLParser

from markdown_it import MarkdownIt
from works import BASE, HOSTILE

from derived_records import comparison_record, panel_record
from sysbench_archive.model.base import Picture
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.publish.pictures import picture_input, picture_record

URL = f"{BASE}/comparisons/which/"


def comparison(*charts: str | None, title: str = "Which is faster?") -> Comparison:
    """A comparison with a panel for each chart, some of them null."""
    panels = [
        panel_record(f"panel-{n}", title=f"Panel {n}", throughput=name)
        for n, name in enumerate(charts)
    ]
    return comparison_record("which", title=title, summary="B is faster.", panels=panels)


def shown(comparison: Comparison) -> Picture:
    return picture_record(comparison, BASE)


def test_the_first_panel_with_a_chart_stands_for_a_comparison() -> None:
    found = comparison(None, "second", "third")
    picture = picture_input(found, shown(found))
    assert picture.chart == "second"
    assert picture.caption == "Panel 1"
    assert picture.answer == "B is faster."
    assert picture.url == URL
    found = comparison("only")
    assert picture_input(found, shown(found)).caption == ""


def test_a_comparison_without_a_chart_has_only_a_card() -> None:
    found = comparison(None)
    picture = shown(found)
    assert picture_input(found, picture).chart == ""
    assert picture.chart == ""
    assert picture.snippets == []
    assert picture.card == "/comparisons/which/card.png"


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_lines_to_paste_lead_back_whatever_a_title_says() -> None:
    pictures = shown(comparison("chart", title=HOSTILE))
    markdown, html = (snippet.text for snippet in pictures.snippets)
    for made in (MarkdownIt("commonmark").renderInline(markdown), html):
        elements = Elements()
        elements.feed(made)
        (link, picture) = elements.found
        assert (link[0], link[1]["href"]) == ("a", URL)
        assert (picture[0], picture[1]["src"]) == ("img", f"{URL}chart.svg")
        assert picture[1]["alt"] == pictures.alt == f"{HOSTILE}: Panel 0"
