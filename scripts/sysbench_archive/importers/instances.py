"""Hosts of a layout that name a cloud's instance type or a model of machine: what is stated of it.

A host says `instance: m6g.4xlarge`, or `model: CloudLab xl170`. What it leaves unrecorded is filled
in from the tables in `hardware`, and listed under `stated_for_type`, because nobody measured it
there; what the layout or a file states itself stays. Of an instance type the table does not have
only the name is kept; a model it does not have says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sysbench_archive.hardware.machine_types import MachineType, instance_type, machine_model

INSTANCE = "instance"
MODEL = "model"
"""Keys of a layout's host; no fields of a bundle."""
NOBODY = "unrecorded"


def with_type(host: Mapping[str, Any]) -> dict[str, Any]:
    """A host with the facts of its instance type or model in place of the name of either."""
    facts = {name: value for name, value in host.items() if name not in (INSTANCE, MODEL)}
    instance = str(host.get(INSTANCE, NOBODY)).strip()
    if instance not in ("", NOBODY):
        known = instance_type(instance)
        facts = _rented(facts, instance, known)
        return _filled(facts, known) if known else facts
    model = machine_model(str(host.get(MODEL, "")))
    return _filled(facts, model) if model else facts


def _rented(facts: dict[str, Any], name: str, known: MachineType | None) -> dict[str, Any]:
    """The facts of a cloud instance of the type of this name."""
    kind = facts.get("kind", NOBODY)
    rented = facts.get("cloud")
    stated = rented if isinstance(rented, Mapping) else {}
    provider = {"provider": known.provider} if known else {}
    cloud = {**provider, "instance_type": name, **stated, "rest": NOBODY}
    return {**facts, "kind": "cloud-instance" if kind == NOBODY else kind, "cloud": cloud}


def _filled(facts: dict[str, Any], known: MachineType) -> dict[str, Any]:
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


def _facts_of(known: MachineType) -> Mapping[str, Any]:
    """What is stated of a type or a model, under the names a host has for it."""
    names = ("model", "microarchitecture", "sockets", "cores", "threads")
    cpu = {name: getattr(known, name) for name in names}
    return {"arch": known.arch, "cpu": cpu, "memory": {"size_mib": known.memory_mib}}
