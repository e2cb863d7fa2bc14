"""Say what a dropped bundle shows, and where it or dropped logs stand among results.

The sentences and tables are those of `capture` and `compare`, the neighbours those of
`tables/nearest.py`; nothing is judged here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from datetime import date

from msgspec.structs import replace

from sysbench_archive.derive.results import result_record
from sysbench_archive.intake.document import Made
from sysbench_archive.intake.draft import Draft
from sysbench_archive.intake.dropped import loaded_bundle
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Record
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.review.answer import answer_of
from sysbench_archive.tables.cells import Cell, cell_rows
from sysbench_archive.tables.nearest import MOST_NAMED, Near, published_cells, standing
from sysbench_archive.words.numbers import figure_text

_MOST = 4
"""Cells that are set beside others."""


class ShownTable(Record):
    """A table of figures as texts."""

    title: str
    heads: list[str]
    rows: list[list[str]]
    texts: list[int]
    """Places of columns that are words."""


class BundleAnswer(Record):
    """What a bundle shows."""

    title: str
    sentences: list[str]
    """What its comparisons say, each with what it rests on."""
    cautions: list[str]
    """What differs besides what is compared, or was not recorded."""
    tables: list[ShownTable]


class Neighbour(Record):
    """A result of the archive that stands near."""

    bundle: str
    """Its id."""
    label: str
    """Product and version."""
    machine: str
    """Its machine; empty where nobody recorded it."""
    apart: str
    """What sets it apart, the dearest first."""
    figure: str
    ratio: float
    """One's own figure over it, of two decimals."""


class Beside(Record):
    """Where a cell stands."""

    test: str
    threads: int
    label: str
    """Its server; empty where that is not known."""
    figure: str
    unit: str
    place: int
    """Among the machines that are about as near, the highest first; 0 where there is none."""
    of: int
    nearest: list[Neighbour]


def own_result(name: str, files: Mapping[str, bytes]) -> ResultRecord | None:
    """The record of a bundle; None of one that cannot be loaded."""
    bundle = loaded_bundle(name, files).bundle
    return result_record(bundle) if bundle else None


def bundle_answer(result: ResultRecord) -> BundleAnswer:
    """What a bundle shows by itself."""
    found = answer_of([result], result.title)
    tables = [found.ratios] if found.ratios else []
    return BundleAnswer(
        title=found.title,
        sentences=found.sentences(),
        cautions=found.cautions,
        tables=[
            ShownTable(
                title=table.title,
                heads=list(table.heads),
                rows=[list(row) for row in table.rows],
                texts=[n for n in range(len(table.heads)) if table.is_text(n)],
            )
            for table in (*tables, *found.figures)
        ],
    )


def cells_of_draft(draft: Draft, made: Made, today: date) -> list[Cell]:
    """The cells of logs, without the release that stands in for one that nobody stated. The only
    test of all is that of logs without a command.
    """
    result = own_result(made.bundle, made.files) if made.files else None
    if result is None:
        return []
    stated = {field.id: field.answer for field in draft.fields}
    known = {"day": today.isoformat()}
    known |= {} if stated["server"] else {"product": "", "series": ""}
    (only,) = draft.tests if len(draft.tests) == 1 else [""]
    return [
        replace(cell, **known) if cell.test else replace(cell, test=only, work="", **known)
        for cell in cell_rows(result)
    ]


def beside(own: list[Cell], table: bytes) -> list[Beside]:
    """Of each test the highest cell beside the nearest of the published cells."""
    best = {cell.test: cell for cell in sorted(own, key=lambda cell: cell.log_mean) if cell.test}
    others = published_cells(table, best)
    return [_beside(cell, others) for _, cell in sorted(best.items())][:_MOST]


def _beside(own: Cell, others: list[Cell]) -> Beside:
    found = standing(own, others)
    value = math.exp(own.log_mean)
    return Beside(
        test=own.test,
        threads=own.threads,
        label=f"{PRODUCTS.get(own.product, own.product)} {own.version}" if own.series else "",
        figure=figure_text(value),
        unit=METRICS[own.metric].label.lower(),
        place=found.place if found else 0,
        of=found.of if found else 0,
        nearest=list(_neighbours(value, found.nearest[:MOST_NAMED])) if found else [],
    )


def _neighbours(value: float, nearest: list[Near]) -> Iterator[Neighbour]:
    for near in nearest:
        cell = near.cell
        yield Neighbour(
            bundle=cell.bundle,
            label=f"{PRODUCTS.get(cell.product, cell.product)} {cell.version}",
            machine=cell.machine_label or cell.cpu_model,
            apart=", ".join(near.words) or "nothing recorded differs",
            figure=figure_text(near.value),
            ratio=round(value / near.value, 2),
        )
