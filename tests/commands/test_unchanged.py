"""A build after which nothing changed writes, links and starts nothing; what changed is seen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drawn_in_process import draw_in_process
from folder_bytes import bytes_below
from git_calls import git
from kills import PROGRAM, WRITES
from synthetic_archive import ROOT, record_anew, recorded, work_in
from sysbench_archive.build import pipeline
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Built, put_built
from sysbench_archive.build.unchanged import outputs_digest
from sysbench_archive.cli import main

UNCHANGED = "nothing has changed since the last build"
COUNTED = """
import json, os, sys
from sysbench_archive.cli import main

events, written = set(json.loads(sys.argv[1])), ("w", "a", "x")
found = []

def note(event, arguments):
    if event in events and (event != "open" or str(arguments[1]).startswith(written)):
        found.append((event, str(arguments[1] if event == "subprocess.Popen" else arguments)))

sys.addaudithook(note)
status = main(["build"])
print(json.dumps([status, found, "duckdb" in sys.modules]))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Two bundles with a warning each, built by the command. Tests leave it as it was."""
    folder = tmp_path_factory.mktemp("unchanged")
    with work_in(folder) as work, pytest.MonkeyPatch.context() as patched:
        archive = recorded(folder / "archive", 20, work)
        for bundle in archive.bundles():
            path = bundle / "bundle.yaml"
            path.write_text(path.read_text().replace("--tables=4", "--tables=2 --tables=4"))
        record_anew(archive, work)
        draw_in_process(patched)
        patched.chdir(archive.root)
        assert main(["build"]) == 0
        yield archive


@pytest.fixture
def site(
    synthetic: Archive, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Path:
    """A checkout under git, and what stands for building it; nothing has changed since."""

    def stand_in(job: pipeline.Build) -> bool:
        job.out.mkdir(exist_ok=True)
        (job.out / "index.html").write_text("page")
        built = Built(inputs=job.inputs, outputs=outputs_digest(job.out), problems=[])
        job.archive.derived.mkdir(exist_ok=True)
        put_built(job.archive.derived, built)
        return True

    git(synthetic.root, "init", "-q")
    git(synthetic.root, "add", "data", "content", "config.toml")
    git(synthetic.root, "commit", "-q", "-m", "published")
    monkeypatch.setattr(pipeline, "build", stand_in)
    monkeypatch.chdir(synthetic.root)
    assert main(["build"]) == 0
    assert main(["build"]) == 0
    assert UNCHANGED in capsys.readouterr().out
    return synthetic.root


def test_nothing_is_written_linked_or_started(built: Archive) -> None:
    events = json.dumps([*WRITES, PROGRAM, "os.fork", "os.posix_spawn", "os.symlink"])
    done = subprocess.run(
        [sys.executable, "-c", COUNTED, events],
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'scripts'}", "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=built.root,
        capture_output=True,
        text=True,
        check=True,
    )
    said, counted = done.stdout.splitlines()
    assert said.startswith(UNCHANGED)
    status, found, loaded = json.loads(counted)
    assert status == 0
    # Git is asked twice, however many bundles there are.
    assert [event for event, _ in found] == [PROGRAM] * 2
    assert all("'git'" in what for _, what in found)
    assert not loaded


@pytest.mark.usefixtures("built")
def test_warnings_are_said_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--no-cache"]) == 0
    first = capsys.readouterr()
    assert UNCHANGED not in first.out
    assert main(["build"]) == 0
    again = capsys.readouterr()
    assert again.out == f"{UNCHANGED}: the site is in public\n"
    assert "command-option" in again.err
    assert first.err.endswith(again.err)


def edit_a_bundle(root: Path) -> None:
    """It stays as long as it was."""
    path = next((root / "data" / "results").glob("*/bundle.yaml"))
    path.write_text(path.read_text().replace("Synthetic CPU", "Synthesis CPU"))


def edit_a_page(root: Path) -> None:
    path = root / "public" / "index.html"
    path.write_bytes(path.read_bytes().replace(b"a", b"b"))


def edit_a_layout(root: Path) -> None:
    path = root / "layouts" / "404.html"
    path.write_text(path.read_text() + "\n")


def replace_an_evidence_file(root: Path) -> None:
    """By its own bytes with its own time, as who restores a backup: another inode."""
    path = next((root / "data" / "results").glob("*/raw/*.txt"))
    copy = shutil.copy2(path, path.with_name("copy.txt"))
    Path(copy).replace(path)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a bundle": edit_a_bundle,
    "an evidence file": replace_an_evidence_file,
    "a layout": edit_a_layout,
    "a page of content": lambda root: (root / "content" / "more.md").write_text("---\n---\n"),
    "a published page": edit_a_page,
    "a published page that is gone": lambda root: (root / "public" / "index.html").unlink(),
    "a file beside the pages": lambda root: (root / "public" / "more.txt").write_text("more"),
    "the whole site that is gone": lambda root: shutil.rmtree(root / "public"),
    "the commit": lambda root: git(root, "commit", "-q", "--allow-empty", "-m", "more"),
    "what git tracks": lambda root: git(root, "rm", "-q", "--cached", "config.toml"),
    "what was derived": lambda root: shutil.rmtree(root / "data" / "derived"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_changed_is_built(what: str, site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    CHANGES[what](site)
    assert main(["build"]) == 0
    assert UNCHANGED not in capsys.readouterr().out
    assert main(["build"]) == 0
    assert UNCHANGED in capsys.readouterr().out


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("words", [("--base-url", "/base/"), ("--out", "other"), ("--no-cache",)])
def test_an_option_that_asks_for_another_site_is_followed(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", *words]) == 0
    assert UNCHANGED not in capsys.readouterr().out


def test_a_published_file_that_was_edited_is_made_again(built: Archive) -> None:
    """Also where its bytes have a second name among what was derived."""
    before = bytes_below(built.root / "public")
    linked = next((built.root / "public" / "results").glob("*/index.json"))
    linked.write_bytes(linked.read_bytes() + b" ")
    assert main(["build"]) == 0
    assert bytes_below(built.root / "public") == before


def test_errors_are_looked_for_each_time(
    built: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    """They leave the site that was, and it is the site again once they are gone."""
    path = built.bundles()[0] / "bundle.yaml"
    kept = path.rename(built.root / "kept.yaml")
    path.write_text("schema: 1\n")
    assert [main(["build"]), main(["build"])] == [1, 1]
    assert UNCHANGED not in capsys.readouterr().out
    kept.rename(path)
    assert main(["build"]) == 0
    assert UNCHANGED in capsys.readouterr().out
