"""The charts on a result's own page: throughput of its first workloads over client threads.

Owns which are shown: those of the matrix comparisons again, and one for a workload that a single
server ran, which no comparison shows. A page with dozens of workloads shows the first few.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.cells import head_metric
from sysbench_archive.derive.panels import panel_of

Record = dict[str, Any]

MOST = 3
"""Charts on a page; each is 3 to 6 kB compressed."""


def own_panels(result: Record) -> Iterator[Record]:
    """A panel for each of the first workloads that one server ran at several thread counts."""
    for workload in result["workloads"][:MOST]:
        runs = [run for run in result["runs"] if run["workload"]["id"] == workload["id"]]
        counted = [run for run in runs if run["state"] == "complete"]
        servers = {run["server"]["id"] for run in counted}
        several = len({run["threads"] for run in counted}) > 1
        if len(servers) == 1 and several and head_metric(runs):
            spec = {"workload": workload["id"]}
            panel = panel_of(result, spec, sorted(servers), f"{result['id']}--{workload['id']}")
            panel["charts"] = dict.fromkeys(panel["charts"]) | {
                "throughput": panel["charts"]["throughput"]
            }
            yield panel


def result_charts(
    result: Record, matrix: Sequence[Mapping[str, Any]], own: Sequence[Mapping[str, Any]]
) -> list[Record]:
    """{workload, name, caption, path} of each chart; `path` is the comparison's, or empty."""
    compared = {c["panels"][0]["workload"]["id"]: (c["panels"][0], c["path"]) for c in matrix}
    alone = {panel["workload"]["id"]: (panel, "") for panel in own}
    shown: list[Record] = []
    for workload in result["workloads"]:
        panel, path = (compared | alone).get(workload["id"], (None, ""))
        if panel and panel["charts"]["throughput"] and len(shown) < MOST:
            shown.append(
                {
                    "workload": workload["id"],
                    "name": panel["charts"]["throughput"],
                    "caption": panel["metric"]["label"],
                    "path": path,
                }
            )
    return shown
