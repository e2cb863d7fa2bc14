"""A browser answers questions, narrows lists and puts machines in order."""

from __future__ import annotations

from typing import Any

import pytest
from browser_programs import run_program
from msgspec import to_builtins
from msgspec.structs import replace
from test_list_files import both
from test_search import RESULT

from sysbench_archive.pages.listing import list_files
from sysbench_archive.pages.settings import setting_uses

PRODUCTS = {"mysql": "MySQL", "mariadb": "MariaDB", "percona-server": "Percona Server"}


def document(path: str, kind: str, series: tuple[str, ...] = (), **known: Any) -> dict[str, Any]:
    empty = {"title": path, "text": "", "product": [], "evidence": [], "year": "", "releases": []}
    return {"path": path, "kind": kind, "series": list(series), **empty, **known}


DOCUMENTS = [
    document("/upgrades/mysql-5.6-to-mysql-5.7/", "upgrade", ("mysql-5.6", "mysql-5.7")),
    document("/upgrades/mysql-8.0-to-mariadb-11.4/", "upgrade", ("mysql-8.0", "mariadb-11.4")),
    document("/comparisons/b--x/", "comparison", ("mysql-5.6", "mariadb-10.6"), own=True),
    document("/comparisons/many/", "comparison", ("mysql-5.6", "mariadb-10.6", "mysql-8.0")),
    document("/comparisons/few/", "comparison", ("mysql-5.6", "mariadb-10.6")),
    document("/results/2026-01-a/", "result", bundles=["2026-01-a"]),
]


def ask(*questions: str, **given: Any) -> Any:
    files = dict(list_files(both()))
    nothing = {"asked": [], "machines": [], "documents": DOCUMENTS}
    labels = {"kind": {}, "product": PRODUCTS, "evidence": {}}
    record = {
        "questions": questions,
        "labels": labels,
        "uses": to_builtins(setting_uses([RESULT, replace(RESULT, id="b")], {})),
        "piece": to_builtins(files["static/lists/results-0.json"]),
        "weights": to_builtins(files["static/lists/machines.json"])["near"],
    }
    return run_program("answers", record | nothing | given)


PAIRS = {
    "Is MariaDB 11.4 faster than MySQL 8.0": ["/upgrades/mysql-8.0-to-mariadb-11.4/"],
    "mysql 8.0.36 or mariadb 11.4.5?": ["/upgrades/mysql-8.0-to-mariadb-11.4/"],
    "upgrade 5.6 to 5.7": ["/upgrades/mysql-5.6-to-mysql-5.7/"],
    "mysql 5.6 vs mariadb 10.6": ["/comparisons/few/", "/comparisons/many/", "/comparisons/b--x/"],
    "mysql 5.6": [],
    "mysql 5.6 5.6.51": [],
    "percona 5.6 to percona 5.7": [],
}


@pytest.mark.parametrize("question", PAIRS)
def test_two_releases_lead_to_their_pair_else_to_comparisons_of_both(question: str) -> None:
    assert ask(question)["answers"] == [PAIRS[question]]


RELEASES = [
    document("/versions/mysql/8.0/", "version", ("mysql-8.0",), product=["mysql"]),
    document("/versions/mariadb/10.6/", "version", ("mariadb-10.6",), product=["mariadb"]),
]
RELEASES[0] |= {"title": "MySQL 8.0", "releases": ["8.0.11", "8.0.33"]}
RELEASES[1] |= {"title": "MariaDB 10.6", "releases": ["10.6.9", "10.6.12"]}


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("10.6.10", "/versions/mariadb/10.6/"),
        ("10.6.1", "/versions/mariadb/10.6/"),
        ("mysql 8.1 on nvme", "/versions/mysql/8.0/"),
        ("mysql 8.0.33", ""),
        ("10.6", ""),
        ("kernel 5.4", ""),
        ("sysbench 1.0.20", ""),
        ("see results/2026-01-a/", "/results/2026-01-a/"),
        ("2026-01-ab", ""),
    ],
)
def test_ids_and_releases_nobody_ran(question: str, path: str) -> None:
    answers = ask(question, documents=[*DOCUMENTS, *RELEASES])["answers"]
    assert answers == [[path] if path else []]


