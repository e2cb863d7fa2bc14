"""The glossary has every word of verdicts and evidence, and no figure but the policy's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparability import Severity, Summary
from sysbench_archive.model.comparison import ClaimOutcome, Direction, EvidenceStatus
from sysbench_archive.model.history import RevisionStanding
from sysbench_archive.model.reproduction import ReproductionVerdict
from sysbench_archive.model.result import Place, Residency
from sysbench_archive.pages.glossary import GlossaryGroup, glossary
from sysbench_archive.pages.site import EVIDENCE
from sysbench_archive.verdicts.noise import REPEATS
from sysbench_archive.verdicts.policy import ALPHA, MARGIN, POLICY
from sysbench_archive.words.phrases import DIRECTIONS, STATUSES

ENTRIES = {entry.id: entry for group in glossary() for entry in group.entries}
KINDS = (
    Direction,
    EvidenceStatus,
    Evidence,
    ClaimOutcome,
    ReproductionVerdict,
    RevisionStanding,
    Severity,
    Summary,
    Place,
    Residency,
)
CALLED_OTHERWISE = {"unrecorded": "not-recorded"} | dict.fromkeys(
    ("fits", "about", "to-three-times", "beyond"), "data-beside-the-pool"
)


def words_of(kind: Any) -> Iterator[str]:
    """The words of a type of the schema, whatever other types it is made of."""
    for value in get_args(kind):
        yield from [value] if isinstance(value, str) else words_of(value)


@pytest.mark.parametrize("kind", KINDS)
def test_every_word_of_the_schema_has_an_entry(kind: Any) -> None:
    words = {CALLED_OTHERWISE.get(word, word) for word in words_of(kind)}
    assert len(words) > 0
    assert words - ENTRIES.keys() == set()


def test_entries_are_called_what_pills_are() -> None:
    labels = {**DIRECTIONS, **STATUSES, **{name: kind.label for name, kind in EVIDENCE.items()}}
    assert {name: ENTRIES[name].term for name in labels} == labels


def test_percentages_are_those_of_the_policy() -> None:
    known = {f"{MARGIN:.0%}", f"{POLICY.clear:.0%}", f"{ALPHA:.0%}", f"{REPEATS:.0%}", "99%", "8%"}
    said = {
        name: found
        for name, entry in ENTRIES.items()
        if (found := set(re.findall(r"\d+ %", entry.text)))
    }
    assert {name: {n.replace(" ", "") for n in s} - known for name, s in said.items()} == {
        name: set() for name in said
    }
    assert said["equivalent"] == said["margin"] == {f"{MARGIN * 100:.0f} %"}
    assert said["interval"] == {f"{ALPHA * 100:.0f} %"}


def test_a_text_that_a_stylesheet_or_a_tag_could_not_hold_is_refused() -> None:
    (first, *_) = glossary()
    plain = msgspec.to_builtins(first)
    for text in ('He said "no".', "A <b>tag</b>.", "No full stop", "x" * 200 + "."):
        plain["entries"][0]["text"] = text
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(plain, type=GlossaryGroup)


def test_every_entry_has_an_id_and_a_text_of_its_own() -> None:
    entries = [entry for group in glossary() for entry in group.entries]
    assert len(ENTRIES) == len(entries) == len({entry.text for entry in entries}) > 50
