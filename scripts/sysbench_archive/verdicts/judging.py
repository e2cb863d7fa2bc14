"""From samples of two sides to a verdict, in closed form: the steps a browser repeats on /compare/.

Repetitions at one thread count become an estimate of the log ratio; a few headline thread counts,
named before any figure is seen, become contrasts; the contrasts together give the direction, and
how the runs were made gives the evidence status.

The variance is pooled over the servers of a block design, never over thread counts: three blocks
cannot show that noise grows with threads, and a variance pooled over them calls up to one pair in
six of the same thing different.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sysbench_archive.model.comparison import (
    ContrastDirection,
    Direction,
    EvidenceStatus,
    ThreadRole,
)
from sysbench_archive.statistics import Estimate, difference_of, f_share, mean_estimate
from sysbench_archive.verdicts.noise import Noise
from sysbench_archive.verdicts.policy import (
    AT_CORE_COUNT,
    BELOW_CORE_COUNT,
    HIGHEST,
    LOWEST,
    MARGIN,
    MAX_LOG,
    MIDDLE,
    MIN_BLOCKS,
    MIN_POOL_BLOCKS,
    MIN_POOL_SERVERS,
    MIN_STATES,
    NEAR_FACTOR,
    NOISIER,
    OVERSUBSCRIBED,
    OVERSUBSCRIBED_FACTORS,
    SINGLE_THREAD,
    Residual,
    VerdictContext,
    student_quantile,
)
from sysbench_archive.verdicts.words import WORDS, listed

MARGIN_LOG = math.log1p(MARGIN)


@dataclass(frozen=True, slots=True)
class SampledRun:
    """A run's figure (> 0) and where it stood in its campaign.

    `block` is "" and the others are None where nobody recorded them; `turn` grows with time.
    """

    figure: float
    block: str = ""
    load: int | None = None
    session: int | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """Runs of one side at one thread count."""

    runs: tuple[SampledRun, ...]

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
_STATED_ORDERS = {"randomised-blocks": "varied", "mirrored-blocks": "varied", "sequential": "fixed"}
Design = Mapping[str, Sequence[float]]
"""Server to logarithms of its figures, a block each."""
Sides = tuple[str, str]
"""Ids of baseline and candidate."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """A candidate over a baseline. `log` is on the logarithmic scale.

    `n` has the runs of the candidate first, then those of the baseline. `loads` and `sessions` are
    those of the side that has fewer, None where they are not recorded. `order` says whether each
    side ran first in some block: "varied", "fixed", or "" where nobody recorded it.
    """

    threads: int
    log: Estimate
    n: tuple[int, int]
    paired: bool
    order: str = ""
    loads: int | None = None
    sessions: int | None = None

    @property
    def ratio(self) -> float:
        """Geometric mean of the ratio."""
        return math.exp(self.log.centre)

    @property
    def single(self) -> bool:
        """Whether a side has one run, so that nothing tells its noise."""
        return self.log.standard_error is None

    def interval(self, level: float) -> tuple[float, float] | None:
        """Confidence interval of the ratio at `level`, None where nothing was repeated."""
        half = self.log.half_width(level)
        if half is None:
            return None
        return math.exp(self.log.centre - half), math.exp(self.log.centre + half)


@dataclass(frozen=True, slots=True)
class JudgedContrast:
    """A headline contrast with what it says.

    `half` is half of its interval on the logarithmic scale, `resolvable` the smallest ratio - 1
    the runs would have shown; None without repetitions.
    """

    role: ThreadRole
    contrast: Contrast
    half: float | None
    direction: ContrastDirection
    resolvable: float | None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of the ratio."""
        return _ratio_interval(self.contrast, self.half)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Direction and status of a candidate beside a baseline, and what they rest on.

    `limitations` say why the status is not higher, as fragments of a sentence.
    """

    direction: Direction
    status: EvidenceStatus
    limitations: tuple[str, ...]
    headline: tuple[JudgedContrast, ...]
    context: VerdictContext


def judge(
    baseline: Samples, candidate: Samples, context: VerdictContext, sides: Sides = ("", "")
) -> Verdict:
    """The verdict of thread counts to samples; thread counts of one side alone are left out.

    `sides` are the ids of baseline and candidate in the pooled residuals of the context.
    """
    roles = roles_of(baseline.keys() & candidate.keys(), context.cpus)
    contrasts = {
        threads: contrast_of(threads, baseline[threads], candidate[threads], context, sides)
        for threads in roles
    }
    headline = tuple(
        _judge_contrast(role, contrasts[threads], len(roles), context)
        for threads, role in roles.items()
    )
    limitations = tuple(limitations_of([*contrasts.values()], context))
    return Verdict(
        direction=direction_together([judged.direction for judged in headline], context),
        status=status_of(context, limitations),
        limitations=limitations,
        headline=headline,
        context=context,
    )


def intervals_by_threads(
    baseline: Samples, candidate: Samples, context: VerdictContext, sides: Sides = ("", "")
) -> dict[int, tuple[float, float]]:
    """Thread count to the interval of its ratio, at the level of the headline contrasts.

    Thread counts without repetitions are left out; outside of the headline intervals describe.
    """
    common = baseline.keys() & candidate.keys()
    count = len(roles_of(common, context.cpus))
    intervals = {}
    for threads in sorted(common):
        contrast = contrast_of(threads, baseline[threads], candidate[threads], context, sides)
        interval = _ratio_interval(contrast, _half_width(contrast, count, context))
        if interval:
            intervals[threads] = interval
    return intervals


def roles_of(counts: Collection[int], cpus: int | None) -> dict[int, ThreadRole]:
    """Headline thread count to its role, in ascending order of thread counts; at most three.

    Whoever chose the grid of thread counts does not choose the answer: single-thread, about the
    core count and oversubscribed are named by the processors of the machine; where the lowest
    count is not 1 but leaves processors idle, it is below the core count. Where nobody recorded
    the processors, the lowest (single-thread where it is 1), the middle and the highest count
    stand for them.
    """
    ordered = sorted(counts)
    if not ordered:
        return {}
    roles: dict[int, ThreadRole] = {}
    for role, threads in _roles_by_cpus(ordered, cpus) if cpus else _roles_by_grid(ordered):
        if threads is not None:
            roles.setdefault(threads, role)
    return dict(sorted(roles.items()))


def _roles_by_cpus(counts: Sequence[int], cpus: int) -> list[tuple[ThreadRole, int | None]]:
    lowest, highest = counts[0], counts[-1]
    near = _nearest_count(counts, cpus * cpus)
    wanted, least = OVERSUBSCRIBED_FACTORS
    oversubscribed = next(
        (count for count in counts if count >= wanted * cpus),
        highest if highest >= least * cpus else None,
    )
    return [
        (
            SINGLE_THREAD if lowest == 1 else BELOW_CORE_COUNT,
            lowest if lowest == 1 or lowest < cpus else None,
        ),
        (AT_CORE_COUNT, near if 1 / NEAR_FACTOR <= near / cpus <= NEAR_FACTOR else None),
        (OVERSUBSCRIBED, oversubscribed),
    ]


def _roles_by_grid(counts: Sequence[int]) -> list[tuple[ThreadRole, int | None]]:
    lowest, highest, inner = counts[0], counts[-1], counts[1:-1]
    return [
        (SINGLE_THREAD if lowest == 1 else LOWEST, lowest),
        (MIDDLE, _nearest_count(inner, lowest * highest) if inner else None),
        (HIGHEST, highest),
    ]


def _nearest_count(counts: Sequence[int], square: int) -> int:
    """The count nearest to the root of `square` on the logarithmic scale, the lower of two."""
    return min(counts, key=lambda count: (max(count**2 / square, square / count**2), count))


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
    pairs = _paired_runs(baseline, candidate)
    order = _order_of(pairs, context.order if context else "")
    log = _estimate(baseline, candidate, pairs, _residual_for(threads, len(pairs), context, sides))
    unsampled = _unsampled_states(baseline, candidate, drifts=not pairs or order == "fixed")
    return Contrast(
        threads=threads,
        log=_with_sessions(log, unsampled, context.noise) if context else log,
        n=(len(candidate.runs), len(baseline.runs)),
        paired=bool(pairs),
        order=order,
        loads=_fewer(candidate.loads(), baseline.loads()),
        sessions=_fewer(candidate.sessions(), baseline.sessions()),
    )


def _paired_runs(baseline: Sample, candidate: Sample) -> list[tuple[SampledRun, SampledRun]]:
    """Candidate and baseline by block, where each side ran once in each of the same blocks."""
    own, other = ({run.block: run for run in side.runs} for side in (candidate, baseline))
    once = len(own) == len(candidate.runs) and len(other) == len(baseline.runs)
    if not once or own.keys() != other.keys() or "" in own or len(own) < 2:
        return []
    return [(own[block], other[block]) for block in sorted(own)]


def _estimate(
    baseline: Sample,
    candidate: Sample,
    pairs: Sequence[tuple[SampledRun, SampledRun]],
    residual: Residual | None,
) -> Estimate:
    if not pairs:
        return difference_of(mean_estimate(candidate.logs()), mean_estimate(baseline.logs()))
    own = mean_estimate([math.log(one.figure) - math.log(other.figure) for one, other in pairs])
    if residual is None:
        return own
    return Estimate(own.centre, math.sqrt(2 * residual.variance / len(pairs)), residual.df)


def _residual_for(
    threads: int, blocks: int, context: VerdictContext | None, sides: Sides
) -> Residual | None:
    """The pooled residual both sides may use; None where they have to stand alone."""
    found = context.residuals.get(threads) if context else None
    return found if found and found.blocks == blocks and found.servers >= set(sides) else None


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


def _fewer(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else min(one, other)


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


def _with_sessions(log: Estimate, unsampled: float, noise: Noise) -> Estimate:
    """The estimate with the variance of sessions added; freedom by Satterthwaite."""
    if log.standard_error is None or not unsampled * noise.session:
        return log
    runs, sessions = log.standard_error**2, unsampled * noise.session**2
    weight = (runs**2 / log.df if runs else 0.0) + sessions**2 / noise.session_df
    return Estimate(log.centre, math.sqrt(runs + sessions), (runs + sessions) ** 2 / weight)


def pooled_residuals(samples: Mapping[str, Samples]) -> dict[int, Residual]:
    """Thread count to the residual of a complete block design, from server to its samples.

    Servers that ran once in each of the same blocks; of several such sets the largest. A server
    that varies more does so at every thread count, so all of them together say which to leave out.
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
        runs = sampled[threads].runs if threads in sampled else ()
        by_block = {run.block: math.log(run.figure) for run in runs}
        if len(by_block) == len(runs) > 1 and "" not in by_block:
            blocks = tuple(sorted(by_block))
            designs.setdefault(blocks, {})[server] = [by_block[block] for block in blocks]
    return max(designs.items(), key=lambda item: len(item[1]), default=((), {}))


