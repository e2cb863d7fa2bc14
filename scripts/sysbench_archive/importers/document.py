"""From runs to bundles: the document of each, out of the layout's own.

Owns identity (servers, hosts, clients and workloads are one where their ids are), the run's place
in the bundle, and where every field came from. Two runs that state one id differently are a
contradiction, and the later is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sysbench_archive.bundle.names import identifier, is_bundle_id
from sysbench_archive.importers.fields import ORIGINS, ContradictionError, UnknownError
from sysbench_archive.importers.layout import Layout
from sysbench_archive.importers.runs import FoundRun, Refusal

_DIGITS = re.compile(r"([0-9]{1,18})")
MAX_DEPTH = 3
_LISTS = {"server": "servers", "client": "clients", "workload": "workloads", "run": "runs"}
_HEAD = ("title", "submitter", "disclosure", "license", "source", "campaign", "notes")
_IDENTITIES = frozenset(("id", "host", "client", "server", "workload"))


@dataclass(slots=True)
class Draft:
    """A bundle being put together. `members`: run id to run; `trace`: pointer to origins."""

    id: str
    head: dict[str, Any] = field(default_factory=dict)
    entries: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    members: dict[str, FoundRun] = field(default_factory=dict)
    cells: dict[tuple[Any, ...], str] = field(default_factory=dict)
    trace: dict[str, set[str]] = field(default_factory=dict)
    refused: list[Refusal] = field(default_factory=list)

    def document(self) -> dict[str, Any]:
        """The fields of `bundle.yaml` that come from the source, in the schema's order."""
        lists = {name: list(self.entries.get(name, {}).values()) for name in
                 ("hosts", "servers", "clients", "workloads", "runs")}  # fmt: skip
        return self.head | lists


def drafts(layout: Layout, runs: Iterable[FoundRun]) -> tuple[list[Draft], list[Refusal]]:
    """The bundles of these runs, and the runs that fit into none."""
    found: dict[str, Draft] = {}
    refused: list[Refusal] = []
    for run in sorted(runs, key=_in_order):
        try:
            name = _home(layout, run)
            draft = found.setdefault(name, Draft(name))
        except UnknownError as error:
            refused.append(Refusal(_place(run), str(error)))
            continue
        try:
            _add(layout, draft, run)
        except (ContradictionError, UnknownError) as error:
            draft.refused.append(Refusal(_place(run), str(error), name))
    full = [draft for draft in found.values() if draft.members]
    return full, refused + [r for d in found.values() if not d.members for r in d.refused]


def _home(layout: Layout, run: FoundRun) -> str:
    """The id of a run's bundle. Raises UnknownError where the layout gives none."""
    name = identifier(str(run.fields.fill(layout.bundle["id"]).value))
    if not is_bundle_id(name):
        raise UnknownError(f"the layout gives the bundle no id yyyy-mm-slug: {name!r}")
    return name


def _in_order(run: FoundRun) -> tuple[Any, ...]:
    """By path with its numbers as numbers, then by report."""
    parts = _DIGITS.split(run.path)
    return tuple((int(p), "") if p.isdigit() else (-1, p) for p in parts), run.report.index


def _place(run: FoundRun) -> str:
    return f"{run.path}#{run.report.index}" if run.reports > 1 else run.path


def _add(layout: Layout, draft: Draft, run: FoundRun) -> None:
    """Put a run into its bundle. Raises before anything is changed where it does not fit."""
    trace: dict[str, set[str]] = {}
    head = {key: run.fields.filled(layout.bundle[key], f"/{key}", trace) for key in _HEAD
            if key in layout.bundle}  # fmt: skip
    entries = {"hosts": [_entry(run, host, "hosts", trace) for host in layout.bundle["hosts"]]}
    for key, name in _LISTS.items():
        entries[name] = [_entry(run, layout.bundle[key], name, trace)]
    record = entries["runs"][0]
    _timed(record)
    _link(entries, record)
    _commanded(draft, entries, record)
    cell = _cell(layout, draft, record, trace)
    _same(draft, head, entries)
    for name, added in entries.items():
        for entry in added:
            draft.entries.setdefault(name, {}).setdefault(entry["id"], entry)
    draft.head = draft.head or head
    draft.members[record["id"]] = run
    draft.cells[cell] = record["id"]
    for pointer, origins in trace.items():
        draft.trace.setdefault(pointer, set()).update(origins)


