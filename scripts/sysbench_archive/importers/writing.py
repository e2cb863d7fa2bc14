"""A whole import: put runs together into bundles, with the files of each as bytes.

Entries with one id are one server, host, client or workload; a run that states an entry differently
is refused. The document records where each field came from. Nothing is written here; the command
`import` writes once everything is known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

from sysbench_archive.bundle.figures import FigureRow, figures_of, write_figures
from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.bundle.references import identifier, is_bundle_id
from sysbench_archive.bundle.series import summarised, write_series
from sysbench_archive.hardware.machine_types import MachineType, instance_type, machine_model
from sysbench_archive.importers.archives import plain_log
from sysbench_archive.importers.fields import ORIGINS, ContradictionError, UnknownError
from sysbench_archive.importers.layout import Layout
from sysbench_archive.importers.runs import (
    Finder,
    FoundRun,
    Published,
    Refusal,
    report_place,
)
from sysbench_archive.importers.sources import Source
from sysbench_archive.importers.tables import Folders
from sysbench_archive.redaction.redactor import Redactor

_DIGITS = re.compile(r"([0-9]{1,18})")
MAX_DEPTH = 3
_LIST_NAMES = {"server": "servers", "client": "clients", "workload": "workloads", "run": "runs"}
_HEAD_KEYS = ("title", "submitter", "disclosure", "license", "source", "campaign", "notes")
_IDENTITIES = frozenset(("id", "host", "client", "server", "workload"))
MAX_REFUSED = 1_000
_RAW_NAME = re.compile(r"[^a-z0-9._-]+")


@dataclass(slots=True)
class Draft:
    """A bundle being put together. `members`: run id to run; `trace`: pointer to origins."""

    id: str
    head: dict[str, Any] = field(default_factory=dict)
    entries: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    members: dict[str, FoundRun] = field(default_factory=dict)
    cells: dict[tuple[Any, ...], str] = field(default_factory=dict)
    repetitions: Counter[tuple[Any, ...]] = field(default_factory=Counter)
    trace: dict[str, set[str]] = field(default_factory=dict)
    refused: list[Refusal] = field(default_factory=list)

    def document(self) -> dict[str, Any]:
        """The fields of `bundle.yaml` that come from the source, in the schema's order."""
        lists = {name: list(self.entries.get(name, {}).values()) for name in
                 ("hosts", "servers", "clients", "workloads", "runs")}  # fmt: skip
        return self.head | lists


def draft_bundles(layout: Layout, runs: Iterable[FoundRun]) -> tuple[list[Draft], list[Refusal]]:
    """The bundles of these runs, and the runs that fit into none."""
    found: dict[str, Draft] = {}
    refused: list[Refusal] = []
    for run in sorted(runs, key=_path_order):
        try:
            name = _bundle_id(layout, run)
            draft = found.setdefault(name, Draft(name))
        except UnknownError as error:
            refused.append(Refusal(run.path, str(error), run.place_in_file))
            continue
        try:
            _add_run(layout, draft, run)
        except (ContradictionError, UnknownError) as error:
            draft.refused.append(Refusal(run.path, str(error), run.place_in_file))
    full = [draft for draft in found.values() if draft.members]
    return full, refused + [r for d in found.values() if not d.members for r in d.refused]


def _bundle_id(layout: Layout, run: FoundRun) -> str:
    """The id of a run's bundle. Raises UnknownError where the layout gives none."""
    name = identifier(str(run.fields.fill(str(layout.bundle["id"])).value))
    if not is_bundle_id(name):
        raise UnknownError(f"the layout gives the bundle no id yyyy-mm-slug: {name!r}")
    return name


def _path_order(run: FoundRun) -> tuple[Any, ...]:
    """By path with its numbers as numbers, then by report."""
    parts = _DIGITS.split(run.path)
    return tuple((int(p), "") if p.isdigit() else (-1, p) for p in parts), run.report.index


