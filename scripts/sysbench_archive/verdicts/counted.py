"""The noise of counted instructions: how far counts of the same thing lie apart.

A count knows no neighbour on the machine and no clock, so its noise is its own: that of what a
server does in one session and not in the next. It was measured with servers that ran the same
thing in several sessions, each with a load of its own, and is smaller where each run starts from a
copy of data that was loaded with a seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sysbench_archive.verdicts.noise import Noise

REGIME = "instructions"
CountStart = Literal["copy", "server"]
"""What counts begin with: a copy of the data as loaded, or the server as earlier runs left it."""
DEVIATIONS: Mapping[CountStart, Mapping[str, float]] = {
    "copy": {
        "oltp_point_select": 0.005,
        "oltp_read_only": 0.005,
        "oltp_read_write": 0.005,
        "oltp_write_only": 0.005,
        "oltp_insert": 0.005,
        "connect": 0.015,
    },
    "server": {
        "oltp_point_select": 0.03,
        "oltp_read_only": 0.004,
        "oltp_read_write": 0.023,
        "oltp_write_only": 0.09,
        "oltp_insert": 0.012,
        "connect": 0.08,
    },
}
"""Test to the standard deviation of a run's logarithm, between loads and sessions.

That of the noisier of two servers, pooled over sessions, rounded up.
"""
NOISE_QUANTILE = 2.05
"""Deviations beyond which 4 % lie."""
_QUANTILE = 2.9
"""The same for two single runs of the same thing: root two times that."""


def counted_noise(test: str, start: CountStart) -> Noise:
    """The noise of counts of a test; that of an unknown one is the widest that was measured."""
    known = DEVIATIONS[start]
    deviation = known.get(test, max(known.values()))
    return Noise(threshold=_QUANTILE * deviation, session=deviation, regime=f"{REGIME} {test}")
