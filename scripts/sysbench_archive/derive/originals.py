"""What a bundle that `reproduces` something ran again: sides, workload and metric, by site path.

Owns the step from paths to the published runs behind them. A comparison is taken panel by
panel; runs are taken in pairs, in the order they are named, baseline first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sysbench_archive.derive.cells import Record, head_metric


@dataclass(frozen=True, slots=True)
class Original:
    """One published question. `threads` is None where every thread count belongs to it."""

    paths: tuple[str, ...]
    result: Record
    workload: str
    metric: str
    baseline: str
    candidates: tuple[str, ...]
    threads: int | None

    @property
    def runs(self) -> list[Record]:
        """The published runs it rests on, repetitions included."""
        return [
            run
            for run in self.result["runs"]
            if run["workload"]["id"] == self.workload and self.threads in (None, run["threads"])
        ]

    def server(self, name: str) -> Record:
        """The record of a side."""
        found: Record = next(s for s in self.result["servers"] if s["id"] == name)
        return found


def of_comparison(
    comparison: Record, results: Callable[[str], Record | None]
) -> Iterator[Original]:
    """An original for each panel with two sides; `results` finds a result by its path."""
    for panel in comparison["panels"]:
        result = results(panel["bundle"]["path"])
        names = [side["id"] for side in panel["sides"]]
        if result is not None and len(names) > 1:
            place = result, panel["workload"]["id"], panel["metric"]["name"]
            yield Original((comparison["path"],), *place, names[0], tuple(names[1:]), None)


def of_runs(paths: Sequence[str], results: Callable[[str], Record | None]) -> Iterator[Original]:
    """An original for each pair of runs of one bundle, workload and thread count."""
    groups: dict[tuple[str, str, int], list[Record]] = {}
    for path in paths:
        run = _run(path, results)
        if run is not None:
            key = bundle_path(path), run["workload"]["id"], run["threads"]
            groups.setdefault(key, []).append(run)
    for (bundle, workload, threads), runs in groups.items():
        servers = list(dict.fromkeys(run["server"]["id"] for run in runs))
        result = results(bundle)
        metric = head_metric(runs)
        if result is not None and len(servers) > 1 and metric is not None:
            named = tuple(run["path"] for run in runs)
            sides = servers[0], tuple(servers[1:])
            yield Original(named, result, workload, metric, *sides, threads)


def bundle_path(path: str) -> str:
    """The path of the result a run's path lies below."""
    return "/".join(path.split("/")[:3]) + "/"


def _run(path: str, results: Callable[[str], Record | None]) -> Record | None:
    result = results(bundle_path(path))
    runs = result["runs"] if result is not None else []
    return next((run for run in runs if run["path"] == path), None)
