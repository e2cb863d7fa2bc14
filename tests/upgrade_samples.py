"""Points of upgrades for tests. Nothing in them is a measurement."""

from __future__ import annotations

import math
from typing import Any

from sysbench_archive.derive.upgrades.points import MeasuredPoint, band_of
from sysbench_archive.hardware import HardwareClass, classify
from sysbench_archive.hardware.distance import class_summary
from sysbench_archive.model.bundle import Host

UNRECORDED = classify(Host("h", {}).machine)


def measured_point(
    ratio: float, hardware_class: HardwareClass = UNRECORDED, **more: Any
) -> MeasuredPoint:
    """A point of MySQL 5.6 to 5.7; `more` replaces any field."""
    fields: dict[str, Any] = {
        "product": "mysql",
        "to_product": "",
        "from_series": "5.6",
        "to_series": "5.7",
        "from_release": "5.6.1",
        "to_release": "5.7.2",
        "family": "range",
        "test": "oltp_read_only",
        "workload": "OLTP read-only",
        "parameters": "",
        "metric": "tps",
        "regime": "pinned",
        "residency": "in-memory",
        "pool_mib": None,
        "pools_mib": (None, None),
        "tables": 4,
        "table_size": 100_000,
        "dataset_mib": None,
        "placement": "same-host",
        "order": "forward",
        "machine": "a",
        "machine_label": "",
        "hardware_class": class_summary(hardware_class),
        "cores": 2,
        "memory_mib": 16384,
        "storage": ["nvme"],
        "cpu_model": "",
        "cpus": 4,
        "submitter": "Somebody",
        "day": "2026-01",
        "bundle": "2026-01-b",
        "path": "/comparisons/2026-01-b--w/",
        "threads": 4,
        "newer_runs": ["newer"],
        "older_runs": ["older"],
        "log_ratio": math.log(ratio),
        "standard_error": 0.02,
        "low": ratio * 0.95,
        "high": ratio * 1.05,
        "n": [3, 3],
        "direction": "slower" if ratio < 1 else "faster",
        "status": "measured",
    }
    fields |= more
    fields.setdefault("band", band_of(fields["threads"], fields["cpus"]))
    return MeasuredPoint(**fields)
