"""Curated text follows its verdicts: numbers and directions are those of the contrasts it names."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace
from test_comparisons import RESULT

from sysbench_archive.bundle.prose import NoSuchContrastError, reference_of
from sysbench_archive.model.comparison import ContrastDirection
from sysbench_archive.model.curated import (
    ClaimCheck,
    ClaimDefinition,
    ComparisonDefinition,
    NamedContrast,
    PanelDefinition,
)
from sysbench_archive.pages.comparison.prose import (
    FORMS,
    WITHDRAWN,
    ContrastFinder,
    contrast_text,
    filled_prose,
    panels_of,
)
from sysbench_archive.pages.comparison.record import curated_comparison

MINUS = "\N{MINUS SIGN}"
DEFINITION = ComparisonDefinition(
    title="T",
    question="How does {=it} compare?",
    summary="With four threads: {w/new@4 times}.",
    date="2026-01-05",
    baseline="old",
    candidates=["new"],
    panels=[PanelDefinition(bundle="b", workload="w", metric="tps")],
    analysis="From 1 to 4 threads {w/new@1-4}; the other way {b/w/old:new@4 times}.\n",
)


def finder() -> ContrastFinder:
    return ContrastFinder("old", {"b": RESULT}, panels_of(DEFINITION, {"b": RESULT}, "c"))


def contrast(
    direction: ContrastDirection, ratio: float, interval: tuple[float, float] | None = None
) -> NamedContrast:
    low, high = interval or (None, None)
    return NamedContrast(
        name="w/new@4", ratios=[ratio], low=low, high=high, direction=direction, status="measured"
    )


def test_texts_of_the_page_are_filled_in() -> None:
    page = curated_comparison("c", DEFINITION, {"b": RESULT})
    assert page.question == "How does it compare?"
    assert page.summary == "With four threads: 0.75 times."
    assert page.analysis == "From 1 to 4 threads 0.75 to 1.10 times; the other way 1.33 times.\n"


def test_the_panel_that_the_text_names_first_opens_the_page() -> None:
    turned = PanelDefinition(bundle="c", workload="w", baseline="new", candidates=["old"])
    asked = replace(DEFINITION, panels=[*DEFINITION.panels, turned], summary="", analysis="")
    results = {"b": RESULT, "c": replace(RESULT, id="c")}
    for text, opens in (
        ("{b/w/new@4 times}, {c/w/old:new@4 times}", UNSET),
        ("{c/w/old:new@4 times}, {b/w/new@4 times}", "c--w--tps"),
        ("Neither.", UNSET),
    ):
        page = curated_comparison("c", replace(asked, doubt=text), results)
        assert page.opens == opens
    assert [panel.sides[0].id for panel in page.panels] == ["old", "new"]


def test_a_note_of_a_claim_is_filled_in() -> None:
    check = ClaimCheck(
        bundle="b",
        workload="w",
        metric="tps",
        quantity="ratio",
        candidate="new",
        baseline="old",
    )
    claim = ClaimDefinition(text="{as it is}", check=check, note="It is {w/new@4 times}.")
    page = curated_comparison("c", replace(DEFINITION, claims=[claim]), {"b": RESULT})
    assert [(claim.text, claim.note) for claim in page.claims] == [
        ("{as it is}", "It is 0.75 times.")
    ]


def test_a_contrast_of_the_page_has_the_numbers_of_its_verdict() -> None:
    found = finder()
    (panel,) = found.panels
    for contrast_record in panel.verdicts[0].headline:
        named = found.find(reference_of(f"w/new@{contrast_record.threads}"))
        assert named.ratios == [contrast_record.ratio]
        assert (named.low, named.high) == (contrast_record.low, contrast_record.high)
        assert named.direction == contrast_record.direction
        assert f"b/w.tps/new@{contrast_record.threads}" in found.headline()


@pytest.mark.parametrize(
    ("marked", "message"),
    [
        ("w/other@4", "no such server beside old"),
        ("w/old@4", "no such server beside old"),
        ("w/new@8", "no figures of both sides"),
        ("x/new@4", "0 bundles of the page's panels"),
        ("b/x/new@4", "no such workload"),
        ("w.speed/new@4", "no such metric"),
        ("w.latency_avg_ms/new@4", "no such server beside old"),
        ("a/w/new@4", "does not name"),
        ("w/new@2-4", "a range with one thread count"),
        ("w/new:other@4", "did not run this workload on other"),
    ],
)
def test_a_reference_that_leads_nowhere_says_why(marked: str, message: str) -> None:
    with pytest.raises(NoSuchContrastError, match=message):
        finder().find(reference_of(marked))
    assert filled_prose(f"It is {{{marked}}}.", finder()) == f"It is {WITHDRAWN}."


@pytest.mark.parametrize(
    ("direction", "ratio", "interval", "finding", "times"),
    [
        ("slower", 0.63, (0.53, 0.74), f"37 % slower ({MINUS}47 to {MINUS}26 %)", "0.63 times"),
        ("slower", 0.39, (0.3, 0.5), f"61 % slower ({MINUS}70 to {MINUS}50 %)", "0.39 times"),
        ("faster", 2.4, None, "2.4 times", "2.4 times"),
        ("faster", 1.082, None, "8.2 % faster", "1.08 times"),
    ],
)
def test_a_contrast_that_stands_is_said_as_people_say_it(
    direction: ContrastDirection,
    ratio: float,
    interval: tuple[float, float] | None,
    finding: str,
    times: str,
) -> None:
    assert contrast_text(contrast(direction, ratio, interval), "") == finding
    assert contrast_text(contrast(direction, ratio, interval), "times") == times


def test_what_does_not_stand_has_its_interval_in_place_of_a_number() -> None:
    wide = contrast("too-noisy", 0.57, (0.3, 1.08))
    assert contrast_text(wide, "") == f"too noisy to tell: {MINUS}70 to +8 %"
    narrow = contrast("no-clear-difference", 0.98, (0.95, 1.06))
    assert contrast_text(narrow, "times") == f"no clear difference: {MINUS}5 to +6 %"


def test_single_runs_within_its_noise_cannot_be_told() -> None:
    assert (
        contrast_text(contrast("cannot-tell", 1.08), "percent") == "+8 % (single runs, cannot tell)"
    )


@given(
    st.sampled_from(get_args(ContrastDirection)),
    st.floats(0.01, 20),
    st.floats(1.001, 9),
    st.sampled_from(["", *FORMS]),
)
def test_no_number_stands_without_the_direction_it_lacks(
    direction: ContrastDirection, ratio: float, spread: float, form: str
) -> None:
    """Whatever is asked for: where nothing stands, no ratio is written as if it did."""
    text = contrast_text(contrast(direction, ratio, (ratio / spread, ratio * spread)), form)
    assert ("faster" in text) <= (direction == "faster")
    assert ("slower" in text) <= (direction == "slower")
    assert ("fewer instructions" in text) <= (direction == "fewer")
    assert ("more instructions" in text) <= (direction == "more")
    if direction not in ("faster", "slower", "fewer", "more", "equivalent"):
        assert not text[0].isdigit()
        assert any(word in text for word in ("tell", "difference", "not comparable"))


def test_a_range_of_repeated_runs_is_refused() -> None:
    again = [replace(run, id=f"{run.id}-again") for run in RESULT.runs]
    measured = {"b": replace(RESULT, evidence="raw-output", runs=[*RESULT.runs, *again])}
    found = ContrastFinder("old", measured, panels_of(DEFINITION, measured, "c"))
    with pytest.raises(NoSuchContrastError, match="range of repeated runs"):
        found.find(reference_of("w/new@1-4"))


def test_every_form_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "comparisons.md").read_text(encoding="utf-8")
    table = text.split("| form | where the contrast stands")[1].split("\n\n")[0]
    rows = [row.split("`")[1] for row in table.splitlines() if row.startswith("| `")]
    assert rows == [*FORMS]
