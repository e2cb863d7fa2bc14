"""The archive of this checkout is without a fault: what `check` says of every bundle."""

from __future__ import annotations

from surveyed_archive import ARCHIVE, Surveyed


def test_every_bundle_is_sound(surveyed: Surveyed) -> None:
    assert [survey.id for survey in surveyed.surveys] == [f.name for f in ARCHIVE.bundles()]
    assert [str(problem) for problem in surveyed.checked.problems] == []
