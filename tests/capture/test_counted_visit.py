"""Visits whose runs each start from a copy of the loaded data."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from small_campaigns import PLAN, SERVER, campaign_in

from sysbench_archive.capture import counting
from sysbench_archive.capture.campaign import Campaign, make_visits
from sysbench_archive.capture.connection import Answer, GoneError
from sysbench_archive.capture.counting import FOLDER, copied, data_directory
from sysbench_archive.capture.plan import RefusalError, ServerPlan, workload_plan


class FakeServer:
    """A server that notes its starts, with its tool and folder, and what it is asked."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.runs_on = data
        self.happened: list[str] = []
        self.takes_folder = True
        self.dies_at = ""

    @contextmanager
    def running(
        self, server: ServerPlan, _: Path, __: str, below: tuple[str, ...] = ()
    ) -> Iterator[Mock]:
        # Of an option given twice the last counts.
        folder = (server.program or "").rpartition("--datadir=")[2]
        self.runs_on = Path(folder) if self.takes_folder else self.data
        where = "copy" if self.runs_on != self.data else "data"
        self.happened.append(f"start on {where}{' below valgrind' if below else ''}")
        yield Mock(
            pairs=lambda question: {"datadir": str(self.runs_on)} if "datadir" in question else {},
            ask=self.ask,
        )
        self.happened.append("stop")

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
    monkeypatch.setattr(counting, "running", fake.running)
    monkeypatch.setattr(counting, "attempt_counts", fake.attempt)
    monkeypatch.setattr(
        counting, "turn_at", lambda c, *_: Mock(campaign=c, load={"complete": False})
    )
    monkeypatch.setattr(counting, "load_tables", lambda *_: fake.happened.append("load the tables"))
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
    return campaign_in(home, plan, servers={"0": {"id": "mysql-8-0-40"}})


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


def test_tables_are_loaded_once_and_each_run_has_a_server_and_a_copy(
    server: FakeServer, tmp_path: Path
) -> None:
    campaign = campaign_on(server, tmp_path)
    make_visits(campaign, counting.make_counted_visit)
    assert server.happened == [
        *LOADED, *counted("oltp-write-only"), *counted("oltp-insert"),
    ]  # fmt: skip
    assert not list(campaign.home.glob(".capture-data*"))
    assert [entry["file"] for entry in campaign.state.attachments] == ["config/seeded.lua"]
    assert "srandom" in (campaign.folder / "config" / "seeded.lua").read_text()


def test_a_server_that_dies_on_a_copy_begins_the_visit_again_and_keeps_what_is_counted(
    server: FakeServer, tmp_path: Path
) -> None:
    campaign = campaign_on(server, tmp_path)
    server.dies_at = "check table"
    make_visits(campaign, counting.make_counted_visit)
    assert server.happened == [
        *LOADED, "start on copy below valgrind",
        *LOADED, *counted("oltp-write-only"), *counted("oltp-insert"),
    ]  # fmt: skip
    assert not list(campaign.home.glob(".capture-data*"))


def test_a_program_that_does_not_take_the_folder_is_refused(
    server: FakeServer, tmp_path: Path
) -> None:
    campaign = campaign_on(server, tmp_path)
    server.takes_folder = False
    with pytest.raises(RefusalError, match="does not start on a copy of its data"):
        make_visits(campaign, counting.make_counted_visit)
    assert campaign.state.runs == []
    assert not list(campaign.home.glob(".capture-data*"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "sbtest").mkdir(parents=True)
    (folder / "sbtest" / "sbtest1.ibd").write_bytes(b"rows")
    (tmp_path / "out").mkdir()
    return folder


def left(out: Path) -> list[str]:
    return [path.name for path in out.iterdir()]


def test_a_copy_is_written_to_and_goes_and_the_original_stays(data: Path) -> None:
    out = data.parent / "out"
    # What a capture left that was killed is replaced.
    (out / FOLDER).mkdir()
    (out / FOLDER / "stale").touch()
    with suppress(RuntimeError), copied(data, out) as copy:
        assert [path.name for path in copy.iterdir()] == ["sbtest"]
        # MySQL 8.0 does not look for tablespaces in a folder that is hidden.
        assert not copy.name.startswith(".")
        (copy / "sbtest" / "sbtest1.ibd").write_bytes(b"other")
        raise RuntimeError("its server is lost")
    assert (data / "sbtest" / "sbtest1.ibd").read_bytes() == b"rows"
    assert left(out) == []


def test_a_disk_without_room_is_refused_before_anything_is_copied(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Mock(free=200 << 20))
    with pytest.raises(RefusalError) as refused, copied(data, data.parent / "out"):
        pass
    assert "too little disk for a copy of the data directory" in str(refused.value)
    assert "got 200 MiB free, expected 256 MiB" in str(refused.value)
    assert left(data.parent / "out") == []


def test_a_link_is_refused_because_a_copy_would_write_through_it(data: Path) -> None:
    (data / "ibdata1").symlink_to("/somewhere/else")
    with pytest.raises(RefusalError, match="a link, through which"), copied(data, data.parent):
        pass


def test_a_copy_that_fails_says_why_and_leaves_nothing(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = data.parent / "bin" / "cp"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nmkdir "$3"; echo "cp: cannot open ib_logfile0" >&2; exit 1\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    with pytest.raises(RefusalError, match="cannot open ib_logfile0"):  # noqa: SIM117
        with copied(data, data.parent / "out"):
            pass
    assert left(data.parent / "out") == []


def test_files_outside_of_the_data_directory_are_refused(data: Path) -> None:
    inside = {"datadir": f"{data}/", "innodb_data_home_dir": "", "innodb_undo_directory": "./"}
    assert data_directory(Mock(pairs=lambda _: dict(inside)), "here") == data
    outside = inside | {"log_bin_basename": "/var/log/binlog"}
    with pytest.raises(RefusalError, match="here: log_bin_basename is outside of the data"):
        data_directory(Mock(pairs=lambda _: outside), "here")
    with pytest.raises(RefusalError, match="not to be seen here"):
        data_directory(Mock(pairs=lambda _: {"datadir": "/no/such/folder"}), "here")
