"""A report says what a change adds, changes and takes away, and is read as it was written."""

import json
import re
import shutil
from collections.abc import Callable

import pytest

from git_calls import git
from markdown_tokens import ACTIVE, tokens
from synthetic_archive import TODAY
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Work
from sysbench_archive.commands.check import FIXABLE
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.review import review
from sysbench_archive.commands.withdraw import withdraw
from sysbench_archive.model.base import read_record
from sysbench_archive.problems import RULES, UsageError
from sysbench_archive.review import untrusted as bounds
from sysbench_archive.review.markdown import MARK, markdown
from sysbench_archive.review.record import ReviewReport, Table, report_bytes

NEW = "2026-11-ada-example"


def valid(report: ReviewReport) -> ReviewReport:
    assert read_record(report_bytes(report), ReviewReport) == report
    return report


def tables_of(report: ReviewReport) -> dict[str, Table]:
    """The tables of the report and of its first bundle, by their names."""
    own = report.bundles[0].tables if report.bundles else []
    return {table.name: table for table in (*report.tables, *own)}


def add(archive: Archive) -> str:
    """A new bundle: an existing one, 10 % faster throughout."""
    folder = archive.results / NEW
    shutil.copytree(archive.bundles()[0], folder)
    for path in (folder / "raw").iterdir():
        path.write_text(path.read_text().replace("sysbench 1.0.20 (", "\nsysbench 1.0.20 ("))
    return NEW


def test_nothing_changed(reviewed: Callable[[], ReviewReport]) -> None:
    report = valid(reviewed())
    assert (report.changes, report.errors) == ({}, 0)
    assert "touches no bundle" in markdown(report)


def test_a_new_bundle(
    archive: Archive, reviewed: Callable[[], ReviewReport], record_all: Callable[[], object]
) -> None:
    add(archive)
    report = valid(reviewed())
    assert [p.code for p in report.problems] == ["ledger-missing"]
    record_all()
    report = valid(reviewed())
    assert (report.errors, report.changes) == (0, {"added": 1})
    (bundle,) = report.bundles
    assert (bundle.id, bundle.change, bundle.readable) == (NEW, "added", True)
    tables = tables_of(report)
    assert tables["runs"].total == tables["neighbours"].total == 10
    assert all(row[5].endswith("/s") for row in tables["runs"].rows)
    assert all(row[6].endswith(" of 2 machines as near") for row in tables["neighbours"].rows)
    paths = {path: change for change, path in tables["pages"].rows}
    assert paths[f"/results/{NEW}/"] == "added"
    assert paths[f"/comparisons/{NEW}--read-only/"] == "added"
    assert tables["pages"].total == 12
    page = markdown(report)
    assert page.startswith(f"{MARK}\n")
    for words in ("adds 1 bundle", "nothing to fix", "`MySQL 8.0.36`", "nobody recorded"):
        assert words.lower() in page.lower()


def test_many_bundles_are_listed_and_the_first_described(
    archive: Archive, reviewed: Callable[[], ReviewReport]
) -> None:
    for number in range(bounds.MAX_IN_FULL + 2):
        shutil.copytree(archive.bundles()[0], archive.results / f"2025-01-copy-{number}")
    report = valid(reviewed())
    page = markdown(report)
    assert report.overview.total == bounds.MAX_IN_FULL + 2
    assert page.count("**Environment**:") == bounds.MAX_IN_FULL
    assert all(f"| `2025-01-copy-{number}` | added |" in page for number in range(5))
    assert "2 more bundles" in page


def test_a_changed_figure(archive: Archive, reviewed: Callable[[], ReviewReport]) -> None:
    path = min((archive.bundles()[0] / "raw").iterdir())
    text = path.read_text()
    highest = re.search(r"max: +([0-9.]+)", text)
    assert highest
    path.write_text(text.replace(highest[1], f"{float(highest[1]) + 1:.2f}"))
    report = valid(reviewed())
    assert report.changes == {"changed": 1}
    ((_, metric, before, after),) = tables_of(report)["figures"].rows
    assert metric == "latency_max_ms"
    assert float(after.split()[0]) > float(before.split()[0])
    assert "ledger-stale" in {p.code for p in report.problems}
    assert "Figures that are not what they were" in markdown(report)


def test_a_removed_bundle(archive: Archive, reviewed: Callable[[], ReviewReport]) -> None:
    gone = archive.bundles()[1]
    shutil.rmtree(gone)
    report = valid(reviewed())
    assert report.changes == {"removed": 1}
    assert {row[0] for row in tables_of(report)["pages"].rows} == {"removed"}
    assert "withdrawn instead" in markdown(report)


def test_a_withdrawn_bundle_is_told_with_its_reason(
    archive: Archive, reviewed: Callable[[], ReviewReport]
) -> None:
    gone = archive.bundles()[1].name
    withdraw(archive, gone, "measured with `a debug build` @ada", TODAY)
    report = valid(reviewed())
    assert report.changes == {"withdrawn": 1}
    (bundle,) = report.bundles
    assert (bundle.change, bundle.readable) == ("withdrawn", True)
    assert {row[0] for row in tables_of(report)["pages"].rows} == {"withdrawn"}
    page = markdown(report)
    assert "withdraws 1 bundle" in page
    assert "**reason on record**: `measured with" in page
    assert "withdrawn instead" not in page
    assert not ACTIVE & {t.type for t in tokens(page)}


