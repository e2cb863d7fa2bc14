"""Outcomes hold any day, but for a date still to come; unchanged bundles are not derived again."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from sysbench_archive.build import survey as build_survey
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.places import Place
from sysbench_archive.build.store import Store, Work, write_verified
from sysbench_archive.build.survey import Survey, survey, survey_all

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


def all_surveyed(archive: Archive, work: Work) -> list[Survey]:
    """Surveys of all bundles."""
    places = [Place(folder, f"data/results/{folder.name}") for folder in archive.bundles()]
    return list(survey_all(places, work))


def refuse(*_: object) -> None:
    raise AssertionError("looked at again")


def test_what_is_known_of_unchanged_bundles_is_read_without_the_rest(
    synthetic: Archive, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = all_surveyed(synthetic, work)
    assert len(first) >= 2
    monkeypatch.setattr(Store, "get", refuse)
    assert all_surveyed(synthetic, work) == first


def test_one_changed_bundle_is_looked_at_alone(
    synthetic: Archive, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = all_surveyed(synthetic, work)
    path = synthetic.bundles()[1] / "bundle.yaml"
    path.write_text(path.read_text().replace("Synthetic campaign", "Changed campaign"))
    looked_at = []
    derive = build_survey._surveyed

    def noted(place: Place, *rest: Any) -> Any:
        looked_at.append(place.folder.name)
        return derive(place, *rest)

    monkeypatch.setattr(build_survey, "_surveyed", noted)
    second = all_surveyed(synthetic, work)
    assert looked_at == [path.parent.name]
    assert [a.id for a, b in zip(first, second, strict=True) if a != b] == looked_at


@pytest.mark.parametrize("damage", ["one byte", "of another bundle", "other things", "absent"])
def test_an_outcome_that_is_not_as_it_was_put_is_made_again(
    synthetic: Archive, work: Work, damage: str
) -> None:
    first = all_surveyed(synthetic, work)
    path = work.store.path(first[0].key)
    kept = path.read_bytes()
    match damage:
        case "one byte":
            path.write_bytes(kept[:200] + bytes([kept[200] ^ 1]) + kept[201:])
        case "of another bundle":
            path.write_bytes(work.store.path(first[1].key).read_bytes())
        case "other things":
            write_verified(path, first[0].key, b'{"days": 1}')
        case _:
            path.unlink()
    assert all_surveyed(synthetic, work) == first
    assert path.read_bytes() == kept
