"""What the text of a curated comparison states: its references, comparing numbers and words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.bundle.prose import (
    ContrastReference,
    NoSuchContrastError,
    filled_text,
    marked_references,
    reference_of,
    statements,
)
from sysbench_archive.model.curated import Prose

BUNDLE = "2026-01-two-servers"


def numbers(text: str) -> list[tuple[str, str]]:
    return [(n.kind, n.text) for s in statements(Prose("", 1, text)) for n in s.numbers]


def words(text: str) -> list[str]:
    return [word.text for s in statements(Prose("", 1, text)) for word in s.words]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It runs at 0.39 (0.23 to 0.67) of it.", ["0.39", "0.23", "0.67"]),
        ("0.39 times the throughput", ["0.39"]),
        ("from 3 to 12 times as much", ["3", "12"]),
        ("It is 2.3x that, or 3\u00d7.", ["2.3", "3"]),
        ("a factor of 2 and a ratio of 1.8", ["2", "1.8"]),
        ("| 8.4.3 | 0.74 | 0.68 to 0.81 |", ["0.74", "0.68", "0.81"]),
    ],
)
def test_ratios_are_recognised(text: str, expected: list[str]) -> None:
    assert sorted(numbers(text)) == sorted(("ratio", number) for number in expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("12 % less", ["12"]), ("by 3 to 7%", ["3", "7"]), ("2.5 per cent", ["2.5"])],
)
def test_percentages_are_recognised(text: str, expected: list[str]) -> None:
    assert numbers(text) == [("percentage", number) for number in expected]


@pytest.mark.parametrize(
    "text",
    [
        "MySQL 8.0.33, 9.7 and MariaDB 10.11 with sysbench 1.0.20",
        "512 MiB, 2.35 ms, 1.25 GHz and 0.55 s for 1,000,000 rows at 44,836.38 per second",
        "`--rate=0.39` and [0.39 in an address](/comparisons/0.39/) have none but the last",
        "> It is 12 % slower than that, 0.39 times.",
        "{=25 %} of the processors' time; {read-only/mysql-2@1} is filled in",
        "```\n0.39 times, 12 % faster\n```",
        "Three servers took turns three times.",
        "The rest stands in the table below, and above it the commands.",
    ],
)
def test_what_compares_nothing_is_left_alone(text: str) -> None:
    assert numbers(text.replace("[0.39 in an address]", "[an address]")) == []
    assert words(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "It is Faster.",
        "a regression",
        "it outperforms",
        "equally fast",
        "more transactions",
        "half the throughput",
        "it stands above the old one",
        "it lies about 2 % below",
        "it stays well below that of 5.7",
    ],
)
def test_comparing_words_are_recognised(text: str) -> None:
    assert len(words(text)) == 1


def test_a_question_states_no_direction() -> None:
    assert words("Is it faster?") == []
    assert words("Is it? It is faster.") == ["faster"]
    assert numbers("Is it 12 % faster?") == [("percentage", "12")]


def test_a_statement_ends_with_its_sentence_row_or_entry() -> None:
    text = "One {a/b@1}. Two is slower.\n\n- three {a/c@2}\n- four\n\n| five {a/d@4} |\n| six |"
    found = [[r.candidate for r in s.references] for s in statements(Prose("", 1, text))]
    assert [names for names in found if names] == [["b"], ["c"], ["d"]]
    slower = next(s for s in statements(Prose("", 1, text)) if s.words)
    assert slower.references == []


def test_lines_count_from_the_first_of_the_text() -> None:
    text = "One.\nTwo {a/b@1}\nis 0.39.\n\nIt is slower."
    (statement,) = [s for s in statements(Prose("", 10, text)) if s.numbers]
    assert statement.numbers[0].line == 12
    (slower,) = [w for s in statements(Prose("", 10, text)) for w in s.words]
    assert slower.line == 14
    assert list(marked_references(Prose("", 10, text))) == [("a/b@1", 11)]


names = st.from_regex(r"[a-z][a-z0-9]{0,6}(-[a-z0-9]{1,4}){0,3}", fullmatch=True)
counts = st.integers(1, 999)


@given(st.sampled_from(["", BUNDLE]), names, names, names, counts, counts)
def test_a_reference_comes_back_as_it_was_written(
    bundle: str, workload: str, candidate: str, baseline: str, first: int, last: int
) -> None:
    written = f"{bundle}/" * bool(bundle) + f"{workload}.tps/{candidate}:{baseline}@{first}-{last}"
    assert reference_of(f"{written}\n times") == ContrastReference(
        bundle=bundle,
        workload=workload,
        metric="tps",
        candidate=candidate,
        baseline=baseline,
        first=first,
        last=last,
        form="times",
    )


@pytest.mark.parametrize("marked", ["", "x", "a/b", "a/b@", "a/b@x", "a/b/c/d@1", "A/b@1"])
def test_what_is_no_reference_is_refused(marked: str) -> None:
    with pytest.raises(NoSuchContrastError):
        reference_of(marked)


@given(st.text(alphabet="ab .|`\n", max_size=40), st.text(alphabet="xy 1%", max_size=10))
def test_only_what_is_marked_changes(before: str, verbatim: str) -> None:
    plain = before.replace("`", "")
    text = f"{plain}{{={verbatim}}}{plain}{{a/b@1}}"
    assert filled_text(text, lambda _: "FILLED") == f"{plain}{verbatim}{plain}FILLED"
    assert filled_text(f"{plain}`{{a/b@1}}`", lambda _: "FILLED") == f"{plain}`{{a/b@1}}`"