def _pool_designs(designs: Mapping[int, Design]) -> dict[int, Residual]:
    """The residuals of thread counts that the same servers ran in the same blocks."""
    kept = list(next(iter(designs.values())))
    blocks = len(next(iter(next(iter(designs.values())).values()), ()))
    while _is_large_enough(len(kept), blocks):
        squares = {
            threads: _residual_squares({server: design[server] for server in kept})
            for threads, design in designs.items()
        }
        shares = _noisier_shares([*squares.values()], blocks)
        noisiest = min(kept, key=lambda server: shares[server])
        if shares[noisiest] * len(kept) < NOISIER[0]:
            kept.remove(noisiest)
            continue
        alike = [server for server in kept if shares[server] >= NOISIER[1]]
        return {threads: _residual(found, blocks, alike) for threads, found in squares.items()}
    return {}


def _is_large_enough(servers: int, blocks: int) -> bool:
    return servers > 2 and blocks > 1 and (servers >= MIN_POOL_SERVERS or blocks >= MIN_POOL_BLOCKS)


def _residual(squares: Mapping[str, float], blocks: int, alike: Sequence[str]) -> Residual:
    """The residual of one thread count, where a server may still stand out by itself."""
    shares = _noisier_shares([squares], blocks)
    df = (len(squares) - 1) * (blocks - 1)
    servers = frozenset(server for server in alike if shares[server] >= NOISIER[0])
    return Residual(math.fsum(squares.values()) / df, df, blocks, servers)


