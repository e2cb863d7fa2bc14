"""What a withdrawn bundle leaves of a curated comparison."""

from msgspec.structs import replace

from sysbench_archive.model.curated import (
    ClaimCheck,
    ClaimDefinition,
    ComparisonDefinition,
    PanelDefinition,
)
from sysbench_archive.pages.history import without_bundles

CHECK = ClaimCheck(
    bundle="b", workload="w", metric="tps", quantity="ratio", candidate="new", baseline="old"
)
PANELS = [PanelDefinition(bundle=name, workload="w") for name in ("a", "b")]
DEFINITION = ComparisonDefinition(
    title="T",
    question="Q",
    summary="S",
    date="2026-01-01",
    baseline="old",
    candidates=["new"],
    panels=PANELS,
    bundles=["c"],
    claims=[ClaimDefinition(text="it is faster", check=CHECK)],
)


def test_a_comparison_of_standing_bundles_is_left_alone() -> None:
    assert without_bundles(DEFINITION, {"x"}) is DEFINITION


def test_panels_of_other_bundles_stay_and_claims_cannot_be_told() -> None:
    left = without_bundles(DEFINITION, {"b"})
    assert left is not None
    assert left.panels == PANELS[:1]
    (claim,) = left.claims
    assert claim.text == "it is faster"
    assert "withdrawn" in claim.unchecked
    assert claim.check is None
    assert left.named_bundles() == ["a", "c"]


def test_nothing_is_left_without_a_panel_or_the_bundle_described() -> None:
    assert without_bundles(DEFINITION, {"a", "b"}) is None
    described = replace(DEFINITION, panels=[], bundles=["c", "d"], claims=[])
    assert without_bundles(described, {"c"}) is None
    left = without_bundles(described, {"d"})
    assert left is not None
    assert left.bundles == ["c"]
