"""One bundle through load, check and derive: the unit of work that is spread over processes.

The outcome goes to the store; what comes back is small, so that the main process never holds
the archive. Where nothing has changed, no outcome is decoded.
"""

from __future__ import annotations

import dataclasses
import hashlib
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.places import Place
from sysbench_archive.build.program import meaning_digest, source_digest
from sysbench_archive.build.store import (
    Outcome,
    Store,
    Work,
    read_verified,
    write_verified,
)
from sysbench_archive.bundle.files import Folder, read_folder, write_files
from sysbench_archive.bundle.load import assemble
from sysbench_archive.derive.entries import (
    ComparisonEntry,
    ResultEntry,
    SourceMention,
    comparison_entry,
    hardware_classes,
    result_entry,
    source_mention,
)
from sysbench_archive.derive.held import HeldBundle, held_bundle
from sysbench_archive.derive.results import identity_of, result_record
from sysbench_archive.derive.settings import ResultSettings, result_settings
from sysbench_archive.ledger.record import Identity
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.model.comparison_revision import ComparisonRow
from sysbench_archive.model.counted import CountedRelease
from sysbench_archive.model.listing import HardwareClassRecord
from sysbench_archive.model.result import Replication, ResultRecord
from sysbench_archive.pages.comparison.page import comparison_parts
from sysbench_archive.pages.comparison.panels import own_panels, result_charts
from sysbench_archive.pages.comparison.record import matrix_comparisons, result_findings
from sysbench_archive.pages.comparison.states import matrix_state
from sysbench_archive.pages.path_length import counted_releases
from sysbench_archive.pages.result import result_parts
from sysbench_archive.problems import Problem, has_errors
from sysbench_archive.rules.archive import claimed_reports
from sysbench_archive.rules.catalogue import check_bundle
from sysbench_archive.rules.dates import days_of, is_future
from sysbench_archive.tables import Value
from sysbench_archive.tables.cells import Cell, cell_rows
from sysbench_archive.tables.comparisons import ApiContrast, contrast_rows
from sysbench_archive.tables.offered_loads import OfferedLoads, offered_loads
from sysbench_archive.tables.replications import campaign_pairs, replications
from sysbench_archive.tables.series import series_rows


@dataclass(frozen=True, slots=True)
class Survey:
    """What the main process needs to know of a bundle. `key` finds its outcome in the store.

    `days` are the dates it states; `reproduces` and `supersedes` are with their lines of
    bundle.yaml. What stands below `source` is of bundles without errors.
    """

    id: str
    key: str
    days: tuple[str, ...]
    problems: tuple[Problem, ...]
    identity: Identity | None
    reproduces: tuple[tuple[str, int], ...]
    supersedes: tuple[tuple[str, int], ...]
    submitter: str
    source: SourceMention | None
    entry: ResultEntry | None = None
    comparisons: tuple[ComparisonEntry, ...] = ()
    compared: tuple[ComparisonRow, ...] = ()
    cells: tuple[Cell, ...] = ()
    contrasts: tuple[ApiContrast, ...] = ()
    held: HeldBundle | None = None
    loads: tuple[OfferedLoads, ...] = ()
    counted: tuple[CountedRelease, ...] = ()
    classes: tuple[HardwareClassRecord, ...] = ()
    servers: tuple[str, ...] = ()
    workloads: tuple[str, ...] = ()
    reports: tuple[tuple[str, str], ...] = ()
    settings: ResultSettings | None = None
    parts: tuple[str, ...] = ()
    compared_parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    license: str = ""
    alone: str = ""
    """Finds its outcome without what other campaigns say; empty where that is the same."""


def survey_all(places: Iterable[Place], work: Work) -> Iterator[Survey]:
    """Survey bundles on all workers, in the order given."""
    one = partial(survey, store=work.store, engine=_engine(work.store), today=work.today)
    return work.executor.map(one, places, chunksize=4)


def survey_files(bundles: Mapping[str, Mapping[str, bytes]], work: Work) -> list[Survey]:
    """Survey bundles as they once were, each from its files, in this process.

    Messages name them as in a checkout, so that an outcome that was kept of them is found.
    """
    with tempfile.TemporaryDirectory(prefix="sysbench-archive-") as root:
        then = Archive(Path(root))
        for name, files in bundles.items():
            write_files(then.results / name, files)
        places = [Place(folder, then.label(folder)) for folder in then.bundles()]
        engine = _engine(work.store)
        return [survey(place, work.store, engine, work.today) for place in places]


def survey_archive(
    archive: Archive, work: Work, told: Callable[[int], None] = lambda _: None
) -> list[Survey]:
    """Survey every bundle of a checkout, by name, with what other campaigns say of its contrasts.

    `told` is called with the number of bundles surveyed so far.
    """
    places = [Place(folder, archive.label(folder)) for folder in archive.bundles()]
    surveys = []
    for found in survey_all(places, work):
        surveys.append(found)
        told(len(surveys))
    return with_replications(surveys, work)


