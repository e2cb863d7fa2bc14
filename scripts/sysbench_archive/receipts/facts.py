"""Conditions read off the facts of hosts, servers, clients, workloads and campaigns.

Owns how a dotted name finds its fact, through lists of storage and through groups of which
nothing was recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sysbench_archive.bundle.facts import state_of
from sysbench_archive.hardware.buckets import tier_of
from sysbench_archive.receipts.field import Field
from sysbench_archive.receipts.value import Value, of_mib, state, text


def read(fields: Iterable[Field], facts: Mapping[str, Any]) -> dict[str, Value]:
    """Name of a row to its value, for the rows that apply."""
    found = ((field.name, value_of(field, facts)) for field in fields)
    return {name: value for name, value in found if value is not None}


def value_of(field: Field, facts: Mapping[str, Any]) -> Value | None:
    """The first of a row's sources that is stated, else why none is; None: does not apply."""
    known = [
        fact for source in field.source if (fact := look(facts, source.split("."))) is not None
    ]
    for fact in known:
        if state(fact) is None:
            return READINGS[field.reading](fact) or field.missing or None
    return state(known[0]) if known else field.missing or None


def look(node: Any, path: Sequence[str]) -> Any:
    """The fact at the end of a path; a group's own state where it is not stated; None if absent."""
    for depth, name in enumerate(path):
        if isinstance(node, list):
            return _together([look(entry, path[depth:]) for entry in node])
        if state_of(node) != "stated" or not isinstance(node, Mapping):
            return node
        node = node.get(name)
        if node is None:
            return None
    return node


def _together(facts: Sequence[Any]) -> Any:
    """What several entries say: the values that are stated, else the first state."""
    present = [fact for fact in facts if fact is not None]
    values = [fact for fact in present if state(fact) is None]
    distinct = [value for index, value in enumerate(values) if value not in values[:index]]
    if distinct:
        return distinct if len(distinct) > 1 else distinct[0]
    return present[0] if present else None


def _fsync(value: Any) -> str:
    """Tiers: the exact latency of two machines is never the same."""
    latencies = value if isinstance(value, list) else [value]
    return ", ".join(dict.fromkeys(tier_of(float(latency)).label for latency in latencies))


def _script(value: Mapping[str, Any]) -> str:
    """Name, hash and changes; its copy's place says nothing."""
    known = (value.get(name) for name in ("name", "sha256", "changes"))
    return ", ".join(text(fact) for fact in known if fact is not None and state(fact) is None)


READINGS: Mapping[str, Callable[[Any], str]] = {
    "text": text,
    "mib": of_mib,
    "mhz": lambda value: f"{text(value)} MHz",
    "fsync": _fsync,
    "script": _script,
    "campaign": text,
    "warm-up": text,
    "residency": text,
    "data directory": text,
    "client machine": text,
}
