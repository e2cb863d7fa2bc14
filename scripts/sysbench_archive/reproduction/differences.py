"""What of the original environment is not matched here: a field, theirs, yours.

Owns which fields count. Those nobody recorded there are told apart from those that differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from sysbench_archive.derive.cells import Record
from sysbench_archive.derive.facts import fact_rows, label_of, option_rows
from sysbench_archive.derive.originals import Original
from sysbench_archive.model import PRODUCTS
from sysbench_archive.reproduction.settings import Settings, own_parameters, workload_of

UNSTATED = "not recorded"
_HOST = (
    "machine", "kind", "cpu.model", "cpu.cores", "cpu.threads", "cpu.governor",
    "memory.size_mib", "storage.kind", "storage.filesystem", "os", "kernel", "arch",
    "tuning.transparent_huge_pages",
)  # fmt: skip
_SERVER = ("build.distribution", "build.package", "allocator")
_CLIENT = ("sysbench", "library", "authentication_plugin", "placement", "transport", "tls")
_NOT_OF_THE_WORK = frozenset(
    ("threads", "report_interval", "verbosity", "debug", "db_driver", "validate", "histogram",
     "events", "thread_init_timeout", "thread_stack_size", "forced_shutdown", "db_debug")
)  # fmt: skip
_PLACES = frozenset(("bind_address", "port", "socket", "datadir", "tmpdir", "pid_file"))
"""Options that say where a server listens or writes, not how it works."""
_LATER = {"tls": "seen once sysbench has connected"}


@dataclass(frozen=True, slots=True)
class Difference:
    """A field whose values are not the same, or not known to be."""

    field: str
    theirs: str
    yours: str


@dataclass(frozen=True, slots=True)
class Side:
    """A server here, looked at: its published id, its entry, its host's and the client's."""

    stands_for: str
    server: Mapping[str, Any]
    host: Mapping[str, Any]
    client: Mapping[str, Any]


def differences(
    original: Original, settings: Settings, sides: Sequence[Side]
) -> Iterator[Difference]:
    """Every difference between what was published and the servers here."""
    for index, side in enumerate(sides):
        theirs = original.server(side.stands_for)
        if not index:
            host = _named(original.result["hosts"], theirs["host"])
            yield from _compared("", _HOST, host["facts"], fact_rows(side.host))
            client = _client(original)
            yield from _compared("", _CLIENT, client, fact_rows(dict(side.client) | _LATER))
        yield from _server(theirs, side.server)
    yield from _parameters(original, settings)


def _named(entries: Iterable[Record], name: str) -> Record:
    return next((e for e in entries if e["id"] == name), {"facts": []})


def _client(original: Original) -> list[Record]:
    facts = workload_of(original)["facts"]
    name = next((fact["value"] for fact in facts if fact["name"] == "client"), "")
    found: list[Record] = _named(original.result["clients"], name)["facts"]
    return found


def _server(theirs: Record, entry: Mapping[str, Any]) -> Iterator[Difference]:
    label = theirs["label"]
    name = f"{PRODUCTS[entry['product']]} {entry['version']}"
    yield from _unlike(f"{label}: version", f"{_product(theirs)} {theirs['version']}", name)
    ours = entry["regime"] if isinstance(entry["regime"], str) else UNSTATED
    yield from _unlike(f"{label}: regime", theirs["regime"], ours)
    yield from _compared(f"{label}: ", _SERVER, theirs["facts"], fact_rows(entry))
    options = entry["options"] if "unavailable" not in entry["options"] else {}
    known, rows = (_by_option(table) for table in (theirs["options"], option_rows(options)))
    for option in sorted((known.keys() | rows.keys()) - _PLACES):
        both = (_shown(table.get(option), "not set") for table in (known, rows))
        yield from _unlike(f"{label}: {option}", *both)


def _by_option(rows: Iterable[Record]) -> dict[str, Record]:
    """Options under one spelling: servers take hyphens for underscores."""
    return {row["name"].replace("-", "_"): row for row in rows}


def _product(server: Record) -> str:
    name: str = server["product"]
    return PRODUCTS.get(name, name)


def _compared(
    prefix: str, names: Sequence[str], theirs: Sequence[Record], ours: Sequence[Record]
) -> Iterator[Difference]:
    known, rows = ({_plain(row["name"]): row for row in table} for table in (theirs, ours))
    for name in names:
        both = (_shown(table.get(name), UNSTATED) for table in (known, rows))
        yield from _unlike(f"{prefix}{label_of(name)}", *both)


def _plain(name: str) -> str:
    """`storage.1.kind` as `storage.kind`: of several the last one counts."""
    return ".".join(part for part in name.split(".") if not part.isdigit())


def _shown(row: Mapping[str, Any] | None, absent: str) -> str:
    if row is None:
        return absent
    return str(row["value"]) if row["state"] == "stated" else UNSTATED


def _unlike(field: str, theirs: str, ours: str) -> Iterator[Difference]:
    if theirs != ours or theirs == UNSTATED:
        yield Difference(field, theirs, ours)


def _parameters(original: Original, settings: Settings) -> Iterator[Difference]:
    workload = workload_of(original)
    theirs = {row["name"]: row["value"] for row in workload["parameters"]}
    size = {"tables": settings.tables, "table_size": settings.table_size, "time": settings.seconds}
    words = (*settings.options, *(f"--{n.replace('_', '-')}={v}" for n, v in size.items()))
    ours = own_parameters(settings.test, words, settings.sysbench)
    yield from _unlike("Test", workload["shelf"] or UNSTATED, PurePath(settings.test).stem)
    for name in sorted((theirs.keys() & ours.keys()) | size.keys()):
        if name not in _NOT_OF_THE_WORK and not name.startswith("mysql_"):
            value = theirs.get(name, UNSTATED)
            yield from _unlike(f"--{name.replace('_', '-')}", value, ours[name])
