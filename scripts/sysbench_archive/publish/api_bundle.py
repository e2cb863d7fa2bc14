"""A bundle as the API says it: flat fields, joined by ids.

Owns the step from a result's record to `/api/v1/bundles/<bundle>.json`, and from there to the rows
of the downloads. What nobody recorded is null. Refuses to compute figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.residency import residency_of
from sysbench_archive.derive.workloads import test_named
from sysbench_archive.hardware import classify
from sysbench_archive.publish.api_fields import fields

Record = dict[str, Any]

_STORAGE = re.compile(r"^storage\.[0-9]+\.")
_PARAMETERS = ("tables", "table_size")
_EVIDENCE = ("file", "report", "first_line", "last_line", "source", "sha256", "url")
_LINE = ("window", "p01", "stalls", "longest_stall_s")
_YES = {"yes": True, "no": False}


def bundle_document(result: Mapping[str, Any], base: str) -> Record:
    """The document of a bundle, from its rounded record with its revision.

    `base` is what citations begin with, without a slash at its end.
    """
    return {
        **_result(result, base),
        "servers": [_server(server) for server in result["servers"]],
        "hosts": [_host(host) for host in result["hosts"]],
        "workloads": [_workload(workload) for workload in result["workloads"]],
        "clients": [_client(client) for client in result["clients"]],
        "runs": list(_runs(result, base)),
    }


def table_rows(document: Mapping[str, Any]) -> Iterator[Record]:
    """A row for each run: the bundle, the run's server, host, workload and client, the run."""
    lists = {
        name: {part[name]: part for part in document[f"{name}s"]}
        for name in ("server", "host", "workload", "client")
    }
    shared = {field.name: document[field.name] for field in fields("result")}
    for run in document["runs"]:
        server = lists["server"][run["server"]]
        workload = lists["workload"][run["workload"]]
        host = lists["host"].get(server["host"], {})
        client = lists["client"].get(workload["client"], {})
        yield shared | server | host | workload | client | run


def _part(name: str, given: Mapping[str, Any]) -> Record:
    """The fields of a part: typed where they come as text, null where they are not given."""
    return {field.name: _typed(field.kind, given.get(field.name)) for field in fields(name)}


def _typed(kind: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return _READ[kind](value) if kind in _READ else value
    except ValueError:
        return None


def _number(text: str) -> int | float:
    return int(text) if text.isdigit() else float(text)


_READ: dict[str, Callable[[str], Any]] = {"integer": int, "number": _number, "boolean": _YES.get}


def _stated(facts: Sequence[Mapping[str, Any]]) -> Record:
    """Stated facts by the schema's path, its points as underlines."""
    found: dict[str, list[str]] = {}
    for fact in facts:
        if fact["state"] == "stated":
            name = _STORAGE.sub("storage.", fact["name"]).replace(".", "_")
            found.setdefault(name, []).append(fact["value"])
    return {name: _together(values) for name, values in found.items()}


def _together(values: Sequence[str]) -> str:
    """Of several devices: the largest of numbers, every different text."""
    if len(values) == 1:
        return values[0]
    try:
        return max(values, key=float)
    except ValueError:
        return ", ".join(dict.fromkeys(values))


def _result(result: Mapping[str, Any], base: str) -> Record:
    revision = result["revision"] or {}
    given = {
        **result,
        "bundle": result["id"],
        "permalink": f"{base}{result['path']}",
        "revision": revision.get("number"),
        "revision_date": revision.get("date"),
        **{name: revision.get(name) for name in ("status", "standing", "figures_sha256")},
    }
    return _part("result", given)


def _server(server: Mapping[str, Any]) -> Record:
    names = ("product", "version", "series", "variant", "regime", "host")
    own = {"server": server["id"], "server_label": server["label"]}
    return _part("server", _stated(server["facts"]) | {n: server[n] for n in names} | own)


def _host(host: Mapping[str, Any]) -> Record:
    own = {"host": host["id"], "hardware_class": classify(_facts(host)).id}
    return _part("host", _stated(host["facts"]) | own)


def _facts(part: Mapping[str, Any]) -> dict[str, str]:
    return {fact["name"]: fact["value"] for fact in part["facts"]}


def _workload(workload: Mapping[str, Any]) -> Record:
    parameters = {p["name"]: p["value"] for p in workload["parameters"] if p["name"] in _PARAMETERS}
    own = {
        "workload": workload["id"],
        "workload_label": workload["title"],
        "test": workload["shelf"],
        "family": test_named(workload["shelf"], workload["title"]).family,
    }
    return _part("workload", _stated(workload["facts"]) | parameters | own)


def _client(client: Mapping[str, Any]) -> Record:
    return _part("client", _stated(client["facts"]) | {"client": client["id"]})


def _runs(result: Mapping[str, Any], base: str) -> Iterator[Record]:
    residencies = _residencies(result)
    for run in result["runs"]:
        names = {"server": run["server"]["id"], "workload": run["workload"]["id"]}
        yield _part(
            "run",
            _run(run)
            | names
            | {
                "run": run["id"],
                "permalink": f"{base}{run['path']}",
                "residency": residencies[names["workload"], names["server"]],
            },
        )


def _run(run: Mapping[str, Any]) -> Record:
    line = run["line"] or {}
    return {
        **_stated(run["facts"]),
        **{name: figure["value"] for name, figure in run["figures"].items()},
        **{name: line.get(name) for name in _LINE},
        **{name: run["evidence"][name] for name in _EVIDENCE},
        **{name: run[name] for name in ("path", "threads", "state", "failed", "command")},
        "intervals": run["intervals"],
    }


def _residencies(result: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """Where the dataset of each workload lies on each server."""
    hosts = {host["id"]: _facts(host) for host in result["hosts"]}
    return {
        (workload["id"], server["id"]): residency_of(
            workload, server, hosts.get(server["host"], {})
        )
        for workload in result["workloads"]
        for server in result["servers"]
    }
