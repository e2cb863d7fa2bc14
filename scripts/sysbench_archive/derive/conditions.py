"""The conditions of a result: those its bundle states, and where its datasets fit.

Owns that a dataset's place counts as recorded where the sizes leave no doubt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sysbench_archive.derive.facts import Record
from sysbench_archive.derive.residency import UNRECORDED, residency_of
from sysbench_archive.model import Bundle
from sysbench_archive.receipts import conditions_of

_RESIDENCY = "residency"


def conditions_record(bundle: Bundle, result: Mapping[str, Any]) -> Record:
    """`conditions` of a result record that has its hosts, servers and workloads."""
    found = conditions_of(bundle)
    for workload in result["workloads"]:
        place = _residency(bundle, result, workload)
        if place != UNRECORDED:
            found["workloads"][workload["id"]][_RESIDENCY] = place
    return found


def _residency(bundle: Bundle, result: Mapping[str, Any], workload: Mapping[str, Any]) -> str:
    """Where the dataset is for every server that ran the workload; else unrecorded."""
    ran = {run.server for run in bundle.runs_of(workload["id"])}
    hosts = {
        host["id"]: {fact["name"]: fact["value"] for fact in host["facts"]}
        for host in result["hosts"]
    }
    places = {
        residency_of(workload, server, hosts[server["host"]])
        for server in result["servers"]
        if server["id"] in ran
    }
    return places.pop() if len(places) == 1 else UNRECORDED
