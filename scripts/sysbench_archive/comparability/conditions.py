"""The conditions of a bundle: for each server and each workload, what the table asks of it.

A server carries its host's conditions, a workload its client's and its campaign's. The two have no
key in common, so that a side of a comparison is their union. Keys that begin with `identity.` name
what two sides may share; what they share cannot differ.

Parameters are those in force, with the defaults of the sysbench version filled in. A default on
which the versions that would take the command do not agree is unrecorded; a parameter the test does
not take is absent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sysbench_archive.comparability.differences import RULES
from sysbench_archive.comparability.fields import UNKNOWN, of_mib, text, unstated
from sysbench_archive.comparability.settings import configuration, settings
from sysbench_archive.comparability.table import of_subjects
from sysbench_archive.comparability.variables import variable_conditions
from sysbench_archive.hardware.classes import tier_of
from sysbench_archive.model.bundle import (
    PRODUCTS,
    Bundle,
    Client,
    Facts,
    Run,
    Server,
    Workload,
    state_of,
    stated,
    stated_at,
)
from sysbench_archive.model.comparability import Condition, Conditions, Field
from sysbench_archive.sysbench.command import Command, effective_parameters, parse_command
from sysbench_archive.sysbench.command.options import defaults_of, possible_dialects

_HOST, _SERVER = of_subjects("host"), of_subjects("server")
_CLIENT, _CONNECTION = of_subjects("client"), of_subjects("connection")
_WORKLOAD, _CAMPAIGN = of_subjects("workload"), of_subjects("campaign")
_ON = " on "


def conditions_of(bundle: Bundle) -> Conditions:
    """The conditions of every server and workload."""
    visits = _data_directories(bundle.runs)
    variables = variable_conditions(bundle)
    return Conditions(
        servers={
            name: _server_conditions(bundle, server, visits.get(name, ()), variables)
            for name, server in bundle.servers.items()
        },
        workloads={
            name: _workload_conditions(bundle, work) for name, work in bundle.workloads.items()
        },
    )


def _server_conditions(
    bundle: Bundle,
    server: Server,
    directories: Iterable[str],
    variables: Mapping[str, Mapping[str, Condition]],
) -> dict[str, Condition]:
    facts = {**server.facts, "product": PRODUCTS[server.product], "version": server.version}
    used = sorted(set(directories))
    return {
        f"{RULES.identity}host": f"{bundle.id}/{bundle.machine_of(server.host)}",
        f"{RULES.identity}process": f"{bundle.id}/{bundle.process_of(server.id)}",
        **read_facts(_HOST, bundle.hosts[server.host].facts),
        **read_facts(_SERVER, {**facts, **({"data_directory": used} if used else {})}),
        **settings(configuration(bundle, server)),
        **variables.get(server.id, {}),
        **_accounts(bundle).get(server.id, {}),
    }


def _workload_conditions(bundle: Bundle, workload: Workload) -> dict[str, Condition]:
    client = bundle.clients[workload.client]
    campaign = bundle.facts.get("campaign", {})
    return {
        f"{RULES.identity}client": f"{bundle.id}/{client.id}",
        f"{RULES.identity}workload": f"{bundle.id}/{workload.id}",
        f"{RULES.identity}campaign": bundle.id,
        **read_facts(_CLIENT, {**client.facts, "machine": _client_machine(bundle, client)}),
        **_connection(bundle, client),
        **read_parameters(workload, client.sysbench),
        **read_facts(_WORKLOAD, workload.facts),
        **read_facts(_CAMPAIGN, {"order": "unrecorded", **campaign, "id": bundle.id}),
    }


def _client_machine(bundle: Bundle, client: Client) -> Condition | None:
    """Processor and memory of a client that has a machine of its own."""
    if client.placement != "other-host":
        return None
    facts = bundle.hosts[client.host].facts
    words = [stated_at(facts, "machine"), stated_at(facts, "cpu", "model")]
    memory = stated_at(facts, "memory", "size_mib")
    words += [of_mib(memory)] if memory else []
    return ", ".join(text(word) for word in words if word) or "unrecorded"


def _connection(bundle: Bundle, client: Client) -> dict[str, Condition]:
    """What holds for all servers; an account that differs between them is the servers'."""
    found = read_facts(_CONNECTION, client.facts)
    return found if not _plugins_by_server(bundle, client) else {
        name: value for name, value in found.items() if name != "authentication"
    }  # fmt: skip


