"""Every comparison of the real archive says what its chart shows, at every headline thread count.

A single word over several counts hid those on the other side of 1. Here the strips of all pages are
held against the cells, the chart and the machine they are of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from selectolax.lexbor import LexborHTMLParser

import built_sites
from published_tables import panels_of
from sysbench_archive.verdicts import roles_of

Record = dict[str, Any]
SIGNED = ("faster", "slower")
PILLS = ("faster", "slower", "mixed", "equivalent", "no-clear-difference")
"""Directions that hold at some thread counts, and so never stand alone."""


class Judged(NamedTuple):
    """A verdict with the panel it is of, and the side it judges."""

    where: str
    panel: Record
    verdict: Record
    side: int


@cache
def record(path: Path) -> Record:
    found: Record = json.loads(path.read_bytes())
    return found


def comparisons(site: built_sites.Site) -> list[Record]:
    paths = sorted((site.public / "comparisons").glob("*/index.json"))
    return [found for path in paths if "panels" in (found := record(path))]


def verdicts(site: built_sites.Site) -> Iterator[Judged]:
    for comparison in comparisons(site):
        for panel in panels_of(comparison):
            for side, verdict in enumerate(panel["verdicts"], 1):
                where = f"{comparison['slug']} {panel['id']} {verdict['candidate']}"
                yield Judged(where, panel, verdict, side)


def cells_of(judged: Judged) -> dict[int, Record]:
    """Thread count to the cell of the candidate, where it has a ratio."""
    cells = {row["threads"]: row["cells"][judged.side] for row in judged.panel["rows"]}
    return {threads: cell for threads, cell in cells.items() if cell and cell["ratio"]}


def test_a_strip_has_every_headline_count_of_its_machine(real_site: built_sites.Site) -> None:
    for judged in verdicts(real_site):
        folder = judged.panel["bundle"]["path"].strip("/")
        servers = record(real_site.public / folder / "compare.json")["servers"]
        cpus = next(s["cpus"] for s in servers if s["id"] == judged.verdict["baseline"])
        wanted = roles_of(cells_of(judged), cpus)
        found = {entry["threads"]: entry["role"] for entry in judged.verdict["headline"]}
        assert list(found.items()) == list(wanted.items()), judged.where


def test_a_strip_has_the_ratios_of_the_cells_and_of_the_chart(real_site: built_sites.Site) -> None:
    for judged in verdicts(real_site):
        cells = cells_of(judged)
        name = f"{judged.where.split()[0]}--{judged.panel['id']}--ratio.json"
        chart = real_site.public / "charts" / name
        marks = record(chart)["marks"] if chart.is_file() else []
        points = {
            mark[1]: {
                "centre": mark[3],
            }
            for mark in marks
            if mark[0] == judged.side
        }
        for entry in judged.verdict["headline"]:
            cell, point = cells[entry["threads"]], points.get(entry["threads"])
            assert entry["ratio"] == pytest.approx(cell["ratio"], abs=1e-5), judged.where
            ends = cell["interval"] or {"low": None, "high": None}
            assert [entry["low"], entry["high"]] == pytest.approx([ends["low"], ends["high"]])
            assert (point is None) == (not marks), judged.where
            if point:
                assert point["centre"] == pytest.approx(entry["ratio"], abs=1e-5), judged.where


def test_direction_and_number_agree(real_site: built_sites.Site) -> None:
    for judged in verdicts(real_site):
        lower_is_better = judged.panel["metric"]["direction"] == "lower"
        signs = set()
        for entry in judged.verdict["headline"]:
            if entry["direction"] in SIGNED:
                signs.add(entry["direction"])
                is_more = (entry["direction"] == "faster") != lower_is_better
                assert (entry["ratio"] > 1) == is_more, judged.where
                assert is_more == reads_as_more(entry["text"]), judged.where
                within = entry["low"] is None or not entry["low"] <= 1 <= entry["high"]
                assert within, judged.where
        wanted = {frozenset(SIGNED): "mixed", frozenset(["faster"]): "faster"}
        wanted[frozenset(["slower"])] = "slower"
        said = judged.verdict["direction"]
        assert wanted.get(frozenset(signs), said) == said, judged.where
        assert said not in wanted.values() or signs, judged.where


def reads_as_more(text: str) -> bool:
    """Whether the text of an entry says more than the baseline."""
    if text.endswith(" times"):
        return not text.startswith("<") and float(text.removesuffix(" times")) > 1
    return text.startswith("+")


def test_no_answer_leaves_out_a_count_of_its_verdicts(real_site: built_sites.Site) -> None:
    for comparison in comparisons(real_site):
        lines = comparison["answer"]["verdicts"]
        judged = [verdict for panel in comparison["panels"] for verdict in panel["verdicts"]]
        if not judged:
            continue
        assert len(lines) == len(judged)
        for line, verdict in zip(lines, judged, strict=True):
            entries = [{n: c[n] for n in line["strip"][0]} for c in verdict["headline"]]
            assert line["strip"] == entries, comparison["slug"]
            for entry in entries:
                if len(judged) == 1:
                    assert f" {entry['threads']}" in line["sentence"], comparison["slug"]


def test_every_page_shows_the_strips_of_its_verdicts(real_site: built_sites.Site) -> None:
    for comparison in comparisons(real_site):
        page = LexborHTMLParser(real_site.file(comparison["path"].strip("/")).read_bytes())
        shown = [
            [" ".join(entry.text().split()) for entry in strip.css("li")]
            for strip in page.css("ul.strip")
        ]
        wanted = [
            [f"{threads_text(entry['threads'])}: {entry['text']}" for entry in line["strip"]]
            for line in comparison["answer"]["verdicts"]
            if line["strip"]
        ]
        assert shown == wanted, comparison["slug"]


def threads_text(count: int) -> str:
    return "1 thread" if count == 1 else f"{count} threads"


@pytest.mark.parametrize("kind", ["home", "comparisons", "comparison", "workload", "series"])
def test_no_page_shows_a_direction_without_its_counts(
    real_site: built_sites.Site, kind: str
) -> None:
    for address in real_site.of_kind(kind):
        html = real_site.file(address).read_text()
        assert not [name for name in PILLS if f'"outcome outcome-{name}"' in html], address


OTHER_WORDS = ("no resolvable difference", "not resolved", "resolve nothing", "cannot be told")


def test_one_word_for_one_idea(real_site: built_sites.Site) -> None:
    for kind in ("home", "comparisons", "comparison", "methodology", "compare"):
        for address in real_site.of_kind(kind):
            page = LexborHTMLParser(real_site.file(address).read_bytes())
            text = (page.body.text() if page.body else "").lower()
            assert not [words for words in OTHER_WORDS if words in text], address
