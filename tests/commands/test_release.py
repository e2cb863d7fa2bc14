"""A snapshot is complete, checkable, and the same bytes from the same tree."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import subprocess
import tarfile
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from datacite import schema45
from jsonschema import ValidationError

from git_calls import git
from synthetic_archive import ROOT
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import Build
from sysbench_archive.build.store import Store, Work
from sysbench_archive.commands.release import origin_of, release, results_swhid
from sysbench_archive.problems import UsageError
from sysbench_archive.tables.database import TABLES
from sysbench_archive.verdicts.policy import VERSION

DAY = date(2026, 11, 21)
DOI = "10.5281/zenodo.99"
ORIGIN = {"commit": "ab" * 20, "program_version": "1.0.0"}


def cut(archive: Archive, out: Path, work: Work, day: date = DAY) -> list[str]:
    job = Build(archive, out, "/", work, lambda _: None)
    shutil.copy(ROOT / ".zenodo.json", archive.root)
    names = release(archive, job, day, out, ORIGIN, with_program=False)
    assert not job.problems
    return names


def test_a_snapshot_holds_data_downloads_and_checksums(
    synthetic: Archive, tmp_path: Path, work: Work
) -> None:
    out = tmp_path / "out"
    synthetic.sources.mkdir(exist_ok=True)
    shutil.copy(ROOT / "data/sources/mdcallag-mytools.yaml", synthetic.sources)
    shutil.copyfile(ROOT / "data/saved.csv", synthetic.root / "data" / "saved.csv")
    names = cut(synthetic, out, work)
    data = "sysbench-archive-2026-11-21.tar.gz"
    assert set(names) == {
        *(data, "datacite.json", "datapackage.json", "release.json", "SHA256SUMS"),
        *(name for table in TABLES.values() for name in table.names),
        "sysbench-archive-2026-11-21-api.tar.gz",
    }
    sums = dict(line.split("  ")[::-1] for line in (out / "SHA256SUMS").read_text().splitlines())
    assert set(sums) == set(names) - {"SHA256SUMS"}
    for name, digest in sums.items():
        assert hashlib.sha256((out / name).read_bytes()).hexdigest() == digest
    with tarfile.open(out / data) as archive:
        members = archive.getmembers()
        inside = {m.name.partition("/")[2]: archive.extractfile(m).read() for m in members}  # type: ignore[union-attr]
    authored = [*synthetic.results.rglob("*"), *synthetic.ledger.rglob("*")]
    authored += [synthetic.sources / "mdcallag-mytools.yaml", synthetic.root / "data" / "saved.csv"]
    for path in (p for p in authored if p.is_file()):
        assert inside[path.relative_to(synthetic.root).as_posix()] == path.read_bytes()
    assert not [name for name in inside if name.startswith(("public", "data/derived"))]
    assert [m.name for m in members] == sorted(m.name for m in members)
    assert {(m.uid, m.gid, m.uname, m.gname, m.mode) for m in members} == {(0, 0, "", "", 0o644)}


def test_the_same_tree_gives_the_same_bytes(synthetic: Archive, tmp_path: Path, work: Work) -> None:
    cut(synthetic, tmp_path / "one", work)
    for path in sorted(synthetic.results.rglob("*"), reverse=True):
        os.utime(path, (1, 1))
    cut(synthetic, tmp_path / "two", replace(work, store=Store(tmp_path / "cold")))
    one, two = ({p.name: p.read_bytes() for p in (tmp_path / n).iterdir()} for n in ("one", "two"))
    assert one == two


def test_it_says_what_it_is(synthetic: Archive, tmp_path: Path, work: Work) -> None:
    cut(synthetic, tmp_path / "out", work)
    about = json.loads((tmp_path / "out" / "release.json").read_text())
    assert about["date"] == "2026-11-21"
    assert (about["counts"]["bundles"], about["counts"]["runs"]) == (2, 20)
    assert (about["commit"], about["program_version"]) == ("ab" * 20, "1.0.0")
    assert (about["methodology_version"], about["api_version"]) == (VERSION, 1)
    packed = [file for file in about["files"] if "uncompressed_sha256" in file]
    assert len(packed) == 2
    for file in packed:
        done = subprocess.run(
            ["gzip", "-dc", tmp_path / "out" / file["name"]], check=True, capture_output=True
        )
        assert hashlib.sha256(done.stdout).hexdigest() == file["uncompressed_sha256"]


def test_datacite_s_own_people_find_nothing_wrong_with_its_description(
    synthetic: Archive, tmp_path: Path, work: Work
) -> None:
    config = synthetic.root / "config.toml"
    config.write_text(config.read_text().replace('doi = ""', f'doi = "{DOI}"'))
    cut(synthetic, tmp_path / "out", work)
    record = json.loads((tmp_path / "out" / "datacite.json").read_text())
    schema45.validator.validate(record)
    assert (record["version"], record["publicationYear"]) == ("2026-11-21", "2026")
    related = {r["relationType"]: r["relatedIdentifier"] for r in record["relatedIdentifiers"]}
    assert related["IsVersionOf"] == DOI
    about = json.loads((tmp_path / "out" / "release.json").read_text())
    named = {i["alternateIdentifier"] for i in record["alternateIdentifiers"]}
    assert named == {about["results_swhid"], about["commit"]}
    assert "<" not in record["descriptions"][0]["description"]
    with pytest.raises(ValidationError):
        schema45.validator.validate({**record, "titles": []})


def test_it_holds_the_verdicts_of_its_day(synthetic: Archive, tmp_path: Path, work: Work) -> None:
    cut(synthetic, tmp_path / "out", work)
    name = "sysbench-archive-2026-11-21-api"
    with tarfile.open(tmp_path / "out" / f"{name}.tar.gz") as archive:
        inside = {m.name: archive.extractfile(m).read() for m in archive}  # type: ignore[union-attr]
    published = synthetic.derived / "static" / "api"
    assert {n: len(data) for n, data in inside.items()} == {
        f"{name}/api/{path.relative_to(published).as_posix()}": path.stat().st_size
        for path in published.rglob("*")
        if path.is_file()
    }
    index = json.loads(inside[f"{name}/api/v1/index.json"])
    pages = [gzip.decompress(inside[f"{name}{shard['path']}"]) for shard in index["contrasts"]]
    lines = [line for page in pages for line in page.splitlines()]
    assert 0 < len(lines) == index["counts"]["contrasts"]
    assert len(lines) == sum(shard["count"] for shard in index["contrasts"])


def test_it_is_cut_from_a_commit_and_from_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.txt").write_text("a")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "One")
    commit = git(tmp_path, "rev-parse", "HEAD")
    (tmp_path / "snapshot").mkdir()
    (tmp_path / "snapshot" / "release.json").write_text("of the first time")
    assert origin_of(Archive(tmp_path)) == {
        "commit": commit,
        "program_version": "1.2.3",
    }
    for change in ("a.txt", "new.txt"):
        (tmp_path / "data" / change).write_text("b")
        with pytest.raises(UsageError, match=f"not as commit {commit[:12]} .*data/{change}"):
            origin_of(Archive(tmp_path))
        git(tmp_path, "stash", "--include-untracked", "--quiet", "--", "data")


def test_the_identity_of_the_data_is_git_s(synthetic: Archive) -> None:
    git(synthetic.results, "init", "--quiet")
    git(synthetic.results, "-c", "core.autocrlf=false", "add", "--all")
    tree = git(synthetic.results, "write-tree")
    (synthetic.results / ".git").rename(synthetic.root / "elsewhere")
    assert results_swhid(synthetic.results) == f"swh:1:dir:{tree}"


def test_what_was_published_later_is_not_in_an_earlier_snapshot(
    synthetic: Archive, tmp_path: Path, work: Work
) -> None:
    with pytest.raises(UsageError, match="published after 2026-11-19"):
        cut(synthetic, tmp_path / "out", work, date(2026, 11, 19))
    assert not (tmp_path / "out").exists()


def test_a_snapshot_is_written_into_an_empty_folder_only(
    synthetic: Archive, tmp_path: Path, work: Work
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="not empty"):
        cut(synthetic, tmp_path / "out", work)
