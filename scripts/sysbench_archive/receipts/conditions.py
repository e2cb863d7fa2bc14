"""The conditions of a bundle: for each server and each workload, what the table's rows say.

Owns which side of a comparison a row belongs to: a server carries its host, a workload its client
and its campaign. The two have no key in common, so that a side is their union. Keys that begin
with `identity.` name what two sides may share; what they share cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sysbench_archive.bundle.facts import stated
from sysbench_archive.model import PRODUCTS, Bundle, Client, Run, Server, Workload
from sysbench_archive.receipts.facts import read
from sysbench_archive.receipts.fields import of_subjects
from sysbench_archive.receipts.pair import IDENTITY
from sysbench_archive.receipts.parameters import parameters
from sysbench_archive.receipts.settings import configuration, settings
from sysbench_archive.receipts.value import Value, of_mib, state, text

Record = dict[str, Any]
_HOST, _SERVER = of_subjects("host"), of_subjects("server")
_CLIENT, _CONNECTION = of_subjects("client"), of_subjects("connection")
_WORKLOAD, _CAMPAIGN = of_subjects("workload"), of_subjects("campaign")
_ON = " on "


def conditions_of(bundle: Bundle) -> Record:
    """The conditions of every server and workload, and whether servers were run in turns.

    A value is a text, `{"value", "origin"}` where it is known who chose it, or `{"state"}`.
    """
    visits = _data_directories(bundle.runs)
    servers = {
        name: _server(bundle, server, visits.get(name, ()))
        for name, server in bundle.servers.items()
    }
    workloads = {name: _workload(bundle, work) for name, work in bundle.workloads.items()}
    return {"servers": servers, "workloads": workloads, "interleaved": interleaved(bundle)}


def interleaved(bundle: Bundle) -> bool:
    """Whether servers took turns: the campaign says so, or every block has several of them."""
    if stated(bundle.facts.get("campaign", {}).get("order", "unrecorded")) == "randomised-blocks":
        return True
    blocks: dict[object, set[str]] = {}
    for run in bundle.runs:
        blocks.setdefault(run.facts.get("sequence", {}).get("block"), set()).add(run.server)
    return len(blocks) > 1 and None not in blocks and all(len(b) > 1 for b in blocks.values())


def _server(bundle: Bundle, server: Server, directories: Iterable[str]) -> Record:
    facts = {**server.facts, "product": PRODUCTS[server.product], "version": server.version}
    used = sorted(set(directories))
    return {
        f"{IDENTITY}host": f"{bundle.id}/{server.host}",
        **read(_HOST, bundle.hosts[server.host].facts),
        **read(_SERVER, {**facts, **({"data directory": used} if used else {})}),
        **settings(configuration(bundle, server)),
        **_accounts(bundle).get(server.id, {}),
    }


def _workload(bundle: Bundle, workload: Workload) -> Record:
    client = bundle.clients[workload.client]
    campaign = bundle.facts.get("campaign", {})
    return {
        f"{IDENTITY}client": f"{bundle.id}/{client.id}",
        f"{IDENTITY}workload": f"{bundle.id}/{workload.id}",
        f"{IDENTITY}campaign": bundle.id,
        **read(_CLIENT, {**client.facts, "machine": _client_machine(bundle, client)}),
        **_connection(bundle, client),
        **parameters(workload, client.sysbench),
        **read(_WORKLOAD, workload.facts),
        **read(_CAMPAIGN, {"order": "unrecorded", **campaign, "id": bundle.id}),
    }


def _client_machine(bundle: Bundle, client: Client) -> Value | None:
    """Processor and memory of a client that has a machine of its own."""
    if client.placement != "other-host":
        return None
    facts = bundle.hosts[client.host].facts
    cpu = facts["cpu"] if isinstance(facts["cpu"], Mapping) else {}
    memory = facts["memory"] if isinstance(facts["memory"], Mapping) else {}
    known = [facts["machine"], cpu.get("model", "unrecorded"), memory.get("size_mib", "unrecorded")]
    words = [of_mib(v) if v is known[2] else text(v) for v in known if state(v) is None]
    return ", ".join(words) or "unrecorded"


def _connection(bundle: Bundle, client: Client) -> dict[str, Value]:
    """What holds for all servers; an account that differs between them is the servers'."""
    found = read(_CONNECTION, client.facts)
    return found if not _of_servers(bundle, client) else {
        name: value for name, value in found.items() if name != "authentication"
    }  # fmt: skip


def _accounts(bundle: Bundle) -> dict[str, dict[str, Value]]:
    """Server to its authentication plugin, where the only client says which server has which."""
    clients = list(bundle.clients.values())
    found = _of_servers(bundle, clients[0]) if len(clients) == 1 else {}
    return {name: {"authentication": plugin} for name, plugin in found.items()}


def _of_servers(bundle: Bundle, client: Client) -> dict[str, str]:
    """`a; b on x, y` read as every server's plugin; empty where it names no server."""
    plugin = stated(client.facts.get("authentication_plugin", "unrecorded"))
    common, *others = plugin.split("; ") if isinstance(plugin, str) else [""]
    found: dict[str, str] = {}
    for other in others:
        name, _, servers = other.partition(_ON)
        found |= dict.fromkeys(servers.split(", "), name)
    if not found or not found.keys() <= bundle.servers.keys():
        return {}
    return dict.fromkeys(bundle.servers, common) | found


def _data_directories(runs: Iterable[Run]) -> dict[str, set[str]]:
    """Server to the states of its data directory that its runs name."""
    found: dict[str, set[str]] = {}
    for run in runs:
        directory = run.facts.get("sequence", {}).get("data_directory")
        if directory:
            found.setdefault(run.server, set()).add(directory)
    return found
