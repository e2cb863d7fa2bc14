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
        series=_cells(row for run in bundle.runs for row in _series(run)),
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


def _series(run: Run) -> Iterator[TableSeries]:
    if run.report:
        yield from _interval_rows(run.id, run.report.intervals)
    for stretch in run.series:
        if stretch.part in _PARTS:
            yield TableSeries(
                run=run.id,
                part=stretch.part,
                from_s=stretch.from_s,
                to_s=stretch.to_s,
                intervals=stretch.intervals,
                tps=stretch.mean,
            )


def _interval_rows(run: str, intervals: Iterable[Interval]) -> Iterator[TableSeries]:
    """A row a line; a line begins where the one before it ends."""
    before = 0
    for interval in intervals:
        if interval.tps is not None:
            yield TableSeries(
                run=run,
                part="interval",
                from_s=before,
                to_s=interval.t,
                intervals=1,
                tps=interval.tps,
                latency_ms=interval.latency_ms,
            )
        before = interval.t
