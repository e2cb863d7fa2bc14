"""Copies of a data directory: what is refused, and that nothing of them stays."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from unittest.mock import Mock

import pytest

from sysbench_archive.capture.data_copy import FOLDER, copied, data_directory, on_folder
from sysbench_archive.capture.plan import Access, RefusalError, ServerPlan


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "sbtest").mkdir(parents=True)
    (folder / "sbtest" / "sbtest1.ibd").write_bytes(b"rows")
    (tmp_path / "out").mkdir()
    return folder


def session_of(variables: dict[str, str]) -> Mock:
    return Mock(pairs=Mock(return_value=variables))


def left(out: Path) -> list[str]:
    return [path.name for path in out.iterdir()]


def test_a_copy_is_written_to_and_goes_and_the_original_stays(data: Path) -> None:
    out = data.parent / "out"
    with copied(data, out) as copy:
        (copy / "sbtest" / "sbtest1.ibd").write_bytes(b"other")
    assert (data / "sbtest" / "sbtest1.ibd").read_bytes() == b"rows"
    assert left(out) == []


def test_the_folder_of_a_copy_is_not_hidden_from_its_server(data: Path) -> None:
    # MySQL 8.0 does not look for tablespaces in a folder that is.
    with copied(data, data.parent / "out") as copy:
        assert not copy.name.startswith(".")


def test_a_copy_that_a_killed_capture_left_is_replaced(data: Path) -> None:
    out = data.parent / "out"
    (out / FOLDER).mkdir()
    (out / FOLDER / "stale").touch()
    with copied(data, out) as copy:
        assert [path.name for path in copy.iterdir()] == ["sbtest"]


def test_a_copy_goes_where_its_server_is_lost(data: Path) -> None:
    out = data.parent / "out"
    with pytest.raises(RuntimeError), copied(data, out):
        raise RuntimeError
    assert left(out) == []


def test_a_disk_without_room_is_refused_before_anything_is_copied(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Mock(free=200 << 20))
    with pytest.raises(RefusalError) as refused, copied(data, data.parent / "out"):
        pass
    assert "too little disk for a copy of the data directory" in str(refused.value)
    assert "got 200 MiB free, expected 256 MiB" in str(refused.value)
    assert "--count-from server" in str(refused.value)
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
    assert data_directory(session_of(dict(inside)), "here") == data
    outside = inside | {"log_bin_basename": "/var/log/binlog"}
    with pytest.raises(RefusalError) as refused:
        data_directory(session_of(outside), "here")
    assert str(refused.value).startswith(
        "here: log_bin_basename is outside of the data directory, and not in a copy of it"
        f" (got /var/log/binlog, expected a folder in {data})"
    )


def test_a_data_directory_on_another_machine_is_refused() -> None:
    with pytest.raises(RefusalError, match="not to be seen here"):
        data_directory(session_of({"datadir": "/no/such/folder"}), "here")


def test_the_folder_of_the_copy_is_the_last_option() -> None:
    server = ServerPlan(Access(socket="/tmp/s"), program="mysqld --datadir=/data --user=root")
    program = on_folder(server, Path("/tmp/my out/.capture-data")).program
    assert shlex.split(program or "")[-1] == "--datadir=/tmp/my out/.capture-data"
