"""What differs between servers of a result besides their versions, as far as it is stated."""

from __future__ import annotations

from collections.abc import Sequence

from sysbench_archive.derive.cells import Record

_COMPARED_FACTS_SKIPPED = (
    "build.sha256", "build.package", "host", "maturity", "variables", "stands_for",
)  # fmt: skip


def differences(result: Record, servers: Sequence[str]) -> list[Record]:
    """Server facts and options that are not the same on all sides, besides the version."""
    described = {server["id"]: server for server in result["servers"]}
    tables = [_stated_facts(described[name]) for name in servers]
    names = dict.fromkeys(name for table in tables for name in table)
    found: list[Record] = []
    for name in names:
        values = [table.get(name, ("", ""))[1] for table in tables]
        if len(set(values)) > 1:
            label = next(table[name][0] for table in tables if name in table)
            found.append({"name": name, "label": label, "values": values})
    return found


def _stated_facts(server: Record) -> dict[str, tuple[str, str]]:
    facts = {
        fact["name"]: (fact["label"], fact["value"] or fact["state"])
        for fact in server["facts"]
        if fact["name"] not in _COMPARED_FACTS_SKIPPED
    }
    options = {o["name"]: (o["label"], o["value"] or o["state"]) for o in server["options"]}
    regime = {"regime": ("Regime", server["regime"])}
    return facts | regime | {f"options.{name}": value for name, value in options.items()}
