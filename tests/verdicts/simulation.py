"""Campaigns out of a random number generator, judged as real ones are.

A campaign has blocks; in each both servers have a turn, in random order, in which they run all
thread counts. A turn has a state of its own, which its thread counts share. A campaign has one,
too: what the candidate gains or loses in all of it, as memory or a neighbour may do.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import fmean, variance

from msgspec import structs

from cell_samples import cell
from sysbench_archive.tables.replications import campaign_pairs, campaign_spreads, replications
from sysbench_archive.verdicts.contrasts import Sample, SampledRun, pooled_residuals
from sysbench_archive.verdicts.judging import Verdict, judge
from sysbench_archive.verdicts.noise import noise_of
from sysbench_archive.verdicts.policy import VerdictContext

COUNTS = (1, 8, 64)
NOISE = noise_of(kind="bare-metal", residency="in-memory", test="")
VARIATION = 0.005
"""What runs of a side vary by; half of the variance is that of the turn."""
BLOCKS = 3


def normal(rng: Random) -> float:
    return rng.gauss(0, 1)


def skewed(rng: Random) -> float:
    """Log-normal draws, brought to mean 0 and variance 1."""
    return (math.exp(rng.gauss(0, 1)) - math.exp(0.5)) / math.sqrt((math.e - 1) * math.e)


def bimodal(rng: Random) -> float:
    """Two states, as with memory that is near or far."""
    return rng.choice((-0.95, 0.95)) + rng.gauss(0, 0.3)


@dataclass(frozen=True)
class Shape:
    """How runs vary: what a turn keeps of the one before, and what it is faster by than that, in
    standard deviations. `persists`: the state of a side is drawn once for its session.
    """

    noise: Callable[[Random], float] = normal
    memory: float = 0.0
    trend: float = 0.0
    persists: bool = False


SHAPES: Mapping[str, Shape] = {
    "normal": Shape(),
    "log-normal": Shape(noise=skewed),
    "autocorrelated": Shape(memory=0.8),
    "drift": Shape(trend=0.5),
    "bimodal": Shape(noise=bimodal),
    "a side persists": Shape(persists=True),
}
DIFFER = (0.01, 0.02, 0.03, 0.05)
"""Standard deviation of a contrast between campaigns."""
Campaign = tuple[dict[int, list[float]], dict[int, list[float]]]
"""Logarithms of both sides by thread count, a block each."""


def campaign(rng: Random, shape: Shape, differ: float, effect: float = 0.0) -> Campaign:
    """A campaign of three blocks in which the candidate is so much faster."""
    moved = rng.gauss(0, differ) + math.log1p(effect)
    lasting = [shape.noise(rng), shape.noise(rng)]
    sides: Campaign = ({t: [] for t in COUNTS}, {t: [] for t in COUNTS})
    state, turns = 0.0, 0
    for _ in range(BLOCKS):
        for side in rng.sample((0, 1), 2):
            fresh = lasting[side] if shape.persists else shape.noise(rng)
            state = shape.memory * state + math.sqrt(1 - shape.memory**2) * fresh
            turn, turns = state + shape.trend * turns, turns + 1
            for threads in COUNTS:
                drawn = math.sqrt(0.5) * (turn + shape.noise(rng))
                sides[side][threads].append(VARIATION * drawn + side * moved)
    return sides


def samples(logs: Mapping[int, list[float]]) -> dict[int, Sample]:
    """A side of a campaign as the policy takes it."""
    return {
        threads: Sample(
            tuple(SampledRun(math.exp(x), str(at), at, at) for at, x in enumerate(side))
        )
        for threads, side in logs.items()
    }


def verdicts(rng: Random, shape: Shape, differ: float, effect: float = 0.0) -> dict[str, Verdict]:
    """What is said of one figure a side, of one campaign, and of one that was made again."""
    found = [campaign(rng, shape, differ, effect) for _ in range(2)]
    cells = [
        cell(
            version,
            1.0,
            bundle=f"2026-0{at}-b",
            started=f"2026-0{at}-01",
            server=version,
            threads=threads,
            n=BLOCKS,
            log_mean=fmean(logs),
            log_variance=variance(logs),
        )
        for at, sides in enumerate(found, 1)
        for version, side in zip(("8.0.1", "8.4.1"), sides, strict=True)
        for threads, logs in side.items()
    ]
    pairs = campaign_pairs(cells)
    (spread,) = campaign_spreads(pairs).values()
    others = {each.threads: [each] for each in replications(pairs)["2026-01-b"]}
    baseline, candidate = map(samples, found[0])
    once = [{t: Sample(sample.runs[:1]) for t, sample in s.items()} for s in (baseline, candidate)]
    published = VerdictContext("published-table", 8, NOISE)
    alone = VerdictContext(
        "raw-output",
        8,
        NOISE,
        order="randomised-blocks",
        residuals=pooled_residuals({"a": baseline, "b": candidate}),
    )
    own = structs.replace(NOISE, campaign=spread.deviation / math.sqrt(2))
    again = VerdictContext("raw-output", 8, own, order="randomised-blocks", replications=others)
    return {
        "reported": judge(*once, published),
        "indicative": judge(baseline, candidate, alone, ("a", "b")),
        "measured": judge(baseline, candidate, again, ("a", "b")),
    }


@cache
def rates(name: str, differ: float, trials: int, effect: float = 0.0) -> Mapping[str, float]:
    """Status to how often the candidate is called faster, slower or mixed with that status; with
    an effect, how often faster.
    """
    rng, called = Random(f"{name} {differ} {effect}"), Counter[str]()
    wanted = {"faster"} if effect else {"faster", "slower", "mixed"}
    for _ in range(trials):
        for status, found in verdicts(rng, SHAPES[name], differ, effect).items():
            called[status] += found.direction in wanted and found.status == status
    return {status: called[status] / trials for status in ("reported", "indicative", "measured")}
