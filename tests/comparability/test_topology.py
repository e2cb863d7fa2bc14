"""Replication, proxies and forks of servers are conditions, and a label names a fork."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from comparability_bundles import made, made_sides, server

from sysbench_archive.comparability.conditions import conditions_of
from sysbench_archive.comparability.differences import compare_conditions

GROUP = {
    "kind": "group-replication",
    "role": "primary",
    "nodes": 3,
    "writers": "single",
    "consistency": "EVENTUAL",
}
PROXY = {"product": "ProxySQL", "version": "1.2.0", "placement": "on the client's host"}
TOPOLOGIES: list[tuple[str, dict[str, Any]]] = [
    ("replication", {"replication": GROUP}),
    ("proxy", {"proxy": PROXY}),
    ("fork", {"fork": "Facebook MySQL"}),
]


def statuses(
    one: dict[str, Any], other: dict[str, Any], versions: tuple[str, str]
) -> dict[str, str]:
    """Field to what is said of it, of two servers with these facts."""
    known = [server(versions[0], variant="a", **one), server(versions[1], variant="b", **other)]
    sides = [replace(each, facts={**each.facts, "variant": each.variant}) for each in known]
    found = compare_conditions(made_sides(made(*sides)), "read-write")
    return {row.field: row.status for row in found.rows}


@pytest.mark.parametrize(("field", "facts"), TOPOLOGIES)
def test_between_versions_it_is_a_difference(field: str, facts: dict[str, Any]) -> None:
    assert statuses({}, facts, ("8.0.18", "8.0.19"))[field] == "differs"


@pytest.mark.parametrize(("field", "facts"), TOPOLOGIES)
def test_between_variants_of_a_version_it_is_what_is_compared(
    field: str, facts: dict[str, Any]
) -> None:
    assert statuses({}, facts, ("8.0.18", "8.0.18"))[field] == "intended"


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("replication_role", {"role": "replica"}),
        ("replication_nodes", {"nodes": 5}),
        ("replication_writers", {"writers": "several"}),
        ("replication_consistency", {"consistency": "BEFORE"}),
    ],
)
def test_another_place_in_replication_is_a_difference(field: str, changed: dict[str, Any]) -> None:
    other = {"replication": GROUP | changed}
    assert statuses({"replication": GROUP}, other, ("8.0.18", "8.0.19"))[field] == "differs"


def test_a_server_without_replication_and_proxy_is_told_so() -> None:
    known = next(iter(conditions_of(made(server())).servers.values()))
    assert known["replication"] == known["proxy"] == "none stated"
    assert known["fork"] == "the product's own"
    assert "replication_role" not in known


def test_a_label_names_the_fork_before_the_variant() -> None:
    assert server("5.6.35", fork="Facebook MySQL").label == "MySQL 5.6.35 (Facebook MySQL)"
    both = server("5.6.35", variant="lz4", fork="Facebook MySQL")
    assert both.label == "MySQL 5.6.35 (Facebook MySQL, lz4)"


@pytest.mark.parametrize(("stated", "machines"), [({}, 2), ({"same_machine_as": "host"}, 1)])
def test_hosts_that_are_one_machine_share_what_nobody_recorded(
    stated: dict[str, str], machines: int
) -> None:
    parts = made(server(variant="a"), replace(server(variant="b"), host="other"))
    facts = {**parts.hosts["host"].facts, **stated}
    hosts = {**parts.hosts, "other": replace(parts.hosts["host"], id="other", facts=facts)}
    known = conditions_of(replace(parts, hosts=hosts)).servers.values()
    assert len({str(conditions["identity.host"]) for conditions in known}) == machines
