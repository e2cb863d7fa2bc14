"""A form filled in well becomes a bundle that passes every check."""

import json

import pytest
from answered import NAME, complaints, document, made, texts

from filled_in import REPORT, SECOND, body


def test_a_good_form_becomes_a_clean_bundle() -> None:
    record = made(body())
    assert (record["bundle"], record["problems"]) == (NAME, [])
    assert set(texts(record)) == {
        f"data/results/{NAME}/bundle.yaml",
        f"data/results/{NAME}/raw/output.txt",
        f"data/ledger/{NAME}.csv",
    }
    found = document(record)
    assert found["submitter"] == {"name": "Ada Example", "handle": "ada-example"}
    assert found["hosts"][0]["memory"]["size_mib"] == 15872
    assert found["hosts"][0]["machine"] == "unrecorded"
    assert texts(record)[f"data/results/{NAME}/raw/output.txt"].strip() == REPORT.strip()


def test_line_ends_of_the_forge_make_no_difference() -> None:
    assert texts(made(body().replace("\n", "\r\n"))) == texts(made(body()))


def test_several_reports_become_runs() -> None:
    third = SECOND.replace("12.00", "12.50").replace("19980.00", "19980.10")
    third = third.replace("10.0000s", "10.0002s")
    record = made(body(output=REPORT + SECOND + third))
    found = document(record)
    ids = [run["id"] for run in found["runs"]]
    assert ids == ["oltp-read-only-t1-r1", "oltp-read-only-t2-r1", "oltp-read-only-t2-r2"]
    assert "--threads=$threads" in found["workloads"][0]["command"]


def test_another_host_another_regime_and_settings() -> None:
    record = made(
        body(
            placement="On another machine",
            kind="A cloud instance",
            regime="Some settings were changed",
            options="# mine\n[mysqld]\ninnodb-buffer-pool-size = 4G\nskip-log-bin\n"
            "report_password = hunter2\n",
        )
    )
    found = document(record)
    assert [host["id"] for host in found["hosts"]] == ["server-host", "client-host"]
    server = found["servers"][0]
    assert server["options"] == {"innodb-buffer-pool-size": "4G", "skip-log-bin": ""}
    assert (server["regime"], server["options_basis"]) == ("pinned", "excerpt")
    assert "hunter2" not in json.dumps(record)


@pytest.mark.parametrize("prompt", ["ada@db17:~$ ", "[root@db17 ~]# ", "$ ", ""])
def test_a_command_on_several_lines_loses_its_prompt_and_nothing_else(prompt: str) -> None:
    plain = "sysbench oltp_read_only --table-size=1000 --time=10 --threads=1 run"
    typed = prompt + plain.replace(" --time", " \\\n    --time")
    record = made(body(command=typed))
    assert document(record)["workloads"][0]["command"] == plain
    assert "db17" not in json.dumps(record)


def test_an_environment_before_the_command_stays() -> None:
    command = "LD_PRELOAD=libjemalloc.so sysbench oltp_read_only --time=10 --threads=1 run"
    assert document(made(body(command=command)))["workloads"][0]["command"] == command


@pytest.mark.parametrize("author", ["", "x y", "../x", "github-actions[bot]", "a" * 99])
def test_an_odd_account_is_no_handle(author: str) -> None:
    assert document(made(body(), author=author))["submitter"] == {"name": "Ada Example"}


@pytest.mark.parametrize(
    ("product", "printed", "version"),
    [
        ("MariaDB", "11.8.6-MariaDB-0+deb13u1 from Debian", "11.8.6"),
        ("MariaDB", "10.11.19-MariaDB-0+deb12u1", "10.11.19"),
        ("MySQL", "8.0.39-0ubuntu0.24.04.2", "8.0.39"),
        ("MySQL", "9.7.4-2", "9.7.4-2"),
        ("MySQL", "8.4.3", "8.4.3"),
    ],
)
def test_a_version_is_taken_as_servers_print_it(product: str, printed: str, version: str) -> None:
    record = made(body(product=product, version=printed))
    assert record["problems"] == []
    assert document(record)["servers"][0]["version"] == version


@pytest.mark.parametrize(
    ("product", "printed"),
    [("MySQL", "11.8.6-MariaDB-0+deb13u1 from Debian"), ("MariaDB", "8.4.3"), ("MySQL", "10.11.6")],
)
def test_a_version_of_another_product_is_refused(product: str, printed: str) -> None:
    ((heading, _),) = complaints(body(product=product, version=printed))
    assert heading == "Version of the server"
