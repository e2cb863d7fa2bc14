"""A campaign keeps what it showed: each revision names those of its comparisons."""

import shutil
from pathlib import Path

import pytest

from git_calls import git
from published_archive import BUNDLE, DAY, TEMPLATE, commit, measured
from synthetic_archive import ROOT, share_a_page
from sysbench_archive.build.archive import Archive, read_comparison_records, read_records
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.pipeline import Build, build
from sysbench_archive.build.recording import record_resting
from sysbench_archive.build.store import Work
from sysbench_archive.build.write_bundles import works_of
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.record import record
from sysbench_archive.commands.synthesize import synthesize
from sysbench_archive.commands.withdraw import withdraw
from sysbench_archive.ledger.comparisons import write_comparison_rows
from sysbench_archive.model.comparison_revision import ComparisonRow, PinnedComparison
from sysbench_archive.publish.citation import Imprint
from sysbench_archive.publish.comparison_revisions import pinned_comparison

OTHER, THIRD = f"{BUNDLE}-12", f"{BUNDLE}-16"
CAMPAIGN = BUNDLE
SIZES = {BUNDLE: "4 GB buffer pool", OTHER: "12 GB buffer pool", THIRD: "16 GB buffer pool"}
MISPRINT = "a misprint"


def measured_again(archive: Archive, bundle: str, tps: int) -> None:
    """Another bundle of the campaign, with another pool."""
    shutil.copytree(archive.results / BUNDLE, archive.results / bundle)
    measured(archive, bundle, tps)
    there = {folder.name for folder in archive.bundles()}
    share_a_page(archive, CAMPAIGN, {name: SIZES[name] for name in SIZES if name in there})


@pytest.fixture
def archive(tmp_path: Path, work: Work) -> Archive:
    """Two bundles that share a page, published with permanent rows."""
    archive = Archive(tmp_path / "archive")
    synthesize(10, archive.root, ROOT)
    shutil.rmtree(archive.results)
    shutil.copytree(TEMPLATE / "data" / "results", archive.results)
    measured_again(archive, OTHER, 700)
    record(archive, (), work)
    git(archive.root, "init", "-q")
    commit(archive)
    return archive


def rows_of(archive: Archive) -> tuple[ComparisonRow, ...]:
    recorded, faults = read_comparison_records(archive)
    assert faults == []
    return recorded[CAMPAIGN]


def told(archive: Archive, work: Work) -> list[str]:
    found = check_archive(archive, work, base="HEAD")
    return [f"{problem.code} {problem.message}" for problem in found]


def page(archive: Archive) -> PinnedComparison:
    records, (recorded, _) = read_records(archive)[0], read_comparison_records(archive)
    return pinned_comparison(
        recorded[CAMPAIGN],
        works=works_of(records),
        imprint=Imprint("https://archive.test"),
        recorded=recorded,
    )


def test_a_campaign_has_a_revision_from_its_first_day(archive: Archive, work: Work) -> None:
    (row,) = rows_of(archive)
    assert (row.revision, row.standing, row.reason) == (1, "permanent", "")
    assert [(view.comparison, view.revision, view.label) for view in row.views] == [
        (f"{BUNDLE}--read-only", 1, "4 GB buffer pool"),
        (f"{OTHER}--read-only", 1, "12 GB buffer pool"),
    ]
    assert [bundle.bundle for bundle in row.bundles] == [BUNDLE, OTHER]
    assert row.says
    assert told(archive, work) == []
    assert record(archive, (), work)[0] == []


