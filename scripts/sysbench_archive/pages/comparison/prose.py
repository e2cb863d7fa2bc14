"""Fills the text of a curated comparison: a reference becomes the words of the contrast it names.

A number never stands alone where its contrast has no direction: every form then says so. References
to what was withdrawn say that it was.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace

from sysbench_archive.bundle.prose import (
    ContrastReference,
    NoSuchContrastError,
    filled_text,
    parts_by_tables,
    reference_of,
)
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.comparison import (
    CellRecord,
    ContrastRecord,
    Notation,
    Panel,
    VerdictRecord,
)
from sysbench_archive.model.curated import ComparisonDefinition, NamedContrast, PanelDefinition
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.comparison.panels import panel_of
from sysbench_archive.verdicts.policy import MARGIN
from sysbench_archive.words.differences import (
    difference_range,
    difference_text,
    factor_text,
    interval_of,
    interval_text,
    is_in_times,
    is_wide,
    notation_of,
    noted_range,
    span_text,
)
from sysbench_archive.words.numbers import percent
from sysbench_archive.words.phrases import DIRECTIONS, WORDS

WITHDRAWN = "(a figure that was withdrawn)"
"""Stands for a reference that leads to nothing; only a withdrawal leaves one."""

Panels = dict[tuple[str, str, str, str], Panel]


@dataclass(frozen=True)
class ContrastFinder:
    """Finds what a text refers to, such as that of a curated comparison.

    `baseline` counts where a reference names none, "" where each has its own; `results` has the
    bundles that references may name, `panels` those of the page, in its order.
    """

    baseline: str
    results: Mapping[str, ResultRecord]
    panels: Sequence[Panel]
    _further: Panels = field(default_factory=dict)

    def find(self, reference: ContrastReference) -> NamedContrast:
        """The contrast, cell or range. Raises NoSuchContrastError where there is none."""
        panel = self._panel(reference)
        places = {side.id: index for index, side in enumerate(panel.sides) if index}
        if reference.candidate not in places:
            expected = f"one of {', '.join(places) or 'none'}"
            raise NoSuchContrastError(f"no such server beside {panel.sides[0].id}", expected)
        place = places[reference.candidate]
        cells = {
            row.threads: cell
            for row in panel.rows
            if reference.first <= row.threads <= reference.last
            if (cell := row.cells[place]) and cell.ratio is not None
        }
        if not cells:
            counts = ", ".join(str(row.threads) for row in panel.rows)
            raise NoSuchContrastError("no figures of both sides at these threads", counts)
        return _named_contrast(reference, panel.verdicts[place - 1], cells)

    def words(self, marked: str) -> str:
        """What a reference, as it stands between braces, becomes. Raises NoSuchContrastError."""
        reference = reference_of(marked)
        return contrast_text(self.find(reference), reference.form)

    def first_panel(self, *texts: str) -> Panel | None:
        """The panel of the page that is named first in some texts; None where none is."""
        named: list[Panel] = []

        def find(marked: str) -> str:
            with suppress(NoSuchContrastError):
                named.append(self._panel(reference_of(marked)))
            return ""

        for text in texts:
            filled_text(text, find)
        return next((panel for panel in named if panel in self.panels), None)

    def headline(self) -> dict[str, ContrastRecord]:
        """The headline contrasts of the page's panels, by the reference that leads to each."""
        return {
            f"{panel.bundle.id}/{panel.workload.id}.{panel.metric.name}/{verdict.candidate}"
            f"@{contrast.threads}": contrast
            for panel in self.panels
            for verdict in panel.verdicts
            for contrast in verdict.headline
        }

    def _panel(self, reference: ContrastReference) -> Panel:
        bundle = reference.bundle or self._only_bundle(reference)
        if bundle not in self.results:
            raise NoSuchContrastError(
                "a bundle the page does not name", "one of its panels, or listed in `bundles`"
            )
        baseline = reference.baseline or self.baseline
        for panel in self.panels:
            same = panel.bundle.id == bundle and panel.workload.id == reference.workload
            same = same and reference.metric in ("", panel.metric.name)
            sides = [side.id for side in panel.sides]
            if same and baseline == sides[0] and reference.candidate in sides:
                return panel
        key = bundle, reference.workload, reference.metric, baseline
        if key not in self._further:
            self._further[key] = _further_panel(self.results[bundle], reference, baseline)
        return self._further[key]

    def _only_bundle(self, reference: ContrastReference) -> str:
        bundles = {p.bundle.id for p in self.panels if p.workload.id == reference.workload}
        if len(bundles) != 1:
            raise NoSuchContrastError(
                f"{len(bundles)} bundles of the page's panels have this workload",
                "the bundle's name in front",
            )
        return bundles.pop()


