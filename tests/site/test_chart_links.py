"""Without a program, every point of a chart is linked from the table of its panel.

Drawings have no links: a table beside them has those, with the same figures.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode

import built_sites
from sysbench_archive.model.comparison import ChartKind

Json = dict[str, Any]
OF_LOADS = {"load_p50", "load_p95", "load_p99", "load_p999"}


class Shown(NamedTuple):
    """A chart on a page: its data, where its points lead, and where tables of its panel do."""

    chart: Json
    points: set[str]
    linked: set[str]


def find_root(node: LexborNode) -> LexborNode:
    """The outermost element around one."""
    while node.parent:
        node = node.parent
    return node


def panel_of(figure: LexborNode) -> LexborNode:
    """The innermost fold or section around a chart that has a table as well; of a campaign the
    view whose chart it is.
    """
    name = (figure.attributes.get("data-chart") or "").rpartition("/")[2].removesuffix(".json")
    kind = figure.attributes.get("data-spec")
    for view in find_root(figure).css(f"details[data-view][data-{kind}]"):
        slug, chart = view.attributes["data-view"] or "", view.attributes[f"data-{kind}"] or ""
        if chart.replace("%", slug) == name:
            return view
    around = figure.parent
    while around and not (around.tag in ("details", "section") and around.css_first("table")):
        around = around.parent
    assert around, "a chart without a table"
    return around


def charts_of(site: built_sites.Site, address: str) -> Iterator[Shown]:
    """The charts on a page."""
    page = LexborHTMLParser(site.file(address).read_bytes())
    for figure in page.css("figure.chart[data-chart]"):
        name = (figure.attributes["data-chart"] or "").removeprefix(built_sites.BASE)
        chart = json.loads((site.public / name).read_bytes())
        points = {leads_to(mark["path"]) for mark in chart["values"]}
        yield Shown(chart, points, links_in(panel_of(figure), address))


def links_in(panel: LexborNode, address: str) -> set[str]:
    """Where the tables of a panel lead, from the root of the server."""
    hrefs = [link.attributes.get("href") or "" for link in panel.css("table a")]
    return {urljoin(f"{built_sites.BASE}{address}", href) for href in hrefs}


def test_every_point_of_every_chart_is_linked_from_the_table_of_its_panel(
    walked_site: built_sites.Site,
) -> None:
    points: Counter[str] = Counter()
    for page_kind in ("comparison", "campaign", "result"):
        for address in walked_site.of_kind(page_kind):
            for chart, wanted, linked in charts_of(walked_site, address):
                assert wanted <= linked, (address, chart["name"], wanted - linked)
                points[page_kind] += len(wanted)
                points[chart["kind"]] += len(wanted)
    # No bundle has offered loads yet.
    expected = {"comparison", "campaign", "result", *get_args(ChartKind)} - OF_LOADS
    assert points.keys() - OF_LOADS == expected
    assert min(points[kind] for kind in expected) > 200, points


def test_every_measurement_of_an_upgrade_is_linked_from_its_page(
    walked_site: built_sites.Site,
) -> None:
    records = (walked_site.derived / "data" / "upgrade_pairs").glob("*.json")
    pages = [json.loads(path.read_bytes()) for path in records]
    assert len(pages) > 10
    measured: Counter[str] = Counter()
    for page in pages:
        html = LexborHTMLParser(walked_site.file(page["path"].strip("/")).read_bytes())
        shown = Counter(link.attributes["href"] for link in html.css(".measured tbody th a"))
        campaigns = [campaign for kind in page["kinds"] for campaign in kind["campaigns"]]
        works = [work for campaign in campaigns for work in campaign["works"]]
        assert shown == Counter(leads_to(work["path"]) for work in works), page["path"]
        measured[page["upgrade"]] += sum(len(work["figures"]) for work in works)
    for document in (walked_site.public / "api" / "v1" / "upgrades").glob("*.json"):
        # Those of twins stand on the page of the pair that they do not bear out as well.
        assert measured[document.stem] >= len(json.loads(document.read_bytes())["lines"])


def leads_to(path: str) -> str:
    """A site-relative path as a page links it."""
    return f"{built_sites.BASE.rstrip('/')}{path}"
