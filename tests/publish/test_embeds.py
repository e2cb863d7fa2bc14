"""Pictures for other sites: which chart is drawn, and lines that embed it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from markdown_it import MarkdownIt
from works import BASE, HOSTILE

from sysbench_archive.publish.embeds import picture_input, picture_record

URL = f"{BASE}/comparisons/which/"


def comparison(*charts: str | None, title: str = "Which is faster?") -> dict[str, Any]:
    panels = [{"title": f"Panel {n}", "charts": {"throughput": c}} for n, c in enumerate(charts)]
    record = {
        "slug": "which",
        "path": "/comparisons/which/",
        "title": title,
        "answer": {"sentence": "B is faster."},
        "summary": "A summary.",
        "panels": panels,
    }
    return record | {"picture": picture_record(record, BASE)}


def test_the_first_panel_with_a_chart_stands_for_a_comparison() -> None:
    words = picture_input(comparison(None, "second", "third"))
    assert words["chart"] == "second"
    assert words["caption"] == "Panel 1"
    assert words["answer"] == "B is faster."
    assert words["url"] == URL
    assert picture_input(comparison("only"))["caption"] == ""


def test_a_comparison_without_a_chart_has_only_a_card() -> None:
    record = comparison(None)
    assert picture_input(record)["chart"] == ""
    assert record["picture"]["chart"] == ""
    assert record["picture"]["snippets"] == []
    assert record["picture"]["card"] == "/comparisons/which/card.png"


class Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_lines_to_paste_lead_back_whatever_a_title_says() -> None:
    record = comparison("chart", title=HOSTILE)["picture"]
    markdown, html = (snippet["text"] for snippet in record["snippets"])
    for made in (MarkdownIt("commonmark").renderInline(markdown), html):
        elements = Elements()
        elements.feed(made)
        (link, picture) = elements.found
        assert (link[0], link[1]["href"]) == ("a", URL)
        assert (picture[0], picture[1]["src"]) == ("img", f"{URL}chart.svg")
        assert picture[1]["alt"] == record["alt"] == f"{HOSTILE}: Panel 0"
