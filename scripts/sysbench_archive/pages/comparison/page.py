"""The page of a comparison: what it shows besides the record that programs get.

Rounds of slices of a bundle's own, and what else is long, stand on pages of their own below `all/`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType, field

from sysbench_archive.model.base import (
    Citation,
    PagePart,
    Picture,
    Record,
    StructuredData,
    narrowed,
)
from sysbench_archive.model.comparability import Comparability
from sysbench_archive.model.comparison import (
    Comparison,
    ContrastDirection,
    ContrastRecord,
    Notation,
    Panel,
)
from sysbench_archive.model.history import ComparisonRevisionBrief
from sysbench_archive.pages.comparison.circumstances import Circumstances
from sysbench_archive.pages.comparison.overview import Overview, PanelPlace, overview
from sysbench_archive.verdicts.judging import SIGNED
from sysbench_archive.verdicts.sentences import finding_at
from sysbench_archive.words.differences import (
    is_wide,
    notation_of,
    noted_range,
    noted_text,
)
from sysbench_archive.words.phrases import WORDS, threads_of


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
    alike: list[CandidateSentence]
    """Every candidate beside the baseline, where there are several."""
    intended_note: str
    """The note of most rows of what is intended, which do not repeat it; empty where few share one.
    """


class VerdictEntry(Record):
    """What is said of a candidate at a thread count."""

    text: str
    """The difference, as its table has it; of runs that are not spoken of why not."""
    span: str
    """Its interval likewise; empty where there is none to write."""
    direction: ContrastDirection


class VerdictRow(Record):
    """A candidate at the headline thread counts of a panel."""

    label: str
    entries: list[VerdictEntry | None]
    """An entry a thread count of the panel; null where it has none there."""


class VerdictPanel(Record):
    """The candidates of a panel."""

    id: str
    """Its id on the page."""
    title: str
    baseline: str
    threads: list[int]
    """Headline thread counts."""
    rows: list[VerdictRow]


class VerdictTable(Record):
    """What is said at the headline thread counts, all in one notation."""

    notation: Notation
    has_open: bool
    """Whether anything in it cannot be told from noise."""
    panels: list[VerdictPanel]


class ComparedPage(Record, kw_only=True):
    """What the page of a comparison and that of a campaign have in common."""

    circumstances: Circumstances
    overview: Overview | None = None
    """All its panels beside each other; null where they are few."""
    revisions: list[ComparisonRevisionBrief] | UnsetType = UNSET
    """Its revisions, newest first; absent where none is recorded."""
    is_recorded: bool = False
    """Whether it says what its newest revision does."""
    parts: list[PagePart] = field(default_factory=list)
    """Pages that have its long parts, or continue its tables."""


class ComparisonPage(ComparedPage, kw_only=True):
    """What the page of a comparison shows besides its record."""

    verdicts: VerdictTable | UnsetType = UNSET
    """Its verdicts as a table; absent where no sides have figures of the same thread count."""
    reports: list[ComparabilityReport]
    """Comparability, once for the panels that share it."""
    cite: Citation
    """How it is cited."""
    structured: StructuredData
    """It, for search engines."""
    picture: Picture | UnsetType = UNSET
    """Its card; absent where it has that of its kind of page."""


def panels_overview(comparison: Comparison) -> Overview | None:
    """All panels of a comparison; None of few."""
    return overview(
        [
            PanelPlace(panel, "", panel.title, f"{comparison.path}#panel-{panel.id}")
            for panel in comparison.panels
        ]
    )


MOST_CELLS = 300
"""Cells of the tables of everything that differs that a comparison's own page has."""
MOST_VERDICTS = 100
"""Verdicts at a thread count that it has."""
DIFFERENCES, VERDICTS, ROUNDS = "differences", "verdicts", "rounds"
"""The parts that have them where there are more; of rounds one a thread count."""


def comparison_parts(comparison: Comparison) -> list[PagePart]:
    """The pages that continue that of a comparison."""
    return [
        PagePart(id=name, title=title, path=f"{comparison.path}all/{name}/")
        for name, title in _parts(comparison)
    ]


def _parts(comparison: Comparison) -> Iterator[tuple[str, str]]:
    if comparison.kind == "matrix" and (design := comparison.panels[0].design):
        for table in design.tables:
            yield f"{ROUNDS}-{table.threads}", f"Rounds at {threads_of([table.threads])}"
    said = verdict_table(comparison.panels)
    if said and sum(len(p.rows) * len(p.threads) for p in said.panels) > MOST_VERDICTS:
        yield VERDICTS, "At the headline thread counts"
    reports = comparability_reports(comparison)
    if sum(len(report.rows) * len(report.sides) for report in reports) > MOST_CELLS:
        yield DIFFERENCES, "Everything that differs"


def verdict_table(panels: Sequence[Panel]) -> VerdictTable | UnsetType:
    """The verdicts of some panels; absent where none has a headline contrast."""
    judged = [panel for panel in panels if any(v.headline for v in panel.verdicts)]
    entries = [e for panel in judged for v in panel.verdicts for e in v.headline]
    if not entries:
        return UNSET
    notation = notation_of(e.ratio for e in entries if finding_at(e) not in _WITHOUT_FIGURE)
    return VerdictTable(
        notation=notation,
        has_open=any(e.direction not in (*SIGNED, "equivalent") for e in entries),
        panels=[_verdict_panel(panel, notation) for panel in judged],
    )


_WITHOUT_FIGURE = ("held", "unsettled")


def _verdict_panel(panel: Panel, notation: Notation) -> VerdictPanel:
    threads = sorted({entry.threads for v in panel.verdicts for entry in v.headline})
    rows = []
    for side, verdict in zip(panel.sides[1:], panel.verdicts, strict=True):
        found = {entry.threads: entry for entry in verdict.headline}
        entries = [
            _verdict_entry(found[count], notation) if count in found else None for count in threads
        ]
        rows.append(VerdictRow(label=side.label, entries=entries))
    return VerdictPanel(
        id=panel.id,
        title=panel.title,
        baseline=panel.sides[0].label,
        threads=threads,
        rows=rows,
    )


def _verdict_entry(entry: ContrastRecord, notation: Notation) -> VerdictEntry:
    found = finding_at(entry)
    if found in _WITHOUT_FIGURE:
        return VerdictEntry(text=WORDS[f"entry-{found}"], span="", direction=entry.direction)
    interval = entry.interval
    span = noted_range(*interval, notation) if interval and not is_wide(interval) else ""
    return VerdictEntry(
        text=noted_text(entry.ratio, notation), span=span, direction=entry.direction
    )


_OF_THE_TABLE = ("why", "effect", "reference")
"""What a row of a comparability repeats of the table of conditions."""


def published_comparison(comparison: Comparison) -> dict[str, Any]:
    """A comparison as the file beside its page has it: of conditions it names the fields."""
    values: dict[str, Any] = msgspec.to_builtins(comparison)
    for panel in values["panels"]:
        for row in panel["comparability"]["rows"]:
            for name in _OF_THE_TABLE:
                del row[name]
    return values


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
