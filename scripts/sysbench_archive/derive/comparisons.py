"""Comparisons out of result records: panels, the answer they add up to, and recomputed claims.

A claim is computed at every thread count both sides have, and agrees where the quantity lies within
the bounds it states. Differences a source published without figures are quoted, and tell nothing
more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from sysbench_archive.derive.cells import Cell, cells_of, head_metric
from sysbench_archive.derive.findings import MOST_FINDINGS, findings_of, peak_findings
from sysbench_archive.derive.judging import compare_servers
from sysbench_archive.derive.panels import (
    panel_of,
    reference_to,
    runs_of_workload,
    sides_of,
    without_own_page_charts,
)
from sysbench_archive.derive.prose import ContrastFinder, filled_prose, panels_of
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.claim import ClaimCell, ClaimOutcome, ClaimRecord, LaterData
from sysbench_archive.model.comparison import (
    Answer,
    AnswerLine,
    DerivedComparison,
    DerivedPanel,
    ReportedPanel,
    Side,
    VerdictMatrix,
    VerdictMatrixRow,
)
from sysbench_archive.model.curated import (
    ClaimCheck,
    ClaimDefinition,
    ComparisonDefinition,
    PanelDefinition,
)
from sysbench_archive.model.finding import Finding
from sysbench_archive.model.result import ReportedDifference, ResultRecord, WorkloadRecord
from sysbench_archive.verdicts import strip_of
from sysbench_archive.words.numbers import with_sign
from sysbench_archive.words.phrases import threads_of

MOST_IN_FULL = 2
"""Panels of one candidate whose sentences stand side by side, whole."""
MOST_SIDES_NAMED = 3
"""Sides a label names one by one."""


_QUESTIONS = {
    False: "how does the throughput of these servers compare?",
    True: "how many instructions does each of these servers execute?",
}
"""What a comparison asks, by whether its runs counted instructions."""


def matrix_comparisons(result: ResultRecord) -> Iterator[DerivedComparison]:
    """A comparison for each workload that two or more servers of a bundle ran.

    Offered loads stand in that of the workload which measured the capacity.
    """
    for workload in result.workloads:
        if workload.offers_load:
            continue
        runs = runs_of_workload(result, workload.id)
        complete = {run.server.id for run in runs if run.state == "complete"}
        servers = [server.id for server in result.servers if server.id in complete]
        if len(servers) > 1 and head_metric(runs):
            yield _matrix_comparison(result, workload, servers)


def _matrix_comparison(
    result: ResultRecord, workload: WorkloadRecord, servers: Sequence[str]
) -> DerivedComparison:
    slug = f"{result.id}--{workload.id}"
    definition = PanelDefinition(bundle=result.id, workload=workload.id)
    panel = panel_of(result, definition, servers, slug)
    return DerivedComparison(
        slug=slug,
        path=f"/comparisons/{slug}/",
        kind="matrix",
        title=f"{workload.title}: {result.title}",
        label=f"{workload.title}: {_side_names(panel.sides)}",
        question=f"{workload.title}: {_QUESTIONS[METRICS[panel.metric.name].kind == 'work']}",
        summary="",
        analysis="",
        date="",
        evidence=[result.evidence],
        sides=panel.sides,
        findings=findings_of([panel]),
        answer=answer_of([panel], ()),
        panels=[panel],
        reported=[],
        claims=[],
        bundles=[reference_to(result)],
        runs=_run_count([panel]),
    )


def _side_names(sides: Sequence[Side]) -> str:
    """The sides in a line: all of a few, else the first and how many more."""
    if len(sides) <= MOST_SIDES_NAMED:
        return ", ".join(side.label for side in sides)
    return f"{sides[0].label} and {len(sides) - 1} others"


def curated_comparison(
    slug: str, definition: ComparisonDefinition, results: Mapping[str, ResultRecord]
) -> DerivedComparison:
    """The record of a curated comparison; every bundle it names must be in `results`."""
    servers = [definition.baseline, *definition.candidates]
    panels = panels_of(definition, results, slug)
    finder = ContrastFinder(definition, results, panels)
    if len(panels) > MOST_IN_FULL:
        panels = [without_own_page_charts(panel) for panel in panels]
    named = [spec.bundle for spec in definition.panels] + definition.bundles
    bundles = [results[name] for name in dict.fromkeys(named)]
    reported = [] if panels else list(reported_panels(bundles, servers))
    return DerivedComparison(
        slug=slug,
        path=f"/comparisons/{slug}/",
        kind="curated",
        title=definition.title,
        label=definition.title,
        question=filled_prose(definition.question, finder),
        summary=filled_prose(definition.summary, finder),
        analysis=filled_prose(definition.analysis, finder),
        date=definition.date,
        evidence=list(dict.fromkeys(bundle.evidence for bundle in bundles)),
        sides=panels[0].sides if panels else sides_of(bundles[0], servers),
        findings=_curated_findings(definition, panels, reported, finder),
        answer=answer_of(panels, [panel.entry for panel in reported]),
        panels=panels,
        reported=reported,
        claims=[
            claim_record(replace(claim, note=filled_prose(claim.note, finder)), results)
            for claim in definition.claims
        ],
        bundles=[reference_to(bundle) for bundle in bundles],
        runs=_run_count(panels),
    )


def _curated_findings(
    definition: ComparisonDefinition,
    panels: Sequence[DerivedPanel],
    reported: Sequence[ReportedPanel],
    finder: ContrastFinder,
) -> list[Finding]:
    """The findings somebody wrote, filled in; else those computed from the panels."""
    written = [
        _plain_finding(
            filled_prose(each.text, finder),
            cause=filled_prose(each.cause, finder),
            advice=filled_prose(each.advice, finder),
        )
        for each in definition.findings
    ]
    entries = [_plain_finding(panel.entry.sentence, status="reported") for panel in reported]
    return written or findings_of(panels) or entries[:MOST_FINDINGS]


def _plain_finding(text: str, *, cause: str = "", advice: str = "", status: str = "") -> Finding:
    return Finding(text=text, cause=cause, advice=advice, status=status, contrasts=[])


def result_findings(
    matrix: Sequence[DerivedComparison], own: Sequence[DerivedPanel]
) -> list[Finding]:
    """What the page of a result opens with: what its workloads show, or where its server peaks."""
    panels = [panel for comparison in matrix for panel in comparison.panels]
    return findings_of(panels) or peak_findings(own)


def _run_count(panels: Sequence[DerivedPanel]) -> int:
    rows = [row for panel in panels for row in panel.rows]
    return sum(cell.n for row in rows for cell in row.cells if cell)


def answer_of(panels: Sequence[DerivedPanel], reported: Sequence[AnswerLine]) -> Answer:
    """Every verdict; direction and status are "" where they are not all the same.

    `reported` are differences a source published without figures; they answer where there is
    no panel.
    """
    lines = [line for panel in panels for line in _answer_lines(panel)] or list(reported)
    directions = {line.direction for line in lines}
    statuses = {line.status for line in lines}
    in_full = len(panels) == len(lines) <= MOST_IN_FULL
    needs_table = len(panels) > 1 and not in_full
    return Answer(
        direction=directions.pop() if len(directions) == 1 else "",
        status=statuses.pop() if len(statuses) == 1 else "",
        verdicts=lines,
        matrix=_verdict_matrix(panels) if needs_table else None,
    )


def _verdict_matrix(panels: Sequence[DerivedPanel]) -> VerdictMatrix:
    """A row for each panel; a cell is the place of its verdict in the list, or None."""
    candidates = list(dict.fromkeys(side.label for p in panels for side in p.sides[1:]))
    places: dict[tuple[str, str], int] = {}
    for panel in panels:
        for side in panel.sides[1:]:
            places[panel.id, side.label] = len(places)
    rows = [
        VerdictMatrixRow(
            panel=panel.id,
            title=panel.title,
            cells=[places.get((panel.id, label)) for label in candidates],
        )
        for panel in panels
    ]
    return VerdictMatrix(candidates=candidates, rows=rows)


def _answer_lines(panel: DerivedPanel) -> Iterator[AnswerLine]:
    """A line a candidate: where it stands on the page, and what it says at each thread count."""
    for side, verdict in zip(panel.sides[1:], panel.verdicts, strict=True):
        yield AnswerLine(
            panel=panel.id,
            title=panel.title,
            candidate=side.label,
            direction=verdict.direction,
            status=verdict.status,
            sentence=verdict.sentence,
            strip=strip_of(verdict),
        )


_SIGNS = {"ratio": "divided by", "difference": "minus"}


_LATER_DATA: dict[ClaimOutcome, LaterData] = {
    "holds": "repeated",
    "holds-in-part": "repeated-in-part",
    "does-not-hold": "not-repeated",
}
"""What an outcome means where the figures are later ones than those the claim was made of."""
_LATER_WORDS: dict[LaterData, str] = {
    "repeated": "repeated in later data",
    "repeated-in-part": "repeated in part in later data",
    "not-repeated": "not repeated in later data",
}


def claim_record(claim: ClaimDefinition, results: Mapping[str, ResultRecord]) -> ClaimRecord:
    """The claim with its outcome; `results` holds the record of every bundle it names."""
    check = claim.check
    cells = list(_checked_cells(check, results[check.bundle])) if check else []
    outcome, where = _claim_outcome(claim, cells)
    later: LaterData = ""
    if check and check.later_data and cells:
        later = _LATER_DATA[outcome]
        outcome, where = "cannot-tell", f"{check.later_data}; {_LATER_WORDS[later]} {where}"
    return ClaimRecord(
        text=claim.text,
        outcome=outcome,
        where=where,
        later_data=later,
        note=claim.note,
        cells=cells,
        quantity=_quantity_text(check, results[check.bundle]) if check else "",
    )


def _checked_cells(check: ClaimCheck, result: ResultRecord) -> Iterator[ClaimCell]:
    servers = [check.candidate, *([check.baseline] if check.baseline else [])]
    cells = cells_of(runs_of_workload(result, check.workload), servers, check.metric)
    low = -math.inf if check.at_least is None else check.at_least
    high = math.inf if check.at_most is None else check.at_most
    for threads in sorted(cells[check.candidate]):
        if check.threads and threads not in check.threads:
            continue
        quantity = _quantity_of(check, [cells[server].get(threads) for server in servers])
        if quantity is not None:
            yield ClaimCell(threads=threads, quantity=quantity, agrees=low <= quantity <= high)


def _quantity_of(check: ClaimCheck, sides: Sequence[Cell | None]) -> float | None:
    """What the claim speaks of, the candidate first; None where a side has no figure."""
    centres = [cell.centre for cell in sides if cell and cell.centre is not None]
    if len(centres) < len(sides):
        return None
    if check.quantity == "ratio":
        return centres[0] / centres[1]
    return centres[0] - centres[1] if check.quantity == "difference" else centres[0]


def _claim_outcome(claim: ClaimDefinition, cells: Sequence[ClaimCell]) -> tuple[ClaimOutcome, str]:
    """What the figures say of it, and where."""
    agreeing = [cell.threads for cell in cells if cell.agrees]
    others = [cell.threads for cell in cells if not cell.agrees]
    if claim.unchecked:
        return "cannot-tell", claim.unchecked
    if not cells:
        return "cannot-tell", "the archive has no figures of both sides at these thread counts"
    if not others:
        return "holds", f"at {threads_of(agreeing)}"
    if not agreeing:
        return "does-not-hold", f"at {threads_of(others)}"
    return "holds-in-part", f"at {threads_of(agreeing)}; not at {threads_of(others)}"


def _quantity_text(check: ClaimCheck, result: ResultRecord) -> str:
    labels = {server.id: server.label for server in result.servers}
    metric = METRICS[check.metric].label.lower()
    if check.quantity == "value":
        return f"{metric} of {labels[check.candidate]}"
    sign = _SIGNS[check.quantity]
    return f"{metric}: {labels[check.candidate]} {sign} {labels[check.baseline]}"


def reported_panels(
    results: Iterable[ResultRecord], servers: Sequence[str]
) -> Iterator[ReportedPanel]:
    """A panel without cells for each difference between the baseline and another server."""
    for result in results:
        workloads = {workload.id: workload for workload in result.workloads}
        for difference in result.reported:
            pair = [difference.baseline.id, difference.candidate.id]
            if pair[0] == servers[0] and pair[1] in servers:
                workload = workloads[difference.workload.id]
                yield ReportedPanel(
                    id=f"{result.id}--{workload.id}--reported",
                    title=workload.title,
                    bundle=reference_to(result),
                    sides=sides_of(result, pair),
                    comparability=compare_servers(result, workload, pair),
                    entry=reported_answer_line(difference, workload.title),
                )


def reported_answer_line(difference: ReportedDifference, title: str) -> AnswerLine:
    """A line of the answer, as panels with figures have one a candidate.

    Differences without the figures they are of have no ratio that could be held against noise.
    """
    return AnswerLine(
        panel="",
        title=title,
        candidate=difference.candidate.label,
        direction="cannot-tell",
        status="reported",
        sentence=_reported_sentence(difference),
        strip=[],
    )


def _reported_sentence(difference: ReportedDifference) -> str:
    metric = METRICS[difference.metric].label.lower()
    parts = ", ".join(_reported_parts(difference))
    return (
        f"Cannot tell whether {difference.candidate.label} or {difference.baseline.label} is"
        " faster: the source published differences without the figures they are of"
        f"{f', in {metric} {parts}' if parts else ''}."
    )


def _reported_parts(difference: ReportedDifference) -> Iterator[str]:
    if difference.mean is not None:
        yield f"{with_sign(difference.mean, ',g')} on average"
    if difference.minimum is not None and difference.maximum is not None:
        ends = (with_sign(end, ",g") for end in (difference.minimum, difference.maximum))
        yield f"between {' and '.join(ends)}"
    if difference.slower_at_threads:
        yield f"slower at {threads_of(difference.slower_at_threads)}"
