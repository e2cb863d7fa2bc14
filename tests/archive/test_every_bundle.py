"""The archive of this checkout is without a fault: what `check` says of every bundle."""

from __future__ import annotations

from surveyed_archive import ARCHIVE, Surveyed


def test_every_bundle_is_sound(surveyed: Surveyed) -> None:
    assert [survey.id for survey in surveyed.surveys] == [f.name for f in ARCHIVE.bundles()]
    assert [str(p) for p in surveyed.checked.problems if p.severity != "warning"] == []


SAYS_IT_ITSELF = {"command-option", "prepare-published", "published-arithmetic"}
"""What a source may have typed or measured oddly: the bundle keeps it as it stands there."""


def test_warnings_are_of_what_a_source_says_itself(surveyed: Surveyed) -> None:
    others = [str(p) for p in surveyed.checked.problems if p.code not in SAYS_IT_ITSELF]
    assert others == []
