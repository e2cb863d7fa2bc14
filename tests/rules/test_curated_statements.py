"""A statement of a curated comparison passes exactly where a verdict says the same."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derived_records import plain
from sysbench_archive.bundle.prose import ContrastReference, NoSuchContrastError
from sysbench_archive.model.comparison import ContrastDirection, ContrastRecord
from sysbench_archive.model.curated import NamedContrast, Prose
from sysbench_archive.rules.prose import ProseFigures, check_prose

WORDS = {
    "faster": "faster",
    "slower": "slower",
    "fewer": "down to fewer instructions",
    "more": "up to more instructions",
    "equivalent": "equivalent",
}
STANDING = tuple(WORDS)
UNDECIDED: ContrastDirection = "too-noisy"
directions = st.sampled_from(get_args(ContrastDirection))


def figures(
    direction: ContrastDirection, ratio: float = 0.39, low: float = 0.3, high: float = 0.5
) -> ProseFigures:
    """A page with one headline contrast: w/new@4."""
    contrast = plain(
        ContrastRecord,
        threads=4,
        ratio=ratio,
        low=low,
        high=high,
        direction=direction,
        n=[3, 3],
    )

    def find(reference: ContrastReference) -> NamedContrast:
        if reference.candidate != "new":
            raise NoSuchContrastError("no such server", "new")
        return NamedContrast(
            name="w/new@4",
            ratios=[ratio],
            low=low,
            high=high,
            direction=direction,
            status="measured",
        )

    return ProseFigures(find, lambda _contrast, _form: "", {"b/w.tps/new@4": contrast})


def codes(text: str, known: ProseFigures) -> list[str]:
    return [problem.code for problem in check_prose("c.md", [Prose("", 1, text)], known)]


@given(directions, st.sampled_from(STANDING))
def test_a_word_needs_a_contrast_of_its_direction(direction: ContrastDirection, word: str) -> None:
    refused = codes(f"The new one is {WORDS[word]}, {{w/new@4}}.", figures(direction))
    assert refused == ([] if direction == word else ["comparison-statement"])
    text = f"It is {WORDS[word]}. See {{w/new@4}}."
    assert codes(text, figures(direction)) == ["comparison-statement"]


@given(directions, st.floats(0.02, 9.5), st.integers(2, 4))
def test_a_written_ratio_needs_a_contrast_that_stands_at_it(
    direction: ContrastDirection, ratio: float, decimals: int
) -> None:
    written = f"It ran at {ratio:.{decimals}f} of the old one."
    refused = codes(written, figures(direction, ratio))
    assert refused == ([] if direction in STANDING else ["comparison-statement"])
    elsewhere = figures(direction, ratio * 1.5 + 0.01, low=90, high=99)
    assert codes(written, elsewhere) == ["comparison-statement"]


@pytest.mark.parametrize("text", ["0.39 (0.30 to 0.50)", "0.4 times", "61 % away", "0.39x"])
def test_what_rounds_to_the_record_is_its_number(text: str) -> None:
    assert codes(text, figures("slower")) == []
    assert "comparison-statement" in codes(text, figures(UNDECIDED))


def test_an_interval_of_another_policy_is_refused() -> None:
    """A page led with 0.39 (0.23 to 0.67), each interval by itself, where nothing was resolved."""
    known = figures(UNDECIDED, 0.39, 0.14, 1.1)
    assert codes("It stands at 0.39 (0.23 to 0.67).", known) == ["comparison-statement"] * 3
    assert (
        codes("It stands at 0.39 (0.23 to 0.67).", figures("slower", 0.39, 0.14, 0.9))
        == ["comparison-statement"] * 2
    )


def test_the_message_names_the_contrast_that_has_the_number() -> None:
    (problem,) = check_prose("c.md", [Prose("/summary", 4, "It is 0.39.")], figures(UNDECIDED))
    assert (problem.pointer, problem.line) == ("/summary", 4)
    assert f"{{b/w.tps/new@4}}, whose direction is {UNDECIDED}" in problem.message


def test_a_title_holds_no_reference() -> None:
    problems = list(check_prose("c.md", [Prose("/title", 2, "T {w/new@4}")], figures("faster")))
    assert [problem.code for problem in problems] == ["comparison-reference"]
