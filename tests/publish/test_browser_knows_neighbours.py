"""A browser tells how near results are as the build does, of what a form asks."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest
from browser_programs import run_program

from cell_samples import cell
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.nearest import RULE, near_to

CELLS = [
    cell(version, 100, processors=processors, data_mib=None, **more)
    for processors, (version, more) in product(
        (None, 2, 48),
        (
            ("8.0.36", {}),
            ("11.8.2", {"product": "mariadb"}),
            ("5.7.44", {"placement": "other-host"}),
            ("8.0.36", {"kind": "vm", "regime": "defaults", "day": "2019-03"}),
            ("8.0.36", {"kind": "", "regime": "unrecorded", "placement": "", "day": "2024"}),
        ),
    )
]


def test_the_browser_and_the_build_agree() -> None:
    pairs = [(_own(cell), other) for cell in CELLS for other in CELLS]
    given = [(_answers(own), _row(other)) for own, other in pairs]
    found = run_program(
        "apart", {"rule": msgspec.to_builtins(RULE), "year": "2026", "pairs": given}
    )
    assert len(found) == len(CELLS) ** 2
    for (own, other), answer in zip(pairs, found, strict=True):
        near = near_to(own, other)
        assert answer["distance"] == pytest.approx(near.distance), (own, other)
        assert len(answer["words"]) == len(near.words)


def _own(cell: Cell) -> Cell:
    """A run of this year, whose variant a log does not tell."""
    return msgspec.structs.replace(cell, day="2026")


def _answers(cell: Cell) -> dict[str, Any]:
    named = {name: getattr(cell, name) for name in ("product", "version", "kind", "regime")}
    return named | {"placement": cell.placement, "cpu_threads": str(cell.processors or "")}


def _row(cell: Cell) -> dict[str, Any]:
    names = ("product", "series", "kind", "regime", "placement", "variant")
    known = {name: getattr(cell, name) for name in names if getattr(cell, name) != "unrecorded"}
    label = {"server_label": cell.version, "year": cell.day[:4]}
    return known | label | ({"cpu_threads": cell.processors} if cell.processors else {})
