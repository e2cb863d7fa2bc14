"""`import --guess`: a layout is proposed for a folder, and reads what a person would read of it."""

import re
import shutil
from datetime import date
from pathlib import Path

import pytest

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.cli import main
from sysbench_archive.importers.guessing import script_of, server_of
from sysbench_archive.importers.layout import read_layout
from sysbench_archive.rules.catalogue import check_bundle

CASES = Path(__file__).parent / "cases"


def guessed(folder: Path, target: Path, *more: str) -> int:
    return main(["import", "--guess", str(target), str(folder), "--day", "2026-11-20", *more])


def paths_of(layout: Path) -> list[str]:
    return [entry.path.text for entry in read_layout(str(layout), None).files]


@pytest.mark.parametrize(
    ("case", "path", "read"),
    [
        (
            "percona-2026",
            "benchmark_logs/{dbms}/{server}/Tier2G_RW_{threads:int}th.sysbench.txt",
            "reads 5 runs and refuses 3",
        ),
        (
            "hgxl64",
            "series01/res{repetition:int}/sysbench.{test}.{threads:int}.res",
            "reads 5 runs and refuses 1",
        ),
        ("res-thr", "raw/{server}/res.thr{threads:int}.txt", "reads 4 runs and refuses 4"),
        (
            "mdcallag",
            "host.1/{server}/sb.o.point-query.range100.pk1.dop1",
            "reads 4 runs and refuses 1",
        ),
    ],
)
def test_paths_are_read_as_their_people_wrote_them(
    case: str, path: str, read: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "own.yaml"
    assert guessed(CASES / case / "tree", target) == 0
    assert path in paths_of(target)
    assert read in capsys.readouterr().out


def test_the_proposal_becomes_a_bundle_once_it_is_filled_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree, target, out = CASES / "hgxl64" / "tree", tmp_path / "own.yaml", tmp_path / "out"
    assert guessed(tree, target) == 0
    text = re.sub("product: [\"']# to fill in:[\"']", "product: mariadb", target.read_text())
    text = re.sub("version: [\"']# to fill in:[\"']", "version: 10.0.8", text)
    target.write_text(text)
    words = ["import", str(target), str(tree), "--out", str(out), "--copy", "--day", "2026-11-20"]
    assert main(words) == 0
    assert "2026-11-tree: 5 runs" in capsys.readouterr().out
    loaded = load_bundle(out / "2026-11-tree", "2026-11-tree")
    assert loaded.bundle is not None, loaded.problems
    assert {server.version for server in loaded.bundle.servers.values()} == {"10.0.8"}
    found = [*loaded.problems, *check_bundle(loaded.bundle, date(2026, 11, 20))]
    assert {problem.code for problem in found} == {"skeleton-unfilled"}


def test_a_file_that_is_there_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "own.yaml"
    target.write_text("mine\n")
    assert guessed(CASES / "hgxl64" / "tree", target) == 2
    assert target.read_text() == "mine\n"
    assert "--replace" in capsys.readouterr().err
    assert guessed(CASES / "hgxl64" / "tree", target, "--replace") == 0
    assert "files:" in target.read_text()


def test_without_a_name_the_layout_has_that_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(CASES / "hgxl64" / "tree", tmp_path / "Old results")
    monkeypatch.chdir(tmp_path)
    assert main(["import", "--guess", "Old results", "--dry-run"]) == 0
    assert not list(tmp_path.glob("*.yaml"))
    assert main(["import", "--guess", "Old results"]) == 0
    assert paths_of(tmp_path / "old-results.layout.yaml")


def test_a_folder_without_results_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("nothing measured\n")
    assert guessed(tmp_path, tmp_path / "own.yaml") == 1
    assert "none of 1 files holds a finished report" in capsys.readouterr().err
    assert not (tmp_path / "own.yaml").exists()


def test_a_folder_of_other_results_says_what_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = next((CASES / "hgxl64" / "tree").rglob("sysbench.ro.1.res")).read_bytes()
    for number in range(2):
        command = f"# sysbench --db-driver=pgsql run {number}\n"
        (tmp_path / f"{number}.log").write_bytes(command.encode() + log)
    assert guessed(tmp_path, tmp_path / "own.yaml") == 1
    assert "2 of them: is a result of PostgreSQL" in capsys.readouterr().err


def test_names_that_look_like_yaml_or_templates_stay_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = next((CASES / "hgxl64" / "tree").rglob("sysbench.ro.1.res")).read_bytes()
    tree = tmp_path / "tree"
    for place, name in enumerate(("a: ? python", "b: &x *x", "- c # d")):
        file = tree / name / "sysbench.ro.1.res"
        file.parent.mkdir(parents=True)
        file.write_bytes(log + b"\n" * place)
    (tree / "{e}").mkdir()
    (tree / "{e}" / "only.res").write_bytes(log + b"\n\n\n\n")
    target = tmp_path / "own.yaml"
    assert guessed(tree, target) == 0
    assert paths_of(target) == ["{part}/sysbench.ro.1.res"]
    assert "in no template, such as {e}/only.res" in capsys.readouterr().out


def test_import_without_a_layout_names_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "percona-2026" in said
    assert "--guess" in said


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("my8036", {"product": "mysql", "version": "8.0.36"}),
        ("mysql57", {"product": "mysql", "version": "5.7"}),
        ("mysql-5.6.51.log", {"product": "mysql", "version": "5.6.51", "special": "log"}),
        ("mariadb106", {"product": "mariadb", "version": "10.6"}),
        ("ma101106", {"product": "mariadb", "version": "10.11.6"}),
        ("Percona_Server", {"product": "percona-server"}),
        ("10.11.6-MariaDB-deb12", {"product": "mariadb", "version": "10.11.6", "special": "deb12"}),
        ("sysbench-1.0.20", {}),
        ("192.168.10.6", {}),
        ("summary", {}),
    ],
)
def test_words_for_servers(text: str, stated: dict[str, str]) -> None:
    assert server_of(text) == stated


def test_words_for_tests() -> None:
    assert script_of("OLTP_Read-Only") == "oltp_read_only"
    assert script_of("rw") == "oltp_read_write"
    assert script_of("tpcc") == ""
