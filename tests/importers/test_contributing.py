"""What the document about import says is what happens."""

import re
from datetime import date
from pathlib import Path

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.cli import main
from sysbench_archive.importers.layout import SCHEMA, built_in
from sysbench_archive.rules.catalogue import check_bundle

TEXT = (Path(__file__).parents[2] / "docs" / "importing.md").read_text()
TYPED = {"bundle-sample", "counters-intervals", "counters-percentile"}
"""What is wrong with the sample itself: its name is an example, its figures were typed by hand."""
LOGS = Path(__file__).parent / "cases" / "percona-2026" / "tree" / "benchmark_logs" / "mysql"


def test_the_small_layout_imports_a_small_folder(tmp_path: Path) -> None:
    layout = tmp_path / "small.yaml"
    layout.write_text(TEXT.split("<!-- small layout -->\n```yaml\n")[1].split("```")[0])
    folder = tmp_path / "old" / "mysql-8.0.45"
    folder.mkdir(parents=True)
    for threads in (1, 4):
        log = (LOGS / "8.0.45" / f"Tier2G_RW_{threads}th.sysbench.txt").read_bytes()
        (folder / f"read-write-t{threads}.log").write_bytes(log)
    (folder / "my.cnf").write_text("[mysqld]\ninnodb_buffer_pool_size = 2G\n")
    (folder / "read-only-t1.log").write_bytes(log)
    words = ["import", str(layout), str(tmp_path / "old"), "--copy", "--day", "2026-11-20"]
    assert main([*words, "--out", str(tmp_path / "out")]) == 0
    loaded = load_bundle(tmp_path / "out" / "2026-01-small-machine", "small")
    assert loaded.bundle is not None, loaded.problems
    found = [*loaded.problems, *check_bundle(loaded.bundle, date(2026, 11, 20))]
    assert [problem for problem in found if problem.code not in TYPED] == []
    assert [run.threads for run in loaded.bundle.runs] == [1, 4]
    options = loaded.bundle.servers["mysql-8-0-45"].facts["options"]
    assert options == {"innodb_buffer_pool_size": "2G"}
    refused = loaded.bundle.facts["imported"]["refused"]
    assert [row["path"] for row in refused] == ["mysql-8.0.45/read-only-t1.log"]


def test_every_layout_and_every_key_is_listed() -> None:
    listed = set(re.findall(r"^\| `([a-z0-9-]+)` \|", TEXT, re.MULTILINE))
    assert listed == {*built_in(), *SCHEMA["properties"]} - {"layout", "summary"}
