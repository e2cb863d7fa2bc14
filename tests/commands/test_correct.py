"""`correct` keeps what was published, and refuses what would take something from a reader."""

from pathlib import Path

import pytest

from git_calls import git
from published_archive import BUNDLE, commit, measured, undo
from sysbench_archive.build.archive import Archive, read_comparison_records, read_records
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.kept_revisions import kept_figures
from sysbench_archive.build.store import Work
from sysbench_archive.cli import main
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.record import record
from sysbench_archive.ledger.record import Row, digest_of
from sysbench_archive.problems import UsageError

REASON = "the table had a misprint"


def rows(archive: Archive) -> tuple[Row, ...]:
    return read_records(archive)[0][BUNDLE]


def test_a_correction_keeps_bytes_figures_and_reason(archive: Archive, work: Work) -> None:
    before = {p.name: p.read_bytes() for p in (archive.results / BUNDLE).iterdir()}
    measured(archive, BUNDLE, 910)
    row, problems = correct(archive, BUNDLE, REASON, work)
    assert (row, problems) == (rows(archive)[-1], [])
    assert [(r.revision, r.status, r.standing) for r in rows(archive)] == [
        (1, "published", "permanent"),
        (2, "corrected", "permanent"),
    ]
    assert row is not None
    assert row.reason == REASON
    kept = archive.revisions / BUNDLE / "1"
    assert {p.name: p.read_bytes() for p in kept.iterdir()} == before
    figures = kept_figures(archive, BUNDLE, 1)
    assert figures is not None
    assert figures["t2"]["tps"] == 900.0
    assert digest_of(figures) == rows(archive)[0].figures_sha256
    assert check_archive(archive, work, base="HEAD") == []


def test_the_published_bytes_are_found_though_the_edit_is_committed(
    archive: Archive, work: Work
) -> None:
    base = git(archive.root, "rev-parse", "HEAD")
    measured(archive, BUNDLE, 910)
    commit(archive)
    correct(archive, BUNDLE, REASON, work, base=base)
    assert "900.00" in (archive.revisions / BUNDLE / "1" / "figures.csv").read_text()


def test_a_correction_may_change_until_it_is_published(archive: Archive, work: Work) -> None:
    for tps in (910, 920):
        measured(archive, BUNDLE, tps)
        correct(archive, BUNDLE, REASON, work)
    assert [row.revision for row in rows(archive)] == [1, 2]
    measured(archive, BUNDLE, 930)
    changed, _ = record(archive, (), work)
    assert changed
    assert [(r.revision, r.status, r.reason) for r in rows(archive)][1] == (2, "corrected", REASON)
    assert check_archive(archive, work, base="HEAD") == []


def test_a_bundle_with_errors_is_not_corrected(archive: Archive, work: Work) -> None:
    (archive.results / BUNDLE / "figures.csv").write_text("run,tps\n")
    row, problems = correct(archive, BUNDLE, REASON, work)
    assert row is None
    assert problems
    assert len(rows(archive)) == 1


def test_what_is_not_published_is_not_corrected(
    archive: Archive, work: Work, tmp_path: Path
) -> None:
    (archive.results / BUNDLE).rename(archive.results / "2026-01-new")
    with pytest.raises(UsageError, match="not published"):
        correct(archive, "2026-01-new", REASON, work)
    with pytest.raises(UsageError, match="no such bundle"):
        correct(archive, BUNDLE, REASON, work)
    with pytest.raises(UsageError, match="no git here"):
        correct(Archive(tmp_path), BUNDLE, REASON, work)


def test_exit_codes_and_what_is_left_to_do(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (archive.root / "schema").mkdir()
    (archive.root / "schema" / "bundle-1.schema.json").write_text("{}")
    monkeypatch.chdir(archive.root)
    assert main(["correct", BUNDLE, "--reason", REASON]) == 2
    assert "nothing changed since revision 1" in capsys.readouterr().err
    (archive.results / BUNDLE / "figures.csv").write_text("run,tps\n")
    assert main(["correct", BUNDLE, "--reason", REASON]) == 1
    assert "figures-rows" in capsys.readouterr().out
    undo(archive)
    measured(archive, BUNDLE, 910)
    assert main(["correct", BUNDLE, "--reason", REASON]) == 0
    told = capsys.readouterr().out
    assert f"{BUNDLE} is revision 2 now" in told
    git(archive.root, *told.splitlines()[-1].split()[1:])
    git(archive.root, "commit", "-qm", "corrected")
    assert main(["withdraw", BUNDLE, "--reason", "asked for"]) == 0
    git(archive.root, *capsys.readouterr().out.splitlines()[-1].split()[1:])
    status = git(archive.root, "status", "--porcelain", "--untracked-files=all", "data")
    assert status.count("R") > 0


def test_a_correction_that_contradicts_what_somebody_wrote_is_refused(
    archive: Archive, work: Work
) -> None:
    # Of machines of a known kind, single runs say something.
    stated = archive.results / BUNDLE / "bundle.yaml"
    stated.write_text(stated.read_text().replace("    kind: unrecorded", "    kind: bare-metal"))
    correct(archive, BUNDLE, REASON, work)
    commit(archive)
    path = archive.comparisons / "two-versions.md"
    text = path.read_text().replace(
        "Nobody knows.", "'MySQL 8.4.3: {read-only/mysql-2@1}, faster.'"
    )
    path.write_text(text)
    record(archive, (), work)
    assert check_archive(archive, work, base="HEAD") == []
    commit(archive)
    measured(archive, BUNDLE, 100)
    correct(archive, BUNDLE, REASON, work)
    found = check_archive(archive, work, base="HEAD")
    assert [problem.code for problem in found] == ["comparison-statement"]
    path.write_text(text.replace(", faster", ", slower"))
    record(archive, (), work)
    assert check_archive(archive, work, base="HEAD") == []
    rows = read_comparison_records(archive)[0]["two-versions"]
    assert [row.says for row in rows] == [
        *("Nobody knows.", "Nobody knows."),
        "MySQL 8.4.3: 80 % faster, faster.",
        "MySQL 8.4.3: 80 % slower, slower.",
    ]
