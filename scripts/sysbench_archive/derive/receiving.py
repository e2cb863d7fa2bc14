"""The receipt of a panel: the conditions of its sides, handed to the table of fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sysbench_archive.derive.cells import Record
from sysbench_archive.derive.workloads import test_named
from sysbench_archive.receipts import further, receipt


def receipt_of(
    result: Mapping[str, Any], workload: Mapping[str, Any], servers: Sequence[str]
) -> Record:
    """What differs between servers of one result in a workload, and what nobody recorded."""
    return fields_of(result, workload, servers) | {"further": further(result, servers)}


def fields_of(
    result: Mapping[str, Any], workload: Mapping[str, Any], servers: Sequence[str]
) -> Record:
    """The same as far as the table of fields goes, without the servers' other variables."""
    conditions = result["conditions"]
    described = {server["id"]: server for server in result["servers"]}
    work = conditions["workloads"][workload["id"]]
    sides = [
        {"id": name, "label": described[name]["label"], **conditions["servers"][name], **work}
        for name in servers
    ]
    return receipt(sides, family=test_named(workload["shelf"], "").family)
