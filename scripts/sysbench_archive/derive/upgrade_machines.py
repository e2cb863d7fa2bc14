"""The machines of a bundle as upgrades count them: who measured on what, and when.

Owns when two bundles count as one machine: the same author, and the same is recorded of it. It
errs towards fewer, so that nobody's machine counts twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sysbench_archive.derive.judging import cpus_of
from sysbench_archive.hardware import HardwareClass, classify

_TOLD_BY = ("machine", "cpu.model", "cpu.cores", "cpu.threads", "memory.size_mib")
_KEY_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine of a bundle.

    `key` is the same for what counts as one machine, `kind` its class, `cores` and `cpus` its
    cores and hardware threads, `day` the day or month of publication, `facts` its dotted facts.
    """

    key: str
    label: str
    kind: HardwareClass
    cores: int | None
    cpus: int | None
    author: str
    day: str
    facts: Mapping[str, str]


def machines_of(result: Mapping[str, Any]) -> dict[str, Machine]:
    """The machines of a result by the id of the host."""
    source = {fact["name"]: fact["value"] for fact in result["source"]}
    author = source.get("author") or source.get("publisher") or result["submitter"]
    day = source.get("published") or result["submitted"]
    return {host["id"]: _machine(host, author, day) for host in result["hosts"]}


def _machine(host: Mapping[str, Any], author: str, day: str) -> Machine:
    facts = {fact["name"]: fact["value"] for fact in host["facts"]}
    kind = classify(facts)
    told = [facts.get(name, "") for name in _TOLD_BY]
    text = "\0".join([author, kind.id, *told])
    return Machine(
        key=hashlib.sha256(text.encode()).hexdigest()[:_KEY_LENGTH],
        label=facts.get("machine", ""),
        kind=kind,
        cores=_count(facts.get("cpu.cores", "")),
        cpus=cpus_of(host["facts"]),
        author=author,
        day=day,
        facts=facts,
    )


def _count(text: str) -> int | None:
    return int(text) if text.isdigit() else None