def panels_of(
    definition: ComparisonDefinition, results: Mapping[str, ResultRecord], slug: str
) -> list[Panel]:
    """The panels of a curated comparison; every bundle it names must be in `results`."""
    return [
        panel_of(
            results[spec.bundle],
            spec,
            [spec.baseline or definition.baseline, *(spec.candidates or definition.candidates)],
            slug,
        )
        for spec in definition.panels
    ]


def _further_panel(result: ResultRecord, reference: ContrastReference, baseline: str) -> Panel:
    """A panel that is not on the page: the baseline with every other server of its bundle."""
    if reference.workload not in {workload.id for workload in result.workloads}:
        workloads = ", ".join(workload.id for workload in result.workloads)
        raise NoSuchContrastError("no such workload in its bundle", f"one of {workloads}")
    if reference.metric and reference.metric not in METRICS:
        metrics = ", ".join(result.metrics)
        raise NoSuchContrastError("no such metric in its bundle", f"one of {metrics}")
    runs = result.runs_of(reference.workload)
    complete = {run.server.id for run in runs if run.state == "complete"}
    servers = [server.id for server in result.servers if server.id in complete]
    if baseline not in servers:
        raise NoSuchContrastError(
            f"its bundle did not run this workload on {baseline}",
            f"a baseline of its own, as in {reference.candidate}:{(*servers, 'server')[0]}",
        )
    others = [server for server in servers if server != baseline]
    definition = PanelDefinition(
        bundle=result.id, workload=reference.workload, metric=reference.metric
    )
    return panel_of(result, definition, [baseline, *others], result.id)


def _named_contrast(
    reference: ContrastReference, verdict: VerdictRecord, cells: Mapping[int, CellRecord]
) -> NamedContrast:
    found = NamedContrast(
        name=f"{reference.workload}/{reference.candidate}@{reference.first}",
        ratios=[cell.ratio for cell in cells.values() if cell.ratio is not None],
        low=None,
        high=None,
        direction="",
        status=verdict.status,
        open=all(cell.open for cell in cells.values()),
        silent=_silence_of(cells.values()),
    )
    if reference.last != reference.first:
        if len(cells) == 1:
            raise NoSuchContrastError("a range with one thread count", f"@{min(cells)}")
        if any(cell.interval for cell in cells.values()):
            expected = "one thread count, which has an interval"
            raise NoSuchContrastError("a range of repeated runs", expected)
        ends = [min(found.ratios), max(found.ratios)]
        return replace(found, name=f"{found.name}-{reference.last}", ratios=ends)
    for each in verdict.headline:
        if each.threads == reference.first:
            own = {name: getattr(each, name) for name in ("low", "high", "direction")}
            return replace(found, ratios=[each.ratio], **own)
    interval = cells[reference.first].interval
    return replace(found, low=interval.low, high=interval.high) if interval else found


def _silence_of(cells: Collection[CellRecord]) -> str:
    """Why cells are not spoken of, where that holds of all."""
    if all(cell.held for cell in cells):
        return WORDS["entry-held"]
    return "" if any(cell.stands for cell in cells) else WORDS["entry-unsettled"]


_IN_TIMES = "In times the other side."
_IN_ITALICS = "In italics: what cannot be told from noise."


def filled_prose(text: str, finder: ContrastFinder) -> str:
    """The text with each reference written out."""
    parts = parts_by_tables(text)
    return "".join(
        _filled_table(part, finder) if is_table else filled_text(part, partial(_words_of, finder))
        for is_table, part in parts
    )


