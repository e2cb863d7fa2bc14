"""capture against a real server and the real sysbench: what it writes, and what it survives."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from servers import RealServer

from sysbench_archive.capture.invocation import bound
from sysbench_archive.sysbench.report import parse_reports

ROOT = Path(__file__).parents[2]
PROGRAM = str(Path(sys.executable).with_name("sysbench-archive"))
BUNDLE = "2026-01-captured"
SHORT = (
    "--repetitions=1", "--seconds=1", "--warmup=1", "--settle=1", "--tables=1", "--table-size=200",
    "--submitter=Ada Example",
)  # fmt: skip
TIMEOUT = 80


def archive(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    return subprocess.run(
        [PROGRAM, *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def captured(server: RealServer, out: Path, *words: str) -> tuple[str, ...]:
    """The words of a capture by socket."""
    return ("capture", f"--socket={server.socket}", *SHORT, *words, f"--out={out}", "--yes")


def bundle(out: Path) -> dict[str, Any]:
    """The bundle, after `check` has found nothing at all."""
    done = archive("check", str(out))
    assert done.stdout == "0 errors, 0 warnings\n", done.stdout + done.stderr
    document: dict[str, Any] = yaml.safe_load((out / "bundle.yaml").read_text())
    return document


def texts(out: Path) -> str:
    return "".join(p.read_text() for p in sorted(out.rglob("*")) if p.is_file())


def wait_for(condition: Any, process: subprocess.Popen[Any]) -> None:
    """Wait until something is so while a capture runs."""
    for _ in range(TIMEOUT * 20):
        if condition():
            return
        assert process.poll() is None, "capture ended too early"
        time.sleep(0.05)
    raise AssertionError("it never happened")


def test_one_command_writes_a_complete_bundle(shared: RealServer, tmp_path: Path) -> None:
    out = tmp_path / BUNDLE
    workloads = "--workloads=oltp_read_only,oltp_read_write,connect"
    done = archive(*captured(shared, out, workloads, "--threads=1,2"))
    assert done.returncode == 0, done.stderr
    document = bundle(out)
    assert "unrecorded" not in texts(out)
    assert not list(out.glob(".*"))
    assert [len(parse_reports((out / run["file"]).read_bytes())) for run in document["runs"]] == [
        1
    ] * 6
    cells = {(run["workload"], run["threads"]) for run in document["runs"]}
    assert len(cells) == 6
    assert all(run["telemetry"]["server_cpu_s"] > 0 for run in document["runs"])
    assert [run["sequence"]["position"] for run in document["runs"]] == [1, 2, 3, 4, 5, 6]
    # Cells that write come after those that only read.
    assert [r["workload"] == "oltp-read-write" for r in document["runs"]] == [False] * 4 + [
        True
    ] * 2
    (server,) = document["servers"]
    counted = (out / f"config/{server['id']}.status.tsv").read_text().splitlines()[1:]
    assert {line.split("\t")[0] for line in counted} == {run["id"] for run in document["runs"]}
    assert server["options"]["innodb_buffer_pool_size"] == "33554432"
    assert (server["regime"], server["maturity"]) == ("pinned", "ga")
    (client,) = document["clients"]
    assert (client["placement"], client["transport"], client["tls"]) == (
        "same-host",
        "socket",
        False,
    )
    assert str(shared.folder / "s") not in texts(out)
    assert shared.sql("show databases like 'sbtest'") == []


def test_two_sides_are_started_and_stopped_in_random_order(
    shared: RealServer, tmp_path: Path
) -> None:
    """The same server as two sides: one dataset each visit, one order of cells a block."""
    log = tmp_path / "log"
    plan = {
        "title": "The same server as two sides",
        "servers": [
            {
                "variant": side,
                "socket": shared.socket,
                "start": f"touch {log}-{side}",
                "stop": "true",
            }
            for side in ("side-a", "side-b")
        ],
        "workloads": ["oltp_point_select"],
        "threads": [1, 2],
    }
    path = tmp_path / "campaign.yaml"
    path.write_text(yaml.safe_dump(plan))
    out = tmp_path / BUNDLE
    words = (
        "capture",
        f"--campaign={path}",
        *SHORT,
        "--repetitions=2",
        "--warmup=0",
        f"--out={out}",
        "--yes",
    )
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    document = bundle(out)
    assert [server["variant"] for server in document["servers"]] == ["side-a", "side-b"]
    assert len(list(tmp_path.glob("log-side-*"))) == 2
    order = [(r["sequence"]["block"], r["server"][-1], r["threads"]) for r in document["runs"]]
    for block in (1, 2):
        sides = [[t for b, s, t in order if (b, s) == (block, side)] for side in "ab"]
        assert sides[0] == sides[1]
    assert [r["sequence"]["load"] for r in document["runs"]] == [1, 1, 2, 2, 3, 3, 4, 4]


def test_ctrl_c_keeps_the_run_as_failed_and_the_same_command_goes_on(
    shared: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / BUNDLE
    words = captured(shared, out, "--seconds=3", "--threads=1,2")
    process = subprocess.Popen([PROGRAM, *words], cwd=ROOT, stderr=subprocess.PIPE)
    state = out / ".capture-state.json"
    wait_for(lambda: state.exists() and json.loads(state.read_text())["running"], process)
    wait_for(lambda: "[ 1s ]" in (out / ".capture-live.txt").read_text(), process)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=TIMEOUT)[1].decode()
    assert process.returncode == 1
    assert "repeat the same command" in said
    assert not (out / "bundle.yaml").exists()
    other = archive(*captured(shared, out, "--seconds=2"))
    assert other.returncode == 2
    assert "another plan" in other.stderr
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    runs = bundle(out)["runs"]
    failed = [run for run in runs if "failed" in run]
    assert [run["failed"] for run in failed] == ["stopped by the operator during the run"]
    assert len(runs) == 3
    assert failed[0]["id"] == f"{runs[1]['id']}-failed-1"


def test_a_killed_server_fails_the_run_and_the_campaign_goes_on(
    fresh: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / BUNDLE
    words = captured(fresh, out, "--seconds=3", "--threads=1")
    process = subprocess.Popen([PROGRAM, *words], cwd=ROOT, stderr=subprocess.PIPE)
    live = out / ".capture-live.txt"
    state = out / ".capture-state.json"
    wait_for(lambda: state.exists() and json.loads(state.read_text())["running"], process)
    wait_for(lambda: live.exists() and "[ 1s ]" in live.read_text(), process)
    fresh.kill()
    said = process.communicate(timeout=TIMEOUT)[1].decode()
    assert process.returncode == 1, said
    assert "the server is gone" in said
    fresh.start()
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    failed, good = bundle(out)["runs"]
    assert "FATAL" in failed["failed"]
    assert (failed["sequence"]["session"], good["sequence"]["session"]) == (1, 2)


def test_a_wrong_password_is_said_and_nothing_is_begun(shared: RealServer, tmp_path: Path) -> None:
    words = captured(shared, tmp_path / BUNDLE, "--user=limited")
    done = archive(*words, MYSQL_PWD="wr ong")
    assert done.returncode == 2
    assert "refuses the connection: 1045 Access denied" in done.stderr
    assert "hint: check --user and the password" in done.stderr
    assert "wr ong" not in done.stderr
    assert not list((tmp_path / BUNDLE).iterdir())


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


def test_a_database_in_use_is_refused(shared: RealServer, tmp_path: Path) -> None:
    shared.sql("create database inuse", "create table inuse.precious (a int)")
    done = archive(*captured(shared, tmp_path / BUNDLE, "--database=inuse"))
    assert done.returncode == 2
    assert "the database 'inuse' is not empty (got 1 tables, 'precious' among them" in done.stderr
    assert shared.sql("show tables from inuse") == [("precious",)]


def test_without_yes_nobody_to_ask_means_no(shared: RealServer, tmp_path: Path) -> None:
    words = captured(shared, tmp_path / BUNDLE)[:-1]
    done = archive(*words)
    assert done.returncode == 2
    assert "1 runs of 1 s" in done.stderr
    assert shared.sql("show databases like 'sbtest'") == []


def test_a_client_elsewhere_takes_the_host_from_a_file(shared: RealServer, tmp_path: Path) -> None:
    described = archive("host-facts", f"--data-directory={shared.folder}")
    assert described.returncode == 0
    facts = tmp_path / "host.yaml"
    facts.write_text(described.stdout)
    out = tmp_path / BUNDLE
    shared.sql("create user if not exists remote identified by 'x1'", "grant all on *.* to remote")
    words = (
        "capture", "--host=127.0.0.1", f"--port={shared.port}", "--user=remote", *SHORT,
        "--placement=other-host", "--link=loopback", f"--host-facts={facts}",
        f"--out={out}", "--yes",
    )  # fmt: skip
    done = archive(*words, MYSQL_PWD="x1")
    assert done.returncode == 0, done.stderr
    document = bundle(out)
    (client,) = document["clients"]
    assert (client["placement"], client["transport"], client["link"]) == (
        "other-host",
        "tcp",
        "loopback",
    )
    assert [host["id"] for host in document["hosts"]] == ["server", "client"]
    assert document["hosts"][0]["storage"][0]["fsync_us"] > 0
    assert set(document["runs"][0]["telemetry"]) == {"client_cpu_s"}


def test_a_wrapped_command_is_described(shared: RealServer, tmp_path: Path) -> None:
    out = tmp_path / BUNDLE
    shared.sql("create database wrapped")
    command = [
        "sysbench", f"--mysql-socket={shared.socket}", "--mysql-user=root", "--mysql-db=wrapped",
        "--table-size=100", "oltp_read_only",
    ]  # fmt: skip
    subprocess.run([*command, "prepare"], check=True, capture_output=True)
    run = [*command[:-1], "--time=1", "--threads=2", "oltp_read_only", "run"]
    named = "--submitter=Ada Example"
    done = archive("capture", "--wrap", named, f"--out={out}", "--", *run)
    assert done.returncode == 0, done.stderr
    document = bundle(out)
    assert document["runs"][0]["threads"] == 2
    assert re.search(
        r"--mysql-socket=<socket-1> .*--threads=2", document["workloads"][0]["command"]
    )
    refused = archive(
        "capture", "--wrap", f"--out={tmp_path / 'x'}", f"--socket={shared.socket}", "--", "true"
    )
    assert refused.returncode == 2
    assert "no report of sysbench" in refused.stderr


@pytest.mark.parametrize("words", [("--threads=x",), ("--workloads=nothing",), ("--seconds=0",)])
def test_a_plan_that_cannot_be_is_refused(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = archive("capture", "--socket=/nowhere", *words, f"--out={tmp_path / BUNDLE}", "--yes")
    assert done.returncode == 2
    assert "got" in done.stderr


def running(folder: Path) -> list[str]:
    """Command lines of the sysbench processes that write below a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            output = (path / "fd" / "1").readlink()
        except OSError:
            continue
        if words.startswith("sysbench ") and output.is_relative_to(folder):
            found.append(words)
    return found


