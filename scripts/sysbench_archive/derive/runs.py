"""A run as a record: figures, evidence, command, its course over time, and the lines quoted of it.

The course is drawn as points in a box. A long run is thinned by the mean of each stretch, so that
the area under the line stays what it was; a histogram is drawn in the same box. Within-run spread
is shown, never used as noise between runs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any
from urllib.parse import quote

from msgspec import UNSET

from sysbench_archive.bundle.series import window_of
from sysbench_archive.comparability.fields import bytes_of
from sysbench_archive.comparability.settings import configuration
from sysbench_archive.derive.bottleneck import COUNTED_WORK, bottleneck_of
from sysbench_archive.derive.counted import counted_run
from sysbench_archive.derive.facts import fact_rows, stated_facts
from sysbench_archive.derive.slices import slice_table, stall_lengths
from sysbench_archive.derive.workloads import workload_title
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Named
from sysbench_archive.model.bundle import Bundle, Evidence, Run, Stretch, stated
from sysbench_archive.model.comparison import Window
from sysbench_archive.model.result import (
    Distribution,
    Excerpt,
    RunEvidence,
    RunRecord,
    SpoiledFigure,
    ThroughputLine,
)
from sysbench_archive.model.slices import SliceTable
from sysbench_archive.statistics import nearest_rank
from sysbench_archive.sysbench.report import BUCKET_WIDTH, Report
from sysbench_archive.verdicts.settled import LATER, later_means, lines_of, settled_window

WIDTH, HEIGHT = 600, 120
MOST_POINTS = 120
"""Of a histogram."""
MAX_POINTS = 240
_MIB = 1 << 20

_Rates = Sequence[tuple[float, float]]
"""Seconds since the run's start, and throughput."""

_PLACEHOLDER = re.compile(
    r"(--(?:num-)?threads[= ]\s*)(\$\{?\w+\}?|\{\w+\}|<[\w -]+>|`[^`]*`|\$\([^)]*\))"
)
_FORGE = "https://github.com/"
_RUN_FACTS = ("slices", "started", "sequence", "telemetry", "innodb")
_MICROSECONDS = 1_000_000


def run_record(
    bundle: Bundle, run: Run, turn: int | None = None, held: Sequence[str] = ()
) -> RunRecord:
    """The record of a run; a failed one keeps its evidence and has no figures."""
    facts = {name: run.facts[name] for name in _RUN_FACTS if name in run.facts}
    sequence = run.facts.get("sequence", {})
    workload = bundle.workloads[run.workload]
    slices = slice_table(bundle, run)
    return RunRecord(
        id=run.id,
        path=f"/results/{bundle.id}/{run.id}/",
        server=Named(id=run.server, label=bundle.servers[run.server].label),
        workload=Named(id=run.workload, label=workload_title(workload)),
        threads=run.threads,
        repetition=sequence.get("repetition"),
        state="failed" if run.failed else "complete",
        failed=run.failed or "",
        held=list(held) if held and not run.failed else UNSET,
        figures={name: run.figures[name] for name in METRICS if name in run.figures},
        evidence=_evidence(bundle, run),
        command=_PLACEHOLDER.sub(lambda match: f"{match[1]}{run.threads}", run.command.text)
        if run.command
        else "",
        facts=fact_rows(facts),
        warnings=list(run.report.warnings) if run.report else [],
        spoiled=_spoiled(run.report) or UNSET if run.report else UNSET,
        intervals=len(run.report.intervals)
        if run.report
        else sum(stretch.intervals for stretch in run.series if stretch.part == "mean"),
        line=sliced_line(slices) if slices else throughput_line(run.report, run.series),
        distribution=distribution_of(run.report) or UNSET if run.report else UNSET,
        excerpt=_excerpt(run),
        stated=stated_facts(facts),
        block=str(sequence.get("block", "")),
        load=sequence.get("load"),
        session=sequence.get("session"),
        turn=turn,
        slices=slices or UNSET,
        server_cpu_us=_server_cpu_us(run),
        bottleneck=bottleneck_of(bundle, run),
        engine=engine_text(bundle, run),
        counted=counted_run(run) or UNSET,
    )


