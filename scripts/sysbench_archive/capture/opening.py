"""Before the first run: start or resume a campaign, gather facts, warn of a busy machine.

Facts of servers, hosts and client are asked before the first run; files are redacted as they are
written. Without evidence that a server runs on this machine, it is taken to run on another one. A
warning never forbids measuring; it is recorded in the bundle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sysbench_archive.bundle.server_names import fork_mark
from sysbench_archive.capture import dataset
from sysbench_archive.capture.campaign import (
    Campaign,
    State,
    dataset_key,
    plan_digest,
    restore_state,
    running,
)
from sysbench_archive.capture.connection import Session, connected
from sysbench_archive.capture.encryption import certificate_folder
from sysbench_archive.capture.host.probes import host_facts
from sysbench_archive.capture.host.reading import SilentError, read
from sysbench_archive.capture.host.unrest import signs_of_unrest
from sysbench_archive.capture.invocation import PROGRAM, Outcome
from sysbench_archive.capture.plan import Access, MissingError, Plan, RefusalError, ServerPlan
from sysbench_archive.capture.server import document, process
from sysbench_archive.capture.server.process import package_of
from sysbench_archive.capture.turn import record_run
from sysbench_archive.capture.until import expected_text, probed_text
from sysbench_archive.redaction.findings import hidden
from sysbench_archive.redaction.redactor import SHORTEST_NAME, Redactor
from sysbench_archive.words.phrases import count_text

if TYPE_CHECKING:
    from sysbench_archive.capture.progress import Terminal

_LIBRARIES = (
    (re.compile(r"libmariadb\S* => (\S+)"), "MariaDB Connector/C"),
    (re.compile(r"libperconaserverclient\S* => (\S+)"), "Percona Server's client library"),
    (re.compile(r"libmysqlclient\S* => (\S+)"), "MySQL's client library"),
)
_NAME_FIELDS = frozenset(
    ("id", "server", "workload", "client", "host", "file", "variables", "kind", "product",
     "version", "regime", "maturity", "evidence", "license", "placement", "transport",
     "submitter", "sha256", "reproduces", "stands_for")
)  # fmt: skip
"""Fields that hold names of the bundle or of the schema, never of a machine or a person."""
_PROSE_FIELDS = frozenset(
    ("title", "notes", "description", "link", "failed", "disclosure", "employer", "variant",
     "unavailable")
)  # fmt: skip
"""Fields in which people, programs and servers say what they like."""
LOCAL, REMOTE, CLIENT = "server-and-client", "server", "client"
"""Names of hosts in the bundle."""


def sysbench_version() -> str:
    """The version `sysbench --version` prints. RefusalError where there is no sysbench."""
    try:
        text = read(f"{PROGRAM} --version")
    except SilentError as silence:
        hint = "Debian, Ubuntu: apt-get install sysbench"
        raise MissingError(PROGRAM, str(silence), hint=hint) from None
    match = re.search(r"sysbench ([0-9][\w.+~-]*)", text)
    if match is None or not match[1].startswith("1."):
        got = text.strip()[:60]
        raise RefusalError(PROGRAM, "not a version capture knows", got, "1.0 or 1.1")
    return match[1]


def client_library() -> Any:
    """Client library and version, from the dynamic linker and the package that owns the file."""
    try:
        linked = read(f"ldd {read(f'which {PROGRAM}').strip()}")
    except SilentError:
        return {"unavailable": "ldd does not show the libraries of sysbench"}
    for pattern, name in _LIBRARIES:
        if match := pattern.search(linked):
            target = Path(match[1]).resolve()
            package = package_of(str(target)) or package_of(match[1])
            return f"{name}, package {package}" if package else f"{name}, {target.name}"
    return {"unavailable": "ldd names no client library of sysbench: it may be linked in"}


def redact_known(value: Any, redactor: Redactor) -> Any:
    """Every text of a document without what is known, names that the bundle itself gives apart.

    From what is said in words, whatever looks private goes as well.
    """
    if isinstance(value, dict):
        found = {}
        for key, entry in value.items():
            if key in _PROSE_FIELDS and isinstance(entry, str):
                found[key] = redactor.clean(entry)
            else:
                found[key] = entry if key in _NAME_FIELDS else redact_known(entry, redactor)
        return found
    if isinstance(value, list):
        return [redact_known(item, redactor) for item in value]
    return redactor.known(value) if isinstance(value, str) else value


def redact_variables(variables: Iterable[tuple[str, str]], redactor: Redactor) -> str:
    """A dump, a name and a value a line: identities by name, everything else by its look."""
    stated = dict(variables)
    redactor.know_hosts(stated)
    lines = (
        f"{name}\t{_redacted_value(name, value, redactor)}\n" for name, value in stated.items()
    )
    return redactor.clean("".join(lines))


def _redacted_value(name: str, value: str, redactor: Redactor) -> str:
    value = " ".join(value.split())
    named = redactor.without_host(name, value)
    if named != value:
        return named
    instead = hidden(name, value)
    redactor.count += bool(instead)
    if instead != "<host>" or len(value) < SHORTEST_NAME:
        return instead or value
    redactor.know("host", [value])
    return redactor.placeholders.get(value, instead)


@dataclass(frozen=True, slots=True)
class Gathered:
    """A server's entry, what the campaign needs of it, and files by path."""

    server: dict[str, Any]
    hosts: list[dict[str, Any]]
    client: dict[str, Any]
    attachments: list[dict[str, str]]
    files: dict[str, str]
    pool_bytes: str
    connections: int


