"""What a withdrawn bundle leaves of a curated comparison."""

from typing import Any

from sysbench_archive.derive.withdrawals import bundles_named, standing

CLAIM = {"text": "it is faster", "check": {"bundle": "b", "quantity": "ratio"}}
DEFINITION: dict[str, Any] = {
    "title": "T",
    "panels": [{"bundle": "a"}, {"bundle": "b"}],
    "bundles": ["c"],
    "claims": [CLAIM],
}


def test_a_comparison_of_standing_bundles_is_left_alone() -> None:
    assert standing(DEFINITION, {"x"}) is DEFINITION


def test_panels_of_other_bundles_stay_and_claims_cannot_be_told() -> None:
    left = standing(DEFINITION, {"b"})
    assert left is not None
    assert left["panels"] == [{"bundle": "a"}]
    (claim,) = left["claims"]
    assert claim["text"] == CLAIM["text"]
    assert "withdrawn" in claim["unchecked"]
    assert "check" not in claim
    assert bundles_named(left) == ["a", "c"]


def test_nothing_is_left_without_a_panel_or_the_bundle_described() -> None:
    assert standing(DEFINITION, {"a", "b"}) is None
    described = DEFINITION | {"panels": [], "bundles": ["c", "d"], "claims": []}
    assert standing(described, {"c"}) is None
    left = standing(described, {"d"})
    assert left is not None
    assert left["bundles"] == ["c"]
