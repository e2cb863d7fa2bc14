"""Sample upgrades and hardware classes: two machines, one of which nobody named.

Pages of pairs are made from points, as the archive makes them: only points are written here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from sysbench_archive.derive.hardware_pages import hardware_record
from sysbench_archive.derive.upgrade_chains import chains_record
from sysbench_archive.derive.upgrades import pair_records
from sysbench_archive.hardware import HardwareClass, classify
from sysbench_archive.hardware.records import class_record
from sysbench_archive.publish.upgrades import forest

from .shared import TEST, Record, Text, reference

SMALL = classify({"kind": "vm", "cpu.cores": "2", "memory.size_mib": "24105"})
UNNAMED = classify({})
PAIR_PATH = "/upgrades/mysql-8.0-to-mysql-8.4/"


def points(text: Text) -> list[Record]:
    """Three thread counts on one machine, and a published figure of another."""
    measured = [
        point(text, "one", 1, 0.9, 0.02, "slower"),
        point(text, "cores", 2, 1.01, 0.01, "equivalent"),
        point(text, "over", 16, 1.2, 0.05, "faster"),
    ]
    published = {"machine": "b", "low": None, "high": None, "status": "reported", "cpus": None}
    other = point(text, "one", 1, 0.8, 0.1, "slower", UNNAMED) | published
    return [*measured, other | {"regime": "other", "residency": "unrecorded"}]


def point(
    text: Text,
    role: str,
    threads: int,
    ratio: float,
    half: float,
    direction: str,
    kind: HardwareClass = SMALL,
) -> Record:
    """A point of MySQL 8.0 to 8.4."""
    return {
        "product": "mysql",
        "from": "8.0",
        "to": "8.4",
        "from_release": text("8.0.36"),
        "to_release": text("8.4.0"),
        "family": "range",
        "test": TEST,
        "workload": text("OLTP read-only"),
        "workloads": 1,
        "regime": "defaults",
        "residency": "in-memory",
        "machine": "a",
        "machine_label": text("A machine"),
        "class": kind.id,
        "class_label": text(kind.label),
        "class_brief": text(kind.brief),
        "cores": 2,
        "cpus": 2,
        "submitter": text("Somebody"),
        "day": "2026-01-02",
        "bundle": "2026-01-sample",
        "path": "/results/2026-01-sample/",
        "role": role,
        "threads": threads,
        "log": math.log(ratio),
        "low": ratio - half,
        "high": ratio + half,
        "noise": half / 2,
        "n": [3, 3],
        "direction": direction,
        "status": "measured",
    }


def upgrades(text: Text) -> Record:
    """The chain tables."""
    return chains_record(points(text))


def pairs(text: Text) -> Iterator[tuple[Record, list[Record]]]:
    """Each pair's page, with what its charts are drawn from."""
    for pair in pair_records(points(text)):
        yield pair, [forest(pair, group) for group in pair["groups"]]


def hardware(results: list[Record], comparisons: list[Record], text: Text) -> Record:
    """The classes of the sample's machines."""
    entries: list[dict[str, Any]] = [
        {"id": entry["id"], **reference(entry), "machines": [{"class": SMALL.id}]}
        for entry in results
    ]
    found = {entry["id"]: [*map(reference, comparisons)] for entry in results}
    classes = [class_record(kind) for kind in (SMALL, UNNAMED)]
    named = [record | {"label": text(record["label"])} for record in classes]
    return hardware_record(named, entries, found, points(text))
