"""The noise of counted instructions: how far counts of the same thing lie apart.

A count knows no neighbour on the machine and no clock, so its noise is its own: that of what a
server does in one session and not in the next. It was measured with two servers that ran the same
thing in six sessions each, with a load of their own.
"""

from __future__ import annotations

from sysbench_archive.verdicts.noise import Noise

REGIME = "instructions"
DEVIATIONS = {
    "oltp_point_select": 0.03,
    "oltp_read_only": 0.004,
    "oltp_read_write": 0.023,
    "oltp_write_only": 0.09,
    "oltp_insert": 0.012,
    "connect": 0.08,
}
"""Test to the standard deviation of a run's logarithm, between loads and sessions.

That of the noisier of two servers, pooled over two campaigns of three sessions each, rounded up.
"""
_WIDEST = max(DEVIATIONS.values())
_QUANTILE = 2.9
"""Deviations beyond which, of two single runs of the same thing, 4 % lie: 2.05 times root two."""


def counted_noise(test: str) -> Noise:
    """The noise of counts of a test; that of an unknown one is the widest that was measured."""
    deviation = DEVIATIONS.get(test, _WIDEST)
    return Noise(threshold=_QUANTILE * deviation, session=deviation, regime=f"{REGIME} {test}")
