"""Pull requests that were opened side by side are merged in any order, as git merges them.

Where each is checked again on what it is merged into, as a protected branch demands, no stranger's
is refused and every state of the branch is deployed. Where it is not, the check before deploying
refuses what does not hold together.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import msgspec
import pytest

from attacks import CURATED, DAY, edit
from git_calls import git
from published_archive import BUNDLE, TEMPLATE, measured, published, retitled
from synthetic_archive import work_in
from sysbench_archive.build.archive import (
    Archive,
    read_addresses,
    read_comparison_records,
    read_records,
)
from sysbench_archive.build.campaigns import campaign_pages
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.comparison_records import (
    archive_states,
    curated_of,
    revisions_that_hold,
)
from sysbench_archive.build.recording import record_resting
from sysbench_archive.build.store import Work
from sysbench_archive.build.survey import Survey, survey_archive
from sysbench_archive.build.write_lists import recorded_pages, shared_pages
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.record import record
from sysbench_archive.commands.withdraw import withdraw
from sysbench_archive.ledger.agreement import index_of
from sysbench_archive.problems import UsageError, has_errors

INTERLEAVINGS, MERGES = 100, 3
FIRST, SECOND, NEW, OTHER = (f"2026-01-{name}" for name in ("first", "second", "new", "other"))
Change = Callable[[Archive, Work], object]


def added(name: str, tps: int) -> Change:
    """A new bundle, as `submit` records it."""

    def change(archive: Archive, work: Work) -> None:
        shutil.copytree(TEMPLATE / "data" / "results" / BUNDLE, archive.results / name)
        retitled(archive, name, f"The table {name}")
        measured(archive, name, tps)
        assert not has_errors(record(archive, [name], work)[1])

    return change


def corrected(name: str) -> Change:
    def change(archive: Archive, work: Work) -> None:
        measured(archive, name, 640)
        row, problems = correct(archive, name, "a misprint", work)
        assert row, problems

    return change


def withdrawn(name: str) -> Change:
    def change(archive: Archive, work: Work) -> None:
        withdraw(archive, name, "the author asked for it", DAY)
        record_resting(archive, [name], work)

    return change


def asked(slug: str, bundle: str) -> Change:
    """Somebody writes a comparison of a published bundle."""

    def change(archive: Archive, work: Work) -> None:
        text = (archive.root / CURATED).read_text()
        text = text.replace(BUNDLE, bundle).replace("Two versions", f"About {bundle}")
        (archive.comparisons / f"{slug}.md").write_text(text)
        if has_errors(record(archive, (), work)[1]):
            raise UsageError("the bundle is there no more")

    return change


def edited(archive: Archive, work: Work) -> None:
    edit(archive, CURATED, "What the figures say.", "What they do not say.")
    assert not has_errors(record(archive, (), work)[1])


@dataclass(frozen=True)
class Proposal:
    """A pull request: the bundle or comparison it is about, and what it does."""

    about: str
    change: Change


PROPOSALS = {
    "new": Proposal(NEW, added(NEW, 710)),
    "other": Proposal(OTHER, added(OTHER, 720)),
    "correct-first": Proposal(FIRST, corrected(FIRST)),
    "ask-about-first": Proposal(FIRST, asked("about-first", FIRST)),
    "withdraw-second": Proposal(SECOND, withdrawn(SECOND)),
    "ask-about-second": Proposal(SECOND, asked("about-second", SECOND)),
    "edit": Proposal(BUNDLE, edited),
    "correct": Proposal(BUNDLE, corrected(BUNDLE)),
}


@dataclass
class Forge:
    """A published archive with its pull requests as branches, all of one commit.

    What a commit holds is checked once: `told` and `indexes` are kept by trees.
    """

    archive: Archive
    work: Work
    told: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    indexes: dict[str, bytes] = field(default_factory=dict)
    merges: dict[tuple[str, str], str | None] = field(default_factory=dict)
    trees: dict[str, str] = field(default_factory=dict)

    def git(self, *words: str) -> str:
        return git(self.archive.root, *words)

    def tree(self, commit: str) -> str:
        if commit not in self.trees:
            self.trees[commit] = self.git("rev-parse", f"{commit}^{{tree}}")
        return self.trees[commit]

    def check_out(self, commit: str) -> None:
        self.git("checkout", "-qf", "--detach", commit)
        self.git("clean", "-fdq")

    def propose(self, name: str, base: str, commit: str = "") -> str:
        """Make a change in a checkout of a commit, and commit it: as a merge where `commit`, an
        earlier state of it, is named. Raises UsageError where nothing is left to be done.
        """
        self.check_out(base)
        PROPOSALS[name].change(self.archive, self.work)
        self.git("add", "-A")
        parents = ["-p", base, *(["-p", commit] if commit else [])]
        return self.git("commit-tree", self.git("write-tree"), *parents, "-m", name)

    def merged(self, main: str, branch: str) -> str | None:
        """The commit that merges a branch; None where git asks what to do."""
        if (pair := (self.tree(main), branch)) not in self.merges:
            command = [
                "git",
                "-C",
                str(self.archive.root),
                "merge-tree",
                "--write-tree",
                main,
                branch,
            ]
            done = subprocess.run(command, check=False, capture_output=True, text=True)
            self.merges[pair] = None if done.returncode else done.stdout.strip()
        tree = self.merges[pair]
        return tree and self.git("commit-tree", tree, "-p", main, "-p", branch, "-m", "Merge")

    def check(self, base: str, commit: str) -> list[str]:
        """What `check` tells of a commit, compared with another and the index of its site."""
        if (pair := (self.tree(base), self.tree(commit))) not in self.told:
            index = self.archive.root.parent / "addresses.json"
            index.write_bytes(self.index(base))
            self.check_out(commit)
            found = check_archive(self.archive, self.work, base=base, published=index)
            self.told[pair] = [problem.text() for problem in found if problem.severity == "error"]
        return self.told[pair]

    def index(self, commit: str) -> bytes:
        """`addresses.json` of the site of a commit, on which no comparison is told to have changed
        since it was recorded.
        """
        if (tree := self.tree(commit)) not in self.indexes:
            self.check_out(commit)
            archive, (records, _) = self.archive, read_records(self.archive)
            surveys = survey_archive(archive, self.work)
            curated = curated_of(archive, surveys, records)
            states = archive_states(surveys, curated, records, self.work.store)
            recorded, _ = read_comparison_records(archive)
            assert revisions_that_hold(records, recorded, states).keys() == states.keys()
            addresses = index_of(
                records,
                read_addresses(archive).values(),
                campaign_pages(archive, surveys, records).addresses(),
                recorded,
                pages_once(surveys) | recorded_pages(archive),
            )
            self.indexes[tree] = msgspec.json.encode(addresses)
        return self.indexes[tree]


PAGES: dict[tuple[str, ...], dict[str, str]] = {}


def pages_once(surveys: Sequence[Survey]) -> dict[str, str]:
    """`shared_pages`, which is most of a check's time, found once for the same bundles."""
    names = tuple(survey.key for survey in surveys)
    if names not in PAGES:
        PAGES[names] = shared_pages(surveys)
    return PAGES[names]


