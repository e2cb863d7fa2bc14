"""The policy of verdicts: its numbers and its two tables; its words are in `words`.

Every number a verdict depends on is here, but two tables that `sysbench-archive calibrate` computes
beforehand: `student.json`, quantiles of Student's t (which a browser reads as well),
and `noise.json`, how far runs of the same thing lie apart.
`content/methodology.md` explains each number and lists the versions; a change of any needs a new
`VERSION`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from sysbench_archive.model.base import read_record
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparison import (
    Bottleneck,
    ThreadRole,
)
from sysbench_archive.model.policy import NumeralLimits, VerdictPolicy
from sysbench_archive.verdicts.noise import Noise, noise_tables
from sysbench_archive.verdicts.slices import MIN_ROUNDS, TRIM
from sysbench_archive.words.differences import TIMES_DOWN, TIMES_UP, TOO_WIDE
from sysbench_archive.words.numbers import LARGE, LEAST, LEAST_SHARE, SMALL
from sysbench_archive.words.phrases import DIRECTIONS, MOST_LISTED, STATUSES, WORDS

VERSION = 6
MARGIN = 0.03
"""Ratios from 1/1.03 to 1.03 are equivalent for whoever chooses a server."""
ALPHA = 0.04
"""How often the headline contrasts of one pair may call the same thing different, together."""
POWER = 0.8
"""How often the difference that a verdict says the runs would have shown is found."""
MIN_BLOCKS = 3
"""Blocks in which both sides ran, from which on a verdict counts as measured."""
MIN_STATES = 2
"""Dataset loads, and server sessions, of each side from which on a verdict counts as measured."""
MIN_POOL_SERVERS, MIN_POOL_BLOCKS = 6, 5
"""Servers, or blocks, of a complete block design from which on its residual is pooled."""
NOISIER = 0.0001
"""How seldom a server that varies no more than the others would look so noisy, over all thread
counts; below it is left out of the pool and judged by its own scatter."""
SHARED_TURN = 0.25
"""Squared correlation that runs of one turn are taken to have: thread counts that share a server
session say less of its noise than as many runs of their own."""
NEAR_FACTOR = 2.0
"""A thread count within this factor of the processors is about their number."""
OVERSUBSCRIBED_FACTORS = (4, 2)
"""Times the processors: oversubscribed, wanted and at least."""
MAX_LOG = 13.8
"""Logarithms beyond, a factor of a million, are cut: two blocks can leave an endless interval."""
PUBLISHED: tuple[Evidence, ...] = ("published-table", "published-text")
"""Evidence that is figures without output."""
OUTSIDE_BOTTLENECKS: tuple[Bottleneck, ...] = ("client", "network")
"""Bottlenecks outside of the server, which can hide a difference between servers."""

SINGLE_THREAD: ThreadRole = "one"
BELOW_CORE_COUNT: ThreadRole = "below"
AT_CORE_COUNT: ThreadRole = "cores"
OVERSUBSCRIBED: ThreadRole = "over"
LOWEST: ThreadRole = "lowest"
MIDDLE: ThreadRole = "middle"
HIGHEST: ThreadRole = "highest"


@dataclass(frozen=True, slots=True)
class Residual:
    """Variance of a run once its server and its block are accounted for, on a logarithmic scale.

    `factors` has, for each server that may use it, how many times as much its runs vary, at least
    1; those above 1 have `factor_df` degrees of freedom.
    """

    variance: float
    df: int
    blocks: int
    factors: Mapping[str, float]
    factor_df: float


@dataclass(frozen=True, slots=True)
class VerdictContext:
    """Evidence, machine and workload of a pair of sides, and what their comparability says.

    `evidence` is that of the bundle; `cpus` the processors of the server's machine, None where
    nobody recorded them; `noise` what runs of the same thing differ by there. `residuals` are
    pooled over the servers of the campaign, by thread count; `order` is what the campaign states.
    `blockers` are labels of what makes the sides not comparable, `unrecorded` of what matters and
    is not known. `looks` are the shares of the campaign behind each look at its figures while it
    was measured; none where its length was fixed beforehand. `counted` are instructions: more or
    fewer, never slower or faster, and no drift of the machine from which blocks would have to
    shield them.
    """

    evidence: Evidence
    cpus: int | None
    noise: Noise
    residuals: Mapping[int, Residual] = field(default_factory=dict)
    order: str = ""
    higher_is_better: bool = True
    counted: bool = False
    rate_limited: bool = False
    bottleneck: Bottleneck = ""
    blockers: tuple[str, ...] = ()
    unrecorded: tuple[str, ...] = ()
    looks: tuple[float, ...] = ()

    @property
    def published(self) -> bool:
        """Whether figures stand as somebody published them, without the output behind them."""
        return self.evidence in PUBLISHED

    @property
    def threshold(self) -> float:
        """How far two single runs of the same thing may lie apart, on the logarithmic scale."""
        return self.noise.threshold

    @property
    def paced_from_outside(self) -> bool:
        """Whether something other than the server set the pace."""
        return self.bottleneck in OUTSIDE_BOTTLENECKS


STUDENT = Path(__file__).with_name("student.json")
MAX_DF = 120


@lru_cache(maxsize=1)
def student_table() -> dict[str, list[float]]:
    """Number of headline contrasts ("1", "2", "3") or "power" to quantiles from 1 degree on."""
    return read_record(STUDENT.read_bytes(), dict[str, list[float]])


def whole_df(df: float) -> int:
    """Degrees of freedom as the table has them: rounded down, from 1 to 120."""
    return int(max(1, min(math.floor(min(df, MAX_DF)), MAX_DF)))


def student_quantile(column: int | str, df: float) -> float:
    """The quantile of Student's t that so many contrasts, or the power, ask for."""
    return student_table()[str(column)][whole_df(df) - 1]


def policy_record() -> VerdictPolicy:
    """Everything that applying the policy needs: numbers, tables and words."""
    return VerdictPolicy(
        version=VERSION,
        margin=MARGIN,
        alpha=ALPHA,
        power=POWER,
        blocks=MIN_BLOCKS,
        rounds=MIN_ROUNDS,
        trim=TRIM,
        states=MIN_STATES,
        near=NEAR_FACTOR,
        over=list(OVERSUBSCRIBED_FACTORS),
        farthest=MAX_LOG,
        published=list(PUBLISHED),
        outside_bottlenecks=list(OUTSIDE_BOTTLENECKS),
        t=student_table(),
        noise=noise_tables(),
        words=dict(WORDS),
        listed=MOST_LISTED,
        numerals=NumeralLimits(
            times_up=TIMES_UP,
            times_down=TIMES_DOWN,
            too_wide=TOO_WIDE,
            small=SMALL,
            large=LARGE,
            least=LEAST,
            least_share=LEAST_SHARE,
        ),
        directions=dict(DIRECTIONS),
        statuses=dict(STATUSES),
    )
