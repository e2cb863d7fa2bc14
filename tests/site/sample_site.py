"""Build a sample site in a folder of its own, with the project's templates and nothing of its data.

Owns the layout of the throwaway source tree and the calls of the chart program and of Hugo.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import sample_records as records
from msgspec import to_builtins

from node_process import run_program
from published_tables import as_published
from sysbench_archive.build.render import place_all
from sysbench_archive.model.comparison import ComparisonRecord
from sysbench_archive.model.result_page import ResultPage
from sysbench_archive.publish.result_pages import comparison_page

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = "2026-01-sample"
CURATED = "sample-question"
FORMER = "former-question"
MATRIX = f"{BUNDLE}--read-only"
BASE = "/some/base/path/"

ARTICLE = """---
title: {title}
question: A question
summary: A summary
date: "2026-01-02"
baseline: mysql-a
candidates: [mysql-b]
panels: []
aliases: [/comparisons/{former}/]
---

The page shows the analysis of its record.
"""


@dataclass(frozen=True, slots=True)
class Site:
    """A built site: `parent` is what a server would serve, `public` lies under its base path."""

    source: Path
    parent: Path
    public: Path

    def page(self, path: str) -> str:
        """The HTML of a site-relative address."""
        return (self.public / path.strip("/") / "index.html").read_text(encoding="utf-8")

    def pages(self) -> list[Path]:
        """Every HTML file."""
        return sorted(self.public.rglob("*.html"))


def hugo() -> str:
    """The Hugo of the virtual environment, else the one on PATH."""
    beside = Path(sys.executable).with_name("hugo")
    return str(beside) if beside.exists() else "hugo"


def sample(text: records.Text) -> tuple[list[ResultPage], list[ComparisonRecord]]:
    """The results and comparisons of the sample."""
    comparisons = [
        records.comparison(CURATED, BUNDLE, "curated", text),
        records.comparison(MATRIX, BUNDLE, "matrix", text),
    ]
    result = records.result(
        BUNDLE,
        text,
        comparisons=records.references(comparisons),
        charts=[records.shown_on_result(comparisons[1])],
    )
    return [result], comparisons


def build(folder: Path, text: records.Text = records.plain) -> Site:
    """Lay out, draw and build the sample below a folder."""
    source = folder / "source"
    _lay_out(source)
    _derive(source / "data" / "derived", text)
    draw(source / "data" / "derived" / "charts", source / "data" / "derived" / "assets" / "charts")
    parent = folder / "served"
    public = parent / BASE.strip("/")
    render(source, public)
    return Site(source, parent, public)


def draw(charts: Path, out: Path, *options: str) -> dict[str, float]:
    """Draw a folder of charts; returns the program's summary."""
    done = run_program(ROOT / "scripts" / "charts" / "draw.mjs", charts, out, *options)
    assert done.returncode == 0, done.stderr
    summary: dict[str, float] = json.loads(done.stdout)
    return summary


def _lay_out(source: Path) -> None:
    for name in ("layouts", "static", "schema"):
        shutil.copytree(ROOT / name, source / name)
    articles = shutil.ignore_patterns("comparisons")
    shutil.copytree(ROOT / "content", source / "content", ignore=articles)
    comparisons = source / "content" / "comparisons"
    comparisons.mkdir()
    for name in ("_index.md", "_content.gotmpl"):
        shutil.copy(ROOT / "content" / "comparisons" / name, comparisons / name)
    article = ARTICLE.format(title="Title", former=FORMER)
    (comparisons / f"{CURATED}.md").write_text(article, encoding="utf-8")
    for name in ("config.toml", "package.json"):
        shutil.copy(ROOT / name, source / name)
    (source / "node_modules").symlink_to(ROOT / "node_modules")


BESIDE = {
    "cards/home/card.png": "picture",
    "cards/results/card.png": "picture",
    "cards/upgrades/card.png": "picture",
    "addresses.json": "{}",
    "citation.json": "[]",
    "api/v1/index.json": "{}",
    "api/v1/openapi.json": "{}",
    "downloads/datapackage.json": "{}",
    "downloads/runs.parquet": "{}",
    "feeds/corrections.xml": "<feed/>",
    "feeds/results.xml": "<feed/>",
    "hardware/classes.json": "{}",
    "lists/comparisons.json": "{}",
    "lists/machines.json": "{}",
    "lists/results.json": "{}",
    "lists/settings.json": "{}",
    "policy.json": "{}",
}
"""What pages link to and no template reads."""


