"""Panels: one workload of a result, its servers side by side, a cell for each thread count.

A panel says in words what its chart shows, from the same rows the chart is drawn from. The page of
a result shows the throughput charts of its first workloads: those of its comparisons again, and one
for a workload that a single server ran, which no comparison shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from sysbench_archive.derive.cells import (
    LATENCIES,
    Cell,
    cell_rows,
    head_metric,
    metric_record,
    shown_metric,
)
from sysbench_archive.derive.counted import counted_panel
from sysbench_archive.derive.entries import machine_text, storage_kinds
from sysbench_archive.derive.judging import (
    compare_servers,
    sampled_workload,
)
from sysbench_archive.derive.servers import host_of, maturity_of, version_key
from sysbench_archive.derive.slices import design_of
from sysbench_archive.hardware.processors import machine_text_of
from sysbench_archive.metrics import HEADING, METRICS, Metric
from sysbench_archive.model.base import BundleReference, MetricRecord, bundle_reference, narrowed
from sysbench_archive.model.comparison import (
    CellRecord,
    Comparison,
    Notation,
    Panel,
    PanelMachine,
    PanelRow,
    PanelWorkload,
    Side,
)
from sysbench_archive.model.curated import PanelDefinition
from sysbench_archive.model.result import ResultChart, ResultRecord
from sysbench_archive.model.slices import PanelDesign, SliceTable
from sysbench_archive.pages.comparison.charts import (
    drawn_charts,
    pictures_below,
    workload_picture,
)
from sysbench_archive.verdicts.judging import Verdict
from sysbench_archive.verdicts.sentences import verdict_record
from sysbench_archive.words.differences import (
    difference_text,
    notation_of,
    noted_range,
    noted_text,
)
from sysbench_archive.words.phrases import threads_of

MOST_SIDES_AT_LENGTH = 3
"""Up to so many sides each is spoken of at length."""
MOST_AT_FIRST = 3
"""Servers up to which `/compare/` shows all at first."""
MOST_CHARTS = 3
"""Charts on a result's page; each is 3 to 6 kB compressed."""
NO_FIGURES = "The source published no figures for this workload."


def panel_of(
    result: ResultRecord, definition: PanelDefinition, servers: Sequence[str], slug: str
) -> Panel:
    """A panel: a workload of a result, its servers side by side, the first as baseline."""
    workload = next(w for w in result.workloads if w.id == definition.workload)
    runs = result.runs_of(workload.id)
    metric = METRICS[definition.metric or head_metric(runs) or "tps"]
    sampled = sampled_workload(result, workload, metric.name)
    cells = sampled.cells
    present = [server for server in servers[1:] if cells.get(server)]
    sides = sides_of(result, [servers[0], *present])
    shown = [side.id for side in sides]
    latency = next((name for name in LATENCIES if any(name in r.figures for r in runs)), None)
    comparability = compare_servers(result, workload, shown)
    verdicts = {
        compared.id: sampled.verdict(shown[0], compared.id, compared)
        for compared in comparability.candidates
    }
    measure = measure_of(metric)
    rows = cell_rows(
        cells,
        shown,
        latency=latency,
        intervals={server: verdict.intervals for server, verdict in verdicts.items()},
        bounds=sampled.bottlenecks,
        contrasts={server: verdict.contrasts for server, verdict in verdicts.items()},
        cpus=host_of(result, shown[0]).cpus,
    )
    rows, notation = noted_rows(rows, shown, verdicts)
    load = [point for point in result.loads.get(workload.id, ()) if point.server in shown]
    place = _panel_id(definition, metric.name)
    counted = counted_panel(runs, sides, slug) or UNSET
    panel = Panel(
        id=place,
        title=definition.title or workload.title,
        bundle=reference_to(result),
        evidence=result.evidence,
        workload=PanelWorkload(id=workload.id, label=workload.title, test=workload.test),
        metric=shown_metric(result, metric.name),
        latency=metric_record(latency) if latency else None,
        sides=sides,
        rows=rows,
        notation=notation,
        machines=machines_of(result, shown),
        load=load or UNSET,
        text=panel_text(metric, sides, rows),
        compare="" if counted else compare_address(result.id, workload.id, shown),
        counted=counted,
        verdicts=[
            verdict_record(verdicts[side.id], baseline=sides[0], candidate=side, measure=measure)
            for side in sides[1:]
        ],
        comparability=comparability,
        design=_panel_design(result, sides, cells),
    )
    alone = slug == f"{result.id}--{workload.id}"
    charts = drawn_charts(panel, f"{slug}--{place}", f"/comparisons/{slug}/", alone=alone)
    return replace(panel, charts=charts)


