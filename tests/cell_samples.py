"""Cells for tests. Nothing in them is a measurement."""

from __future__ import annotations

import math
from typing import Any

from sysbench_archive.derive.residency import residency_of
from sysbench_archive.tables.cells import Cell
from sysbench_archive.tables.release_pairs import ReleasePair, release_pairs


def cell(version: str, tps: float, **more: Any) -> Cell:
    """A cell of a MySQL release; `more` replaces any field."""
    series = ".".join(version.split(".")[:2])
    fields: dict[str, Any] = {
        "bundle": "2026-01-b",
        "workload": "oltp-read-only",
        "server": f"mysql-{version.replace('.', '-')}",
        "threads": 4,
        "workload_label": "OLTP read-only",
        "test": "oltp_read_only",
        "load": "read-only",
        "family": "range",
        "product": "mysql",
        "version": version,
        "series": series,
        "maturity": "ga",
        "variant": "",
        "alone": True,
        "regime": "pinned",
        "engine": "",
        "build": "",
        "host": "host",
        "machine": "a",
        "kind": "bare-metal",
        "machine_label": "Box 1",
        "cpu_model": "Intel(R) Xeon(R) CPU X1 @ 2.00GHz",
        "microarchitecture": "Haswell",
        "cpus": 4,
        "cores": 2,
        "hardware_threads": 4,
        "processors": 4,
        "memory_mib": 16384,
        "storage": ["nvme"],
        "hardware_class": "small",
        "author": "Somebody",
        "day": "2026-01",
        "client": "client",
        "placement": "same-host",
        "pool_mib": 2048,
        "data_mib": 1024,
        "held": False,
        "started": "2026-01",
        "loaded": False,
        "setup": "1f0a",
        "work": "",
        "place": "in-memory",
        "method": "runs",
        "character_set": "",
        "printed": True,
        "metric": "tps",
        "n": 3,
        "log_mean": math.log(tps),
        "log_variance": 0.0001,
        "settled": None,
        "log_mean_last_three_quarters": None,
        "log_mean_last_half": None,
    }
    fields |= more
    return Cell(residency=residency_of(fields["data_mib"], fields["pool_mib"]), **fields)


def pairs(ratio: float = 0.9, **more: Any) -> list[ReleasePair]:
    """MySQL 5.6 to 5.7 in one bundle."""
    return release_pairs([cell("5.6.51", 100, **more), cell("5.7.44", 100 * ratio, **more)], [])