def test_killed_outright_capture_takes_sysbench_with_it_and_goes_on(
    shared: RealServer, tmp_path: Path
) -> None:
    """Nothing may go on loading the server while the campaign is taken up again."""
    if not bound():
        pytest.skip("this system cannot bind a program's life to another's (no setpriv)")
    out = tmp_path / BUNDLE
    words = captured(shared, out, "--seconds=4")
    process = subprocess.Popen([PROGRAM, *words], cwd=ROOT, stderr=subprocess.PIPE)
    live = out / ".capture-live.txt"
    wait_for(lambda: live.exists() and "[ 1s ]" in live.read_text(), process)
    assert len(running(out)) == 1
    process.kill()
    process.communicate(timeout=TIMEOUT)
    for _ in range(100):
        if not running(out):
            break
        time.sleep(0.05)
    assert running(out) == []
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    failed = [run["failed"] for run in bundle(out)["runs"] if "failed" in run]
    assert failed in ([], ["capture itself was ended during the run"])


def test_a_wrapped_command_says_that_it_cannot_go_on(shared: RealServer, tmp_path: Path) -> None:
    words = ("capture", "--wrap", f"--socket={shared.socket}", f"--out={tmp_path / 'w'}", "--yes")
    process = subprocess.Popen(
        [PROGRAM, *words, "--", "sleep", "60"], cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr
    said = process.stderr.readline()
    assert "stopped, it begins anew" in said
    while "running the command" not in said:
        said = process.stderr.readline()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert "the same command begins anew" in process.communicate(timeout=TIMEOUT)[1]
    assert process.returncode == 1


def test_who_did_not_say_who_they_are_is_told(shared: RealServer, tmp_path: Path) -> None:
    out = tmp_path / BUNDLE
    words = [word for word in captured(shared, out) if not word.startswith("--submitter")]
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    assert "placeholders (Anonymous contributor, none)" in done.stderr
    assert "submitter-placeholder" in archive("check", str(out)).stdout


def test_a_client_in_another_network_measures_a_server_here(
    reached: RealServer, elsewhere: Any, tmp_path: Path
) -> None:
    """Through a network namespace: no loopback, no socket, the server's facts from a file."""
    reached.sql("create user remote identified by 'x1'", "grant all on *.* to remote")
    facts = tmp_path / "host.yaml"
    facts.write_text(archive("host-facts", f"--data-directory={reached.folder}").stdout)
    out = tmp_path / BUNDLE
    words = (
        "capture", f"--host={elsewhere.address}", f"--port={reached.port}", "--user=remote", *SHORT,
        "--placement=other-host", "--link=a pair of virtual cards", f"--host-facts={facts}",
        f"--out={out}", "--yes",
    )  # fmt: skip
    refused = archive(*words[:1], "--host=127.0.0.1", *words[2:], MYSQL_PWD="x1")
    assert refused.returncode == 1
    assert "Connection refused" in refused.stderr
    done = subprocess.run(
        [*elsewhere.words, PROGRAM, *words],
        cwd=ROOT,
        env={**os.environ, "MYSQL_PWD": "x1"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    document = bundle(out)
    (client,) = document["clients"]
    assert (client["placement"], client["transport"]) == ("other-host", "tcp")
    assert [host["id"] for host in document["hosts"]] == ["server", "client"]
    assert document["servers"][0]["host"] == "server"
    assert document["hosts"][0]["storage"][0]["fsync_us"] > 0
    assert elsewhere.address not in texts(out)
    assert "--mysql-host=<" in document["workloads"][0]["command"]
