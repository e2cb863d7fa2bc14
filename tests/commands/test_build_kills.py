"""A build that is killed leaves the old site or the new one, and is mended by running it again."""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from build_jobs import job
from drawn_in_process import draw_in_process
from folder_bytes import bytes_below
from kept_folder import KeptFolder
from kills import killed_after, killed_at, spread
from synthetic_archive import ROOT, TODAY, record_anew, recorded, work_in
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import build
from sysbench_archive.build.store import BUILT, NAME, Store, Work

MENDED = 8
"""Of how many builds that are killed one is followed by another at least."""


STAND_INS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "Node and Hugo": lambda _: None,
    "what stands for them": draw_in_process,
}
FEW, MANY = 6, 40
TIMES = [
    ("what stands for them", FEW),
    pytest.param("what stands for them", MANY, marks=pytest.mark.whole_archive),
    pytest.param("Node and Hugo", MANY, marks=pytest.mark.whole_archive),
]
"""What draws, and how often a build is killed. Many take minutes."""


def _build(archive: Archive, store: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        done = job(archive, Work(Store(store), pool, TODAY))
        assert build(done), done.problems


class Room:
    """A folder with an archive that was built and has changed since; what is built of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with work_in(folder) as work:
            self.archive = archive = recorded(folder / "archive", 20, work)
            _build(archive, work.store.folder)
            self.old = self.site()
            document = next(iter(archive.bundles())) / "bundle.yaml"
            text = document.read_text().replace("title: ", "title: Another ", 1)
            document.write_text(text)
            record_anew(archive, work)
        self.kept = KeptFolder(folder, linked=True)

    def site(self) -> dict[str, bytes]:
        return bytes_below(self.archive.root / "public")

    def state(self) -> tuple[dict[str, bytes], dict[str, bytes], object]:
        derived = bytes_below(self.archive.derived)
        # It has the inodes of files.
        derived.pop(BUILT, None)
        # What was written in another order is in it in another order.
        return self.site(), derived, json.loads(derived.pop(NAME))

    def left(self) -> set[str]:
        return {path.name for path in self.archive.root.glob("public*")}


@pytest.mark.parametrize(("drawn_by", "times"), TIMES)
def test_a_kill_at_any_write_leaves_a_whole_site(
    drawn_by: str, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    STAND_INS[drawn_by](monkeypatch)
    room = Room(tmp_path / "room")

    def build_it() -> None:
        _build(room.archive, room.folder / "outcomes")

    whole = killed_at(1_000_000, room.folder, build_it)
    assert not whole.killed
    new = room.state()
    assert new[0] != room.old
    # The last ones put the new site in the place of the old one.
    moments = {*spread(whole.writes, times), *range(whole.writes - 4, whole.writes)}
    for number, moment in enumerate(sorted(moments)):
        room.kept.put_back()
        assert killed_at(moment, room.folder, build_it).killed
        if room.site() in (room.old, new[0]) and number % MENDED:
            continue
        build_it()
        assert room.state() == new, moment
        assert room.left() == {"public"}, moment


@pytest.mark.whole_archive
def test_a_kill_of_the_command_at_any_moment_leaves_a_whole_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while Node, Hugo or workers do the work, and the command waits for them."""
    room = Room(tmp_path / "room")
    monkeypatch.setenv("PYTHONPATH", os.fspath(ROOT / "scripts"))
    command = [sys.executable, "-m", "sysbench_archive", "build"]

    def build_it(seconds: float = 600) -> bool:
        return killed_after(seconds, command, room.archive.root)

    began = time.monotonic()
    assert not build_it()
    took = time.monotonic() - began
    new = room.state()
    assert new[0] != room.old
    chance, killed = random.Random(33), 0
    while killed < MANY:
        room.kept.put_back()
        moment = chance.uniform(0, took)
        killed += build_it(moment)
        if room.site() in (room.old, new[0]) and killed % MENDED:
            continue
        assert not build_it()
        assert room.state() == new, moment
        assert room.left() == {"public"}, moment
