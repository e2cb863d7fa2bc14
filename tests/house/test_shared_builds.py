"""A shared build is made by one process, once, and its failure is everybody's."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from shared_builds import made_apart, made_once


def _make(folder: Path) -> tuple[Path, str]:
    (folder / "file").write_text("made")
    with (folder.parent / "calls").open("a") as calls:
        calls.write("x")
    return folder, "note"


def _ask(folder: Path) -> tuple[Path, str]:
    return made_once(folder, "thing", _make)


def test_it_is_made_once_for_all_processes(tmp_path: Path) -> None:
    with ProcessPoolExecutor(4) as pool:
        found = list(pool.map(_ask, [tmp_path] * 12))
    assert set(found) == {(tmp_path / "thing", "note")}
    assert (tmp_path / "calls").read_text() == "x"
    assert (tmp_path / "thing" / "file").read_text() == "made"


def _fail(folder: Path) -> None:
    with (folder.parent / "calls").open("a") as calls:
        calls.write("x")
    raise ValueError("no such luck")


def test_a_failure_is_everybodys(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no such luck"):
        made_once(tmp_path, "thing", _fail)
    with pytest.raises(AssertionError, match=r"could not be made.*no such luck"):
        made_once(tmp_path, "thing", _fail)
    assert (tmp_path / "calls").read_text() == "x"


def _crash(_: Path) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def test_a_crash_in_another_process_says_where(tmp_path: Path) -> None:
    assert made_apart(_make, tmp_path) == (tmp_path, "note")
    with pytest.raises(AssertionError, match=r"(?s)exit -11: .*Segmentation fault.*in _crash"):
        made_apart(_crash, tmp_path)
