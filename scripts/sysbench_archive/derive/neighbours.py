"""The runs beside a run: the same server and workload at the thread counts around it, and again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sysbench_archive.model.base import Named
from sysbench_archive.model.result import RunRecord
from sysbench_archive.words.phrases import count_text


def run_neighbours(runs: Iterable[RunRecord]) -> dict[str, list[Named]]:
    """Run id to the runs its page leads to: fewer threads, more threads, the next repetition.

    After the last repetition comes the first, so that all are reached. At another thread count it
    is the run that stands at the same place among its repetitions, else the last.
    """
    groups: dict[tuple[str, str], dict[int, list[RunRecord]]] = {}
    for run in runs:
        counts = groups.setdefault((run.server.id, run.workload.id), {})
        counts.setdefault(run.threads, []).append(run)
    found: dict[str, list[Named]] = {}
    for counts in groups.values():
        ordered = [counts[threads] for threads in sorted(counts)]
        for at, repeated in enumerate(ordered):
            beside = [*ordered[max(0, at - 1) : at], *ordered[at + 1 : at + 2]]
            for place, run in enumerate(repeated):
                found[run.id] = [
                    *(_at_other_threads(other, place) for other in beside),
                    *_next_repetition(repeated, place),
                ]
    return found


def _at_other_threads(repeated: Sequence[RunRecord], place: int) -> Named:
    run = repeated[min(place, len(repeated) - 1)]
    return Named(id=run.id, label=count_text(run.threads, "thread"))


def _next_repetition(repeated: Sequence[RunRecord], place: int) -> list[Named]:
    if len(repeated) == 1:
        return []
    at = (place + 1) % len(repeated)
    run = repeated[at]
    numbered = run.repetition is not None
    label = f"repetition {run.repetition}" if numbered else f"run {at + 1} of {len(repeated)}"
    return [Named(id=run.id, label=label)]
