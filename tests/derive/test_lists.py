"""Series, workloads and machines are found where they were run."""

import pytest
from msgspec.structs import replace

from derived_records import listed_comparison, listed_result
from sysbench_archive.derive.workloads import canonical_test, titles_of_tests
from sysbench_archive.model.base import ListedServer, Reference
from sysbench_archive.pages.filed import versions_record, workloads_record
from sysbench_archive.pages.listing import finding_of
from sysbench_archive.sysbench.command import parse_command


def server(product: str, label: str, version: str) -> ListedServer:
    series = ".".join(version.split(".")[:2])
    return ListedServer(label=f"{label} {version}", product=product, version=version, series=series)


SERVERS = [
    server("mysql", "MySQL", "5.6.10"),
    server("mysql", "MySQL", "5.6.9"),
    server("mariadb", "MariaDB", "10.11.2"),
    server("mariadb", "MariaDB", "10.6.1"),
]
RESULT = listed_result(
    servers=SERVERS, tests={"oltp_read_only": "Read-only", "of_their_own": "Something new"}
)
COMPARISON = listed_comparison(servers=SERVERS[:1])


def test_versions_count_as_numbers() -> None:
    mysql, mariadb = versions_record([RESULT], [COMPARISON])
    assert [page.name for page in mariadb.pages] == ["10.11", "10.6"]
    assert mysql.pages[0].about == ["5.6.9", "5.6.10"]
    assert mysql.pages[0].comparisons == [Reference(path="/comparisons/c/", title="C")]
    assert mariadb.pages[0].comparisons == []
    assert mysql.pages[0].path == "/versions/mysql/5.6/"


def test_versions_with_the_same_numbers_have_one_order() -> None:
    names = [f"9.7.0-{word}" for word in "qwertyuiop"]
    servers = [replace(SERVERS[0], version=name, series="9.7") for name in names]
    (mysql,) = versions_record([replace(RESULT, servers=servers)], [])
    assert mysql.pages[0].about == sorted(names)


def test_tests_nobody_described_are_filed_as_other() -> None:
    loads = {group.id: group.pages for group in workloads_record([RESULT], [])}
    assert list(loads) == ["read-only", "other"]
    assert loads["other"][0].title == "Something new"
    assert loads["read-only"][0].results == [Reference(path="/results/r/", title="R")]


def test_a_test_under_several_titles_has_none_of_them() -> None:
    native = "Insert ten numbers of a sequence"
    assert titles_of_tests([("s", f"{native}, in one go"), ("s", f"{native}, one by one")]) == {
        "s": native
    }
    said = [("a_scan", "scan.warm"), ("a_scan", "scan.pre"), ("", "Nothing"), ("x", "One")]
    assert titles_of_tests([*said, ("oltp_read_only", "long"), ("oltp_read_only", "short")]) == {
        "a_scan": "a_scan",
        "x": "One",
        "oltp_read_only": "OLTP read-only",
    }


@pytest.mark.parametrize(
    ("command", "test"),
    [
        ("sysbench oltp_point_select --threads=1 run", "oltp_point_select"),
        ("sysbench --test=oltp --oltp-read-only --oltp-reconnect-mode=query run", "connect"),
        (
            "sysbench --test=oltp --oltp-read-only --oltp-reconnect-mode=session run",
            "oltp_read_only",
        ),
        ("sysbench --threads=1 run", ""),
        ("", ""),
    ],
)
def test_a_workload_that_reconnects_is_filed_as_connect(command: str, test: str) -> None:
    assert canonical_test(parse_command(command) if command else None) == test


def test_a_result_is_listed_with_its_own_finding() -> None:
    """A comparison that rests on other results too says more than the result does."""
    result = replace(RESULT, finding="A is 3 % faster than B.")
    shared = replace(COMPARISON, summary="C is slower than D.", bundles=["r", "other"])
    assert finding_of(result, [shared]) == "A is 3 % faster than B."
    own = replace(shared, summary="Somebody wrote this of it.", bundles=["r"])
    assert finding_of(result, [shared, own]) == "Somebody wrote this of it."
    assert finding_of(RESULT, [shared]) == ""
