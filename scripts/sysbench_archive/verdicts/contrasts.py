"""From runs of two sides at one thread count to an estimate of their log ratio.

Runs that took turns are paired by block; the residual may be pooled over the servers of a block
design; and what sessions differ by is added where the runs do not sample it. The variance is never
pooled over thread counts: three blocks cannot show that noise grows with threads, and a variance
pooled over them calls up to one pair in six of the same thing different.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from sysbench_archive.model.comparison import Window
from sysbench_archive.statistics import Estimate, difference_of, mean_estimate
from sysbench_archive.statistics.distributions import f_share
from sysbench_archive.verdicts.policy import (
    MIN_POOL_BLOCKS,
    MIN_POOL_SERVERS,
    NOISIER,
    SHARED_TURN,
    Residual,
    VerdictContext,
)
from sysbench_archive.verdicts.settled import LATER, strictest
from sysbench_archive.verdicts.slices import session_variance, trimmed_estimate


@dataclass(frozen=True, slots=True)
class SampledRun:
    """A run's figure (> 0) and where it stood in its campaign.

    `block` is "" and the others are None where nobody recorded them; `turn` grows with time.
    `settled` is None where that cannot be told; `later` are the figures over `LATER` windows.
    """

    figure: float
    block: str = ""
    load: int | None = None
    session: int | None = None
    turn: int | None = None
    settled: Window | None = None
    later: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """Runs of one side at one thread count; where `sliced`, the slices of its runs.

    What is `held` disagrees with itself or with what was measured beside it.
    """

    runs: tuple[SampledRun, ...]
    sliced: bool = False
    held: bool = False

    @property
    def settled(self) -> Window:
        """Where all of its runs were settled, as far as that is known."""
        return strictest(run.settled for run in self.runs)

    def over(self, window: Window) -> Sample | None:
        """With figures over a window; those of whole runs where none is; None where one lacks."""
        if window not in LATER:
            return self
        at = LATER.index(window)
        figures = [run.later[at] if run.later else 0 for run in self.runs]
        runs = [replace(r, figure=figure) for r, figure in zip(self.runs, figures, strict=True)]
        return replace(self, runs=tuple(runs)) if all(figures) else None

    def logs(self) -> list[float]:
        """Logarithms of the figures. Raises ValueError where one is not positive."""
        return [math.log(run.figure) for run in self.runs]

    def loads(self) -> int | None:
        """How many dataset loads they ran on; None where a run does not say."""
        return _count_known([run.load for run in self.runs])

    def sessions(self) -> int | None:
        """How many server sessions they ran in; None where a run does not say."""
        # A load of its own comes with a server of its own state; numbers may restart with it.
        return _count_known(
            [None if run.session is None else (run.load, run.session) for run in self.runs]
        )

    def states(self) -> int:
        """Loads or sessions, whichever are fewer: what the runs can average over."""
        return min(self.loads() or 1, self.sessions() or 1)


def _count_known(values: Sequence[object]) -> int | None:
    return None if None in values else len(set(values))


Samples = Mapping[int, Sample]
"""Thread count to the runs of a side."""
_STATED_ORDERS = {
    "randomised-blocks": "varied",
    "mirrored-blocks": "varied",
    "sequential": "fixed",
    "randomised-slices": "varied",
    "sequential-slices": "fixed",
}
Design = Mapping[str, Sequence[float]]
"""Server to logarithms of its figures, a block each."""
Sides = tuple[str, str]
"""Ids of baseline and candidate."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A candidate over a baseline. `log` is on the logarithmic scale.

    `n` has the runs of the candidate first, then those of the baseline. `session_error` is the
    standard error by what sessions and campaigns differ by and the runs do not show.
    Where it is `sliced`, `n` are rounds that both sides have, and `log` is a trimmed mean. It is
    `held` where a side is. `window` is where all runs of both were settled; `log` is over that, or
    where it is never over whole runs, as `whole` always is.
    """

    threads: int
    log: Estimate
    n: tuple[int, int]
    paired: bool
    session_error: float = 0.0
    sliced: bool = False
    held: bool = False
    window: Window = "whole"
    whole: float = 0.0

    @property
    def ratio(self) -> float:
        """Geometric mean of the ratio."""
        return math.exp(self.log.centre)

    @property
    def single(self) -> bool:
        """Whether a side has one run, so that nothing tells its noise."""
        return self.log.standard_error is None

    def interval_of_runs(self, level: float) -> tuple[float, float] | None:
        """Confidence interval of the ratio by the scatter of the runs; None of single runs."""
        half = self.log.half_width(level)
        if half is None:
            return None
        return math.exp(self.log.centre - half), math.exp(self.log.centre + half)


def contrast_of(
    threads: int,
    baseline: Sample,
    candidate: Sample,
    context: VerdictContext | None = None,
    sides: Sides = ("", ""),
) -> Contrast:
    """Candidate over baseline. Raises ValueError where a side has no run.

    Without a context the scatter of the two sides alone stands behind the estimate.
    """
    if baseline.sliced and candidate.sliced:
        return _contrast_of_slices(threads, baseline, candidate, context)
    whole = difference_of(mean_estimate(candidate.logs()), mean_estimate(baseline.logs())).centre
    window, baseline, candidate = settled_sides(baseline, candidate)
    counted = context is not None and context.counted
    pairs = [] if counted else _paired_runs(baseline, candidate)
    order = _order_of(pairs, context.order if context else "")
    residual = context.residuals.get(threads) if context and window == "whole" else None
    if residual and (residual.blocks != len(pairs) or not residual.factors.keys() >= set(sides)):
        # Sides that do not share its blocks have to stand alone.
        residual = None
    log = difference_of(mean_estimate(candidate.logs()), mean_estimate(baseline.logs()))
    if pairs:
        log = mean_estimate([math.log(one.figure) - math.log(two.figure) for one, two in pairs])
        log = _pooled_estimate(log.centre, residual, sides) if residual else log
    drifts = not counted and (not pairs or order == "fixed")
    unsampled = _unsampled_states(baseline, candidate, drifts=drifts)
    return Contrast(
        threads=threads,
        log=log,
        n=(len(candidate.runs), len(baseline.runs)),
        paired=bool(pairs),
        session_error=_beyond_runs(unsampled * context.noise.session**2, context)
        if context
        else 0.0,
        held=baseline.held or candidate.held,
        window=window,
        whole=whole,
    )


def settled_sides(baseline: Sample, candidate: Sample) -> tuple[Window, Sample, Sample]:
    """Where all runs of both sides were settled, and the sides over that; never, and whole runs,
    where they share no such part.
    """
    window = strictest((baseline.settled, candidate.settled))
    below, above = baseline.over(window), candidate.over(window)
    return (window, below, above) if below and above else ("never", baseline, candidate)


def _contrast_of_slices(
    threads: int, baseline: Sample, candidate: Sample, context: VerdictContext | None
) -> Contrast:
    """The same for slices, of the rounds that both sides have."""
    own, other = ({run.block: run for run in side.runs} for side in (candidate, baseline))
    pairs = [(run, other[block]) for block, run in own.items() if block in other]
    if not pairs:
        raise ValueError("slices are compared in rounds that both sides have")
    above, below = (Sample(tuple(side), sliced=True) for side in zip(*pairs, strict=True))
    ratios = [math.log(one.figure) - math.log(two.figure) for one, two in pairs]
    log = trimmed_estimate(ratios)
    sessions: dict[Hashable, list[float]] = {}
    for ratio, (one, two) in zip(ratios, pairs, strict=True):
        key = one.load, one.session, two.load, two.session
        sessions.setdefault(key, []).append(ratio)
    variance = session_variance(sessions.values(), 2 * context.noise.session**2) if context else 0.0
    unsampled = (1 / above.states() + 1 / below.states()) / 2
    return Contrast(
        threads=threads,
        log=log,
        n=(len(pairs), len(pairs)),
        paired=len(pairs) > 1,
        session_error=_beyond_runs(unsampled * variance, context),
        sliced=True,
        held=baseline.held or candidate.held,
        whole=log.centre,
    )


def _paired_runs(baseline: Sample, candidate: Sample) -> list[tuple[SampledRun, SampledRun]]:
    """Candidate and baseline by block, where each side ran once in each of the same blocks."""
    own, other = ({run.block: run for run in side.runs} for side in (candidate, baseline))
    once = len(own) == len(candidate.runs) and len(other) == len(baseline.runs)
    if not once or own.keys() != other.keys() or "" in own or len(own) < 2:
        return []
    return [(own[block], other[block]) for block in sorted(own)]


def _pooled_estimate(centre: float, residual: Residual, sides: Sides) -> Estimate:
    """An estimate with the pooled error, by each server's own factor; freedom by Satterthwaite."""
    parts = [residual.variance / residual.blocks * residual.factors[side] for side in sides]
    variance = math.fsum(parts)
    dfs = (residual.factor_df if residual.factors[side] > 1 else residual.df for side in sides)
    weight = math.fsum(part**2 / df for part, df in zip(parts, dfs, strict=True))
    df = min(variance**2 / weight, residual.df) if weight else residual.df
    return Estimate(centre, math.sqrt(variance), df)


