"""What stands in the way of comparing the sides of a bundle.

Owns a small table of reasons, each with its sentence. The comparison's own page says more; this
is what a contributor can still mend, or will be asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.derive.differences import differences
from sysbench_archive.derive.workloads import TESTS
from sysbench_archive.review.bounds import cut

Record = dict[str, Any]

DURABILITY = (
    "innodb_flush_log_at_trx_commit",
    "sync_binlog",
    "log_bin",
    "innodb_doublewrite",
    "innodb_flush_method",
)
"""Settings that decide what a write waits for."""

REASONS = {
    "host": "the sides ran on different machines: their ratio is not one of versions",
    "regime": "defaults and pinned settings are never pooled, and answer different questions",
    "durability": "it decides what every write waits for",
    "durability-unrecorded": "nobody recorded it, and it decides what every write waits for: add a"
    " dump of the server's variables, or its complete options",
    "setting": "set differently on the sides: the ratio is one of both version and setting",
    "fact": "differs between the sides besides the version",
    "repetitions": "unequal numbers of repetitions: the side with more looks steadier",
    "duration": "runs of unequal length warm up and stall differently",
    "failed": "failed runs are kept, and the cell has fewer that count",
    "placement": "nobody recorded where the client ran: a network between the two decides many"
    " results",
}
"""Why a row is in the table."""

_WRITING = frozenset(("write", "read-write"))
_UNEQUAL = 1.1
_SHOWN_APART = frozenset(("regime",))
_MEANS_NOTHING = frozenset(
    ("notes", "port", "socket", "bind_address", "datadir", "basedir", "tmpdir", "pid_file")
) | {"log_error", "plugin_dir", "lc_messages_dir", "character_sets_dir", "server_id", "report_host"}
"""Differences that say where a server is, not how it works."""


@dataclass(frozen=True, slots=True)
class Sides:
    """A workload of a bundle with the servers that ran it."""

    result: Record
    workload: Record
    servers: tuple[Record, ...]
    runs: tuple[Record, ...]

    @property
    def writes(self) -> bool:
        """Whether the workload writes: by its counters, else by what its test is known to do."""
        counted = [r["figures"]["writes"]["value"] for r in self.runs if "writes" in r["figures"]]
        test = TESTS.get(self.workload["shelf"])
        return any(counted) if counted else test is not None and test.family in _WRITING

    def of(self, server: Record) -> list[Record]:
        """The complete runs of a server."""
        mine = (run for run in self.runs if run["server"]["id"] == server["id"])
        return [run for run in mine if run["state"] == "complete"]


def blockers(result: Record) -> list[Record]:
    """The rows of the table; workloads that share a row share a line."""
    rows: dict[tuple[str, ...], Record] = {}
    for row in _rows(result):
        key = row["reason"], row["field"], *row["values"]
        known = rows.setdefault(key, row)
        if known is not row:
            known["workload"] = cut(f"{known['workload']}, {row['workload']}")
    return list(rows.values())


def _rows(result: Record) -> Iterator[Record]:
    for workload in result["workloads"]:
        runs = tuple(r for r in result["runs"] if r["workload"]["id"] == workload["id"])
        ran = {run["server"]["id"] for run in runs}
        servers = tuple(server for server in result["servers"] if server["id"] in ran)
        sides = Sides(result, workload, servers, runs)
        checks = (*_ALONE, *(_TOGETHER if len(servers) > 1 else ()))
        for check in checks:
            for reason, field, values in check(sides):
                yield _row(workload, reason, field, values)


Found = Iterator[tuple[str, str, Sequence[str]]]


def _row(workload: Record, reason: str, field: str, values: Sequence[str]) -> Record:
    return {
        "workload": cut(workload["title"]),
        "field": cut(field, 120),
        "values": [cut(value, 80) for value in values][:4],
        "reason": reason,
    }


def _unrecorded_durability(sides: Sides) -> Found:
    if not sides.writes:
        return
    for server in sides.servers:
        if missing := [name for name in DURABILITY if not _knows(sides.result, server, name)]:
            yield "durability-unrecorded", ", ".join(missing), [server["label"]]


def _knows(result: Record, server: Record, name: str) -> bool:
    """Whether a setting is recorded: in the options, as a default, or in a dump of variables."""
    options = {option["name"].replace("-", "_") for option in server["options"]}
    dump = result["variables"] or {"servers": []}
    dumped = server["id"] in {entry["id"] for entry in dump["servers"]}
    return name in options or server["options_basis"] == "complete" or dumped


def _placement(sides: Sides) -> Found:
    for client in sides.result["clients"]:
        states = {fact["name"]: fact["state"] for fact in client["facts"]}
        if states.get("placement") == "unrecorded":
            yield "placement", "placement", [client["label"]]


def _failed(sides: Sides) -> Found:
    failed = [run["id"] for run in sides.runs if run["state"] == "failed"]
    if failed:
        yield "failed", f"{len(failed)} of {len(sides.runs)} runs", failed


def _hosts(sides: Sides) -> Found:
    hosts = [server["host"] for server in sides.servers]
    if len(set(hosts)) > 1:
        yield "host", "host", hosts


def _differences(sides: Sides) -> Found:
    for row in differences(sides.result, [server["id"] for server in sides.servers]):
        name = row["name"].removeprefix("options.")
        if name.replace("-", "_") in _MEANS_NOTHING:
            continue
        yield _reason(name, row["name"], sides.writes), name, [v or "absent" for v in row["values"]]


def _reason(name: str, full: str, writes: bool) -> str:
    if name in _SHOWN_APART:
        return name
    if name.replace("-", "_") in DURABILITY and writes:
        return "durability"
    return "setting" if full.startswith("options.") else "fact"


def _effective_durability(sides: Sides) -> Found:
    """Effective values that differ though no option says so: the versions' own defaults."""
    dump = sides.result["variables"]
    if not dump or not sides.writes:
        return
    set_by_hand = {o["name"].replace("-", "_") for s in sides.servers for o in s["options"]}
    for row in dump["rows"]:
        if row["name"] in DURABILITY and row["differs"] and row["name"] not in set_by_hand:
            yield "durability", row["name"], [v or "absent" for v in row["values"]]


def _repetitions(sides: Sides) -> Found:
    counts = [len(sides.of(server)) for server in sides.servers]
    threads = [{run["threads"] for run in sides.of(server)} for server in sides.servers]
    if len(set(counts)) > 1 and all(t == threads[0] for t in threads):
        yield "repetitions", "runs that count", [str(count) for count in counts]


def _durations(sides: Sides) -> Found:
    spans = [
        [r["figures"]["duration_s"]["value"] for r in sides.of(s) if "duration_s" in r["figures"]]
        for s in sides.servers
    ]
    longest = [max(span, default=0.0) for span in spans]
    if min(longest) > 0 and max(longest) / min(longest) > _UNEQUAL:
        yield "duration", "longest run", [f"{value:.0f} s" for value in longest]


Check = Callable[[Sides], Found]
_ALONE: tuple[Check, ...] = (_unrecorded_durability, _placement, _failed)
_TOGETHER: tuple[Check, ...] = (
    _hosts,
    _differences,
    _effective_durability,
    _repetitions,
    _durations,
)


def reason_of(row: Mapping[str, Any]) -> str:
    """The sentence of a row."""
    return REASONS[row["reason"]]