def test_a_correction_adds_a_revision_with_the_old_and_the_new_sentence(
    archive: Archive, work: Work
) -> None:
    (before,) = rows_of(archive)
    measured(archive, OTHER, 2400)
    correct(archive, OTHER, MISPRINT, work)
    first, second = rows_of(archive)
    assert first == before
    assert second.reason == f"{OTHER} is revision 2"
    assert [view.revision for view in second.views] == [1, 2]
    assert told(archive, work) == []
    pinned = page(archive)
    old, new = pinned.revisions
    assert old.found[1].path == f"/comparisons/{OTHER}--read-only/revisions/1/"
    assert new.found[1].path == f"/comparisons/{OTHER}--read-only/revisions/2/"
    assert (old.says, new.says) == (before.says, second.says)
    assert old.found[0].text == new.found[0].text
    assert old.found[1].text != new.found[1].text
    assert "https://archive.test/comparisons/2026-01-two-servers/revisions/2/" in new.cite


def test_what_a_campaign_showed_does_not_change_without_a_row(archive: Archive, work: Work) -> None:
    file = archive.root / "data" / "comparisons" / f"{CAMPAIGN}.jsonl"
    measured(archive, OTHER, 2400)
    correct(archive, OTHER, MISPRINT, work)
    kept = [row for rows in read_comparison_records(archive)[0].values() for row in rows]
    own = [row for row in kept if row.comparison.startswith(BUNDLE) and OTHER not in row.comparison]
    file.write_text(write_comparison_rows(row for row in own if row.revision == 1))
    said = f"comparison-unrecorded {CAMPAIGN} shows something else than revision 1"
    assert told(archive, work) == [said]
    file.write_text(write_comparison_rows(row for row in own if row.comparison != CAMPAIGN))
    (problem,) = told(archive, work)
    gone = f"/comparisons/{CAMPAIGN}/revisions/1/"
    assert problem == f"published-vanished nothing answers any more to {gone}"


def test_the_row_of_a_campaign_that_a_bundle_joined_is_added_with_all_bundles(
    archive: Archive, work: Work
) -> None:
    measured_again(archive, THIRD, 650)
    record(archive, [THIRD], work)
    assert len(rows_of(archive)) == 1
    assert told(archive, work) == []
    record(archive, (), work)
    _, second = rows_of(archive)
    assert second.reason == f"{THIRD} is compared as well; something else is compared"
    joined = page(archive).revisions[1].found[-1]
    assert joined.label == "16 GB buffer pool"
    assert joined.text


def test_a_withdrawal_adds_a_revision_where_comparisons_are_left(
    archive: Archive, work: Work
) -> None:
    measured_again(archive, THIRD, 650)
    record(archive, (), work)
    commit(archive)
    withdraw(archive, THIRD, MISPRINT, DAY)
    said = f"comparison-unrecorded {CAMPAIGN} shows something else than revision 2"
    assert told(archive, work) == [said]
    record_resting(archive, [THIRD], work)
    third = rows_of(archive)[2]
    assert third.reason == f"{THIRD} is not compared any more; something else is compared"
    assert told(archive, work) == []


def test_what_is_left_alone_keeps_what_it_showed_and_the_site_shows_it(
    archive: Archive, work: Work
) -> None:
    public, pinned = archive.root / "public", f"comparisons/{CAMPAIGN}/revisions/1/index.html"

    def built() -> str:
        job = Build(archive, public, "/", work, str)
        assert build(job), [problem.text() for problem in job.problems]
        return (public / "comparisons" / CAMPAIGN / "index.html").read_text()

    shown = built()
    assert f'href="/comparisons/{CAMPAIGN}/revisions/1/"' in shown
    assert f"/comparisons/{CAMPAIGN}/revisions/1/</p>" in shown.replace("\n", "")
    first = (public / pinned).read_text()
    assert "superseded" not in first
    assert f"../../../{OTHER}--read-only/revisions/1/" in first
    withdraw(archive, OTHER, MISPRINT, DAY)
    record_resting(archive, [OTHER], work)
    assert told(archive, work) == []
    assert len(rows_of(archive)) == 1
    built()
    left = (public / pinned).read_text()
    assert MISPRINT in left
    assert rows_of(archive)[0].says.split(":")[0] in left
