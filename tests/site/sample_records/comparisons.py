"""Sample comparisons: sides, cells, panels and claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from msgspec import UNSET
from msgspec.structs import replace

from sysbench_archive.derive.panels import CHART_KINDS
from sysbench_archive.model.base import CellRun, Reference, Span
from sysbench_archive.model.claim import ClaimCell, ClaimOutcome, ClaimRecord
from sysbench_archive.model.comparability import (
    CandidateComparability,
    Comparability,
    ComparabilityRow,
    FurtherVariables,
)
from sysbench_archive.model.comparison import (
    Answer,
    AnswerLine,
    CellRecord,
    ComparisonRecord,
    ContrastRecord,
    Direction,
    Panel,
    PanelCharts,
    PanelRow,
    PanelWorkload,
    RatioInterval,
    Side,
    StripEntry,
    VerdictMatrix,
    VerdictMatrixRow,
    VerdictRecord,
    WithinRunThroughput,
)
from sysbench_archive.model.finding import Finding
from sysbench_archive.model.offered_load import LoadPoint

from .counted import counted_panel
from .outward import citation, picture, structured
from .reproductions import Agreement, reproduction
from .shared import SIDES, TEST, THREADS, Text, metric

KINDS = tuple(chart.kind for chart in CHART_KINDS)


def side(position: int, text: Text) -> Side:
    """A server in a comparison."""
    name, product, version = SIDES[position]
    return Side(
        id=name,
        label=text(f"Label {name}"),
        role="candidate" if position else "baseline",
        product=text(product),
        version=version,
        series=version.rpartition(".")[0],
        shade=position,
    )


def cell(bundle: str, server_id: str, threads: int, ratio: float) -> CellRecord:
    """One server at one thread count, in two runs for the candidate."""
    path = f"/results/{bundle}/{server_id}-t{threads}/"
    values = [100.0 * threads * ratio] * (2 if ratio != 1 else 1)
    values[-1] *= 1.01
    return CellRecord(
        n=len(values),
        centre=values[0],
        low=min(values),
        high=max(values),
        latency=Span(low=1.0 * threads, middle=1.5 * threads, high=2.0 * threads),
        ratio=ratio,
        interval=RatioInterval(low=ratio / 1.05, high=ratio * 1.05) if ratio != 1 else None,
        within=WithinRunThroughput(
            low=values[0] / 2, middle=values[0], high=values[0] * 2, longest_stall_s=0.0
        ),
        bottleneck="server CPU",
        server_cpu_us=Span(low=80.0, middle=90.5, high=101.0),
        runs=[CellRun(id=f"{server_id}-t{threads}", path=path, value=value) for value in values],
    )


def rows(bundle: str, counts: tuple[int, ...]) -> Iterator[PanelRow]:
    """A row per thread count; at the largest of several the candidate has no run, and the baseline
    a figure that has no mean.
    """
    for count in counts:
        missing = len(counts) > 1 and count == max(counts)
        candidate = None if missing else cell(bundle, "mysql-b", count, 1.08)
        baseline = cell(bundle, "mysql-a", count, 1.0)
        yield PanelRow(
            threads=count,
            per_cpu=f"{count / 2:g}",
            cells=[replace(baseline, centre=None, ratio=None) if missing else baseline, candidate],
        )


def loads(bundle: str) -> Iterator[LoadPoint]:
    """Loads of both sides; the second did not keep up with its last."""
    for name, rates in (("mysql-a", (40, 200, 360)), ("mysql-b", (43, 216, 389))):
        for percent, rate in zip((10, 50, 90), rates, strict=True):
            late = "301.5 of 389 a second were answered" if rate == 389 else ""
            path = f"/results/{bundle}/{name}-t4/"
            yield LoadPoint(
                server=name,
                threads=4,
                percent=percent,
                rate=rate,
                achieved=301.5 if late else rate * 1.001,
                p95_ms=None
                if late
                else Span(low=percent / 4, middle=percent / 3, high=percent / 2),
                p99_ms=None if late else Span(low=percent, middle=percent, high=percent),
                refused=late,
                runs=[CellRun(id=f"{name}-t4", path=path, value=rate * 1.001)],
            )


def kinds_of(counts: tuple[int, ...]) -> tuple[str, ...]:
    """A sweep has every kind of chart, a single thread count only the first."""
    return KINDS if len(counts) > 1 else KINDS[:1]


def verdict(direction: Direction, text: Text) -> VerdictRecord:
    """What is said of the candidate at one headline thread count."""
    contrast = ContrastRecord(
        role="cores",
        threads=4,
        ratio=1.08,
        low=1.03,
        high=1.13,
        direction="faster",
        text=text("+8 %"),
        resolvable=0.05,
        n=[2, 2],
        paired=True,
        log=0.077,
        standard_error=0.02,
        df=2,
        session_error=0.0,
    )
    return VerdictRecord(
        candidate=SIDES[1][0],
        baseline=SIDES[0][0],
        direction=direction,
        status="measured",
        sentence=text("One is told from the other."),
        reason="",
        limitations=[text("why not higher")],
        margin=0.02,
        headline=[contrast],
    )


def comparability(text: Text) -> Comparability:
    """What differs between the sides, and what nobody recorded."""
    sentence = text("Controlled except for one field.")
    row = ComparabilityRow(
        field="kernel",
        label=text("Kernel"),
        why=text("It schedules threads."),
        severity="warning",
        status="differs",
        values=[text("one"), "unrecorded"],
        note=text("A note on it"),
        effect=text("What it is known to do."),
        reference="https://example.org/manual",
    )
    candidate = CandidateComparability(
        id=SIDES[1][0],
        summary="controlled-except",
        sentence=sentence,
        blockers=[],
        warnings=[text("Kernel")],
        unrecorded=[],
    )
    return Comparability(
        summary="controlled-except",
        sentence=sentence,
        rows=[row, replace(row, field="version", status="intended", severity="info")],
        details=[text("Microcode")],
        left=[text("Page cleaners")],
        same=[text("Memory")],
        candidates=[candidate],
        further=FurtherVariables(
            absent=1,
            sentence=text("1 more variable is not there on every side."),
            path="/results/2026-01-sample/#variables",
        ),
    )


def strip(text: Text) -> list[StripEntry]:
    """A difference that stands at one thread, and none that is clear at four."""
    entry = StripEntry(
        threads=1,
        role="one",
        direction="faster",
        text=text("+8 %"),
        ratio=1.08,
        low=1.03,
        high=1.13,
    )
    unclear = replace(
        entry,
        threads=4,
        role="cores",
        direction="no-clear-difference",
        text=text("no clear difference"),
        low=0.98,
    )
    return [entry, unclear]


def answer(panels: Sequence[Panel], text: Text) -> Answer:
    """The first screen: a line for each panel, and their table."""
    candidate = text("Label of the candidate")
    lines = [
        AnswerLine(
            panel=panel.id,
            title=panel.title,
            candidate=candidate,
            direction="faster",
            status="measured",
            sentence=text("It is told."),
            strip=strip(text),
        )
        for panel in panels
    ]
    rows = [
        VerdictMatrixRow(panel=panel.id, title=panel.title, cells=[place])
        for place, panel in enumerate(panels)
    ]
    return Answer(
        direction="faster",
        status="",
        verdicts=lines,
        matrix=VerdictMatrix(candidates=[candidate], rows=rows),
    )


def panel(bundle: str, chart: str, counts: tuple[int, ...], text: Text) -> Panel:
    """A workload of a comparison."""
    names = dict.fromkeys(KINDS) | {kind: f"{chart}--{kind}" for kind in kinds_of(counts)}
    return Panel(
        id=f"read-only-{len(counts)}",
        title=text("Read-only"),
        bundle=Reference(path=f"/results/{bundle}/", title=text(f"Title of {bundle}")),
        evidence="raw-output",
        workload=PanelWorkload(id="read-only", label=text("Label read-only"), test=TEST),
        metric=metric("tps", text),
        latency=metric("latency_avg_ms", text, "ms"),
        sides=[side(0, text), side(1, text)],
        rows=list(rows(bundle, counts)),
        load=list(loads(bundle)) if len(counts) > 1 else UNSET,
        text=text("What the chart shows."),
        charts=PanelCharts(**names),
        verdicts=[verdict("faster", text)],
        comparability=comparability(text),
        compare=f"/compare/?s={bundle}/{SIDES[0][0]}/read-only",
        counted=counted_panel(bundle, f"{SIDES[0][0]}-t1", ("A", "B"), text)
        if len(counts) == 1
        else UNSET,
    )


ANALYSIS = """## What it means

