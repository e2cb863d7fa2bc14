"""`review`: report what a change adds to the archive, as `report.json` and as Markdown.

The archive at the base commit is read from git into a temporary folder: its bundles only, and
nothing of it is run. `--render` prints the Markdown of a report that somebody else made.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from sysbench_archive.build.archive import Archive, read_records
from sysbench_archive.build.checking import check_archive, curated_of
from sysbench_archive.build.git import answered, shared_commit
from sysbench_archive.build.places import Place
from sysbench_archive.build.preview import PROGRAM
from sysbench_archive.build.store import Store, store_of
from sysbench_archive.build.survey import Survey, survey_all
from sysbench_archive.bundle.files import content_hash, directory_hash, read_folder, write_files
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.commands.checkout import archive_here, workers
from sysbench_archive.commands.checkout import today as this_day
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, say
from sysbench_archive.derive.entries import ResultEntry
from sysbench_archive.importers.archives import ArchiveError, open_archive
from sysbench_archive.ledger.record import is_withdrawn
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.history import changed_facts
from sysbench_archive.problems import UsageError
from sysbench_archive.review.markdown import markdown
from sysbench_archive.review.record import ChangeKind, ReviewReport, report_bytes
from sysbench_archive.review.report import RESULTS, ArchiveChange, Change, State, make_report
from sysbench_archive.review.untrusted import RefusedError, read_untrusted

COMPARISONS = "content/comparisons"


@dataclass(frozen=True, slots=True)
class Base:
    """The commit a change starts from: the newest one it shares with the branch it is for."""

    root: Path
    commit: str

    def trees(self) -> dict[str, str]:
        """Bundle to git's hash of its folder."""
        entries = self._entries(RESULTS)
        return {path.name: digest for kind, digest, path in entries if kind == "tree"}

    def _entries(self, folder: str) -> Iterator[tuple[str, str, Path]]:
        """(kind, git's hash, path) of everything directly in a folder; nothing if it is absent."""
        text = answered(self.root, "ls-tree", "-z", self.commit, "--", f"{folder}/").decode()
        for line in filter(None, text.split("\0")):
            head, _, path = line.partition("\t")
            _mode, kind, digest = head.split()
            yield kind, digest, Path(path)

    def extract(self, names: Collection[str], folder: Path) -> dict[str, Path]:
        """Write bundles as they were into a folder: bundle to where it is.

        Raises UsageError for what no bundle holds: links, devices, paths that lead out of it.
        """
        for name in names:
            tree = f"{self.commit}:{RESULTS}/{name}"
            data = answered(self.root, "archive", "--format=tar", tree)
            try:
                opened = open_archive(f"{name}.tar", data)
            except ArchiveError as error:
                raise UsageError(f"{name}: {error}") from None
            for path, fault in opened.refused:
                raise UsageError(f"{name}: {path!r} {fault}")
            write_files(folder / name, {path: opened.read(path) for path in opened.members})
        return {name: folder / name for name in names}

    def curated(self) -> dict[str, str]:
        """Slug of each curated comparison to git's hash of its file."""
        entries = self._entries(COMPARISONS)
        return {path.stem: digest for _, digest, path in entries if path.suffix == ".md"}

    def code_files(self) -> int:
        """How many files of the program, templates and schemas differ."""
        text = answered(self.root, "diff", "--name-only", "-z", self.commit, "--", *PROGRAM)
        return len([name for name in text.split(b"\0") if name])


def base_of(archive: Archive, reference: str) -> Base:
    """The base of the checkout's state. Raises UsageError for what is no commit."""
    return Base(archive.root, shared_commit(archive.root, reference))


def changed_bundles(archive: Archive, trees: Mapping[str, str]) -> dict[str, ChangeKind]:
    """Bundle to what happened to it, of those that are not as they were; by name."""
    now = {folder.name: folder for folder in archive.bundles()}
    found: dict[str, ChangeKind] = {}
    for name in sorted({*now, *trees}):
        if name not in trees:
            found[name] = "added"
        elif name not in now:
            found[name] = "removed"
        elif tree_of(now[name]) != trees[name]:
            found[name] = "changed"
    return found


def tree_of(folder: Path) -> str:
    """Git's hash of a bundle's folder; another one where a file of it cannot be a bundle's."""
    files = read_folder(folder, folder.name)
    known = directory_hash((file.path, file.sha1_git) for file in files.files.values())
    return known if not files.problems else f"with problems {known}"


MAX_OTHERS = 200
"""Existing bundles that are looked through for neighbours, the newest first."""