def _panel_id(definition: PanelDefinition, metric: str) -> str:
    return f"{definition.bundle}--{definition.workload}--{metric}"


def panel_pictures(definition: PanelDefinition, page: str) -> Iterator[str]:
    """Addresses of the pictures that a panel of a page of several may have."""
    for metric in [definition.metric] if definition.metric else HEADING:
        yield from pictures_below(f"{page}{_panel_id(definition, metric)}--")


def noted_rows(
    rows: Sequence[PanelRow], servers: Sequence[str], verdicts: Mapping[str, Verdict]
) -> tuple[list[PanelRow], Notation]:
    """The rows with their ratios in words, all in one notation, and whether each can be told."""
    compared = [[cell for cell in row.cells[1:] if cell and cell.ratio] for row in rows]
    notation = notation_of(cell.ratio or 1 for cells in compared for cell in cells)
    told = [verdicts[server].signed for server in servers[1:]]
    noted = [
        replace(
            row,
            cells=[
                *row.cells[:1],
                *(
                    _noted_cell(cell, notation, is_told=row.threads in signed) if cell else None
                    for cell, signed in zip(row.cells[1:], told, strict=True)
                ),
            ],
        )
        for row in rows
    ]
    return noted, notation


def _noted_cell(cell: CellRecord, notation: Notation, *, is_told: bool) -> CellRecord:
    if cell.ratio is None:
        return cell
    interval = cell.interval if cell.interval and not cell.interval.wide else None
    return replace(
        cell,
        difference=noted_text(cell.ratio, notation),
        span=noted_range(interval.low, interval.high, notation) if interval else UNSET,
        open=UNSET if is_told else True,
    )


def machines_of(result: ResultRecord, servers: Sequence[str]) -> list[PanelMachine]:
    """The machines that servers of a result ran on, each once."""
    found = {host.id: host for host in (host_of(result, server) for server in servers)}
    lines = [
        PanelMachine(
            title=machine_text_of(host.machine, host.cpu_model),
            name=", ".join(dict.fromkeys(filter(None, (host.machine, host.cpu_model)))),
            rest=", ".join(
                filter(
                    None,
                    (
                        machine_text(host.cores, host.cpus, host.memory_mib, storage_kinds(host)),
                        str(host.stated.get("os", "")),
                    ),
                )
            ),
            hardware_class=host.hardware_class.id,
        )
        for host in found.values()
    ]
    return list({msgspec.json.encode(line): line for line in lines}.values())


def _panel_design(
    result: ResultRecord, sides: Sequence[Side], cells: Mapping[str, Mapping[int, Cell]]
) -> PanelDesign | UnsetType:
    """How the sides took turns in slices, and when the campaign ended, where that is said."""
    by_threads: dict[int, dict[str, SliceTable]] = {}
    for side in sides:
        for threads, cell in cells[side.id].items():
            for run in cell.runs:
                if run.slices:
                    by_threads.setdefault(threads, {})[side.id] = run.slices
    return design_of(result, sides, by_threads)


def reference_to(result: ResultRecord) -> BundleReference:
    """A result as a link."""
    return bundle_reference(result.id, result.title)


def compare_address(bundle: str, workload: str, servers: Sequence[str]) -> str:
    """The site-relative address that compares servers of a result, the first as baseline.

    Of many it starts with the first and the last; the page offers the others.
    """
    named = servers if len(servers) <= MOST_AT_FIRST else (servers[0], servers[-1])
    sides = [f"s={bundle}/{server}/{workload}" for server in named]
    return f"/compare/?{'&'.join(sides)}"


def sides_of(result: ResultRecord, servers: Sequence[str]) -> list[Side]:
    """The servers as sides, the first as baseline; `shade` orders versions of one product."""
    servers_by_id = {server.id: server for server in result.servers}
    described = [servers_by_id[name] for name in servers]
    oldest_first = sorted(described, key=lambda s: (version_key(s.version), s.variant, s.id))
    return [
        narrowed(
            server,
            Side,
            role="candidate" if index else "baseline",
            maturity=maturity_of(server) or UNSET,
            shade=[one for one in oldest_first if one.product == server.product].index(server),
        )
        for index, server in enumerate(described)
    ]


def measure_of(metric: Metric | MetricRecord) -> str:
    """What the figures of a metric are, in a word."""
    return "instructions" if METRICS[metric.name].kind == "work" else "throughput"