def with_replications(surveys: Sequence[Survey], work: Work) -> list[Survey]:
    """Surveys with what other campaigns on the same machines say of their contrasts."""
    found = replications(campaign_pairs(cell for survey in surveys for cell in survey.cells))
    due = [survey for survey in surveys if survey.id in found]
    one = partial(_replicated, store=work.store)
    again = work.executor.map(one, due, [found[survey.id] for survey in due])
    named = {survey.id: survey for survey in again}
    return [named.get(survey.id, survey) for survey in surveys]


def _replicated(survey: Survey, found: Sequence[Replication], store: Store) -> Survey:
    """A survey derived anew, or as it was derived the last time that others said the same."""
    said = msgspec.json.encode([survey.key, found])
    key = hashlib.sha256(said).hexdigest()
    if known := store.known(key, Survey):
        return known
    outcome = store.need(survey.key)
    assert outcome.result, "only bundles without errors have cells"
    result = replace(outcome.result, replications=list(found))
    fields, derived = _derived(result, outcome.series)
    again = dataclasses.replace(survey, key=key, alone=survey.key, **fields)
    store.put(key, again, derived)
    return again


def _engine(store: Store) -> str:
    """What the modules say that survey a bundle; kept, for it takes a second to tell."""
    source = source_digest(__name__)
    if known := read_verified(store.program, source):
        return known.decode()
    said = meaning_digest(__name__)
    write_verified(store.program, source, said.encode())
    return said


def survey(place: Place, store: Store, engine: str, today: date) -> Survey:
    """Load, check and derive one bundle, or take the outcome of the last time.

    An outcome holds any day, so its key has none: else every build after midnight would begin
    from nothing. Only a bundle that states a date still to come is surveyed anew each day.
    """
    files = read_folder(place.folder, place.label)

    def kept(day: date | None) -> Survey:
        parts = (engine, day.isoformat() if day else "", place.label, files.digest())
        key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
        if known := store.known(key, Survey):
            return known
        found, outcome = _surveyed(place, files, key, day)
        store.put(key, found, outcome)
        return found

    found = kept(None)
    return kept(today) if any(is_future(stated, today) for stated in found.days) else found


def _surveyed(place: Place, files: Folder, key: str, today: date | None) -> tuple[Survey, Outcome]:
    loaded = assemble(place.folder.name, place.label, files)
    bundle, problems = loaded.bundle, list(loaded.problems)
    if bundle:
        problems += check_bundle(bundle, today)
    fields: dict[str, Any] = {}
    outcome = Outcome(result=None, matrix=[], own_panels=[], series=[])
    if bundle and not has_errors(problems):
        result = result_record(bundle)
        fields, outcome = _derived(result, list(series_rows(bundle.runs)))
        fields |= _of_result(result) | {"classes": tuple(hardware_classes(bundle))}
    found = Survey(
        id=place.folder.name,
        key=key,
        days=tuple(days_of(bundle)) if bundle else (),
        problems=tuple(sorted(set(problems))),
        identity=identity_of(bundle, [c.slug for c in outcome.matrix]) if bundle else None,
        reproduces=_mentions(bundle, "reproduces") if bundle else (),
        supersedes=_mentions(bundle, "supersedes") if bundle else (),
        submitter=bundle.facts["submitter"]["name"] if bundle else "",
        source=source_mention(bundle) if bundle else None,
        **fields,
    )
    return found, outcome


def _derived(result: ResultRecord, series: list[list[Value]]) -> tuple[dict[str, Any], Outcome]:
    """What follows from the record of a bundle, verdicts and all; and its outcome."""
    matrix, own = list(matrix_comparisons(result)), list(own_panels(result))
    charts = result_charts(result, matrix, own)
    result = replace(result, charts=charts, findings=result_findings(matrix, own))
    fields = {
        "entry": result_entry(result),
        "contrasts": tuple(row for comparison in matrix for row in contrast_rows(comparison)),
        "loads": tuple(offered_loads(result, matrix)),
        "comparisons": tuple(comparison_entry(comparison) for comparison in matrix),
        "compared": tuple(matrix_state(comparison) for comparison in matrix),
        "parts": tuple(part.id for part in result_parts(result)),
        "compared_parts": {
            each.slug: tuple(part.id for part in comparison_parts(each)) for each in matrix
        },
    }
    return fields, Outcome(result=result, matrix=matrix, own_panels=own, series=series)


def _mentions(bundle: Bundle, name: str) -> tuple[tuple[str, int], ...]:
    """Each entry of a list of names, with its line of bundle.yaml."""
    entries = enumerate(bundle.facts.get(name, ()))
    return tuple((entry, bundle.line(f"/{name}/{index}")) for index, entry in entries)


def _of_result(result: ResultRecord) -> dict[str, Any]:
    """What is known of a bundle without errors alone."""
    return {
        "cells": tuple(cell_rows(result)),
        "held": held_bundle(result),
        "counted": tuple(counted_releases(result)),
        "servers": tuple(server.id for server in result.servers),
        "workloads": tuple(workload.id for workload in result.workloads),
        "reports": tuple(claimed_reports(result.runs)),
        "settings": result_settings(result),
        "license": result.license,
    }