def test_a_correction_shows_its_fields_and_its_reason(
    archive: Archive, reviewed: Callable[[], ReviewReport], work: Work
) -> None:
    name = archive.bundles()[0].name
    path = archive.results / name / "bundle.yaml"
    path.write_text(path.read_text().replace("title: Synthetic campaign 0", "title: Another"))
    correct(archive, name, "a mistyped title", work)
    report = valid(reviewed())
    (bundle,) = report.bundles
    assert (bundle.change, bundle.lines[0]) == ("changed", ("reason on record", "a mistyped title"))
    assert tables_of(report)["facts"].rows == [["title", "Synthetic campaign 0", "Another"]]
    page = markdown(report)
    assert page.index("Fields that are not what they were") < page.index("**Runs**")


def test_a_reviewer_sees_lengths_data_and_spread_first(
    archive: Archive, reviewed: Callable[[], ReviewReport]
) -> None:
    add(archive)
    report = valid(reviewed())
    lines: dict[str, str] = dict(report.bundles[0].lines)
    assert re.fullmatch(r"10 runs of [0-9]+ s", lines["runs"])
    assert lines["threads"] == "1, 2, 4, 8, 16"
    assert "tables of" in lines["data"]
    assert lines["repetitions"].startswith("no cell was repeated")
    page = markdown(report)
    places = [page.index(f"**{words}**") for words in ("Look at these first", "finding", "title")]
    assert places == sorted(places)


def test_warnings_about_other_bundles_are_counted_only(
    archive: Archive, reviewed: Callable[[], ReviewReport]
) -> None:
    other = archive.bundles()[1] / "bundle.yaml"
    other.write_bytes(other.read_bytes().replace(b"\n", b"\r\n"))
    git(archive.root, "commit", "-qam", "a warning that was there before")
    report = valid(reviewed())
    known = report.known_warnings
    assert known
    assert known == report.warnings
    assert "about other bundles are not listed" in markdown(report)
    assert "yaml-form" not in {problem.code for problem in report.problems}


def test_a_bundle_that_cannot_be_read(
    archive: Archive, reviewed: Callable[[], ReviewReport]
) -> None:
    add(archive)
    path = archive.results / NEW / "bundle.yaml"
    path.write_text(path.read_text() + "surprise: 1\n")
    report = valid(reviewed())
    (bundle,) = report.bundles
    assert not bundle.readable
    assert "cannot be read" in markdown(report)
    assert "schema-unknown" in markdown(report)


HOSTILE = (
    "@torvalds #1 [x](http://e.example) ![i](http://e.example/i) `a` | b ${{ secrets.X }} $(id)"
)


@pytest.mark.parametrize("flaw", ["", "<script>alert(1)</script>"], ids=["accepted", "refused"])
def test_a_hostile_bundle_is_shown_inert(
    archive: Archive, reviewed: Callable[[], ReviewReport], flaw: str
) -> None:
    add(archive)
    path = archive.results / NEW / "bundle.yaml"
    text = path.read_text()
    hostile = json.dumps(f"{HOSTILE} {flaw}")
    for old in ("title: Synthetic campaign 0", "name: Synthetic", "model: Synthetic CPU"):
        assert old in text
        text = text.replace(old, f"{old.split(':')[0]}: {hostile}")
    path.write_text(text)
    report = valid(reviewed())
    assert report.bundles[0].readable == (not flaw)
    page = markdown(report)
    assert ("@torvalds" in page) == (not flaw)
    found = tokens(page)
    assert not ACTIVE & {t.type for t in found}
    shown = "".join(t.content for t in found if t.type == "text")
    assert not re.search(r"[@#]|http|\$", shown)


def test_of_a_large_bundle_some_runs_are_shown_and_all_counted(
    archive: Archive, reviewed: Callable[[], ReviewReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its runs are copies of one.
    monkeypatch.setattr("sysbench_archive.rules.copies.FEWEST", 1000)
    add(archive)
    folder = archive.results / NEW
    path = folder / "bundle.yaml"
    output = (folder / "raw/read-only-mariadb-t1.txt").read_text()
    text = path.read_text()
    (first,) = (line for line in text.splitlines() if "{id: read-only-mariadb-t1," in line)
    copies = 4 * bounds.MAX_RUNS
    for number in range(copies):
        name = f"copy-{number}.txt"
        (folder / "raw" / name).write_text(f"{number}\n{output}")
        entry = re.sub(r"id: [^,]+", f"id: copy-{number}", first)
        entry = re.sub("raw/.*}", f"raw/{name}, sequence: {{repetition: {number + 2}}}}}", entry)
        text += f"{entry}\n"
    path.write_text(text)
    report = valid(reviewed())
    assert {p.code for p in report.problems} == {"ledger-missing"}
    assert tables_of(report)["runs"].total == copies + 10
    assert len(report_bytes(report)) < bounds.MAX_BYTES
    assert len(markdown(report)) < bounds.MAX_COMMENT
    assert f"{copies + 10 - bounds.MAX_RUNS} more are not shown" in markdown(report)


def test_what_a_machine_can_mend_comes_with_its_command(
    archive: Archive, reviewed: Callable[[], ReviewReport]
) -> None:
    add(archive)
    path = archive.results / NEW / "bundle.yaml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    page = markdown(valid(reviewed()))
    assert f"`.venv/bin/sysbench-archive check --fix data/results/{NEW}`" in page


def test_every_fixable_rule_names_the_command() -> None:
    for rule in RULES.values():
        assert (".venv/bin/sysbench-archive check --fix" in rule.hint) == (rule.code in FIXABLE)


def test_a_base_is_a_commit(archive: Archive, work: Work) -> None:
    for name in ("no-such-commit", "--upload-pack=x"):
        with pytest.raises(UsageError):
            review(archive, name, work)


def test_the_same_change_gives_the_same_bytes(
    archive: Archive, reviewed: Callable[[], ReviewReport]
) -> None:
    add(archive)
    assert report_bytes(reviewed()) == report_bytes(reviewed())
