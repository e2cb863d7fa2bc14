"""The policy of verdicts: its numbers and its two tables; its words are in `words`.

Every number a verdict depends on is here, but two tables that `sysbench-archive calibrate` computes
beforehand: `student.json`, quantiles of Student's t (which a browser reads as well),
and `noise.json`, how far runs of the same thing lie apart.
`content/methodology.md` explains each number and lists the versions; a change of any needs a new
`VERSION`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sysbench_archive.model.base import Record, read_record
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparison import Bottleneck
from sysbench_archive.model.policy import VerdictPolicy
from sysbench_archive.model.result import Replication
from sysbench_archive.verdicts.noise import NOISE_TABLES, REPEATS, Noise
from sysbench_archive.verdicts.slices import TRIM
from sysbench_archive.words.numbers import LIMITS
from sysbench_archive.words.phrases import DIRECTIONS, MOST_LISTED, STATUSES, WORDS

STUDENT = Path(__file__).with_name("student.json")
MAX_DF = 120
POLICY = VerdictPolicy(
    version=10,
    # Ratios from 1/1.03 to 1.03 are equivalent for whoever chooses a server.
    margin=0.03,
    # Whoever reads that no difference is clear takes it for one that is small.
    clear=0.10,
    alpha=0.04,
    power=0.8,
    repeats=REPEATS,
    trim=TRIM,
    near=2.0,
    over=[4, 2],
    # A factor of a million: two blocks can leave an endless interval.
    farthest=13.8,
    published=["published-table", "published-text"],
    outside_bottlenecks=["client", "network"],
    t=read_record(STUDENT.read_bytes(), dict[str, list[float]]),
    noise=NOISE_TABLES,
    words=WORDS,
    listed=MOST_LISTED,
    numerals=LIMITS,
    directions=DIRECTIONS,
    statuses=STATUSES,
)
VERSION, MARGIN, ALPHA = POLICY.version, POLICY.margin, POLICY.alpha
PUBLISHED = POLICY.published
MIN_POOL_SERVERS, MIN_POOL_BLOCKS = 6, 5
"""Servers, or blocks, of a complete block design from which on its residual is pooled."""
NOISIER = 0.0001
"""How seldom a server that varies no more than the others would look so noisy, over all thread
counts; below it is left out of the pool and judged by its own scatter."""
SHARED_TURN = 0.25
"""Squared correlation that runs of one turn are taken to have: thread counts that share a server
session say less of its noise than as many runs of their own."""


class Residual(Record):
    """Variance of a run once its server and its block are accounted for, on a logarithmic scale."""

    variance: float
    df: int
    """Degrees of freedom."""
    blocks: int
    """Blocks of the design."""
    factors: dict[str, float]
    """Server to how many times as much its runs vary, at least 1, for those judged by it."""
    factor_df: float
    """Degrees of freedom of a factor above 1."""


@dataclass(frozen=True, slots=True)
class VerdictContext:
    """Evidence, machine and workload of a pair of sides, and what their comparability says.

    `evidence` is that of the bundle; `cpus` the processors of the server's machine, None where
    nobody recorded them; `noise` what runs of the same thing differ by there. `residuals` are
    pooled over the servers of the campaign, by thread count; `order` is what the campaign states.
    `blockers` are labels of what makes the sides not comparable, `unproven` of what nobody recorded
    of two machines that would. `looks` are the shares of the
    campaign behind each look at its figures while it was measured; none where its length was fixed
    beforehand. `replications` are by thread count what other campaigns say.
    `counted` are instructions: more or fewer, never slower or faster, and no drift of the machine
    from which blocks would have to shield them.
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
    unproven: tuple[str, ...] = ()
    looks: tuple[float, ...] = ()
    replications: Mapping[int, Sequence[Replication]] = field(default_factory=dict)

    @property
    def published(self) -> bool:
        """Whether figures stand as somebody published them, without the output behind them."""
        return self.evidence in PUBLISHED

    @property
    def paced_from_outside(self) -> bool:
        """Whether something other than the server set the pace."""
        return self.bottleneck in POLICY.outside_bottlenecks


def whole_df(df: float) -> int:
    """Degrees of freedom as the table has them: rounded down, from 1 to 120."""
    return int(max(1, min(math.floor(min(df, MAX_DF)), MAX_DF)))


def student_quantile(column: int | str, df: float) -> float:
    """The quantile of Student's t that so many contrasts, or the power, ask for."""
    return POLICY.t[str(column)][whole_df(df) - 1]
