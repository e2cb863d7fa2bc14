"""`redact` removes one file of one revision; everything else of it stays and can be checked."""

from pathlib import Path

import pytest

from git_calls import git
from published_archive import BUNDLE, DAY, commit, measured
from sysbench_archive.build.archive import Archive, read_comparison_records, read_records
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.kept_revisions import bytes_folder, read_removals, removals_file
from sysbench_archive.build.recording import record_resting
from sysbench_archive.build.store import Work
from sysbench_archive.build.write_bundles import works_of
from sysbench_archive.bundle.people import PEOPLE, Name, write_people
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.redact import redact, without_author
from sysbench_archive.commands.verify import verify
from sysbench_archive.commands.withdraw import withdraw
from sysbench_archive.problems import UsageError
from sysbench_archive.publish.bundle_archive import packed_bundle
from sysbench_archive.publish.citation import Imprint
from sysbench_archive.publish.comparison_revisions import pinned_comparison

REASON = "it held a password"


@pytest.fixture
def archive(archive: Archive, work: Work) -> Archive:
    """A bundle that was corrected once."""
    measured(archive, BUNDLE, 910)
    correct(archive, BUNDLE, "a misprint", work)
    commit(archive)
    return archive


def checked(archive: Archive, work: Work) -> list[str]:
    found = check_archive(archive, work, base="HEAD")
    return [problem.code for problem in found if problem.severity == "error"]


def test_one_file_goes_and_the_rest_still_verifies(archive: Archive, work: Work) -> None:
    folder = bytes_folder(archive, BUNDLE, 1)
    known = git(archive.root, "rev-parse", f"HEAD:data/revisions/{BUNDLE}/1/figures.csv")
    row = read_records(archive)[0][BUNDLE][0]
    gone = redact(archive, BUNDLE, 1, ["figures.csv"], REASON, DAY)
    assert gone == [f"data/revisions/{BUNDLE}/1/figures.csv"]
    assert [path.name for path in folder.iterdir()] == ["bundle.yaml"]
    (removed,) = read_removals(archive, BUNDLE, 1)
    assert (removed.path, removed.sha1_git, removed.reason) == ("figures.csv", known, REASON)
    (told,) = check_archive(archive, work, base="HEAD")
    assert (told.code, told.severity) == ("revision-redacted", "warning")
    commit(archive)
    assert check_archive(archive, work, base="HEAD") == []
    found = verify(archive, f"/results/{BUNDLE}/revisions/1/")
    assert [finding.agrees for finding in found] == [True, None, True]
    assert row.swhid in found[0].what
    assert f"figures.csv was removed on {DAY}: {REASON}" in found[1].what


def test_what_is_left_verifies_as_it_is_published(archive: Archive, tmp_path: Path) -> None:
    """The `bundle.tar.gz` of a revision, and the same with a byte more."""
    redact(archive, BUNDLE, 1, ["figures.csv"], REASON, DAY)
    kept = (bytes_folder(archive, BUNDLE, 1) / "bundle.yaml").read_bytes()
    copy = tmp_path / "bundle.tar.gz"
    copy.write_bytes(packed_bundle(BUNDLE, {"bundle.yaml": kept}))
    assert [finding.agrees for finding in verify(archive, str(copy))] == [True, None, True]
    copy.write_bytes(packed_bundle(BUNDLE, {"bundle.yaml": kept + b"\n"}))
    assert False in [finding.agrees for finding in verify(archive, str(copy))]


def test_a_whole_revision_goes_and_its_figures_stay(archive: Archive, work: Work) -> None:
    redact(archive, BUNDLE, 1, [], REASON, DAY)
    assert not bytes_folder(archive, BUNDLE, 1).exists()
    assert (archive.revisions / BUNDLE / "1.figures.json").is_file()
    assert (archive.results / BUNDLE / "figures.csv").is_file()
    assert checked(archive, work) == []


def test_a_second_file_is_added_to_the_first(archive: Archive, work: Work) -> None:
    redact(archive, BUNDLE, 1, ["figures.csv"], REASON, DAY)
    redact(archive, BUNDLE, 1, ["bundle.yaml"], REASON, DAY)
    assert [file.path for file in read_removals(archive, BUNDLE, 1)] == [
        "bundle.yaml", "figures.csv",
    ]  # fmt: skip
    assert checked(archive, work) == []


def test_a_removal_that_is_only_said_hides_nothing(archive: Archive, work: Work) -> None:
    """Other bytes in place of what is said to be removed, or a removal nobody can follow."""
    kept = (bytes_folder(archive, BUNDLE, 1) / "figures.csv").read_bytes()
    redact(archive, BUNDLE, 1, ["figures.csv"], REASON, DAY)
    (bytes_folder(archive, BUNDLE, 1) / "figures.csv").write_bytes(kept + b"\n")
    assert checked(archive, work) == ["revision-bytes"]
    (bytes_folder(archive, BUNDLE, 1) / "figures.csv").write_bytes(kept)
    assert checked(archive, work) == []
    (bytes_folder(archive, BUNDLE, 1) / "figures.csv").unlink()
    file = removals_file(archive, BUNDLE, 1)
    text = file.read_text()
    for broken in ("", text.replace("path,", "name,"), text.replace(REASON, "")):
        file.write_text(broken)
        assert set(checked(archive, work)) == {"revision-bytes"}


