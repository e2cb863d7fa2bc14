"""A/A thresholds: how far two runs of the same thing lie apart, by kind of machine and workload.

Owns which regime stands for a machine and a family. `thresholds.json` is computed from the
archive's repeated runs by `sysbench-archive calibrate`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

THRESHOLDS = Path(__file__).with_name("thresholds.json")
FAMILY_REGIMES = {"point": "reads", "range": "reads", "read-write": "writes", "write": "writes"}
"""Families of workloads that read only, and those that write; the others are neither."""
ANY = "any"
"""In the place of a kind of machine or of workloads: all of them."""
UNRECORDED = "unrecorded"
"""The kind of a machine of which nobody recorded it: those have groups, and a regime, too."""


@lru_cache(maxsize=1)
def regimes() -> dict[str, dict[str, Any]]:
    """Regime, such as `bare-metal reads`, to its threshold and what it rests on."""
    table: dict[str, dict[str, Any]] = json.loads(THRESHOLDS.read_text())
    return table


def threshold_of(machine_kind: str, family: str) -> float:
    """The threshold on the logarithmic scale, of the narrowest regime that has one.

    `machine_kind` is "" where nobody recorded it.
    """
    known = regimes()
    narrowest = next(name for name in names_of(machine_kind, family) if name in known)
    return float(known[narrowest]["threshold"])


def names_of(machine_kind: str, family: str) -> tuple[str, ...]:
    """The regimes of a machine and a family of workloads, the narrowest first."""
    kind, work = machine_kind or UNRECORDED, FAMILY_REGIMES.get(family, ANY)
    return tuple(dict.fromkeys((f"{kind} {work}", f"{kind} {ANY}", f"{ANY} {ANY}")))
