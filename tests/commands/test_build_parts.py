"""A site is put together from parts; where one fails, the site that was stays, complete."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from build_jobs import job
from folder_bytes import bytes_below
from sysbench_archive.build import render
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import build
from sysbench_archive.build.render import BuildError
from sysbench_archive.build.store import Work

SECOND = "2024-01-synthetic-000001"
BUILD = """
import sys
from pathlib import Path
from build_jobs import job
from synthetic_archive import work_in
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import build

root, store = map(Path, sys.argv[1:])
with work_in(store.parent) as work:
    build(job(Archive(root), work))
"""


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard for each of the two bundles."""
    monkeypatch.setattr("sysbench_archive.build.parts.MOST_PAGES", 12)


def add_to_run_pages(archive: Archive, text: str) -> None:
    layout = archive.root / "layouts" / "results" / "run.html"
    layout.write_text(layout.read_text(encoding="utf-8") + text, encoding="utf-8")


def assert_it_stayed(out: Path, before: dict[str, bytes]) -> None:
    assert bytes_below(out) == before
    assert [path.name for path in out.parent.glob(f"{out.name}*")] == [out.name]


def test_a_shard_that_fails_is_named(built: Archive, its_work: Work) -> None:
    failing = job(built, its_work)
    before = bytes_below(failing.out)
    add_to_run_pages(
        built, f'{{{{ if eq .Params.bundle "{SECOND}" }}}}{{{{ errorf "no" }}}}{{{{ end }}}}'
    )
    with pytest.raises(BuildError, match=f"{SECOND} is not rendered, the site stays as it was"):
        build(failing)
    assert_it_stayed(failing.out, before)


def test_the_front_that_fails_is_named(built: Archive, its_work: Work) -> None:
    failing = job(built, its_work)
    before = bytes_below(failing.out)
    (built.root / "layouts" / "404.html").write_text('{{ errorf "no" }}')
    with pytest.raises(BuildError, match="front is not rendered, the site stays as it was"):
        build(failing)
    assert_it_stayed(failing.out, before)


def test_a_program_that_waits_on_a_full_disk_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hugo now and then waits for itself for ever once a write has failed."""
    monkeypatch.setattr(render, "_NO_ROOM", sys.maxsize)
    monkeypatch.setattr(render, "_LOOKS_EVERY", 0.05)
    with pytest.raises(BuildError, match=r"sleep was ended: no space left on the device of"):
        render._run(["sleep", "600"], tmp_path, None, tmp_path)


def test_a_build_that_is_killed_leaves_the_old_site(built: Archive, its_work: Work) -> None:
    out = built.root / "public"
    before = bytes_below(out)
    layout = built.root / "layouts" / "results" / "run.html"
    kept = layout.read_text()
    add_to_run_pages(built, "{{ range seq 1000000 }}{{ end }}")
    paths = [str(Path(__file__).parents[1]), *sys.path]
    script = f"import sys; sys.path[:0] = {paths!r}\n{BUILD}"
    command = [sys.executable, "-c", script, str(built.root), str(its_work.store.folder)]
    with subprocess.Popen(command, cwd=built.root) as process:
        deadline = time.monotonic() + 120
        while not list(out.parent.glob("public.*/*")) and time.monotonic() < deadline:
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    assert bytes_below(out) == before
    layout.write_text(kept)
    again = job(built, its_work)
    assert build(again)
    assert bytes_below(again.out) == before


def test_a_build_that_ended_between_two_sites_is_mended(built: Archive, its_work: Work) -> None:
    again = job(built, its_work)
    before = bytes_below(again.out)
    again.out.rename(again.out.with_name("public.replaced"))
    (built.root / "layouts" / "404.html").write_text('{{ errorf "no" }}')
    with pytest.raises(BuildError):
        build(again)
    assert_it_stayed(again.out, before)


def test_a_build_that_ended_while_it_put_what_is_new_is_brought_to_its_end(
    built: Archive, its_work: Work
) -> None:
    again = job(built, its_work)
    before = bytes_below(again.out)
    changes = again.out.with_name("public.changes")
    (changes / "later").mkdir(parents=True)
    new = {"404.html": b"new", "later/index.html": b"added"}
    for path, data in new.items():
        (changes / path).write_bytes(data)
    (built.root / "layouts" / "404.html").write_text('{{ errorf "no" }}')
    with pytest.raises(BuildError):
        build(again)
    assert_it_stayed(again.out, before | new)