def _spoiled(report: Report) -> list[SpoiledFigure]:
    labels = {metric.report_field: metric.label for metric in METRICS.values()}
    if report.latency_ms and report.latency_ms.percentile:
        labels["latency_ms.percentile_value"] = f"Percentile {report.latency_ms.percentile}"
    return [
        SpoiledFigure(figure=labels.get(name, name), fault=fault.text, link=fault.link)
        for name, fault in report.spoiled()
    ]


def run_turns(bundle: Bundle) -> dict[str, int | None]:
    """Run id to when it started, in seconds since the first; to its position without starts."""
    starts = {run.id: stated(run.facts.get("started")) for run in bundle.runs}
    if not all(starts.values()):
        return {run.id: run.facts.get("sequence", {}).get("position") for run in bundle.runs}
    times = {name: datetime.fromisoformat(str(start)) for name, start in starts.items()}
    first = min(times.values(), default=None)
    return {name: round((time - first).total_seconds()) for name, time in times.items() if first}


def _server_cpu_us(run: Run) -> float | None:
    """Processor time of the server for each transaction; None where telemetry does not tell."""
    seconds: float | None = run.facts.get("telemetry", {}).get("server_cpu_s")
    done = next((run.figures[name].value for name in COUNTED_WORK if name in run.figures), 0)
    return None if seconds is None or not done else seconds / done * _MICROSECONDS


def engine_text(bundle: Bundle, run: Run) -> str:
    """What the storage engine's state says of a run that wrote; empty where it says nothing."""
    state = run.facts.get("innodb", {})
    written = state.get("redo_written_mib", 0)
    sentences = []
    if state.get("settled") is False:
        sentences.append("Purge and flushing had not come to rest before it.")
    capacity = redo_capacity_mib(bundle, run.server) if written >= 1 else None
    if capacity:
        times, log = written / capacity, "the capacity of the redo log"
        sentences.append(
            f"It wrote {times:.2g} times {log}."
            if times >= 1
            else f"It wrote {100 * times:.0f} % of {log}, so that no full round of checkpoints is"
            " in it."
        )
    return " ".join(sentences)


def redo_capacity_mib(bundle: Bundle, server: str) -> float | None:
    """The capacity of a server's redo log, None where files or their number are not known."""
    look = configuration(bundle, bundle.servers[server]).look
    capacity = look("innodb_redo_log_capacity")
    if capacity and (stated := bytes_of(capacity)):
        return stated / _MIB
    sizes = [look(name) for name in ("innodb_log_file_size", "innodb_log_files_in_group")]
    numbers = [bytes_of(size) if size else None for size in sizes]
    return None if None in numbers else math.prod(n for n in numbers if n) / _MIB


def throughput_line(report: Report | None, series: Sequence[Stretch] = ()) -> ThroughputLine | None:
    """Points in a box of `WIDTH` by `HEIGHT`, throughput from zero up, and figures of the window.

    From the report where it is kept here, else from its summary; None below two intervals.
    """
    rates: _Rates
    if report:
        stretches: Sequence[Stretch] = window_of(report)
        rates = [(i[0], i[2]) for i in report.intervals if i[2] is not None] if stretches else []
        values = [rate for _, rate in rates]
        ends, extremes, count = [t for t, _ in rates], values, len(rates)
    else:
        stretches = series
        means = [stretch for stretch in series if stretch.part == "mean"]
        rates = [((s.from_s + s.to_s) / 2, s.mean) for s in means]
        ends = [end for s in means for end in (s.from_s, s.to_s)]
        extremes = [extreme for s in means for extreme in (s.lowest, s.highest)]
        count = sum(s.intervals for s in means)
    if not rates or max(extremes) <= 0:
        return None
    (window,) = (s for s in stretches if s.part == "window")
    lines = lines_of(report, series)
    settled, later = settled_window(lines), later_means(lines) or (None, None)
    # An interval of a report stands at its end, a summary's mean in its middle.
    starts = [0, *ends[:-1]] if report else ends[::2]
    return _line_of(
        "Throughput over time",
        rates,
        stalls=[s.to_s - s.from_s for s in stretches if s.part == "stall"],
        count=count,
        from_s=ends[0],
        to_s=ends[-1],
        lowest=min(extremes),
        highest=max(extremes),
        window=window.mean,
        window_from_s=window.from_s,
        p01=window.p01,
        settled=settled,
        settled_text=_settled_text(settled, later, starts),
        tps_last_three_quarters=later[0],
        tps_last_half=later[1],
    )


