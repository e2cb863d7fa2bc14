"""The policy of verdicts: its numbers, its two tables and its words.

Every number a verdict depends on is here, but two tables that `sysbench-archive calibrate` computes
beforehand: `student.json`, quantiles of Student's t (reading them costs nothing of scipy's import,
and a browser reads the same), and `thresholds.json`, how far two runs of the same thing lie apart.
`content/methodology.md` explains each number and lists the versions; a change of any needs a new
`VERSION`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec

from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparison import (
    Bottleneck,
    ThreadRole,
)
from sysbench_archive.model.reader import NoiseRegime, NumeralLimits, VerdictPolicy

VERSION = 2
MARGIN = 0.02
"""Ratios from 1/1.02 to 1.02 are equivalent for whoever chooses a server."""
ALPHA = 0.04
"""How often the headline contrasts of one pair may call the same thing different, together."""
POWER = 0.8
"""How often the smallest resolvable difference is found."""
MIN_BLOCKS = 3
"""Blocks in which both sides ran, from which on a verdict counts as measured."""
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
class VerdictContext:
    """Evidence, machine and workload of a pair of sides, and what their comparability says.

    `evidence` is that of the bundle; `cpus` the processors of the server's machine, None where
    nobody recorded them; `threshold` the A/A threshold of the regime on the logarithmic scale.
    `blockers` are labels of what makes the sides not comparable, `unrecorded` of what matters and
    is not known.
    """

    evidence: Evidence
    cpus: int | None
    threshold: float
    higher_is_better: bool = True
    rate_limited: bool = False
    bottleneck: Bottleneck = ""
    blockers: tuple[str, ...] = ()
    unrecorded: tuple[str, ...] = ()

    @property
    def published(self) -> bool:
        """Whether figures stand as somebody published them, without the output behind them."""
        return self.evidence in PUBLISHED

    @property
    def paced_from_outside(self) -> bool:
        """Whether something other than the server set the pace."""
        return self.bottleneck in OUTSIDE_BOTTLENECKS


DIRECTIONS: dict[str, str] = {
    "faster": "Faster",
    "slower": "Slower",
    "equivalent": "Equivalent",
    "mixed": "Mixed",
    "no-clear-difference": "No resolvable difference",
    "cannot-tell": "Cannot tell",
    "not-comparable": "Not comparable",
}
STATUSES: dict[str, str] = {
    "measured": "Measured",
    "indicative": "Indicative",
    "reported": "Reported",
}
"""Strongest first."""


STUDENT = Path(__file__).with_name("student.json")
MAX_DF = 120


@lru_cache(maxsize=1)
def student_table() -> dict[str, list[float]]:
    """Number of headline contrasts ("1", "2", "3") or "power" to quantiles from 1 degree on."""
    return msgspec.json.decode(STUDENT.read_bytes(), type=dict[str, list[float]])


def whole_df(df: float) -> int:
    """Degrees of freedom as the table has them: rounded down, from 1 to 120."""
    return int(max(1, min(math.floor(min(df, MAX_DF)), MAX_DF)))


def student_quantile(column: int | str, df: float) -> float:
    """The quantile of Student's t that so many contrasts, or the power, ask for."""
    return student_table()[str(column)][whole_df(df) - 1]


THRESHOLDS = Path(__file__).with_name("thresholds.json")
FAMILY_REGIMES = {"point": "reads", "range": "reads", "read-write": "writes", "write": "writes"}
"""Families of workloads that read only, and those that write; the others are neither."""
ANY = "any"
"""In the place of a kind of machine or of workloads: all of them."""
UNRECORDED = "unrecorded"
"""The kind of a machine of which nobody recorded it: those have groups, and a regime, too."""


@lru_cache(maxsize=1)
def regimes() -> dict[str, NoiseRegime]:
    """Regime, such as `bare-metal reads`, to its threshold and what it rests on."""
    return msgspec.json.decode(THRESHOLDS.read_bytes(), type=dict[str, NoiseRegime])


def threshold_of(machine_kind: str, family: str) -> float:
    """The A/A threshold on the logarithmic scale, of the narrowest regime that has one.

    `machine_kind` is "" where nobody recorded it.
    """
    known = regimes()
    narrowest = next(name for name in regime_names(machine_kind, family) if name in known)
    return float(known[narrowest].threshold)


def regime_names(machine_kind: str, family: str) -> tuple[str, ...]:
    """The regimes of a machine and a family of workloads, the narrowest first."""
    kind, work = machine_kind or UNRECORDED, FAMILY_REGIMES.get(family, ANY)
    return tuple(dict.fromkeys((f"{kind} {work}", f"{kind} {ANY}", f"{ANY} {ANY}")))


_DECIMALS = (2, 3, 4, 5)
_LARGE, _SMALL, _LEAST = 100.0, 0.1, 0.001
FACTOR = 1.0
"""From twice as much on, a difference is written as a factor."""


def ratios_of(ratio: float, interval: tuple[float, float] | None) -> list[str]:
    """A ratio and the ends of its interval, with as many decimals as keep the ends apart from 1.

    The ratio itself stands for its ends where it has no interval. Two decimals where none does.
    """
    ends = interval or (ratio,)
    apart = (d for d in _DECIMALS if all(float(f"{end:.{d}f}") != 1 for end in ends))
    decimals = next(apart, _DECIMALS[0])
    return [_ratio_text(value, decimals) for value in (ratio, *(interval or ()))]


