"""What simulations judge on arrays is what the policy judges, campaign by campaign."""

from __future__ import annotations

from collections import Counter
from random import Random

from simulation import CONTEXT, SHAPES, VARIATION, Campaign, campaign, judged, samples

from sysbench_archive.verdicts import judge

EFFECTS = (0.0, 0.015, 0.03, -0.1)


def drawn(blocks: int) -> list[Campaign]:
    """Campaigns of every shape, variation and effect, and some whose sides go apart."""
    rng = Random(f"drawn {blocks}")
    found = [
        campaign(rng, shape, variation, blocks, effect)
        for shape in SHAPES.values()
        for variation in VARIATION
        for effect in EFFECTS
        for _ in range(4)
    ]
    for baseline, candidate in found[:40]:
        candidate[0], baseline[0] = baseline[0], candidate[0]
    return found


def test_arrays_are_judged_as_the_policy_judges() -> None:
    seen: Counter[str] = Counter()
    for blocks in (2, 3, 5, 10):
        campaigns = drawn(blocks)
        expected = [judge(*samples(made), CONTEXT).direction for made in campaigns]
        assert judged(campaigns) == expected
        seen.update(expected)
    assert seen.keys() == {"faster", "slower", "equivalent", "mixed", "no-clear-difference"}
    assert min(seen.values()) >= 10, seen
