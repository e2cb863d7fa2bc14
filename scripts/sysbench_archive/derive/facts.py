"""Facts and variables as rows of tables, and the stated facts by dotted name.

Rows are for display: whoever needs a number, a yes or a state reads the stated facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.model.base import FactRow
from sysbench_archive.model.bundle import Facts, state_of
from sysbench_archive.model.result import FactValue, VariableRow

_ACRONYMS = {
    "arch": "architecture",
    "cpu": "CPU",
    "cpus": "CPUs",
    "id": "id",
    "innodb": "InnoDB",
    "io": "I/O",
    "iops": "IOPS",
    "numa": "NUMA",
    "os": "operating system",
    "pgo": "profile-guided optimisation",
    "raid": "RAID",
    "selinux": "SELinux",
    "sha256": "SHA-256",
    "smt": "SMT",
    "sysbench": "sysbench",
    "tls": "TLS",
    "url": "address",
}
_UNIT_SUFFIXES = ("_mib", "_mhz", "_us", "_ms", "_s")
_NAMING = {"id", "label"}
_LABELS = {
    "sequence.load": "Dataset load",
    "sequence.session": "Server session",
    "sequence.position": "Position in the sequence",
    "telemetry.steal_percent": "Stolen CPU",
}
_UNDERSTOOD = ("sequence.", "telemetry.")
"""Groups whose name adds nothing to the labels in them."""


def fact_rows(facts: Facts, leave_out: Iterable[str] = ()) -> list[FactRow]:
    """Every fact below a mapping, in authored order; names in `leave_out` are shown elsewhere."""
    return [_fact_row(name, value) for name, value in _flat_facts(facts, leave_out)]


def option_rows(options: Facts) -> list[FactRow]:
    """Server options as rows; their names are the server's own words."""
    rows = (_fact_row(name, value) for name, value in options.items())
    return [replace(row, label=row.name, unit="") for row in rows]


def stated_facts(facts: Facts, leave_out: Iterable[str] = ()) -> dict[str, FactValue]:
    """The values of the facts that are stated, under the names their rows have."""
    flat = _flat_facts(facts, leave_out)
    return {name: value for name, value in flat if state_of(value) == "stated"}


def _flat_facts(facts: Facts, leave_out: Iterable[str]) -> Iterator[tuple[str, Any]]:
    skipped = _NAMING | set(leave_out)
    kept = {name: value for name, value in facts.items() if name not in skipped}
    return _flatten(kept, "")


def _flatten(value: Facts, prefix: str) -> Iterator[tuple[str, Any]]:
    for name, fact in value.items():
        dotted = f"{prefix}{name}"
        if isinstance(fact, dict) and state_of(fact) == "stated":
            yield from _flatten(fact, f"{dotted}.")
        elif isinstance(fact, list) and any(isinstance(item, dict) for item in fact):
            yield from _flatten(_numbered(dotted, fact), "")
        else:
            yield dotted, fact


def _numbered(dotted: str, entries: Sequence[Any]) -> Facts:
    """Entries by name; one alone needs no number."""
    if len(entries) == 1:
        return {dotted: entries[0]}
    return {f"{dotted}.{number}": entry for number, entry in enumerate(entries, 1)}


def _fact_row(name: str, value: Any) -> FactRow:
    state = state_of(value)
    return FactRow(
        name=name,
        label=label_of(name),
        value=text_of(value) if state == "stated" else "",
        unit=units().get(name.rpartition(".")[2], "") if state == "stated" else "",
        state=state,
        probe=value["unavailable"] if state == "unavailable" else "",
    )


def label_of(name: str) -> str:
    """`cpu.clock_mhz` as `CPU clock`."""
    if name in _LABELS:
        return _LABELS[name]
    words: list[str] = []
    for group in _UNDERSTOOD:
        name = name.removeprefix(group)
    for part in name.split("."):
        for suffix in _UNIT_SUFFIXES:
            part = part.removesuffix(suffix)
        words += [_ACRONYMS.get(word, word) for word in part.split("_")]
    text = " ".join(words)
    return text[:1].upper() + text[1:] if words[0] != "sysbench" else text


def text_of(value: Any) -> str:
    """A value as a reader sees it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(text_of(item) for item in value)
    return str(value)


@cache
def units() -> Mapping[str, str]:
    """Field name to unit, read off the schema; `1` marks counts and is not shown."""
    found: dict[str, str] = {}
    pending: list[Any] = [load_schema("bundle-1")]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            for name, definition in node.get("properties", {}).items():
                if isinstance(definition, dict) and definition.get("unit", "1") != "1":
                    found[name] = definition["unit"]
            pending.extend(node.values())
        elif isinstance(node, list):
            pending.extend(node)
    return found


def variable_rows(
    dumps: Mapping[str, Mapping[str, str]], servers: Sequence[str]
) -> list[VariableRow]:
    """A row for every variable some server has: a value a server, None where it has no such one.

    `differs` is true where the servers that have it do not agree.
    """
    rows = []
    for name in sorted({name for server in servers for name in dumps[server]}):
        values = [dumps[server].get(name) for server in servers]
        rows.append(VariableRow(name=name, differs=len(set(values)) > 1, values=values))
    return rows
