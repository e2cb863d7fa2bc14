"""capture against a real server and the real sysbench: the bundles it writes."""

from __future__ import annotations

from pathlib import Path

import yaml
from captures import BUNDLE, SHORT, archive, bundle, captured, texts
from servers import RealServer

from sysbench_archive.sysbench.report import parse_reports


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
    assert done.stdout.count(": Transactions per second\n") == 3
    for ending in ("md", "html"):
        report = (tmp_path / f"{BUNDLE}-report.{ending}").read_text()
        assert report.count(": Transactions per second") >= 3
    assert all(run["telemetry"]["server_cpu_s"] > 0 for run in document["runs"])
    assert [run["sequence"]["position"] for run in document["runs"]] == [1, 2, 3, 4, 5, 6]
    # Cells that write come after those that only read.
    assert [r["workload"] == "oltp-read-write" for r in document["runs"]] == [False] * 4 + [
        True
    ] * 2
    wrote = {run["workload"]: run["innodb"] for run in document["runs"]}["oltp-read-write"]
    assert wrote["settled"] in {True, False}
    assert {"checkpoint_age_mib", "dirty_pages"} <= wrote["before"].keys() & wrote["after"].keys()
    assert wrote["redo_written_mib"] > 0
    (server,) = document["servers"]
    assert server["build"]["type"] == "release"
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
    assert set(document["runs"][0]["telemetry"]) == {"client_cpu_s", "received_mib", "sent_mib"}
    (server,) = document["servers"]
    assert "cannot be looked at from here" in server["telemetry"]["clock_mhz"]["unavailable"]


def test_who_did_not_say_who_they_are_is_told(shared: RealServer, tmp_path: Path) -> None:
    out = tmp_path / BUNDLE
    words = [word for word in captured(shared, out) if not word.startswith("--submitter")]
    done = archive(*words)
    assert done.returncode == 0, done.stderr
    assert "nobody is named yet" in done.stderr
    assert "submitter-placeholder" in archive("check", str(out)).stdout


def test_a_client_on_another_host_measures_a_server_over_the_network(
    reached: RealServer, tmp_path: Path
) -> None:
    """As from another host: no loopback, no socket, the server's facts from a file."""
    reached.sql("create user remote identified by 'x1'", "grant all on *.* to remote")
    facts = tmp_path / "host.yaml"
    facts.write_text(archive("host-facts", f"--data-directory={reached.folder}").stdout)
    out = tmp_path / BUNDLE
    words = (
        "capture", f"--host={reached.address}", f"--port={reached.port}", "--user=remote", *SHORT,
        "--placement=other-host", "--link=one virtual card", f"--host-facts={facts}",
        f"--out={out}", "--yes",
    )  # fmt: skip
    refused = archive(*words[:1], "--host=127.0.0.1", *words[2:], MYSQL_PWD="x1")
    assert refused.returncode == 4
    assert "Connection refused" in refused.stderr
    done = archive(*words, MYSQL_PWD="x1")
    assert done.returncode == 0, done.stderr
    document = bundle(out)
    (client,) = document["clients"]
    assert (client["placement"], client["transport"]) == ("other-host", "tcp")
    assert [host["id"] for host in document["hosts"]] == ["server", "client"]
    assert document["servers"][0]["host"] == "server"
    assert document["hosts"][0]["storage"][0]["fsync_us"] > 0
    assert reached.address not in texts(out)
    assert "--mysql-host=<" in document["workloads"][0]["command"]


def test_loads_are_shares_of_a_capacity_that_was_measured_first(
    shared: RealServer, tmp_path: Path
) -> None:
    out = tmp_path / BUNDLE
    words = ("--workloads=oltp_point_select", "--threads=2", "--rate-sweep=50,10")
    done = archive(*captured(shared, out, *words))
    assert done.returncode == 0, done.stderr
    document = bundle(out)
    assert ": latency at a load\n" in done.stdout
    ids = [workload["id"] for workload in document["workloads"]]
    assert ids == ["oltp-point-select", "oltp-point-select-at-10", "oltp-point-select-at-50"]
    printed = ((run["workload"], (out / run["file"]).read_bytes()) for run in document["runs"])
    reports = {workload: parse_reports(data)[0] for workload, data in printed}
    first = document["runs"][0]
    assert first["workload"] == "oltp-point-select"
    assert [run["sequence"]["block"] for run in document["runs"]] == [1, 2, 2]
    assert {run["sequence"]["repetition"] for run in document["runs"]} == {1}
    whole = reports["oltp-point-select"]
    assert whole.total_events
    assert whole.duration_s
    for percent in (10, 50):
        report = reports[f"oltp-point-select-at-{percent}"]
        wanted = whole.total_events / whole.duration_s * percent / 100
        assert report.target_rate == round(wanted)
        assert report.histogram
    several = ("--threads=1,2", "--rate-sweep=all")
    refused = archive(*captured(shared, tmp_path / "2026-01-other", *several))
    assert refused.returncode == 2
    assert "--rate-sweep: several numbers of threads (got 1, 2, expected one)" in refused.stderr
    assert not (tmp_path / "2026-01-other").exists()


OWN_TABLES = """
require("own_names")
sysbench.cmdline.options = {rows = {"Rows of each table", 10}}
function thread_init() con = sysbench.sql.driver():connect() end
function prepare()
  local con = sysbench.sql.driver():connect()
  con:query("create table " .. PARENT .. " (id int primary key) engine=innodb")
  con:query("create table child (id int primary key, parent int,"
    .. " foreign key (parent) references " .. PARENT .. " (id)) engine=innodb")
  for id = 1, sysbench.opt.rows do
    con:query("insert into " .. PARENT .. " values (" .. id .. ")")
  end
end
sysbench.cmdline.commands = {prepare = {prepare}}
function event() con:query("select count(*) from " .. PARENT) end
"""


def test_a_script_loads_tables_of_its_own_and_leaves_nothing(
    shared: RealServer, tmp_path: Path
) -> None:
    folder = tmp_path / "scripts"
    folder.mkdir()
    script = folder / "own.lua"
    script.write_text(OWN_TABLES)
    (folder / "own_names.lua").write_text('PARENT = "parent"\n')
    out = tmp_path / BUNDLE
    words = (f"--workloads={script}", f"--prepare-with={script} --rows=7")
    # Twice: the tables of the first visit have to go before the second loads them.
    done = archive(*captured(shared, out, *words, "--repetitions=2"))
    assert done.returncode == 0, done.stderr
    (workload,) = bundle(out)["workloads"]
    assert workload["prepare"].endswith(" --rows=7 own.lua prepare")
    assert workload["warmup"].startswith("own with 1 thread")
    assert workload["script"]["file"] == "config/own.lua"
    assert [module["name"] for module in workload["script"]["modules"]] == ["own_names.lua"]
    assert str(folder) not in texts(out)
    assert shared.sql("show databases like 'sbtest'") == []
    script.write_text(OWN_TABLES.replace("create table child", "create tables child"))
    broken = archive(*captured(shared, tmp_path / "2026-01-broken", *words))
    assert broken.returncode == 2
    assert "sysbench prepare: FATAL" in broken.stderr
    assert not (tmp_path / "2026-01-broken").exists()
    assert shared.sql("show databases like 'sbtest'") == []