def _add_run(layout: Layout, draft: Draft, run: FoundRun) -> None:
    """Put a run into its bundle. Raises before anything is changed where it does not fit."""
    trace: dict[str, set[str]] = {}
    head = {key: run.fields.filled(layout.bundle[key], f"/{key}", trace) for key in _HEAD_KEYS
            if key in layout.bundle}  # fmt: skip
    hosts = [_fill_entry(run, host, "hosts", trace) for host in layout.bundle["hosts"]]
    entries = {"hosts": [with_type(host) for host in hosts]}
    for key, name in _LIST_NAMES.items():
        entries[name] = [_fill_entry(run, layout.bundle[key], name, trace)]
    record = entries["runs"][0]
    _normalize_start(record)
    _link_entries(layout, entries, record)
    _move_other_command(draft, entries, record)
    cell = _count_repetition(layout, draft, record, trace)
    _refuse_contradiction(draft, head, entries)
    for name, added in entries.items():
        for entry in added:
            draft.entries.setdefault(name, {}).setdefault(entry["id"], entry)
    draft.head = draft.head or head
    draft.members[record["id"]] = run
    draft.cells[cell] = record["id"]
    draft.repetitions[cell[:3]] += 1
    for pointer, origins in trace.items():
        draft.trace.setdefault(pointer, set()).update(origins)


def _fill_entry(
    run: FoundRun, template: Mapping[str, Any], name: str, trace: dict[str, set[str]]
) -> dict[str, Any]:
    filled: dict[str, Any] = run.fields.filled(template, f"/{name}/*", trace)
    entry = {k: identifier(str(v)) if k in _IDENTITIES else v for k, v in filled.items()}
    if not entry.get("id"):
        raise UnknownError(f"the layout gives its {name[:-1]} no id: {template['id']!r}")
    return entry


def _normalize_start(record: dict[str, Any]) -> None:
    """The run's start in UTC; a time without its zone says nothing and is left out."""
    text = record.pop("started", None)
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return
    if moment.tzinfo is not None:
        record["started"] = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _link_entries(
    layout: Layout, entries: Mapping[str, list[dict[str, Any]]], record: dict[str, Any]
) -> None:
    """References follow from what stands beside each other, unless the layout states them.

    A client whose host the layout leaves empty ran beside each of several servers.
    """
    first = entries["hosts"][0]["id"]
    entries["servers"][0].setdefault("host", first)
    if "host" not in layout.bundle["client"]:
        entries["clients"][0]["host"] = entries["hosts"][-1]["id"]
    entries["workloads"][0].setdefault("client", entries["clients"][0]["id"])
    record.setdefault("server", entries["servers"][0]["id"])
    record.setdefault("workload", entries["workloads"][0]["id"])


def _move_other_command(
    draft: Draft, entries: Mapping[str, list[dict[str, Any]]], record: dict[str, Any]
) -> None:
    """The workload's command is its first run's; a run with another keeps its own."""
    workload = entries["workloads"][0]
    before = draft.entries.get("workloads", {}).get(workload["id"])
    if before is None or before.get("command") == workload.get("command"):
        return
    record["command"] = workload.get("command")
    workload["command"] = before.get("command")


def _count_repetition(
    layout: Layout, draft: Draft, record: dict[str, Any], trace: dict[str, set[str]]
) -> tuple[Any, ...]:
    """The run's place among the others; repetitions are counted where the layout says so."""
    sequence = record.get("sequence", {})
    cell = record["server"], record["workload"], record.get("threads"), sequence.get("repetition")
    if not layout.counted:
        if cell in draft.cells:
            raise ContradictionError(f"is the same cell as another run: {draft.cells[cell]}")
    else:
        same = draft.repetitions[cell[:3]] + 1
        cell = (*cell[:3], same)
        record["sequence"] = sequence | {"repetition": same}
        record["id"] = f"{record['id']}-r{same}"
        trace["/runs/*/sequence"] = {"inferred"}
    if record["id"] in draft.members:
        raise ContradictionError(f"has the id of another run: {record['id']}")
    return cell


