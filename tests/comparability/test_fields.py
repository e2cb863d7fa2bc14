"""The table of conditions: whole, readable, and about things that exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from comparability_bundles import bundle

from sysbench_archive.bundle.schema import load_schema
from sysbench_archive.comparability.conditions import FACT_READINGS as OF_FACTS
from sysbench_archive.comparability.conditions import PARAMETER_READINGS as OF_PARAMETERS
from sysbench_archive.comparability.settings import SETTING_READINGS as OF_SETTINGS
from sysbench_archive.comparability.table import FIELDS
from sysbench_archive.sysbench.command.options import KINDS

FACTS = ("host", "server", "client", "connection", "workload", "campaign")
MADE_UP = {"machine", "id", "data_directory", "product", "version"}
"""Sources that conditions put together themselves."""
DUMPED = "2026-11-mysql-and-mariadb-defaults-small-vm"
BEFORE_DUMPS = {"table_cache", "tx_isolation"}
"""Names of variables that only servers older than any dump have, or that others stand in for."""

by_name = {field.name: field for field in FIELDS}


def test_names_and_labels_tell_fields_apart() -> None:
    assert len(by_name) == len(FIELDS) == len({field.label for field in FIELDS})


def test_a_field_has_a_reading() -> None:
    tables = {"setting": OF_SETTINGS, "parameter": OF_PARAMETERS}
    without = [f.name for f in FIELDS if f.reading not in tables.get(f.subject, OF_FACTS)]
    assert without == []


def described(node: Any, found: dict[str, Any]) -> Iterator[str]:
    """Dotted names below a node of the bundle's schema, through lists and states."""
    for branch in [node, *node.get("anyOf", ())]:
        yield from described(branch["items"], found) if "items" in branch else ()
        for name, child in branch.get("properties", {}).items():
            yield name
            yield from (f"{name}.{rest}" for rest in described(child, found))


def known_facts() -> set[str]:
    schema = load_schema("bundle-1")
    kinds = [schema["$defs"][name] for name in ("host", "server", "client", "workload")]
    nodes = [*kinds, schema["properties"]["campaign"]]
    return {name for node in nodes for name in described(node, schema)}


def test_a_fact_is_one_a_bundle_can_state() -> None:
    stated = {source for field in FIELDS if field.subject in FACTS for source in field.source}
    assert stated > MADE_UP
    assert stated - MADE_UP - known_facts() == set()


def test_a_parameter_is_one_sysbench_takes() -> None:
    taken = {source for field in FIELDS if field.subject == "parameter" for source in field.source}
    assert taken
    assert taken - {"test"} - KINDS.keys() == set()


def test_a_setting_is_a_variable_some_server_has() -> None:
    dumps = bundle(DUMPED).variables.values()
    known = {name for dump in dumps for name in dump} | BEFORE_DUMPS
    named = {name for field in FIELDS if field.subject == "setting" for name in field.source}
    assert named <= known, sorted(named - known)
