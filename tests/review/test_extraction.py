"""A bundle is read as it was, and never written elsewhere."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from git_calls import git
from sysbench_archive.build.archive import Archive
from sysbench_archive.bundle.files import directory_hash, read_folder
from sysbench_archive.commands.review import base_of
from sysbench_archive.problems import UsageError
from sysbench_archive.review.record import ReviewReport


def test_changes_and_removals_are_reviewed(
    archive: Archive, reviewed: Callable[[], ReviewReport]
) -> None:
    changed, removed, _ = archive.bundles()
    document = changed / "bundle.yaml"
    document.write_text(document.read_text() + "\n")
    shutil.rmtree(removed)
    report = reviewed()
    assert (report.changed, report.removed) == (1, 1)


def test_a_bundle_is_what_git_kept(archive: Archive, tmp_path: Path) -> None:
    base = base_of(archive, "HEAD")
    trees = base.trees()
    for name, folder in base.extract(trees, tmp_path / "old").items():
        files = read_folder(folder, name)
        assert not files.problems
        assert directory_hash((f.path, f.sha1_git) for f in files.files.values()) == trees[name]


def test_a_link_ends_the_review(archive: Archive, tmp_path: Path) -> None:
    (archive.bundles()[0] / "raw" / "link.txt").symlink_to("/etc/passwd")
    git(archive.root, "add", "-A")
    git(archive.root, "commit", "-qm", "a link")
    base = base_of(archive, "HEAD")
    with pytest.raises(UsageError, match=r"^[a-z0-9-]+: 'raw/link.txt' is a link$"):
        base.extract(base.trees(), tmp_path / "old")
    assert not list(tmp_path.rglob("old/*/raw/link.txt"))
