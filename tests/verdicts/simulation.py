"""Campaigns out of a random number generator, judged on arrays as real ones are.

A campaign has blocks; in each block every server has a turn, in random order, in which it runs all
thread counts. A turn has a state of its own, which its thread counts share, and a block's drift is
shared by all servers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from msgspec import structs
from numpy.typing import NDArray
from scipy.special import fdtrc

from sysbench_archive.verdicts.contrasts import Sample, SampledRun, contrast_of, pooled_residuals
from sysbench_archive.verdicts.judging import MARGIN_LOG, roles_of
from sysbench_archive.verdicts.noise import noise_of
from sysbench_archive.verdicts.policy import NOISIER, POLICY, SHARED_TURN, VerdictContext

COUNTS = {1: 1000.0, 8: 6000.0, 64: 9000.0}
NOISE = structs.replace(
    noise_of(kind="bare-metal", hardware_class="never seen", residency="in-memory", test=""),
    campaign=0.0,
)
"""Within a campaign; what campaigns differ by is in `test_ladder.py`."""
CONTEXT = VerdictContext(evidence="raw-output", cpus=8, noise=NOISE, order="randomised-blocks")
VARIATION = (0.0, 0.005, 0.01, 0.03)
"""Between-run coefficients of variation."""
TURN = 0.5
"""The share of a run's variance that its turn brings."""
LOAD = 0.006
"""What dataset loads differ by, where each server has one for all its runs."""
PAIR, MANY = 2, 8
"""Servers of a campaign."""

Floats = NDArray[np.float64]
Noise = Callable[[np.random.Generator, tuple[int, ...]], Floats]
"""Draws of mean 0 and variance 1."""


