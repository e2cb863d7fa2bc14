"""Visits whose runs each start from a copy of the loaded data."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from small_campaigns import PLAN, SERVER, TABLES, campaign_in

from sysbench_archive.capture import counted_visit
from sysbench_archive.capture.campaign import Campaign, make_visits
from sysbench_archive.capture.connection import Answer, GoneError
from sysbench_archive.capture.plan import (
    RefusalError,
    ServerPlan,
    workload_plan,
)


class FakeServer:
    """A server that notes its starts, with its tool and folder, and what it is asked."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.runs_on = data
        self.happened: list[str] = []
        self.takes_folder = True
        self.dies_at = ""

    @contextmanager
    def running(self, server: ServerPlan, _: Path, below: tuple[str, ...] = ()) -> Iterator[None]:
        folder = (server.program or "").rpartition("--datadir=")[2]
        self.runs_on = Path(folder) if self.takes_folder else self.data
        where = "copy" if self.runs_on != self.data else "data"
        self.happened.append(f"start on {where}{' below valgrind' if below else ''}")
        yield
        self.happened.append("stop")

    @contextmanager
    def connected(self, *_: object) -> Iterator[Mock]:
        yield Mock(
            pairs=lambda question: {"datadir": str(self.runs_on)} if "datadir" in question else {},
            ask=self.ask,
        )

    def ask(self, question: str) -> Answer:
        if self.dies_at and self.dies_at in question:
            self.dies_at = ""
            raise GoneError("2006 gone")
        self.happened.append(question)
        return Answer()

    def attempt(self, turn: Mock, _: object, name: str) -> str:
        self.happened.append(name)
        turn.campaign.state.runs.append({"id": name})
        return ""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeServer:
    data = tmp_path / "data"
    data.mkdir()
    fake = FakeServer(data)
    for name in ("running", "connected"):
        monkeypatch.setattr(counted_visit, name, getattr(fake, name))
    monkeypatch.setattr(counted_visit.counting, "attempt_counts", fake.attempt)
    monkeypatch.setattr(counted_visit.counting, "runs_below_callgrind", lambda _: True)
    monkeypatch.setattr(counted_visit.process, "find_process", lambda *_: 4711)
    monkeypatch.setattr(counted_visit, "count_session", lambda _: True)
    monkeypatch.setattr(counted_visit, "turn_at", lambda campaign, *_: Mock(campaign=campaign))
    monkeypatch.setattr(
        counted_visit, "load_tables", lambda *_: fake.happened.append("load the tables")
    )
    monkeypatch.setattr(
        counted_visit, "offer_clean_up", lambda _: fake.happened.append("drop the tables")
    )
    return fake


def campaign_on(server: FakeServer, tmp_path: Path) -> Campaign:
    plan = replace(
        PLAN,
        servers=(replace(SERVER, program=f"mysqld --datadir={server.data}"),),
        workloads=(workload_plan("oltp_write_only"), workload_plan("oltp_insert")),
        repetitions=1,
        count="callgrind",
    )
    home = tmp_path / "2026-01-counted"
    home.mkdir()
    loads = {TABLES: {"count": 0, "complete": False}}
    return campaign_in(home, plan, servers={"0": {"id": "mysql-8-0-40"}}, loads=loads)


LOADED = [
    "start on data",
    "load the tables",
    "set global innodb_fast_shutdown = 0",
    "stop",
]


def counted(name: str) -> list[str]:
    return [
        "start on copy below valgrind",
        "check table `sbtest`.`sbtest1`",
        f"{name}-mysql-8-0-40-t1-r1",
        "set global innodb_fast_shutdown = 2",
        "stop",
    ]


CLEANED = ["start on data", "drop the tables", "stop"]


def test_tables_are_loaded_once_and_each_run_has_a_server_and_a_copy(
    server: FakeServer, tmp_path: Path
) -> None:
    campaign = campaign_on(server, tmp_path)
    make_visits(campaign, counted_visit.make_counted_visit, ("valgrind",))
    assert server.happened == [
        *LOADED, *counted("oltp-write-only"), *counted("oltp-insert"), *CLEANED,
    ]  # fmt: skip
    assert not list(campaign.home.glob(".capture-data*"))
    assert [entry["file"] for entry in campaign.state.attachments] == ["config/seeded.lua"]
    assert "srandom" in (campaign.folder / "config" / "seeded.lua").read_text()


def test_a_server_that_dies_on_a_copy_begins_the_visit_again_and_keeps_what_is_counted(
    server: FakeServer, tmp_path: Path
) -> None:
    campaign = campaign_on(server, tmp_path)
    server.dies_at = "check table"
    make_visits(campaign, counted_visit.make_counted_visit, ("valgrind",))
    assert server.happened == [
        *LOADED, "start on copy below valgrind",
        *LOADED, *counted("oltp-write-only"), *counted("oltp-insert"), *CLEANED,
    ]  # fmt: skip
    assert not list(campaign.home.glob(".capture-data*"))


def test_a_program_that_does_not_take_the_folder_is_refused(
    server: FakeServer, tmp_path: Path
) -> None:
    campaign = campaign_on(server, tmp_path)
    server.takes_folder = False
    with pytest.raises(RefusalError, match="does not start on a copy of its data"):
        make_visits(campaign, counted_visit.make_counted_visit, ("valgrind",))
    assert campaign.state.runs == []
    assert not list(campaign.home.glob(".capture-data*"))
