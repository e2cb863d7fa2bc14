"""campaign.yaml: what it may say, and what a mistake is answered with."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from sysbench_archive.capture.campaign import (
    STATE_FILE,
    State,
    plan_digest,
    remove_state,
    restore_state,
    save_state,
)
from sysbench_archive.capture.campaign_file import read_campaign
from sysbench_archive.capture.connection import read_option_file
from sysbench_archive.capture.host import unrest
from sysbench_archive.capture.plan import Access, Plan, RefusalError, sound
from sysbench_archive.cli import main
from sysbench_archive.problems import USAGE

BASE = Plan((), (), (), 3, 30, 4, 1000, 7)
GOOD = """
servers:
  - {variant: a, socket: /s, start: run a, regime: pinned}
  - {host: db, port: 3307, build: {vendor: me}}
workloads:
  - oltp_read_only
  - {name: oltp_read_only, id: short, options: [--range-size=10]}
threads: [1, 16]
repetitions: 10
"""


def read(folder: Path, text: str) -> Plan:
    path = folder / "campaign.yaml"
    path.write_text(text)
    return read_campaign(path, BASE, Access(user="u"))


def test_a_file_is_read_over_the_options(tmp_path: Path) -> None:
    plan = sound(read(tmp_path, GOOD))
    assert (plan.repetitions, plan.seconds, plan.threads) == (10, 30, (1, 16))
    assert [server.access.user for server in plan.servers] == ["u", "u"]
    assert plan.servers[1].access.place == "db:3307"
    assert [(w.id, w.options) for w in plan.workloads] == [
        ("oltp-read-only", ()),
        ("short", ("--range-size=10",)),
    ]
    assert plan.runs == 2 * 2 * 2 * 10


@pytest.mark.parametrize("word", ["--workloads=oltp_insert", "--threads=3"])
def test_what_the_file_states_is_no_option(
    tmp_path: Path, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "campaign.yaml"
    path.write_text(GOOD)
    assert main(["capture", f"--campaign={path}", word, f"--out={tmp_path / 'out'}"]) == USAGE
    assert f"{word.partition('=')[0]}: the file of --campaign states it" in capsys.readouterr().err


def test_what_stands_around_a_server_is_stated(tmp_path: Path) -> None:
    group = "replication: {kind: group-replication, role: primary, nodes: 3, rest: unrecorded}"
    proxy = "proxy: {product: ProxySQL, version: 2.6.3, placement: on the client's host}"
    text = GOOD.replace("{variant: a,", f"{{variant: a, {group}, {proxy}, storage_engine: rocksdb,")
    server = sound(read(tmp_path, text)).servers[0]
    assert server.replication == {
        "kind": "group-replication", "role": "primary", "nodes": 3, "rest": "unrecorded"
    }  # fmt: skip
    assert server.proxy
    assert (server.proxy["product"], server.storage_engine) == ("ProxySQL", "rocksdb")
    wrong = text.replace("group-replication", "ring")
    with pytest.raises(RefusalError, match="servers/0/replication: a bundle cannot hold this"):
        sound(read(tmp_path, wrong))


def test_a_script_with_tables_of_its_own(tmp_path: Path) -> None:
    script = tmp_path / "own.lua"
    script.write_text('require("own_tables")\n')
    address = "https://forge.example/ada/own/blob/0123abc/own.lua"
    workload = f"{{name: {script}, options: [--scale=2], changes: size, address: '{address}'}}"
    text = GOOD.split("workloads:")[0] + (
        f"prepare_with: {script} --scale=2\nworkloads: [{workload}]\nthreads: [1]\n"
    )
    plan = sound(read(tmp_path, text))
    assert plan.prepare_with == (str(script), "--scale=2")
    assert (plan.workloads[0].address, plan.workloads[0].changes) == (address, "size")
    beside = text.replace(f"prepare_with: {script}", "prepare_with: own.lua")
    assert sound(read(tmp_path, beside)).prepare_with == plan.prepare_with
    mixed = text.replace("workloads: [", "workloads: [oltp_read_only, ")
    with pytest.raises(RefusalError, match="a test of sysbench's own on tables of another script"):
        sound(read(tmp_path, mixed))
    for wrong, message in (
        (text.replace("--scale=2\n", "--scale=2 prepare\n"), "a command of sysbench"),
        (text.replace(f"prepare_with: {script}", "prepare_with: gone.lua"), "no such script"),
        (text.replace(f"prepare_with: {script} --scale=2", "prepare_with: ''"), "no script"),
        (text.replace("https://forge", "ftp://forge"), "not the address of a script"),
    ):
        with pytest.raises(RefusalError, match=message):
            read(tmp_path, wrong)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "campaign.yaml"),
        ("threads: [1]", "/servers: missing or empty"),
        (GOOD.replace("repetitions: 10", "repetition: 10"), "/repetition: unknown key"),
        (
            GOOD.replace("10", "'10'"),
            "Expected `int`, got `str` (got '10')",
        ),
        (GOOD.replace("[1, 16]", "[one]"), "/threads: Expected `int`, got `str`"),
        (GOOD.replace("socket: /s, ", ""), "/servers/0: nothing says where the server listens"),
        (GOOD.replace("regime: pinned", "regime: fast"), "expected defaults or pinned"),
        (GOOD.replace("variant: a", "variant: Side A"), "servers/0/variant: a bundle cannot hold"),
        (GOOD.replace("variant: a", f"variant: {'a' * 81}"), "a bundle cannot hold this"),
        (GOOD.replace("variant: a", "maturity: finished"), "servers/0/maturity: a bundle cannot"),
        (GOOD.replace("variant: a", "maturity: '{0} {'"), "servers/0/maturity: a bundle cannot"),
        (GOOD.replace("id: short, ", ""), "named twice"),
        (GOOD.replace("[1, 16]", "[0, 16]"), "not a number of threads"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RefusalError) as caught:
        sound(read(tmp_path, text))
    assert message in str(caught.value)


def test_an_option_file_gives_account_and_place(tmp_path: Path) -> None:
    path = tmp_path / "my.cnf"
    path.write_text("[mysqld]\nport=1\n# x\n[client]\nuser = me\npassword='a=b #c'\nport=3307\n")
    assert read_option_file(path) == {"user": "me", "password": "a=b #c", "port": "3307"}
    with pytest.raises(RefusalError):
        read_option_file(tmp_path / "none")


def test_an_unfinished_campaign_is_found_again_by_its_plan(tmp_path: Path) -> None:
    plan = read(tmp_path, GOOD)
    assert restore_state(tmp_path, plan_digest(plan)) is None
    save_state(State(plan_digest(plan), "2026-01-a", "now", 7, runs=[{"id": "x"}]), tmp_path)
    found = restore_state(tmp_path, plan_digest(plan))
    assert found
    assert found.runs == [{"id": "x"}]
    with pytest.raises(RefusalError):
        restore_state(tmp_path, "another")
    remove_state(tmp_path)
    assert restore_state(tmp_path, plan_digest(plan)) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"plan": "x"}', '{"later": 1}'])
def test_a_state_of_another_version_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / STATE_FILE).write_text(text)
    with pytest.raises(RefusalError, match="not the state of a campaign of this version"):
        restore_state(tmp_path, "x")


def test_signs_of_unrest_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cpu = "/sys/devices/system/cpu/cpu0"
    told = {
        "/proc/loadavg": "2.10 1 1",
        f"{cpu}/cpufreq/scaling_governor": "powersave",
        "/proc/meminfo": f"SwapTotal:  {99 * 1024} kB\nSwapFree:   {34 * 1024} kB\n",
        f"{cpu}/thermal_throttle/package_throttle_count": "3",
    }
    quiet = dict(zip(told, ("1.9 1 1", "performance", "SwapTotal: 9 kB\n", "0"), strict=True))
    texts = quiet
    monkeypatch.setattr(unrest, "read_or_empty", lambda source: texts.get(source, ""))
    monkeypatch.setattr(unrest.os, "cpu_count", lambda: 4)
    monkeypatch.setattr(unrest.shutil, "disk_usage", lambda _: Mock(free=1024 << 20))
    assert list(unrest.signs_of_unrest(tmp_path)) == []
    texts = {}
    assert list(unrest.signs_of_unrest(tmp_path)) == []
    texts = told
    monkeypatch.setattr(unrest.shutil, "disk_usage", lambda _: Mock(free=1023 << 20))
    assert list(unrest.signs_of_unrest(tmp_path)) == [
        "the load is 2.10 on 4 processors",
        "the frequency governor is powersave, not performance",
        "65 MiB of swap are in use",
        "only 1023 MiB of disk are free",
        "the processor was throttled for its temperature 3 times since start",
    ]
    assert "the load is 2.10 on 4 processors" not in unrest.signs_of_unrest(tmp_path, begun=True)
