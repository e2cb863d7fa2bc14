"""Runs that do not agree with themselves or with those beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sysbench_archive.comparability.held import SPREAD, held_cells, spread_cells
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.model.result import HeldCell
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import in_document
from sysbench_archive.words.numbers import figure_text
from sysbench_archive.words.phrases import count_text, joined, listed

HELD = RULES["held-run"]
APART = RULES["run-spread"]


def check(bundle: Bundle) -> Iterator[Problem]:
    """Tell how many cells are held, for which reasons, and of which servers; and where repetitions
    lie apart.
    """
    if held := held_cells(bundle):
        yield in_document(bundle, HELD, "/runs", _held_text(held))
    if apart := sorted(spread_cells(bundle), key=lambda cell: -max(cell[3]) / min(cell[3])):
        workload, server, threads, figures = apart[0]
        message = got_expected(
            f"the repetitions of {count_text(len(apart), 'cell')} lie far apart, furthest of"
            f" {workload!r} on {server!r} with {count_text(threads, 'thread')}",
            f"{figure_text(min(figures))} to {figure_text(max(figures))} a second in"
            f" {len(figures)} runs",
            f"the fastest at most {SPREAD:g} times the slowest",
        )
        yield in_document(bundle, APART, "/runs", message)


def _held_text(held: Sequence[HeldCell]) -> str:
    cells = {(cell.workload, cell.server, cell.threads) for cell in held}
    reasons = []
    for reason in dict.fromkeys(cell.reason for cell in held):
        own = [cell for cell in held if cell.reason == reason]
        servers = listed(list(dict.fromkeys(repr(cell.server) for cell in own)))
        reasons.append(f"{reason} {len(own)} ({servers}; {own[0].text})")
    verb = "is" if len(cells) == 1 else "are"
    return f"{count_text(len(cells), 'cell')} {verb} held: {joined(reasons)}"
