"""`record` replaces what nobody was shown, and adds a row where somebody was."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from git_calls import git
from published_archive import BUNDLE, DAY, measured
from sysbench_archive.build.archive import Archive, read_records
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.kept_revisions import kept_figures
from sysbench_archive.build.store import Store, Work
from sysbench_archive.bundle.load import Loaded, assemble
from sysbench_archive.cli import main
from sysbench_archive.commands.check import fix_bundles
from sysbench_archive.commands.record import Reading, record
from sysbench_archive.commands.withdraw import withdraw
from sysbench_archive.ledger.record import Row
from sysbench_archive.problems import UsageError

REASON = "queries were counted twice"
RECORDED = {"t1": {"duration_s": 10.0, "tps": 500.0, "transactions": 5000}}
RECORDED |= {"t2": {"duration_s": 10.0, "tps": 900.0, "transactions": 9000}}


@pytest.fixture
def read_better(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, work: Work) -> Work:
    """A program that reads no more of a run than its throughput, and its own store."""

    def better(name: str, label: str, files: object) -> Loaded:
        loaded = assemble(name, label, files)  # type: ignore[arg-type]
        assert loaded.bundle
        runs = [replace(r, figures={"tps": r.figures["tps"]}) for r in loaded.bundle.runs]
        return replace(loaded, bundle=replace(loaded.bundle, runs=tuple(runs)))

    monkeypatch.setattr("sysbench_archive.build.survey.assemble", better)
    return replace(work, store=Store(tmp_path / "better"))


def site(folder: Path, figures: dict[str, dict[str, float]]) -> Path:
    """A site that the earlier program built."""
    path = folder / "site" / "api" / "v1" / "bundles" / f"{BUNDLE}.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"runs": [{"run": run, **of} for run, of in figures.items()]}))
    return folder / "site"


def rows(archive: Archive) -> tuple[Row, ...]:
    return read_records(archive)[0][BUNDLE]


COMPARED = [f"data/comparisons/{name}.jsonl" for name in (BUNDLE, "two-versions")]


def test_another_reading_adds_a_row_and_keeps_the_figures_as_they_were(
    archive: Archive, read_better: Work, tmp_path: Path
) -> None:
    reading = Reading(reason=REASON, before=site(tmp_path, RECORDED))
    changed, problems = record(archive, (), read_better, reading=reading)
    assert (changed, problems) == ([f"data/ledger/{BUNDLE}.csv", *COMPARED], [])
    first, second = rows(archive)
    assert (second.status, second.reason, second.swhid) == ("reparsed", REASON, first.swhid)
    assert kept_figures(archive, BUNDLE, 1) == RECORDED
    assert check_archive(archive, read_better, base="HEAD") == []


def test_another_reading_without_a_reason_is_refused(archive: Archive, read_better: Work) -> None:
    changed, problems = record(archive, (), read_better)
    assert (changed, [problem.code for problem in problems]) == ([], ["ledger-stale"])
    assert len(rows(archive)) == 1


def test_what_was_withdrawn_is_not_read_anew(
    archive: Archive, read_better: Work, tmp_path: Path
) -> None:
    withdraw(archive, BUNDLE, REASON, DAY)
    (archive.revisions / BUNDLE / "1").rename(archive.results / BUNDLE)
    reading = Reading(reason=REASON, before=site(tmp_path, RECORDED))
    _, problems = record(archive, (), read_better, reading=reading)
    assert [problem.code for problem in problems] == ["ledger-stale"]


@pytest.mark.parametrize("figures", [{}, RECORDED | {"t2": {"tps": 901.0}}])
def test_figures_that_were_not_published_are_not_kept(
    archive: Archive, read_better: Work, tmp_path: Path, figures
) -> None:
    reading = Reading(reason=REASON, before=site(tmp_path, figures))
    with pytest.raises(UsageError, match="does not hold the figures of revision 1"):
        record(archive, (), read_better, reading=reading)
    assert len(rows(archive)) == 1
    assert not archive.revisions.exists()


def test_a_row_binds_once_it_is_published(archive: Archive, work: Work) -> None:
    base = git(archive.root, "hash-object", "-t", "tree", "/dev/null")
    empty = git(archive.root, "commit-tree", base, "-m", "nothing is published")
    measured(archive, BUNDLE, 910)
    changed, problems = record(archive, (), work)
    assert (changed, [problem.code for problem in problems]) == ([], ["ledger-stale"])
    changed, problems = record(archive, (), work, reading=Reading(base=empty))
    assert (changed, problems) == ([f"data/ledger/{BUNDLE}.csv", *COMPARED], [])
    assert [(row.revision, row.status) for row in rows(archive)] == [(1, "published")]


def test_only_what_is_published_is_not_mended(archive: Archive, work: Work) -> None:
    new = archive.results / "2026-01-new"
    shutil.copytree(archive.results / BUNDLE, new)
    record(archive, [new.name], work)
    for folder in (new, archive.results / BUNDLE):
        (folder / "figures.csv").chmod(0o755)
    said = fix_bundles(archive, ())
    assert f"{BUNDLE}: left as it is, because its record is permanent" in said
    assert "2026-01-new/figures.csv: no longer executable" in said


@pytest.mark.parametrize(
    "path", [f"data/ledger/{BUNDLE}.csv", f"data/comparisons/{BUNDLE}.jsonl", "data/pages.csv"]
)
def test_what_two_branches_wrote_is_named_with_the_way_out(
    archive: Archive,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    path: str,
) -> None:
    (archive.root / "LICENSE-DATA.md").write_text("x\n")
    file = archive.root / path
    head, _, rest = file.read_text().partition("\n")
    file.write_text(f"{head}\n<<<<<<< HEAD\n{rest}=======\n{rest}>>>>>>> result\n")
    before = file.read_bytes()
    monkeypatch.chdir(archive.root)
    assert main(["record"]) != 0
    said = "".join(capsys.readouterr())
    assert path in said
    assert "git checkout origin/main" in said
    assert file.read_bytes() == before


def test_a_record_that_was_removed_is_not_begun_anew(archive: Archive, work: Work) -> None:
    """What a row of the base says stays, whoever removed its file."""
    before = {path: (archive.root / path).read_bytes() for path in COMPARED}
    shutil.rmtree(archive.ledger)
    for path in COMPARED:
        (archive.root / path).unlink()
    record(archive, (), work)
    assert [row.reason for row in rows(archive)] == ["first published"]
    assert {path: (archive.root / path).read_bytes() for path in COMPARED} == before
    (archive.ledger / f"{BUNDLE}.csv").unlink()
    measured(archive, BUNDLE, 910)
    _, problems = record(archive, (), work)
    assert [problem.code for problem in problems] == ["ledger-stale"]
