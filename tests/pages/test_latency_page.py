"""The page of latency at a fixed rate: campaigns beside each other, and what the home page says."""

from __future__ import annotations

from msgspec.structs import replace

from sysbench_archive.model.base import BundleReference, Span
from sysbench_archive.model.comparison import Side
from sysbench_archive.model.offered_load import LoadPoint
from sysbench_archive.pages.latency import latency_answer, latency_page
from sysbench_archive.tables.offered_loads import OfferedLoads

SIDES = [
    Side(id="old", label="MySQL 5.7.22", role="baseline", product="mysql", version="5.7.22",
         series="5.7", shade=0),
    Side(id="new", label="MySQL 8.0.33", role="candidate", product="mysql", version="8.0.33",
         series="8.0", shade=1),
    Side(id="maria", label="MariaDB 10.11.19", role="candidate", product="mariadb",
         version="10.11.19", series="10.11", shade=0),
]  # fmt: skip


def point(server: str, percent: int, p99: float | None) -> LoadPoint:
    """Ten transactions a second at one percent; refused without a percentile."""
    span = None if p99 is None else Span(low=p99, middle=p99, high=p99)
    return LoadPoint(
        server=server, threads=16, percent=percent, rate=10 * percent, achieved=10.0 * percent,
        queue_ms=None, p50_ms=span, p95_ms=span, p99_ms=span, p999_ms=span,
        refused="" if span else "too slow", runs=[],
    )  # fmt: skip


def campaign(name: str, *points: LoadPoint, workload: str = "oltp-read-only") -> OfferedLoads:
    """A campaign of read-only on one machine."""
    return OfferedLoads(
        bundle=BundleReference(path=f"/results/{name}/", title=name, id=name),
        path=f"/comparisons/{name}--{workload}/", workload=workload, title="OLTP read-only",
        machine="AMD EPYC", threads=16, chart=None, sides=SIDES, points=list(points),
        place=("a virtual machine", "the work"), setups={side.label: "pinned" for side in SIDES},
    )  # fmt: skip


FIRST = campaign(
    "2026-11-first", point("old", 50, 4.0), point("old", 90, 10.0), point("new", 50, 5.0),
    point("new", 90, 20.0), point("maria", 50, 3.0), point("maria", 90, None),
)  # fmt: skip
AGAIN = campaign("2026-12-again", point("old", 50, 4.4), point("new", 25, 2.0))


def test_campaigns_of_a_machine_stand_beside_each_other() -> None:
    (test,) = latency_page([AGAIN, FIRST]).tests
    assert [each.title for each in test.campaigns] == ["2026-11-first", "2026-12-again"]
    assert test.percents == [25, 50, 90]
    found = {
        (server.label, percent): [p and p.p99_ms and p.p99_ms.middle for p in points]
        for server in test.servers
        for percent, points in zip(test.percents, server.loads, strict=True)
    }
    assert found["MySQL 5.7.22", 50] == [4.0, 4.4]
    assert found["MySQL 5.7.22", 90] == [10.0, None]
    assert found["MySQL 8.0.33", 25] == [None, 2.0]
    assert found["MariaDB 10.11.19", 25] == [None, None]


def test_other_machines_and_workloads_stand_apart() -> None:
    """A processor's name alone says of no two machines that they are alike."""
    others = [
        replace(FIRST, place=("another machine of that name", "the work")),
        replace(FIRST, workload="oltp-read-write"),
        replace(FIRST, threads=32),
        replace(FIRST, setups=FIRST.setups | {"MySQL 8.0.33": "defaults"}),
    ]
    for other in others:
        tests = latency_page([FIRST, other]).tests
        assert [len(test.campaigns) for test in tests] == [1, 1]
        assert len({test.id for test in tests}) == 2
    (known,) = latency_page([FIRST, replace(FIRST, setups={"MySQL 5.7.22": "pinned"})]).tests
    assert len(known.campaigns) == 2


def test_how_far_latency_grows_is_a_range_over_servers_with_two_loads() -> None:
    (test,) = latency_page([FIRST]).tests
    assert test.sentence == (
        "From 50 % of its capacity to the heaviest load it kept up with, the 99th percentile of a"
        " server grows 2.5 to 4 times."
    )
    (test,) = latency_page([AGAIN]).tests
    assert test.sentence == ""
    third = campaign("2026-12-third", point("maria", 25, 1.0), point("maria", 75, 8.0))
    (test,) = latency_page([FIRST, third]).tests
    assert test.sentence.startswith("From 25 to 50 % of its capacity to")
    assert test.sentence.endswith(" grows 2.5 to 8 times.")


def test_the_home_page_has_the_newest_of_each_product_that_says_both() -> None:
    answer = latency_answer([FIRST])
    assert answer
    assert answer.answer == (
        "OLTP read-only, 16 threads, AMD EPYC: MySQL 8.0.33 answers 99 % within 5 ms at half of"
        " its capacity, 20 ms at 90 %; MariaDB 10.11.19 answers 99 % within 3 ms at half of its"
        " capacity, and did not always keep up at 90 %."
    )
    assert latency_answer([AGAIN]) is None
    again = campaign("2026-12-again", point("new", 50, 6.0), point("new", 90, 18.0))
    answer = latency_answer([again, FIRST])
    assert answer
    assert "within 5 to 6 ms at half of its capacity, 18 to 20 ms at 90 %" in answer.answer
    refused = campaign("2026-12-again", point("new", 50, 6.0), point("new", 90, None))
    answer = latency_answer([refused, FIRST])
    assert answer
    assert "at half of its capacity, and did not always keep up at 90 %" in answer.answer


def test_a_load_that_was_not_offered_was_not_refused() -> None:
    """The newest of a product is told by its version, wherever it stands."""
    half = campaign("2026-11-half", point("old", 50, 4.0), point("new", 50, 5.0))
    answer = latency_answer([replace(half, sides=SIDES[1::-1])])
    assert answer
    assert answer.answer == (
        "OLTP read-only, 16 threads, AMD EPYC: MySQL 8.0.33 answers 99 % within 5 ms at half of its"
        " capacity."
    )


def test_how_far_campaigns_differ_is_told_by_share() -> None:
    again = campaign(
        "2026-12-again", point("old", 50, 5.0), point("new", 50, 2.0), point("old", 90, 30.0),
        point("maria", 90, 9.0),
    )  # fmt: skip
    (test,) = latency_page([FIRST, again]).tests
    assert test.agreement == (
        "Measured again, the percentile differs by up to 2.5 times at 50 % and up to 3 times at"
        " 90 %."
    )
    (alone,) = latency_page([FIRST]).tests
    assert alone.agreement == ""
    assert latency_answer([]) is None
