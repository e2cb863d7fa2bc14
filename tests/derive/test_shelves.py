"""Series, workloads and machines are found where they were run."""

from typing import Any

import pytest

from sysbench_archive.derive.shelves import machines_record, versions_record, workloads_record
from sysbench_archive.derive.workloads import shelf_of
from sysbench_archive.sysbench.command import parse_command

SERVERS = [
    {"label": "MySQL 5.6.10", "product": "mysql", "version": "5.6.10", "series": "5.6"},
    {"label": "MySQL 5.6.9", "product": "mysql", "version": "5.6.9", "series": "5.6"},
    {"label": "MariaDB 10.11.2", "product": "mariadb", "version": "10.11.2", "series": "10.11"},
    {"label": "MariaDB 10.6.1", "product": "mariadb", "version": "10.6.1", "series": "10.6"},
]
RESULT: dict[str, Any] = {
    "path": "/results/r/",
    "title": "R",
    "servers": SERVERS,
    "tests": {"oltp_read_only": "Read-only", "of_their_own": "Something new"},
    "machines": [{"label": "NUC", "cpu": "i3"}],
}
COMPARISON = {"path": "/comparisons/c/", "title": "C", "servers": SERVERS[:1], "tests": {}}


def test_versions_count_as_numbers() -> None:
    mysql, mariadb = versions_record([RESULT], [COMPARISON])["products"]
    assert [s["series"] for s in mariadb["series"]] == ["10.11", "10.6"]
    assert mysql["series"][0]["versions"] == ["5.6.9", "5.6.10"]
    assert mysql["series"][0]["comparisons"] == [{"path": "/comparisons/c/", "title": "C"}]
    assert mariadb["series"][0]["comparisons"] == []
    assert mysql["series"][0]["path"] == "/versions/mysql/5.6/"


def test_tests_nobody_described_are_filed_as_other() -> None:
    families = {f["family"]: f["tests"] for f in workloads_record([RESULT], [])["families"]}
    assert list(families) == ["range", "other"]
    assert families["other"][0]["title"] == "Something new"
    assert families["range"][0]["results"] == [{"path": "/results/r/", "title": "R"}]


def test_machines_name_their_newest_results() -> None:
    results = [RESULT | {"path": f"/results/r{n}/"} for n in range(5)]
    (machine,) = machines_record(results)
    assert machine["label"] == "NUC"
    assert [ref["path"] for ref in machine["results"]] == [f"/results/r{n}/" for n in range(3)]
    assert machine["more"] == 2


def test_a_machine_nobody_described_is_not_listed() -> None:
    assert machines_record([RESULT | {"machines": [{"label": "", "cpu": ""}]}]) == []


@pytest.mark.parametrize(
    ("command", "shelf"),
    [
        ("sysbench oltp_point_select --threads=1 run", "oltp_point_select"),
        ("sysbench --test=oltp --oltp-read-only --oltp-reconnect-mode=query run", "connect"),
        (
            "sysbench --test=oltp --oltp-read-only --oltp-reconnect-mode=session run",
            "oltp_read_only",
        ),
        ("sysbench --threads=1 run", ""),
    ],
)
def test_a_workload_that_reconnects_is_filed_as_connect(command: str, shelf: str) -> None:
    assert shelf_of(parse_command(command)) == shelf


def test_no_command_is_filed_nowhere() -> None:
    assert shelf_of(None) == ""
