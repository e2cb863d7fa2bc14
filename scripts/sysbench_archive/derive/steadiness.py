"""Whether a run had come to rest: the slope of its last third, and its redo beside the log's size.

The last third of the interval lines is cut into ten stretches of equal numbers of lines, because
neighbouring seconds are alike; a line is fitted to their means. A run is steady where the 99 %
interval of its change over that third lies within the margin of equivalence, and was still changing
where the whole interval lies on one side of zero and its middle beyond the margin. Anything else
cannot be told. Of thousands of simulated runs at rest one or two in a hundred are called unsteady.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sysbench_archive.comparability.fields import bytes_of
from sysbench_archive.comparability.settings import configuration
from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.statistics.distributions import t_quantile
from sysbench_archive.verdicts.policy import MARGIN
from sysbench_archive.words.numbers import with_sign

STRETCHES = 10
"""Into so many the last third is cut; a run with fewer lines in it is not tested."""
_PLACES = [place - (STRETCHES - 1) / 2 for place in range(STRETCHES)]
_SQUARES = math.fsum(place**2 for place in _PLACES)
LEVEL = 0.99
_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Trend:
    """Change over the last third as a share of its mean, and the ends of its interval."""

    change: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """The trend in a sentence."""
        change, low, high = (
            with_sign(100 * share, ".1f") for share in (self.change, self.low, self.high)
        )
        return f"{self._word}: {change} % ({low} to {high} %) over its last third."

    @property
    def _word(self) -> str:
        if self.low > -MARGIN and self.high < MARGIN:
            return "Steady"
        if abs(self.change) > MARGIN and (self.low > 0 or self.high < 0):
            return "Not steady, still rising" if self.change > 0 else "Not steady, still falling"
        return "Cannot tell whether it was steady"


def trend_of(rates: Sequence[float]) -> Trend | None:
    """The trend of throughputs of equal stretches of time; None where there are too few."""
    third = rates[-(len(rates) // 3) :] if len(rates) >= 3 else []
    size = len(third) // STRETCHES
    if not size or not any(third):
        return None
    kept = third[-size * STRETCHES :]
    means = [math.fsum(kept[i : i + size]) / size for i in range(0, len(kept), size)]
    mean = math.fsum(means) / STRETCHES
    placed = list(zip(_PLACES, means, strict=True))
    slope = math.fsum([place * (m - mean) for place, m in placed]) / _SQUARES
    left = math.fsum([(m - mean - slope * place) ** 2 for place, m in placed])
    error = math.sqrt(left / (STRETCHES - 2) / _SQUARES)
    half = t_quantile((1 + LEVEL) / 2, STRETCHES - 2) * error
    change, low, high = (STRETCHES * value / mean for value in (slope, slope - half, slope + half))
    return Trend(change, low, high)


def engine_text(bundle: Bundle, run: Run) -> str:
    """What the storage engine's state says of a run that wrote; empty where it says nothing."""
    state = run.facts.get("innodb", {})
    written = state.get("redo_written_mib", 0)
    sentences = []
    if state.get("settled") is False:
        sentences.append("Purge and flushing had not come to rest before it.")
    capacity = redo_capacity_mib(bundle, run.server) if written >= 1 else None
    if capacity:
        times, log = written / capacity, "the capacity of the redo log"
        sentences.append(
            f"It wrote {times:.2g} times {log}."
            if times >= 1
            else f"It wrote {100 * times:.0f} % of {log}, so that no full round of checkpoints is"
            " in it."
        )
    return " ".join(sentences)


def redo_capacity_mib(bundle: Bundle, server: str) -> float | None:
    """The capacity of a server's redo log, None where files or their number are not known."""
    look = configuration(bundle, bundle.servers[server]).look
    capacity = look("innodb_redo_log_capacity")
    if capacity and (stated := bytes_of(capacity)):
        return stated / _MIB
    sizes = [look(name) for name in ("innodb_log_file_size", "innodb_log_files_in_group")]
    numbers = [bytes_of(size) if size else None for size in sizes]
    return None if None in numbers else math.prod(n for n in numbers if n) / _MIB
