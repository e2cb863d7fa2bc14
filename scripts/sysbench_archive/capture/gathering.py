"""The facts of a campaign's servers, hosts and client, gathered before the first run.

Owns what is asked of whom, where the server runs, and which files of the bundle keep the
answers. Files are redacted as they are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.capture import client
from sysbench_archive.capture.connection import Session
from sysbench_archive.capture.host.facts import host_facts
from sysbench_archive.capture.plan import Access, Plan, ServerPlan
from sysbench_archive.capture.redaction import clean_variables
from sysbench_archive.capture.server import answers, document, process
from sysbench_archive.capture.stops import RefusalError
from sysbench_archive.redaction.redactor import SHORTEST_NAME, Redactor

LOCAL, REMOTE, CLIENT = "server-and-client", "server", "client"
"""Names of hosts in the bundle."""
_SESSION_TLS = "show session status like 'Ssl_cipher'"


@dataclass(frozen=True, slots=True)
class Gathered:
    """A server's entry, what the campaign needs of it, and files by path."""

    server: dict[str, Any]
    hosts: list[dict[str, Any]]
    client: dict[str, Any]
    attachments: list[dict[str, str]]
    files: dict[str, str]
    pool_bytes: str
    data_folder: str


def gather(
    plan: Plan,
    server: ServerPlan,
    session: Session,
    redactor: Redactor,
    elsewhere: Mapping[str, Any] | None,
) -> Gathered:
    """Ask a server, its process, its host and the client. `elsewhere`: the server's host facts."""
    said = answers.ask(session)
    pid = process.find(server.access, said.variables.get("pid_file", ""), _hostname(said))
    local = plan.placement != "other-host" and (pid is not None or plan.placement == "same-host")
    shown = process.look_at(pid) if local and pid else None
    _know(redactor, server.access, said)
    host = LOCAL if local else REMOTE
    name = document.server_id(said, server.variant)
    dump = f"config/{name}.variables.tsv"
    entry = document.server_document(server, said, shown, (host, dump), redactor)
    files = {dump: clean_variables(said.variables.items(), redactor)}
    attachments = list(_attach(name, server, redactor, files))
    folder = said.variables.get("datadir", "")
    return Gathered(
        entry,
        _hosts(local, folder, pid, elsewhere),
        _client(plan, server.access, said, local),
        attachments,
        files,
        said.variables.get("innodb_buffer_pool_size", ""),
        folder,
    )


def _hostname(said: answers.Answers) -> str:
    return said.variables.get("hostname", "")


def _know(redactor: Redactor, access: Access, said: answers.Answers) -> None:
    """Tell what must not be shown: sockets, hosts and accounts by name."""
    redactor.know("socket", [access.socket, said.variables.get("socket")])
    redactor.know("host", [_hostname(said)] if len(_hostname(said)) >= SHORTEST_NAME else [])
    loopback = access.host is None or access.host.startswith("127.") or access.host == "::1"
    redactor.know("host", [] if loopback else [access.host])
    redactor.know("user", [access.user, *_owners(said.variables.get("datadir", ""))])


def _owners(path: str) -> list[str]:
    parts = Path(path).parts
    return [parts[2]] if parts[:2] == ("/", "home") and len(parts) > 2 else []


def _attach(
    name: str, server: ServerPlan, redactor: Redactor, files: dict[str, str]
) -> list[dict[str, str]]:
    """Copies of the files the operator wants kept with a server."""
    found = []
    for number, given in enumerate(server.attachments, 1):
        path = Path(given).expanduser()
        if not path.is_file():
            raise RefusalError("attachments", "no such file", got=given)
        kept = f"config/{name}.attachment-{number}.txt"
        files[kept] = redactor.clean(path.read_text(encoding="utf-8", errors="replace"))
        found.append({"file": kept, "description": f"{path.name.lower()} of {name}"})
    return found


def _hosts(
    local: bool, folder: str, pid: int | None, elsewhere: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    if local:
        data = Path(folder) if folder and Path(folder).is_dir() else None
        return [host_facts(LOCAL, data, str(pid) if pid else "self")]
    server = dict(elsewhere) if elsewhere else _unseen()
    return [server | {"id": REMOTE}, host_facts(CLIENT, None)]


def _unseen() -> dict[str, Any]:
    """A host nobody described: looked for over the connection, which shows nothing of it."""
    silent = {
        "unavailable": "a connection to the server shows nothing of its host; see --host-facts"
    }
    names = ("machine", "kind", "cpu", "memory", "storage", "os", "kernel", "arch", "tuning")
    return {name: dict(silent) for name in names}


def _client(plan: Plan, access: Access, said: answers.Answers, local: bool) -> dict[str, Any]:
    plugin = said.account_plugin or said.variables.get("default_authentication_plugin")
    silent = {"unavailable": said.account_fault or "mysql.user does not list this account"}
    if said.account_plugin == "":
        plugin = plugin or "mysql_native_password"
    entry = {
        "id": "local" if local else "remote",
        "host": LOCAL if local else CLIENT,
        "sysbench": client.sysbench_version(),
        "library": client.library(),
        "authentication_plugin": plugin if said.account_plugin is not None else silent,
        "placement": "same-host" if local else "other-host",
        "link": None if local else plan.link or {"unavailable": "not stated with --link"},
        "transport": "socket" if access.socket else "tcp",
        "tls": {"unavailable": "the server does not count encrypted connections"},
    }
    return {name: value for name, value in entry.items() if value is not None}
