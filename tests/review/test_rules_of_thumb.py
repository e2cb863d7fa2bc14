"""Outliers, blockers, neighbours and completeness, on records made by hand."""

from collections.abc import Sequence
from typing import Any

from derived_records import (
    host_record,
    result_record,
    run_record,
    server_record,
    workload_record,
)
from sysbench_archive.comparability.table import FIELDS
from sysbench_archive.model.base import FactRow
from sysbench_archive.model.comparability import Condition, Conditions
from sysbench_archive.model.result import ClientRecord, ResultRecord, RunRecord, ServerRecord
from sysbench_archive.review.findings import blockers, environment, neighbours, outliers
from sysbench_archive.tables.cells import cell_rows


def run(server: str, threads: int, tps: float, number: int, **more: Any) -> RunRecord:
    figures = more.pop("figures", {"tps": tps})
    return run_record(
        f"{server}-t{threads}-r{number}",
        figures,
        server=server,
        workload="rw",
        threads=threads,
        repetition=number,
        **more,
    )


def fact(name: str, value: str = "", state: Any = "") -> FactRow:
    known = state or ("stated" if value else "unrecorded")
    return FactRow(name=name, label=name, value=value, unit="", state=known, probe="")


def server(name: str, **more: Any) -> ServerRecord:
    known = {"product": "mariadb", "version": "10.11.6", "series": "10.11"}
    return server_record(name, **known | more)


def result(
    runs: list[RunRecord],
    servers: list[ServerRecord],
    bundle: str = "2026-01-b",
    family: str = "read-write",
    facts: Sequence[FactRow] = (),
    cpus: int = 8,
) -> ResultRecord:
    client = ClientRecord(id="c", label="c", facts=[fact("placement", "same-host")], stated={})
    workload = workload_record(
        "rw",
        title="read-write",
        test="oltp_read_write",
        family=family,
        command="x",
        place={server.id: "unrecorded" for server in servers},
    )
    return result_record(
        bundle,
        hosts=[host_record(facts=list(facts), hardware_threads=cpus, cpus=cpus)],
        servers=servers,
        clients=[client],
        workloads=[workload],
        runs=runs,
        conditions=Conditions(
            servers={server.id: _conditions(server) for server in servers},
            workloads={"rw": {f"identity.{name}": "b" for name in _OF_WORKLOADS}},
        ),
    )


_OF_WORKLOADS = ("client", "workload", "campaign")


def _conditions(server: ServerRecord) -> dict[str, Condition]:
    told = {"identity.host": server.host, "product": "MariaDB", "regime": server.regime}
    return told | {fact.name: fact.value or fact.state for fact in server.options}


def cells(*groups: tuple[int, list[float]]) -> list[RunRecord]:
    return [run("a", t, tps, n) for t, values in groups for n, tps in enumerate(values, 1)]


def test_a_repetition_far_from_its_siblings_is_named() -> None:
    runs = cells((1, [100, 101, 99]), (2, [200, 203, 100]), (4, [400, 404, 398]))
    (found,) = outliers(result(runs, [server("a")]))
    assert found == ("a-t2-r3", "100.00/s", "200.00/s", "0.50")


def test_noise_as_usual_is_not() -> None:
    noisy = cells((1, [100, 130, 75]), (2, [200, 140, 270]), (4, [400, 310, 520]))
    assert not list(outliers(result(noisy, [server("a")])))
    steady = cells((1, [100, 100.01, 103]), (2, [200, 200.01, 200]))
    assert not list(outliers(result(steady, [server("a")])))


def test_two_repetitions_name_nobody_and_zero_is_left_alone() -> None:
    assert not list(outliers(result(cells((1, [100, 10])), [server("a")])))
    assert not list(outliers(result(cells((1, [100, 100, 0])), [server("a")])))


def reasons(record: ResultRecord) -> set[tuple[str, str]]:
    """Why a row is there, and what it is about."""
    return {(str(why).partition(":")[0], str(what)) for _, what, _, why in blockers(record)}


def test_equal_sides_have_no_blocker() -> None:
    runs = [run(name, 1, 100, 1) for name in "ab"]
    assert not reasons(result(runs, [server("a"), server("b")]))


def test_what_weighs_in_the_comparability_stands_in_the_way() -> None:
    runs = [run("a", 1, 100, 1), run("a", 1, 100, 2), run("b", 1, 100, 1)]
    one = server("a", options=[fact("sync_binlog", "0"), fact("port", "1")])
    other = server("b", regime="pinned", options=[fact("sync_binlog", "1"), fact("port", "2")])
    assert reasons(result(runs, [one, other])) == {
        ("differs", "Configuration"),
        ("differs", "Flush of the binary log"),
        ("unequal", "runs that count"),
    }


def test_unrecorded_durability_matters_to_writes_alone() -> None:
    silent = server("a", options=[fact("sync_binlog")])
    runs = [run("a", 1, 9, 1)]
    assert reasons(result(runs, [silent])) == {("unrecorded", "Flush of the binary log")}
    assert not reasons(result(runs, [silent], family="range"))


def test_a_condition_is_told_in_the_words_of_the_comparability() -> None:
    silent = server("a", options=[fact("sync_binlog")])
    (field,) = (field for field in FIELDS if field.name == "sync_binlog")
    (row,) = blockers(result([run("a", 1, 9, 1)], [silent]))
    assert row == ("read-write", field.label, "unrecorded", f"unrecorded: {field.why}")


def test_unequal_runs_and_failures_are_told() -> None:
    long, short = ({"figures": {"tps": 9, "duration_s": seconds}} for seconds in (600, 60))
    failed: dict[str, Any] = {"state": "failed", "failed": "it stopped", "figures": {}}
    runs = [run("a", 1, 9, 1, **long), run("b", 1, 9, 1, **short), run("b", 2, 9, 1, **failed)]
    found = reasons(result(runs, [server("a"), server("b")]))
    assert {("unequal", "longest run"), ("failed", "1 of 3 runs")} <= found


def test_a_neighbour_is_told_with_what_sets_it_apart() -> None:
    here = result([run("a", 4, 100, 1)], [server("a")])
    near = result([run("a", 4, 200, 1)], [server("a", regime="pinned")], "2024-01-near")
    far = result([run("a", 4, 400, 1)], [server("a")], "2025-01-far", cpus=128)
    (row,) = neighbours(here, [*cell_rows(near), *cell_rows(far)])
    words = "2024-01-near, a: pinned configuration; place 2 of 2 machines as near"
    assert row == ("a", "read-write", 4, "100.00/s", "200.00/s", "0.50", words)


def test_completeness_counts_what_applies() -> None:
    facts = [
        fact("machine"),
        fact("cpu.model", "x"),
        fact("cpu.governor", state="unavailable"),
        fact("cpu.turbo"),
        fact("storage"),
        fact("notes", "not counted"),
    ]
    record = result([], [server("a")], facts=facts)
    groups = {name: more for name, *more in environment(record)}
    assert groups["CPU"] == [2, 3, "turbo"]
    assert groups["storage"] == [0, 1, "storage"]
    assert groups["machine and system"] == [0, 1, "machine"]
    assert groups["workload"][2] == "prepare"
