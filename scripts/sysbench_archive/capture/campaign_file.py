"""Read campaign.yaml: the servers, workloads, threads and run lengths of a campaign.

An unknown key is refused: a misspelt one would measure something else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import yaml
from msgspec import ValidationError

from sysbench_archive.capture.encryption import stated_tls
from sysbench_archive.capture.plan import (
    Access,
    Plan,
    RefusalError,
    ServerPlan,
    WorkloadPlan,
    prepare_words,
    workload_plan,
)
from sysbench_archive.model.base import as_record


def _kinds(kind: type, *without: str) -> dict[str, Any]:
    """The fields of a type that a file may state, and of which kind each is."""
    return {name: hint for name, hint in get_type_hints(kind).items() if name not in without}


_TLS_KEYS = dict.fromkeys(("ssl_mode", "ssl_ca", "ssl_cert", "ssl_key"), str)
_ACCESS_KEYS = _kinds(Access, "tls")
_SERVER_KEYS = _kinds(ServerPlan, "access")
_LIST_KEYS: dict[str, Any] = {"servers": list, "workloads": list, "threads": tuple[int, ...]}
_PLAN_KEYS = _kinds(Plan, *_LIST_KEYS, "reproduces", "resolve", "at_most", "count")
_PLAN_KEYS["prepare_with"] = str
_WORKLOAD_KEYS = {"name": str, **_kinds(WorkloadPlan, "test", "script", "offered")}


def read_campaign(path: Path, base: Plan, access: Access) -> Plan:
    """The plan of a file; what it does not say is taken from `base` and `access`."""
    document = read_document(path, "--campaign")
    values = _typed_mapping(str(path), document, _PLAN_KEYS | _LIST_KEYS)
    for name in _LIST_KEYS:
        if not values.get(name):
            raise RefusalError(f"{path}:/{name}", "missing or empty", expected="a list")
    if "prepare_with" in values:
        values["prepare_with"] = prepare_words(values["prepare_with"], path.parent)
    values["servers"] = _server_plans(path, values["servers"], access)
    values["workloads"] = tuple(
        _workload_plan(f"{path}:/workloads/{n}", w) for n, w in enumerate(values["workloads"])
    )
    return replace(base, **values)


def read_servers(path: Path, access: Access) -> tuple[ServerPlan, ...]:
    """The servers of a file that has `servers` as campaign.yaml has; other keys do not count."""
    document = read_document(path, "--servers")
    stated = document.get("servers") if isinstance(document, dict) else None
    if not isinstance(stated, list) or not stated:
        raise RefusalError(f"{path}:/servers", "missing or empty", expected="a list")
    return _server_plans(path, stated, access)


def _server_plans(path: Path, stated: list[object], access: Access) -> tuple[ServerPlan, ...]:
    return tuple(_server_plan(f"{path}:/servers/{n}", s, access) for n, s in enumerate(stated))


def read_document(path: Path, option: str) -> object:
    """The YAML in a file that an option names."""
    if not path.is_file():
        raise RefusalError(option, "no such file", got=str(path))
    try:
        document: object = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError, UnicodeDecodeError) as error:
        raise RefusalError(str(path), " ".join(str(error).split())) from None
    return document


def _server_plan(where: str, document: object, access: Access) -> ServerPlan:
    values = _typed_mapping(where, document, _ACCESS_KEYS | _TLS_KEYS | _SERVER_KEYS)
    encryption = {n.replace("_", "-"): values.pop(n) for n in _TLS_KEYS if n in values}
    reached = replace(
        access,
        **{name: values.pop(name) for name in _ACCESS_KEYS if name in values},
        tls=stated_tls(encryption) or access.tls,
    )
    if not reached.socket and not reached.host:
        raise RefusalError(
            where, "nothing says where the server listens", expected="socket or host"
        )
    return ServerPlan(reached, **values)


def _workload_plan(where: str, stated: object) -> WorkloadPlan:
    if isinstance(stated, str):
        return workload_plan(stated)
    values = _typed_mapping(where, stated, _WORKLOAD_KEYS)
    if "name" not in values:
        raise RefusalError(where, "no name", expected="`name`, a workload")
    plan = workload_plan(values["name"], values.get("options", ()), values.get("id", ""))
    address = values.get("address", "")
    if address and (plan.script is None or not address.startswith("https://")):
        expected = "https://…, of a script"
        raise RefusalError(f"{where}/address", "not the address of a script", address, expected)
    more = {name: values[name] for name in ("changes", "address", "events") if name in values}
    return replace(plan, **more)


def _typed_mapping(where: str, stated: object, keys: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(stated, dict):
        raise RefusalError(where, "not a mapping", got=type(stated).__name__)
    found = {}
    for name, value in stated.items():
        if name not in keys:
            raise RefusalError(
                f"{where}:/{name}", "unknown key", expected=f"one of {', '.join(keys)}"
            )
        try:
            found[name] = as_record(value, keys[name])
        except ValidationError as error:
            kinds = (keys[name], *get_args(keys[name]))
            choices = (get_args(kind) for kind in kinds if get_origin(kind) is Literal)
            expected = " or ".join(word for words in choices for word in words)
            raise RefusalError(f"{where}:/{name}", str(error), repr(value), expected) from None
    return found
