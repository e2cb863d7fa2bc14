"""Runs that were cut into slices: as columns, as a drawing, and as the rounds of a comparison.

A slice's throughput is what its own report prints. One in which nothing was done counts as half a
transaction where ratios are formed, so that a stall of a whole slice stays a ratio.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import UNSET, UnsetType

from sysbench_archive.metrics import THROUGHPUT
from sysbench_archive.model.base import Named
from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.model.slices import PanelDesign, RoundTable, SliceTable, Stopping
from sysbench_archive.statistics import median
from sysbench_archive.verdicts.contrasts import SampledRun
from sysbench_archive.words.phrases import count_text, joined

LEAST_EVENTS = 0.5
"""What a slice without a transaction counts for."""
_STALLED = 0.1
"""Of the median slice: below it a slice is a stall."""
_TENTHS = 10
"""Steps of a second in the turns of slices."""


def slice_table(bundle: Bundle, run: Run) -> SliceTable | None:
    """The slices of a run as columns; None where it has none."""
    for metric in THROUGHPUT:
        figures = [taken.figures[metric] for taken in run.slices if metric in taken.figures]
        # Each has the figure, and any did something.
        if len(figures) == len(run.slices) and any(figure.value for figure in figures):
            break
    else:
        return None
    seconds = bundle.facts.get("campaign", {}).get("slices", {}).get("seconds", 0)
    return SliceTable(
        metric=metric,
        seconds=seconds,
        rounds=[taken.round for taken in run.slices],
        blocks=[taken.block for taken in run.slices],
        loads=[taken.load for taken in run.slices],
        sessions=[taken.session for taken in run.slices],
        turns=[round(taken.started_s * _TENTHS) for taken in run.slices],
        values=[figure.value for figure in figures],
        lines=[figure.line or 0 for figure in figures],
    )


def sampled_slices(table: SliceTable) -> Iterable[SampledRun]:
    """The slices of a run as verdicts see them: rounds are what blocks are of other runs."""
    columns = zip(table.values, table.rounds, table.loads, table.sessions, table.turns, strict=True)
    least = LEAST_EVENTS / (table.seconds or 1)
    for value, number, load, session, turn in columns:
        yield SampledRun(value or least, str(number), load, session, turn)


def stall_lengths(table: SliceTable) -> list[float]:
    """Seconds of each stretch of slices below a tenth of the median slice."""
    limit = median(table.values) * _STALLED
    lengths: list[float] = []
    inside = False
    for value in table.values:
        below = value < limit
        if below and inside:
            lengths[-1] += table.seconds
        elif below:
            lengths.append(table.seconds)
        inside = below
    return lengths


_ORDERED = {
    "randomised-slices": "in random order, which follows from the seed of the campaign",
    "sequential-slices": "always in the same order",
}
_RESTARTS = {
    "each-block": "the servers were started anew",
    "never": "the servers ran on",
}
_LOADS = {"each-block": "the tables loaded anew", "once": "the tables stayed as they were"}


def sliced_design(
    bundle_order: str, facts: Mapping[str, object], tables: Sequence[SliceTable], servers: int
) -> str:
    """The design in plain words."""
    blocks = len({block for table in tables for block in table.blocks})
    rounds = len({number for table in tables for number in table.rounds})
    seconds = tables[0].seconds
    order = _ORDERED.get(bundle_order, "in turn")
    text = (
        f"{count_text(servers, 'server')} ran side by side and took turns in slices of"
        f" {seconds:g} s, {order}. A ratio is formed in each of {rounds} rounds, between slices"
        " taken one right after another."
    )
    between = (
        _RESTARTS.get(str(facts.get("restarts")), ""),
        _LOADS.get(str(facts.get("loads")), ""),
    )
    if blocks == 1:
        return text
    anew = " and ".join(filter(None, between))
    return f"{text} The rounds lie in {blocks} blocks{f'; for each {anew}' if anew else ''}."


def round_tables(
    sides: Sequence[Named], by_threads: Mapping[int, Mapping[str, SliceTable]]
) -> list[RoundTable]:
    """A table for each thread count: rounds that every side has, and the figures of each side."""
    found = []
    for threads, tables in sorted(by_threads.items()):
        columns = [
            dict(zip(table.rounds, table.values, strict=True))
            for side in sides
            if (table := tables.get(side.id))
        ]
        if len(columns) < len(sides):
            continue
        shared = sorted(set.intersection(*(set(column) for column in columns)))
        found.append(
            RoundTable(
                threads=threads,
                rounds=shared,
                values=[[column[number] for number in shared] for column in columns],
            )
        )
    return found


def design_of(
    result: ResultRecord,
    sides: Sequence[Named],
    by_threads: Mapping[int, Mapping[str, SliceTable]],
) -> PanelDesign | UnsetType:
    """How the sides of a panel took turns in slices, and when the campaign ended, where said."""
    tables = [table for counted in by_threads.values() for table in counted.values()]
    facts = {row.name: row.value for row in result.campaign}
    stopping = stopping_text(result.stopping) if result.stopping else ""
    if not tables and not stopping:
        return UNSET
    return PanelDesign(
        text=sliced_design(result.order, facts, tables, len(sides)) if tables else "",
        stopping=stopping,
        tables=round_tables(sides, by_threads),
    )


_ENDED = {
    "resolved": "It ended at the last of these looks: every headline contrast was signed, or its"
    " interval lay within {percent:g} % of equal.",
    "time": "It ended because its time was over.",
}


def stopping_text(stopping: Stopping) -> str:
    """Until when blocks were added, in plain words."""
    minutes, wanted = max(1, round(stopping.at_most_s / 60)), stopping.resolve_percent
    pilot, shown = int(stopping.pilot["blocks"]), stopping.pilot["resolvable_percent"]
    looked = joined([str(block) for block in stopping.looks])
    return (
        f"The campaign was to resolve differences of {wanted:g} % within"
        f" {count_text(minutes, 'minute')}, which its first"
        f" {count_text(pilot, 'block')} let expect"
        f" ({shown:g} %). It looked at its figures after {looked} of at most"
        f" {count_text(stopping.blocks_at_most, 'block')}, and each look has its share of the error"
        f" that all may make together. {_ENDED[stopping.reason].format(percent=wanted)}"
    )
