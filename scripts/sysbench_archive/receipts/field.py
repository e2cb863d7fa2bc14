"""What a condition is: a name, why it matters, where it is read, how heavy it weighs.

Owns the form of the table. Refuses its rows, which stand by group in `table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Family = Literal["point", "range", "read-write", "write", "connect", "other"]
Severity = Literal["blocker", "warning", "info"]
Group = Literal[
    "machine", "software", "client", "workload", "data", "durability", "server settings", "run"
]
Subject = Literal[
    "host", "server", "setting", "client", "connection", "parameter", "workload", "campaign"
]
Intended = Literal["", "always", "product", "version", "variant"]

FAMILIES: tuple[Family, ...] = get_args(Family)
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
"""Heaviest first."""

_PARTS: Mapping[str, tuple[Family, ...]] = {
    "reads": ("point", "range"),
    "point": ("point",),
    "range": ("range",),
    "writes": ("read-write", "write", "other"),
    "connect": ("connect",),
}


def weights(base: Severity, **parts: Severity) -> Mapping[Family, Severity]:
    """A severity for every family: `base`, but another for `parts` of them.

    Parts are reads, point, range, writes and connect; of a workload that is none of the known
    ones it is presumed that it writes.
    """
    found: dict[Family, Severity] = dict.fromkeys(FAMILIES, base)
    for part, severity in parts.items():
        found |= dict.fromkeys(_PARTS[part], severity)
    return found


@dataclass(frozen=True, slots=True)
class Field:
    """A row of the table.

    `source` names facts of the bundle's format, variables of a server or parameters of sysbench,
    the first that is stated counts. `reading` says how they become text. `missing` is the text
    where the source is silent because nothing of the kind is there; "" is "does not apply".
    `needed` tells whether not knowing it weighs as much as a difference; else it is `info`.
    `intended` tells when a difference is what is being compared: always, with the product, with
    the version, or with the variant (settings are intended with the variant too, see `pair`).
    """

    name: str
    label: str
    group: Group
    subject: Subject
    source: tuple[str, ...]
    why: str
    severity: Mapping[Family, Severity]
    reading: str = "text"
    missing: str = ""
    needed: bool = True
    intended: Intended = ""