def _ratio_text(value: float, decimals: int) -> str:
    if value >= _LARGE:
        return f"{value:.0f}"
    if value >= _SMALL:
        return f"{value:.{decimals}f}"
    return f"{value:.3f}" if value >= _LEAST else f"<{_LEAST}"


def percent(share: float) -> str:
    """A share such as 0.02 as a percentage: whole from 10 % on, else with a decimal."""
    text = f"{100 * share:.0f}" if share >= _SMALL else f"{100 * share:.1f}"
    return f"{text.removesuffix('.0')} %"


def percent_up(share: float) -> str:
    """The same, rounded up: a promise that fewer digits may not make larger than it is."""
    step = 100 if share >= _SMALL else 1000
    return percent(math.ceil(share * step - 1e-9) / step)


def factor_up(ratio: float) -> str:
    """A ratio of 2 or more, rounded up to a decimal; whole from 100 on."""
    if ratio >= _LARGE:
        return f"{math.ceil(ratio)}"
    return f"{math.ceil(ratio * 10 - 1e-9) / 10:.1f}".removesuffix(".0")


MOST_LISTED = 3

WORDS: dict[str, str] = {
    "faster": "{candidate} is faster than {baseline}{published}: {ratios}",
    "slower": "{candidate} is slower than {baseline}{published}: {ratios}",
    "equivalent": "{candidate} is equivalent to {baseline} within {margin}: {ratios}",
    "no-clear-difference": (
        "No resolvable difference between {candidate} and {baseline}: {ratios};"
        " the runs would have shown {resolvable} or more"
    ),
    "mixed": (
        "{candidate} is faster than {baseline} at some thread counts and slower at"
        " others{published}: {ratios}; it crosses {crossing}"
    ),
    "cannot-tell": "Cannot tell whether {candidate} or {baseline} is faster: {reason}",
    "not-comparable": "{candidate} and {baseline} are not comparable: {reason}",
    "published": " as published",
    "ratio": "{ratio} times {measure} at {threads}",
    "ratio-interval": "{ratio} times {measure} ({low} to {high}) at {threads}",
    "ratio-next": "{ratio} at {threads}",
    "ratio-interval-next": "{ratio} ({low} to {high}) at {threads}",
    "its": "its {measure}",
    "the": "the {measure}",
    "rest-equivalent": "equivalent within {margin} at {threads}",
    "rest-no-clear-difference": "no resolvable difference at {threads}",
    "rest-cannot-tell": "cannot tell at {threads}",
    "beyond": "beyond the {threshold} by which two runs of the same thing differ",
    "between": "between {low} and {high} threads",
    "difference": "a difference of {percent}",
    "factor": "a factor of {factor}",
    "thread": "{count} thread",
    "threads": "{count} threads",
    "reason-rate": "the runs were held to a rate, which hides throughput",
    "reason-nothing": "no thread count has figures of both",
    "reason-bound": "the {bound} set the pace, which can hide a difference between servers",
    "reason-published": (
        "the published figures lie {percent} apart at most, no more than the margin of {margin},"
        " and without repetitions nothing tells how far such figures vary"
    ),
    "reason-single": (
        "one run on a side, and {percent} is within what two runs of the same thing show"
        " ({threshold})"
    ),
    "reason-blockers": "not the same: {fields}",
    "cap-published": "figures as published, without the output behind them",
    "cap-single": "one run on a side",
    "cap-turns": "the sides did not take turns in blocks",
    "cap-blocks": "{count} blocks, and {wanted} are asked for",
    "cap-unrecorded": "not recorded: {fields}",
    "more": "{count} more",
    "and": " and ",
    "comma": ", ",
    "semicolon": "; ",
    "end": ".",
}


def joined(names: Sequence[str]) -> str:
    """Names in a row: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return WORDS["comma"].join(names[:-1]) + WORDS["and"] + names[-1]


def listed(names: Sequence[str]) -> str:
    """A few names in a row; of many the first, and how many more."""
    if len(names) <= MOST_LISTED:
        return joined(names)
    more = WORDS["more"].format(count=len(names) - MOST_LISTED + 1)
    return joined([*names[: MOST_LISTED - 1], more])


def threads_of(counts: Sequence[int]) -> str:
    """Numbers of threads in words: 1 thread; 1, 4 and 64 threads."""
    name = "thread" if list(counts) == [1] else "threads"
    return WORDS[name].format(count=joined([str(count) for count in counts]))


def policy_record() -> VerdictPolicy:
    """Everything that applying the policy needs: numbers, tables and words."""
    return VerdictPolicy(
        version=VERSION,
        margin=MARGIN,
        alpha=ALPHA,
        power=POWER,
        blocks=MIN_BLOCKS,
        near=NEAR_FACTOR,
        over=list(OVERSUBSCRIBED_FACTORS),
        farthest=MAX_LOG,
        published=list(PUBLISHED),
        outside_bottlenecks=list(OUTSIDE_BOTTLENECKS),
        t=student_table(),
        thresholds=regimes(),
        family_regimes=dict(FAMILY_REGIMES),
        words=dict(WORDS),
        listed=MOST_LISTED,
        numerals=NumeralLimits(
            decimals=list(_DECIMALS), large=_LARGE, small=_SMALL, least=_LEAST, factor=FACTOR
        ),
        directions=dict(DIRECTIONS),
        statuses=dict(STATUSES),
    )
