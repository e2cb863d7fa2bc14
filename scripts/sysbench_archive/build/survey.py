"""One bundle through load, check and derive: the unit of work that is spread over processes.

The outcome goes to the store; what comes back is small, so that the main process never holds
the archive. All of that is kept as one table: where nothing has changed, no outcome is decoded.
"""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import date
from functools import partial

import msgspec
from msgspec.structs import replace

from sysbench_archive.build.places import Place
from sysbench_archive.build.program import meaning_digest, source_digest
from sysbench_archive.build.store import (
    Outcome,
    Store,
    read_verified,
    write_verified,
)
from sysbench_archive.bundle.files import Folder, read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.derive.comparison_states import matrix_state
from sysbench_archive.derive.comparisons import matrix_comparisons, result_findings
from sysbench_archive.derive.entries import (
    ComparisonEntry,
    ListFacts,
    ResultEntry,
    SourceMention,
    comparison_entry,
    hardware_classes,
    list_facts,
    result_entry,
    source_mention,
)
from sysbench_archive.derive.panels import own_panels, result_charts
from sysbench_archive.derive.path_length import counted_releases
from sysbench_archive.derive.results import identity_of, result_record
from sysbench_archive.derive.settings import ResultSettings, result_settings
from sysbench_archive.derive.tables import bundle_tables
from sysbench_archive.ledger import Identity
from sysbench_archive.model.base import read_record
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.model.comparison_revision import ComparisonState
from sysbench_archive.model.counted import CountedRelease
from sysbench_archive.model.listing import HardwareClassRecord
from sysbench_archive.pages.result import result_parts
from sysbench_archive.problems import Problem, has_errors
from sysbench_archive.publish.explore import SeriesRow, bundle_series
from sysbench_archive.rules.archive import claimed_reports
from sysbench_archive.rules.catalogue import check_bundle
from sysbench_archive.rules.dates import days_of, is_future
from sysbench_archive.tables.cells import Cell, Judged, cell_rows, judged_rows

Seconds = dict[str, float]


@dataclass(frozen=True, slots=True)
class Survey:
    """What the main process needs to know of a bundle. `key` finds its outcome in the store.

    `days` are the dates it states.
    """

    id: str
    key: str
    days: tuple[str, ...]
    problems: tuple[Problem, ...]
    identity: Identity | None
    entry: ResultEntry | None
    listed: ListFacts | None
    comparisons: tuple[ComparisonEntry, ...]
    series: tuple[SeriesRow, ...]
    cells: tuple[Cell, ...]
    judged: tuple[Judged, ...]
    counted: tuple[CountedRelease, ...]
    classes: tuple[HardwareClassRecord, ...]
    servers: tuple[str, ...]
    workloads: tuple[str, ...]
    reports: tuple[tuple[str, str], ...]
    reproduces: tuple[tuple[str, int], ...]
    source: SourceMention | None
    settings: ResultSettings | None
    seconds: Seconds
    supersedes: tuple[tuple[str, int], ...] = ()
    parts: tuple[str, ...] = ()
    compared: tuple[ComparisonState, ...] = ()
    license: str = ""


_TABLE = "bundles"


def survey_all(
    places: Iterable[Place], store: Store, today: date, executor: Executor
) -> Iterator[Survey]:
    """Survey bundles on all workers, in the order given."""
    places, engine, table = list(places), _engine(store), _read_table(store)
    known: list[Survey | None] = [None] * len(places)
    if table:
        looked_up = executor.map(
            partial(_look_up, store=store, engine=engine), places, chunksize=32
        )
        known = [_known_survey(table, *found, today) for found in looked_up]
    new = [place for place, survey in zip(places, known, strict=True) if survey is None]
    work = partial(survey, store=store, engine=engine, today=today)
    made = executor.map(work, new, chunksize=4)
    for found in known:
        last = found or next(made)
        table[last.key] = last
        yield last
    if new:
        _write_table(store, table)


def _engine(store: Store) -> str:
    """What the modules say that survey a bundle; kept, for it takes a second to tell."""
    source = source_digest(__name__)
    if known := read_verified(store.program, source):
        return known.decode()
    said = meaning_digest(__name__)
    write_verified(store.program, source, said.encode())
    return said


def keep_only(store: Store, surveys: Iterable[Survey]) -> None:
    """Remove from the store what is of other bundles, or of these as they were."""
    table = {survey.key: survey for survey in surveys}
    store.keep_only(set(table))
    if _read_table(store).keys() != table.keys():
        _write_table(store, table)


def _look_up(place: Place, store: Store, engine: str) -> tuple[str, float]:
    """The key of a bundle as it is, "" where its outcome is not there; and the seconds it took."""
    started = time.perf_counter()
    key = _key_of(place, read_folder(place.folder, place.label), engine, None)
    return key if store.holds(key) else "", time.perf_counter() - started


