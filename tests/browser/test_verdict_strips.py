"""Every page of a comparison says what its verdicts do, at every headline thread count.

`tests/archive/test_verdicts.py` holds verdicts against cells, charts and machines.
"""

from __future__ import annotations

import json
import re
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


def test_every_page_shows_its_verdicts_in_one_notation(walked_site: built_sites.Site) -> None:
    for comparison in comparisons(walked_site):
        # A page that leads to a campaign shows none itself.
        if walked_site.holds(comparison["path"].strip("/")) == "moved":
            continue
        # Where they are many, they have a page of their own.
        path = comparison["path"].strip("/")
        behind = walked_site.public / path / "all" / "verdicts" / "index.html"
        page = behind if behind.exists() else walked_site.file(path)
        html = LexborHTMLParser(page.read_bytes())
        entries = [
            entry
            for panel in comparison["panels"]
            for threads in [sorted({e["threads"] for e in headlines(panel)})]
            for verdict in panel["verdicts"]
            for entry in in_place(verdict["headline"], threads)
        ]
        shown = html.css(".verdicts tbody td")
        assert len(shown) == len(entries), comparison["slug"]
        figures = [cell.text() for cell in shown if re.search("[0-9]", cell.text())]
        assert len({"%" in figure for figure in figures}) < 2, comparison["slug"]
        for cell, entry in zip(shown, entries, strict=True):
            direction = f"strip-{entry['direction']}" if entry else "missing"
            assert direction in (cell.attributes["class"] or ""), comparison["slug"]


def headlines(panel: Record) -> list[Record]:
    return [entry for verdict in panel["verdicts"] for entry in verdict["headline"]]


def in_place(headline: list[Record], threads: list[int]) -> list[Record | None]:
    """An entry for each of some thread counts, if any."""
    found = {entry["threads"]: entry for entry in headline}
    return [found.get(count) for count in threads] if headline or threads else []


@pytest.mark.parametrize("kind", ["home", "comparisons", "comparison", "workload", "series"])
def test_no_page_shows_a_direction_without_its_counts(
    walked_site: built_sites.Site, kind: str
) -> None:
    for address in walked_site.of_kind(kind):
        html = walked_site.file(address).read_text()
        assert not [name for name in PILLS if f'"outcome outcome-{name}"' in html], address
