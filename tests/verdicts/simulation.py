"""Campaigns out of a random number generator, judged as real ones are.

A campaign has blocks; in each block every side opens a session and runs all thread counts in it.
What a session does is shared by its thread counts, and a block's drift by both sides. Run this file
to see the table of rates that the tests hold.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from sysbench_archive.verdicts import Sample, VerdictContext
from sysbench_archive.verdicts.judging import MARGIN_LOG, roles_of
from sysbench_archive.verdicts.policy import student_quantile

COUNTS = {1: 1000.0, 8: 6000.0, 64: 9000.0}
CONTEXT = VerdictContext(evidence="raw-output", cpus=8, threshold=0.03)
VARIATION = (0.0, 0.005, 0.01, 0.03)
"""Between-run coefficients of variation."""
SESSION = 0.5
"""The share of a run's variance that its session brings."""
SIDES = ("baseline", "candidate")

Noise = Callable[[Random], float]
"""A draw of mean 0 and variance 1."""


def normal(rng: Random) -> float:
    return rng.gauss(0, 1)


def skewed(rng: Random) -> float:
    """A log-normal draw, brought to mean 0 and variance 1."""
    return (math.exp(rng.gauss(0, 1)) - math.exp(0.5)) / math.sqrt((math.e - 1) * math.e)


def stalled(rng: Random) -> float:
    """One run in ten loses ten times what runs vary by."""
    return rng.gauss(0, 1) - (10 if rng.random() < 0.1 else 0)


@dataclass(frozen=True)
class Shape:
    """How runs vary.

    `exponential`: the figures themselves are log-normal. `memory`: what a turn keeps of the one
    before it. `last`: how much more than the others the highest thread count varies.
    """

    noise: Noise = normal
    exponential: bool = True
    memory: float = 0.0
    last: float = 1.0


SHAPES: Mapping[str, Shape] = {
    "normal": Shape(exponential=False),
    "log-normal": Shape(),
    "skewed": Shape(noise=skewed),
    "autocorrelated": Shape(memory=0.8),
    "with stalls": Shape(noise=stalled),
    "uneven": Shape(last=3.0),
}

Samples = dict[int, Sample]
Campaign = list[list[list[float]]]
"""Figures of a side, at a thread count, in a block."""


def campaign(
    rng: Random, shape: Shape, variation: float, blocks: int, effect: float = 0.0
) -> Campaign:
    """Baseline and candidate, whose true ratio is `1 + effect` at every thread count."""
    runs: Campaign = [[[] for _ in COUNTS] for _ in SIDES]
    before = normal(rng)
    for _ in range(blocks):
        drift = normal(rng)
        for side in rng.sample(SIDES, len(SIDES)):
            before = _turn(rng, shape, before)
            better = 1 + effect if side == "candidate" else 1
            sessions = runs[SIDES.index(side)]
            for at, figure in enumerate(_session(rng, shape, variation, drift, before)):
                sessions[at].append(figure * better)
    return runs


def samples(made: Campaign) -> list[Samples]:
    """Both sides of a campaign as the policy takes them."""
    return [
        {
            threads: Sample(tuple((str(block), figure) for block, figure in enumerate(figures)))
            for threads, figures in zip(COUNTS, side, strict=True)
        }
        for side in made
    ]


def _turn(rng: Random, shape: Shape, before: float) -> float:
    return shape.memory * before + math.sqrt(1 - shape.memory**2) * shape.noise(rng)


def _session(
    rng: Random, shape: Shape, variation: float, drift: float, turn: float
) -> Iterator[float]:
    for threads, level in COUNTS.items():
        own = shape.noise(rng) * (shape.last if threads == max(COUNTS) else 1.0)
        noise = math.sqrt(SESSION) * turn + math.sqrt(1 - SESSION) * own
        moved = variation * (drift + noise)
        yield level * (math.exp(moved) if shape.exponential else max(0.1, 1 + moved))


def judged(campaigns: Sequence[Campaign]) -> list[str]:
    """The direction of each of many campaigns of as many blocks, all at once.

    By the numbers of the policy, on arrays; `test_simulation.py` holds it against the policy.
    """
    headline = [list(COUNTS).index(threads) for threads in roles_of(COUNTS, CONTEXT.cpus)]
    logs = np.log(np.array(campaigns))[:, :, headline]
    ratios = logs[:, SIDES.index("candidate")] - logs[:, SIDES.index("baseline")]
    blocks = ratios.shape[-1]
    centre = ratios.mean(axis=-1)
    error = ratios.std(axis=-1, ddof=1) / math.sqrt(blocks)
    half = error * student_quantile(len(headline), blocks - 1)
    same = np.abs(centre) + half <= MARGIN_LOG
    told = ~same & (np.abs(centre) > half)
    faster, slower = (told & (sign * centre > 0) for sign in (1, -1))
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


def directions(
    trials: int, seed: str, shape: Shape, variation: float, blocks: int, effect: float = 0.0
) -> Counter[str]:
    """How often each direction is the verdict."""
    rng = Random(seed)
    return Counter(judged([campaign(rng, shape, variation, blocks, effect) for _ in range(trials)]))


@cache
def false_alarms(name: str, variation: float, blocks: int, trials: int) -> float:
    """How often the same thing is called faster, slower or mixed."""
    seed = f"alarm {name} {variation} {blocks}"
    found = directions(trials, seed, SHAPES[name], variation, blocks)
    return (found["faster"] + found["slower"] + found["mixed"]) / trials


@cache
def found_at(variation: float, blocks: int, effect: float, trials: int) -> float:
    """How often a true difference is found, in its direction."""
    seed = f"power {variation} {blocks} {effect}"
    found = directions(trials, seed, SHAPES["log-normal"], variation, blocks, effect)
    return found["faster" if effect > 0 else "slower"] / trials


PLANTED = (
    (0.005, 3, 0.03),
    (0.005, 3, 0.05),
    (0.01, 3, 0.05),
    (0.01, 3, 0.10),
    (0.01, 5, 0.05),
    (0.01, 10, 0.03),
    (0.03, 10, 0.05),
    (0.03, 10, 0.10),
)
"""Between-run variation, blocks and true difference of the power table."""


def _print_rates(trials: int) -> None:
    for name in SHAPES:
        rates = [f"{false_alarms(name, v, 3, trials):6.2%}" for v in VARIATION]
        sys.stdout.write(f"{name:15} {' '.join(rates)}\n")
    for planted in PLANTED:
        sys.stdout.write(f"{planted}: {found_at(*planted, trials):6.1%}\n")


if __name__ == "__main__":
    _print_rates(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