def review(
    archive: Archive, reference: str, store: Store, *, today: date, executor: Executor
) -> ReviewReport:
    """The report of everything that is not as it was at a commit."""
    base = base_of(archive, reference)
    kinds = changed_bundles(archive, base.trees())
    problems = check_archive(archive, store, today, executor, base=base.commit)
    here = [Place(folder, archive.label(folder)) for folder in archive.bundles()]
    surveys = {s.id: s for s in survey_all(here, store, today, executor)}
    with tempfile.TemporaryDirectory() as name:
        old = base.extract([n for n, kind in kinds.items() if kind != "added"], Path(name))
        places = [Place(folder, folder.name) for folder in old.values()]
        before = survey_all(places, store, today, executor)
        earlier = {survey.id: _state(store, survey) for survey in before}
        documents = {n: _document(folder) for n, folder in old.items()}
    records = read_records(archive)[0]
    kinds = {
        n: "withdrawn" if kind == "removed" and is_withdrawn(records.get(n, ())) else kind
        for n, kind in kinds.items()
    }
    changes = [
        Change(
            id=n,
            kind=kind,
            before=earlier.get(n),
            after=_state(store, surveys[n]) if n in surveys else None,
            reason=records[n][-1].reason if n in records and kind != "added" else "",
            facts=tuple(changed_facts(documents[n], _document(archive.results / n)))
            if kind == "changed"
            else (),
        )
        for n, kind in kinds.items()
    ]
    others = list(_others(store, surveys, changes))
    curated = _curated(archive, base, surveys, kinds)
    return make_report(
        ArchiveChange(
            base=base.commit,
            bundles=changes,
            curated=curated,
            others=others,
            problems=problems,
            code_files=base.code_files(),
        )
    )


def _document(folder: Path) -> Mapping[str, Any]:
    """What bundle.yaml of a folder says; nothing where it cannot be read."""
    path = folder / "bundle.yaml"
    value = read_yaml(path.read_bytes(), path.name).value if path.is_file() else None
    return value if isinstance(value, Mapping) else {}


def _state(store: Store, survey: Survey) -> State | None:
    outcome = store.get(survey.key)
    if outcome is None or outcome.result is None:
        return None
    return State(outcome.result, tuple(outcome.matrix))


def _others(
    store: Store, surveys: Mapping[str, Survey], changes: Sequence[Change]
) -> Iterator[ResultRecord]:
    """Results of other bundles that have a series and a workload in common with a changed one."""
    states = [change.after.result for change in changes if change.after]
    series = {(s.product, s.series) for result in states for s in result.servers}
    tests = {w.test for result in states for w in result.workloads}
    known = {change.id for change in changes}
    found = 0
    for name in sorted(surveys.keys() - known, reverse=True):
        if found < MAX_OTHERS and _shares(surveys[name].entry, series, tests):
            state = _state(store, surveys[name])
            found += 1
            if state:
                yield state.result


def _shares(entry: ResultEntry | None, series: set[tuple[str, str]], tests: set[str]) -> bool:
    if entry is None:
        return False
    mine = {(server.product, server.series) for server in entry.servers}
    return bool(mine & series and entry.tests.keys() & tests)


def _curated(
    archive: Archive, base: Base, surveys: Mapping[str, Survey], kinds: Mapping[str, ChangeKind]
) -> dict[str, ChangeKind]:
    """Pages of curated comparisons whose text changed, or that draw on a changed bundle."""
    old = base.curated()
    new = {p.stem: content_hash(p.read_bytes()) for p in archive.curated_files()}
    found: dict[str, ChangeKind] = {}
    for curated in curated_of(archive, list(surveys.values()), read_records(archive)[0]):
        named = set(curated.definition.named_bundles() if curated.definition else ())
        if curated.slug not in old:
            found[f"/comparisons/{curated.slug}/"] = "added"
        elif old[curated.slug] != new[curated.slug] or named & kinds.keys():
            found[f"/comparisons/{curated.slug}/"] = "changed"
    gone = old.keys() - new.keys() - {"_index"}
    return found | {f"/comparisons/{slug}/": "removed" for slug in gone}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--base", metavar="REF", default="origin/main", help="what it changes")
    parser.add_argument("--out", type=Path, default=Path("review"), help="folder for the report")
    parser.add_argument("--render", type=Path, metavar="FILE", help="print a report as Markdown")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    if arguments.render:
        try:
            answer(markdown(read_untrusted(arguments.render, ReviewReport)))
        except RefusedError as error:
            raise UsageError(str(error)) from None
        return CLEAN
    archive = archive_here()
    with store_of(archive) as store, workers() as executor:
        report = review(archive, arguments.base, store, today=this_day(), executor=executor)
    text = markdown(report)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, data in (("report.json", report_bytes(report)), ("report.md", text.encode())):
        partial = arguments.out / f"{name}.partial"
        partial.write_bytes(data)
        partial.replace(arguments.out / name)
    answer(text)
    say(f"the report is in {arguments.out}")
    return PROBLEMS if report.errors else CLEAN
