"""Every page of a comparison says what its verdicts do, at every headline thread count.

`tests/archive/test_verdicts.py` holds verdicts against cells, charts and machines.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

import built_sites

Record = dict[str, Any]
PILLS = ("faster", "slower", "mixed", "equivalent", "no-clear-difference", "too-noisy")
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
