"""`import --guess`: a layout is proposed for a folder, and reads what a person would read of it."""

import re
import shutil
from datetime import date
from pathlib import Path

import pytest

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.cli import main
from sysbench_archive.importers.layout import read_layout
from sysbench_archive.importers.names import other_database, script_of, server_of
from sysbench_archive.importers.runs import Finder
from sysbench_archive.importers.sources import open_source
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.rules.catalogue import check_bundle

CASES = Path(__file__).parent / "cases"
LOGS = CASES / "percona-2026/tree/benchmark_logs"
LOG = (LOGS / "mysql/8.0.45/Tier2G_RW_1th.sysbench.txt").read_bytes()
READS = next((CASES / "hgxl64" / "tree").rglob("sysbench.ro.1.res")).read_bytes()


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
            "reads 5 runs and leaves out 3",
        ),
        (
            "hgxl64",
            "series01/res{repetition:int}/sysbench.{test}.{threads:int}.res",
            "reads 5 runs and leaves out 1",
        ),
        ("res-thr", "raw/res.mysql57/res.thr{threads:int}.txt", "reads 3 runs and leaves out 5"),
        (
            "mdcallag",
            "host.1/{server}/sb.o.point-query.range100.pk1.dop1",
            "reads 4 runs and leaves out 1",
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
    assert {problem.code for problem in found} == {"skeleton-unfilled", "run-spread"}


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
    assert "none of 1 files holds a result of MySQL" in capsys.readouterr().err
    assert not (tmp_path / "own.yaml").exists()


def test_a_folder_of_other_results_says_what_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = next((CASES / "hgxl64" / "tree").rglob("sysbench.ro.1.res")).read_bytes()
    for number in range(2):
        command = f"# sysbench --db-driver=pgsql run {number}\n"
        (tmp_path / f"{number}.log").write_bytes(command.encode() + log)
    assert guessed(tmp_path, tmp_path / "own.yaml") == 1
    assert "2 refused: is a result of PostgreSQL\n  0.log" in capsys.readouterr().out


def tree_of(folder: Path, *paths: str) -> Path:
    """A folder with a report of its own at each path, of as many bytes."""
    for place, path in enumerate(paths):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(LOG + b"\n" * place)
    return folder


def read_paths(layout: Path, tree: Path) -> tuple[set[str], dict[str, str]]:
    """What an import by the layout reads, and what it refuses with the reason."""
    finder = Finder(open_source(tree, None, None), read_layout(str(layout), None),
                    lambda _digest, _place: None, Redactor())  # fmt: skip
    finder.read_all(None, lambda _files: None)
    return {run.path for run in finder.runs}, {one.path: one.reason for one in finder.refused}


def test_other_databases_are_named_and_left_out_by_the_layout_as_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours = [f"logs/{server}/t{n}.log" for server in ("mysql-8.0.36", "x.ma101106") for n in (1, 2)]
    others = [f"logs/tidb-{version}/t1.log" for version in ("7.5.0", "8.1.0")]
    tree = tree_of(tmp_path / "tree", *ours, *others, "alone/in/seekdb.log")
    assert guessed(tree, tmp_path / "own.yaml") == 0
    said = capsys.readouterr().out
    assert "2 refused: is a result of TiDB\n" in said
    assert "1 refused: is a result of OceanBase\n  alone/in/seekdb.log" in said
    read, refused = read_paths(tmp_path / "own.yaml", tree)
    assert read == set(ours)
    assert refused == dict.fromkeys(others, "is a result of TiDB")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("mongodb-vs-mysql/x.log", ""),
        ("tidb-bench/mysql57/x.log", ""),
        ("mysql-bench/vitess/read.txt", "Vitess"),
        ("PostgreSQL-Checkpoint/res/wal1G.txt", "PostgreSQL"),
        ("x.pg160_o2nofp/sb.o.dop1", "PostgreSQL"),
        ("2026-pgo/mysql-pgo/x.log", ""),
        ("results/x.log", ""),
    ],
)
def test_the_innermost_name_says_the_database(path: str, name: str) -> None:
    assert other_database(path) == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (b"sysbench --db-driver=mysql --mysql-host=tidb-3.lan run", "TiDB"),
        (b"POSTGRESQL on a VM", "PostgreSQL"),
        (b"sysbench --db-driver=mysql --mysql-host=mysql-pg run", ""),
    ],
)
def test_lines_before_a_report_say_the_database(
    line: bytes, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "x.log").write_bytes(line + b"\n" + LOG)
    assert guessed(tree, tmp_path / "own.yaml") == (1 if name else 0)
    assert (f"is a result of {name}\n" in capsys.readouterr().out) == bool(name)


