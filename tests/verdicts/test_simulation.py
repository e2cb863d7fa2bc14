"""What simulations judge on arrays is what the policy judges, campaign by campaign."""

from __future__ import annotations

from collections import Counter

import numpy as np
from simulation import (
    MANY,
    PAIR,
    SHAPES,
    VARIATION,
    Floats,
    Plan,
    Shape,
    campaigns,
    contexts,
    judged,
    samples,
)

from sysbench_archive.verdicts.judging import judge

EFFECTS = (0.0, 0.02, 0.04, -0.1)
SIZES = ((PAIR, 2), (PAIR, 3), (PAIR, 10), (3, 5), (MANY, 3))


def drawn(shape: Shape, servers: int, blocks: int) -> Floats:
    """Campaigns of every variation and effect, and some whose candidate goes two ways."""
    rng = np.random.default_rng([servers, blocks])
    plans = [Plan(servers, blocks, v, effect) for v in VARIATION for effect in EFFECTS]
    found = np.concatenate([campaigns(rng, shape, plan, 3) for plan in plans])
    found[::5, 1, 0] -= 0.1
    return found


def test_arrays_are_judged_as_the_policy_judges() -> None:
    seen: Counter[str] = Counter()
    for shape in SHAPES.values():
        for size in SIZES:
            logs = drawn(shape, *size)
            expected = []
            for one in logs:
                sides = samples(one, shape)
                found = judge(sides["0"], sides["1"], contexts(one, shape), ("0", "1"))
                expected.append(found.direction)
            assert judged(logs, shape) == expected
            seen.update(expected)
    assert seen.keys() == {"faster", "slower", "equivalent", "mixed", "no-clear-difference"}
    assert min(seen.values()) >= 10, seen
