"""What a folder and its tables hold is read, or it is told."""

from pathlib import Path

import pytest

from sysbench_archive.bundle import files
from sysbench_archive.bundle.curated import read_curated
from sysbench_archive.bundle.figures import read_figures


def test_a_bundle_of_too_many_files_is_refused_and_none_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_FILES", 4)
    for name in ("bundle.yaml", "raw/a.txt", "raw/b.txt", "raw/c.txt", "config/d.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    found = files.read_folder(tmp_path, "x")
    assert [problem.code for problem in found.problems] == ["file-size"]


def test_a_line_of_the_evidence_is_a_whole_number() -> None:
    rows, problems = read_figures(b"run,tps,tps_line\nt1,500.00,7.5\n", "figures.csv")
    assert rows == {}
    assert [(problem.pointer, problem.message) for problem in problems] == [
        ("/t1/tps_line", "not a line in column 'tps_line' (got '7.5', expected a whole number)")
    ]


def test_the_analysis_of_a_comparison_is_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "two-versions.md"
    path.write_bytes(b"---\ntitle: x\n---\nna\xefve\n")
    (problem,) = [p for p in read_curated(path, "x.md", {}).problems if p.code == "yaml-encoding"]
    assert (problem.line, problem.message) == (
        4,
        "not UTF-8 text (got 'byte 0xef', expected UTF-8)",
    )
