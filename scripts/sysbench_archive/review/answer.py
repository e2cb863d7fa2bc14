"""What results show, for people: tables of their cells and ratios, findings, and what stands in the
way of comparing; as text for a terminal. `answer_pages` makes Markdown and HTML of the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from sysbench_archive.derive.cells import cells_of, head_metric
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Span
from sysbench_archive.model.comparison import CellRecord, Comparison, Finding, Panel, VerdictRecord
from sysbench_archive.model.result import ResultRecord, WorkloadRecord
from sysbench_archive.pages.comparison.panels import own_panels, titles_apart
from sysbench_archive.pages.comparison.record import matrix_comparisons, result_findings
from sysbench_archive.verdicts.sentences import finding_at
from sysbench_archive.words.differences import difference_text
from sysbench_archive.words.numbers import figure_text, percent_up, ratio_text
from sysbench_archive.words.phrases import DIRECTIONS, WORDS, count_text, joined, listed, threads_of

_LATENCIES = {"latency_p95_ms": "p95 ms", "latency_p99_ms": "p99 ms"}
_OF_LOADS = ("p50 ms", "p95 ms", "p99 ms", "p99.9 ms")
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """Rows below heads. `bars` are the lowest, the median and the highest of rows, by name."""

    title: str
    heads: Row
    rows: list[Row]
    bars: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)

    def is_text(self, place: int) -> bool:
        """Whether a column is words, and no figures."""
        return not place or self.heads[place] in _WORDED


_VERDICT, _SIDE = "verdict", "server"
_NAMELESS = {False: ("baseline", "candidate"), True: ("baseline", "its own")}
_WORDED = ("", _VERDICT, _SIDE)


@dataclass(frozen=True, slots=True)
class Answer:
    """What results show. `cautions` are what makes sides not comparable, or was not recorded."""

    title: str
    machines: list[str]
    cautions: list[str]
    ratios: AnswerTable | None
    figures: list[AnswerTable]
    findings: list[Finding]
    comparisons: list[Comparison]

    def text(self) -> str:
        """For a terminal; empty where no run is complete."""
        tables = [self.ratios] if self.ratios else []
        return "\n\n".join([*map(_text_of, [*self.figures, *tables]), *self.sentences()])

    def compared_text(self) -> str:
        """The ratios alone, behind what stands in their way."""
        tables = [self.ratios] if self.ratios else self.figures
        first = "\n".join(self.cautions) or ("Nothing recorded differs." if self.ratios else "")
        return "\n\n".join(filter(None, [first, *map(_text_of, tables), *self.sentences()]))

    def sentences(self) -> list[str]:
        """The findings, each with what it rests on."""
        return [*map(finding_text, self.findings)]

    def slower_by(self, share: float) -> list[str]:
        """Where a candidate is told from the baseline and slower by more than a share, in words."""
        return [
            f"{panel.title} at {count_text(row.threads, 'thread')}: {difference_text(cell.ratio)}"
            for comparison in self.comparisons
            for panel in comparison.panels
            for row in panel.rows
            for cell in row.cells[1:]
            if cell and cell.ratio and not cell.open
            if (cell.ratio if panel.metric.direction != "lower" else 1 / cell.ratio) < 1 - share
        ]

    @property
    def is_told(self) -> bool:
        """Whether any comparison says more than that nothing can be told."""
        silent = {"cannot-tell", "not-comparable", "too-noisy"}
        return any(v.direction not in silent for c in self.comparisons for v in c.verdicts)


def finding_text(finding: Finding) -> str:
    """What was found, with what it rests on."""
    return f"{finding.text} ({finding.status})" if finding.status else finding.text


def answer_of(results: Sequence[ResultRecord], title: str) -> Answer:
    """The answer of a bundle, or of pairs that stand side by side."""
    comparisons = [each for result in results for each in matrix_comparisons(result)]
    panels = [panel for comparison in comparisons for panel in comparison.panels]
    own = [panel for result in results for panel in own_panels(result)]
    machines = [m for panel in [*panels, *own] for m in panel.machines]
    return Answer(
        title=title,
        machines=list(dict.fromkeys(", ".join(filter(None, (m.title, m.rest))) for m in machines)),
        cautions=list(dict.fromkeys(_cautions(panels))),
        ratios=_ratio_table(panels) if panels else None,
        figures=[t for r in results for workload in r.workloads for t in _tables(r, workload)],
        findings=result_findings(comparisons, own),
        comparisons=comparisons,
    )


def _cautions(panels: Sequence[Panel]) -> Iterator[str]:
    """What differs besides what is compared, the worst first, then what nobody recorded."""
    rows = [row for p in panels for row in p.comparability.rows if row.severity != "info"]
    differing = [row for row in rows if row.status == "differs" and row.field != "campaign"]
    if any(row.field == "campaign" for row in rows):
        yield "two campaigns, apart in time: what else changed between them counts as well"
    for severity, words in (("blocker", "not comparable"), ("warning", "differs")):
        for row in differing:
            if row.severity == severity:
                values = " / ".join(value or "-" for value in row.values)
                yield f"{words}: {row.label} ({values})"
    if left := dict.fromkeys(row.label for row in rows if row.status == "unrecorded"):
        yield f"not recorded: {listed([*left])}"


def _ratio_table(panels: Sequence[Panel]) -> AnswerTable:
    """A row for each candidate at each thread count."""
    many = any(len(panel.sides) > 2 for panel in panels)
    rows = [
        (
            title, str(row.threads),
            *((side.label,) if many else ()),
            _centre(row.cells[0]), _centre(cell), _ratio(cell),
            verdict_word(panel, verdict, row.threads, cell),
        )
        for title, panel in zip(titles_apart(panels), panels, strict=True)
        for row in panel.rows
        for side, cell, verdict in zip(panel.sides[1:], row.cells[1:], panel.verdicts, strict=True)
        if cell or row.cells[0]
    ]  # fmt: skip
    pairs = {tuple(side.label for side in panel.sides) for panel in panels}
    first, second = pairs.pop() if len(pairs) == 1 and not many else _NAMELESS[many]
    heads = (*((_SIDE,) if many else ()), first, second)
    metrics = joined(list(dict.fromkeys(panel.metric.label for panel in panels)))
    title = f"{metrics}: geometric means, and their ratio with its interval"
    return AnswerTable(title, ("test", "threads", *heads, "ratio", _VERDICT), rows)


def verdict_word(
    panel: Panel, verdict: VerdictRecord, threads: int, cell: CellRecord | None
) -> str:
    """What is said of a candidate at a thread count, in a word or two."""
    for entry in verdict.headline:
        if entry.threads == threads:
            found = finding_at(entry)
            left_out = found in ("held", "unsettled")
            return WORDS[f"entry-{found}"] if left_out else DIRECTIONS[entry.direction].lower()
    if verdict.direction == "not-comparable":
        return DIRECTIONS[verdict.direction].lower()
    if cell is None or cell.ratio is None or cell.open:
        return "-"
    up, down = ("more", "fewer") if panel.metric.direction == "lower" else ("faster", "slower")
    return DIRECTIONS[up if cell.ratio > 1 else down].lower()


def _centre(cell: CellRecord | None) -> str:
    return figure_text(cell.centre) if cell and cell.centre else "-"


def _ratio(cell: CellRecord | None) -> str:
    """The ratio with its interval; one that is too wide to tell anything is not written."""
    if cell is None or cell.ratio is None:
        return "-"
    if cell.interval is None:
        return ratio_text(cell.ratio)
    span = f"{ratio_text(cell.interval.low)} to {ratio_text(cell.interval.high)}"
    return f"{ratio_text(cell.ratio)} ({'too wide' if cell.interval.wide else span})"


def _tables(result: ResultRecord, workload: WorkloadRecord) -> Iterator[AnswerTable]:
    """Cells of a workload, and its loads."""
    labels = {server.id: server.label for server in result.servers}
    # A column that says the same in each row pushes figures off a phone.
    many = len(labels) > 1
    runs = result.runs_of(workload.id)
    # What an offered load was answered with is in the table of loads.
    if not workload.offers_load and (metric := head_metric(runs)):
        heads = ["threads", "runs", "median", "lowest", "highest", "spread"]
        known = [name for name in _LATENCIES if any(name in run.figures for run in runs)]
        rows, bars = [], {}
        for server, cells in cells_of(runs, list(labels), metric).items():
            for threads, cell in sorted(cells.items()):
                low, high = min(cell.values), max(cell.values)
                name = threads_of([threads])
                name = f"{labels[server]}, {name}" if many else name
                bars[name] = low, median(cell.values), high
                spread = percent_up(high / low - 1) if len(cell.values) > 1 and low > 0 else "-"
                latencies = (
                    [run.figures[name].value for run in cell.runs if name in run.figures]
                    for name in known
                )
                rows.append(
                    (
                        *([labels[server]] if many else []), str(threads), str(len(cell.runs)),
                        *(figure_text(value) for value in (median(cell.values), low, high)),
                        spread, *(figure_text(median(all_)) if all_ else "-" for all_ in latencies),
                    )
                )  # fmt: skip
        words = (_LATENCIES[name] for name in known)
        title = f"{workload.title}: {METRICS[metric].label}"
        yield AnswerTable(title, (*(["server"] if many else []), *heads, *words), rows, bars)
    if points := result.loads.get(workload.id):
        heads = ["server", "threads", "load", "offered/s", "answered/s", *_OF_LOADS]
        rows = [
            (
                labels[point.server], str(point.threads), f"{point.percent} %",
                figure_text(point.rate),
                figure_text(point.achieved) if point.achieved is not None else "-",
                *map(_middle, (point.p50_ms, point.p95_ms, point.p99_ms, point.p999_ms)),
                point.refused,
            )
            for point in points
        ]  # fmt: skip
        yield AnswerTable(f"{workload.title}: latency at a load", (*heads, ""), rows)


def _middle(span: Span | None) -> str:
    return figure_text(span.middle) if span else "-"


def _text_of(table: AnswerTable) -> str:
    """A title, and rows in columns."""
    rows = [table.heads, *table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            text.ljust(width) if table.is_text(place) else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
    return "\n".join(filter(None, [table.title, *lines]))
