"""Whatever happens to an archive, what was published stays where it was.

A machine adds, corrects, reads anew and withdraws bundles, renames workloads, edits what somebody
wrote of them and judges by another methodology, in random order, and tries what must not be done in
between. After every publication: no address is gone, no figure is another one without a row that
says so, what a pinned address showed is what it shows, and the record has only grown.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
)

from published_archive import (
    BUNDLE,
    DAY,
    TEMPLATE,
    commit,
    measured,
    published,
    retitled,
    undo,
)
from sysbench_archive.build.archive import read_addresses, read_comparison_records, read_records
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.comparison_records import curated_of
from sysbench_archive.build.histories import history_keys, read_histories, remaining_comparisons
from sysbench_archive.build.store import Store, Work
from sysbench_archive.build.survey import Survey, survey_archive
from sysbench_archive.build.write_bundles import works_of
from sysbench_archive.bundle.load import Loaded, assemble
from sysbench_archive.commands.correct import correct
from sysbench_archive.commands.record import Reading, record
from sysbench_archive.commands.withdraw import withdraw
from sysbench_archive.ledger.agreement import index_of, promised_pages
from sysbench_archive.ledger.comparisons import COMPARISON_RECORDS, revision_page
from sysbench_archive.ledger.record import Row, digest_of, figures_of_runs
from sysbench_archive.ledger.redaction import REMOVED, emptied
from sysbench_archive.model.base import FigureValue
from sysbench_archive.model.comparison_revision import ComparisonRow
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.problems import UsageError
from sysbench_archive.publish.citation import Imprint
from sysbench_archive.publish.comparison_revisions import pinned_comparison
from sysbench_archive.verdicts.policy import VERSION

picks = st.integers(0, 99)
EDITED = ("Nobody knows.", "Nobody can tell.", "Ask again.")
JUDGED = ("pages.comparison.states.VERSION", "pages.campaign.VERSION")
"""Where the version of the methodology is looked up."""
ASSEMBLED = ("build.survey.assemble", "build.kept_revisions.assemble")
READ_TWICE = ("tps", "transactions")


class Publications(RuleBasedStateMachine):
    """An archive and its readers, who remember what they were shown."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.workers = ThreadPoolExecutor(1)
        self.factors: dict[str, int] = {}
        self.version = VERSION
        self.patches = [patch(f"sysbench_archive.{name}", self.read) for name in ASSEMBLED]
        for each in self.patches:
            each.start()
        self.count = 0
        self.archive = published(self.folder / "archive", self.work)
        self.addresses: set[str] = set()
        self.rows: dict[str, tuple[Row, ...]] = {}
        self.shown: dict[str, tuple[int, str]] = {}
        self.compared: dict[str, tuple[ComparisonRow, ...]] = {}
        self.renamed: dict[str, str] = {}
        self.edits = 0
        self.publish()

    def teardown(self) -> None:
        # Each puts back what the one before it had put there.
        for each in reversed(self.patches):
            each.stop()
        self.workers.shutdown()
        shutil.rmtree(self.folder)

    # What stands around the archive.

    @property
    def work(self) -> Work:
        """What bundles are surveyed with, and outcomes of the program as it reads now."""
        store = Store(self.folder / f"outcomes{sorted(self.factors.items())}-{self.version}")
        return Work(store, self.workers, DAY)

    def read(self, name: str, label: str, files: Any) -> Loaded:
        """Stands in for the program: some versions of it read other figures out of a bundle."""
        loaded = assemble(name, label, files)
        if loaded.bundle is None:
            return loaded
        factor = self.factors.get(name, 1)
        runs = tuple(
            replace(run, figures={n: _times(n, f, factor) for n, f in run.figures.items()})
            for run in loaded.bundle.runs
        )
        return replace(loaded, bundle=replace(loaded.bundle, runs=runs))

    def surveys(self) -> list[Survey]:
        return survey_archive(self.archive, self.work)

    def problems(self) -> list[str]:
        index = self.folder / "addresses.json"
        published = index if index.exists() else None
        found = check_archive(self.archive, self.work, base="HEAD", published=published)
        return [problem.text() for problem in found]

    def publish(self, *, purged: str = "") -> None:
        """Put the archive in front of its readers; only what passes the checks gets there.

        What comparisons said of a bundle goes with it when it is purged, and nothing else does.
        """
        told = [problem for problem in self.problems() if ": revision-redacted " not in problem]
        assert told == []
        assert purged or self.problems() == []
        self.compared = {
            slug: tuple(
                emptied(row) if purged in [named.bundle for named in row.bundles] else row
                for row in rows
            )
            for slug, rows in self.compared.items()
        }
        commit(self.archive)
        surveys, (records, _) = self.surveys(), read_records(self.archive)
        results = {s.id: result for s in surveys if (result := self.work.store.need(s.key).result)}
        pages = self.pages(surveys, records, results)
        curated = read_addresses(self.archive).values()
        compared, _ = read_comparison_records(self.archive)
        index = index_of(records, curated, (), compared)
        promised = {
            revision_page(slug, number + 1)
            for slug, count in index.revisions.items()
            for number in range(count)
        }
        pages |= self.pinned_pages(records, compared)
        promised |= {p for entry in index.results for p in promised_pages(entry)} | set(
            index.comparisons
        )
        assert promised <= pages
        assert self.addresses <= promised
        for name, rows in self.rows.items():
            assert records[name][: len(rows)] == rows
        for slug, revisions in self.compared.items():
            assert compared[slug][: len(revisions)] == revisions
        self.compared = compared
        for name, result in results.items():
            self.show(name, records[name][-1].revision, digest_of(figures_of_runs(result.runs)))
            self.write_site(name, result)
        self.addresses, self.rows = promised, records
        (self.folder / "addresses.json").write_bytes(msgspec.json.encode(index))

    def pages(
        self, surveys: list[Survey], records: Any, results: dict[str, ResultRecord]
    ) -> set[str]:
        """Every page a build makes of results, revisions and comparisons."""
        keys = history_keys(self.archive, records, surveys)
        histories = read_histories(self.archive, records, surveys, self.work.store, keys)
        curated = curated_of(self.archive, surveys, records)
        left = remaining_comparisons(curated, records)
        found = {result.path for result in results.values()}
        found |= {
            f"{result.path}revisions/{records[name][-1].revision}/"
            for name, result in results.items()
        }
        found |= {run.path for result in results.values() for run in result.runs}
        found |= {entry.path for survey in surveys for entry in survey.comparisons}
        found |= {f"/comparisons/{slug}/" for slug in left.definitions}
        found |= {comparison.path for comparison in left.withdrawn}
        for history in histories.values():
            found |= {part.path for part in (history, *history.pages, *history.comparisons)}
            found |= {f"{history.path}{run}/" for run in history.runs}
        return found

    def pinned_pages(
        self, records: Any, compared: dict[str, tuple[ComparisonRow, ...]]
    ) -> set[str]:
        """The pages of revisions of comparisons, which show the ratios of their rows."""
        found: set[str] = set()
        works = works_of(records)
        for rows in compared.values():
            page = pinned_comparison(rows, works=works, imprint=Imprint("https://a.example"))
            for row, revision in zip(rows, page.revisions, strict=True):
                shown = "".join(each.text for each in revision.found)
                ratios = [r.ratio for p in row.panels for v in p.verdicts for r in v.ratios]
                assert shown.count(" times") + shown.count(" %") >= len(ratios)
                assert revision.says == row.says or row.says == REMOVED
                assert revision.path in revision.cite
                assert all(bundle.swhid in revision.cite for bundle in row.bundles)
                found.add(revision.path)
        return found

    def show(self, name: str, revision: int, digest: str) -> None:
        """A reader looks at the figures: they may be others only in another revision."""
        before = self.shown.get(name, (0, ""))
        assert before[1] == digest or before[0] < revision
        self.shown[name] = revision, digest

    def write_site(self, name: str, result: ResultRecord) -> None:
        path = self.folder / "site" / "api" / "v1" / "bundles" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        runs = [{"run": run, **of} for run, of in figures_of_runs(result.runs).items()]
        path.write_bytes(msgspec.json.encode({"runs": runs}))

    def standing(self) -> list[str]:
        return [folder.name for folder in self.archive.bundles()]

    def pick(self, number: int) -> str:
        names = self.standing()
        return names[number % len(names)]

    # What maintainers and authors do.

    @rule()
    def add(self) -> None:
        self.count += 1
        name = f"2026-02-another-{self.count}"
        template = TEMPLATE / "data" / "results" / BUNDLE
        shutil.copytree(template, self.archive.results / name)
        retitled(self.archive, name, f"Another table {self.count}")
        measured(self.archive, name, 1000 + self.count)
        record(self.archive, [name], self.work)
        self.publish()

    @precondition(lambda self: self.standing())
    @rule(number=picks, tps=st.integers(100, 9999))
    def correct(self, number: int, tps: int) -> None:
        name = self.pick(number)
        measured(self.archive, name, tps)
        try:
            correct(self.archive, name, "a misprint", self.work)
        except UsageError as error:
            assert "nothing changed" in str(error)  # noqa: PT017
        self.publish()

    @precondition(lambda self: self.standing())
    @rule(number=picks, factor=st.integers(1, 3))
    def read_anew(self, number: int, factor: int) -> None:
        name = self.pick(number)
        self.factors[name] = factor
        if found := self.problems():
            assert all("figures_sha256 differs" in problem for problem in found)
            reading = Reading(reason="read better", before=self.folder / "site")
            record(self.archive, [name], self.work, reading=reading)
        self.publish()

    @precondition(lambda self: self.standing())
    @rule(number=picks, purge=st.booleans())
    def withdraw(self, number: int, purge: bool) -> None:
        name = self.pick(number)
        withdraw(self.archive, name, "asked for", DAY, purge=purge)
        self.publish(purged=name if purge else "")

    @rule()
    def edit_prose(self) -> None:
        """Somebody writes another summary: a revision with the old and the new sentence."""
        path = self.archive.comparisons / "two-versions.md"
        before, after = (EDITED[(self.edits + n) % len(EDITED)] for n in (0, 1))
        path.write_text(path.read_text().replace(f"summary: {before}", f"summary: {after}"))
        self.edits += 1
        self.record_all()
        if BUNDLE in self.standing():
            rows = read_comparison_records(self.archive)[0]["two-versions"]
            assert [row.says for row in rows[-2:]] == [before, after]
            assert "the text was edited" in rows[-1].reason
        self.publish()

    @rule()
    def judge_anew(self) -> None:
        """Another methodology that says the same adds no revision."""
        self.version += 1
        for name in JUDGED:
            each = patch(f"sysbench_archive.{name}", self.version)
            each.start()
            self.patches.append(each)
        before = read_comparison_records(self.archive)[0]
        self.record_all()
        assert read_comparison_records(self.archive)[0] == before
        self.publish()

    @precondition(lambda self: any(name != BUNDLE for name in self.standing()))
    @rule(number=picks)
    def rename_workload(self, number: int) -> None:
        """A correction calls a workload something else: its old address leads to the new one."""
        others = [name for name in self.standing() if name != BUNDLE]
        name = others[number % len(others)]
        path = self.archive.results / name / "bundle.yaml"
        old = f"read-only{self.renamed.get(name, '')}"
        self.renamed[name] = self.renamed.get(name, "") + "-again"
        new = f"read-only{self.renamed[name]}"
        path.write_text(re.sub(rf"\b{old}\b(?!-)", new, path.read_text()))
        correct(self.archive, name, "a misnomer", self.work)
        records, _ = read_records(self.archive)
        surveys = self.surveys()
        keys = history_keys(self.archive, records, surveys)
        history = read_histories(self.archive, records, surveys, self.work.store, keys)[name]
        (left,) = (c for c in history.comparisons if c.slug == f"{name}--{old}")
        assert left.successor is not None
        assert left.successor.path == f"/comparisons/{name}--{new}/"
        self.publish()

    def record_all(self) -> None:
        _, problems = record(self.archive, (), self.work)
        assert problems == []

    # What must not be done, and is tried.

    @precondition(lambda self: BUNDLE in self.standing())
    @rule()
    def edit_prose_in_silence(self) -> None:
        path = self.archive.comparisons / "two-versions.md"
        path.write_text(path.read_text().replace("summary: ", "summary: Well. "))
        self.refused()

    @rule(number=picks, whole=st.booleans())
    def rewrite_comparison(self, number: int, whole: bool) -> None:
        paths = sorted((self.archive.root / COMPARISON_RECORDS).glob("*.jsonl"))
        path = paths[number % len(paths)]
        if whole:
            path.unlink()
        else:
            path.write_text(path.read_text().replace('"methodology":', '"methodology":1'))
        self.refused()

    @precondition(lambda self: self.standing())
    @rule(number=picks, recorded=st.booleans())
    def rename(self, number: int, recorded: bool) -> None:
        name = self.pick(number)
        (self.archive.results / name).rename(self.archive.results / "2026-03-renamed")
        if recorded:
            record(self.archive, ["2026-03-renamed"], self.work)
            (self.archive.ledger / f"{name}.csv").unlink()
        self.refused()

    @precondition(lambda self: self.standing())
    @rule(number=picks, tps=st.integers(10_000, 20_000))
    def edit_in_silence(self, number: int, tps: int) -> None:
        measured(self.archive, self.pick(number), tps)
        _, problems = record(self.archive, (), self.work)
        assert [problem.code for problem in problems] == ["ledger-stale"]
        self.refused()

    @rule(number=picks)
    def rewrite_history(self, number: int) -> None:
        paths = sorted(self.archive.ledger.glob("*.csv"))
        path = paths[number % len(paths)]
        path.write_text(path.read_text().replace("first published", "never published"))
        self.refused()

    @precondition(lambda self: any(self.archive.revisions.glob("*/*.json")))
    @rule(number=picks)
    def forget(self, number: int) -> None:
        kept = sorted(self.archive.revisions.glob("*/*.json"))
        kept[number % len(kept)].unlink()
        self.refused()

    @rule()
    def remove_comparison(self) -> None:
        (self.archive.comparisons / "two-versions.md").unlink()
        self.refused()

    def refused(self) -> None:
        assert self.problems()
        undo(self.archive)

    @invariant()
    def nothing_is_left_of_what_was_refused(self) -> None:
        assert self.problems() == []


def _times(name: str, figure: FigureValue, factor: int) -> FigureValue:
    return FigureValue(figure.value * factor, figure.line) if name in READ_TWICE else figure


class TestPublications(Publications.TestCase):  # type: ignore[misc, name-defined]
    """The machine, run by pytest."""

    # A step records, commits and checks a whole archive: a walk of eight costs what a hundred
    # examples of other laws do.
    settings = settings(max_examples=settings.default.max_examples // 5, stateful_step_count=8)
