"""`review`: what a change adds to the archive, for whoever proposed it and whoever reads it.

Writes `report.json` and the same as Markdown; with `--render` only reads a report somebody else
made, and prints the Markdown.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from datetime import date
from pathlib import Path

from sysbench_archive.bundle.identity import content_hash
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.check import check_archive, curated_of, read_records
from sysbench_archive.commands.curated_records import bundles_named
from sysbench_archive.commands.fix import FIXABLE
from sysbench_archive.commands.review_base import Base, base_of, changed_bundles
from sysbench_archive.commands.store import Store, engine_digest
from sysbench_archive.commands.survey import Place, Survey, survey_all
from sysbench_archive.commands.verb import (
    CLEAN,
    PROBLEMS,
    Arguments,
    UsageError,
    Verb,
    answer,
    archive_here,
    say,
    store_of,
    workers,
)
from sysbench_archive.commands.verb import today as this_day
from sysbench_archive.review.page import markdown
from sysbench_archive.review.pages import Change, Kind, State
from sysbench_archive.review.reading import RefusedError, read_report
from sysbench_archive.review.report import Changed, Record, as_json, report

MAX_OTHERS = 200
"""Existing bundles that are looked through for neighbours, the newest first."""


def review(
    archive: Archive, reference: str, store: Store, today: date, executor: Executor
) -> Record:
    """The report of everything that is not as it was at a commit."""
    base = base_of(archive, reference)
    kinds = changed_bundles(archive, base.trees())
    problems = check_archive(archive, store, today, executor, base.commit)
    surveys = _surveyed(archive, store, today, executor)
    with tempfile.TemporaryDirectory() as name:
        old = base.extract((n for n, kind in kinds.items() if kind != "added"), Path(name))
        places = [Place(folder, folder.name) for folder in old.values()]
        before = survey_all(places, store, engine_digest(), today, executor)
        earlier = {survey.id: _state(store, survey) for survey in before}
    changes = [
        Change(n, kind, earlier.get(n), _state(store, surveys[n]) if n in surveys else None)
        for n, kind in kinds.items()
    ]
    others = list(_others(store, surveys, changes))
    curated = _curated(archive, base, surveys, kinds)
    return report(
        Changed(base.commit, changes, curated, others, problems, base.code_files(), FIXABLE)
    )


def _surveyed(archive: Archive, store: Store, today: date, executor: Executor) -> dict[str, Survey]:
    places = [Place(folder, archive.label(folder)) for folder in archive.bundles()]
    return {s.id: s for s in survey_all(places, store, engine_digest(), today, executor)}


def _state(store: Store, survey: Survey) -> State | None:
    outcome = store.get(survey.key)
    if outcome is None or outcome["result"] is None:
        return None
    return State(outcome["result"], tuple(outcome["matrix"]))


def _others(
    store: Store, surveys: Mapping[str, Survey], changes: Sequence[Change]
) -> Iterator[Record]:
    """Results of other bundles that have a series and a workload in common with a changed one."""
    states = [change.after.result for change in changes if change.after]
    series = {(s["product"], s["series"]) for result in states for s in result["servers"]}
    shelves = {w["shelf"] for result in states for w in result["workloads"]}
    known = {change.id for change in changes}
    found = 0
    for name in sorted(surveys.keys() - known, reverse=True):
        if found < MAX_OTHERS and _shares(surveys[name].entry, series, shelves):
            state = _state(store, surveys[name])
            found += 1
            if state:
                yield state.result


def _shares(entry: Record | None, series: set[tuple[str, str]], shelves: set[str]) -> bool:
    if entry is None:
        return False
    mine = {(server["product"], server["series"]) for server in entry["servers"]}
    return bool(mine & series and entry["tests"].keys() & shelves)


def _curated(
    archive: Archive, base: Base, surveys: Mapping[str, Survey], kinds: Mapping[str, Kind]
) -> dict[str, Kind]:
    """Pages of curated comparisons whose text changed, or that draw on a changed bundle."""
    old = base.curated()
    new = {p.stem: content_hash(p.read_bytes()) for p in archive.curated_files()}
    found: dict[str, Kind] = {}
    for curated in curated_of(archive, list(surveys.values()), read_records(archive)[0]):
        named = bundles_named(curated.value) if curated.value else set()
        if curated.slug not in old:
            found[f"/comparisons/{curated.slug}/"] = "added"
        elif old[curated.slug] != new[curated.slug] or named & kinds.keys():
            found[f"/comparisons/{curated.slug}/"] = "changed"
    gone = old.keys() - new.keys() - {"_index"}
    return found | {f"/comparisons/{slug}/": "removed" for slug in gone}


def _takes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--base", metavar="REF", default="origin/main", help="what it changes")
    parser.add_argument("--out", type=Path, default=Path("review"), help="folder for the report")
    parser.add_argument("--render", type=Path, metavar="FILE", help="print a report as Markdown")


def _run(arguments: Arguments) -> int:
    if arguments.render:
        try:
            answer(markdown(read_report(arguments.render)))
        except RefusedError as error:
            raise UsageError(str(error)) from None
        return CLEAN
    archive = archive_here()
    with store_of(archive) as store, workers() as executor:
        record = review(archive, arguments.base, store, this_day(), executor)
    text = markdown(record)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, data in (("report.json", as_json(record)), ("report.md", text.encode())):
        partial = arguments.out / f"{name}.partial"
        partial.write_bytes(data)
        partial.replace(arguments.out / name)
    answer(text)
    say(f"the report is in {arguments.out}")
    return PROBLEMS if record["errors"] else CLEAN


VERB = Verb("report what a change adds to the archive", _takes, _run)
