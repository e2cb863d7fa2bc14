"""Every comparison of a site says what its chart shows, at every headline thread count.

Here the strips of pages are held against the cells, the chart and the machine they are of; those of
every record of the archive are in `tests/archive/test_verdicts.py`.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

import built_sites
from judged_panels import (
    Judged,
    assert_direction_and_number_agree,
    assert_has_headline_counts,
    assert_has_ratios,
    assert_sentence_is_complete,
    verdicts,
)

Record = dict[str, Any]
PILLS = ("faster", "slower", "mixed", "equivalent", "no-clear-difference")
"""Directions that hold at some thread counts, and so never stand alone."""


@cache
def record(path: Path) -> Record:
    found: Record = json.loads(path.read_bytes())
    return found


@cache
def comparisons(site: built_sites.Site) -> list[Record]:
    """Files of comparisons as programs get them."""
    paths = sorted((site.public / "comparisons").glob("*/index.json"))
    return [found for path in paths if "panels" in (found := record(path))]


def drawn(site: built_sites.Site, judged: Judged) -> list[Record]:
    """The marks of the chart of ratios, where there is one."""
    names = [chart["name"] for chart in judged.panel["charts"] if chart["kind"] == "ratio"]
    return record(site.public / "charts" / f"{names[0]}.json")["values"] if names else []


def test_verdicts_agree_with_cells_charts_and_machines(walked_site: built_sites.Site) -> None:
    compared = 0
    for judged in verdicts(comparisons(walked_site)):
        folder = judged.panel["bundle"]["path"].strip("/")
        servers = record(walked_site.public / folder / "compare.json")["servers"]
        cpus = next(s["cpus"] for s in servers if s["id"] == judged.verdict["baseline"])
        assert_has_headline_counts(judged, cpus)
        points = drawn(walked_site, judged)
        assert_has_ratios(judged, points)
        assert_direction_and_number_agree(judged)
        if judged.panel["rows"]:
            assert_sentence_is_complete(judged)
        compared += len(judged.verdict["headline"]) if points else 0
    assert compared > 300


def test_every_page_shows_the_strips_of_its_verdicts(walked_site: built_sites.Site) -> None:
    for comparison in comparisons(walked_site):
        # A page that leads to a campaign shows none itself.
        if walked_site.holds(comparison["path"].strip("/")) == "moved":
            continue
        html = LexborHTMLParser(walked_site.file(comparison["path"].strip("/")).read_bytes())
        shown = [
            [" ".join(entry.text().split()) for entry in strip.css("li")]
            for strip in html.css("ul.strip")
        ]
        wanted = [
            [f"{threads_text(entry['threads'])}: {entry['text']}" for entry in verdict["headline"]]
            for panel in comparison["panels"]
            for verdict in panel["verdicts"]
            if verdict["headline"]
        ]
        assert shown == wanted, comparison["slug"]


def threads_text(count: int) -> str:
    return "1 thread" if count == 1 else f"{count} threads"


@pytest.mark.parametrize("kind", ["home", "comparisons", "comparison", "workload", "series"])
def test_no_page_shows_a_direction_without_its_counts(
    walked_site: built_sites.Site, kind: str
) -> None:
    for address in walked_site.of_kind(kind):
        html = walked_site.file(address).read_text()
        assert not [name for name in PILLS if f'"outcome outcome-{name}"' in html], address


OTHER_WORDS = ("no resolvable difference", "not resolved", "resolve nothing", "cannot be told")


def test_one_word_for_one_idea(walked_site: built_sites.Site) -> None:
    for kind in ("home", "comparisons", "comparison", "methodology", "compare"):
        for address in walked_site.of_kind(kind):
            page = LexborHTMLParser(walked_site.file(address).read_bytes())
            text = (page.body.text() if page.body else "").lower()
            assert not [words for words in OTHER_WORDS if words in text], address