def _residual_squares(design: Design) -> dict[str, float]:
    """Server to the sum of its squared residuals, with a mean for each server and each block."""
    means = {server: math.fsum(logs) / len(logs) for server, logs in design.items()}
    centred = {server: [log - means[server] for log in logs] for server, logs in design.items()}
    drifts = [math.fsum(column) / len(column) for column in zip(*centred.values(), strict=True)]
    return {
        server: math.fsum((log - drift) ** 2 for log, drift in zip(logs, drifts, strict=True))
        for server, logs in centred.items()
    }


def _noisier_shares(squares: Sequence[Mapping[str, float]], blocks: int) -> dict[str, float]:
    """Server to how often one no noisier than the others would vary so much more than they do.

    `squares` are those of one thread count each, which count the same.
    """
    varying = [found for found in squares if math.fsum(found.values()) > 0]
    if not varying:
        return dict.fromkeys(squares[0], 1.0)
    totals = [math.fsum(found.values()) for found in varying]
    count, counts = len(varying[0]), len(varying)
    # The mean of a block takes a share of a server's residual with it: one in `count`.
    expected = 1 / count, (count - 1) / count
    shares = {}
    for server in varying[0]:
        own = (
            math.fsum(f[server] / total for f, total in zip(varying, totals, strict=True)) / counts
        )
        ratio = math.inf if own >= 1 else (own / expected[0]) / ((1 - own) / expected[1])
        dfs = counts * (blocks - 1), counts * (blocks - 1) * (count - 2)
        shares[server] = 0.0 if math.isinf(ratio) else f_share(ratio, *dfs)
    return shares


