"""A snapshot carries what its site is built with, and nothing that no lock names.

`tests/operations/test_guide.py` builds a site from one.
"""

from __future__ import annotations

import hashlib
import json
import tarfile
from datetime import date
from pathlib import Path

import pytest

from git_calls import git
from sysbench_archive.commands.program_files import SCRIPT, write_program_files
from sysbench_archive.problems import UsageError

DAY = date(2026, 11, 21)
NAME = "sysbench-archive-2026-11-21"
LOCK = {"": {}, "node_modules/vega": {}, "node_modules/eslint": {"dev": True},
        "node_modules/for-another-system": {"optional": True}}  # fmt: skip


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with its history, as set-up leaves it."""
    root = tmp_path / "checkout"
    written = {
        "data/results/a.txt": "a",
        "scripts/a.py": "pass",
        str(SCRIPT): "make site",
        "package-lock.json": json.dumps({"packages": LOCK}),
        ".gitignore": ".venv\nnode_modules\n",
        "node_modules/vega/index.js": "draw",
        "node_modules/vega/node_modules/.bin/draw": "a link",
        "node_modules/eslint/index.js": "check",
        ".venv/kept/site-1.whl": "site",
        ".venv/wheels/browser-1.whl": "browser",
    }
    for lock in ("build", "site", "browser"):
        digest = hashlib.sha256(lock.encode()).hexdigest()
        written[f"requirements/{lock}.txt"] = f"{lock}==1 --hash=sha256:{digest}\n"
    for name, text in written.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git(root, "init", "-q", "-b", "trunk")
    for message in ("One", "Two"):
        (root / "config.toml").write_text(message)
        git(root, "add", "-A")
        git(root, "commit", "-qm", message)
    return root


def written(root: Path, out: Path) -> dict[str, str]:
    out.mkdir()
    return write_program_files(root, out, NAME, DAY, ["data/results/a.txt"])


def packed(file: Path) -> dict[str, bytes]:
    with tarfile.open(file) as archive:
        return {m.name: archive.extractfile(m).read() for m in archive}  # type: ignore[union-attr]


def test_every_tracked_file_is_in_it_and_its_history(checkout: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    hashed = written(checkout, out)
    held = packed(out / f"{NAME}-program.tar.gz")
    tracked = {*git(checkout, "ls-files").splitlines()} - {"data/results/a.txt"}
    assert held == {f"{NAME}/{name}": (checkout / name).read_bytes() for name in tracked}
    assert hashed.keys() == {f"{NAME}-program.tar.gz", f"{NAME}-packages.tar.gz"}
    git(tmp_path, "clone", "-q", str(out / f"{NAME}.bundle"), "again")
    assert git(tmp_path / "again", "log", "--format=%s").split() == ["Two", "One"]
    assert git(tmp_path / "again", "rev-parse", "main") == git(checkout, "rev-parse", "HEAD")
    assert (out / "rebuild.sh").read_text() == "make site"


def test_packages_are_those_that_a_build_runs(checkout: Path, tmp_path: Path) -> None:
    written(checkout, tmp_path / "out")
    assert packed(tmp_path / "out" / f"{NAME}-packages.tar.gz") == {
        f"{NAME}-packages/wheels/site-1.whl": b"site",
        f"{NAME}-packages/wheels/browser-1.whl": b"browser",
        f"{NAME}-packages/node_modules/vega/index.js": b"draw",
    }


def test_another_clone_gives_the_same_bytes(checkout: Path, tmp_path: Path) -> None:
    """Also one whose objects are packed another way."""
    git(tmp_path, "clone", "-q", str(checkout), "clone")
    for name in (".venv", "node_modules"):
        (tmp_path / "clone" / name).symlink_to(checkout / name)
    git(tmp_path / "clone", "repack", "-adqf", "--depth=1", "--window=1")
    written(checkout, tmp_path / "one")
    written(tmp_path / "clone", tmp_path / "two")
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / n).iterdir()} for n in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("scripts/a.py", "other", "scripts/a.py: not as committed"),
        (
            ".venv/kept/site-1.whl",
            "other",
            "site-1.whl: no lock has its digest(.|\n)*make snapshot",
        ),
        ("node_modules/vega", None, "node_modules/vega: not installed"),
        (".venv/kept", None, "has no wheels(.|\n)*make snapshot"),
    ],
)
def test_what_could_not_be_built_again_is_refused(
    checkout: Path, tmp_path: Path, path: str, text: str | None, words: str
) -> None:
    if text is None:
        (checkout / path).rename(tmp_path / "elsewhere")
    else:
        (checkout / path).write_text(text)
    with pytest.raises(UsageError, match=words):
        written(checkout, tmp_path / "out")


def test_a_clone_without_history_is_refused(checkout: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{checkout}", "clone")
    for name in (".venv", "node_modules"):
        (tmp_path / "clone" / name).symlink_to(checkout / name)
    with pytest.raises(UsageError, match=r"lacks the history(.|\n)*--unshallow"):
        written(tmp_path / "clone", tmp_path / "out")
