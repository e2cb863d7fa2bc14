"""Runs that do not agree with themselves or with those beside them."""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.comparability.held import held_cells
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.problems import RULES, Problem
from sysbench_archive.rules.places import in_document
from sysbench_archive.words.phrases import count_text, joined, listed

HELD = RULES["held-run"]


def check(bundle: Bundle) -> Iterator[Problem]:
    """Tell how many cells are held, for which reasons, and of which servers."""
    held = held_cells(bundle)
    if not held:
        return
    cells = {(cell.workload, cell.server, cell.threads) for cell in held}
    reasons = []
    for reason in dict.fromkeys(cell.reason for cell in held):
        own = [cell for cell in held if cell.reason == reason]
        servers = listed(list(dict.fromkeys(repr(cell.server) for cell in own)))
        reasons.append(f"{reason} {len(own)} ({servers}; {own[0].text})")
    verb = "is" if len(cells) == 1 else "are"
    message = f"{count_text(len(cells), 'cell')} {verb} held: {joined(reasons)}"
    yield in_document(bundle, HELD, "/runs", message)
