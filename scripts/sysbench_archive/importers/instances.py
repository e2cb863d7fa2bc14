"""Hosts of a layout that name a cloud's instance type: what the provider states of it.

A host says `instance: m6g.4xlarge`. What it leaves unrecorded is filled in from the table in
`hardware`, and listed under `stated_for_type`, because nobody measured it there; what the layout or
a file states itself stays. Of a type the table does not have only the name is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sysbench_archive.hardware.instances import InstanceType, instance_type

KEY = "instance"
"""The key of a layout's host; no field of a bundle."""
NOBODY = "unrecorded"


def with_instance(host: Mapping[str, Any]) -> dict[str, Any]:
    """A host with the facts of its instance type in place of the type's name."""
    facts = {name: value for name, value in host.items() if name != KEY}
    name = str(host.get(KEY, NOBODY)).strip()
    if name in ("", NOBODY):
        return facts
    known = instance_type(name)
    if facts.get("kind", NOBODY) == NOBODY:
        facts["kind"] = "cloud-instance"
    rented = facts.get("cloud")
    stated = rented if isinstance(rented, Mapping) else {}
    provider = {"provider": known.provider} if known else {}
    facts["cloud"] = {**provider, "instance_type": name, **stated, "rest": NOBODY}
    return _filled(facts, known) if known else facts


def _filled(facts: dict[str, Any], known: InstanceType) -> dict[str, Any]:
    """The facts with those of the type where nothing is stated, and which these are."""
    filled: list[str] = []
    for group, stated in _facts_of(known).items():
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


def _facts_of(known: InstanceType) -> dict[str, Any]:
    """The facts of a type under the names a host has for them."""
    return {
        "arch": known.arch,
        "cpu": {
            "model": known.model,
            "microarchitecture": known.microarchitecture,
            "cores": known.cores,
            "threads": known.threads,
        },
        "memory": {"size_mib": known.memory_mib},
    }