def sliced_line(table: SliceTable) -> ThroughputLine:
    """The slices of a run, one after another; the time between them is left out."""
    count = len(table.values)
    return _line_of(
        f"{count} slices of {table.seconds:g} s",
        [(float(place), value) for place, value in enumerate(table.values)],
        stalls=stall_lengths(table),
        count=count,
        from_s=0,
        to_s=count * table.seconds,
        lowest=min(table.values),
        highest=max(table.values),
        window=sum(table.values) / count,
        window_from_s=0,
        p01=nearest_rank(sorted(table.values), 0.01),
        settled=None,
        settled_text="",
        tps_last_three_quarters=None,
        tps_last_half=None,
    )


def _settled_text(
    settled: Window | None, later: tuple[float | None, float | None], starts: Sequence[float]
) -> str:
    """From when on a run was settled, in words; `starts` are those of its lines."""
    if settled in LATER:
        place = LATER.index(settled)
        start, mean = starts[-(-len(starts) * (place + 1) // 4)], later[place]
        return f"Settled from {start:g} s on: mean {mean:,.0f} 1/s from there."
    return {
        "whole": "Settled from its start.",
        "never": "Not settled: throughput still changed in its last half.",
        None: "Too few intervals to tell whether it was settled.",
    }[settled]


def _line_of(
    heading: str, rates: _Rates, *, stalls: Sequence[float], **figures: Any
) -> ThroughputLine:
    """A drawing of rates, with what stands beside it."""
    drawn, top = _draw(rates)
    return ThroughputLine(
        heading=heading,
        drawn=drawn,
        top=top,
        stalls=len(stalls),
        longest_stall_s=max(stalls, default=0),
        **figures,
    )


def _draw(rates: _Rates) -> tuple[str, float]:
    """The path of a line, and the throughput at the top of the box."""
    thinned = _thin(rates)
    top = max([tps for _, tps in thinned])
    start, end = rates[0][0], rates[-1][0]
    across, up = WIDTH / ((end - start) or 1), HEIGHT / (top or 1)
    points = [(round(across * (t - start)), round(HEIGHT - up * tps)) for t, tps in thinned]
    return line_through(points), top


def _thin(rates: _Rates) -> _Rates:
    if len(rates) <= MAX_POINTS:
        return rates
    step = -(-len(rates) // MAX_POINTS)
    stretches = [rates[i : i + step] for i in range(0, len(rates), step)]
    return [
        (sum(t for t, _ in part) / len(part), sum(tps for _, tps in part) / len(part))
        for part in stretches
    ]


def _excerpt(run: Run) -> Excerpt:
    """The quoted lines that print figures; headings belong to a line of the same stretch below."""
    printed = {figure.line for figure in run.figures.values()}
    quoted: list[tuple[int, str]] = []
    pending: list[tuple[int, str]] = []
    expected = 0
    for number, text in run.excerpt:
        if number != expected:
            pending = []
        if number in printed or text.endswith(":"):
            pending.append((number, text))
        if number in printed:
            quoted += pending
            pending = []
        expected = number + 1
    return Excerpt(numbers=[number for number, _ in quoted], texts=[text for _, text in quoted])


def _evidence(bundle: Bundle, run: Run) -> RunEvidence:
    report, place, source = run.report, run.linked, run.source
    kept = bundle.files[run.file] if run.file else None
    elsewhere = None if place.report is None else place.report + 1
    href = published_path(bundle.id, kept.path, len(kept.data), bundle.evidence) if kept else ""
    return RunEvidence(
        kind=bundle.evidence,
        file=run.file or "",
        href=href,
        report=report.index + 1 if report else elsewhere,
        first_line=report.first_line if report else None,
        last_line=report.last_line if report else None,
        source=source.get("source", ""),
        sha256=source.get("sha256", "") or (kept.sha256 if kept else ""),
        # The archive that holds the linked file, and its name there.
        archive=place.file if place.member else UNSET,
        member=place.member or UNSET,
        archive_sha256=source["archive_sha256"] if place.member else UNSET,
        url=_address(bundle, run),
    )


def _address(bundle: Bundle, run: Run) -> str:
    """Where the figures can be looked up: the file at its commit where the forge is known.

    Of a member the address is its archive's: no forge shows a line of it.
    """
    source = bundle.facts.get("source", {})
    file, member = run.linked.file, run.linked.member
    if file and "commit" in source and source.get("repository", "").startswith(_FORGE):
        lines = sorted(f.line for f in run.figures.values() if f.line is not None)
        place = f"#L{lines[0]}-L{lines[-1]}" if lines and not member else ""
        plain = "?plain=1" if file.endswith(".md") else ""
        repository = source["repository"].removesuffix("/").removesuffix(".git")
        return f"{repository}/blob/{source['commit']}/{quote(file)}{plain}{place}"
    return stated(source.get("url")) or ""


EXTRACTS = frozenset({"bundle.yaml", "figures.csv", "series.csv"})
"""Files of a bundle whose evidence is elsewhere that the archive made itself."""
SHOWN_TABLE = re.compile(r"config/.*\.(variables|status)\.tsv")
LARGEST_TEXT = 20_000
"""Bytes of a file that is published as plain text at most."""


CRATE = "ro-crate-metadata.json"
"""What describes a bundle in its archive, beside its folder, so that the folder's SWHID stays."""


def archive_path(place: str) -> str:
    """Where the archive of a bundle is published; of a revision, `place` is its folder."""
    return f"/results/{place}/bundle.tar.gz"


def published_path(place: str, path: str, size: int, evidence: Evidence) -> str:
    """Where a file is published: as plain text, whatever it is called, or in the archive of its
    bundle only, where it is large, or what it says is shown on pages and handed out as data.
    """
    is_shown = SHOWN_TABLE.fullmatch(path) or (evidence != "raw-output" and path in EXTRACTS)
    if is_shown or size > LARGEST_TEXT:
        return archive_path(place)
    return f"/results/{place}/{path}{'' if path.endswith('.txt') else '.txt'}"


def distribution_of(report: Report) -> Distribution | None:
    """The drawing of a report's histogram; None without one that the summary bears out.

    Neighbouring buckets are added up, as many for each point; those without an event are drawn.
    """
    if not report.complete or not report.percentiles or not report.histogram:
        return None
    (low, _), (high, _) = report.histogram[0], report.histogram[-1]
    places = [round(math.log(value / low) / BUCKET_WIDTH) for value, _ in report.histogram]
    together = -(-(places[-1] + 1) // MOST_POINTS)
    counts = [0] * (places[-1] // together + 1)
    for place, (_, count) in zip(places, report.histogram, strict=True):
        counts[place // together] += count
    # A single bucket is drawn as a line across.
    counts = counts if len(counts) > 1 else counts * 2
    top, across = max(counts), WIDTH / (len(counts) - 1)
    points = [
        (round(across * at), round(HEIGHT - HEIGHT * count / top))
        for at, count in enumerate(counts)
    ]
    return Distribution(drawn=line_through(points), top=top, low_ms=low, high_ms=high)


def line_through(points: Sequence[tuple[int, int]]) -> str:
    """The path of a line through points, each told by its distance from the one before: these are
    much alike, and most pages have one.
    """
    steps = ((x - before, y - level) for (before, level), (x, y) in pairwise(points))
    far = " ".join(f"{x}{y}" if y < 0 else f"{x} {y}" for x, y in steps)
    x, y = points[0]
    return f"M{x} {y}l{far}"
