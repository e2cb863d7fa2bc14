"""campaign.yaml: servers x workloads x threads x repetitions x seconds, as a file.

Owns its keys. An unknown key is refused: a misspelt one would measure something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from sysbench_archive.capture.plan import Access, Plan, ServerPlan, WorkloadPlan, workload_plan
from sysbench_archive.capture.stops import RefusalError

_ACCESS = {"socket": str, "host": str, "port": int, "user": str, "database": str}
_SERVER = {
    "variant": str, "start": str, "stop": str, "regime": str, "maturity": str, "allocator": str,
    "build": dict, "attachments": list, "notes": str, "stands_for": str,
}  # fmt: skip
_PLAN = {
    "repetitions": int, "seconds": int, "tables": int, "table_size": int, "seed": int,
    "warmup": int, "settle": int, "load": str, "title": str, "placement": str, "link": str,
    "notes": str,
}  # fmt: skip
_LISTS = {"servers": list, "workloads": list, "threads": list}
_WORKLOAD = {"name": str, "id": str, "options": list, "changes": str}
_CHOICES = {
    "load": ("visit", "once"),
    "regime": ("defaults", "pinned"),
    "placement": ("same-host", "other-host"),
    "changes": ("nothing", "values", "size"),
}


def read_campaign(path: Path, base: Plan, access: Access) -> Plan:
    """The plan of a file; what it does not say is taken from `base` and `access`."""
    document = _document(path, "--campaign")
    top = _typed(str(path), document, _PLAN | _LISTS)
    plain = {name: value for name, value in top.items() if name in _PLAN}
    servers = [
        _server(f"{path}:/servers/{n}", s, access)
        for n, s in enumerate(_some(path, top, "servers"))
    ]
    workloads = [
        _workload(f"{path}:/workloads/{n}", w) for n, w in enumerate(_some(path, top, "workloads"))
    ]
    threads = _some(path, top, "threads")
    if not all(isinstance(count, int) and not isinstance(count, bool) for count in threads):
        raise RefusalError(f"{path}:/threads", "not whole numbers", got=repr(threads))
    return replace(
        base, **plain, servers=tuple(servers), workloads=tuple(workloads), threads=tuple(threads)
    )


def read_servers(path: Path, access: Access) -> tuple[ServerPlan, ...]:
    """The servers of a file that has `servers` as campaign.yaml has; other keys do not count."""
    document = _document(path, "--servers")
    given = document.get("servers") if isinstance(document, dict) else None
    if not isinstance(given, list) or not given:
        raise RefusalError(f"{path}:/servers", "missing or empty", expected="a list")
    return tuple(_server(f"{path}:/servers/{n}", s, access) for n, s in enumerate(given))


def _document(path: Path, option: str) -> object:
    if not path.is_file():
        raise RefusalError(option, "no such file", got=str(path))
    try:
        document: object = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise RefusalError(str(path), " ".join(str(error).split())) from None
    return document


def _some(path: Path, top: Mapping[str, Any], name: str) -> list[Any]:
    found: list[Any] = top.get(name, [])
    if not found:
        raise RefusalError(f"{path}:/{name}", "missing or empty", expected="a list")
    return found


def _server(where: str, given: object, access: Access) -> ServerPlan:
    values = _typed(where, given, _ACCESS | _SERVER)
    own = {name: value for name, value in values.items() if name in _ACCESS}
    rest = {name: value for name, value in values.items() if name in _SERVER}
    if "attachments" in rest:
        rest["attachments"] = tuple(map(str, rest["attachments"]))
    reached = replace(access, **own)
    if not reached.socket and not reached.host:
        raise RefusalError(
            where, "nothing says where the server listens", expected="socket or host"
        )
    return ServerPlan(reached, **rest)


def _workload(where: str, given: object) -> WorkloadPlan:
    if isinstance(given, str):
        return workload_plan(given)
    values = _typed(where, given, _WORKLOAD)
    if "name" not in values:
        raise RefusalError(where, "no name", expected="`name`, a workload")
    options = tuple(map(str, values.get("options", ())))
    plan = workload_plan(values["name"], options, values.get("id", ""))
    return replace(plan, changes=values.get("changes", plan.changes))


def _typed(where: str, given: object, keys: Mapping[str, type]) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise RefusalError(where, "not a mapping", got=type(given).__name__)
    for name, value in given.items():
        if name not in keys:
            raise RefusalError(
                f"{where}:/{name}", "unknown key", expected=f"one of {', '.join(keys)}"
            )
        wrong = not isinstance(value, keys[name]) or isinstance(value, bool)
        if wrong:
            expected = {str: "text", int: "a whole number", list: "a list", dict: "a mapping"}
            raise RefusalError(f"{where}:/{name}", "wrong kind", repr(value), expected[keys[name]])
        choices = _CHOICES.get(name)
        if choices and value not in choices:
            raise RefusalError(
                f"{where}:/{name}", "unknown value", repr(value), " or ".join(choices)
            )
    return given
