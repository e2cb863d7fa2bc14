"""The servers of a comparison as its sides, baseline first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sysbench_archive.derive.cells import Record


def sides_of(result: Record, servers: Sequence[str]) -> list[Record]:
    """The servers as sides, the first as baseline; `shade` orders versions of one product."""
    described = {server["id"]: server for server in result["servers"]}
    sides = [described[name] for name in servers]
    return [
        {
            "id": side["id"],
            "label": side["label"],
            "role": "candidate" if index else "baseline",
            "product": side["product"],
            "version": side["version"],
            "series": side["series"],
            "shade": _shade(side, sides),
        }
        for index, side in enumerate(sides)
    ]


def _shade(side: Record, sides: Sequence[Record]) -> int:
    """Position among the sides of the same product, oldest version first."""
    family = [other for other in sides if other["product"] == side["product"]]
    order = sorted(family, key=lambda s: (version_key(s["version"]), s["variant"], s["id"]))
    return order.index(side)


def version_key(version: str) -> tuple[int, ...]:
    """The numbers of a version, so that 5.10 follows 5.9."""
    return tuple(int(number) for number in re.findall(r"[0-9]{1,9}", version))