MACHINES = {
    "machines like mine: 16 cores, 64 GB, NVMe": "/hardware/?cores=16&memory=64&storage=nvme",
    "8 vCPU 32GiB": "/hardware/?cores=8&memory=32",
    "16-core box with SSDs": "/hardware/?cores=16&storage=ssd",
    "12 GB buffer pool": "",
    "8 CPUs": "",
}


@pytest.mark.parametrize("question", MACHINES)
def test_a_machine_needs_two_of_cores_memory_and_storage(question: str) -> None:
    wanted = [MACHINES[question]] if MACHINES[question] else []
    assert ask(question)["answers"] == [wanted]


@pytest.mark.parametrize(
    "question",
    [
        "which results used innodb_flush_log_at_trx_commit=2",
        "innodb-flush-log-at-trx-commit = 2?",
        "INNODB_FLUSH_LOG_AT_TRX_COMMIT=2",
    ],
)
def test_a_setting_with_its_value_leads_to_who_used_it(question: str) -> None:
    ((found,),) = ask(question)["settings"]
    assert found["path"] == "/results/?setting=innodb_flush_log_at_trx_commit%3D2"
    assert found["title"] == "2 results with innodb_flush_log_at_trx_commit=2"


def test_a_switch_is_found_however_it_was_written() -> None:
    written = [
        replace(RESULT, id=value, settings={"log_bin": [value]})
        for value in ("0", "off", "False", "1")
    ]
    uses = to_builtins(setting_uses(written, {}))
    ((found,), (other,)) = ask("log_bin=OFF", "log_bin=on", uses=uses)["settings"]
    assert found["title"] == "3 results with log_bin=off"
    assert other["title"] == "1 result with log_bin=on"


def test_a_value_nobody_used_is_no_answer() -> None:
    assert ask("innodb_flush_log_at_trx_commit=7", "sync_binlog", "")["settings"] == [[], [], []]


NOTHING = {"q": "", "setting": "", "sort": "", "cores": "", "memory": "", "storage": ""}


@pytest.mark.parametrize(
    ("state", "bundles", "rows"),
    [
        ({}, None, [0, 1]),
        ({"series": "mysql-9.5"}, None, [1]),
        ({"series": "mysql-8.0", "cores": "8"}, None, [0]),
        ({"series": "mysql-8.0"}, ["2025-01-b"], [1]),
        ({"q": "nvme"}, None, [0]),
        ({"by": "A. Author"}, None, [0, 1]),
        ({"by": "Author"}, None, []),
        ({"sort": "cores"}, None, [1, 0]),
        ({"sort": "-cores"}, None, [0, 1]),
        ({"sort": "memory"}, None, [0, 1]),
        ({"sort": "-memory"}, None, [0, 1]),
        ({"sort": "servers"}, None, [0, 1]),
        ({"sort": "-servers"}, None, [1, 0]),
        ({"sort": "--servers"}, None, [0, 1]),
        ({"product": "mysql", "year": "2025"}, None, [1]),
    ],
)
def test_rows_have_any_of_their_values(state: Any, bundles: Any, rows: list[int]) -> None:
    assert ask(asked=[[NOTHING | state, bundles]])["rows"] == [rows]


def test_a_count_says_what_a_further_choice_would_leave() -> None:
    (counts,) = ask(asked=[[NOTHING | {"cores": "8"}, None]])["counts"]
    assert counts["cores"] == {"8": 1, "64": 1}
    assert counts["series"] == {"mysql-8.0": 1}


def test_the_nearest_machines_come_first_and_say_how_they_differ() -> None:
    near, none = ask(
        machines=[NOTHING | {"cores": "7", "memory": "64", "storage": "nvme"}, NOTHING]
    )["near"]
    assert near == [
        [0, "About as many cores, about 1/2 of the memory, same storage"],
        [1, "About 8 times the cores, memory not recorded, same storage"],
    ]
    assert none is None
