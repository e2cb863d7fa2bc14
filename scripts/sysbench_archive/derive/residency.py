"""Where a workload's dataset lies while it runs: in the buffer pool, in memory, or in neither.

A bundle's own statement comes first. Otherwise it follows from the size of the dataset and of
the buffer pool, where the sizes are so far apart that it is certain; else nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

Residency = Literal["in-memory", "cached", "io-bound", "unrecorded"]

UNRECORDED: Residency = "unrecorded"
_STATED: Mapping[str, Residency] = {
    "in-memory": "in-memory",
    "cached": "cached",
    "io-bound": "io-bound",
}
ROW_BYTES = 240
"""A row of sysbench's tables with its secondary index, in InnoDB, shortly after loading."""
SURE = 1.5
"""An estimate decides only where it is so many times smaller, or larger, than the memory."""

_SIZE = re.compile(r"([0-9]+)([KMGT]?)", re.IGNORECASE)
_MIB = {"": 2**-20, "K": 2**-10, "M": 1.0, "G": 2.0**10, "T": 2.0**20}


def residency_of(
    workload: Mapping[str, Any], server: Mapping[str, Any], host: Mapping[str, str]
) -> Residency:
    """Of a workload and a server of a result record; `host` are the facts of the server's host."""
    facts = {fact["name"]: fact["value"] for fact in workload["facts"]}
    stated = _STATED.get(facts.get("dataset.residency", ""))
    if stated:
        return stated
    least, most = _dataset_mib(facts, workload)
    pool, memory = pool_mib(server), _number(host.get("memory.size_mib", ""))
    if most and pool and most <= pool:
        return "in-memory"
    if most and memory and most <= memory:
        return "cached" if pool and least > pool else UNRECORDED
    return "io-bound" if memory and least > memory else UNRECORDED


def _dataset_mib(facts: Mapping[str, str], workload: Mapping[str, Any]) -> tuple[float, float]:
    """The least and the most MiB that the dataset takes; zeros where nothing tells."""
    stated = _number(facts.get("dataset.size_mib", ""))
    if stated:
        return stated, stated
    given = {p["name"]: _number(p["value"]) for p in workload["parameters"]}
    rows = given.get("tables", 0.0) * given.get("table_size", 0.0)
    guess = rows * ROW_BYTES / 2**20
    return guess / SURE, guess * SURE


def pool_mib(server: Mapping[str, Any]) -> float:
    """The buffer pool a server was told to have, in MiB; 0 where it was not."""
    options = {option["name"]: option["value"] for option in server["options"]}
    found = _SIZE.fullmatch(options.get("innodb_buffer_pool_size", ""))
    return float(found[1]) * _MIB[found[2].upper()] if found else 0.0


def _number(text: str) -> float:
    return float(text) if re.fullmatch(r"[0-9]{1,15}(\.[0-9]{1,6})?", text) else 0.0