def _accounts(bundle: Bundle) -> dict[str, dict[str, Condition]]:
    """Server to its authentication plugin, where the only client says which server has which."""
    clients = list(bundle.clients.values())
    found = _plugins_by_server(bundle, clients[0]) if len(clients) == 1 else {}
    return {name: {"authentication": plugin} for name, plugin in found.items()}


def _plugins_by_server(bundle: Bundle, client: Client) -> dict[str, str]:
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


def read_facts(fields: Iterable[Field], facts: Facts) -> dict[str, Condition]:
    """Name of a condition to its value, for those that apply."""
    found = ((field.name, read_fact(field, facts)) for field in fields)
    return {name: value for name, value in found if value is not None}


def read_fact(field: Field, facts: Facts) -> Condition | None:
    """The first of its sources that is stated, else why none is; None: does not apply."""
    known = [
        fact for source in field.source if (fact := find_fact(facts, source.split("."))) is not None
    ]
    for fact in known:
        if unstated(fact) is None:
            return FACT_READINGS[field.reading](fact) or field.missing or None
    return unstated(known[0]) if known else field.missing or None


def find_fact(node: Any, path: Sequence[str]) -> Any:
    """The fact at the end of a path; a group's own state where it is not stated; None if absent."""
    for depth, name in enumerate(path):
        if isinstance(node, list):
            return _merged([find_fact(entry, path[depth:]) for entry in node])
        if not isinstance(node, dict) or state_of(node) != "stated":
            return node
        node = node.get(name)
        if node is None:
            return None
    return node


def _merged(facts: Sequence[Any]) -> Any:
    """What several entries say: the values that are stated, else the first state."""
    present = [fact for fact in facts if fact is not None]
    values = [fact for fact in present if unstated(fact) is None]
    distinct = [value for index, value in enumerate(values) if value not in values[:index]]
    if distinct:
        return distinct if len(distinct) > 1 else distinct[0]
    return present[0] if present else None


def _fsync(value: Any) -> str:
    """Tiers: the exact latency of two machines is never the same."""
    latencies = value if isinstance(value, list) else [value]
    return ", ".join(dict.fromkeys(tier_of(float(latency)).label for latency in latencies))


def _script(value: Mapping[str, Any]) -> str:
    """Name, hash and changes; its copy's place says nothing."""
    known = (value.get(name) for name in ("name", "sha256", "changes"))
    return ", ".join(text(fact) for fact in known if fact is not None and unstated(fact) is None)


FACT_READINGS: Mapping[str, Callable[[Any], str]] = {
    "text": text,
    "mib": of_mib,
    "mhz": lambda value: f"{text(value)} MHz",
    "fsync": _fsync,
    "script": _script,
}


Parameters = Mapping[str, object]
"""Name to the value in force; `...` where it is not known."""

_FIELDS = of_subjects("parameter")
_KEPT = frozenset({None, 0, "0", "session", "off"})
"""What reconnecting options say where a connection is kept."""
_SHAPES: Mapping[object, tuple[str, ...]] = {
    "special": ("rand_spec_iter", "rand_spec_pct", "rand_spec_res"),
    "gaussian": ("rand_spec_iter",),
    "pareto": ("rand_pareto_h",),
    "zipfian": ("rand_zipfian_exp",),
}


def read_parameters(workload: Workload, sysbench: str | None) -> dict[str, Condition]:
    """Name of a condition to its value, for those that apply."""
    known = parameters_in_force(workload, sysbench)
    blind = workload.command is None
    found = {field.name: _read_parameter(field, known, blind) for field in _FIELDS}
    return {name: value for name, value in found.items() if value is not None}


def parameters_in_force(workload: Workload, sysbench: str | None) -> Parameters:
    """Every parameter of a workload that is known, or known to be in doubt."""
    command = workload.command
    stated: dict[str, object] = dict(workload.stated)
    if command is None:
        return stated
    known: dict[str, object] = dict.fromkeys(_doubtful(command, sysbench), ...)
    for name, parameter in effective_parameters(command, sysbench).items():
        known[name] = ... if parameter.value is None else parameter.value
    test = {"test": ... if command.test is None else command.test}
    return known | _parameters_of_tables(workload) | test | stated


