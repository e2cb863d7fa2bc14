"""What stands in for what: servers for published ones, and whether release and workload are theirs.

Owns the reasons why a new ratio answers another question than the published one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sysbench_archive.derive.cells import Record
from sysbench_archive.derive.originals import Original

_DATASET = ("tables", "table_size")
WORK = "/workload"
"""A name no server has."""
_OTHER = "{} ran in the place of {}"


def stands_for(server: Mapping[str, Any]) -> str:
    """The published id a server stands for: as stated, or its own."""
    stated = (fact["value"] for fact in server["facts"] if fact["name"] == "stands_for")
    return next(stated, "") or server["id"]


def other_releases(original: Original, result: Record) -> dict[str, str]:
    """Sides for which a server of another product or series ran, with a sentence each."""
    servers = {stands_for(server): server for server in result["servers"]}
    found = {}
    for name in (original.baseline, *original.candidates):
        theirs, ours = original.server(name), servers.get(name)
        if ours and _release(theirs) != _release(ours):
            found[name] = _OTHER.format(ours["label"], theirs["label"])
    return found


def _release(server: Mapping[str, Any]) -> tuple[str, list[str]]:
    return server["product"], str(server["version"]).split(".")[:2]


def other_work(original: Original, result: Record) -> dict[str, str]:
    """A sentence, where another test or dataset was run."""
    both = [_work(record, original.workload) for record in (original.result, result)]
    differing = [
        f"{name} {ours[name]} in the place of {theirs[name]}"
        for theirs, ours in [both]
        for name in ("test", *_DATASET)
        if theirs.get(name) and ours.get(name) and theirs[name] != ours[name]
    ]
    return {WORK: f"another workload ran: {', '.join(differing)}"} if differing else {}


def _work(result: Record, workload: str) -> dict[str, str]:
    """Test, and parameters by name; empty where nobody recorded them."""
    entry = next((w for w in result["workloads"] if w["id"] == workload), None)
    if entry is None:
        return {}
    return {"test": entry["shelf"]} | {p["name"]: p["value"] for p in entry["parameters"]}
