"""Each layout on a small folder of its own: every file ends as a run or as a reason.

A case is a folder of `cases/`, named for its layout: `tree/` is imported, `facts.yaml` laid over
the layout, `expected.txt` is what the command prints, `expected/` the bundles.
"""

import json
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from folder_bytes import bytes_below
from packed_folders import pack_folders
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.cli import main
from sysbench_archive.importers.layout import built_in, read_layout
from sysbench_archive.rules.catalogue import check_bundle

CASES = Path(__file__).parent / "cases"
NAMES = sorted(case.name for case in CASES.iterdir())
OUTPUT = [name for name in NAMES if read_layout(name, None).table is None]
"""Those of sysbench's own output, which may be copied; tables are linked to."""
COMMIT = "0123456789" * 4
LINKED = ["--repository", "https://example.org/results", "--commit", COMMIT]


def imported(name: str, out: Path, *more: str, changed: Mapping[str, str] | None = None) -> int:
    case = CASES / name
    tree = out.parent / f"{name}-tree"
    shutil.copytree(case / "tree", tree, dirs_exist_ok=True)
    for old, new in (changed or {}).items():
        for path in (path for path in tree.rglob("*.txt") if old in path.read_text()):
            path.write_text(path.read_text().replace(old, new))
    pack_folders(tree)
    words = ["import", name, str(tree), "--facts", str(case / "facts.yaml"), "--out", str(out)]
    return main([*words, "--day", "2026-11-20", "--list", *more])


def test_every_layout_has_a_case() -> None:
    assert set(NAMES) == set(built_in())


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_becomes_exactly_these_bundles(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert imported(name, tmp_path / "out", *LINKED) == 0
    assert capsys.readouterr().out == (CASES / name / "expected.txt").read_text()
    assert bytes_below(tmp_path / "out") == bytes_below(CASES / name / "expected")


def assert_no_secret(folder: Path) -> None:
    everything = b"".join(bytes_below(folder).values())
    for secret in (b"hunter2", b"corp.example", b"bench7", b"/home/ada"):
        assert secret not in everything


@pytest.mark.parametrize("name", NAMES)
def test_these_bundles_pass_every_rule_and_hold_no_secret(name: str) -> None:
    assert_no_secret(CASES / name / "expected")
    folders = sorted((CASES / name / "expected").iterdir())
    assert folders
    for folder in folders:
        loaded = load_bundle(folder, folder.name)
        assert loaded.bundle is not None, loaded.problems
        assert [*loaded.problems, *check_bundle(loaded.bundle, date(2026, 11, 20))] == []


@pytest.mark.parametrize("name", OUTPUT)
def test_a_copy_keeps_the_output_and_no_secret(name: str, tmp_path: Path) -> None:
    imported(name, tmp_path / "out", "--copy")
    assert_no_secret(tmp_path / "out")
    assert all((folder / "raw").is_dir() for folder in (tmp_path / "out").iterdir())


def test_what_the_archive_has_is_not_imported_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    imported("res-thr", tmp_path / "out", *LINKED)
    before = bytes_below(tmp_path / "out")
    assert imported("res-thr", tmp_path / "out", *LINKED) == 1
    told = capsys.readouterr().out
    assert "refused: is already in the archive\n" in told
    assert "(run oltp-read-write-mysql-5-7-t1-r1 of 2016-05-attempts)" in told
    assert bytes_below(tmp_path / "out") == before


def test_importing_again_over_itself_changes_nothing(tmp_path: Path) -> None:
    imported("mdcallag", tmp_path / "out", *LINKED)
    before = bytes_below(tmp_path / "out")
    assert imported("mdcallag", tmp_path / "out", *LINKED, "--replace") == 0
    assert bytes_below(tmp_path / "out") == before


def test_replacing_one_source_still_knows_the_others(tmp_path: Path) -> None:
    imported("mdcallag", tmp_path / "out", *LINKED)
    other = ["--repository", "https://example.org/copied", "--commit", COMMIT]
    assert imported("mdcallag", tmp_path / "out", *other, "--replace") == 1


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    assert imported("res-thr", tmp_path / "out", *LINKED, "--dry-run") == 0
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("how", "code"), [(LINKED, 0), (["--copy"], 1)])
def test_a_dry_run_says_what_check_would_find(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], how: list[str], code: int
) -> None:
    contradictory = {"(1400.00 per sec.)": "(1800.00 per sec.)"}
    out = tmp_path / "out"
    assert imported("res-thr", out, *how, "--dry-run", changed=contradictory) == code
    told = capsys.readouterr().out
    assert not out.exists()
    imported("res-thr", out, *how, changed=contradictory)
    capsys.readouterr()
    assert main(["check", str(out), "--format", "json"]) == code
    found = json.loads(capsys.readouterr().out)["problems"]
    assert found
    assert all(f"{problem['code']} {problem['message']}" in told for problem in found)