def _words_of(finder: ContrastFinder, marked: str) -> str:
    try:
        return finder.words(marked)
    except NoSuchContrastError:
        return WITHDRAWN


def _filled_table(table: str, finder: ContrastFinder) -> str:
    """A table has all its ratios in one notation, what cannot be told in italics, which is said
    once below it.
    """
    found: dict[str, NamedContrast | None] = {}

    def find(marked: str) -> str:
        try:
            found[marked] = finder.find(reference_of(marked))
        except NoSuchContrastError:
            found[marked] = None
        return ""

    filled_text(table, find)
    named = [contrast for contrast in found.values() if contrast and not contrast.silent]
    notation = notation_of(ratio for contrast in named for ratio in contrast.ratios)

    def write(marked: str) -> str:
        contrast = found[marked]
        return _noted_contrast(contrast, notation) if contrast else WITHDRAWN

    told = [_IN_TIMES] if named and notation == "times" else []
    told += [_IN_ITALICS] if any(contrast.open for contrast in named) else []
    below = f"\n{' '.join(told)}\n" if told else ""
    return filled_text(table, write) + below


def _noted_contrast(contrast: NamedContrast, notation: Notation) -> str:
    if contrast.silent:
        return contrast.silent
    text = noted_range(contrast.ratios[0], contrast.ratios[-1], notation)
    interval = interval_of(contrast.low, contrast.high)
    if interval and not is_wide(interval):
        text += f" ({noted_range(*interval, notation)})"
    return f"*{text}*" if contrast.open else text


FORMS = ("percent", "times")
"""What a reference may ask for: the contrast without its interval, or the bare ratio."""
_STANDING = ("faster", "slower", "fewer", "more", "equivalent")


def contrast_text(contrast: NamedContrast, form: str) -> str:
    """A contrast in words. Raises NoSuchContrastError where it does not have the form.

    | form | a contrast that stands | one that does not |
    | --- | --- | --- |
    | | 37 % slower (-47 to -26 %) | no clear difference: -5 to +3 % |
    | percent | 37 % slower | as above |
    | times | 0.63 times | as above |

    A range of cells and a cell that no verdict speaks of are written in times, or in per cent as
    differences: -5 to +3 %.
    """
    kind = "range" if len(contrast.ratios) > 1 else "cell" if not contrast.direction else "contrast"
    if form and form not in FORMS:
        raise NoSuchContrastError(f"a {kind} does not have this form", f"one of {', '.join(FORMS)}")
    interval = interval_of(contrast.low, contrast.high)
    if kind == "contrast":
        return _contrast_text(contrast, interval, form)
    if form == "percent":
        behind = f" ({text})" if interval and (text := interval_text(interval)) else ""
        return difference_range(contrast.ratios[0], contrast.ratios[-1]) + behind
    behind = f" ({_times_span(*interval)})" if interval and not is_wide(interval) else ""
    return f"{_times_span(contrast.ratios[0], contrast.ratios[-1])} times{behind}"


def _times_span(low: float, high: float) -> str:
    return span_text(factor_text(low), factor_text(high))


def _contrast_text(contrast: NamedContrast, interval: tuple[float, float] | None, form: str) -> str:
    """What a contrast says: no number stands where it has no direction."""
    ratio, direction = contrast.ratios[0], contrast.direction
    words = DIRECTIONS[direction].lower()
    if direction == "cannot-tell" and interval is None:
        name = "entry-published" if contrast.status == "reported" else "entry-single"
        return WORDS[name].format(difference=difference_text(ratio))
    behind = interval_text(interval) if interval else ""
    if direction in ("no-clear-difference", "too-noisy") and behind:
        return f"{words}: {behind}"
    if direction not in _STANDING:
        return words
    if form == "times":
        return f"{factor_text(ratio)} times"
    written = f" ({behind})" if behind and not form else ""
    if direction == "equivalent":
        return f"{words} within {percent(MARGIN)}{written}"
    if is_in_times(ratio):
        return f"{factor_text(ratio)} times{written}"
    return f"{percent(abs(ratio - 1))} {words}{written}"