def _refuse_contradiction(
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


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the caller asks for. `day`: YYYY-MM-DD; `name`: the field `{name}`.

    `command` is what a reader types to have the same bundles; empty where nobody says.
    """

    day: str
    copy: bool = False
    name: str | None = None
    command: str = ""
    select: str | None = None


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a bundle comes from; `refused` is its share of the refusals."""

    layout: Layout
    options: ImportOptions
    source: Source
    refused: Sequence[Refusal]
    redactor: Redactor


def linked_files(draft: Draft, provenance: Provenance) -> dict[str, bytes]:
    """The bundle of what stays where it is: figures, summarised intervals, places."""
    source = provenance.source
    head = draft.document()
    place = {"repository": source.repository, "commit": source.commit}
    address = source.repository or "unrecorded"
    # What is known of a source that nobody describes: its address, and that it was read.
    described = dict.fromkeys(("title", "author", "url", "published"), "unrecorded")
    described |= {"title": address.rpartition("/")[2], "url": address}
    described |= {"retrieved": provenance.options.day}
    head["source"] = described | head.get("source", {}) | place
    evidence = "published-table" if provenance.layout.table else "linked-output"
    document = _bundle_document(draft, head, evidence, provenance)
    series = {
        name: summarised(run.report, provenance.layout.means) for name, run in draft.members.items()
    }
    files = {
        "bundle.yaml": as_yaml(document).encode(),
        "figures.csv": write_figures(_figure_rows(draft.members, source)).encode(),
    }
    if any(series.values()):
        files["series.csv"] = write_series(series).encode()
    return files


def copied_files(draft: Draft, provenance: Provenance) -> dict[str, bytes]:
    """The bundle with a copy of the output, without names, addresses and passwords."""
    copies: dict[str, str] = {}
    files: dict[str, bytes] = {}
    head = draft.document()
    for record in head["runs"]:
        run = draft.members[record["id"]]
        if run.path not in copies:
            copies[run.path] = _raw_name(run.path, set(copies.values()))
            text = plain_log(provenance.source.read(run.path)).decode("utf-8", "replace")
            files[copies[run.path]] = provenance.redactor.clean(text).encode()
        record["file"] = copies[run.path]
        if run.report.index:
            record["report"] = run.report.index
    document = _bundle_document(draft, head, "raw-output", provenance)
    return {"bundle.yaml": as_yaml(document).encode()} | files


def _raw_name(path: str, taken: set[str]) -> str:
    """A safe name in `raw/` for a file of the source, and no other file's."""
    plain = _RAW_NAME.sub("-", path.lower().replace("/", "-")).strip("-._")
    stem = (
        plain.removesuffix(".gz").removesuffix(".txt").removesuffix(".log")[-80:].strip("-._")
        or "log"
    )
    name, number = f"raw/{stem}.txt", 1
    while name in taken:
        number += 1
        name = f"raw/{stem}-{number}.txt"
    return name


def _bundle_document(
    draft: Draft, head: dict[str, Any], evidence: str, provenance: Provenance
) -> dict[str, Any]:
    rows = [*provenance.refused, *draft.refused]
    files = {run.path for run in draft.members.values()}
    lost = {row.path for row in rows} - files
    imported = {
        "layout": provenance.layout.name,
        "command": provenance.options.command,
        "origins": origins_of(draft.trace),
        "files": {"found": len(files) + len(lost), "imported": len(files), "refused": len(lost)},
        "refused": [{"path": r.place, "reason": r.reason} for r in rows[:MAX_REFUSED]],
    }
    imported = {name: value for name, value in imported.items() if value not in ("", [])}
    unless_stated = {
        "schema": 1,
        "submitted": provenance.options.day,
        "license": "CC0-1.0",
        "disclosure": "unrecorded",
        "evidence": evidence,
    }
    document = unless_stated | head | {"imported": imported}
    cleaned: dict[str, Any] = provenance.redactor.clean_all(document)
    count = provenance.redactor.count
    return cleaned | ({"redactions": count} if count else {})


def _figure_rows(members: Mapping[str, FoundRun], source: Source) -> Iterator[FigureRow]:
    for name, run in members.items():
        place = report_place(f"{source.prefix}{run.path}", run.place_in_file)
        digests = {"sha256": run.sha256, "archive_sha256": source.archive_digest(run.path)}
        yield name, figures_of(run.report), {"source": place, **digests}


INSTANCE = "instance"
MODEL = "model"
"""Keys of a layout's host; no fields of a bundle."""
NOBODY = "unrecorded"


def with_type(host: Mapping[str, Any]) -> dict[str, Any]:
    """A host of a layout with the facts of its instance type or model in place of its name.

    A host says `instance: m6g.4xlarge`, or `model: CloudLab xl170`. What it leaves unrecorded is
    filled in and listed under `stated_for_type`, because nobody measured it there; what the layout
    or a file states itself stays. Of an instance type the table does not have only the name is
    kept; a model it does not have says nothing.
    """
    facts = {name: value for name, value in host.items() if name not in (INSTANCE, MODEL)}
    instance = str(host.get(INSTANCE, NOBODY)).strip()
    if instance in ("", NOBODY):
        known = machine_model(str(host.get(MODEL, "")))
    else:
        known = instance_type(instance)
        provider = {"provider": known.provider} if known else {}
        stated = rented if isinstance(rented := facts.get("cloud"), Mapping) else {}
        facts["cloud"] = {**provider, "instance_type": instance, **stated, "rest": NOBODY}
        if facts.get("kind", NOBODY) == NOBODY:
            facts["kind"] = "cloud-instance"
    return _filled(facts, known) if known else facts


def _filled(facts: dict[str, Any], known: MachineType) -> dict[str, Any]:
    """The facts with those of the type where nothing is stated, and which these are."""
    filled: list[str] = []
    names = ("model", "microarchitecture", "sockets", "cores", "threads")
    # What is stated of a type or a model, under the names a host has for it.
    every: dict[str, Any] = {
        "arch": known.arch,
        "cpu": {name: getattr(known, name) for name in names},
        "memory": {"size_mib": known.memory_mib},
    }
    for group, stated in every.items():
        before = facts.get(group, NOBODY)
        if not isinstance(stated, Mapping):
            if stated and before == NOBODY:
                facts[group] = stated
                filled.append(group)
            continue
        own = dict(before) if isinstance(before, Mapping) else {}
        if isinstance(before, Mapping) and "rest" not in before:
            continue
        missing = {name: v for name, v in stated.items() if v and own.get(name, NOBODY) == NOBODY}
        if "model" in own:
            # The machine's own processor decides which of the type's microarchitectures it has.
            missing.pop("microarchitecture", None)
        if missing:
            facts[group] = {**own, **missing, "rest": NOBODY}
            filled += [f"{group}.{name}" for name in missing]
    if filled:
        facts["stated_for_type"] = {
            "by": known.stated_by,
            "facts": filled,
            "sources": list(known.sources),
        }
    return facts


@dataclass(slots=True)
class Imported:
    """Bundle id to its files, runs of each, and every refusal."""

    found: Finder
    bundles: dict[str, dict[str, bytes]] = field(default_factory=dict)
    runs: dict[str, int] = field(default_factory=dict)
    refused: list[Refusal] = field(default_factory=list)


def import_all(
    source: Source,
    layout: Layout,
    options: ImportOptions,
    *,
    published: Published,
    watch: Callable[[int], None],
    folders: Folders | None = None,
    written: bool = True,
) -> Imported:
    """Read everything and put the bundles together, with their files where they are `written`."""
    if options.name:
        layout = replace(layout, fields={"name": options.name, **layout.fields})
    finder = Finder(source, layout, published, Redactor(), folders or {})
    finder.read_all(options.select, watch)
    drafts, unplaced = draft_bundles(layout, finder.runs)
    elsewhere = [*finder.refused, *unplaced]
    shares = _refusals_by_bundle(drafts, elsewhere)
    write = copied_files if options.copy else linked_files
    imported = Imported(finder)
    for draft in drafts:
        redactor = Redactor(dict(finder.redactor.placeholders), words=set(finder.redactor.words))
        provenance = Provenance(layout, options, source, shares[draft.id], redactor)
        imported.bundles[draft.id] = write(draft, provenance) if written else {}
        imported.runs[draft.id] = len(draft.members)
        imported.refused += draft.refused
    imported.refused += elsewhere
    return imported


def _refusals_by_bundle(groups: list[Draft], refused: list[Refusal]) -> dict[str, list[Refusal]]:
    """Each refusal goes to the bundle whose runs stand nearest to it, by the path they share."""
    bundle_by_path: dict[str, str] = {}
    for draft in groups:
        for run in draft.members.values():
            for path in _with_folders(run.path):
                bundle_by_path.setdefault(path, draft.id)
    shares: dict[str, list[Refusal]] = {draft.id: [] for draft in groups}
    for refusal in refused:
        homes = (bundle_by_path.get(path) for path in _with_folders(refusal.path))
        home = next(filter(None, homes), None) or next(iter(shares), None)
        if home is not None:
            shares[home].append(refusal)
    return shares


def _with_folders(path: str) -> list[str]:
    """A path and the folders it is in, the innermost first."""
    return [path, *map(str, PurePosixPath(path).parents)][:-1]
