"""Outliers, blockers, neighbours and completeness, on records made by hand."""

from typing import Any

from sysbench_archive.receipts import field_named
from sysbench_archive.review.blockers import blockers, label_of, reason_of
from sysbench_archive.review.completeness import completeness
from sysbench_archive.review.neighbours import neighbours
from sysbench_archive.review.repetitions import outliers

Record = dict[str, Any]


def run(server: str, threads: int, tps: float, number: int, **more: Any) -> Record:
    return {
        "id": f"{server}-t{threads}-r{number}",
        "path": f"/results/b/{server}-t{threads}-r{number}/",
        "server": {"id": server, "label": server},
        "workload": {"id": "rw", "label": "read-write"},
        "threads": threads,
        "repetition": number,
        "state": "complete",
        "failed": "",
        "figures": {"tps": {"value": tps, "line": 1}},
    } | more


def fact(name: str, value: str = "", state: str = "") -> Record:
    known = state or ("stated" if value else "unrecorded")
    return {"name": name, "label": name, "value": value, "unit": "", "state": known, "probe": ""}


def server(name: str, **more: Any) -> Record:
    return {
        "id": name,
        "label": name,
        "product": "mariadb",
        "version": "10.11.6",
        "series": "10.11",
        "regime": "defaults",
        "host": "h",
        "facts": [],
        "options": [],
        "options_basis": "complete",
    } | more


def result(runs: list[Record], servers: list[Record], bundle: str = "2026-01-b") -> Record:
    return {
        "id": bundle,
        "hosts": [{"id": "h", "label": "h", "facts": [fact("cpu.threads", "8")]}],
        "servers": servers,
        "clients": [{"id": "c", "label": "c", "facts": [fact("placement", "same-host")]}],
        "workloads": [
            {"id": "rw", "title": "read-write", "shelf": "oltp_read_write", "command": "x",
             "prepare": "", "facts": []}
        ],
        "variables": None,
        "runs": runs,
        "conditions": {
            "servers": {s["id"]: _conditions(s) for s in servers},
            "workloads": {"rw": {f"identity.{name}": "b" for name in _OF_WORKLOADS}},
        },
    }  # fmt: skip


_OF_WORKLOADS = ("client", "workload", "campaign")


def _conditions(server: Record) -> Record:
    told = {"identity.host": server["host"], "product": "MariaDB", "regime": server["regime"]}
    return told | {fact["name"]: fact["value"] or fact["state"] for fact in server["options"]}


def cells(*groups: tuple[int, list[float]]) -> list[Record]:
    return [run("a", t, tps, n) for t, values in groups for n, tps in enumerate(values, 1)]


def test_a_repetition_far_from_its_siblings_is_named() -> None:
    runs = cells((1, [100, 101, 99]), (2, [200, 203, 100]), (4, [400, 404, 398]))
    (found,) = outliers(result(runs, [server("a")]))
    assert (found["run"], found["ratio"]) == ("a-t2-r3", 0.5)


def test_noise_as_usual_is_not() -> None:
    noisy = cells((1, [100, 130, 75]), (2, [200, 140, 270]), (4, [400, 310, 520]))
    assert not list(outliers(result(noisy, [server("a")])))
    steady = cells((1, [100, 100.01, 103]), (2, [200, 200.01, 200]))
    assert not list(outliers(result(steady, [server("a")])))


def test_two_repetitions_name_nobody_and_zero_is_left_alone() -> None:
    assert not list(outliers(result(cells((1, [100, 10])), [server("a")])))
    assert not list(outliers(result(cells((1, [100, 100, 0])), [server("a")])))


def reasons(record: Record) -> set[tuple[str, str]]:
    return {(row["reason"], row["field"]) for row in blockers(record)}


def test_equal_sides_have_no_blocker() -> None:
    runs = [run(name, 1, 100, 1) for name in "ab"]
    assert not reasons(result(runs, [server("a"), server("b")]))


def test_what_weighs_in_the_receipt_stands_in_the_way() -> None:
    runs = [run("a", 1, 100, 1), run("a", 1, 100, 2), run("b", 1, 100, 1)]
    one = server("a", options=[fact("sync_binlog", "0"), fact("port", "1")])
    other = server("b", regime="pinned", options=[fact("sync_binlog", "1"), fact("port", "2")])
    assert reasons(result(runs, [one, other])) == {
        ("differs", "regime"),
        ("differs", "sync_binlog"),
        ("repetitions", "runs that count"),
    }


def test_unrecorded_durability_matters_to_writes_alone() -> None:
    silent = server("a", options=[fact("sync_binlog")])
    record = result([run("a", 1, 9, 1)], [silent])
    assert reasons(record) == {("unrecorded", "sync_binlog")}
    record["workloads"][0]["shelf"] = "oltp_read_only"
    assert not reasons(record)


def test_a_condition_is_told_in_the_words_of_the_receipt() -> None:
    silent = server("a", options=[fact("sync_binlog")])
    (row,) = blockers(result([run("a", 1, 9, 1)], [silent]))
    field = field_named("sync_binlog")
    assert field
    assert label_of(row) == field.label
    assert reason_of(row) == f"Nobody recorded it. {field.why}"
    strange = row | {"field": "of another version"}
    assert (label_of(strange), reason_of(strange)) == (strange["field"], "Nobody recorded it.")


def test_unequal_runs_and_failures_are_told() -> None:
    figures = {"tps": {"value": 9, "line": 1}}
    long, short = ({"figures": figures | {"duration_s": {"value": s}}} for s in (600, 60))
    failed = {"state": "failed", "failed": "it stopped", "figures": {}}
    runs = [run("a", 1, 9, 1, **long), run("b", 1, 9, 1, **short), run("b", 2, 9, 1, **failed)]
    found = reasons(result(runs, [server("a"), server("b")]))
    assert {("duration", "longest run"), ("failed", "1 of 3 runs")} <= found


def test_the_closest_result_has_the_same_regime_then_the_closest_machine() -> None:
    here = result([run("a", 4, 100, 1)], [server("a")])
    near = result([run("a", 4, 200, 1)], [server("a")], "2024-01-near")
    pinned = result([run("a", 4, 300, 1)], [server("a", regime="pinned")], "2025-01-pinned")
    far = result([run("a", 4, 400, 1)], [server("a")], "2025-01-far")
    far["hosts"] = [{"id": "h", "label": "h", "facts": [fact("cpu.threads", "128")]}]
    elsewhere = result([run("a", 8, 500, 1)], [server("a")], "2025-01-other-threads")
    series = result([run("a", 4, 600, 1)], [server("a", series="11.4")], "2025-01-other-series")
    (row,) = neighbours(here, [pinned, far, near, elsewhere, series])
    assert (row["bundle"], row["ratio"], row["candidates"]) == ("2024-01-near", 0.5, 3)


def test_completeness_counts_what_applies() -> None:
    record = result([], [server("a")])
    record["hosts"][0]["facts"] = [
        fact("machine"),
        fact("cpu.model", "x"),
        fact("cpu.governor", state="unavailable"),
        fact("cpu.turbo"),
        fact("storage"),
        fact("notes", "not counted"),
    ]
    groups = {group["group"]: group for group in completeness(record)["groups"]}
    cpu = groups["CPU"]
    assert (cpu["fields"], cpu["recorded"], cpu["unavailable"]) == (3, 2, 1)
    assert cpu["missing"] == ["turbo"]
    assert groups["storage"]["missing"] == ["storage"]
    assert groups["machine and system"]["missing"] == ["machine"]
    assert groups["workload"]["missing"] == ["prepare"]