def panel_text(metric: Metric, sides: Sequence[Side], rows: Sequence[PanelRow]) -> str:
    """A paragraph for readers who do not see the chart."""
    if not rows:
        return NO_FIGURES
    counts = [row.threads for row in rows]
    grid = f"{len(counts)} thread counts from {counts[0]} to {counts[-1]}"
    if len(counts) == 1:
        grid = f"At {threads_of(counts)}"
    known = [cell.centre for row in rows for cell in row.cells if cell and cell.centre]
    decimals = 0 if all(float(centre).is_integer() for centre in known) else min(metric.decimals, 2)
    sentences = [f"{metric.label}. {grid}."]
    # The highest cell of the baseline and, where others are few, of each.
    for index, side in enumerate(sides if len(sides) <= MOST_SIDES_AT_LENGTH else sides[:1]):
        cells = [
            (cell.centre, row.threads) for row in rows if (cell := row.cells[index]) and cell.stands
        ]
        if centres := [(centre, threads) for centre, threads in cells if centre]:
            value, threads = max(centres)
            at = f" at most, at {threads_of([threads])}" if len(rows) > 1 else ""
            sentences.append(f"{side.label}: {value:,.{decimals}f}{at}.")
    sentences += _ratio_sentences(sides, rows)
    if held := list(_held_texts(sides, rows)):
        sentences.append(f"Held or not settled, without a verdict: {'; '.join(held)}.")
    return " ".join(sentences)


def _held_texts(sides: Sequence[Side], rows: Sequence[PanelRow]) -> Iterator[str]:
    """`MySQL 8.0.36 at 1, 2 and 4 threads` of each server that has cells without a verdict."""
    for index, side in enumerate(sides):
        counts = [row.threads for row in rows if (cell := row.cells[index]) and not cell.stands]
        if counts:
            yield f"{side.label} at {threads_of(counts)}"


def _ratio_sentences(sides: Sequence[Side], rows: Sequence[PanelRow]) -> Iterator[str]:
    """The span of ratios of each candidate, as changes; of many sides without the places."""
    many = len(sides) > MOST_SIDES_AT_LENGTH + 1
    for index, side in enumerate(sides[1:], 1):
        cells = [
            (row.threads, cell)
            for row in rows
            if (cell := row.cells[index]) and cell.ratio and cell.stands
            if not (row.cells[0] and row.cells[0].held)
        ]
        if not cells:
            continue
        ends = [find(cells, key=lambda each: each[1].ratio or 0) for find in (min, max)]
        texts = [difference_text(cell.ratio or 0) for _, cell in ends]
        places = [f" at {threads_of([threads])}" for threads, _ in ends]
        if many or len(rows) == 1 or (texts[0] == texts[1] and len(cells) > 1):
            places = ["", ""]
        changes = [text + place for text, place in zip(texts, places, strict=True)]
        name = side.label if many else f"{side.label} against {sides[0].label}"
        span = changes[0] if changes[0] == changes[1] else f"from {changes[0]} to {changes[1]}"
        yield f"{name}: {span}."


def own_panels(result: ResultRecord) -> Iterator[Panel]:
    """A panel for each of the first workloads that one server ran at several thread counts."""
    for workload in result.workloads[:MOST_CHARTS]:
        runs = result.runs_of(workload.id)
        complete = [run for run in runs if run.state == "complete"]
        servers = {run.server.id for run in complete}
        several_counts = len({run.threads for run in complete}) > 1
        if len(servers) == 1 and several_counts and head_metric(runs):
            definition = PanelDefinition(bundle=result.id, workload=workload.id)
            panel = panel_of(result, definition, [*servers], f"{result.id}--{workload.id}")
            picture = workload_picture(result.path, workload.id)
            yield replace(panel, charts=[replace(c, picture=picture) for c in panel.charts[:1]])


def result_charts(
    result: ResultRecord, matrix: Sequence[Comparison], own: Sequence[Panel]
) -> list[ResultChart]:
    """The charts of the first workloads, each leading to its comparison where there is one."""
    panels = {panel.workload.id: (panel, "") for panel in own}
    for comparison in matrix:
        panels[comparison.panels[0].workload.id] = comparison.panels[0], comparison.path
    charts = [
        ResultChart(
            workload=workload.id,
            name=panel.chart("throughput"),
            caption=panel.metric.label + (" by client threads" if len(panel.rows) > 1 else ""),
            path=path,
        )
        for workload in result.workloads
        for panel, path in [panels.get(workload.id, (None, ""))]
        if panel and panel.charts
    ]
    return charts[:MOST_CHARTS]


def titles_apart(panels: Sequence[Panel]) -> list[str]:
    """Titles of panels; with the id of the workload where several of a bundle have one title."""
    titles = Counter((panel.bundle.path, panel.title) for panel in panels)
    return [
        panel.title
        if titles[panel.bundle.path, panel.title] == 1
        else f"{panel.title} ({panel.workload.id})"
        for panel in panels
    ]