def gather(
    plan: Plan,
    server: ServerPlan,
    session: Session,
    *,
    redactor: Redactor,
    elsewhere: Mapping[str, Any] | None,
) -> Gathered:
    """Ask a server, its process, its host and the client. `elsewhere`: the server's host facts."""
    reply = document.ask(session)
    if not server.fork and (mark := fork_mark(reply.version, reply.variables)):
        raise RefusalError(
            server.access.place, "the server is a fork or a service, and nobody says which",
            got=mark, expected="its name", hint="--fork Vitess, or `fork` in --campaign",
        )  # fmt: skip
    hostname, folder = reply.variables.get("hostname", ""), reply.variables.get("datadir", "")
    pid = process.find_process(server.access, reply.variables.get("pid_file", ""), hostname)
    local = plan.placement != "other-host" and (pid is not None or plan.placement == "same-host")
    seen = process.describe_process(pid) if local and pid else process.Process()
    _teach_redactor(redactor, server.access, reply)
    host = LOCAL if local else REMOTE
    name = document.server_id(reply, server.variant)
    dump = f"config/{name}.variables.tsv"
    entry = document.server_document(server, reply, seen, host=host, dump=dump, redactor=redactor)
    files = {dump: redact_variables(reply.variables.items(), redactor)}
    attachments = list(_copy_attachments(name, server, redactor, files))
    return Gathered(
        server=entry,
        hosts=_host_entries(local, folder, pid, elsewhere),
        client=_client_entry(plan, server.access, reply, local),
        attachments=attachments,
        files=files,
        pool_bytes=reply.variables.get("innodb_buffer_pool_size", ""),
        connections=int(reply.variables.get("max_connections", 0)),
    )


def _teach_redactor(redactor: Redactor, access: Access, reply: document.Answers) -> None:
    """Tell what must not be shown: sockets, hosts and accounts by name."""
    redactor.know("socket", [access.socket, reply.variables.get("socket")])
    hostname, host = reply.variables.get("hostname", ""), access.host or ""
    redactor.know("host", [hostname] if len(hostname) >= SHORTEST_NAME else [])
    redactor.know("host", [] if host.startswith("127.") or host in {"", "::1"} else [host])
    parts = Path(reply.variables.get("datadir", "")).parts
    owners = parts[2:3] if parts[:2] == ("/", "home") else ()
    redactor.know("user", [access.user, *owners])


