"""`review`: report what a change adds to the archive, as `report.json` and as Markdown.

What changed is git's answer. Bundles at the base commit are read into a temporary folder, and
nothing of that commit is run. `--render` prints the Markdown of a report that somebody else made.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from html import unescape
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from sysbench_archive.build.archive import Archive, read_records
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.comparison_records import curated_of
from sysbench_archive.build.git import (
    Repository,
    authors_since,
    changed_paths,
    shared_commit,
)
from sysbench_archive.build.paths import BUNDLE, place_of
from sysbench_archive.build.places import Place
from sysbench_archive.build.preview import is_data_only
from sysbench_archive.build.store import Store, Work
from sysbench_archive.build.survey import Survey, survey_all
from sysbench_archive.bundle.curated import Curated, front_matter
from sysbench_archive.bundle.files import replace_file, write_files
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.commands.checkout import archive_here, work_on
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, say
from sysbench_archive.derive.reproductions import named_by
from sysbench_archive.ledger.record import is_withdrawn
from sysbench_archive.pages.history import changed_facts
from sysbench_archive.problems import UsageError
from sysbench_archive.review.markdown import markdown
from sysbench_archive.review.record import ChangeKind, PathKind, ReviewReport, report_bytes
from sysbench_archive.review.report import RESULTS, Change, State, TouchedFile, make_report
from sysbench_archive.review.untrusted import RefusedError, read_untrusted

COMPARISONS = "content/comparisons"


def review(archive: Archive, reference: str, work: Work) -> ReviewReport:
    """The report of everything that is not as it was at a commit."""
    repository = Repository(archive.root)
    base = shared_commit(archive.root, reference)
    paths = changed_paths(archive.root, base)
    problems = check_archive(archive, work, base=base)
    here = [Place(folder, archive.label(folder)) for folder in archive.bundles()]
    store, surveys = work.store, {s.id: s for s in survey_all(here, work)}
    trees = {n: repository.tree(base, f"{RESULTS}/{n}") for n in _names_in(paths, RESULTS)}
    with tempfile.TemporaryDirectory() as folder:
        old = {name: Path(folder) / name for name, tree in trees.items() if tree}
        for name, place in old.items():
            write_files(place, repository.files(trees[name] or "") or {})
        before = survey_all([Place(p, n) for n, p in old.items()], work)
        known = list(before)
        earlier = {survey.id: _state(store, survey) for survey in known}
        documents = {name: _document(place) for name, place in old.items()}
    records = read_records(archive)[0]
    published = repository.recorded(base)
    owners = {s.id: s.submitter for s in (*surveys.values(), *known) if s.id in published}
    changes = []
    for name in sorted(trees.keys() & (old.keys() | surveys.keys())):
        rows = records.get(name, ())
        kind: ChangeKind = "changed" if name in old else "added"
        if name not in surveys:
            kind = "withdrawn" if is_withdrawn(rows) else "removed"
        now = _document(archive.results / name)
        change = Change(
            id=name,
            kind=kind,
            before=earlier.get(name),
            after=_state(store, surveys[name]) if name in surveys else None,
            reason=rows[-1].reason if rows and kind != "added" else "",
            facts=tuple(changed_facts(documents[name], now)) if kind == "changed" else (),
            claims=tuple(_claims(surveys[name], owners)) if name in surveys else (),
        )
        changes.append(change)
    drawn = curated_of(archive, list(surveys.values()), records)
    return make_report(
        base,
        changes,
        curated=_curated(repository.file_at(base), paths, drawn, {*trees}),
        others=[c for s in surveys.values() if s.id not in trees for c in s.cells],
        problems=problems,
        files=_touched(
            archive.root,
            base,
            paths,
            owners,
            {s.id: s.submitter for s in surveys.values() if s.entry},
        ),
    )


def _touched(
    root: Path,
    base: str,
    paths: Mapping[str, ChangeKind],
    owners: Mapping[str, str],
    submitters: Mapping[str, str],
) -> list[TouchedFile]:
    """Every file of a change; `owners` are who submitted the results there were before, by id,
    `submitters` who submitted those there are now, as they say.
    """
    authors, file_at = authors_since(root, base), Repository(root).file_at(base)
    writing, known = ", ".join(authors), set(owners.values()).difference(authors)
    found = []
    for path, change in paths.items():
        place, named = place_of(path)
        bundle = named.get("bundle", "")
        document = path == f"{RESULTS}/{bundle}/bundle.yaml"
        means, owner = f"{place.means}; written by {place.by}", owners.get(bundle, "")
        said = []
        if authors and owner and set(authors) != {owner}:
            said.append(f"{owner} submitted it, {writing} changes it")
        elif owner:
            # Git takes everybody's word for who he is.
            means += f"; {owner} submitted it and, as git says, changes it"
        elif document and submitters.get(bundle) in known:
            said.append(f"it says that {submitters[bundle]} submits it, and {writing} does")
        if document or place.kind in _STATING:
            before, now = file_at(path), root / path
            texts = (before, now.read_bytes() if now.is_file() else b"")
            about = {name for text in texts for name in _named_in(text, path, owners)}
            said += _names(about - {bundle}, owners, authors)
        found.append(TouchedFile(path, change, place.kind, means, "; ".join(said)))
    return found


def _names(bundles: Iterable[str], owners: Mapping[str, str], authors: list[str]) -> Iterator[str]:
    """What is said of a text that names results of somebody who is none of its authors."""
    others = sorted(name for name in bundles if owners[name] not in authors)
    if others:
        listed = ", ".join(others[:MAX_NAMED]) + ", …" * (len(others) > MAX_NAMED)
        people = ", ".join(sorted({owners[name] for name in others})[:MAX_NAMED])
        yield f"it names {listed}, which {people} submitted"


_STATING: tuple[PathKind, ...] = ("series", "comparison", "source", "prose")
"""What may say something of results, wherever it stands."""
MAX_NAMED = 3
"""Results and people that a line of the report names."""
_ID = re.compile(BUNDLE)


def _named_in(data: bytes, path: str, bundles: Container[str]) -> set[str]:
    """Which of some bundles a text names, in whatever spelling its pages show."""
    text = data.decode("utf-8", "replace")
    # YAML and Markdown have ways to write a letter that are not the letter.
    read = front_matter(data, path) if path.endswith(".md") else read_yaml(data, path)
    shown = f"{unquote(unescape(text))} {read.value}"
    ids = {match[0].partition("--")[0] for match in _ID.finditer(shown)}
    return {name for name in ids if name in bundles}


def _claims(survey: Survey, owners: Mapping[str, str]) -> Iterator[str]:
    """What a bundle says of results that somebody else submitted."""
    said = [(name, "supersedes") for name, _ in survey.supersedes]
    said += [(named_by(path), "ran again") for path, _ in survey.reproduces]
    for name, words in dict.fromkeys(said):
        if owners.get(name, survey.submitter) != survey.submitter:
            yield f"says that it {words} {name}, which {owners[name]} submitted"


def _names_in(paths: Iterable[str], folder: str) -> list[str]:
    """What of a folder has a changed file, by its name."""
    below = (PurePosixPath(p).relative_to(folder) for p in paths if p.startswith(f"{folder}/"))
    return sorted({path.parts[0] for path in below})


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


def _curated(
    file_at: Callable[[str], bytes],
    paths: Iterable[str],
    drawn: Iterable[Curated],
    bundles: set[str],
) -> dict[str, ChangeKind]:
    """Pages of curated comparisons whose text changed, or that draw on a changed bundle."""
    names = [name for name in _names_in(paths, COMPARISONS) if name.endswith(".md")]
    touched = {n.removesuffix(".md"): file_at(f"{COMPARISONS}/{n}") for n in names}
    found: dict[str, ChangeKind] = dict.fromkeys(touched.keys() - {"_index"}, "removed")
    for each in drawn:
        found.pop(each.slug, None)
        named = set(each.definition.named_bundles() if each.definition else ())
        if each.slug in touched or named & bundles:
            found[each.slug] = "changed" if touched.get(each.slug, True) else "added"
    return {f"/comparisons/{slug}/": kind for slug, kind in found.items()}


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    if arguments.render:
        try:
            answer(markdown(read_untrusted(arguments.render, ReviewReport)))
        except RefusedError as error:
            raise UsageError(str(error)) from None
        return CLEAN
    archive = archive_here()
    if arguments.needs_tests:
        answer("no" if is_data_only(archive.root, arguments.base) else "yes")
        return CLEAN
    with work_on(archive) as work:
        report = review(archive, arguments.base, work)
    text = markdown(report)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, data in (("report.json", report_bytes(report)), ("report.md", text.encode())):
        replace_file(arguments.out / name, data)
    answer(text)
    say(f"the report is in {arguments.out}")
    return PROBLEMS if report.errors else CLEAN
