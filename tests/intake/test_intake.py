"""A form filled in well becomes a bundle that passes every check."""

import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from answered import NAME, complaints, document, made, texts

from filled_in import REPORT, SECOND, body
from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.capture.host.probes import host_facts
from sysbench_archive.intake.prefilled import prefilled

ROOT = Path(__file__).resolve().parents[2]


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
    assert found["servers"][0]["build"]["distribution"] == "Debian package"
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
            machine="kind: cloud-instance",
            facts="# mine\nsettings: changed\nplacement: other-host\n[mysqld]\n"
            "innodb-buffer-pool-size = 4G\nskip-log-bin\nreport_password = hunter2\n",
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
    record = made(body(commands=typed))
    assert document(record)["workloads"][0]["command"] == plain
    assert "db17" not in json.dumps(record)


def test_an_environment_before_the_command_stays() -> None:
    command = "LD_PRELOAD=libjemalloc.so sysbench oltp_read_only --time=10 --threads=1 run"
    assert document(made(body(commands=command)))["workloads"][0]["command"] == command


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
    record = made(body(server=f"{product} {printed}"))
    assert record["problems"] == []
    assert document(record)["servers"][0]["version"] == version


@pytest.mark.parametrize(
    ("product", "printed"),
    [("MySQL", "11.8.6-MariaDB-0+deb13u1 from Debian"), ("MariaDB", "8.4.3"), ("MySQL", "10.11.6")],
)
def test_a_version_of_another_product_is_refused(product: str, printed: str) -> None:
    ((heading, _),) = complaints(body(server=f"{product} {printed}"))
    assert heading == "Product and version of the server"


def test_what_host_facts_prints_is_the_entry_of_the_host() -> None:
    printed = as_yaml(host_facts("server", None))
    (host,) = document(made(body(machine=printed)))["hosts"]
    assert host == read_yaml(printed.encode(), "").value | {"id": "server-host"}


def test_what_the_log_says_is_not_asked() -> None:
    socket = "sysbench oltp_read_only --mysql-socket=/run/mysqld.sock --time=10 --threads=1 "
    typed = f"$ {socket}prepare\n$ {socket}run\n"
    found = document(made(body(commands="", facts="", output=typed + REPORT)))
    (workload,), (client,) = found["workloads"], found["clients"]
    assert (workload["prepare"], workload["command"]) == (f"{socket}prepare", f"{socket}run")
    assert (client["placement"], client["transport"]) == ("same-host", "socket")
    assert (found["license"], found["servers"][0]["regime"]) == ("CC0-1.0", "unrecorded")


@pytest.mark.parametrize("bundle", ["2026-11-mariadb-10-11-noise-floor-small-vm"])
def test_the_form_of_a_bundle_makes_a_bundle_that_says_the_same(bundle: str) -> None:
    folder = ROOT / "data" / "results" / bundle
    theirs = read_yaml((folder / "bundle.yaml").read_bytes(), "").value
    for form in prefilled(theirs, "https://forge.example/o/r"):
        query = parse_qs(urlsplit(form.address).query)
        stated = {name: texts[0] for name, texts in query.items() if name != "template"}
        output = "\n".join((folder / path).read_text() for path in form.logs)
        found = document(made(body(**stated, output=output)))
        server = next(
            s for s in theirs["servers"] if s["version"] == found["servers"][0]["version"]
        )
        for name in ("product", "version", "regime", "options"):
            assert found["servers"][0][name] == server[name]
        assert found["hosts"][0] == theirs["hosts"][0] | {"id": "server-host"}
        assert found["clients"][0]["placement"] == theirs["clients"][0]["placement"]
        assert len(found["runs"]) == len(form.logs)


def test_every_fact_has_its_place() -> None:
    facts = "fork: Aurora\nlicense: CC-BY-4.0\nnotes: one\nnotes: two\nplacement: unrecorded"
    found = document(made(body(server="MySQL 8.0.mysql_aurora.3.04.0", facts=facts)))
    server = found["servers"][0]
    assert (server["fork"], server["version"]) == ("Aurora", "8.0.mysql_aurora.3.04.0")
    assert (found["license"], found["clients"][0]["placement"]) == ("CC-BY-4.0", "unrecorded")
    assert found["notes"].endswith("one\ntwo")


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ("settings: mine", "(got 'mine', expected one of defaults, changed, unrecorded)"),
        ("\n\nspeed: high", "line 3: no such fact (got 'speed', expected one of settings, "),
        ("license: MIT", "(got 'MIT', expected one of CC0-1.0, "),
        ("fork: a\nfork: b", "line 2: fork is stated twice (got 'b', expected one line)"),
        ("notes:", "notes has no value"),
        ("as it was", "(got 'as it was', expected name: value, or name = value)"),
    ],
)
def test_a_fact_that_is_none_is_told_with_its_line(facts: str, told: str) -> None:
    ((heading, said),) = complaints(body(facts=facts))
    assert heading == "What else is known"
    assert told in said


def test_runs_of_two_tests_are_two_forms() -> None:
    typed = "sysbench oltp_read_only --threads=1 run\nsysbench oltp_read_write --threads=1 run"
    ((_, said),) = complaints(body(commands=typed))
    assert said == "several tests were run (got 2, expected one for each form)"
