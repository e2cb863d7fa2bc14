"""What a campaign ends with: the figures of its own reports, and its findings; in every format."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.results import result_record
from sysbench_archive.review.answer import Answer, answer_of
from sysbench_archive.review.answer_pages import html_of, markdown_of

RESULTS = Path(__file__).parents[2] / "data" / "results"
RULES = Path(__file__).parents[1] / "rules"
RATE = re.compile(r"transactions: .*\(([0-9.]+) per sec")


def answered(folder: Path) -> Answer:
    loaded = load_bundle(folder, folder.name).bundle
    assert loaded
    return answer_of([result_record(loaded)], "title")


def test_median_and_range_are_those_of_the_reports() -> None:
    bundle = "2026-11-mariadb-11-8-and-10-11-debian-vm"
    expected: dict[str, list[list[float]]] = {}
    for test in ("oltp-read-only", "oltp-read-write"):
        for server in ("10-11-19", "11-8-6"):
            for threads in (1, 2, 4, 8):
                files = (RESULTS / bundle / "raw").glob(f"{test}-*{server}-t{threads}-r*.txt")
                rates = sorted(float(RATE.search(f.read_text("utf-8"))[1]) for f in files)  # type: ignore[index]
                low, middle, high = rates
                expected.setdefault(test, []).append([threads, 3, middle, low, high])
    tables = answered(RESULTS / bundle).text().split("\n\n")
    for table, rows in zip(tables, expected.values(), strict=False):
        lines = table.splitlines()[2:]
        told = [[float(n.replace(",", "")) for n in line.split()[2:7]] for line in lines]
        for own, row in zip(told, rows, strict=True):
            # Three digits are printed.
            assert all(abs(a - b) <= 0.005 * b for a, b in zip(own, row, strict=True)), (own, row)


def test_a_finding_has_its_status() -> None:
    said = answered(DESIGNS["slices"]).text()
    assert re.search(r"at 1 thread: .56 % \(.74 to .26 %\)\. \(indicative\)\Z", said)


DESIGNS = {
    "blocks": RESULTS / "2026-11-mariadb-11-8-and-10-11-debian-vm",
    "slices": RESULTS / "2026-11-mysql-8-0-log-writer-threads-in-slices-small-vm",
    "counted": RESULTS / "2026-11-instructions-per-transaction-noise-floor",
    "a rate sweep": RULES / "load-histogram/pass/2026-01-raw-output",
}


@pytest.mark.parametrize("folder", DESIGNS.values(), ids=DESIGNS)
def test_a_finished_campaign_has_figures_in_every_format(folder: Path) -> None:
    found = answered(folder)
    assert found.figures
    assert all(table.rows and table.bars for table in found.figures if "a load" not in table.title)
    median = found.figures[0].rows[0][found.figures[0].heads.index("median")]
    for shown in (found.text(), markdown_of(found, "M"), html_of(found, "M")):
        assert median in shown
    assert bool(found.ratios) == (len(found.comparisons) > 0)


def test_names_are_inert() -> None:
    hostile = "<script>alert(1)</script>|`x`[y](z)"
    found = answered(DESIGNS["blocks"])
    assert found.ratios
    heads = tuple(word.replace("MariaDB", hostile) for word in found.ratios.heads)
    figures = [replace(t, rows=[(hostile, *row[1:]) for row in t.rows]) for t in found.figures]
    ratios = replace(found.ratios, heads=heads)
    dirty = replace(found, title=hostile, cautions=[hostile], ratios=ratios, figures=figures)
    page = html_of(dirty, hostile)
    assert "<script" not in page
    assert page.count("&lt;script&gt;") > len(figures)
    assert not re.search(r"https?://|url\(|@import| on[a-z]+=|<link|<img", page)
    lines = markdown_of(dirty, hostile).splitlines()
    assert not any(re.search(r"(?<!\\)[<`\[]", line) for line in lines)
    columns = {line.replace("\\|", "").count("|") for line in lines if line.startswith("| OLTP")}
    assert columns == {7}
