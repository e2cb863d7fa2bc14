"""The numbers of the policy, and the policy as a record that a browser can apply.

Owns every number a verdict depends on but two tables, which are computed beforehand: quantiles
of Student's t and A/A thresholds. `content/methodology.md` explains each and lists the versions.
"""

from __future__ import annotations

from typing import Any

from sysbench_archive.verdicts.labels import DIRECTIONS, STATUSES
from sysbench_archive.verdicts.numerals import numerals_record
from sysbench_archive.verdicts.student import student_table
from sysbench_archive.verdicts.thresholds import FAMILY_REGIMES, regimes
from sysbench_archive.verdicts.words import MOST_LISTED, WORDS

VERSION = 2
MARGIN = 0.02
"""Ratios from 1/1.02 to 1.02 are equivalent for whoever chooses a server."""
ALPHA = 0.04
"""How often the headline contrasts of one pair may call the same thing different, together."""
POWER = 0.8
"""How often the smallest resolvable difference is found."""
BLOCKS = 3
"""Blocks in which both sides ran, from which on a verdict counts as measured."""
NEAR = 2.0
"""A thread count within this factor of the processors is about their number."""
OVER = (4, 2)
"""Times the processors: oversubscribed, wanted and at least."""
FARTHEST = 13.8
"""Logarithms beyond, a factor of a million, are cut: two blocks can leave an endless interval."""
PUBLISHED = ("published-table", "published-text")
"""Evidence that is figures without output."""
HIDING = ("client", "network")
"""Bottlenecks outside of the server, which can hide a difference between servers."""


def policy_record() -> dict[str, Any]:
    """Everything that applying the policy needs: numbers, tables and words."""
    return {
        "version": VERSION,
        "margin": MARGIN,
        "alpha": ALPHA,
        "power": POWER,
        "blocks": BLOCKS,
        "near": NEAR,
        "over": list(OVER),
        "farthest": FARTHEST,
        "published": list(PUBLISHED),
        "hiding": list(HIDING),
        "t": student_table(),
        "thresholds": regimes(),
        "family_regimes": dict(FAMILY_REGIMES),
        "words": dict(WORDS),
        "listed": MOST_LISTED,
        "numerals": numerals_record(),
        "directions": dict(DIRECTIONS),
        "statuses": dict(STATUSES),
    }
