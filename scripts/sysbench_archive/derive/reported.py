"""Differences a source published without figures: a verdict and a receipt for each.

Owns what can be said where only differences survive: their signs, never a ratio.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.cells import Record
from sysbench_archive.derive.receiving import receipt_of
from sysbench_archive.derive.sides import sides_of
from sysbench_archive.metrics import METRICS


def reported_panels(results: Iterable[Record], servers: Sequence[str]) -> Iterator[Record]:
    """A panel without cells for each difference between the baseline and another server."""
    for result in results:
        for entry in result["reported"]:
            pair = [entry["baseline"]["id"], entry["candidate"]["id"]]
            if pair[0] == servers[0] and pair[1] in servers:
                workload = next(
                    w for w in result["workloads"] if w["id"] == entry["workload"]["id"]
                )
                yield {
                    "id": f"{result['id']}--{workload['id']}--reported",
                    "title": workload["title"],
                    "bundle": {"path": result["path"], "title": result["title"]},
                    "sides": sides_of(result, pair),
                    "receipt": receipt_of(result, workload, pair),
                    "entry": reported_verdict(entry, workload["title"]),
                }


def reported_verdict(entry: Mapping[str, Any], title: str) -> Record:
    """A line of the answer, as panels with figures have one a candidate."""
    direction = _direction(entry)
    return {
        "panel": "",
        "title": title,
        "candidate": entry["candidate"]["label"],
        "direction": direction,
        "status": "reported",
        "sentence": _sentence(entry, direction),
        **dict.fromkeys(("ratio", "low", "high", "threads")),
    }


def _direction(entry: Mapping[str, Any]) -> str:
    """By the signs of the extremes, which the source states; else by that of the mean."""
    higher = METRICS[entry["metric"]].direction != "lower"
    stated = [entry[name] for name in ("minimum", "maximum") if entry[name] is not None]
    values = stated or [value for value in (entry["mean"],) if value is not None]
    signs = {value > 0 for value in values if value}
    if entry["slower_at_threads"]:
        signs |= {not higher}
    if len(signs) != 1:
        return "mixed" if signs else "cannot-tell"
    return "faster" if signs.pop() is higher else "slower"


_WORDS = {
    "faster": "{candidate} is faster than {baseline} as published",
    "slower": "{candidate} is slower than {baseline} as published",
    "mixed": "{candidate} is faster than {baseline} at some thread counts and slower at others",
    "cannot-tell": "Cannot tell {candidate} from {baseline}",
}


def _sentence(entry: Mapping[str, Any], direction: str) -> str:
    names = {side: entry[side]["label"] for side in ("candidate", "baseline")}
    told = f"{_WORDS[direction].format(**names)}: {METRICS[entry['metric']].label.lower()}"
    return f"{told} {', '.join(_stated(entry))}; reported."


def _stated(entry: Mapping[str, Any]) -> Iterator[str]:
    if entry["mean"] is not None:
        yield f"{entry['mean']:+,g} on average"
    if entry["minimum"] is not None and entry["maximum"] is not None:
        yield f"between {entry['minimum']:+,g} and {entry['maximum']:+,g}"
    if entry["slower_at_threads"]:
        yield f"slower at {', '.join(map(str, entry['slower_at_threads']))} threads"
