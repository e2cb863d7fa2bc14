"""The conditions of bundles: what belongs to a server, what to a workload, what to neither."""

from __future__ import annotations

from typing import Any

import pytest
from comparability_bundles import archived_conditions, made, run, server

from sysbench_archive.comparability.conditions import conditions_of, find_fact, read_fact
from sysbench_archive.comparability.fields import UNKNOWN
from sysbench_archive.comparability.table import FIELDS
from sysbench_archive.model.comparability import ConditionDetail

BY_NAME = {field.name: field for field in FIELDS}
SMALL = (
    "2011-10-mysql-5-5-and-5-1-dl380-g7",
    "2012-12-connections-per-second",
    "2013-02-mysql-5-6-and-5-5-default-settings",
    "2013-03-schwenke-connect-innodb",
    "2016-05-percona-oltp-read-write-network",
    "2026-11-mariadb-11-8-and-10-11-debian-vm",
)


def of_host(name: str, **facts: Any) -> Any:
    return read_fact(BY_NAME[name], facts)


@pytest.mark.parametrize("name", SMALL)
def test_a_side_is_the_union_of_server_and_workload(name: str) -> None:
    known = archived_conditions(name)
    for of_server in known.servers.values():
        for of_workload in known.workloads.values():
            assert not of_server.keys() & of_workload.keys()
            names = {key for key in {**of_server, **of_workload} if key.startswith("identity.")}
            assert {n.removeprefix("identity.") for n in names} == {
                "host", "process", "client", "workload", "campaign",
            }  # fmt: skip


def test_a_machine_of_which_nothing_was_recorded_is_unrecorded() -> None:
    known = archived_conditions("2013-03-schwenke-connect-innodb").servers
    assert known["mysql-5-5-30"]["cpu_model"] == UNKNOWN
    assert known["mysql-5-5-30"]["storage_kind"] == UNKNOWN
    assert "hypervisor" not in known["mysql-5-5-30"]


def test_several_storages_are_told_together() -> None:
    known = archived_conditions("2011-10-mysql-5-5-and-5-1-dl380-g7").servers
    assert known["mysql-5-1-59"]["storage_kind"] == "hdd, san"
    assert known["mysql-5-1-59"]["memory"] == "56.0 GiB"


def test_the_microarchitecture_stands_in_for_a_model_nobody_recorded() -> None:
    cpu = {"model": "unrecorded", "microarchitecture": "Haswell"}
    assert of_host("cpu_model", cpu=cpu) == "Haswell"
    assert of_host("cpu_model", cpu=cpu | {"model": "Intel Xeon"}) == "Intel Xeon"
    assert of_host("cpu_model", cpu=cpu | {"microarchitecture": "unrecorded"}) == UNKNOWN


def test_flushes_are_compared_by_tier() -> None:
    storage = [{"kind": "ssd", "fsync_us": 150.4}]
    slower = [{"kind": "ssd", "fsync_us": 420.0}]
    disk = [{"kind": "hdd", "fsync_us": 8000.0}]
    assert of_host("fsync", storage=storage) == of_host("fsync", storage=slower)
    assert of_host("fsync", storage=storage) != of_host("fsync", storage=disk)


def test_what_was_looked_for_and_not_exposed_is_told_apart() -> None:
    cpu = {"governor": {"unavailable": "cpufreq does not exist"}}
    assert of_host("cpu_governor", cpu=cpu) == ConditionDetail(state="unavailable")


def test_a_fact_is_found_through_lists_and_states() -> None:
    facts = {
        "storage": [{"kind": "hdd"}, {"kind": "unrecorded"}, {"kind": "hdd"}],
        "cpu": "unrecorded",
    }
    assert find_fact(facts, ["storage", "kind"]) == "hdd"
    assert find_fact(facts, ["cpu", "model"]) == "unrecorded"
    assert find_fact(facts, ["memory", "size_mib"]) is None


def test_an_account_that_differs_between_servers_is_the_servers() -> None:
    plugin = "mysql_native_password; caching_sha2_password on new"
    parts = made(
        server("5.7.44", variant="old"), server("8.0.36", variant="new"),
        client={"authentication_plugin": plugin},
    )  # fmt: skip
    known = conditions_of(parts)
    assert known.servers["old"]["authentication"] == "mysql_native_password"
    assert known.servers["new"]["authentication"] == "caching_sha2_password"
    assert "authentication" not in known.workloads["work"]


@pytest.mark.parametrize("plugin", ["mysql_native_password", "a; b on nobody"])
def test_another_account_is_everybodys(plugin: str) -> None:
    known = conditions_of(made(server(), client={"authentication_plugin": plugin}))
    assert known.workloads["work"]["authentication"] == plugin
    assert "authentication" not in next(iter(known.servers.values()))


def test_a_client_of_its_own_has_a_machine() -> None:
    host = {"machine": "unrecorded", "cpu": {"model": "Intel Xeon"}, "memory": {"size_mib": 2048}}
    near = conditions_of(made(server(), host=host)).workloads["work"]
    far = conditions_of(made(server(), client={"placement": "other-host"}, host=host))
    assert "client_machine" not in near
    assert far.workloads["work"]["client_machine"] == "Intel Xeon, 2.0 GiB"


def test_the_state_of_the_data_directory_is_that_of_the_servers_runs() -> None:
    runs = (
        run("a", "old", data_directory="fresh"),
        run("b", "old", data_directory="restored"),
        run("c", "new"),
    )
    parts = made(server(variant="old"), server(variant="new"), runs=runs)
    known = conditions_of(parts).servers
    assert known["old"]["data_directory"] == "fresh, restored"
    assert "data_directory" not in known["new"]
