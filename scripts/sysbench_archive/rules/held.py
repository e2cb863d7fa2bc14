"""Runs that do not agree with themselves or with those beside them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sysbench_archive.model.bundle import Bundle
from sysbench_archive.problems import RULES, Problem
from sysbench_archive.rules.places import in_document
from sysbench_archive.verdicts.held import held_cells
from sysbench_archive.words.phrases import threads_of

HELD = RULES["held-run"]


def check(bundle: Bundle) -> Iterator[Problem]:
    """Tell of every cell that is held, those of a server for one reason together."""
    places = list(bundle.workloads)
    for (workload, server, _, text), cells in groupby(
        held_cells(bundle), key=lambda cell: (cell.workload, cell.server, cell.reason, cell.text)
    ):
        counts = threads_of([cell.threads for cell in cells])
        message = f"{server!r} at {counts} is held: {text}"
        yield in_document(bundle, HELD, f"/workloads/{places.index(workload)}", message)
