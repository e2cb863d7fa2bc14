"""Makes `index.json` of a comparison from its record: each figure and finding once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UnsetType

from sysbench_archive.comparability.table import FIELDS
from sysbench_archive.model.base import Number, Span, as_record, read_record
from sysbench_archive.model.columns import rows_of_columns
from sysbench_archive.model.comparability import Comparability
from sysbench_archive.model.comparison import (
    CellRecord,
    ComparisonRecord,
    ContrastRecord,
    Panel,
    PanelRow,
    Side,
    WithinRunThroughput,
)
from sysbench_archive.model.comparison_file import (
    ComparisonFile,
    FieldPlace,
    FileCell,
    FileComparability,
    FileCondition,
    FileContrast,
    FilePanel,
    FileVerdict,
)


def comparison_file(comparison: ComparisonRecord) -> ComparisonFile:
    """What stands beside the page, from a rounded record whose panels have their comparability."""
    panels = list(enumerate(comparison.panels))
    return ComparisonFile(
        slug=comparison.slug,
        path=comparison.path,
        kind=comparison.kind,
        title=comparison.title,
        question=comparison.question,
        summary=comparison.summary,
        findings=[finding.text for finding in comparison.findings],
        answer=comparison.says,
        direction=comparison.answer.direction,
        status=comparison.answer.status,
        analysis=comparison.analysis,
        date=comparison.date,
        evidence=comparison.evidence,
        bundles=comparison.bundles,
        runs=comparison.runs,
        panels=[_panel(panel) for _, panel in panels],
        cells=[cell for place, panel in panels for cell in _cells(place, panel)],
        verdicts=[verdict for place, panel in panels for verdict in _verdicts(place, panel)],
        contrasts=[
            _contrast(place, verdict.candidate, contrast)
            for place, panel in panels
            for verdict in panel.verdicts or ()
            for contrast in verdict.headline
        ],
        conditions=[row for place, panel in panels for row in _conditions(place, panel)],
        reported=comparison.reported,
        claims=comparison.claims,
        notices=comparison.notices,
        reproduced_by=comparison.reproduced_by,
    )


def read_comparison_file(data: bytes) -> ComparisonFile:
    """The record of a file."""
    values = read_record(data, dict[str, Any])
    for panel in values["panels"]:
        for name in FilePanel.column_lists:
            panel[name] = list(rows_of_columns(panel[name]))
    for name in ComparisonFile.column_lists:
        values[name] = list(rows_of_columns(values[name]))
    return as_record(values, ComparisonFile)


def _known(panel: Panel) -> Comparability:
    assert panel.comparability, "only pages have panels without"
    return panel.comparability


def _panel(panel: Panel) -> FilePanel:
    found = _known(panel)
    return FilePanel(
        id=panel.id,
        title=panel.title,
        bundle=panel.bundle,
        evidence=panel.evidence,
        workload=panel.workload,
        metric=panel.metric,
        latency=panel.latency,
        sides=panel.sides,
        comparability=FileComparability(
            summary=found.summary,
            sentence=found.sentence,
            details=_places(found.details),
            left=_places(found.left),
            same=_places(found.same),
            further=found.further or None,
        ),
    )


_PLACES = {field.label: place for place, field in enumerate(FIELDS)}
"""Place in the published table of conditions, by label."""


def _places(labels: list[str]) -> list[FieldPlace]:
    return [_PLACES.get(label, label) for label in labels]


def _cells(place: int, panel: Panel) -> Iterator[FileCell]:
    for row in panel.rows:
        for side, cell in zip(panel.sides, row.cells, strict=True):
            if cell:
                yield _cell(place, row, side, cell)


def _cell(place: int, row: PanelRow, side: Side, cell: CellRecord) -> FileCell:
    latency, cpu = _outer_ends(cell.latency), _outer_ends(cell.server_cpu_us)
    within = _ends(cell.within)
    return FileCell(
        panel=place,
        server=side.id,
        threads=row.threads,
        per_cpu=row.per_cpu,
        n=cell.n,
        centre=cell.centre,
        lowest=None if cell.low == cell.centre else cell.low,
        highest=None if cell.high == cell.centre else cell.high,
        ratio=cell.ratio,
        low=cell.interval.low if cell.interval else None,
        high=cell.interval.high if cell.interval else None,
        latency_lowest=latency[0],
        latency_middle=latency[1],
        latency_highest=latency[2],
        within_low=within[0],
        within_middle=within[1],
        within_high=within[2],
        longest_stall_s=cell.within.longest_stall_s if cell.within else None,
        server_cpu_us=cpu[1],
        server_cpu_us_lowest=cpu[0],
        server_cpu_us_highest=cpu[2],
        bottleneck=cell.bottleneck,
        runs=[run.id for run in cell.runs],
        values=[] if _is_one_run(cell) else [run.value for run in cell.runs],
    )


Ends = tuple[Number | None, Number | None, Number | None]


def _ends(span: Span | WithinRunThroughput | UnsetType | None) -> Ends:
    return (span.low, span.middle, span.high) if span else (None, None, None)


def _outer_ends(span: Span | UnsetType | None) -> Ends:
    """The same, without ends that are the middle."""
    low, middle, high = _ends(span)
    return (None if low == middle else low, middle, None if high == middle else high)


def _is_one_run(cell: CellRecord) -> bool:
    """Whether the centre tells the figures of the runs."""
    return [run.value for run in cell.runs] == [cell.centre]


def _verdicts(place: int, panel: Panel) -> Iterator[FileVerdict]:
    beside = {candidate.id: candidate for candidate in _known(panel).candidates}
    for verdict in panel.verdicts or ():
        found = beside[verdict.candidate]
        yield FileVerdict(
            panel=place,
            candidate=verdict.candidate,
            baseline=verdict.baseline,
            direction=verdict.direction,
            status=verdict.status,
            sentence=verdict.sentence,
            limitations=verdict.limitations,
            margin=verdict.margin,
            summary=found.summary,
            blockers=found.blockers,
            warnings=found.warnings,
            unrecorded=found.unrecorded,
            reason=verdict.reason,
        )


def _contrast(place: int, candidate: str, contrast: ContrastRecord) -> FileContrast:
    return FileContrast(
        panel=place,
        candidate=candidate,
        threads=contrast.threads,
        role=contrast.role,
        direction=contrast.direction,
        text=contrast.text,
        ratio=contrast.ratio,
        low=contrast.low,
        high=contrast.high,
        resolvable=contrast.resolvable,
        candidate_runs=contrast.n[0],
        baseline_runs=contrast.n[1],
        paired=contrast.paired,
        log=contrast.log,
        standard_error=contrast.standard_error,
        df=contrast.df,
        session_error=contrast.session_error,
    )


def _conditions(place: int, panel: Panel) -> Iterator[FileCondition]:
    for row in _known(panel).rows:
        yield FileCondition(
            panel=place,
            field=row.field,
            severity=row.severity,
            status=row.status,
            values=row.values[:1] if len(set(row.values)) == 1 else row.values,
            note=row.note,
        )
