"""An archive in which one bundle ran another again: every page it concerns lists it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.check import curated_of
from sysbench_archive.commands.comparison_files import with_reproduced
from sysbench_archive.commands.curated_records import curated_records
from sysbench_archive.commands.reproductions import Record, reproduced
from sysbench_archive.commands.shares import reproduced_in
from sysbench_archive.commands.store import Store, engine_digest
from sysbench_archive.commands.survey import Place, survey_all

ORIGINAL = "2026-01-two-servers"
FIXTURE = Path(__file__).parents[1] / "rules" / "reproduces-unknown" / "pass" / "archive"


@pytest.fixture
def found(tmp_path: Path) -> dict[str, list[Record]]:
    archive, store = Archive(FIXTURE), Store(tmp_path)
    places = [Place(folder, archive.label(folder)) for folder in archive.bundles()]
    with ThreadPoolExecutor(1) as workers:
        day = date(2026, 1, 31)
        surveys = list(survey_all(places, store, engine_digest(), day, workers))
    values = {c.slug: c.value for c in curated_of(archive, surveys) if c.value}
    pages = curated_records(values, {s.id: s.key for s in surveys}, store)
    return reproduced(surveys, pages, store)


def test_curated_matrix_and_run_pages_list_it(found: dict[str, list[Record]]) -> None:
    assert set(found) == {
        "/comparisons/two-versions/",
        f"/comparisons/{ORIGINAL}--read-only/",
        f"/results/{ORIGINAL}/t1/",
        f"/results/{ORIGINAL}/t2/",
    }
    for records in found.values():
        (record,) = records
        (row,) = record["rows"]
        assert row["published"]["ratio"] == pytest.approx(1.8)
        assert row["again"]["ratio"] == pytest.approx(1.8)
        # One run a side: the same ratio to the last digit still tells nothing.
        assert (record["verdict"], record["confirms"]) == ("cannot-tell", False)


def test_records_are_those_of_the_schema(found: dict[str, list[Record]]) -> None:
    schema = load_schema("derived")
    checker = Draft202012Validator({**schema, "$ref": "#/$defs/reproduction"})
    for records in found.values():
        for record in records:
            assert not list(checker.iter_errors(record))


def test_a_bundle_takes_what_concerns_its_own_pages(found: dict[str, list[Record]]) -> None:
    mine = reproduced_in(found, ORIGINAL)
    assert "/comparisons/two-versions/" not in mine
    assert len(mine) == 3
    assert not reproduced_in(found, "2026-01-two-servers-again")
    assert "reproduced_by" not in with_reproduced({"path": "/elsewhere/"}, found)