@pytest.mark.parametrize(
    ("number", "paths", "reason", "said"),
    [
        (2, [], REASON, "correct that first"),
        (3, [], REASON, "has no revision 3, only 2"),
        (0, [], REASON, "has no revision 0"),
        (1, ["raw/x.txt"], REASON, "has no file raw/x.txt"),
        (1, ["../../../ledger/x.csv"], REASON, "has no file"),
        (1, [], " ", "no reason given"),
    ],
)
def test_what_is_not_there_is_not_removed(
    archive: Archive, number: int, paths: list[str], reason: str, said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        redact(archive, BUNDLE, number, paths, reason, DAY)
    assert git(archive.root, "status", "--porcelain") == ""


def author_of(archive: Archive) -> str:
    return read_records(archive)[0][BUNDLE][0].authors.split("; ")[0]


def unnamed(archive: Archive, work: Work) -> str:
    """Take the submitter out of the bundle, as a correction: who that was."""
    name, path = author_of(archive), archive.results / BUNDLE / "bundle.yaml"
    path.write_text(path.read_text().replace(name, "removed"))
    correct(archive, BUNDLE, "somebody is no longer named", work)
    redact(archive, BUNDLE, 2, ["bundle.yaml"], REASON, DAY)
    redact(archive, BUNDLE, 1, ["bundle.yaml"], REASON, DAY)
    commit(archive)
    return name


def test_a_name_goes_from_every_row_that_has_it(archive: Archive, work: Work) -> None:
    """From permanent rows as well: digests and ids stay, and the check names the rows."""
    file = archive.root / "data" / "comparisons" / "two-versions.jsonl"
    name = unnamed(archive, work)
    file.write_text(file.read_text().replace('"says":"', f'"says":"As {name} measured: ', 1))
    commit(archive)
    before = read_records(archive)[0][BUNDLE]
    assert {row.standing for row in before} == {"permanent"}
    assert without_author(archive, BUNDLE, name) == {
        f"data/ledger/{BUNDLE}.csv": 2,
        "data/comparisons/two-versions.jsonl": 1,
    }
    after, faults = read_records(archive)
    assert faults == []
    assert {row.authors for row in after[BUNDLE]} == {"removed"}
    found = check_archive(archive, work, base="HEAD")
    assert [(p.code, p.severity, p.message) for p in found] == [
        ("revision-redacted", "warning", "words are removed from revision 1 of two-versions"),
        ("revision-redacted", "warning", "words are removed from the rows of revision 1, 2"),
    ]
    commit(archive)
    assert check_archive(archive, work, base="HEAD") == []
    kept = [path for path in (archive.root / "data").rglob("*") if path.is_file()]
    assert [path for path in kept if name in path.read_text() and "results" not in path.parts] == []
    with pytest.raises(UsageError, match="no row of"):
        without_author(archive, BUNDLE, name)


def test_a_name_that_the_bundle_still_states_stays(archive: Archive) -> None:
    with pytest.raises(UsageError, match="correct that first"):
        without_author(archive, BUNDLE, author_of(archive))
    assert git(archive.root, "status", "--porcelain") == ""


def test_a_longer_word_in_the_bundle_is_not_the_name(archive: Archive, work: Work) -> None:
    name = unnamed(archive, work)
    path = archive.results / BUNDLE / "bundle.yaml"
    path.write_text(path.read_text().replace("name: removed", f"name: {name}-Else", 1))
    assert without_author(archive, BUNDLE, name)
    path.write_text(path.read_text().replace(f"name: {name}-Else", f"name: {name}", 1))
    with pytest.raises(UsageError, match="correct that first"):
        without_author(archive, BUNDLE, name)


def test_a_purge_leaves_nothing_of_what_comparisons_said(archive: Archive, work: Work) -> None:
    records, _ = read_comparison_records(archive)
    assert all(row.panels for rows in records.values() for row in rows)
    withdraw(archive, BUNDLE, "a court ordered it", DAY, purge=True)
    record_resting(archive, [BUNDLE], work)
    found = check_archive(archive, work, base="HEAD")
    assert {(p.code, p.severity) for p in found} == {("revision-redacted", "warning")}
    left, faults = read_comparison_records(archive)
    assert faults == []
    for slug, rows in left.items():
        assert [(row.panels, row.says) for row in rows] == [([], "removed")] * len(rows)
        assert [row.verdicts for row in rows] == [row.verdicts for row in records[slug]]
        works = works_of(read_records(archive)[0])
        page = pinned_comparison(rows, works=works, imprint=Imprint(""))
        assert {revision.says for revision in page.revisions} == {"What it said was removed."}
    commit(archive)
    assert check_archive(archive, work, base="HEAD") == []


def test_a_name_that_is_nobodys_any_more_leaves_the_table_of_names(
    archive: Archive, work: Work
) -> None:
    name = unnamed(archive, work)
    other = Name("Zoe Example", "person", "Example", "Zoe")
    table = archive.root / PEOPLE
    table.write_bytes(write_people([Name(name, "account"), other]))
    assert without_author(archive, BUNDLE, name)[PEOPLE] == 1
    assert table.read_bytes() == write_people([other])
