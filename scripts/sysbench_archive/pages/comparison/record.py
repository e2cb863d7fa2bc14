"""Comparisons out of result records: panels, the answer they add up to, and recomputed claims.

A claim is computed at every thread count both sides have, and agrees where the quantity lies within
the bounds it states. Differences a source published without figures are quoted, and tell nothing
more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import sub, truediv

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.derive.cells import cells_of, head_metric, metric_record
from sysbench_archive.derive.judging import compare_servers
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.comparison import (
    ClaimCell,
    ClaimOutcome,
    ClaimRecord,
    Comparison,
    Finding,
    LaterData,
    Panel,
    PanelWorkload,
    VerdictRecord,
)
from sysbench_archive.model.curated import (
    ClaimCheck,
    ClaimDefinition,
    ComparisonDefinition,
    PanelDefinition,
)
from sysbench_archive.model.result import ReportedDifference, ResultRecord, WorkloadRecord
from sysbench_archive.pages.comparison.charts import as_views
from sysbench_archive.pages.comparison.findings import MOST_FINDINGS, findings_of, peak_findings
from sysbench_archive.pages.comparison.panels import (
    NO_FIGURES,
    measure_of,
    panel_of,
    reference_to,
    sides_of,
)
from sysbench_archive.pages.comparison.prose import ContrastFinder, filled_prose, panels_of
from sysbench_archive.verdicts.policy import MARGIN
from sysbench_archive.words.numbers import with_sign
from sysbench_archive.words.phrases import threads_of

MOST_IN_FULL = 2
"""Panels of one candidate whose sentences stand side by side, whole."""
MOST_SIDES_NAMED = 3
"""Sides a label names one by one."""


_QUESTIONS = {
    "throughput": "how does the throughput of these servers compare?",
    "instructions": "how many instructions does each of these servers execute?",
}
"""What a comparison asks, by what its runs measured."""


def matrix_comparisons(result: ResultRecord) -> Iterator[Comparison]:
    """A comparison for each workload that two or more servers of a bundle ran.

    Offered loads stand in that of the workload which measured the capacity.
    """
    for workload in result.workloads:
        if workload.offers_load:
            continue
        runs = result.runs_of(workload.id)
        complete = {run.server.id for run in runs if run.state == "complete"}
        servers = [server.id for server in result.servers if server.id in complete]
        if len(servers) > 1 and head_metric(runs):
            yield _matrix_comparison(result, workload, servers)


def _matrix_comparison(
    result: ResultRecord, workload: WorkloadRecord, servers: Sequence[str]
) -> Comparison:
    slug = f"{result.id}--{workload.id}"
    definition = PanelDefinition(bundle=result.id, workload=workload.id)
    panel = panel_of(result, definition, servers, slug)
    labels = [side.label for side in panel.sides]
    named = ", ".join(labels)
    if len(labels) > MOST_SIDES_NAMED:
        named = f"{labels[0]} and {len(labels) - 1} others"
    return Comparison(
        slug=slug,
        path=f"/comparisons/{slug}/",
        kind="matrix",
        title=f"{workload.title}: {result.title}",
        label=f"{workload.title}: {named}",
        question=f"{workload.title}: {_QUESTIONS[measure_of(panel.metric)]}",
        evidence=[result.evidence],
        sides=panel.sides,
        findings=findings_of([panel]),
        panels=[panel],
        bundles=[reference_to(result)],
        runs=panel.runs,
    )


def curated_comparison(
    slug: str, definition: ComparisonDefinition, results: Mapping[str, ResultRecord]
) -> Comparison:
    """The record of a curated comparison; every bundle it names must be in `results`."""
    servers = [definition.baseline, *definition.candidates]
    panels = panels_of(definition, results, slug)
    finder = ContrastFinder(definition.baseline, results, panels)
    opening = finder.first_panel(
        definition.summary, definition.doubt, *(each.text for each in definition.findings)
    )
    if len(panels) > MOST_IN_FULL:
        panels = as_views(panels)
    named = [spec.bundle for spec in definition.panels] + definition.bundles
    bundles = [results[name] for name in dict.fromkeys(named)]
    panels = panels or list(reported_panels(bundles, servers))
    return Comparison(
        slug=slug,
        path=f"/comparisons/{slug}/",
        kind="curated",
        title=definition.title,
        label=definition.title,
        question=filled_prose(definition.question, finder),
        summary=filled_prose(definition.summary, finder),
        doubt=filled_prose(definition.doubt, finder),
        analysis=filled_prose(definition.analysis, finder),
        date=definition.date,
        evidence=list(dict.fromkeys(bundle.evidence for bundle in bundles)),
        sides=panels[0].sides if panels else sides_of(bundles[0], servers),
        findings=_curated_findings(definition, panels, finder),
        panels=panels,
        opens=opening.id if opening and opening.id != panels[0].id else UNSET,
        claims=[
            claim_record(replace(claim, note=filled_prose(claim.note, finder)), results)
            for claim in definition.claims
        ],
        bundles=[reference_to(bundle) for bundle in bundles],
        runs=sum(panel.runs for panel in panels),
    )


def _curated_findings(
    definition: ComparisonDefinition,
    panels: Sequence[Panel],
    finder: ContrastFinder,
) -> list[Finding]:
    """The findings somebody wrote, filled in; else those computed from the panels, or of
    differences without figures what can be said of each.
    """
    written = [
        Finding(
            text=filled_prose(each.text, finder),
            cause=filled_prose(each.cause, finder),
            advice=filled_prose(each.advice, finder),
        )
        for each in definition.findings
    ]
    if written or any(panel.rows for panel in panels):
        return written or findings_of(panels)
    verdicts = [verdict for panel in panels[:MOST_FINDINGS] for verdict in panel.verdicts]
    return [Finding(text=verdict.sentence, status=verdict.status) for verdict in verdicts]


def result_findings(matrix: Sequence[Comparison], own: Sequence[Panel]) -> list[Finding]:
    """What the page of a result opens with: what its workloads show, or where its server peaks."""
    panels = [panel for comparison in matrix for panel in comparison.panels]
    return findings_of(panels) or peak_findings(own)


_SIGNS = {"ratio": "divided by", "difference": "minus"}
_QUANTITIES = {"ratio": truediv, "difference": sub, "value": sub}
"""What is made of the candidate's figure and the baseline's; a value has no baseline."""


_LATER_DATA: dict[ClaimOutcome, LaterData] = {
    "holds": "repeated",
    "holds-in-part": "repeated-in-part",
    "does-not-hold": "not-repeated",
}
"""What an outcome means where the figures are later ones than those the claim was made of."""


def claim_record(claim: ClaimDefinition, results: Mapping[str, ResultRecord]) -> ClaimRecord:
    """The claim with its outcome; `results` holds the record of every bundle it names."""
    check = claim.check
    cells = list(_checked_cells(check, results[check.bundle])) if check else []
    outcome, where = _claim_outcome(claim, cells)
    later: LaterData = ""
    if check and check.later_data and cells:
        later = _LATER_DATA[outcome]
        words = later.replace("-", " ")
        outcome, where = "cannot-tell", f"{check.later_data}; {words} in later data {where}"
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
    """What the claim speaks of, at every thread count of which all its sides have a figure."""
    servers = [check.candidate, *([check.baseline] if check.baseline else [])]
    cells = cells_of(result.runs_of(check.workload), servers, check.metric)
    low = -math.inf if check.at_least is None else check.at_least
    high = math.inf if check.at_most is None else check.at_most
    shared = set.intersection(*(set(cells[server]) for server in servers))
    for threads in sorted(shared & set(check.threads) if check.threads else shared):
        centres = [cells[server][threads].centre for server in servers]
        known = [centre for centre in centres if centre is not None]
        if len(known) == len(servers):
            quantity = reduce(_QUANTITIES[check.quantity], known)
            yield ClaimCell(threads=threads, quantity=quantity, agrees=low <= quantity <= high)


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


def reported_panels(results: Iterable[ResultRecord], servers: Sequence[str]) -> Iterator[Panel]:
    """A panel without rows for each difference between the baseline and another server.

    Differences without the figures they are of have no ratio that could be held against noise.
    """
    for result in results:
        workloads = {workload.id: workload for workload in result.workloads}
        for difference in result.reported:
            pair = [difference.baseline.id, difference.candidate.id]
            if pair[0] != servers[0] or pair[1] not in servers:
                continue
            workload = workloads[difference.workload.id]
            yield Panel(
                id=f"{result.id}--{workload.id}--reported",
                title=workload.title,
                bundle=reference_to(result),
                evidence=result.evidence,
                workload=PanelWorkload(id=workload.id, label=workload.title, test=workload.test),
                metric=metric_record(difference.metric),
                sides=sides_of(result, pair),
                text=NO_FIGURES,
                comparability=compare_servers(result, workload, pair),
                verdicts=[
                    VerdictRecord(
                        candidate=pair[1],
                        baseline=pair[0],
                        direction="cannot-tell",
                        status="reported",
                        sentence=_reported_sentence(difference),
                        margin=MARGIN,
                    )
                ],
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