def _derive(derived: Path, text: records.Text) -> None:
    results, comparisons = sample(text)
    for name, record in records.lists(results, comparisons, text).items():
        write(derived / "data" / f"{name}.json", record)
    for result in results:
        _derive_result(derived, result)
    for comparison in comparisons:
        _derive_comparison(derived, comparison)
    campaign = records.campaign(comparisons, text)
    write(derived / "records" / "campaigns" / f"{campaign.slug}.json", campaign)
    _write_text(derived / "static" / campaign.path.strip("/") / "citation.json", "[]")
    _derive_histories(derived, results[0], text)
    _derive_pairs(derived, text)
    for name, words in BESIDE.items():
        _write_text(derived / "static" / name, words)
    shutil.copytree(ROOT / "schema", derived / "static" / "schema")


def _derive_result(derived: Path, result: ResultPage) -> None:
    static = derived / "static" / result.path.strip("/")
    write(derived / "records" / "results" / f"{result.id}.json", result)
    write(static / "index.json", result)
    write(static / "variables.json", result.variables)
    _write_text(static / "citation.json", "[]")
    for entry in result.files:
        _write_text(derived / "static" / entry.href.strip("/"), "evidence\n")


def _derive_comparison(derived: Path, comparison: ComparisonRecord) -> None:
    path = comparison.path.strip("/")
    write(
        derived / "records" / "comparisons" / f"{comparison.slug}.json", comparison_page(comparison)
    )
    write(derived / "static" / path / "index.json", comparison)
    _write_text(derived / "static" / path / "comparison.csv", "n\n")
    _write_text(derived / "static" / path / "citation.json", "[]")
    for name in ("chart.svg", "card.png"):
        _write_text(derived / "embeds/static" / path / name, "picture")
    for panel in comparison.panels:
        for chart in records.charts(comparison, panel):
            write(derived / "charts" / f"{chart.name}.json", as_published(chart))


def _derive_pairs(derived: Path, text: records.Text) -> None:
    for pair in records.pairs(text):
        write(derived / "data" / "upgrade_pairs" / f"{pair.key}.json", pair)
        write(derived / "static" / pair.path.strip("/") / "index.json", pair)
        _write_text(derived / "static" / pair.data.strip("/"), "{}")


def _derive_histories(derived: Path, result: ResultPage, text: records.Text) -> None:
    for record in records.histories(result.id, result.runs[0].id, text):
        write(derived / "data" / "revisions" / f"{record.bundle}.json", record)
        _write_text(derived / "static" / record.path.strip("/") / "citation.json", "[]")
        for page in record.pages:
            for href in (page.figures_href, *(file.href for file in page.files)):
                _write_text(derived / "static" / href.strip("/"), "kept")
    left = records.left_over(text)
    write(derived / "data" / "withdrawn" / f"{left.slug}.json", left)
    _write_text(derived / "static" / left.path.strip("/") / "citation.json", "[]")
    for slug in (CURATED, MATRIX, left.slug):
        write(
            derived / "records" / "comparison_revisions" / f"{slug}.json",
            records.pinned(slug, text),
        )


def write(path: Path, record: object) -> None:
    """Write a record as JSON, folders included."""
    _write_text(path, json.dumps(to_builtins(record), ensure_ascii=False))


def _write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def render(source: Path, public: Path) -> None:
    """Have Hugo build a source tree that is laid out."""
    command = [hugo(), "--source", str(source), "--destination", str(public)]
    options = ["--baseURL", f"https://served.example{BASE}"]
    # What browsers run imports packages, whose folder is a link here.
    packages = str((ROOT / "node_modules").resolve())
    readable = os.environ | {"HUGO_SECURITY_NODE_PERMISSIONS_ALLOWREAD": packages}
    done = subprocess.run(
        [*command, *options], check=False, capture_output=True, text=True, timeout=300, env=readable
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "deprecated" not in said, said
    place_all(source / "data" / "derived" / "static", public)