def test_the_name_of_the_whole_says_the_database_where_no_path_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tree_of(tmp_path / "tree", "res/wal1G.txt", "res/wal2G.txt", "res/mysql.txt")
    address = "https://example.org/somebody/PostgreSQL-Checkpoint"
    assert guessed(tree, tmp_path / "own.yaml", "--repository", address) == 0
    assert "2 refused: is a result of PostgreSQL\n  res/wal1G.txt" in capsys.readouterr().out
    assert paths_of(tmp_path / "own.yaml") == ["res/mysql.txt"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("README.md", "is quoted in a page"),
        ("internal/parser_test.go", "is quoted in a program"),
        ("report.example/t1.log", "is a sample"),
        ("docs/out.txt", "is a sample"),
        ("Shop.Actions.UnitTests/Out1.txt", "is for tests of a program"),
        ("tests/t/out.txt", "is for tests of a program"),
    ],
)
def test_samples_and_what_programs_are_tested_with_are_no_results(
    path: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tree_of(tmp_path / "tree", path, "runs/tests/t1.log")
    (tree / "tests").mkdir(exist_ok=True)
    (tree / "tests" / "test_parser.py").touch()
    assert guessed(tree, tmp_path / "own.yaml") == 0
    assert f"1 refused: {reason}\n  {path}" in capsys.readouterr().out
    assert paths_of(tmp_path / "own.yaml") == ["runs/tests/t1.log"]


def test_of_a_series_the_release_is_left_to_fill_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [f"{server}/t{n}.log" for server in ("mysql57", "mysql8.0", "my8036") for n in (1, 2)]
    assert guessed(tree_of(tmp_path / "tree", *paths), tmp_path / "own.yaml") == 0
    assert "3 of 3 name a version, 2 of them no release: fill in which" in capsys.readouterr().out
    labels = read_layout(str(tmp_path / "own.yaml"), None).labels["server"]
    assert {text: label["version"] for text, label in labels.items()} == {
        "mysql57": "# to fill in: which of 5.7",
        "mysql8.0": "# to fill in: which of 8.0",
        "my8036": "8.0.36",
    }


@pytest.mark.parametrize(
    ("twins", "kept"),
    [
        (("output.txt", "output_nodoublewrite.txt"), "output_nodoublewrite.txt"),
        (("backup/mysql-8.0.36/t1.log", "mysql-8.0.36/t1.log"), "mysql-8.0.36/t1.log"),
        (("a/long/way/down/to/x.log", "mysql-8.0.36.log"), "mysql-8.0.36.log"),
    ],
)
def test_of_the_same_bytes_the_more_telling_path_is_kept(
    twins: tuple[str, str], kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tree_of(tmp_path / "tree", *twins, "output_doublewrite.txt")
    for path in twins:
        (tree / path).write_bytes(LOG + b"twin\n")
    assert guessed(tree, tmp_path / "own.yaml") == 0
    other = next(path for path in twins if path != kept)
    told = f"1 refused: has the bytes of another file\n  {other} ({kept})"
    assert told in capsys.readouterr().out
    assert read_paths(tmp_path / "own.yaml", tree)[0] == {kept, "output_doublewrite.txt"}


@pytest.mark.parametrize(
    ("names", "templates"),
    [
        (("dynamic", "static", "none", "static.2", "dynamic.2"), ["sb/o.{part}.log"]),
        (("insert", "scan.warm", "insert-sum", "covered-pk", "delete"), ["sb/o.{test}.log"]),
        (("mysql57", "my8036-t1", "ma1011-t1"), ["sb/o.mysql57.log", "sb/o.{server}-t1.log"]),
        (
            ("quick", "slow", "a-8.0.36", "b-8.4.3"),
            ["sb/o.{part}-{version}.log", "sb/o.{part}.log"],
        ),
    ],
)
def test_names_that_are_cut_otherwise_are_all_read(
    names: tuple[str, ...], templates: list[str], tmp_path: Path
) -> None:
    tree = tree_of(tmp_path / "tree", *(f"sb/o.{name}.log" for name in names))
    assert guessed(tree, tmp_path / "own.yaml") == 0
    assert paths_of(tmp_path / "own.yaml") == templates
    assert read_paths(tmp_path / "own.yaml", tree) == ({f"sb/o.{name}.log" for name in names}, {})


def test_files_that_only_their_template_tells_apart_are_no_repetitions(tmp_path: Path) -> None:
    tree = tree_of(tmp_path / "tree", "sysbench.log", "sysbench_debug.log")
    assert guessed(tree, tmp_path / "own.yaml") == 0
    layout = read_layout(str(tmp_path / "own.yaml"), None)
    assert {entry.states["template"] for entry in layout.files} == {
        "sysbench.log",
        "sysbench_debug.log",
    }
    assert layout.bundle["server"]["id"] == "{product}-{version}-{template}"


def test_tests_that_nothing_explains_stay_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tree_of(tmp_path / "tree", *(f"run{n}_{name}.log" for name in "ab" for n in (1, 2)))
    for file in tree.glob("*_b.log"):
        file.write_bytes(READS + file.name.encode())
    assert guessed(tree, tmp_path / "own.yaml") == 0
    assert "reads 4 runs and leaves out 0" in capsys.readouterr().out


def test_a_report_without_its_header_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tree").mkdir()
    headless = LOG[LOG.index(b"[ ") :]
    (tmp_path / "tree" / "t1.txt").write_bytes(headless)
    assert guessed(tmp_path / "tree", tmp_path / "own.yaml") == 0
    assert "reads 1 runs and leaves out 0" in capsys.readouterr().out


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
        ("mysql57", {"product": "mysql", "version": "# to fill in: which of 5.7"}),
        ("mysql57/mysql-5.7.44", {"product": "mysql", "version": "5.7.44", "special": "mysql"}),
        ("mysql-5.6-8.0", {"product": "mysql", "version": "# to fill in: which of 5.6, 8.0"}),
        ("mysql_100", {"product": "mysql", "special": "100"}),
        ("mysql-8.0.36-2", {"product": "mysql", "version": "8.0.36", "special": "2"}),
        ("percona-8.0.36-28", {"product": "percona-server", "version": "8.0.36-28"}),
        ("kernel-5.5.0", {}),
        ("mysql-5.6.51.log", {"product": "mysql", "version": "5.6.51", "special": "log"}),
        ("mariadb106", {"product": "mariadb", "version": "# to fill in: which of 10.6"}),
        ("ma10611", {"product": "mariadb", "version": "# to fill in: which of 10611"}),
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
