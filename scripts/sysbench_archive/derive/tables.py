"""Rows of the tables of settings and of series, from a bundle and its record.

A setting is what somebody set, what a server told of itself, or, where the table of conditions
knows it, the default of its version. No row is made of what nobody recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter

from msgspec.structs import astuple

from sysbench_archive.comparability.settings import spelled
from sysbench_archive.derive.settings import chosen_or_default
from sysbench_archive.model.base import Record
from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.model.tables import BundleTables, Cell, TableSeries, TableSetting
from sysbench_archive.sysbench.report import Interval

_PARTS = ("mean", "stall")
"""Parts of a summary that are rows. What its window gives stands with the run."""


def bundle_tables(bundle: Bundle, result: ResultRecord) -> BundleTables:
    """The rows of a bundle."""
    return BundleTables(
        # Settings of one name together take the fewest bytes; servers keep their order.
        settings=_cells(sorted(_settings(result), key=attrgetter("name"))),
        series=[cells for run in bundle.runs for cells in _series(run)],
    )


def _cells(rows: Iterable[Record]) -> list[list[Cell]]:
    return [list(astuple(row)) for row in rows]


def _settings(result: ResultRecord) -> Iterator[TableSetting]:
    told = result.variables.servers if result.variables else []
    rows = result.variables.rows if result.variables else []
    for server in result.servers:
        for name, value in spelled(server.set_options).items():
            yield TableSetting(server=server.id, name=name, value=value, origin="option")
        place = next((at for at, named in enumerate(told) if named.id == server.id), None)
        if place is not None:
            for row in rows:
                if (own := row.values[place]) is not None:
                    yield TableSetting(
                        server=server.id, name=row.name, value=own, origin="variable"
                    )
            continue
        for variable, text, chosen in chosen_or_default(result, server):
            if not chosen:
                yield TableSetting(server=server.id, name=variable, value=text, origin="default")


def _series(run: Run) -> Iterator[list[Cell]]:
    if run.report:
        yield from _interval_rows(run.id, run.report.intervals)
    for stretch in run.series:
        if stretch.part in _PARTS:
            row = TableSeries(
                run=run.id,
                part=stretch.part,
                from_s=stretch.from_s,
                to_s=stretch.to_s,
                intervals=stretch.intervals,
                tps=stretch.mean,
            )
            yield list(astuple(row))


def _interval_rows(run: str, intervals: Iterable[Interval]) -> Iterator[list[Cell]]:
    """A row a line; a line begins where the one before it ends.

    There are more of them than of anything else: their cells are listed as `TableSeries` has them,
    without a record of each.
    """
    before = 0
    for t, _, tps, _, latency, _, _ in intervals:
        if tps is not None:
            yield [run, "interval", before, t, 1, tps, latency]
        before = t