A [result](/results/{bundle}/) and [a heading](#text-what-it-means).

| Servers | Ratio |
|---------|------:|
| two     |  1.08 |

<script>alert(1)</script> and {{{{ template }}}} in prose.
"""
"""What somebody wrote below the front matter of a curated comparison."""


def claim(outcome: ClaimOutcome, text: Text) -> ClaimRecord:
    """A recomputed claim."""
    return ClaimRecord(
        text=text(f"A claim that {outcome}"),
        outcome=outcome,
        where=text("at 4 threads"),
        later_data="",
        note=text("Note on the check"),
        cells=[ClaimCell(threads=4, quantity=1.08, agrees=outcome == "holds")],
        quantity=text("ratio of the throughput"),
    )


def finding(text: Text) -> Finding:
    """What a page opens with, with everything a finding can have."""
    return Finding(
        text=text("B has 1.5 times the throughput of A at 4 threads."),
        cause=text("The client set the pace of these runs."),
        advice=text("Decide by the number of clients you expect."),
        status="measured",
        contrasts=[],
    )


def comparison(
    slug: str, bundle: str, kind: Literal["curated", "matrix"], text: Text
) -> ComparisonRecord:
    """A comparison with a sweep and a single thread count."""
    outcomes: tuple[ClaimOutcome, ...] = ("holds", "holds-in-part", "does-not-hold", "cannot-tell")
    panels = [
        panel(bundle, f"{slug}--sweep", THREADS, text),
        panel(bundle, f"{slug}--single", THREADS[:1], text),
    ]
    return ComparisonRecord(
        slug=slug,
        path=f"/comparisons/{slug}/",
        reproduced_by=[reproduction(bundle, found, text) for found in get_args(Agreement)],
        kind=kind,
        title=text(f"Title of {slug}"),
        label=text(f"Label of {slug}"),
        question=text("What is the ratio of the two?"),
        summary=text("A summary."),
        analysis=ANALYSIS.format(bundle=bundle) if kind == "curated" else "",
        date="2026-01-02" if kind == "curated" else "",
        evidence=["raw-output"],
        sides=[side(0, text), side(1, text)],
        findings=[finding(text)],
        answer=answer(panels, text),
        panels=panels,
        reported=[],
        claims=[claim(outcome, text) for outcome in outcomes] if kind == "curated" else [],
        bundles=[Reference(path=f"/results/{bundle}/", title=text(f"Title of {bundle}"))],
        runs=6,
        cite=citation(f"/comparisons/{slug}/", text),
        structured=structured("Dataset", f"/comparisons/{slug}/", text),
        picture=picture(f"/comparisons/{slug}/", text),
    )
