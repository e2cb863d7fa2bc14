"""Outcomes hold any day; only a date still to come is looked at anew."""

from datetime import date
from pathlib import Path

import pytest

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Place, Survey, survey

DAY, NEXT = date(2026, 11, 21), date(2026, 11, 22)


@pytest.fixture
def place(synthetic: Archive) -> Place:
    folder = synthetic.bundles()[0]
    return Place(folder, f"data/results/{folder.name}")


def surveyed(place: Place, tmp_path: Path, day: date) -> tuple[Survey, bool]:
    """A survey, and whether it came from the store."""
    store = Store(tmp_path / "outcomes")
    before = set(store.folder.rglob("*.json"))
    found = survey(place, store, "tests", day)
    return found, set(store.folder.rglob("*.json")) == before


def test_the_store_is_hit_on_another_day(place: Place, tmp_path: Path) -> None:
    first, _ = surveyed(place, tmp_path, DAY)
    second, hit = surveyed(place, tmp_path, NEXT)
    assert hit
    assert second.key == first.key
    assert second.problems == first.problems == ()


def test_a_date_in_the_future_is_found_until_its_day_is_there(place: Place, tmp_path: Path) -> None:
    path = place.folder / "bundle.yaml"
    lines = path.read_text().splitlines(keepends=True)
    (at,) = (number for number, line in enumerate(lines) if line.startswith("submitted:"))
    lines[at] = "submitted: '2026-11-23'\n"
    path.write_text("".join(lines))
    for _ in range(2):
        early, _ = surveyed(place, tmp_path, DAY)
        assert [problem.code for problem in early.problems] == ["date-future"]
        assert early.entry is None
    late, _ = surveyed(place, tmp_path, NEXT)
    assert late.problems == ()
    assert late.entry
    again, _ = surveyed(place, tmp_path, DAY)
    assert again.problems == early.problems
