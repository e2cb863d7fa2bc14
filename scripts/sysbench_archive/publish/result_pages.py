"""Results and comparisons as pages show them, and as programs get them.

Pages get what they draw and quote, programs get the data. Servers stand side by side, with a row
for each fact or option.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from sysbench_archive.derive.panels import cell_on_page
from sysbench_archive.model.base import (
    Citation,
    Picture,
    StructuredData,
    shared_fields,
)
from sysbench_archive.model.comparability import (
    CandidateComparability,
    Comparability,
    ComparabilityRow,
)
from sysbench_archive.model.comparison import (
    CandidateSentence,
    ComparabilityReport,
    ComparisonFields,
    ComparisonFile,
    ComparisonRecord,
    DerivedComparison,
    DerivedPanel,
    Panel,
    PanelFields,
    ReportedPanel,
)
from sysbench_archive.model.history import ComparisonRevisionBrief
from sysbench_archive.publish.charts import drawn_charts
from sysbench_archive.publish.compare import panel_address


def comparison_page(
    comparison: ComparisonFile,
    *,
    cite: Citation,
    structured: StructuredData,
    picture: Picture,
    revisions: list[ComparisonRevisionBrief] | UnsetType = UNSET,
    is_recorded: bool = False,
) -> ComparisonRecord:
    """Without what only charts draw, and without the parts a verdict's sentence is made of."""
    return ComparisonRecord(
        **shared_fields(comparison, ComparisonFields),
        panels=[_panel_on_page(panel) for panel in comparison.panels],
        reports=comparability_reports(comparison),
        cite=cite,
        structured=structured,
        picture=picture,
        notices=comparison.notices,
        reproduced_by=comparison.reproduced_by,
        revisions=revisions,
        is_recorded=is_recorded,
    )


def _panel_on_page(panel: DerivedPanel) -> Panel:
    rows = [replace(row, cells=[cell_on_page(cell) for cell in row.cells]) for row in panel.rows]
    return Panel(
        **shared_fields(panel, PanelFields) | {"rows": rows},
        compare="" if panel.counted else panel_address(panel),
        drawn=drawn_charts(panel),
    )


def comparability_reports(comparison: DerivedComparison) -> list[ComparabilityReport]:
    """A report for the panels of one bundle and the same sides, unless they differ in it.

    A page of several reports would be long: what weighs little has only its names there, and what
    is the same on all sides stands on the page of each panel alone. Why a field matters is said of
    those that weigh; the table of conditions, to which pages link, says it of all.
    """
    panels: list[DerivedPanel | ReportedPanel] = [*comparison.panels, *comparison.reported]
    shared: dict[bytes, tuple[Comparability, list[DerivedPanel | ReportedPanel]]] = {}
    for panel in panels:
        found = panel.comparability
        parts = (panel.bundle.path, [side.id for side in panel.sides], found)
        shared.setdefault(msgspec.json.encode(parts), (found, []))[1].append(panel)
    return [
        _comparability_report(found, of_it, is_alone=len(shared) == 1)
        for found, of_it in shared.values()
    ]


def _comparability_report(
    found: Comparability, panels: Sequence[DerivedPanel | ReportedPanel], *, is_alone: bool
) -> ComparabilityReport:
    labels = [side.label for side in panels[0].sides]
    differing = [row for row in found.rows if row.status != "intended"]
    light = [row for row in differing if row.severity == "info"]
    intended = [row for row in found.rows if row.status == "intended"]
    candidates = found.candidates if len(found.candidates) > 1 else []
    note = _usual_note(intended)
    return ComparabilityReport(
        title="" if is_alone else panels[0].bundle.title,
        panels=[panel.title for panel in panels],
        sides=labels,
        summary=found.summary,
        sentence=found.sentence,
        weighing=[_with_effect(row) for row in differing if row.severity != "info"],
        candidates=_candidate_sentences(labels[1:], candidates),
        light=[row.label for row in light],
        light_rows=[_without_why(row) for row in light] if is_alone else [],
        intended=[_without_note(_without_why(row), note) for row in intended],
        intended_note=note,
        details=found.details,
        left=found.left if is_alone else [],
        same=found.same if is_alone else [],
        further=found.further or None,
    )


def _candidate_sentences(
    labels: Sequence[str], candidates: Sequence[CandidateComparability]
) -> list[CandidateSentence]:
    """Each sentence once, with the candidates it holds of."""
    by_sentence: dict[str, list[str]] = {}
    for label, candidate in zip(labels, candidates, strict=bool(candidates)):
        by_sentence.setdefault(candidate.sentence, []).append(label)
    return [
        CandidateSentence(labels=of_it, sentence=sentence)
        for sentence, of_it in by_sentence.items()
    ]


def _usual_note(rows: Sequence[ComparabilityRow]) -> str:
    """The most frequent note of rows that all have one, where more than two have it."""
    notes = Counter(row.note for row in rows)
    return next((note for note, count in notes.most_common(1) if count > 2 and all(notes)), "")


def _without_note(row: ComparabilityRow, note: str) -> ComparabilityRow:
    return replace(row, note="") if row.note == note else row


def _with_effect(row: ComparabilityRow) -> ComparabilityRow:
    """What a variable is known to do tells more than why its condition matters."""
    return replace(row, why=row.effect or row.why, effect="", reference="")


def _without_why(row: ComparabilityRow) -> ComparabilityRow:
    return replace(row, why="", effect="", reference="")
