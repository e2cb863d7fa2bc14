"""The page of a comparison: what it shows besides the record that programs get."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from sysbench_archive.model.base import Citation, Picture, Record, StructuredData, narrowed
from sysbench_archive.model.comparability import Comparability
from sysbench_archive.model.comparison import Comparison, Panel
from sysbench_archive.model.history import ComparisonRevisionBrief


class CandidateSentence(Record):
    """Candidates beside the baseline, in the sentence that holds of each."""

    labels: list[str]
    """Candidates."""
    sentence: str
    """What else differs, and what nobody recorded."""


class ComparabilityReport(Comparability):
    """The comparability that some panels share, as the page shows it."""

    title: str
    """Title of their bundle; empty where the page has no other report."""
    panels: list[str]
    """Titles of the panels."""
    sides: list[str]
    """Servers, baseline first."""
    alike: list[CandidateSentence]
    """Every candidate beside the baseline, where there are several."""
    intended_note: str
    """The note of most rows of what is intended, which do not repeat it; empty where few share one.
    """


class ComparisonPage(Record, kw_only=True):
    """What the page of a comparison shows besides its record."""

    reports: list[ComparabilityReport]
    """Comparability, once for the panels that share it."""
    cite: Citation
    """How it is cited."""
    structured: StructuredData
    """It, for search engines."""
    picture: Picture
    """Its pictures."""
    revisions: list[ComparisonRevisionBrief] | UnsetType = UNSET
    """Its revisions, newest first; absent where none is recorded."""
    is_recorded: bool = False
    """Whether it says what its newest revision does."""


def comparability_reports(comparison: Comparison) -> list[ComparabilityReport]:
    """A report for the panels of one bundle and the same sides, unless they differ in it.

    A page of several reports would be long: what weighs little has only its names there, and what
    is the same on all sides stands on the page of each panel alone. Why a field matters is said of
    those that weigh; the table of conditions, to which pages link, says it of all.
    """
    shared: dict[bytes, tuple[Comparability, list[Panel]]] = {}
    for panel in comparison.panels:
        found = panel.comparability
        parts = (panel.bundle.path, [side.id for side in panel.sides], found)
        shared.setdefault(msgspec.json.encode(parts), (found, []))[1].append(panel)
    return [
        _comparability_report(found, of_it, is_alone=len(shared) == 1)
        for found, of_it in shared.values()
    ]


def _comparability_report(
    found: Comparability, panels: Sequence[Panel], *, is_alone: bool
) -> ComparabilityReport:
    labels = [side.label for side in panels[0].sides]
    notes = [row.note for row in found.rows if row.status == "intended"]
    ((note, count),) = Counter(notes).most_common(1) or (("", 0),)
    sentences: dict[str, list[str]] = {}
    for label, candidate in zip(labels[1:], found.candidates, strict=False):
        sentences.setdefault(candidate.sentence, []).append(label)
    return narrowed(
        found,
        ComparabilityReport,
        title="" if is_alone else panels[0].bundle.title,
        panels=[panel.title for panel in panels],
        sides=labels,
        alike=[
            CandidateSentence(labels=of_it, sentence=sentence)
            for sentence, of_it in sentences.items()
            if len(found.candidates) > 1
        ],
        # A note that most of them share is not repeated.
        intended_note=note if count > 2 and all(notes) else "",
    )