def _order_of(pairs: Sequence[tuple[SampledRun, SampledRun]], stated: str) -> str:
    """Whether both sides ran first in some block; what the campaign states where no run tells."""
    turns = [(one.turn, other.turn) for one, other in pairs]
    first = {
        one < other
        for one, other in turns
        if one is not None and other is not None and one != other
    }
    if first:
        return "varied" if len(first) > 1 else "fixed"
    return _STATED_ORDERS.get(stated, "")


def _beyond_runs(sessions: float, context: VerdictContext | None) -> float:
    """The standard error by a variance of sessions, and by what campaigns differ by."""
    return math.hypot(math.sqrt(sessions), context.noise.campaign if context else 0.0)


def _unsampled_states(baseline: Sample, candidate: Sample, *, drifts: bool) -> float:
    """Variances of a session that the scatter of the runs does not hold.

    A side whose every run had a load and a session of its own shows that variance by itself, unless
    the sides ran one after the other, when what drifted between them is not in it either.
    """
    sides = (candidate, baseline)
    return math.fsum(
        0.0 if side.states() == len(side.runs) and not drifts else 1 / side.states()
        for side in sides
    )


def pooled_residuals(samples: Mapping[str, Samples]) -> dict[int, Residual]:
    """Thread count to the residual of a complete block design, from server to its samples.

    Servers that ran once in each of the same blocks; of several such sets the largest. A server
    that varies more does so at every thread count, so all of them together give its factor.
    Left out are thread counts with too few servers and too few blocks.
    """
    designs: dict[tuple[object, ...], dict[int, Design]] = {}
    for threads in sorted({threads for sampled in samples.values() for threads in sampled}):
        blocks, design = _block_design(samples, threads)
        designs.setdefault((blocks, *sorted(design)), {})[threads] = design
    pools = [_pool_designs(by_threads) for by_threads in designs.values()]
    return dict(sorted(item for pool in pools for item in pool.items()))


