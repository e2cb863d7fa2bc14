"""Which rows are of one machine, which of two, and that recording less says no more."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from cell_samples import cell
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.results import result_record
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.pages.comparison.record import matrix_comparisons
from sysbench_archive.tables.cells import Cell, cell_rows
from sysbench_archive.tables.comparisons import contrast_rows
from sysbench_archive.tables.machines import (
    are_different,
    are_same,
    machine_of,
    rows_by_machine,
)
from sysbench_archive.tables.replications import campaign_pairs, replications

RESULTS = Path(__file__).parents[2] / "data" / "results"
XEON = "Intel(R) Xeon(R) CPU X1 @ 2.00GHz"


@pytest.mark.parametrize(
    ("changed", "different"),
    [
        ({"author": "Another"}, True),
        ({"author": ""}, False),
        ({"kind": "vm"}, True),
        ({"kind": ""}, False),
        ({"machine_label": "Box 2"}, True),
        ({"machine_label": "Maker Box 1"}, False),
        ({"machine_label": ""}, False),
        ({"cpu_model": "Intel Xeon X1"}, False),
        ({"cpu_model": "Intel Xeon X2"}, True),
        ({"cpu_model": "Intel Xeon"}, False),
        ({"microarchitecture": "Broadwell"}, True),
        ({"cpu_model": "", "microarchitecture": "Broadwell"}, True),
        ({"microarchitecture": ""}, False),
        ({"cores": 4}, True),
        ({"cores": None}, False),
        ({"hardware_threads": 2, "cpus": 2}, True),
        ({"hardware_threads": None, "cpus": 2}, False),
        ({"memory_mib": 15100}, False),
        ({"memory_mib": 12288}, True),
        ({"memory_mib": None}, False),
        ({"bundle": "2026-02-c", "host": "another", "storage": [], "machine": "b"}, False),
    ],
)
def test_two_are_different_where_what_is_recorded_of_both_contradicts(
    changed: dict[str, Any], *, different: bool
) -> None:
    one, other = (machine_of(row) for row in (cell("1", 1), cell("1", 1, **changed)))
    assert are_different(one, other) == are_different(other, one) == different
    assert len(rows_by_machine([cell("1", 1), cell("1", 1, **changed)])) == 1 + different


def test_one_is_certain_where_all_of_it_is_recorded() -> None:
    whole = cell("1", 1)
    assert are_same(machine_of(whole), machine_of(structs.replace(whole, memory_mib=16000)))
    for name, value in NOTHING.items():
        less = machine_of(structs.replace(whole, **{name: value}))
        assert not are_same(less, less)
    # Two instances of one type are two machines.
    rented = machine_of(structs.replace(whole, kind="cloud-instance"))
    assert not are_same(rented, rented)


NOTHING = {
    "author": "",
    "kind": "",
    "machine_label": "",
    "cpu_model": "",
    "cores": None,
    "hardware_threads": None,
    "memory_mib": None,
}
rows = st.builds(
    lambda **facts: cell("1", 1, **facts),
    author=st.sampled_from(["", "A", "B"]),
    kind=st.sampled_from(["", "vm", "bare-metal"]),
    machine_label=st.sampled_from(["", "Box", "Box 1", "Box 2"]),
    cpu_model=st.sampled_from(["", "Intel Xeon", XEON, "AMD EPYC"]),
    cores=st.sampled_from([None, 2, 4]),
    hardware_threads=st.sampled_from([None, 4]),
    memory_mib=st.sampled_from([None, 1000, 940, 880]),
)


@given(st.lists(rows, max_size=7))
def test_rows_are_of_as_many_machines_as_are_certainly_different(found: list[Cell]) -> None:
    machines = [machine_of(row) for row in found]
    apart = [
        len(some)
        for count in range(len(found) + 1)
        for some in combinations(machines, count)
        if all(are_different(one, other) for one, other in combinations(some, 2))
    ]
    groups = rows_by_machine(found)
    assert len(groups) == max(apart)
    assert sorted(map(id, found)) == sorted(id(row) for own in groups for row in own)
    for own in groups:
        assert not any(are_different(machine_of(own[0]), machine_of(row)) for row in own)


@given(st.lists(rows, min_size=1, max_size=9), st.data())
def test_a_fact_less_makes_no_machine_more(found: list[Cell], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(found) - 1))
    names = data.draw(st.sets(st.sampled_from(sorted(NOTHING))))
    less = structs.replace(found[at], **{name: NOTHING[name] for name in names})
    left = [*found[:at], less, *found[at + 1 :]]
    assert len(rows_by_machine(left)) <= len(rows_by_machine(found))


OF_ONE_MACHINE = (
    "2025-08-mdcallag-mysql-5-6-to-9-4-8-cpus",
    "2026-03-mdcallag-mysql-5-6-to-9-7-8-cpus",
)
NAMES = (
    *OF_ONE_MACHINE,
    "2024-12-mdcallag-facebook-mysql-8-0-32-24-cpus",
    "2026-03-percona-interactive-network-read-only-12gb",
    "2026-04-hikaru2003-spin-wait-multiplier-c6620",
    "2026-11-mariadb-10-11-noise-floor-small-vm",
)


@cache
def bundle_of(name: str) -> Bundle:
    """A bundle, of many workloads the first few."""
    bundle = load_bundle(RESULTS / name, name).bundle
    assert bundle
    few = dict(islice(sorted(bundle.workloads.items()), 3))
    runs = tuple(run for run in bundle.runs if run.workload in few)
    return replace(bundle, workloads=few, runs=runs)


@cache
def facts() -> list[tuple[str, str, str]]:
    """Every fact of a machine in these bundles: bundle, host and dotted name."""
    return [
        (name, host.id, fact)
        for name in NAMES
        for host in bundle_of(name).hosts.values()
        for group in ("machine", "kind", "cpu", "memory")
        for fact in _named(group, host.facts.get(group))
    ]


def _named(group: str, known: Any) -> Iterable[str]:
    return [f"{group}.{name}" for name in known] if isinstance(known, Mapping) else [group]


def recorded(without: set[tuple[str, str, str]]) -> list[Bundle]:
    """The bundles, some facts of which nobody recorded."""
    found = []
    for name in NAMES:
        hosts = dict(bundle_of(name).hosts)
        for bundle, host, fact in without:
            if bundle == name:
                group, _, own = fact.partition(".")
                known = hosts[host].facts
                rest = {**known[group], own: "unrecorded"} if own else "unrecorded"
                hosts[host] = replace(hosts[host], facts={**known, group: rest})
        found.append(replace(bundle_of(name), hosts=hosts))
    return found


@dataclass(frozen=True)
class Said:
    """What is said of bundles together: machines, contrasts that are measured, and intervals."""

    machines: int
    measured: set[tuple[object, ...]]
    widths: dict[tuple[object, ...], float]


def said_of(bundles: Iterable[Bundle]) -> Said:
    results = [result_record(bundle) for bundle in bundles]
    cells = [row for result in results for row in cell_rows(result)]
    others = replications(campaign_pairs(cells))
    contrasts = {
        (row.bundle, row.workload, row.metric, row.candidate_server, row.threads): row
        for result in results
        for comparison in matrix_comparisons(
            structs.replace(result, replications=others.get(result.id, []))
        )
        for row in contrast_rows(comparison)
    }
    return Said(
        machines=len(rows_by_machine(cells)),
        measured={key for key, row in contrasts.items() if row.evidence_status == "measured"},
        widths={
            key: math.log(row.high / row.low)
            for key, row in contrasts.items()
            if row.low and row.high
        },
    )


@cache
def said_in_full() -> Said:
    return said_of(recorded(set()))


@given(st.data())
def test_a_fact_less_says_nothing_more(data: st.DataObject) -> None:
    first = data.draw(st.sets(st.sampled_from(facts()), min_size=1))
    more = data.draw(st.sets(st.sampled_from(facts()), min_size=1))
    before = said_in_full()
    for without in (first, first | more):
        now = said_of(recorded(without))
        assert now.machines <= before.machines
        assert now.measured <= before.measured
        for key in now.widths.keys() & before.widths.keys():
            assert now.widths[key] >= before.widths[key] - 1e-9
        before = now


@pytest.mark.parametrize("name", ["machine", "kind", "cpu.model", "cpu.threads", "memory.size_mib"])
def test_what_is_measured_is_of_an_identified_machine(name: str) -> None:
    whole = said_in_full()
    assert {bundle for bundle, *_ in whole.measured} == {*OF_ONE_MACHINE}
    less = {fact for fact in facts() if fact[0] in OF_ONE_MACHINE and fact[2] == name}
    assert said_of(recorded(less)).measured == set()


@pytest.mark.parametrize("other", [40, "unrecorded"])
def test_states_of_one_machine_may_differ_in_hardware_threads(other: object) -> None:
    bundle = bundle_of("2020-07-percona-tpcc-mysql-mariadb-140gb")
    known = bundle.hosts["server-ssd"]
    assert known.facts["same_machine_as"] == "server-host"
    state = replace(known, facts=known.facts | {"cpu": {**known.facts["cpu"], "threads": other}})
    found = cell_rows(result_record(replace(bundle, hosts={**bundle.hosts, known.id: state})))
    assert len({row.cpus for row in found}) == 2
    assert {row.hardware_threads for row in found} == {None}
    assert len(rows_by_machine(found)) == 1


def test_a_host_of_which_less_is_recorded_is_no_machine_more() -> None:
    """`host-3` of the archive: its kind is not recorded, and memory is rounded."""
    names = [path.name for path in RESULTS.glob("2026-03-percona-interactive-*")]
    found = [row for name in names for row in cell_rows(result_record(bundle_of(name)))]
    assert len({row.machine for row in found}) == 2
    assert len(rows_by_machine(found)) == 1


def test_microarchitectures_tell_machines_apart_whose_processor_is_not_recorded() -> None:
    names = [f"2017-08-dynimize-throughput-{name}" for name in ("broadwell", "ivy-bridge")]
    found = [row for name in names for row in cell_rows(result_record(bundle_of(name)))]
    assert {row.cpu_model for row in found} == {""}
    assert len({row.machine for row in found}) == len(rows_by_machine(found)) == 2


@pytest.mark.parametrize(
    ("cpu", "generation"),
    [
        ({"model": "AMD EPYC 9454P 48-Core Processor"}, "Zen 4"),
        ({"model": "Genuine Intel(R) CPU 0000 @ 2.00GHz"}, ""),
        (
            {"model": "Intel(R) Xeon(R) Processor", "microarchitecture": "Sapphire Rapids"},
            "Sapphire Rapids",
        ),
        ("unrecorded", ""),
    ],
)
def test_a_processor_has_a_generation_where_it_is_stated_or_its_name_means_one(
    cpu: object, generation: str
) -> None:
    bundle = bundle_of("2020-07-percona-tpcc-mysql-mariadb-140gb")
    known = bundle.hosts["server-ssd"]
    host = replace(known, facts=known.facts | {"cpu": cpu})
    hosts = result_record(replace(bundle, hosts={**bundle.hosts, host.id: host})).hosts
    assert {it.cpu_generation for it in hosts if it.id == host.id} == {generation}
