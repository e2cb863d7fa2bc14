"""What a dropped bundle shows, and where it and dropped logs stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cell_samples import cell
from packed_folders import files_below
from sysbench_archive.derive.results import result_record
from sysbench_archive.intake import dropped_answer
from sysbench_archive.intake.check_page import CheckPage
from sysbench_archive.intake.dropped import loaded_bundle
from sysbench_archive.review.answer import answer_of
from sysbench_archive.tables.cells import cell_rows
from sysbench_archive.tables.nearest import standing

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "data" / "results" / "2026-11-mariadb-10-11-noise-floor-small-vm"
LOG = ROOT / "tests" / "sysbench" / "report" / "fixtures" / "1.0.20-oltp.txt"
OTHERS = [
    cell("8.0.36", 200, bundle="2026-01-a", threads=2),
    cell(
        "10.11.5", 900, bundle="2026-01-b", machine="b", product="mariadb", threads=2, processors=8
    ),
]


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> CheckPage:
    monkeypatch.setattr(dropped_answer, "published_cells", lambda _table, _tests: OTHERS)
    return CheckPage("2026-11-23")


def answered(text: str) -> Any:
    return json.loads(text)


def test_a_bundle_shows_what_it_shows_in_a_terminal(page: CheckPage) -> None:
    files = files_below(BUNDLE)
    for name, data in files.items():
        page.add(f"{BUNDLE.name}/{name}", data)
    page.add("beside.txt", b"nothing of sysbench\n")
    reading = answered(page.reading())
    assert reading["passed_over"] == {"beside.txt": "no report of sysbench in it"}
    bundle = loaded_bundle(BUNDLE.name, files).bundle
    assert bundle
    expected = answer_of([result_record(bundle)], bundle.title)
    answer = answered(page.answer())
    assert answer["sentences"] == expected.sentences() != []
    assert answer["cautions"] == expected.cautions
    assert [table["title"] for table in answer["tables"]][1:] == [t.title for t in expected.figures]
    assert expected.ratios
    assert answer["tables"][0]["rows"] == [list(row) for row in expected.ratios.rows]
    assert answer["tables"][0]["texts"] == [0, 5]


def test_the_highest_cell_of_each_test_stands_beside_the_nearest(page: CheckPage) -> None:
    for name, data in files_below(BUNDLE).items():
        page.add(f"{BUNDLE.name}/{name}", data)
    found = answered(page.beside(b""))
    bundle = loaded_bundle(BUNDLE.name, files_below(BUNDLE)).bundle
    assert bundle
    best = {c.test: c for c in sorted(cell_rows(result_record(bundle)), key=lambda c: c.log_mean)}
    assert [(each["test"], each["threads"]) for each in found] == [(t, 4) for t in sorted(best)]
    # None of them ran with two threads.
    assert [standing(each, OTHERS) for each in best.values()] == [None, None]
    assert [(each["place"], each["nearest"]) for each in found] == [(0, []), (0, [])]


def test_a_log_stands_beside_results_by_what_is_stated_of_it(page: CheckPage) -> None:
    page.add("oltp_read_only.log", LOG.read_bytes())
    page.draft("{}")
    (found,) = answered(page.beside(b""))
    assert (found["label"], found["threads"], found["place"], found["of"]) == ("", 2, 2, 3)
    assert [near["apart"] for near in found["nearest"]] == ["nothing recorded differs"] * 2
    page.draft(json.dumps({"server": "MariaDB 10.11.5", "machine": "cpu_threads: 8"}))
    (found,) = answered(page.beside(b""))
    assert found["label"] == "MariaDB 10.11.5"
    assert [(near["bundle"], near["apart"], near["ratio"]) for near in found["nearest"]] == [
        ("2026-01-b", "nothing recorded differs", 0.43)
    ]


def test_a_log_of_an_unknown_test_stands_beside_nothing(page: CheckPage) -> None:
    page.add("a.log", LOG.read_bytes())
    page.draft("{}")
    assert answered(page.beside(b"")) == []


def test_a_bundle_that_cannot_be_loaded_shows_nothing(page: CheckPage) -> None:
    page.add("2026-11-x/bundle.yaml", b"schema: [\n")
    assert answered(page.answer()) is None
