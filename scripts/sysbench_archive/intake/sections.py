"""The parts of a bundle, out of the answers of a form.

Owns the names of server and workload: words we chose, and numbers. What nobody answered is
`unrecorded`, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sysbench_archive.bundle.names import identifier
from sysbench_archive.capture.server.maturity import maturity
from sysbench_archive.intake.runs import Pasted
from sysbench_archive.intake.settings import settings_in
from sysbench_archive.sysbench.command import Command

_REST = {"rest": "unrecorded"}
_TRANSPORTS = {"mysql_socket": "socket", "mysql_host": "tcp"}


def server_id(answers: Mapping[str, str], most: int = 3) -> str:
    """The name of the server: product and the first numbers of its version."""
    numbers = re.findall(r"[0-9]+", answers["version"])[:most]
    return "-".join([answers["product"], *numbers])


def workload_id(command: Command) -> str:
    """The test's name where it is one of sysbench's; a script keeps its file's name apart."""
    return identifier(command.test or "")[:30].strip("-") or "workload"


def one_line(text: str) -> str:
    """A command typed on several lines; a prompt before it goes."""
    joined = " ".join(text.replace("\\\n", " ").split())
    at = joined.find("sysbench")
    prompted = at > 0 and any(sign in joined[:at] for sign in ("$ ", "# "))
    return joined[at:] if prompted else joined


def line(answers: Mapping[str, str], name: str) -> str:
    """An answer on one line, or `unrecorded`."""
    return " ".join(answers[name].split()) or "unrecorded"


def hosts(answers: Mapping[str, str]) -> list[dict[str, Any]]:
    """The server's host, and the client's where it is another one."""
    cpu: dict[str, Any] = {"model": line(answers, "cpu")}
    if answers["cpu_threads"]:
        cpu["threads"] = max(1, int(float(answers["cpu_threads"])))
    memory = {"size_mib": round(float(answers["memory_gib"] or 0) * 1024)}
    host = {
        "id": "server-host",
        "machine": line(answers, "machine"),
        "kind": answers["kind"],
        **({"cloud": "unrecorded"} if answers["kind"] == "cloud-instance" else {}),
        "cpu": cpu | _REST,
        "memory": memory | _REST if memory["size_mib"] else "unrecorded",
        "storage": [{"model": line(answers, "storage"), **_REST}]
        if answers["storage"]
        else "unrecorded",
        "os": line(answers, "os"),
        "kernel": "unrecorded",
        "arch": "unrecorded",
        "tuning": "unrecorded",
    }
    return [host, *([_elsewhere()] if answers["placement"] == "other-host" else [])]


def _elsewhere() -> dict[str, Any]:
    names = ("machine", "kind", "cpu", "memory", "storage", "os", "kernel", "arch", "tuning")
    return {"id": "client-host", **dict.fromkeys(names, "unrecorded")}


def server(answers: Mapping[str, str], name: str) -> dict[str, Any]:
    """The entry of the server."""
    settings, _ = settings_in(answers["options"])
    built = {"distribution": line(answers, "source"), **_REST}
    entry = {
        "id": name,
        "product": answers["product"],
        "version": answers["version"],
        "maturity": maturity(answers["product"], answers["version"], {}) or "unrecorded",
        "regime": answers["regime"],
        "build": built if answers["source"] else "unrecorded",
        "allocator": "unrecorded",
        "host": "server-host",
        "options": settings or "unrecorded",
    }
    return entry | ({"options_basis": "excerpt"} if settings else {})


def client(answers: Mapping[str, str], found: Pasted, command: Command) -> dict[str, Any]:
    """The entry of the client."""
    transport = next((t for n, t in _TRANSPORTS.items() if n in command.parameters), "unrecorded")
    return {
        "id": "client",
        "host": "client-host" if answers["placement"] == "other-host" else "server-host",
        "sysbench": found.reports[0].sysbench_version or "unrecorded",
        "library": "unrecorded",
        "authentication_plugin": "unrecorded",
        "placement": answers["placement"],
        **({"link": "unrecorded"} if answers["placement"] == "other-host" else {}),
        "transport": transport,
        "tls": "unrecorded",
    }


def workload(answers: Mapping[str, str], name: str, command: Command) -> dict[str, Any]:
    """The entry of the workload."""
    return {
        "id": name,
        "client": "client",
        "prepare": one_line(answers["prepare"]) or "unrecorded",
        "command": command.text,
        "dataset": "unrecorded",
    }