def _judge_contrast(
    role: ThreadRole, contrast: Contrast, contrasts: int, context: VerdictContext
) -> JudgedContrast:
    """A contrast with what it says; `contrasts` is how many there are in the headline."""
    half = _half_width(contrast, contrasts, context)
    return JudgedContrast(
        role=role,
        contrast=contrast,
        half=half,
        direction=direction_of(contrast, half, context),
        resolvable=_resolvable_difference(contrast, half),
    )


def _half_width(contrast: Contrast, contrasts: int, context: VerdictContext) -> float | None:
    """Half of the interval of the log ratio, at 1 - ALPHA / contrasts; None of single runs."""
    if context.published or contrast.log.standard_error is None:
        return None
    return contrast.log.standard_error * student_quantile(contrasts, contrast.log.df)


def _resolvable_difference(contrast: Contrast, half: float | None) -> float | None:
    if half is None or contrast.log.standard_error is None:
        return None
    shown = half + contrast.log.standard_error * student_quantile("power", contrast.log.df)
    return math.expm1(min(shown, MAX_LOG))


def _ratio_interval(contrast: Contrast, half: float | None) -> tuple[float, float] | None:
    if half is None:
        return None
    low, high = contrast.log.centre - half, contrast.log.centre + half
    return math.exp(max(low, -MAX_LOG)), math.exp(min(high, MAX_LOG))


def direction_of(
    contrast: Contrast, half: float | None, context: VerdictContext
) -> ContrastDirection:
    """What one contrast says."""
    if context.blockers:
        return "not-comparable"
    if context.rate_limited:
        return "cannot-tell"
    if half is None:
        return _sign_beyond(context.threshold, contrast, context) or "cannot-tell"
    if abs(contrast.log.centre) + half <= MARGIN_LOG:
        direction: ContrastDirection = "equivalent"
    else:
        direction = _sign_beyond(half, contrast, context) or "no-clear-difference"
    # Where something else set the pace, servers that differ can look alike.
    undecided = direction in ("equivalent", "no-clear-difference")
    return "cannot-tell" if context.paced_from_outside and undecided else direction


def _sign_beyond(
    noise: float, contrast: Contrast, context: VerdictContext
) -> ContrastDirection | None:
    """Faster or slower where the log ratio exceeds the noise; else None."""
    centre = contrast.log.centre
    if abs(centre) <= noise:
        return None
    return "faster" if (centre > 0) == context.higher_is_better else "slower"


_DECIDING: tuple[Direction, ...] = ("faster", "slower", "cannot-tell", "no-clear-difference")
"""Of several directions the first of these counts: one decided contrast decides."""


def direction_together(directions: Collection[Direction], context: VerdictContext) -> Direction:
    """What the headline contrasts of a pair say together."""
    if context.blockers:
        return "not-comparable"
    if {"faster", "slower"} <= set(directions):
        return "mixed"
    if directions and set(directions) == {"equivalent"}:
        return "equivalent"
    return next((name for name in _DECIDING if name in directions), "cannot-tell")


def status_of(context: VerdictContext, limitations: Sequence[str]) -> EvidenceStatus:
    """Reported where figures are published ones, measured where nothing limits it."""
    if context.published:
        return "reported"
    return "indicative" if limitations else "measured"


def limitations_of(contrasts: Sequence[Contrast], context: VerdictContext) -> Iterator[str]:
    """Why the status is not higher, as fragments of a sentence."""
    if context.published:
        yield WORDS["cap-published"]
        return
    if not contrasts:
        yield WORDS["reason-nothing"]
    if any(c.single for c in contrasts):
        yield WORDS["cap-single"]
    if any(not c.single and not c.paired for c in contrasts):
        yield WORDS["cap-turns"]
    fewest = min((c.n[0] for c in contrasts if c.paired), default=MIN_BLOCKS)
    if fewest < MIN_BLOCKS:
        yield WORDS["cap-blocks"].format(count=fewest, wanted=MIN_BLOCKS)
    if any(c.paired for c in contrasts):
        yield from _limitations_of_blocks([c for c in contrasts if c.paired])
    if context.unrecorded:
        yield WORDS["cap-unrecorded"].format(fields=listed(context.unrecorded))


def _limitations_of_blocks(contrasts: Sequence[Contrast]) -> Iterator[str]:
    """What runs in blocks lack."""
    orders = {contrast.order for contrast in contrasts}
    if "fixed" in orders:
        yield WORDS["cap-fixed"]
    elif "" in orders:
        yield WORDS["cap-order"]
    for name in ("loads", "sessions"):
        counts = [getattr(contrast, name) for contrast in contrasts]
        if None in counts:
            yield WORDS[f"cap-{name}-unrecorded"]
        elif min(counts) < MIN_STATES:
            yield WORDS[f"cap-{name}"]
