"""A bundle as it was is read on every supported Python, and never written elsewhere.

Debian 12 has Python 3.11.2, whose `tarfile` knows no filters: they are hidden here.
"""

import io
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sysbench_archive.build.archive import Archive
from sysbench_archive.bundle.files import directory_hash, read_folder
from sysbench_archive.commands.review import base_of, extract_files
from sysbench_archive.problems import UsageError
from sysbench_archive.review.record import ReviewReport


@pytest.fixture(autouse=True)
def without_filters(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tarfile` as in Python 3.11.2."""
    whole, one = tarfile.TarFile.extractall, tarfile.TarFile.extract

    def extractall(
        self: tarfile.TarFile, path: Any = ".", members: Any = None, *, numeric_owner: bool = False
    ) -> None:
        whole(self, path, members, numeric_owner=numeric_owner)

    def extract(
        self: tarfile.TarFile,
        member: Any,
        path: Any = "",
        set_attrs: bool = True,
        *,
        numeric_owner: bool = False,
    ) -> None:
        one(self, member, path, set_attrs, numeric_owner=numeric_owner)

    monkeypatch.setattr(tarfile.TarFile, "extractall", extractall)
    monkeypatch.setattr(tarfile.TarFile, "extract", extract)
    for name in ("data_filter", "tar_filter", "fully_trusted_filter", "FilterError"):
        monkeypatch.delattr(tarfile, name, raising=False)


def entry(name: str, **settings: Any) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    for setting, value in settings.items():
        setattr(info, setting, value)
    return info


def packed(*entries: tarfile.TarInfo) -> bytes:
    """An archive of these entries, each file with its name as content."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as tar:
        for info in entries:
            info.size = len(info.name) if info.isfile() else 0
            tar.addfile(info, io.BytesIO(info.name.encode()))
    return made.getvalue()


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


def test_files_keep_what_matters(tmp_path: Path) -> None:
    folder = tmp_path / "bundle"
    raw = entry("raw", type=tarfile.DIRTYPE, mode=0)
    extract_files(packed(raw, entry("raw/a.txt", mode=0), entry("x/b", mode=0o4777)), folder)
    found = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    assert {name: path.read_text() for name, path in found.items()} == {
        "raw/a.txt": "raw/a.txt",
        "x/b": "x/b",
    }
    assert {name: path.stat().st_mode & 0o7777 for name, path in found.items()} == {
        "raw/a.txt": 0o644,
        "x/b": 0o755,
    }


@pytest.mark.parametrize(
    "hostile",
    [
        entry("raw/link", type=tarfile.SYMTYPE, linkname="../../outside"),
        entry("raw/link", type=tarfile.SYMTYPE, linkname="first"),
        entry("raw/link", type=tarfile.LNKTYPE, linkname="first"),
        entry("raw/pipe", type=tarfile.FIFOTYPE),
        entry("raw/device", type=tarfile.CHRTYPE),
        entry("/outside"),
        entry("../outside"),
        entry("raw/../../outside"),
        entry("..", type=tarfile.DIRTYPE),
        entry("/outside", type=tarfile.DIRTYPE),
    ],
    ids=lambda info: f"{info.type.decode()} {info.name} {info.linkname}".strip(),
)
def test_nothing_leads_out_of_the_folder(tmp_path: Path, hostile: tarfile.TarInfo) -> None:
    folder = tmp_path / "new" / "bundle"
    with pytest.raises(UsageError, match=f"^bundle: '{hostile.name}' "):
        extract_files(packed(entry("first"), hostile), folder)
    written = [path for path in tmp_path.rglob("*") if not path.is_dir()]
    assert written == [folder / "first"]
    assert not Path("/outside").exists()
