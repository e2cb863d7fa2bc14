"""What a reader has to know beside the charts of a comparison: what else differs between the sides,
the worst first, what weakens what is said, and on which machines it was measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from sysbench_archive.comparability.wording import WORDS as WORDS_OF_ROWS
from sysbench_archive.comparability.wording import label_inside_sentence
from sysbench_archive.model.base import Record, narrowed
from sysbench_archive.model.comparability import SEVERITIES, ComparabilityRow
from sysbench_archive.model.comparison import ContrastRecord, Panel, PanelMachine
from sysbench_archive.pages.comparison.besides import twin_finding
from sysbench_archive.verdicts.settled import LATER
from sysbench_archive.words.differences import bound_text, difference_range, difference_text
from sysbench_archive.words.phrases import WORDS, joined, listed, threads_of

MOST_DIFFERENCES = 3
"""Differences that stand beside the charts; the others are in a table."""
MOST_NAMED = 2
"""Servers up to which each is named beside a value."""
LONGEST_VALUE = 32
"""Characters up to which a value is named."""
UNKNOWN = {"": "does not apply", "unrecorded": "not recorded", "unavailable": "not exposed"}


class Circumstance(Record):
    """Something to know, in a few words and a sentence."""

    label: str
    text: str
    field: str = ""
    """Condition that it is about; else empty."""
    severity: str = ""
    """What it weighs; empty where that is not graded."""


class Circumstances(Record):
    """What stands beside the charts of a comparison."""

    differs: list[Circumstance]
    """What else differs and weighs, worst first."""
    more: int
    """Rows of the table of what differs or was not recorded that are not among these."""
    doubts: list[Circumstance]
    """What weakens what is said."""
    machines: list[PanelMachine]
    late: str
    """That some ratios are of a part of their runs, unlike the throughputs; empty where none is."""


def circumstances_of(panels: Sequence[Panel]) -> Circumstances:
    """What stands beside the charts of some panels."""
    rows = {row.field: row for panel in reversed(panels) for row in panel.comparability.rows}
    labels = {
        row.field: [side.label for side in panel.sides]
        for panel in reversed(panels)
        for row in panel.comparability.rows
    }
    heavy = sorted(
        filter(_weighs, rows.values()),
        key=lambda row: (row.status == "intended", SEVERITIES.index(row.severity)),
    )
    shown = [_difference(row, labels[row.field]) for row in heavy[:MOST_DIFFERENCES]]
    unknown = [row.label for row in rows.values() if row.status == "unrecorded"]
    if unknown:
        named = listed([label_inside_sentence(label) for label in unknown])
        shown.append(Circumstance(label="Not recorded", text=named))
    machines: dict[str, list[PanelMachine]] = {}
    for machine in (each for panel in panels for each in panel.machines):
        if machine.title or machine.rest:
            machines.setdefault(machine.name, []).append(machine)
    return Circumstances(
        differs=shown,
        more=len(rows) - len(heavy[:MOST_DIFFERENCES]) - len(unknown),
        doubts=list(doubts_of(panels)),
        machines=[_as_known(group) for group in machines.values()],
        late=_late_text(panels),
    )


def _as_known(group: Sequence[PanelMachine]) -> PanelMachine:
    """A machine as its results know it: what only some of them know, such as the storage of one
    server, is said to be of some.
    """
    known = [machine.rest.split(", ") for machine in group if machine.rest]
    every = list(dict.fromkeys(part for parts in known for part in parts))
    shared = [part for part in every if all(part in parts for parts in known)]
    some = [part for part in every if part not in shared]
    told = [", ".join(shared), f"of some runs: {', '.join(some)}" if some else ""]
    return replace(group[0], rest="; ".join(filter(None, told)))


def _late_text(panels: Sequence[Panel]) -> str:
    """Who divides the throughputs that stand above a ratio has to get it, or to know why not."""
    ratios = [c for panel in panels for row in panel.rows for c in row.cells[1:] if c and c.ratio]
    late = sum(cell.window in LATER and bool(cell.window_text) for cell in ratios)
    of_all = f"{late} of {len(ratios)} ratios are" if len(ratios) > 1 else "The ratio is"
    text = (
        f"{of_all} of the last half or three quarters of runs, which settled late; throughputs are"
        " of whole runs."
    )
    return text if late else ""


def _weighs(row: ComparabilityRow) -> bool:
    """Whether a row may explain something; of what is intended a default of each version may."""
    is_default = row.status == "intended" and row.note == WORDS_OF_ROWS.notes["default"]
    return (row.status == "differs" or is_default) and row.severity != "info"


def _difference(row: ComparabilityRow, labels: Sequence[str]) -> Circumstance:
    """A row with its values, and why it matters."""
    sentences = [_values_text(labels, row.values), row.why or row.effect]
    return narrowed(row, Circumstance, text=" ".join(filter(None, sentences)))


def _values_text(labels: Sequence[str], values: Sequence[str]) -> str:
    """`ON, and OFF in MySQL 8.4.8 and MySQL 9.6.0.`; empty where values are long or not two."""
    by_value: dict[str, list[str]] = {}
    for label, value in zip(labels, values, strict=False):
        by_value.setdefault(UNKNOWN.get(value, value), []).append(label)
    if max(map(len, by_value), default=0) > LONGEST_VALUE or len(by_value) != 2:
        return ""
    first, other = by_value
    named = by_value[other]
    where = joined(named) if len(named) <= MOST_NAMED else f"{len(named)} of {len(labels)}"
    return f"{first}, and {other} in {where}."


def doubts_of(panels: Sequence[Panel]) -> Iterator[Circumstance]:
    """What weakens what some panels say, the heaviest first."""
    verdicts = [verdict for panel in panels for verdict in panel.verdicts]
    reasons = Counter(v.reason for v in verdicts if v.direction == "not-comparable")
    for reason, count in reasons.most_common(1):
        where = "" if count == len(verdicts) else f"in {count} of {len(verdicts)} comparisons "
        yield Circumstance(label="Not comparable", text=f"{where}{reason}.")
    if twins := twin_finding(panels):
        yield Circumstance(label="Lone twin", text=twins.text)
    noises = sorted({verdict.noise for verdict in verdicts if verdict.noise})
    if noises:
        published = all(v.status == "reported" for v in verdicts if v.noise)
        low, high = (difference_range(1 / noise, noise) for noise in (noises[0], noises[-1]))
        more = "" if low == high else f"; under some loads, {high}"
        yield Circumstance(
            label="Published figures" if published else "Single runs",
            text=f"Two runs of the same thing differ by {low}: no smaller difference counts{more}.",
        )
    headline = [entry for verdict in verdicts for entry in verdict.headline]
    unclear = [
        entry.resolvable
        for entry in headline
        if entry.resolvable and entry.direction in ("no-clear-difference", "too-noisy")
    ]
    if unclear:
        size = bound_text(max(unclear))
        yield Circumstance(label="Few runs", text=f"A difference of less than {size} may not show.")
    yield from _silent_cells(panels)
    if other := next(_disagreements(headline), None):
        yield Circumstance(label="Another campaign", text=other)


def _silent_cells(panels: Iterable[Panel]) -> Iterator[Circumstance]:
    """How many cells carry no verdict, because their runs are held or never settled."""
    cells = [cell for panel in panels for row in panel.rows for cell in row.cells if cell]
    held = sum(bool(cell.held) for cell in cells)
    if held:
        why = "a cold cache or a collapse may speak more than the servers"
        yield Circumstance(label="Held runs", text=f"{held} of {len(cells)} cells: {why}.")
    restless = sum(cell.window == "never" and not cell.held for cell in cells)
    if restless:
        why = "their throughput changed to the end of the run"
        yield Circumstance(label="Not settled", text=f"{restless} of {len(cells)} cells: {why}.")


def _disagreements(headline: Iterable[ContrastRecord]) -> Iterator[str]:
    for entry in headline:
        for other in entry.campaigns or ():
            if not other.agrees:
                place = WORDS["at"].format(place=threads_of([entry.threads]))
                yield f"On this machine it found {difference_text(other.ratio)} {place}."
