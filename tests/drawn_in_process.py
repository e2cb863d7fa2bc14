"""Stands for Node and Hugo in tests of what a build keeps, replaces and leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from folder_bytes import bytes_below
from sysbench_archive.build import pipeline, render, write_archive
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.parts import Part


def _pages(archive: Archive, part: Part, out: Path, *_: object) -> None:
    """What stands for Hugo: a page a bundle, made of its records, and a front, made of all."""
    for name in (*(f"results/{bundle}" for bundle in part.runs), *(() if part.segment else ".")):
        (out / name).mkdir(parents=True, exist_ok=True)
        records = archive.derived / "records" / name
        (out / name / "index.html").write_text(f"{name} {bytes_below(records)}\n")


def _drawn(archive: Archive) -> None:
    """What stands for Node."""
    for path in (archive.derived / "charts").glob("*.json"):
        target = archive.derived / "assets" / "charts" / f"{path.stem}.svg"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())


def draw_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let builds start no program, and leave out what takes longest and no bundle changes."""
    monkeypatch.setattr(render, "_hugo", _pages)
    monkeypatch.setattr(pipeline, "draw_charts", _drawn)
    monkeypatch.setattr(pipeline, "draw_pictures", lambda _: None)
    monkeypatch.setattr(write_archive, "program_files", lambda _: ())