_OF_TABLES = ("create_table_options",)
"""Parameters that count when tables are made, whatever is typed when they are used."""


def _parameters_of_tables(workload: Workload) -> dict[str, object]:
    """What the command that made the tables says of them; nothing where it is not recorded."""
    prepare = workload.facts.get("prepare")
    typed = parse_command(prepare).parameters if isinstance(prepare, str) else {}
    return {name: typed[name].value or ... for name in _OF_TABLES if name in typed}


def _doubtful(command: Command, sysbench: str | None) -> set[str]:
    """Parameters some version that takes the command knows: their defaults may differ."""
    dialects = possible_dialects(command, sysbench)
    return {name for dialect in dialects for name in defaults_of(command, dialect)}


def _read_parameter(field: Field, known: Parameters, blind: bool) -> Condition | None:
    """The reading of a condition's parameters; unrecorded where one of them is in doubt."""
    names = [name for name in field.source if name in known]
    if not names:
        return UNKNOWN if blind else field.missing or None
    try:
        return PARAMETER_READINGS[field.reading](known, names) or None
    except _DoubtError:
        return UNKNOWN


class _DoubtError(Exception):
    """A parameter that counts is not known."""


def _of(known: Parameters, name: str) -> str:
    """A parameter as text; "" where it was given as nothing."""
    value = known.get(name, ...)
    if value is ...:
        raise _DoubtError(name)
    return text(value)


def _several(known: Parameters, names: Sequence[str]) -> str:
    """All of them, each by its name."""
    return ", ".join(f"{name} {_of(known, name)}" for name in names)


def _limit(known: Parameters, names: Sequence[str]) -> str:
    """A number above zero; zero is no limit."""
    value = _of(known, names[0])
    return "none" if value in {"0", ""} else value


def _seconds(known: Parameters, names: Sequence[str]) -> str:
    value = _limit(known, names)
    return value if value == "none" else f"{value} s"


def _shape(known: Parameters, names: Sequence[str]) -> str:
    """The options that count for the distribution in force; a uniform one has none."""
    counting = _SHAPES.get(_of(known, "rand_type"), ())
    return _several(known, [name for name in names if name in counting])


def _reconnects(known: Parameters, names: Sequence[str]) -> str:
    """Whatever says that connections are not kept."""
    opened = [_of(known, name) for name in names if known[name] not in _KEPT]
    return ", ".join(opened) or "never"


def _delays(known: Parameters, names: Sequence[str]) -> str:
    """Pauses between queries, and between connections where there are several."""
    kept = all(known.get(name) in _KEPT for name in ("reconnect", "reconnect_mode"))
    counting = [name for name in names if name != "connect_delay" or not kept]
    values = [(name, _limit(known, [name])) for name in counting]
    return ", ".join(f"{name} {value}" for name, value in values if value != "none") or "none"


def _seed(known: Parameters, names: Sequence[str]) -> str:
    """Without a seed the clock gives one since sysbench 1.0; before, only where it was told to."""
    value = _limit(known, names)
    if value != "none":
        return value
    by_clock = known.get("rand_init", True)
    if by_clock is ...:
        raise _DoubtError("rand_init")
    return "another in each run" if by_clock else "the same in each run"


_CHARACTER_SET = re.compile(r"(?:character\s+set|charset)\s*=?\s*['\"]?(\w+)", re.IGNORECASE)
_COLLATION = re.compile(r"collate\s*=?\s*['\"]?(\w+)", re.IGNORECASE)


def _charset(known: Parameters, names: Sequence[str]) -> str:
    """Character set and collation that options of tables set; "" where they set neither."""
    options = _of(known, names[0])
    charset, collation = (p.search(options) for p in (_CHARACTER_SET, _COLLATION))
    # A collation names its character set: utf8mb4_bin.
    named = charset or collation
    words = [named[1].partition("_")[0]] if named else []
    return ", ".join([*words, *([collation[1]] if collation else [])]).lower()


PARAMETER_READINGS: Mapping[str, Callable[[Parameters, Sequence[str]], str]] = {
    "text": lambda known, names: _of(known, names[0]),
    "lower": lambda known, names: _of(known, names[0]).lower(),
    "several": _several,
    "limit": _limit,
    "seconds": _seconds,
    "shape": _shape,
    "reconnects": _reconnects,
    "delays": _delays,
    "seed": _seed,
    "charset": _charset,
}
