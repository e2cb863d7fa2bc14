"""What the document about import says is what happens: the small layout, and what is refused."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.cli import main
from sysbench_archive.importers.layout import SCHEMA, built_in
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.rules.catalogue import check_bundle

TEXT = (Path(__file__).parents[2] / "docs" / "importing.md").read_text()
LAYOUT = TEXT.split("<!-- small layout -->\n```yaml\n")[1].split("```")[0]
LOGS = Path(__file__).parent / "cases/percona-2026/tree/benchmark_logs/mysql"
TYPED = {"bundle-sample", "counters-intervals", "counters-percentile"}
"""What is wrong with the sample itself: its name is an example, its figures were typed by hand."""


def log(threads: int) -> bytes:
    return (LOGS / "8.0.45" / f"Tier2G_RW_{threads}th.sysbench.txt").read_bytes()


LOG = log(4)


def imported(folder: Path, logs: dict[str, bytes], *changes: tuple[str, str]) -> int:
    layout = LAYOUT
    for old, new in changes:
        assert old in layout
        layout = layout.replace(old, new)
    (folder / "small.yaml").write_text(layout)
    (folder / "old").mkdir()
    for name, data in logs.items():
        path = folder / "old" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    words = ["import", str(folder / "small.yaml"), str(folder / "old"), "--copy"]
    return main([*words, "--out", str(folder / "out"), "--day", "2026-11-20"])


def sound_bundle(out: Path) -> Bundle:
    """The bundle that was imported; no rule finds anything in it but what is typed."""
    loaded = load_bundle(out / "2026-01-small-machine", "small")
    assert loaded.bundle is not None, loaded.problems
    found = [*loaded.problems, *check_bundle(loaded.bundle, date(2026, 11, 20))]
    assert [problem for problem in found if problem.code not in TYPED] == []
    return loaded.bundle


def test_the_small_layout_imports_a_small_folder(tmp_path: Path) -> None:
    files = {f"read-write-t{threads}.log": log(threads) for threads in (1, 4)}
    files |= {"my.cnf": b"[mysqld]\ninnodb_buffer_pool_size = 2G\n", "read-only-t1.log": LOG}
    assert imported(tmp_path, {f"mysql-8.0.45/{name}": data for name, data in files.items()}) == 0
    bundle = sound_bundle(tmp_path / "out")
    assert [run.threads for run in bundle.runs] == [1, 4]
    options = bundle.servers["mysql-8-0-45"].facts["options"]
    assert options == {"innodb_buffer_pool_size": "2G"}
    refused = bundle.facts["imported"]["refused"]
    assert [row["path"] for row in refused] == ["mysql-8.0.45/read-only-t1.log"]


def test_every_layout_and_every_key_is_listed() -> None:
    listed = set(re.findall(r"^\| `([a-z0-9-]+)` \|", TEXT, re.MULTILINE))
    assert listed == {*built_in(), *SCHEMA["properties"]} - {"layout", "summary"}


def test_a_refused_report_is_told_in_the_bundle_of_its_file(tmp_path: Path) -> None:
    broken_off = LOG + LOG[: LOG.index(b"SQL statistics")]
    logs = {"mysql-8.0.45-read-write-t4.log": LOG, "mysql-8.0.46-read-write-t4.log": broken_off}
    flat = ("{product}-{version}/{workload}", "{product}-{version}-{workload}")
    assert imported(tmp_path, logs, flat, ('"{name}"', '"2026-01-mysql-{version}"')) == 0
    refused = {
        path.parent.name: read_yaml(path.read_bytes(), "").value["imported"].get("refused", [])
        for path in (tmp_path / "out").glob("*/bundle.yaml")
    }
    assert refused == {
        "2026-01-mysql-8-0-45": [],
        "2026-01-mysql-8-0-46": [
            {
                "path": "mysql-8.0.46-read-write-t4.log#1",
                "reason": "the report ends before its summary",
            }
        ],
    }


def test_a_day_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["import", "res-thr", str(tmp_path), "--day", "2026-13-01"])
    assert "--day: '2026-13-01': month must be in 1..12" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            ('id: "{product}-{version}", product', 'id: "{edition|}", product'),
            "the layout gives its server no id\n",
        ),
        (('id: "{name}"', "id: 2026"), "the layout gives the bundle no id yyyy-mm-slug\n"),
    ],
)
def test_a_layout_that_gives_no_id_makes_no_run(
    tmp_path: Path, change: tuple[str, str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs = {"mysql-8.0.45/read-write-t4.log": LOG}
    assert imported(tmp_path, logs, change) == 1
    assert f"1 refused: {reason}" in capsys.readouterr().out
    assert not (tmp_path / "out").exists()


def test_what_does_not_fit_is_said_before_runs_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also in a dry run: runs of a bundle that cannot be written are none."""
    logs = {"mysql-8.0.45/read-write-t4.log": LOG}
    assert imported(tmp_path, logs, ("submitter: {name:", "submitter: {nom:")) == 1
    captured = capsys.readouterr()
    first, *_ = captured.out.splitlines()
    assert "/submitter" in first
    assert "schema-" in first
    assert captured.out.index("schema-unknown") < captured.out.index("1 runs")
    assert "nothing is written" in captured.err
    assert not (tmp_path / "out").exists()


def test_where_nothing_is_found_it_says_what_was_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As from the top of a repository whose results are in a folder of it."""
    assert imported(tmp_path, {"results/mysql-8.0.45-t4.log": LOG}) == 1
    said = capsys.readouterr().err
    assert f"looks for files whose path below {tmp_path / 'old'} is like `" in said
    assert "{threads:int}" in said
    assert "hint: name the folder in which such paths begin" in said