def _copy_attachments(
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


def _host_entries(
    local: bool, folder: str, pid: int | None, elsewhere: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    if local:
        data = Path(folder) if folder and Path(folder).is_dir() else None
        return [host_facts(LOCAL, data, str(pid) if pid else "self")]
    # Of a host that nobody described.
    shown = "a connection to the server shows nothing of its host; see --host-facts"
    names = ("machine", "kind", "cpu", "memory", "storage", "os", "kernel", "arch", "tuning")
    unseen = {name: {"unavailable": shown} for name in names}
    return [dict(elsewhere or unseen) | {"id": REMOTE}, host_facts(CLIENT, None)]


def _client_entry(
    plan: Plan, access: Access, reply: document.Answers, local: bool
) -> dict[str, Any]:
    plugin = reply.account_plugin or reply.variables.get("default_authentication_plugin")
    silent = {"unavailable": reply.account_fault or "mysql.user does not list this account"}
    if reply.account_plugin == "":
        plugin = plugin or "mysql_native_password"
    entry = {
        "id": "local" if local else "remote",
        "host": LOCAL if local else CLIENT,
        "sysbench": sysbench_version(),
        "library": client_library(),
        "authentication_plugin": plugin if reply.account_plugin is not None else silent,
        "cpu_affinity": plan.client_cpus
        or process.allowed_processors("self")
        or {"unavailable": "/proc/self/status lists no processors"},
        "placement": "same-host" if local else "other-host",
        "link": None if local else plan.link or {"unavailable": "not stated with --link"},
        "transport": "socket" if access.socket else "tcp",
        "tls": {"unavailable": "the server does not count encrypted connections"},
    }
    return {name: value for name, value in entry.items() if value is not None}


def open_campaign(
    plan: Plan,
    password: str,
    *,
    home: Path,
    folder: Path,
    watcher: Terminal,
    elsewhere: Mapping[str, Any] | None = None,
) -> Campaign:
    """A new campaign, or the one that is unfinished in `home`."""
    key = plan_digest(plan)
    state = restore_state(home, key)
    if state is None:
        now = datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        state = State(key, folder.name, now, plan.seed)
    else:
        state.interruptions += 1
        for load in state.loads.values():
            load["warm"] = False
        folder = folder.with_name(state.bundle) if folder != home else folder
        done = count_text(sum("failed" not in run for run in state.runs), "run")
        watcher.say(f"going on with the campaign of {state.started}, after {done}")
    redactor = Redactor(dict(state.placeholders), state.redactions)
    plan = replace(plan, seed=state.seed)
    home.mkdir(parents=True, exist_ok=True)
    campaign = Campaign(plan, password, home, folder, state, redactor, watcher, elsewhere)
    if state.running and campaign.live.exists():
        ended = Outcome(1, 0.0, "capture itself was ended during the run")
        record_run(campaign, state.running, ended)
    return campaign


def gather_facts(campaign: Campaign) -> None:
    """Ask every server that was not asked before, each started for it if need be."""
    for index, server in enumerate(campaign.plan.servers):
        if str(index) not in campaign.state.servers:
            with running(server, campaign.home, campaign.password) as session:
                _gather_server(campaign, index, server, session)
            campaign.save()


def look_at(plan: Plan, password: str, elsewhere: Mapping[str, Any] | None) -> list[Gathered]:
    """Every server, its host and the client, before anything is asked."""
    sides = []
    for server in plan.servers:
        with TemporaryDirectory() as home, running(server, Path(home), password) as session:
            redactor = Redactor()
            sides.append(gather(plan, server, session, redactor=redactor, elsewhere=elsewhere))
    return sides


def _gather_server(campaign: Campaign, index: int, server: ServerPlan, session: Session) -> None:
    state = campaign.state
    found = gather(
        campaign.plan, server, session, redactor=campaign.redactor, elsewhere=campaign.elsewhere
    )
    if any(found.server["id"] == other["id"] for other in state.servers.values()):
        raise RefusalError(
            server.access.place,
            "two servers of the campaign are the same version",
            got=found.server["id"],
            hint="give each a `variant`, such as side-a and side-b",
        )
    # Whatever comes next, the same command has to find that this folder is its own.
    campaign.save()
    key = dataset_key(campaign, index)
    if key not in state.loads and dataset.is_absent(session, server.access):
        session.execute(f"create database {dataset.sql_identifier(server.access.database)}")
        state.created.append(key)
    state.loads.setdefault(key, {"count": 0, "complete": False})
    keep(state, index, found)
    if campaign.plan.slices and found.pool_bytes.isdecimal():
        state.memory[f"pool {index}"] = int(found.pool_bytes)
    for file, text in found.files.items():
        campaign.write(file, text)


def keep(state: State, index: int, found: Gathered) -> None:
    """Keep what was gathered of a server, by its place in the plan."""
    state.servers[str(index)] = found.server
    state.hosts = state.hosts or found.hosts
    state.client = state.client or found.client
    state.accounts[found.server["id"]] = found.client["authentication_plugin"]
    state.attachments += found.attachments
    state.dataset = state.dataset or {"pool_bytes": found.pool_bytes}


def looked_at(plan: Plan, password: str, folder: Path) -> Iterator[str]:
    """A line for each thing that was looked at. RefusalError where the campaign would refuse.

    `folder` is where the bundle would be, or the nearest folder above it that exists.
    """
    yield f"sysbench {sysbench_version()}"
    for server in plan.servers:
        if server.is_started_here:
            yield f"{server.access.place}: started when the campaign begins, not looked at now"
        else:
            yield _server_line(server, password)
    found = list(signs_of_unrest(folder))
    yield from (f"warning: {warning}" for warning in found)
    if not found:
        yield "this machine is at rest"
    kind = host_facts("here", None)["kind"]
    yield from filter(
        None, (expected_text(plan, kind if isinstance(kind, str) else ""), probed_text(plan))
    )


def _server_line(server: ServerPlan, password: str) -> str:
    access = server.access
    with connected(access, password) as session:
        version = session.value("select version()") or "a server that does not say its version"
        cipher = session.pairs("show session status like 'Ssl_cipher'").get("Ssl_cipher", "")
        absent = dataset.is_absent(session, access)
    certificate_folder(access)
    state = "would be created" if absent else "is empty"
    told = f", encrypted with {cipher}" if access.tls and access.tls.encrypts and cipher else ""
    return f"{access.place}: {version}{told}; the database {access.database!r} {state}"