def _block_design(samples: Mapping[str, Samples], threads: int) -> tuple[tuple[str, ...], Design]:
    """The blocks, and server to logarithms by block, of the largest set that shares its blocks."""
    designs: dict[tuple[str, ...], dict[str, list[float]]] = {}
    for server, sampled in samples.items():
        sample = sampled.get(threads)
        is_level = sample and not sample.held and sample.settled == "whole"
        runs = sample.runs if sample and is_level else ()
        by_block = {run.block: math.log(run.figure) for run in runs}
        if len(by_block) == len(runs) > 1 and "" not in by_block:
            blocks = tuple(sorted(by_block))
            designs.setdefault(blocks, {})[server] = [by_block[block] for block in blocks]
    return max(designs.items(), key=lambda item: len(item[1]), default=((), {}))


def _pool_designs(designs: Mapping[int, Design]) -> dict[int, Residual]:
    """The residuals of thread counts that the same servers ran in the same blocks."""
    kept = list(next(iter(designs.values())))
    blocks = len(next(iter(next(iter(designs.values())).values()), ()))
    while (
        len(kept) > 2
        and blocks > 1
        and (len(kept) >= MIN_POOL_SERVERS or blocks >= MIN_POOL_BLOCKS)
    ):
        squares = {
            threads: _residual_squares({server: design[server] for server in kept})
            for threads, design in designs.items()
        }
        factors = _noise_factors([*squares.values()])
        noisiest = max(kept, key=lambda server: factors[server])
        dfs = len(squares) * (blocks - 1), len(squares) * (blocks - 1) * (len(kept) - 2)
        if factors[noisiest] < math.inf and f_share(factors[noisiest], *dfs) >= NOISIER:
            return {t: _residual(found, blocks, factors, dfs[0]) for t, found in squares.items()}
        kept.remove(noisiest)
    return {}


def _residual(
    squares: Mapping[str, float], blocks: int, factors: Mapping[str, float], df: int
) -> Residual:
    """The residual of one thread count."""
    pooled_df = (len(squares) - 1) * (blocks - 1)
    counts = df // (blocks - 1)
    return Residual(
        variance=math.fsum(squares.values()) / pooled_df,
        df=pooled_df,
        blocks=blocks,
        # A server that looks quieter than the others may have been lucky.
        factors={server: max(1.0, factor) for server, factor in sorted(factors.items())},
        factor_df=df / (1 + (counts - 1) * SHARED_TURN),
    )


def _residual_squares(design: Design) -> dict[str, float]:
    """Server to the sum of its squared residuals, with a mean for each server and each block."""
    means = {server: math.fsum(logs) / len(logs) for server, logs in design.items()}
    centred = {server: [log - means[server] for log in logs] for server, logs in design.items()}
    drifts = [math.fsum(column) / len(column) for column in zip(*centred.values(), strict=True)]
    return {
        server: math.fsum((log - drift) ** 2 for log, drift in zip(logs, drifts, strict=True))
        for server, logs in centred.items()
    }


def _noise_factors(squares: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Server to its variance over that of the others; each thread count has the same say."""
    totals = [math.fsum(found.values()) for found in squares]
    varying = [(f, total) for f, total in zip(squares, totals, strict=True) if total > 0]
    if not varying:
        return dict.fromkeys(squares[0], 1.0)
    factors = {}
    for server in squares[0]:
        part = math.fsum(found[server] / total for found, total in varying) / len(varying)
        factors[server] = part * (len(squares[0]) - 1) / (1 - part) if part < 1 else math.inf
    return factors