def _entry(
    run: FoundRun, template: Mapping[str, Any], name: str, trace: dict[str, set[str]]
) -> dict[str, Any]:
    filled: dict[str, Any] = run.fields.filled(template, f"/{name}/*", trace)
    return {k: identifier(str(v)) if k in _IDENTITIES else v for k, v in filled.items()}


def _timed(record: dict[str, Any]) -> None:
    """The run's start in UTC; a time without its zone says nothing and is left out."""
    text = record.pop("started", None)
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return
    if moment.tzinfo is not None:
        record["started"] = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _link(entries: Mapping[str, list[dict[str, Any]]], record: dict[str, Any]) -> None:
    """References follow from what stands beside each other, unless the layout states them."""
    first = entries["hosts"][0]["id"]
    entries["servers"][0].setdefault("host", first)
    entries["clients"][0].setdefault("host", entries["hosts"][-1]["id"])
    entries["workloads"][0].setdefault("client", entries["clients"][0]["id"])
    record.setdefault("server", entries["servers"][0]["id"])
    record.setdefault("workload", entries["workloads"][0]["id"])


def _commanded(
    draft: Draft, entries: Mapping[str, list[dict[str, Any]]], record: dict[str, Any]
) -> None:
    """The workload's command is its first run's; a run with another keeps its own."""
    workload = entries["workloads"][0]
    before = draft.entries.get("workloads", {}).get(workload["id"])
    if before is None or before.get("command") == workload.get("command"):
        return
    record["command"] = workload.get("command")
    workload["command"] = before.get("command")


def _cell(
    layout: Layout, draft: Draft, record: dict[str, Any], trace: dict[str, set[str]]
) -> tuple[Any, ...]:
    """The run's place among the others; repetitions are counted where the layout says so."""
    sequence = record.get("sequence", {})
    cell = record["server"], record["workload"], record.get("threads"), sequence.get("repetition")
    if not layout.counted:
        if cell in draft.cells:
            raise ContradictionError(f"is the same cell as another run: {draft.cells[cell]}")
    else:
        same = 1
        while (*cell[:3], same) in draft.cells:
            same += 1
        cell = (*cell[:3], same)
        record["sequence"] = sequence | {"repetition": same}
        record["id"] = f"{record['id']}-r{same}"
        trace["/runs/*/sequence"] = {"inferred"}
    if record["id"] in draft.members:
        raise ContradictionError(f"has the id of another run: {record['id']}")
    return cell


def _same(
    draft: Draft, head: Mapping[str, Any], entries: Mapping[str, Sequence[dict[str, Any]]]
) -> None:
    if draft.head and draft.head != head:
        key = next(k for k in head if draft.head.get(k) != head[k])
        raise ContradictionError(f"states another {key} for bundle {draft.id}")
    for name, added in entries.items():
        for entry in added if name != "runs" else ():
            before = draft.entries.get(name, {}).get(entry["id"], entry)
            if before != entry:
                key = next(k for k in {**before, **entry} if before.get(k) != entry.get(k))
                raise ContradictionError(f"states another {key} for {name[:-1]} {entry['id']}")


def origins_of(trace: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """Pointers by origin; deeper fields are told as the group they stand in."""
    found: dict[str, dict[str, None]] = {origin: {} for origin in ORIGINS}
    for pointer, origins in trace.items():
        parts = pointer.split("/")[1:]
        depth = MAX_DEPTH if len(parts) > 1 and parts[1] == "*" else 2
        short = "/" + "/".join(parts[:depth])
        for origin in origins:
            found[origin][short] = None
    return {origin: sorted(pointers) for origin, pointers in found.items() if pointers}
