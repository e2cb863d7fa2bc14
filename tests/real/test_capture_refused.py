"""capture against a real server that does not let it, or where there is nothing to measure."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from captures import BUNDLE, PROGRAM, ROOT, archive, bundle, captured, texts
from servers import RealServer


def test_a_wrong_password_is_said_and_nothing_is_begun(shared: RealServer, tmp_path: Path) -> None:
    words = captured(shared, tmp_path / BUNDLE, "--user=limited")
    done = archive(*words, MYSQL_PWD="wr ong")
    assert done.returncode == 2
    assert "refuses the connection: 1045 Access denied" in done.stderr
    assert "hint: check --user and the password" in done.stderr
    assert "wr ong" not in done.stderr
    assert not (tmp_path / BUNDLE).exists()


def test_few_privileges_give_fewer_facts_and_no_secret(shared: RealServer, tmp_path: Path) -> None:
    out = tmp_path / BUNDLE
    file = tmp_path / "my.cnf"
    file.write_text("[client]\nuser=limited\npassword='pa ss#wd'\n")
    words = captured(shared, out, f"--defaults-file={file}", "--database=limited")
    process = subprocess.Popen([PROGRAM, *words], cwd=ROOT, stderr=subprocess.PIPE)
    listed = ""
    while process.poll() is None:
        listed += subprocess.run(["ps", "axww"], capture_output=True, text=True, check=True).stdout
        time.sleep(0.2)
    said = process.communicate()[1].decode()
    assert process.returncode == 0, said
    document = bundle(out)
    assert "pa ss#wd" not in texts(out) + listed + said
    assert "sysbench --" in listed
    assert "--mysql-password=<password>" in document["workloads"][0]["command"]
    assert "1142 SELECT command denied" in str(document["clients"][0]["authentication_plugin"])
    assert "limited" not in texts(out / "raw") + str(document["clients"])
    assert shared.sql(
        "select count(*) from information_schema.tables where table_schema='limited'"
    ) == [(0,)]
    denied = archive(
        *captured(
            shared, tmp_path / "2026-01-denied", f"--defaults-file={file}", "--database=other"
        )
    )
    assert denied.returncode == 2
    assert "1044 Access denied" in denied.stderr
    assert "hint: as an administrator: GRANT ALL ON `other`.* TO 'limited'@" in denied.stderr


def test_a_database_in_use_is_refused(shared: RealServer, tmp_path: Path) -> None:
    shared.sql("create database inuse", "create table inuse.precious (a int)")
    done = archive(*captured(shared, tmp_path / BUNDLE, "--database=inuse"))
    assert done.returncode == 2
    assert "the database 'inuse' is not empty (got 1 table, 'precious' among them" in done.stderr
    assert shared.sql("show tables from inuse") == [("precious",)]
    shared.sql("create table inuse.sbtest1 (a int)", "insert into inuse.sbtest1 values (7)")
    again = archive(*captured(shared, tmp_path / BUNDLE, "--database=inuse"))
    assert again.returncode == 2
    assert shared.sql("select a from inuse.sbtest1") == [(7,)]
    assert not (tmp_path / BUNDLE).exists()


def test_a_database_of_another_character_set_is_refused(shared: RealServer, tmp_path: Path) -> None:
    shared.sql("create database other_set character set latin2")
    done = archive(*captured(shared, tmp_path / BUNDLE, "--database=other_set"))
    assert done.returncode == 2
    said = "the database 'other_set' has another collation than the server (got latin2_general_ci, "
    assert said in done.stderr
    assert not (tmp_path / BUNDLE).exists()


def test_without_yes_nobody_to_ask_means_no(shared: RealServer, tmp_path: Path) -> None:
    words = captured(shared, tmp_path / BUNDLE)[:-1]
    done = archive(*words)
    assert done.returncode == 2
    assert "1 run of 1 s" in done.stderr
    assert shared.sql("show databases like 'sbtest'") == []


@pytest.mark.parametrize("words", [("--threads=x",), ("--workloads=nothing",), ("--seconds=0",)])
def test_a_plan_that_cannot_be_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = archive("capture", "--socket=/nowhere", *words, f"--out={tmp_path / BUNDLE}", "--yes")
    assert done.returncode == 2
    assert "got" in done.stderr