def normal(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    return rng.standard_normal(shape)


def skewed(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Log-normal draws, brought to mean 0 and variance 1."""
    drawn = np.exp(rng.standard_normal(shape))
    return (drawn - math.exp(0.5)) / math.sqrt((math.e - 1) * math.e)


def stalled(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """One run in ten loses ten times what runs vary by."""
    return rng.standard_normal(shape) - 10 * (rng.random(shape) < 0.1)


@dataclass(frozen=True)
class Shape:
    """How runs vary.

    `exponential`: the figures themselves are log-normal. `memory`: what a turn keeps of the one
    before it. `last`, `candidate`: how much more than the others the highest thread count, or the
    candidate, varies. `trend`: what a turn is faster than the one before, in standard deviations.
    `one_load`: each server runs on one dataset load.
    """

    noise: Noise = normal
    exponential: bool = True
    memory: float = 0.0
    last: float = 1.0
    candidate: float = 1.0
    trend: float = 0.0
    one_load: bool = False


SHAPES: Mapping[str, Shape] = {
    "normal": Shape(exponential=False),
    "log-normal": Shape(),
    "skewed": Shape(noise=skewed),
    "autocorrelated": Shape(memory=0.8),
    "with stalls": Shape(noise=stalled),
    "uneven thread counts": Shape(last=3.0),
    "uneven sides": Shape(candidate=3.0),
    "drift": Shape(trend=0.5),
    "one load a side": Shape(one_load=True),
}


@dataclass(frozen=True)
class Plan:
    """Servers and blocks of a campaign, what runs vary by, and a true difference."""

    servers: int = PAIR
    blocks: int = 3
    variation: float = 0.01
    effect: float = 0.0


def campaigns(rng: np.random.Generator, shape: Shape, plan: Plan, trials: int) -> Floats:
    """Logarithms of figures: campaign, server, thread count, block. The first is the baseline."""
    servers, blocks, counts = plan.servers, plan.blocks, len(COUNTS)
    turn = _turns(rng, shape, plan, trials)
    own = shape.noise(rng, (trials, servers, counts, blocks))
    own[:, :, -1] *= shape.last
    noise = math.sqrt(TURN) * turn[:, :, None] + math.sqrt(1 - TURN) * own
    noise[:, 1] *= shape.candidate
    drift = rng.standard_normal((trials, 1, 1, blocks))
    moved = plan.variation * (drift + noise)
    logs = moved if shape.exponential else np.log(np.maximum(0.1, 1 + moved))
    logs = logs + np.log(list(COUNTS.values()))[None, None, :, None]
    logs[:, 1] += math.log1p(plan.effect)
    if shape.one_load:
        logs += LOAD * rng.standard_normal((trials, servers, 1, 1))
    return logs


def _turns(rng: np.random.Generator, shape: Shape, plan: Plan, trials: int) -> Floats:
    """The state of each turn: campaign, server, block; servers take turns at random."""
    steps = plan.blocks * plan.servers
    drawn = shape.noise(rng, (trials, steps))
    states = np.empty_like(drawn)
    states[:, 0] = drawn[:, 0]
    for at in range(1, steps):
        states[:, at] = shape.memory * states[:, at - 1]
        states[:, at] += math.sqrt(1 - shape.memory**2) * drawn[:, at]
    states += shape.trend * np.arange(steps)
    order = rng.random((trials, plan.blocks, plan.servers)).argsort(axis=2)
    in_time = states.reshape(trials, plan.blocks, plan.servers)
    return np.take_along_axis(in_time, order, axis=2).transpose(0, 2, 1)


def samples(
    logs: Floats, shape: Shape = SHAPES["normal"], counts: Sequence[int] = tuple(COUNTS)
) -> dict[str, dict[int, Sample]]:
    """One campaign as the policy takes it, by server."""
    return {
        str(server): {
            threads: Sample(
                tuple(
                    SampledRun(
                        math.exp(log),
                        str(block),
                        load=1 if shape.one_load else block,
                        session=block,
                    )
                    for block, log in enumerate(logs[server, at])
                )
            )
            for at, threads in enumerate(counts)
        }
        for server in range(len(logs))
    }


def contexts(logs: Floats, shape: Shape) -> VerdictContext:
    """The context of one campaign."""
    return replace(CONTEXT, residuals=pooled_residuals(samples(logs, shape)))


def judged(logs: Floats, shape: Shape, *, pooled: bool = True) -> list[str]:
    """The direction of candidate beside baseline of each of many campaigns, all at once.

    By the numbers of the policy, on arrays; `test_simulation.py` holds it against the policy.
    """
    roles = roles_of(COUNTS, CONTEXT.cpus)
    headline = [at for at, threads in enumerate(COUNTS) if threads in roles]
    logs = logs[:, :, headline]
    blocks = logs.shape[-1]
    ratios = logs[:, 1] - logs[:, 0]
    centre = ratios.mean(axis=-1)
    variance = ratios.var(axis=-1, ddof=1) / blocks
    sessions = NOISE.session * math.sqrt(2) if shape.one_load else 0.0
    df = np.full_like(variance, blocks - 1)
    if pooled:
        variance, df = _pooled(logs, variance, df)
    quantiles = np.array(POLICY.t[str(len(headline))])
    of_runs = np.sqrt(variance) * quantiles[np.clip(df.astype(int), 1, len(quantiles)) - 1]
    half = np.hypot(of_runs, sessions * quantiles[-1])
    same = np.abs(centre) + half <= MARGIN_LOG
    stands = ~same & (np.abs(centre) > half)
    faster, slower = (stands & (sign * centre > 0) for sign in (1, -1))
    found = np.select(
        [
            faster.any(axis=-1) & slower.any(axis=-1),
            same.all(axis=-1),
            faster.any(axis=-1),
            slower.any(axis=-1),
        ],
        ["mixed", "equivalent", "faster", "slower"],
        "no-clear-difference",
    )
    return [str(direction) for direction in found]


def _pooled(logs: Floats, variance: Floats, df: Floats) -> tuple[Floats, Floats]:
    """Variances of contrasts and their freedom, pooled over servers where the policy does."""
    _, servers, counts, blocks = logs.shape
    if servers < 3 or (servers < 6 and blocks < 5):
        return variance, df
    centred = logs - logs.mean(axis=-1, keepdims=True)
    squares = ((centred - centred.mean(axis=1, keepdims=True)) ** 2).sum(axis=-1)
    total = squares.sum(axis=1, keepdims=True)
    # What does not vary at all is not what the pool is about: every part counts the same there.
    parts = np.divide(squares, total, out=np.full_like(squares, 1 / servers), where=total > 0)
    part = parts.mean(axis=2)
    factors = part * (servers - 1) / (1 - part)
    dfs = counts * (blocks - 1), counts * (blocks - 1) * (servers - 2)
    own_df = dfs[0] / (1 + (counts - 1) * SHARED_TURN)
    pooled_df = (servers - 1) * (blocks - 1)
    both = np.maximum(1.0, factors[:, :2, None])
    shares = total * both / pooled_df / blocks
    freedom = np.where(both > 1, own_df, pooled_df)
    weight = (shares**2 / freedom).sum(axis=1)
    sums = shares.sum(axis=1)
    df = np.divide(sums**2, weight, out=np.full_like(sums, pooled_df), where=weight > 0)
    df = np.minimum(df, pooled_df)
    # Where a server is left out of the pool, the policy itself says what remains.
    noisy = fdtrc(*dfs, factors).min(axis=1) < NOISIER
    for trial in np.flatnonzero(noisy):
        # Its thread counts are numbered from 0.
        plain = samples(logs[trial], counts=range(counts))
        baseline, candidate = plain["0"], plain["1"]
        context = replace(CONTEXT, residuals=pooled_residuals(plain))
        for at in range(counts):
            found = contrast_of(at, baseline[at], candidate[at], context, ("0", "1")).log
            sums[trial, at], df[trial, at] = (found.standard_error or 0) ** 2, found.df
    return sums, df


def directions(
    trials: int, seed: str, shape: Shape, plan: Plan, *, pooled: bool = True
) -> Counter[str]:
    """How often each direction is the verdict."""
    rng = np.random.default_rng(list(seed.encode()))
    return Counter(judged(campaigns(rng, shape, plan, trials), shape, pooled=pooled))


@cache
def false_alarms(name: str, plan: Plan, trials: int, *, pooled: bool = True) -> float:
    """How often the same thing is called faster, slower or mixed."""
    found = directions(trials, f"alarm {name} {plan}", SHAPES[name], plan, pooled=pooled)
    return (found["faster"] + found["slower"] + found["mixed"]) / trials


@cache
def found_at(plan: Plan, trials: int, *, pooled: bool = True) -> float:
    """How often a true difference is found, in its direction."""
    shape = SHAPES["log-normal"]
    found = directions(trials, f"power {plan}", shape, plan, pooled=pooled)
    return found["faster" if plan.effect > 0 else "slower"] / trials


EFFECTS = (0.03, 0.05, 0.10)
DEVIATIONS = (0.01, 0.03, 0.07)
DESIGNS = ((PAIR, 3), (MANY, 3), (PAIR, 10), (MANY, 10))
"""Servers and blocks of the power table."""
