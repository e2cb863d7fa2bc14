"""Computes the two tables of the policy: A/A thresholds from repeated runs, and Student's t.

A group is runs of one server, one workload and one thread count of one bundle; anything else that
differs would be taken for noise.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sysbench_archive.model.reader import NoiseRegime
from sysbench_archive.statistics import (
    chi_square_share,
    homogeneity,
    mean_estimate,
    nearest_rank,
    t_quantile,
    weighted_rank,
)
from sysbench_archive.verdicts.policy import ALPHA, ANY, MAX_DF, POWER, regime_names

MIN_RUNS = 3
"""Of a group."""
MIN_GROUPS = 10
"""Of a regime; of fewer the wider regime stands for it."""
SHARE = 0.95
"""Of pairs of runs of the same thing that lie within the threshold."""
ALIKE = 0.05
"""Bartlett's test calls groups of a regime unlike below this probability."""
CONTRASTS = (1, 2, 3)
_DECIMALS = 4
_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Group:
    """Runs of the same thing: kind of machine ("" where unrecorded), family, logs of figures."""

    kind: str
    family: str
    logs: tuple[float, ...]

    def regimes(self) -> set[str]:
        """The regimes it belongs to, the widest among them."""
        return set(regime_names(self.kind, self.family))

    def variance(self) -> float:
        """Variance of the logarithms."""
        error = mean_estimate(self.logs).standard_error or 0.0
        return error**2 * len(self.logs)

    def pairs(self) -> Iterator[tuple[float, float]]:
        """Distance and weight of every pair; the pairs of a group weigh 1 together."""
        distances = [abs(a - b) for a, b in itertools.combinations(self.logs, 2)]
        return ((distance, 1 / len(distances)) for distance in distances)


def regime_table(groups: Iterable[Group]) -> dict[str, NoiseRegime]:
    """Regime to its threshold, for regimes of enough groups and for all together.

    Raises ValueError on fewer than two groups.
    """
    known = [group for group in groups if len(group.logs) >= MIN_RUNS]
    names = sorted({name for group in known for name in group.regimes()} | {f"{ANY} {ANY}"})
    members = {name: [g for g in known if name in g.regimes()] for name in names}
    return {
        name: _regime_of(group_members)
        for name, group_members in members.items()
        if len(group_members) >= MIN_GROUPS or name == f"{ANY} {ANY}"
    }


def _regime_of(groups: Sequence[Group]) -> NoiseRegime:
    """Logarithms, rounded: the threshold, and how much half and nine in ten groups scatter."""
    variances = [group.variance() for group in groups]
    deviations = sorted(math.sqrt(variance) for variance in variances)
    bartlett = homogeneity(variances, [len(group.logs) - 1 for group in groups])
    threshold = weighted_rank((pair for group in groups for pair in group.pairs()), SHARE)
    return NoiseRegime(
        threshold=round(threshold, _DECIMALS),
        median_deviation=round(nearest_rank(deviations, 0.5), _DECIMALS),
        ninth_deviation=round(nearest_rank(deviations, 0.9), _DECIMALS),
        groups=len(groups),
        runs=sum(len(group.logs) for group in groups),
        alike=chi_square_share(bartlett.statistic, bartlett.df) >= ALIKE,
    )


def student_quantiles() -> dict[str, list[float]]:
    """The table of Student's t: a column for each number of headline contrasts, and the power."""
    shares = {str(count): 1 - ALPHA / (2 * count) for count in CONTRASTS} | {"power": POWER}
    dfs = range(1, MAX_DF + 1)
    return {
        name: [float(f"{t_quantile(share, df):.{_DIGITS}g}") for df in dfs]
        for name, share in shares.items()
    }
