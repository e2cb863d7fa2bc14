"""`withdraw` removes a bundle's bytes and keeps addresses, identity and reason."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from published_archive import BUNDLE, DAY, commit, measured
from published_archive import undo as undo_edits
from sysbench_archive.build.archive import Archive, read_records
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.gone_pages import former_makers
from sysbench_archive.build.recording import record_resting
from sysbench_archive.build.store import Work
from sysbench_archive.build.survey import survey_archive
from sysbench_archive.build.write_lists import recorded_pages, shared_pages
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.record import record
from sysbench_archive.commands.withdraw import undo, withdraw
from sysbench_archive.ledger.addresses import SHARED_PAGES
from sysbench_archive.ledger.agreement import index_of, pages_of
from sysbench_archive.ledger.record import Row
from sysbench_archive.problems import UsageError, has_errors

REASON = "the author asked for it"


def index_of_pages(archive: Archive, pages: Iterable[str]) -> Path:
    """The index of a site that published some pages, and nothing else."""
    file = archive.root / "addresses.json"
    file.write_bytes(msgspec.json.encode(index_of({}, (), shared=pages)))
    return file


def rows(archive: Archive) -> tuple[Row, ...]:
    return read_records(archive)[0][BUNDLE]


def test_a_withdrawal_keeps_all_but_the_bundle_among_the_results(
    archive: Archive, work: Work
) -> None:
    before = rows(archive)
    row = withdraw(archive, BUNDLE, REASON, DAY)
    assert rows(archive) == (*before, row)
    assert (row.revision, row.status, row.reason) == (2, "withdrawn", REASON)
    assert (row.swhid, row.title, row.runs) == (before[0].swhid, before[0].title, "t1 t2")
    assert not (archive.results / BUNDLE).exists()
    assert (archive.revisions / BUNDLE / "1" / "figures.csv").is_file()
    assert set(pages_of(BUNDLE, before)) == set(pages_of(BUNDLE, rows(archive)))
    assert check_archive(archive, work, base="HEAD") == []


def test_a_purge_removes_every_revision_and_keeps_hash_and_reason(
    archive: Archive, work: Work
) -> None:
    measured(archive, BUNDLE, 910)
    correct(archive, BUNDLE, "a misprint", work)
    commit(archive)
    row = withdraw(archive, BUNDLE, REASON, DAY, purge=True)
    assert not (archive.results / BUNDLE).exists()
    assert not (archive.revisions / BUNDLE).exists()
    assert [r.revision for r in rows(archive)] == [1, 2, 3]
    assert row.swhid == rows(archive)[1].swhid
    # What comparisons said of it goes as well, and whoever approves is told.
    found = check_archive(archive, work, base="HEAD")
    assert {(p.code, p.severity) for p in found} == {("revision-redacted", "warning")}


def test_what_was_withdrawn_may_be_purged_later_with_a_row_of_its_own(
    archive: Archive, work: Work
) -> None:
    withdraw(archive, BUNDLE, REASON, DAY)
    commit(archive)
    with pytest.raises(UsageError, match="was withdrawn on 2026-11-20"):
        withdraw(archive, BUNDLE, REASON, DAY)
    withdraw(archive, BUNDLE, "a court ordered it", DAY, purge=True)
    assert [r.reason for r in rows(archive)][1:] == [REASON, "a court ordered it"]
    found = check_archive(archive, work, base="HEAD")
    assert {(p.code, p.severity) for p in found} == {("revision-redacted", "warning")}


def test_bytes_do_not_vanish_without_a_row(archive: Archive, work: Work) -> None:
    withdraw(archive, BUNDLE, REASON, DAY)
    commit(archive)
    (archive.revisions / BUNDLE).rename(archive.root / "elsewhere")
    found = check_archive(archive, work, base="HEAD")
    assert [problem.code for problem in found] == ["revision-bytes"]


def test_edits_nobody_recorded_are_not_thrown_away(archive: Archive) -> None:
    measured(archive, BUNDLE, 910)
    with pytest.raises(UsageError, match="was edited since revision 1"):
        withdraw(archive, BUNDLE, REASON, DAY)
    assert "910.00" in (archive.results / BUNDLE / "figures.csv").read_text()


def test_what_is_gone_from_the_checkout_is_kept_from_git(archive: Archive) -> None:
    shutil.rmtree(archive.results / BUNDLE)
    withdraw(archive, BUNDLE, REASON, DAY)
    assert (archive.revisions / BUNDLE / "1" / "figures.csv").is_file()


def test_a_withdrawal_has_a_reason(archive: Archive) -> None:
    with pytest.raises(UsageError, match="no reason given"):
        withdraw(archive, BUNDLE, "", DAY)
    assert (archive.results / BUNDLE).is_dir()


def test_a_name_is_not_used_again(archive: Archive, work: Work) -> None:
    withdraw(archive, BUNDLE, REASON, DAY)
    (archive.revisions / BUNDLE / "1").rename(archive.results / BUNDLE)
    _, problems = record(archive, (), work)
    assert [problem.code for problem in problems] == ["ledger-stale"]
    commit(archive)
    with pytest.raises(UsageError, match="its name is not used again"):
        correct(archive, BUNDLE, REASON, work)


def test_a_mistaken_withdrawal_is_undone_and_stays_readable(archive: Archive, work: Work) -> None:
    before = rows(archive)
    withdraw(archive, BUNDLE, REASON, DAY)
    commit(archive)
    row = undo(archive, BUNDLE, "the wrong bundle was named", DAY)
    record_resting(archive, [BUNDLE], work)
    assert [r.status for r in rows(archive)] == ["published", "withdrawn", "restored"]
    assert (row.revision, row.swhid, row.runs) == (3, before[0].swhid, before[0].runs)
    assert check_archive(archive, work, base="HEAD") == []
    commit(archive)
    with pytest.raises(UsageError, match=f"stands already: revision 3 of {DAY} undid"):
        undo(archive, BUNDLE, "once more", DAY)
    # What happens to it afterwards is what happens to any bundle.
    measured(archive, BUNDLE, 910)
    correct(archive, BUNDLE, "a misprint", work)
    assert check_archive(archive, work, base="HEAD") == []
    commit(archive)
    withdraw(archive, BUNDLE, REASON, DAY)
    commit(archive)
    row = undo(archive, BUNDLE, "again the wrong one", DAY)
    record_resting(archive, [BUNDLE], work)
    assert row.revision == 6
    assert "910.00" in (archive.results / BUNDLE / "figures.csv").read_text()
    assert check_archive(archive, work, base="HEAD") == []


def test_a_page_that_nothing_is_left_for_keeps_its_address(archive: Archive, work: Work) -> None:
    """A bundle that was submitted by itself has pages that nobody recorded."""
    pages = recorded_pages(archive)
    index = index_of_pages(archive, pages)
    (archive.root / SHARED_PAGES).unlink()
    commit(archive)
    for purge in (False, True):
        withdraw(archive, BUNDLE, REASON, DAY, purge=purge)
        lost = [problem for problem in check_archive(archive, work, base="HEAD")
                if problem.code == "published-vanished"]  # fmt: skip
        assert {problem.path for problem in lost} == {SHARED_PAGES}
        assert [path for path in pages if f" {path}; call the same" not in str(lost)] == []
        record_resting(archive, [BUNDLE], work)
        assert recorded_pages(archive) == pages
        assert has_errors(check_archive(archive, work, base="HEAD", published=index)) is False
        undo_edits(archive)


def test_a_correction_keeps_the_address_of_a_page_it_leaves_nothing_for(
    archive: Archive, work: Work
) -> None:
    pages = recorded_pages(archive)
    (archive.root / SHARED_PAGES).unlink()
    commit(archive)
    document = archive.results / BUNDLE / "bundle.yaml"
    document.write_text(document.read_text().replace("8.4.3", "9.1.0"))
    correct(archive, BUNDLE, "a misprint", work)
    gone = {path for path in pages if "8.4" in path}
    assert gone
    assert recorded_pages(archive).keys() == gone
    assert check_archive(archive, work, base="HEAD") == []
    # Who made a page is looked up of what was withdrawn alone.
    assert former_makers(archive, read_records(archive)[0], (), gone, work) == {}
    commit(archive)
    withdraw(archive, BUNDLE, REASON, DAY)
    assert former_makers(archive, read_records(archive)[0], (), gone, work) == {}
    now = shared_pages(survey_archive(archive, work))
    assert now == {}
    left = recorded_pages(archive).keys() | {"/versions/mysql/9.1/"}
    makers = former_makers(archive, read_records(archive)[0], (), left, work)
    assert makers == {path: [BUNDLE] for path in left - gone}


def test_what_is_not_withdrawn_or_was_purged_is_not_put_back(archive: Archive) -> None:
    with pytest.raises(UsageError, match=r"it is not withdrawn; .* undone with git alone"):
        undo(archive, BUNDLE, "why", DAY)
    withdraw(archive, BUNDLE, REASON, DAY)
    with pytest.raises(UsageError, match="it is not withdrawn"):
        undo(archive, BUNDLE, "not merged yet", DAY)
    commit(archive)
    with pytest.raises(UsageError, match="no reason given"):
        undo(archive, BUNDLE, " ", DAY)
    withdraw(archive, BUNDLE, REASON, DAY, purge=True)
    commit(archive)
    with pytest.raises(UsageError, match="the bytes of revision 1 are not kept"):
        undo(archive, BUNDLE, "why", DAY)
