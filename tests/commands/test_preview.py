"""A preview has what a change is about, as the whole site would show it, and says what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from build_jobs import job
from git_calls import git
from kept_folder import KeptFolder
from synthetic_archive import record_anew, recorded, work_in
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.checking import check_surveyed
from sysbench_archive.build.pipeline import build
from sysbench_archive.build.preview import Change, change_since, part_of
from sysbench_archive.build.store import Work
from sysbench_archive.build.survey import survey_archive
from sysbench_archive.cli import main
from sysbench_archive.commands.withdraw import withdraw
from sysbench_archive.problems import UsageError

FIRST, SECOND, THIRD = (f"2024-01-synthetic-00000{number}" for number in range(3))
QUESTION = f"""---
title: A question
question: Is it faster?
summary: Nobody knows.
date: "2026-01-05"
baseline: mysql-8-0-36
candidates: [mariadb-11-4-5]
panels: [{{bundle: {FIRST}, workload: read-only}}]
---

What the figures say.
"""
BANNER = re.compile(rb'\n<aside class="notice" aria-label="Preview">.*?</aside>')


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> KeptFolder:
    """Three bundles, two questions about the first, one about the second, under git."""
    folder = tmp_path_factory.mktemp("committed") / "all"
    with work_in(folder) as work:
        archive = recorded(folder / "archive", 30, work)
        (archive.comparisons / "first.md").write_text(QUESTION)
        (archive.comparisons / "again.md").write_text(QUESTION)
        (archive.comparisons / "second.md").write_text(QUESTION.replace(FIRST, SECOND))
        record_anew(archive, work)
    (archive.root / ".gitignore").write_text("data/derived/\n.cache/\nnode_modules\n")
    git(archive.root, "init", "-q")
    commit(archive)
    return KeptFolder(folder)


@pytest.fixture
def archive(committed: KeptFolder) -> Archive:
    return Archive(committed.put_back() / "archive")


@pytest.fixture
def work(committed: KeptFolder) -> Iterator[Work]:
    with work_in(committed.folder) as own:
        yield own


def commit(archive: Archive) -> None:
    git(archive.root, "add", "-A")
    git(archive.root, "commit", "-qm", "base")


def retitle(archive: Archive, bundle: str, work: Work) -> None:
    path = archive.results / bundle / "bundle.yaml"
    path.write_text(path.read_text().replace("title: Synthetic", "title: Another"))
    record_anew(archive, work)


def preview(archive: Archive, work: Work) -> Path:
    """The folder of a preview of what is not as it was committed."""
    its = job(archive, work)
    its.out, its.change = archive.root / "preview", change_since(archive.root, "HEAD")
    assert build(its), its.problems
    return its.out


def shown(out: Path) -> set[str]:
    """Results and comparisons that have a page; years are lists of them."""
    found = [path.parent for path in out.glob("results/????-??-*/index.html")]
    found += [path.parent for path in out.glob("comparisons/*/index.html")]
    return {folder.name.partition("--")[0] for folder in found}


def test_a_changed_bundle_is_shown_as_the_whole_site_shows_it(archive: Archive, work: Work) -> None:
    retitle(archive, FIRST, work)
    out = preview(archive, work)
    assert shown(out) == {FIRST, "first", "again"}
    pages = {path.relative_to(out): path.read_bytes() for path in out.rglob("index.html")}
    assert [path for path, page in pages.items() if len(BANNER.findall(page)) != 1] == []
    whole = job(archive, work)
    assert build(whole), whole.problems
    assert shown(whole.out) == {FIRST, SECOND, THIRD, "first", "again", "second"}
    # A year lists the results there are.
    same = [
        path
        for path in pages
        if path.parts[0] in ("results", "comparisons")
        and path.parts[2:]
        and not path.parts[1].isdigit()
    ]
    assert len(same) > 10
    different = [p for p in same if BANNER.sub(b"", pages[p]) != (whole.out / p).read_bytes()]
    assert different == []
    assert not [path for path in whole.out.rglob("*.html") if BANNER.search(path.read_bytes())]


def test_a_site_in_the_place_of_a_preview_is_whole(archive: Archive, work: Work) -> None:
    retitle(archive, FIRST, work)
    out = preview(archive, work)
    whole = job(archive, work)
    whole.out = out
    assert build(whole), whole.problems
    assert shown(out) == {FIRST, SECOND, THIRD, "first", "again", "second"}
    assert not [path for path in out.rglob("*.html") if BANNER.search(path.read_bytes())]


def test_a_new_bundle_is_shown_alone(archive: Archive, work: Work) -> None:
    place, row = archive.results / THIRD, archive.ledger / f"{THIRD}.csv"
    kept = archive.root.parent / "kept"
    place.rename(kept)
    text = row.read_bytes()
    row.unlink()
    commit(archive)
    kept.rename(place)
    row.write_bytes(text)
    assert shown(preview(archive, work)) == {THIRD}


def test_a_withdrawn_bundle_keeps_its_address(archive: Archive, work: Work) -> None:
    withdraw(archive, SECOND, "the author asked for it", date(2026, 11, 21))
    out = preview(archive, work)
    assert shown(out) == {SECOND, "second"}
    page = (out / "results" / SECOND / "index.html").read_text()
    assert "the author asked for it" in page
    assert not (out / "results" / SECOND / "bundle.tar.gz").exists()


def test_a_changed_text_brings_the_bundles_it_names(archive: Archive, work: Work) -> None:
    path = archive.comparisons / "first.md"
    path.write_text(path.read_text().replace("What the figures say.", "Words nobody had read."))
    out = preview(archive, work)
    assert shown(out) == {"first", FIRST}
    assert "Words nobody had read." in (out / "comparisons/first/index.html").read_text()


def test_changed_prose_is_shown_without_any_result(archive: Archive, work: Work) -> None:
    path = archive.root / "content" / "about.md"
    path.write_text(path.read_text() + "\nWords nobody had read.\n")
    out = preview(archive, work)
    assert shown(out) == set()
    assert "Words nobody had read." in (out / "about" / "index.html").read_text()


@pytest.fixture
def inside(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.chdir(archive.root)
    return archive


def test_another_program_builds_everything(
    inside: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = inside.root / "layouts" / "404.html"
    layout.write_text(layout.read_text() + "<!-- changed -->\n")
    assert main(["build", "--changed-since", "HEAD"]) == 0
    assert "layouts/404.html has changed" in capsys.readouterr().err
    out = inside.root / "public"
    assert shown(out) == {FIRST, SECOND, THIRD, "first", "again", "second"}
    assert not BANNER.search((out / "index.html").read_bytes())


def test_where_nothing_changed_nothing_is_built(
    inside: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    (inside.root / "README.md").write_text("No page shows it.\n")
    assert main(["build", "--changed-since", "HEAD"]) == 0
    assert "nothing that pages show has changed" in capsys.readouterr().out
    assert not (inside.root / "public").exists()


@pytest.mark.parametrize("reference", ["", "-x", "no-such-branch"])
def test_what_is_no_commit_is_refused(archive: Archive, reference: str) -> None:
    with pytest.raises(UsageError):
        change_since(archive.root, reference)


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("data/results/2024-01-b/raw/a.txt", Change("", bundles=("2024-01-b",))),
        ("data/ledger/2024-01-b.csv", Change("", bundles=("2024-01-b",))),
        ("data/revisions/2024-01-b/1/bundle.yaml", Change("", bundles=("2024-01-b",))),
        ("content/comparisons/a-question.md", Change("", comparisons=("a-question",))),
        ("data/sources/somebody.yaml", Change("", sources=("somebody",))),
        ("content/about.md", Change("", prose=("content/about.md",))),
        ("content/rules/_index.md", Change("", prose=("content/rules/_index.md",))),
        (
            "content/rules/_content.gotmpl",
            Change("", program=("content/rules/_content.gotmpl",)),
        ),
        ("data/comparisons/a-question.jsonl", Change("", comparisons=("a-question",))),
        ("data/campaigns.csv", Change("")),
        (
            "scripts/sysbench_archive/new.py",
            Change("", program=("scripts/sysbench_archive/new.py",)),
        ),
        ("package-lock.json", Change("", program=("package-lock.json",))),
        ("docs/operating.md", Change("")),
        ("data/derived/data/site.json", Change("")),
    ],
)
def test_what_a_file_is_a_change_of(archive: Archive, path: str, change: Change) -> None:
    file = archive.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("something")
    commit = git(archive.root, "rev-parse", "HEAD")
    assert change_since(archive.root, "HEAD") == replace(change, commit=commit)


BESIDE = "data/results/2024-01-b/raw/a.txt"


def needs_tests(archive: Archive, capsys: pytest.CaptureFixture[str], *written: str) -> str:
    """What `review` says of a commit that writes files and changes nothing else by itself."""
    for path in written:
        file = archive.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("something")
    git(archive.root, "add", "-A")
    git(archive.root, "commit", "-qm", "change", "--allow-empty")
    assert main(["review", "--base", "HEAD^", "--needs-tests"]) == 0
    return capsys.readouterr().out.strip()


@pytest.mark.parametrize(
    "path",
    [
        BESIDE,
        f"data/results/{FIRST}/bundle.yaml",
        f"data/ledger/{FIRST}.csv",
        "data/comparisons/first.jsonl",
        "data/campaigns.csv",
        "data/revisions/2024-01-b/1/bundle.yaml",
        "data/sources/somebody.yaml",
        "data/series/two.yaml",
        "content/comparisons/third.md",
    ],
)
def test_data_needs_no_test_of_the_program(
    inside: Archive, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert needs_tests(inside, capsys, path) == "no"


@pytest.mark.parametrize(
    "path",
    [
        "scripts/sysbench_archive/new.py",
        "layouts/new.html",
        "static/js/new.js",
        "schema/bundle-1.schema.json",
        "requirements/test.txt",
        "tests/new.py",
        "docs/new.md",
        ".github/workflows/new.yml",
        ".gitattributes",
        "Makefile",
        "content/about.md",
        "content/_content.gotmpl",
        "data/results/conftest.py",
        "data/sources/../../conftest.py",
        "data/sources/a\ndata/sources/b.yaml",
        " data/sources/b.yaml",
    ],
)
def test_anything_beside_data_needs_them(
    inside: Archive, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert needs_tests(inside, capsys, BESIDE, path) == "yes"


def test_what_is_gone_or_moved_needs_tests(
    inside: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    """A move of a file of the program into a result shows its new name alone to most tools."""
    assert needs_tests(inside, capsys, "scripts/old.py") == "yes"
    (inside.root / BESIDE).parent.mkdir(parents=True)
    git(inside.root, "mv", "scripts/old.py", BESIDE)
    assert needs_tests(inside, capsys) == "yes"
    git(inside.root, "rm", "-q", BESIDE)
    assert needs_tests(inside, capsys) == "yes"


def test_no_change_needs_tests(inside: Archive, capsys: pytest.CaptureFixture[str]) -> None:
    assert needs_tests(inside, capsys) == "yes"


@pytest.mark.parametrize(
    ("change", "bundles", "questions"),
    [
        # The third ran the question about the second again, and a run of the first.
        (Change("c", bundles=(THIRD,)), {FIRST, SECOND, THIRD}, {"second"}),
        (Change("c", comparisons=("second",)), {SECOND, THIRD}, {"second"}),
        (Change("c", bundles=(SECOND,)), {SECOND, THIRD}, {"second"}),
        (Change("c", bundles=(FIRST,)), {FIRST, THIRD}, {"first", "again"}),
        (Change("c", sources=("any",)), set(), set()),
    ],
)
def test_what_was_run_again_stands_beside_what_ran_it_again(
    archive: Archive,
    work: Work,
    change: Change,
    bundles: set[str],
    questions: set[str],
) -> None:
    surveys = survey_archive(archive, work)
    checked = check_surveyed(archive, surveys, work.store)
    again = (("/comparisons/second/", 1), (f"/results/{FIRST}/t1/", 2))
    surveys[2] = replace(surveys[2], reproduces=again)
    part = part_of(replace(checked, surveys=surveys), change)
    assert {survey.id for survey in part.surveys} == part.records.keys() == bundles
    assert {comparison.slug for comparison in part.curated} == questions