def _known_survey(
    table: Mapping[str, Survey], key: str, seconds: float, today: date
) -> Survey | None:
    """The survey of the last time, unless it is not there or holds for one day only."""
    known = table.get(key)
    if known is None or any(is_future(stated, today) for stated in known.days):
        return None
    return dataclasses.replace(known, seconds={"load": seconds})


def _read_table(store: Store) -> dict[str, Survey]:
    body = read_verified(store.table, _TABLE)
    try:
        return {row.key: row for row in read_record(body, list[Survey])} if body else {}
    except msgspec.DecodeError:
        return {}


def _write_table(store: Store, table: Mapping[str, Survey]) -> None:
    rows = [table[key] for key in sorted(table)]
    write_verified(store.table, _TABLE, msgspec.json.encode(rows))


def survey(place: Place, store: Store, engine: str, today: date) -> Survey:
    """Load, check and derive one bundle, or take the outcome of the last time.

    An outcome holds any day, so its key has none: else every build after midnight would begin
    from nothing. Only a bundle that states a date still to come is surveyed anew each day.
    """
    started = time.perf_counter()
    files = read_folder(place.folder, place.label)

    def kept(day: date | None) -> tuple[str, Outcome, Seconds]:
        key = _key_of(place, files, engine, day)
        outcome = store.get(key)
        if outcome is not None:
            return key, outcome, {"load": time.perf_counter() - started}
        outcome, seconds = _derive_outcome(place, files, day, started)
        store.put(key, outcome)
        return key, outcome, seconds

    key, outcome, seconds = kept(None)
    if any(is_future(stated, today) for stated in outcome.days):
        key, outcome, seconds = kept(today)
    return _survey_of(place.folder.name, key, outcome, seconds)


def _key_of(place: Place, files: Folder, engine: str, day: date | None) -> str:
    parts = (engine, day.isoformat() if day else "", place.label, files.digest())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _derive_outcome(
    place: Place, files: Folder, today: date | None, started: float
) -> tuple[Outcome, Seconds]:
    loaded = assemble(place.folder.name, place.label, files)
    at_load = time.perf_counter()
    bundle, problems = loaded.bundle, list(loaded.problems)
    if bundle:
        problems += check_bundle(bundle, today)
    at_check = time.perf_counter()
    result = result_record(bundle) if bundle and not has_errors(problems) else None
    matrix = list(matrix_comparisons(result)) if result else []
    own = list(own_panels(result)) if result else []
    if result:
        charts = result_charts(result, matrix, own)
        result = replace(result, charts=charts, findings=result_findings(matrix, own))
    outcome = Outcome(
        days=days_of(bundle) if bundle else [],
        problems=sorted(set(problems)),
        identity=identity_of(bundle, [c.slug for c in matrix]) if bundle else None,
        result=result,
        matrix=matrix,
        own_panels=own,
        cells=cell_rows(result) if result else [],
        judged=judged_rows(bundle.id, matrix) if bundle else [],
        classes=hardware_classes(bundle) if bundle and result else [],
        reports=list(claimed_reports(result.runs)) if result else [],
        reproduces=_mentions(bundle, "reproduces") if bundle else [],
        supersedes=_mentions(bundle, "supersedes") if bundle else [],
        source=source_mention(bundle) if bundle else None,
        settings=result_settings(result) if result else None,
        tables=bundle_tables(bundle, result) if bundle and result else None,
    )
    seconds = {
        "load": at_load - started,
        "check": at_check - at_load,
        "derive": time.perf_counter() - at_check,
    }
    return outcome, seconds


def _mentions(bundle: Bundle, field: str) -> list[tuple[str, int]]:
    """Each entry of a list of names, with its line of bundle.yaml."""
    entries = enumerate(bundle.facts.get(field, ()))
    return [(entry, bundle.line(f"/{field}/{index}")) for index, entry in entries]


def _survey_of(bundle: str, key: str, outcome: Outcome, seconds: Seconds) -> Survey:
    result = outcome.result
    return Survey(
        id=bundle,
        key=key,
        days=tuple(outcome.days),
        problems=tuple(outcome.problems),
        identity=outcome.identity,
        entry=result_entry(result) if result else None,
        listed=list_facts(result) if result else None,
        comparisons=tuple(comparison_entry(comparison) for comparison in outcome.matrix),
        series=tuple(bundle_series(result)) if result else (),
        cells=tuple(outcome.cells),
        judged=tuple(outcome.judged),
        counted=tuple(counted_releases(result)) if result else (),
        classes=tuple(outcome.classes),
        servers=tuple(server.id for server in result.servers) if result else (),
        workloads=tuple(workload.id for workload in result.workloads) if result else (),
        reports=tuple(outcome.reports),
        reproduces=tuple(outcome.reproduces),
        supersedes=tuple(outcome.supersedes),
        source=outcome.source,
        settings=outcome.settings,
        seconds=seconds,
        parts=tuple(part.id for part in result_parts(result)) if result else (),
        compared=tuple(matrix_state(comparison) for comparison in outcome.matrix),
        license=result.license if result else "",
    )
