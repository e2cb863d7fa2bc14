"""Sources: what was taken from each is counted from the bundles that name it."""

import pytest
from msgspec.structs import replace

from derived_records import listed_result
from sysbench_archive.bundle.saved import Saved
from sysbench_archive.bundle.sources import SourceFile, plain_address
from sysbench_archive.bundle.strict_yaml import Document
from sysbench_archive.derive.entries import SourceMention
from sysbench_archive.model.sources import SourceDefinition, SourcePart, SourceRefusal
from sysbench_archive.pages.sources import SourceList, source_list

URL = "https://github.com/example/results"


def mention(address: str = URL, commit: str = "c1") -> SourceMention:
    return SourceMention(title="Logs", author="Ada Example", address=address, commit=commit)


WRITTEN = SourceDefinition(
    title="example/results",
    kind="repository",
    author="unrecorded",
    about="Results.",
    licence="none stated",
    url=URL,
    repositories=["https://github.com/example/former"],
    bundles=["by-name"],
    parts=[
        SourcePart(
            name="logs",
            found=9,
            counted="files",
            refused=[SourceRefusal(count=1, reason="a"), SourceRefusal(count=2, reason="b")],
        )
    ],
)


def listed(mentions: dict[str, SourceMention], *definitions: SourceDefinition) -> SourceList:
    files = [SourceFile(f"s{n}", d, Document(f"s{n}.yaml")) for n, d in enumerate(definitions)]
    return source_list(
        files, mentions, [listed_result(name, runs=2) for name in (*mentions, "own")]
    )


def test_bundles_go_to_the_file_that_claims_their_address_or_their_id() -> None:
    mentions = {
        "a": mention(f"{URL}.git/"),
        "b": mention("https://github.com/example/former", "c2"),
        "by-name": mention("", ""),
    }
    (source,) = listed(mentions, WRITTEN).sources
    assert [bundle.title for bundle in source.bundles] == ["A", "B", "BY-NAME"]
    assert (source.runs, source.refused, source.author) == (6, 3, "")
    assert [commit.commit for commit in source.commits] == ["c1", "c2"]
    (part,) = source.parts
    assert (part.found, part.imported) == (9, 6)
    assert [refusal.reason for refusal in part.refused] == ["b", "a"]


def test_a_source_nobody_described_is_listed_with_what_its_bundles_say() -> None:
    found = listed({"a": mention(), "b": mention(), "c": mention("", "")})
    assert [(s.id, s.title, s.runs, s.licence) for s in found.sources] == [
        ("github-com-example-results", "github.com/example/results", 4, ""),
        ("logs", "Logs", 2, ""),
    ]
    assert (found.bundles, found.runs, found.own_bundles, found.own_runs) == (3, 6, 1, 2)


def test_a_source_from_which_nothing_entered_is_listed_with_its_commit() -> None:
    (source,) = listed({}, replace(WRITTEN, commit="abc1234", bundles=[])).sources
    assert (source.runs, source.bundles) == (0, [])
    assert [commit.url for commit in source.commits] == [f"{URL}/tree/abc1234"]


def test_only_a_forge_whose_addresses_are_known_has_pages_of_commits() -> None:
    (source,) = listed({"a": mention("https://git.example.org/results")}).sources
    assert [(commit.commit, commit.url) for commit in source.commits] == [("c1", "")]


def test_what_may_be_written_either_way_is_one_address() -> None:
    spellings = (URL, f"{URL}/", f"{URL}.git", URL.replace("example", "Example"))
    assert len({plain_address(url) for url in spellings}) == 1


def test_a_source_names_what_software_heritage_keeps_of_it() -> None:
    commit = "ab" * 20
    files = [SourceFile("s0", WRITTEN, Document("s0.yaml"))]
    saved = [
        Saved(URL, f"swh:1:rev:{commit}", "2026-11-20"),
        Saved(f"{URL}.git", f"swh:1:snp:{'cd' * 20}", "2026-11-21"),
        Saved("https://github.com/example/other", f"swh:1:snp:{'ef' * 20}", "2026-11-21"),
    ]
    mentions = {"one": mention(commit=commit), "two": mention(commit="12" * 20)}
    results = [listed_result(name, runs=2, evidence="linked-output") for name in mentions]
    found = source_list(files, mentions, results, saved)
    assert (found.copied_runs, found.runs) == (2, 4), "the commit of two is kept"
    (source,) = found.sources
    assert source.copies == "of 2 of 4 runs"
    resolver = "https://archive.softwareheritage.org/"
    assert [c.saved for c in source.commits] == [f"{resolver}swh:1:rev:{commit};origin={URL}", ""]
    assert [(s.url, s.day) for s in source.saved] == [
        (f"{resolver}swh:1:snp:{'cd' * 20};origin={URL}.git", "2026-11-21")
    ]


@pytest.mark.parametrize(
    ("evidence", "archived", "copies"),
    [
        ("linked-output", False, "none known"),
        ("raw-output", False, "of all runs"),
        ("published-table", True, "of all runs"),
    ],
)
def test_output_that_is_here_and_an_archived_page_are_second_copies(
    evidence: str, archived: bool, copies: str
) -> None:
    mentions = {"a": replace(mention(), archived=archived)}
    results = [listed_result("a", runs=2, evidence=evidence)]
    (source,) = source_list([], mentions, results).sources
    assert source.copies == copies


def test_a_source_was_last_seen_when_figures_were_last_taken_from_it() -> None:
    days = {"a": "2026-11", "b": "2026-11-24", "c": "", "d": "2026-10-30"}
    mentions = {name: replace(mention(), retrieved=day) for name, day in days.items()}
    (source,) = listed(mentions).sources
    assert source.seen == "2026-11-24"
    (nothing_taken,) = listed({}, WRITTEN).sources
    assert (nothing_taken.seen, nothing_taken.copies) == ("", "")
