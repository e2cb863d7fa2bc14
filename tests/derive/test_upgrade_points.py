"""Which servers speak for their releases, and how workloads of a machine become one point."""

import math
from collections.abc import Sequence
from typing import Any

import pytest

from sysbench_archive.derive.upgrade_points import pairs, upgrade_points

Record = dict[str, Any]


def server(version: str, variant: str = "", product: str = "mysql", **more: Any) -> Record:
    name = f"{product}-{version}{variant}".replace(".", "-")
    return {
        "id": name,
        "label": f"{product} {version}",
        "product": product,
        "version": version,
        "series": ".".join(version.split(".")[:2]),
        "variant": variant,
        "regime": "pinned",
        "host": "h",
        "facts": [],
        "options": [],
        **more,
    }


def workload(name: str, shelf: str, **more: str) -> Record:
    given = [{"name": name, "value": value} for name, value in more.items()]
    return {"id": name, "title": f"Work {name}", "shelf": shelf, "parameters": given, "facts": []}


def run(of: Record, work: str, threads: int, tps: float, block: str = "") -> Record:
    return {
        "id": f"{of['id']}-{work}-{threads}-{block}",
        "path": "/results/b/r/",
        "server": {"id": of["id"], "label": of["label"]},
        "workload": {"id": work, "label": work},
        "threads": threads,
        "state": "complete",
        "facts": [{"name": "sequence.block", "value": block}],
        "line": None,
        "figures": {"tps": {"value": tps, "line": None}},
    }


def result(servers: Sequence[Record], works: Sequence[Record], runs: Sequence[Record]) -> Record:
    places = dict.fromkeys(("identity.client", "identity.workload", "identity.campaign"), "b/w")
    named = {"cpu.threads": "4", "kind": "bare-metal", "machine": "A box"}
    return {
        "id": "2026-01-b",
        "path": "/results/2026-01-b/",
        "title": "B",
        "evidence": "raw-output",
        "submitter": "Somebody",
        "submitted": "2026-01-02",
        "source": [],
        "hosts": [{"id": "h", "facts": [{"name": n, "value": v} for n, v in named.items()]}],
        "conditions": {
            "servers": {s["id"]: {"identity.host": "b/h"} for s in servers},
            "workloads": {w["id"]: places for w in works},
            "interleaved": False,
        },
        "servers": list(servers),
        "workloads": list(works),
        "runs": list(runs),
    }


OLD, NEW = server("5.6.10"), server("5.7.9")
POINT = workload("p", "oltp_point_select")


def ratios(points: Sequence[Record]) -> dict[tuple[str, int], float]:
    return {(p["role"], p["threads"]): round(math.exp(p["log"]), 3) for p in points}


def test_a_point_for_each_headline_thread_count() -> None:
    figures = {1: (100, 90), 4: (400, 300), 8: (500, 500), 16: (500, 600)}
    runs = [
        run(side, "p", threads, tps)
        for threads, pair in figures.items()
        for side, tps in zip((OLD, NEW), pair, strict=True)
    ]
    points = upgrade_points(result([OLD, NEW], [POINT], runs))
    assert ratios(points) == {("one", 1): 0.9, ("cores", 4): 0.75, ("over", 16): 1.2}
    assert {(p["from"], p["to"], p["family"], p["cpus"]) for p in points} == {
        ("5.6", "5.7", "point", 4)
    }
    assert {p["path"] for p in points} == {"/comparisons/2026-01-b--p/"}


def test_a_single_run_has_the_noise_of_its_regime_and_no_interval() -> None:
    runs = [run(OLD, "p", 1, 100), run(NEW, "p", 1, 90)]
    (point,) = upgrade_points(result([OLD, NEW], [POINT], runs))
    assert (point["low"], point["high"]) == (None, None)
    assert point["noise"] > 0


def versions(servers: Sequence[Record]) -> list[tuple[str, str]]:
    return [(pair.older["version"], pair.newer["version"]) for pair in pairs(servers)]


def test_every_older_and_newer_series_is_a_pair() -> None:
    servers = [server("8.4.0"), server("5.7.9"), server("8.0.36")]
    assert versions(servers) == [("5.7.9", "8.0.36"), ("5.7.9", "8.4.0"), ("8.0.36", "8.4.0")]


def test_the_newest_point_release_speaks_for_its_series() -> None:
    servers = [server("5.7.44"), server("5.6.9"), server("5.6.51"), server("5.7.9")]
    assert versions(servers) == [("5.6.51", "5.7.44")]


@pytest.mark.parametrize(
    "other",
    [
        server("5.7.9", product="mariadb"),
        server("5.7.9", host="another"),
        server("5.7.9", regime="defaults"),
        server("5.6.51"),
    ],
    ids=["product", "host", "regime", "series"],
)
def test_what_is_no_upgrade_is_no_pair(other: Record) -> None:
    assert versions([OLD, other]) == []


def test_a_variant_never_represents_its_release() -> None:
    tuned = server("5.7.9", variant="tuned")
    runs = [run(OLD, "p", 1, 100), run(tuned, "p", 1, 90)]
    assert upgrade_points(result([OLD, tuned], [POINT], runs)) == []


def of_tests(*shelves: str, tps: Sequence[float]) -> list[Record]:
    """Points of workloads with these tests, 100 transactions per second on the older server."""
    works = [workload(f"w{n}", shelf) for n, shelf in enumerate(shelves)]
    runs = [run(OLD, work["id"], 1, 100) for work in works]
    runs += [run(NEW, work["id"], 1, value) for work, value in zip(works, tps, strict=True)]
    return upgrade_points(result([OLD, NEW], works, runs))


def test_the_canonical_test_speaks_for_its_family() -> None:
    (point,) = of_tests("oltp_insert", "oltp_write_only", tps=[10, 50])
    assert (point["test"], point["workloads"]) == ("oltp_write_only", 1)
    assert math.exp(point["log"]) == pytest.approx(0.5)


def test_without_it_the_others_are_combined_by_their_median() -> None:
    (point,) = of_tests("oltp_insert", "oltp_delete", "oltp_update_index", tps=[10, 80, 50])
    assert (point["test"], point["workloads"]) == ("", 3)
    assert math.exp(point["log"]) == pytest.approx(0.5)
    assert (point["low"], point["high"]) == (pytest.approx(0.1), pytest.approx(0.8))
    assert point["path"] == "/results/2026-01-b/"


def test_workloads_that_disagree_are_mixed() -> None:
    (point,) = of_tests("oltp_insert", "oltp_delete", tps=[50, 200])
    assert point["direction"] == "mixed"


def test_tests_of_no_family_are_left_out() -> None:
    assert of_tests("oltp_scan", "", tps=[50, 50]) == []


def test_runs_held_to_a_rate_tell_nothing() -> None:
    held = workload("p", "oltp_point_select", rate="100")
    runs = [run(OLD, "p", 1, 100), run(NEW, "p", 1, 50)]
    assert upgrade_points(result([OLD, NEW], [held], runs)) == []
