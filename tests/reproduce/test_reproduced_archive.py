"""An archive in which one bundle ran another again: every page it concerns lists it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec import UNSET

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.checking import curated_of
from sysbench_archive.build.reproductions import find_reproductions
from sysbench_archive.build.store import Work
from sysbench_archive.build.survey import survey_archive
from sysbench_archive.build.write_archive import curated_records
from sysbench_archive.build.write_bundles import reproduced_in, reproductions_at
from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.model.reproduction import ReproductionRecord

Found = dict[str, list[ReproductionRecord]]
ORIGINAL = "2026-01-two-servers"
FIXTURE = Path(__file__).parents[1] / "rules" / "reproduces-unknown" / "pass" / "archive"


@pytest.fixture
def found(work: Work) -> Found:
    archive = Archive(FIXTURE)
    surveys = survey_archive(archive, work)
    values = {c.slug: c.definition for c in curated_of(archive, surveys) if c.definition}
    pages = curated_records(values, {s.id: s.key for s in surveys}, work.store)
    return find_reproductions(surveys, pages, work.store)


def test_curated_matrix_and_run_pages_list_it(found: Found) -> None:
    assert set(found) == {
        "/comparisons/two-versions/",
        f"/comparisons/{ORIGINAL}--read-only/",
        f"/results/{ORIGINAL}/t1/",
        f"/results/{ORIGINAL}/t2/",
    }
    for records in found.values():
        (record,) = records
        (row,) = record.rows
        assert row.published.ratio == pytest.approx(1.8)
        assert row.again.ratio == pytest.approx(1.8)
        # One run a side: the same ratio to the last digit still tells nothing.
        assert (record.verdict, record.confirms) == ("cannot-tell", False)


def test_records_are_those_of_the_schema(found: Found) -> None:
    schema = load_schema("derived")
    checker = Draft202012Validator({**schema, "$ref": "#/$defs/reproduction"})
    for records in found.values():
        for record in records:
            assert not list(checker.iter_errors(msgspec.to_builtins(record)))


def test_a_bundle_takes_what_concerns_its_own_pages(
    found: dict[str, list[ReproductionRecord]],
) -> None:
    mine = reproduced_in(found, ORIGINAL)
    assert "/comparisons/two-versions/" not in mine
    assert len(mine) == 3
    assert not reproduced_in(found, "2026-01-two-servers-again")
    assert reproductions_at(found, "/elsewhere/") is UNSET
    assert reproductions_at(found, "/comparisons/two-versions/") is not UNSET
