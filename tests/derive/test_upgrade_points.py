"""Which servers speak for their releases, and which contrasts of a bundle become points."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from derived_records import (
    host_record,
    result_record,
    run_record,
    server_record,
    workload_record,
)
from machines import class_of
from sysbench_archive.derive.upgrades.lists import upgrade_list
from sysbench_archive.derive.upgrades.pairs import pair_records
from sysbench_archive.derive.upgrades.points import (
    MeasuredPoint,
    Upgrade,
    band_of,
    upgrade_points,
)
from sysbench_archive.derive.upgrades.series import server_pairs
from sysbench_archive.derive.workloads import test_named as workload_test
from sysbench_archive.hardware.distance import class_summary
from sysbench_archive.model.comparability import Conditions
from sysbench_archive.model.result import ResultRecord, RunRecord, ServerRecord, WorkloadRecord


def server(version: str, variant: str = "", product: str = "mysql", **more: Any) -> ServerRecord:
    name = f"{product}-{version}{variant}".replace(".", "-")
    series = ".".join(version.split(".")[:2])
    fields = {"product": product, "version": version, "series": series, "variant": variant}
    return server_record(name, **{"regime": "pinned", **fields, **more})


def workload(name: str, test: str, **more: Any) -> WorkloadRecord:
    family = workload_test(test, "").family
    return workload_record(
        name, title=f"Work {name}", script=test, test=test, family=family, **more
    )


def run(of: ServerRecord, work: str, threads: int, tps: float) -> RunRecord:
    name = f"{of.id}-{work}-{threads}"
    return run_record(name, {"tps": tps}, server=of.id, workload=work, threads=threads)


def result(
    servers: Sequence[ServerRecord], works: Sequence[WorkloadRecord], runs: Sequence[RunRecord]
) -> ResultRecord:
    places = dict.fromkeys(("identity.client", "identity.workload", "identity.campaign"), "b/w")
    everywhere = {server.id: "unrecorded" for server in servers}
    return result_record(
        "2026-01-b",
        hosts=[
            host_record(
                kind="bare-metal", machine="A box", hardware_threads=4, cpus=4, label="A box"
            )
        ],
        conditions=Conditions(
            servers={server.id: {"identity.host": "b/h"} for server in servers},
            workloads={work.id: dict(places) for work in works},
        ),
        servers=list(servers),
        workloads=[msgspec.structs.replace(work, residency=everywhere) for work in works],
        runs=list(runs),
    )


OLD, NEW = server("5.6.10"), server("5.7.9")
POINT = workload("p", "oltp_point_select")


def ratios(points: Sequence[MeasuredPoint]) -> dict[tuple[str, int], float]:
    return {(point.band, point.threads): round(point.ratio, 3) for point in points}


def test_a_point_for_each_headline_thread_count() -> None:
    figures = {1: (100, 90), 4: (400, 300), 8: (500, 500), 16: (500, 600)}
    runs = [
        run(side, "p", threads, tps)
        for threads, pair in figures.items()
        for side, tps in zip((OLD, NEW), pair, strict=True)
    ]
    points = upgrade_points(result([OLD, NEW], [POINT], runs))
    assert ratios(points) == {
        ("one", 1): 0.9,
        ("about-cores", 4): 0.75,
        ("oversubscribed", 16): 1.2,
    }
    assert {(p.upgrade, p.family, p.cpus) for p in points} == {
        (Upgrade("mysql", "5.6", "5.7"), "point", 4)
    }
    assert {p.path for p in points} == {"/comparisons/2026-01-b--p/"}


def test_several_threads_are_never_called_one() -> None:
    runs = [run(side, "p", threads, 100) for threads in (2, 32) for side in (OLD, NEW)]
    points = upgrade_points(result([OLD, NEW], [POINT], runs))
    assert set(ratios(points)) == {("about-cores", 2), ("oversubscribed", 32)}
    (pair,) = pair_records(points)
    (load,) = pair.loads
    assert [clients.band for clients in load.clients] == ["about-cores", "oversubscribed"]
    shown = msgspec.json.encode([upgrade_list(points).pairs, pair])
    assert b"one client" not in shown
    assert b'"band":"one"' not in shown


def test_a_single_run_has_the_noise_of_its_regime_and_no_interval() -> None:
    runs = [run(OLD, "p", 1, 100), run(NEW, "p", 1, 90)]
    (point,) = upgrade_points(result([OLD, NEW], [POINT], runs))
    assert (point.low, point.high) == (None, None)
    assert point.standard_error > 0


def versions(servers: Sequence[ServerRecord]) -> list[tuple[str, str]]:
    return [(older.version, newer.version) for older, newer in server_pairs(servers)]


def test_every_older_and_newer_series_is_a_pair() -> None:
    servers = [server("8.4.0"), server("5.7.9"), server("8.0.36")]
    assert versions(servers) == [("5.7.9", "8.0.36"), ("5.7.9", "8.4.0"), ("8.0.36", "8.4.0")]


def test_the_newest_point_release_speaks_for_its_series() -> None:
    servers = [server("5.7.44"), server("5.6.9"), server("5.6.51"), server("5.7.9")]
    assert versions(servers) == [("5.6.51", "5.7.44")]


def test_an_older_series_is_represented_by_what_existed_when_the_other_came_out() -> None:
    releases = [server(v, product="mariadb") for v in ("10.6.5", "10.6.12", "10.6.23", "11.0.6")]
    assert versions(releases) == [("10.6.12", "11.0.6")]
    assert versions(releases[2:]) == [("10.6.23", "11.0.6")]


def test_a_release_whose_day_is_not_known_is_taken_as_it_is() -> None:
    assert versions([server("5.6.51"), server("5.6.999"), server("5.7.9")]) == [
        ("5.6.999", "5.7.9")
    ]


@pytest.mark.parametrize(
    "other",
    [
        server("5.7.9", host="another"),
        server("5.7.9", regime="defaults"),
        server("5.6.51"),
    ],
    ids=["host", "regime", "series"],
)
def test_what_is_no_upgrade_is_no_pair(other: ServerRecord) -> None:
    assert versions([OLD, other]) == []


def test_of_two_products_mysql_is_the_baseline_and_the_newest_releases_speak() -> None:
    own = [server("8.0.36"), server("8.0.45"), server("11.4.5", product="mariadb")]
    assert versions(own) == [("8.0.45", "11.4.5")]
    other = server("8.0.36", product="percona-server")
    assert versions([own[2], other]) == [("8.0.36", "11.4.5")]
    assert versions([other, own[1]]) == [("8.0.45", "8.0.36")]


def test_nobody_asks_for_the_way_to_percona_server_of_an_older_series() -> None:
    assert versions([server("8.4.0"), server("8.0.36", product="percona-server")]) == []


def test_a_pair_of_two_products_is_named_after_both() -> None:
    newer = server("11.4.5", product="mariadb")
    (point,) = upgrade_points(
        result([OLD, newer], [POINT], [run(OLD, "p", 1, 100), run(newer, "p", 1, 90)])
    )
    assert point.upgrade == Upgrade("mysql", "5.6", "11.4", "mariadb")
    assert point.upgrade.slug == "mysql-5.6-to-mariadb-11.4"
    assert point.upgrade.title == "MySQL 5.6 to MariaDB 11.4"
    assert point.ratio == pytest.approx(0.9)


def test_a_variant_never_represents_its_release() -> None:
    tuned = server("5.7.9", variant="tuned")
    runs = [run(OLD, "p", 1, 100), run(tuned, "p", 1, 90)]
    assert upgrade_points(result([OLD, tuned], [POINT], runs)) == []


def of_tests(*tests: str, tps: Sequence[float]) -> list[MeasuredPoint]:
    """Points of workloads with these tests, 100 transactions per second on the older server."""
    works = [workload(f"w{n}", test) for n, test in enumerate(tests)]
    runs = [run(OLD, work.id, 1, 100) for work in works]
    runs += [run(NEW, work.id, 1, value) for work, value in zip(works, tps, strict=True)]
    return upgrade_points(result([OLD, NEW], works, runs))


def test_workloads_of_a_family_are_points_of_their_own() -> None:
    points = of_tests("oltp_insert", "oltp_write_only", "oltp_delete", tps=[10, 50, 80])
    assert [round(point.ratio, 3) for point in points] == [0.1, 0.5, 0.8]
    assert len({point.cell for point in points}) == 3
    assert points[1].path == "/comparisons/2026-01-b--w1/"


def test_a_machine_whose_storage_was_slower_another_day_counts_once() -> None:
    work, runs = workload("p", "oltp_point_select"), [run(OLD, "p", 1, 2), run(NEW, "p", 1, 1)]
    one = result([OLD, NEW], [work], runs)
    slower = class_summary(class_of(kind="vm", storage=[{"fsync_us": 90_000}]))
    (host,) = one.hosts
    other = msgspec.structs.replace(
        one, hosts=[msgspec.structs.replace(host, hardware_class=slower)]
    )
    (first,), (second,) = (upgrade_points(record) for record in (one, other))
    assert first.hardware_class != second.hardware_class
    assert first.machine == second.machine


def test_a_point_names_the_runs_of_both_sides() -> None:
    (point,) = of_tests("oltp_insert", tps=[10])
    newer, older = (run(side, "w0", 1, 1).id for side in (NEW, OLD))
    assert (point.newer_runs, point.older_runs) == ([newer], [older])


@pytest.mark.parametrize(
    ("threads", "cpus", "band"),
    [
        (1, 48, "one"),
        (1, 1, "one"),
        (1, None, "one"),
        (2, 2, "about-cores"),
        (3, 8, "up-to-half"),
        (4, 8, "about-cores"),
        (40, 48, "about-cores"),
        (16, 8, "about-cores"),
        (17, 8, "oversubscribed"),
        (2, None, "unrecorded"),
    ],
)
def test_a_band_follows_from_threads_and_processors(
    threads: int, cpus: int | None, band: str
) -> None:
    assert band_of(threads, cpus) == band


def test_tests_of_no_family_are_left_out() -> None:
    assert of_tests("oltp_scan", "", tps=[50, 50]) == []


def test_runs_held_to_a_rate_tell_nothing() -> None:
    held = workload("p", "oltp_point_select", rate_limited=True)
    runs = [run(OLD, "p", 1, 100), run(NEW, "p", 1, 50)]
    assert upgrade_points(result([OLD, NEW], [held], runs)) == []
