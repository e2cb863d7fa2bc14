"""What a verdict is reached under, besides the figures.

Owns the vocabulary in which the rooms above describe a pair of sides to the policy.
"""

from __future__ import annotations

from dataclasses import dataclass

from sysbench_archive.verdicts.policy import HIDING, PUBLISHED


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Evidence, machine and workload of a pair of sides, and what the receipt says of it.

    `evidence` is that of the bundle; `cpus` the processors of the server's machine, None where
    nobody recorded them; `threshold` the A/A threshold of the regime on the logarithmic scale;
    `bound` names a bottleneck that was seen ("client", "network", …; "" for none). `blockers` are
    labels of what makes the sides not comparable, `unrecorded` of what matters and is not known.
    """

    evidence: str
    cpus: int | None
    threshold: float
    higher_is_better: bool = True
    rate_limited: bool = False
    bound: str = ""
    blockers: tuple[str, ...] = ()
    unrecorded: tuple[str, ...] = ()

    @property
    def published(self) -> bool:
        """Whether figures stand as somebody published them, without the output behind them."""
        return self.evidence in PUBLISHED

    @property
    def hides(self) -> bool:
        """Whether something other than the server set the pace."""
        return self.bound in HIDING
