"""Members of archives as files of a source: found, linked with both digests, or refused."""

import hashlib
import subprocess
import zipfile
from pathlib import Path

import pytest
from test_refusals import LAYOUT, log, sound_bundle

from packed_folders import pack_folders
from sysbench_archive.cli import main
from sysbench_archive.importers.layout import TemplateError, read_template
from sysbench_archive.importers.sources import MAX_FILE
from sysbench_archive.model.bundle import Bundle, LinkedPlace

LINKED = ["--repository", "https://github.com/example/results", "--commit", "0123456789" * 4]
DIGEST = hashlib.sha256


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two archives, a log and the server's option file in each."""
    tree = tmp_path / "old"
    for threads, archive in ((1, "one.zip"), (4, "two.tar.gz")):
        folder = tree / "logs" / archive / "mysql-8.0.45"
        folder.mkdir(parents=True)
        (folder / f"read-write-t{threads}.log").write_bytes(log(threads))
        (folder / "my.cnf").write_text("[mysqld]\ninnodb_buffer_pool_size = 2G\n")
    return tree


def layout(folder: Path) -> str:
    """The small layout of the document, for the same files in archives."""
    plain = '- "{product}-{version}/{workload}-t{threads:int}.log"'
    member = plain.replace('"{', '"logs/{_}.ENDING!{')
    both = "\n  ".join(member.replace("ENDING", end) for end in ("zip", "tar.gz"))
    (folder / "small.yaml").write_text(LAYOUT.replace(plain, both))
    return str(folder / "small.yaml")


def imported(tmp_path: Path, *more: str) -> tuple[Bundle, dict[str, str]]:
    """The bundle of the packed tree, and what was refused in it."""
    words = ["import", layout(tmp_path), str(tmp_path / "old"), "--day", "2026-11-20", *more]
    assert main([*words, "--out", str(tmp_path / "out")]) == 0
    bundle = sound_bundle(tmp_path / "out")
    refused = bundle.facts["imported"].get("refused", ())
    return bundle, {row["path"]: row["reason"] for row in refused}


def test_members_are_linked_with_both_digests(tree: Path, tmp_path: Path) -> None:
    first = (tree / "logs" / "one.zip" / "mysql-8.0.45" / "read-write-t1.log").read_bytes()
    pack_folders(tree)
    bundle, refused = imported(tmp_path, *LINKED)
    assert refused == {}
    one, two = bundle.runs
    assert one.linked == LinkedPlace("logs/one.zip", "mysql-8.0.45/read-write-t1.log", None)
    assert two.linked.file == "logs/two.tar.gz"
    assert one.source == {
        "source": "logs/one.zip!mysql-8.0.45/read-write-t1.log",
        "sha256": DIGEST(first).hexdigest(),
        "archive_sha256": DIGEST((tree / "logs" / "one.zip").read_bytes()).hexdigest(),
    }
    # Files beside a member are read in its archive.
    options = bundle.servers["mysql-8-0-45"].facts["options"]
    assert options == {"innodb_buffer_pool_size": "2G"}


def test_a_copy_keeps_the_member_itself(tree: Path, tmp_path: Path) -> None:
    pack_folders(tree)
    bundle, _ = imported(tmp_path, "--copy")
    assert [run.file for run in bundle.runs] == [
        "raw/logs-one.zip-mysql-8.0.45-read-write-t1.txt",
        "raw/logs-two.tar.gz-mysql-8.0.45-read-write-t4.txt",
    ]


def test_archives_of_a_commit_are_read_in_git(tree: Path, tmp_path: Path) -> None:
    pack_folders(tree)
    git = ["git", "-C", str(tree), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "logs"]):
        subprocess.run([*git, *words], check=True)
    (tree / "logs" / "one.zip").unlink()
    bundle, _ = imported(tmp_path, "--repository", "https://github.com/example/results")
    assert len(bundle.runs) == 2


def test_what_is_hostile_is_told_and_the_rest_is_imported(tree: Path, tmp_path: Path) -> None:
    pack_folders(tree)
    with zipfile.ZipFile(tree / "logs" / "one.zip", "a") as archive:
        archive.writestr("../../etc/cron.d/x", "* * * * * root true")
    (tree / "logs" / "broken.zip").write_bytes(b"PK\x03\x04 and no more")
    (tree / "logs" / "huge.zip").write_bytes(b"\0" * (MAX_FILE + 1))
    bundle, refused = imported(tmp_path, *LINKED)
    assert len(bundle.runs) == 2
    assert refused == {
        "logs/one.zip!../../etc/cron.d/x": "has a path that leaves the archive",
        "logs/broken.zip": "is no archive that can be read: File is not a zip file",
        "logs/huge.zip": "larger than 16 MiB",
    }


def test_the_same_log_in_two_archives_is_one_run(tree: Path, tmp_path: Path) -> None:
    folder = tree / "logs" / "twice.zip" / "mysql-8.0.45"
    folder.mkdir(parents=True)
    (folder / "read-write-t1.log").write_bytes(
        (tree / "logs" / "one.zip" / "mysql-8.0.45" / "read-write-t1.log").read_bytes()
    )
    pack_folders(tree)
    bundle, refused = imported(tmp_path, *LINKED)
    assert len(bundle.runs) == 2
    assert [reason.partition(":")[0] for reason in refused.values()] == [
        "has the bytes of another file"
    ]


def test_archives_no_layout_names_are_not_opened(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack_folders(tree)
    (tree / "other.zip").write_bytes(b"nothing of a zip")
    _, refused = imported(tmp_path, *LINKED)
    assert refused == {}
    assert "the layout names none of 5 other files" in capsys.readouterr().out


def test_an_archive_inside_of_an_archive_is_not_opened() -> None:
    with pytest.raises(TemplateError, match="an archive inside of an archive is not opened"):
        read_template("a.zip!b.tar!c.log")


@pytest.mark.parametrize("path", ["x.zip!y/t1.log", "x!y.log"])
def test_a_field_never_reaches_into_an_archive(path: str) -> None:
    assert read_template("{name}.log").match(path) is None
    assert read_template("{_}/{name}.log").match(path) is None