@pytest.fixture(scope="module")
def forge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forge]:
    folder = tmp_path_factory.mktemp("interleavings")
    with work_in(folder) as work, pytest.MonkeyPatch.context() as patched:
        for module in ("checking", "replay"):
            patched.setattr(f"sysbench_archive.build.{module}.shared_pages", pages_once)
        work = replace(work, today=DAY)
        archive = published(folder / "archive", work)
        for name, tps in ((FIRST, 610), (SECOND, 620)):
            added(name, tps)(archive, work)
        record(archive, (), work)
        (archive.root / "config.toml").write_text("[params]\nrepository = ''\n")
        made = Forge(archive, work)
        made.git("add", "-A")
        made.git("commit", "-qm", "Three results")
        made.git("branch", "-M", "start")
        for name in PROPOSALS:
            made.git("branch", name, made.propose(name, "start"))
        yield made


def orders() -> Iterator[tuple[random.Random, list[str]]]:
    """Which pull requests are merged, in which order."""
    for seed in range(INTERLEAVINGS):
        chance = random.Random(seed)
        yield chance, chance.sample(list(PROPOSALS), MERGES)


@pytest.mark.parametrize("name", PROPOSALS)
def test_each_is_right_for_itself(forge: Forge, name: str) -> None:
    assert forge.check("start", name) == []


def test_checked_on_what_they_are_merged_into_all_are_deployed(forge: Forge) -> None:
    refused = set()
    for chance, order in orders():
        main = deployed = forge.git("rev-parse", "start")
        merged: set[str] = set()
        for name in order:
            about = PROPOSALS[name].about
            commit = forge.merged(main, name)
            if commit is None or forge.check(main, commit):
                # Only what others did to the same bundle is a reason to do it again.
                assert about in merged, (order, name, commit and forge.check(main, commit))
                refused.add(name)
                try:
                    commit = forge.propose(name, main, name)
                except UsageError:
                    continue
                assert forge.check(main, commit) == [], (order, name)
            merged.add(about)
            main = commit
            # A newer push replaces the one that waits for the deployment under way.
            if chance.random() < 0.7:
                assert forge.check(deployed, main) == [], order
                forge.index(main)
                deployed = main
        assert forge.check(deployed, main) == [], order
    assert {"correct-first", "ask-about-first", "ask-about-second", "edit"} <= refused


def test_merged_unchecked_only_what_holds_together_is_deployed(forge: Forge) -> None:
    """The states that are deployed are looked at by `index`, as pages look at them."""
    stopped = set()
    for _, order in orders():
        main = deployed = forge.git("rev-parse", "start")
        for name in order:
            main = forge.merged(main, name) or main
            told = forge.check(deployed, main)
            if told:
                stopped.add(name)
                assert re.search("comparison-unrecorded|record-computed", told[0]), told
            else:
                forge.index(main)
                deployed = main
    assert stopped
