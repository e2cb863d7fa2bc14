"""A bundle as one file: the same bytes each time, and in it nothing but the files git tracks."""

from __future__ import annotations

import gzip
import io
import tarfile

import pytest

from sysbench_archive.derive.runs import archive_path, published_path
from sysbench_archive.importers.archives import open_archive
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.publish.bundle_archive import packed_bundle

BUNDLE = "2026-01-two-servers"
FILES = {"raw/b.txt": b"two\n", "bundle.yaml": b"schema: 1\n", "raw/a.txt": b"\x00\xff"}


def test_the_same_files_give_the_same_bytes() -> None:
    packed = packed_bundle(BUNDLE, FILES)
    assert packed == packed_bundle(BUNDLE, dict(reversed(FILES.items())))
    # No name and no time in the header of gzip.
    assert packed[3:8] == bytes(5)
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(packed))) as archive:
        members = archive.getmembers()
    assert [member.name for member in members] == sorted(f"{BUNDLE}/{path}" for path in FILES)
    for member in members:
        assert member.isreg()
        assert (member.mtime, member.uid, member.gid) == (0, 0, 0)
        assert (member.uname, member.gname, member.mode) == ("", "", 0o644)


def test_what_is_packed_is_read_by_the_reader_of_untrusted_archives() -> None:
    opened = open_archive("bundle.tar.gz", packed_bundle(BUNDLE, FILES))
    assert not opened.refused
    assert {name: opened.read(name) for name in opened.members} == {
        f"{BUNDLE}/{path}": data for path, data in FILES.items()
    }


@pytest.mark.parametrize(
    ("path", "evidence", "address"),
    [
        ("config/a.variables.tsv", "raw-output", "bundle.tar.gz"),
        ("config/a.status.tsv", "raw-output", "bundle.tar.gz"),
        ("series.csv", "linked-output", "bundle.tar.gz"),
        ("figures.csv", "linked-output", "bundle.tar.gz"),
        ("bundle.yaml", "linked-output", "bundle.tar.gz"),
        ("bundle.yaml", "raw-output", "bundle.yaml.txt"),
        ("figures.csv", "published-table", "bundle.tar.gz"),
        ("bundle.yaml", "published-text", "bundle.tar.gz"),
        ("raw/a.txt", "raw-output", "raw/a.txt"),
        ("config/my.cnf", "raw-output", "config/my.cnf.txt"),
    ],
)
def test_what_pages_show_is_in_the_archive_only(
    path: str, evidence: Evidence, address: str
) -> None:
    assert published_path(BUNDLE, path, 1, evidence) == f"/results/{BUNDLE}/{address}"
    assert archive_path(BUNDLE) == f"/results/{BUNDLE}/bundle.tar.gz"


def test_a_large_file_is_in_the_archive_only() -> None:
    places = [published_path(BUNDLE, "raw/a.txt", size, "raw-output") for size in (20_000, 20_001)]
    assert places == [f"/results/{BUNDLE}/raw/a.txt", f"/results/{BUNDLE}/bundle.tar.gz"]
