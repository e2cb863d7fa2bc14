"""The state of InnoDB around a run: a checkpoint cannot fall behind by more than was written.

The age of a checkpoint is the redo written since it, and a checkpoint only ever moves on.
"""

from __future__ import annotations

from collections.abc import Iterator

from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import Fault, numbered_runs, of_runs

REDO = RULES["innodb-redo"]
_ROUNDING_MIB = 0.2
"""Each of the three is rounded to a tenth."""


def check(bundle: Bundle) -> Iterator[Problem]:
    """Compare the two ages of every run that has them with its redo."""
    return of_runs(bundle, numbered_runs(bundle), _faults)


def _faults(_: Bundle, run: Run) -> Iterator[Fault]:
    state = run.facts.get("innodb", {})
    before, after = (state.get(name, {}).get("checkpoint_age_mib") for name in ("before", "after"))
    written = state.get("redo_written_mib")
    if None not in (before, after, written) and after > before + written + _ROUNDING_MIB:
        message = f"the checkpoint of run {run.id!r} fell behind by more MiB than were written"
        told = got_expected(message, f"{after:g} after {before:g}", f"at most {before + written:g}")
        yield REDO, "/innodb/after", told
