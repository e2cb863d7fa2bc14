"""What readers call that by which points of upgrades are told apart.

Owns the labels, in the order pages list them.
"""

from __future__ import annotations

from sysbench_archive.derive.workloads import FAMILIES
from sysbench_archive.model import PRODUCTS

ROLE_LABELS = {
    "one": "1 thread",
    "cores": "about the core count",
    "over": "oversubscribed",
    "lowest": "lowest thread count",
    "middle": "middle thread count",
    "highest": "highest thread count",
}
"""Role of a contrast to its words; the last three where the processors were not recorded."""
REGIME_LABELS = {
    "defaults": "default settings",
    "pinned": "pinned settings",
    "other": "settings not recorded",
}
WITH_REGIME = {
    "defaults": "with default settings",
    "pinned": "with pinned settings",
    "other": "with settings nobody recorded",
}
RESIDENCY_LABELS = {
    "in-memory": "dataset in memory",
    "cached": "dataset in main memory, not in the buffer pool",
    "io-bound": "dataset larger than memory",
    "unrecorded": "size of dataset or memory not recorded",
}
FAMILY_LABELS = FAMILIES | {"range": "Range and mixed reads (read only)", "write": "Writes only"}
CHOICES: dict[str, tuple[str, dict[str, str]]] = {
    "regime": ("Settings", {"defaults": "default", "pinned": "pinned", "other": "not recorded"}),
    "residency": (
        "Dataset",
        {
            "in-memory": "in memory",
            "cached": "in main memory, not in the buffer pool",
            "io-bound": "larger than memory",
            "unrecorded": "not recorded",
        },
    ),
    "role": (
        "Client threads",
        {"one": "one", "cores": "about the core count", "over": "oversubscribed"},
    ),
}
"""What tables are chosen by: a legend, and the names of its choices."""


def series_label(product: str, series: str) -> str:
    """`MySQL 8.0`."""
    return f"{PRODUCTS[product]} {series}"
