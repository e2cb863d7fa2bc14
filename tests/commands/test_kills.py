"""A command that is killed leaves what was or what was to be, or does when it is run again."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from git_calls import git
from kept_folder import KeptFolder
from kills import full_from, killed_at
from published_archive import BUNDLE, DAY, commit, measured
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.recording import record_resting
from sysbench_archive.build.store import Store, Work
from sysbench_archive.bundle.files import replace_file
from sysbench_archive.cli import main
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.import_results import _write_bundles
from sysbench_archive.commands.record import record
from sysbench_archive.commands.redact import redact
from sysbench_archive.commands.withdraw import undo, withdraw
from sysbench_archive.problems import UsageError

Command = Callable[[Archive, Work], object]
NEW = "2026-01-new"


def _withdraw(archive: Archive, work: Work, *, purge: bool = False) -> None:
    withdraw(archive, BUNDLE, "asked for", DAY, purge=purge)
    record_resting(archive, [BUNDLE], work)


def _undo(archive: Archive, work: Work) -> None:
    undo(archive, BUNDLE, "a mistake", DAY)
    record_resting(archive, [BUNDLE], work)


def _import(archive: Archive, _: Work) -> None:
    made = {"2026-01-a": {"bundle.yaml": b"a"}, "2026-01-b": {"bundle.yaml": b"b", "raw/x": b"x"}}
    _write_bundles(SimpleNamespace(bundles=made), archive.results, False, None)  # type: ignore[arg-type]


def _correct(archive: Archive, work: Work) -> None:
    correct(archive, BUNDLE, "a misprint", work)


def _is_measured(archive: Archive, _: Work) -> None:
    measured(archive, BUNDLE, 910)


def _is_corrected(archive: Archive, work: Work) -> None:
    _is_measured(archive, work)
    _correct(archive, work)
    commit(archive)


def _is_withdrawn(archive: Archive, work: Work) -> None:
    _withdraw(archive, work)
    commit(archive)


def _is_added(archive: Archive, _: Work) -> None:
    shutil.copytree(archive.results / BUNDLE, archive.results / NEW)
    measured(archive, NEW, 700)


COMMANDS: dict[str, tuple[Command, Command]] = {
    "record": (_is_added, lambda archive, work: record(archive, (), work)),
    "record of one": (_is_added, lambda archive, work: record(archive, [NEW], work)),
    "correct": (_is_measured, _correct),
    "withdraw": (lambda *_: None, _withdraw),
    "purge": (_is_corrected, lambda archive, work: _withdraw(archive, work, purge=True)),
    "undo": (_is_withdrawn, _undo),
    "redact": (
        _is_corrected,
        lambda archive, _: redact(archive, BUNDLE, 1, ["figures.csv"], "a name", DAY),
    ),
    "import": (lambda *_: None, _import),
}
"""By name what was done before, and the command."""


def tree(archive: Archive) -> dict[str, bytes]:
    """What git would see of the data."""
    files = (path for path in (archive.root / "data").rglob("*") if path.is_file())
    named = {path.relative_to(archive.root).as_posix(): path.read_bytes() for path in files}
    return {name: data for name, data in named.items() if ".partial" not in name}


Ends = Callable[[int, Path, Callable[[], object]], bool]
ENDS: dict[str, Ends] = {"killed": lambda *at: killed_at(*at).killed, "full disk": full_from}
"""What a command comes by at a write, and whether it was ended."""


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_an_end_at_any_write_is_mended_by_running_it_again(
    name: str, end: str, archive: Archive, work: Work, tmp_path: Path
) -> None:
    before, command = COMMANDS[name]
    before(archive, work)
    start = tmp_path / "start"
    archive.root.rename(start)

    def fresh() -> Archive:
        shutil.rmtree(archive.root, ignore_errors=True)
        shutil.copytree(start, archive.root)
        return archive

    command(fresh(), work)
    wanted, old = tree(archive), tree(Archive(start))
    assert wanted != old

    def alone() -> None:
        with ThreadPoolExecutor(1) as pool:
            command(archive, Work(Store(work.store.folder), pool, DAY))

    moment = 0
    while ENDS[end](moment, fresh().root / "data", alone):
        # Where there is nothing left to do, it says so.
        with suppress(UsageError):
            command(archive, work)
        assert tree(archive) == wanted, moment
        moment += 1
    assert moment > (2 if end == "killed" else 0)


def test_a_full_disk_is_named_and_leaves_what_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        # As the system says it of a write: without a name.
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "a.csv"
    replace_file(path, b"old")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match=re.escape(f"No space left on device: '{path}'")):
        replace_file(path, b"new")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a.csv", b"old")]


SCHEMA = Path(__file__).resolve().parents[2] / "schema"
WHO = "Ada Example <ada@example.org>"


def _submitted(root: Path) -> list[str]:
    """What git has of a bundle that was submitted, but for when."""
    words = (("log", "--format=%an %s %T"), ("status", "--porcelain"), ("branch", "--list"))
    return [git(root, *each) for each in words]


def test_a_kill_of_submit_is_mended_by_running_it_again(
    archive: Archive, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SCHEMA, archive.root / "schema")
    git(archive.root, "add", "schema")
    git(archive.root, "commit", "-qm", "Schema")
    _is_added(archive, work)
    kept = KeptFolder(archive.root)

    @contextmanager
    def alone(_: Archive) -> Iterator[Work]:
        with ThreadPoolExecutor(1) as pool:
            yield Work(Store(work.store.folder), pool, DAY)

    monkeypatch.setattr("sysbench_archive.commands.submit.work_on", alone)

    def submit() -> None:
        os.chdir(archive.root)
        assert main(["submit", NEW, "--commit", "--author", WHO]) == 0

    monkeypatch.chdir(archive.root)
    submit()
    wanted = _submitted(archive.root)
    assert NEW in wanted[-1]
    moment = 0
    while True:
        kept.put_back()
        if not killed_at(moment, archive.root / "data", submit, programs=True).killed:
            break
        submit()
        assert _submitted(archive.root) == wanted, moment
        moment += 1
    assert moment > 2


WORKING = """
import os, sys, time
from sysbench_archive.commands.checkout import workers
with workers() as executor:
    waiting = [executor.submit(time.sleep, 60) for _ in range(8)]
    print(*executor._processes, flush=True)
    time.sleep(60)
"""


def test_no_worker_outlives_its_caller() -> None:
    caller = subprocess.Popen([sys.executable, "-c", WORKING], stdout=subprocess.PIPE)
    assert caller.stdout is not None
    workers = [int(word) for word in caller.stdout.readline().split()]
    assert workers
    caller.kill()
    caller.wait()
    # Its output ends when nobody holds it any more.
    assert caller.stdout.read() == b""
    deadline = time.monotonic() + 2
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)
