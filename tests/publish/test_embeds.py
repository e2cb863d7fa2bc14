"""Pictures for other sites: which chart is drawn, and lines that embed it."""

from __future__ import annotations

from html.parser import HTMLParser

from markdown_it import MarkdownIt
from msgspec.structs import replace
from works import BASE, HOSTILE

from derived_records import comparison_record, panel_record
from sysbench_archive.model.comparison import ComparisonRecord
from sysbench_archive.publish.charts import picture_input, picture_record

URL = f"{BASE}/comparisons/which/"


def comparison(*charts: str | None, title: str = "Which is faster?") -> ComparisonRecord:
    """A comparison with a panel for each chart, some of them null."""
    panels = [
        panel_record(f"panel-{n}", title=f"Panel {n}", throughput=name)
        for n, name in enumerate(charts)
    ]
    record = comparison_record(
        "which",
        title=title,
        summary="B is faster.",
        panels=panels,
    )
    return replace(record, picture=picture_record(record, panels, BASE))


def test_the_first_panel_with_a_chart_stands_for_a_comparison() -> None:
    picture = picture_input(comparison(None, "second", "third"))
    assert picture.chart == "second"
    assert picture.caption == "Panel 1"
    assert picture.answer == "B is faster."
    assert picture.url == URL
    assert picture_input(comparison("only")).caption == ""


def test_a_comparison_without_a_chart_has_only_a_card() -> None:
    record = comparison(None)
    assert picture_input(record).chart == ""
    assert record.picture
    assert record.picture.chart == ""
    assert record.picture.snippets == []
    assert record.picture.card == "/comparisons/which/card.png"


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_lines_to_paste_lead_back_whatever_a_title_says() -> None:
    shown = comparison("chart", title=HOSTILE).picture
    assert shown
    markdown, html = (snippet.text for snippet in shown.snippets)
    for made in (MarkdownIt("commonmark").renderInline(markdown), html):
        elements = Elements()
        elements.feed(made)
        (link, picture) = elements.found
        assert (link[0], link[1]["href"]) == ("a", URL)
        assert (picture[0], picture[1]["src"]) == ("img", f"{URL}chart.svg")
        assert picture[1]["alt"] == shown.alt == f"{HOSTILE}: Panel 0"
