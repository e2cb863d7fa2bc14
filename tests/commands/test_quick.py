"""What `quick` plans, and what it asks."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from sysbench_archive.capture.campaign import State, save_state
from sysbench_archive.capture.host.probes import host_facts
from sysbench_archive.capture.opening import Gathered
from sysbench_archive.capture.pace import estimate
from sysbench_archive.capture.plan import Access, Plan, RefusalError, ServerPlan, workload_plans
from sysbench_archive.capture.server.document import Answers, server_document, server_id
from sysbench_archive.capture.server.listening import Listening
from sysbench_archive.capture.server.process import Process
from sysbench_archive.commands import quick
from sysbench_archive.redaction.redactor import Redactor

from .test_terminal import Typed

FOUND = [
    Listening(Access(socket="/run/a.sock"), "8.0.33"),
    Listening(Access(host="127.0.0.1", port=3307), "11.8.6-MariaDB", "shop-db"),
]


def by_place(found: list[Listening]) -> dict[str, Listening]:
    return {each.access.place: each for each in found}


def chosen(monkeypatch: pytest.MonkeyPatch, typed: str, found: list[Listening]) -> list[str]:
    monkeypatch.setattr(sys, "stdin", Typed(typed))
    return quick.chosen_places(by_place(found), quick.Terminal(ask=True))


def test_servers_are_chosen_by_their_numbers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert chosen(monkeypatch, "2, 1\n", FOUND) == ["127.0.0.1:3307", "/run/a.sock"]
    assert "2  11.8.6-MariaDB at 127.0.0.1:3307, container shop-db" in capsys.readouterr().err


def test_the_only_server_is_not_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert chosen(monkeypatch, "", FOUND[:1]) == ["/run/a.sock"]
    assert "which?" not in capsys.readouterr().err


@pytest.mark.parametrize("typed", ["3\n", "1,1\n", "both\n"])
def test_what_is_no_choice_is_refused(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    with pytest.raises(RefusalError, match="not numbers of the list"):
        chosen(monkeypatch, typed, FOUND)


def test_a_server_that_is_named_twice_is_refused() -> None:
    arguments = argparse.Namespace(places=["h:1", "h:1"], out=Path("none"))
    with pytest.raises(RefusalError, match="a server is named twice"):
        quick.servers_of(arguments, Access(), {}, quick.Terminal(ask=False))


def test_nobody_is_asked_to_choose_without_a_terminal() -> None:
    with pytest.raises(RefusalError, match="nobody is here to choose"):
        quick.chosen_places(by_place(FOUND), quick.Terminal(ask=False))


def test_no_server_is_no_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RefusalError, match="no server runs here"):
        chosen(monkeypatch, "", [])


def test_an_unfinished_campaign_tells_its_servers_and_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert quick.home_here() == Path("sysbench-quick")
    Path("sysbench-quick").mkdir()
    assert quick.home_here() == Path("sysbench-quick-2")
    loads = {"/run/b.sock sysbench_quick": {}, "127.0.0.1:3307 sysbench_quick": {}}
    save_state(State("plan", "b", "", 1, loads=loads), Path("sysbench-quick"))
    assert quick.home_here() == Path("sysbench-quick")
    arguments = argparse.Namespace(places=None, out=Path("sysbench-quick"))
    terminal = quick.Terminal(ask=False)
    servers = quick.servers_of(arguments, Access(user="ada"), by_place(FOUND), terminal)
    assert [(s.access.place, s.access.user, s.notes) for s in servers] == [
        ("/run/b.sock", "ada", None), ("127.0.0.1:3307", "ada", quick.IN_CONTAINER),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cpus", "connections", "threads"),
    [
        (1, 151, (1, 2, 8)),
        (2, 151, (1, 2, 8)),
        (12, 151, (1, 8, 32)),
        (40, 151, (1, 32, 128)),
        (64, 151, (1, 64, 128)),
        (64, 30, (1, 16)),
        (64, 1000, (1, 64, 256)),
    ],
)
def test_threads_are_those_of_the_archive_that_servers_let_in(
    monkeypatch: pytest.MonkeyPatch, cpus: int, connections: int, threads: tuple[int, ...]
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cpus)
    sides = [Mock(connections=connections), Mock(connections=2000)]
    assert quick.threads_for(sides, quick.COUNTS) == threads


def test_counts_are_those_at_which_enough_bundles_have_each_test() -> None:
    cells = [
        Mock(threads=threads, test=test, bundle=f"b{number}")
        for threads in (3, 7)
        for test in quick.TESTS.split(",")
        for number in range(quick.NEIGHBOURS if threads == 3 else quick.NEIGHBOURS - 1)
    ]
    assert quick.counts_of(cells) == (3,)
    assert quick.counts_of([]) == quick.COUNTS


def side(version: str, **variables: str) -> Gathered:
    """A server of this machine, as it was looked at."""
    plan = ServerPlan(Access(socket=f"/run/{version}"), regime="pinned")
    reply = Answers(
        version=version,
        comment="",
        variables=variables,
        explicit={},
        origin_fault="",
        account_plugin="",
        account_fault="",
        plugins=(),
    )
    name = server_id(reply, None)
    dump = f"config/{name}.variables.tsv"
    entry = server_document(plan, reply, Process(), host="here", dump=dump, redactor=Redactor())
    client = {
        "id": "local",
        "host": "here",
        "sysbench": "1.0.20",
        "placement": "same-host",
        "authentication_plugin": "mysql_native_password",
    }
    lines = "".join(f"{variable}\t{value}\n" for variable, value in variables.items())
    return Gathered(entry, [host_facts("here", None)], client, [], {dump: lines}, "", 151)


def comparable(*sides: Gathered) -> Plan:
    places = tuple(ServerPlan(Access(socket=f"/{number}")) for number in range(len(sides)))
    plan = Plan(places, workload_plans(quick.TESTS), (1,), 3, 5, 4, 100_000, 1)
    return quick.comparable(plan, sides)


def test_tests_that_could_not_be_compared_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    left = comparable(side("5.7.22", log_bin="OFF"), side("8.0.33", log_bin="ON"))
    assert [workload.test for workload in left.workloads] == ["oltp_point_select", "oltp_read_only"]
    said = capsys.readouterr().err
    assert "left out: oltp-read-write, not comparable: Binary log (OFF / ON)" in said


def test_what_differs_without_harm_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    pools = ("128 MiB", "1 GiB")
    sizes = (str(128 << 20), str(1 << 30))
    sides = (
        side(v, innodb_buffer_pool_size=s) for v, s in zip(("5.7.22", "8.0.33"), sizes, strict=True)
    )
    assert len(comparable(*sides).workloads) == 3
    assert f"Size of the buffer pool ({' / '.join(pools)})" in capsys.readouterr().err


def test_nothing_is_left_of_servers_that_are_not_comparable() -> None:
    forks = [
        replace(each, server=each.server | {"fork": fork})
        for each, fork in (
            (side("5.7.22"), "Vitess"),
            (side("8.0.33"), "TiDB"),
        )
    ]
    with pytest.raises(RefusalError, match="nothing that these servers run can be compared"):
        comparable(*forks)


@pytest.mark.parametrize(("servers", "minutes"), [(1, 5), (2, 8), (3, 11), (4, 15)])
def test_the_plan_fits_into_its_minutes(servers: int, minutes: int) -> None:
    places = tuple(ServerPlan(Access(socket=f"/{number}")) for number in range(servers))
    plan = Plan(
        places, workload_plans(quick.TESTS), (1, 2, 8), quick.BLOCKS, quick.SHORTEST_RUN,
        4, 100_000, 1, warmup=quick.WARMUP, settle=quick.SETTLE,
    )  # fmt: skip
    filled = quick.filled(plan)
    assert minutes - 1 < estimate(filled) / 60 <= minutes
