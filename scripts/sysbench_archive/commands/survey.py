"""One bundle through load, check and derive: the unit of work that is spread over processes.

The outcome goes to the store; what comes back is small, so that the main process never holds
the archive.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.files import Folder, read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.store import Store
from sysbench_archive.derive.comparisons import matrix_comparisons
from sysbench_archive.derive.hardware_pages import classes_of
from sysbench_archive.derive.identity import identity_of
from sysbench_archive.derive.result_charts import own_panels, result_charts
from sysbench_archive.derive.results import result_record
from sysbench_archive.derive.site import comparison_entry, result_entry
from sysbench_archive.derive.upgrade_points import upgrade_points
from sysbench_archive.ledger import Identity
from sysbench_archive.model import Bundle
from sysbench_archive.problems import Problem, has_errors
from sysbench_archive.publish.explore.series import bundle_series
from sysbench_archive.rules.catalogue import check_bundle
from sysbench_archive.rules.repeats import claimed_reports

Seconds = dict[str, float]
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Survey:
    """What the main process needs to know of a bundle. `key` finds its outcome in the store."""

    id: str
    key: str
    problems: tuple[Problem, ...]
    identity: Identity | None
    entry: Record | None
    comparisons: tuple[Record, ...]
    series: Record | None
    points: tuple[Record, ...]
    classes: tuple[Record, ...]
    servers: tuple[str, ...]
    workloads: tuple[str, ...]
    reports: tuple[tuple[str, str], ...]
    reproduces: tuple[tuple[str, int], ...]
    seconds: Seconds


@dataclass(frozen=True, slots=True)
class Place:
    """A bundle's folder and how messages name it."""

    folder: Path
    label: str


def survey_all(
    places: Iterable[Place], store: Store, engine: str, today: date, executor: Executor
) -> Iterator[Survey]:
    """Survey bundles on all workers, in the order given."""
    work = partial(survey, store=store, engine=engine, today=today)
    return executor.map(work, places, chunksize=4)


def survey(place: Place, store: Store, engine: str, today: date) -> Survey:
    """Load, check and derive one bundle, or take the outcome of the last time."""
    started = time.perf_counter()
    files = read_folder(place.folder, place.label)
    parts = (engine, today.isoformat(), place.label, files.digest())
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    outcome = store.get(key)
    if outcome is None:
        outcome, seconds = _outcome(place, files, today, started)
        store.put(key, outcome)
    else:
        seconds = {"load": time.perf_counter() - started}
    return _survey(place.folder.name, key, outcome, seconds)


def _outcome(place: Place, files: Folder, today: date, started: float) -> tuple[Record, Seconds]:
    loaded = assemble(place.folder.name, place.label, files)
    at_load = time.perf_counter()
    problems = list(loaded.problems)
    if loaded.bundle:
        problems += check_bundle(loaded.bundle, today)
    at_check = time.perf_counter()
    sound = loaded.bundle is not None and not has_errors(problems)
    result = result_record(loaded.bundle) if loaded.bundle and sound else None
    matrix = list(matrix_comparisons(result)) if result else []
    own = list(own_panels(result)) if result else []
    if result:
        result["charts"] = result_charts(result, matrix, own)
    outcome = {
        "problems": [asdict(problem) for problem in sorted(set(problems))],
        "identity": asdict(identity_of(loaded.bundle, matrix)) if loaded.bundle else None,
        "result": result,
        "matrix": matrix,
        "own_panels": own,
        "points": upgrade_points(result) if result else [],
        "reports": list(claimed_reports(result["runs"])) if result else [],
        "reproduces": _reproduces(loaded.bundle) if loaded.bundle else [],
    }
    at_end = time.perf_counter()
    seconds = {
        "load": at_load - started,
        "check": at_check - at_load,
        "derive": at_end - at_check,
    }
    return outcome, seconds


def _reproduces(bundle: Bundle) -> list[tuple[str, int]]:
    """Each path in `reproduces` with its line of bundle.yaml."""
    paths = enumerate(bundle.facts.get("reproduces", ()))
    return [(path, bundle.line(f"/reproduces/{index}")) for index, path in paths]


def _identity(cells: Record) -> Identity:
    """An identity as the store keeps it: lists come back in place of tuples."""
    kept: Record = {n: tuple(v) if isinstance(v, list) else v for n, v in cells.items()}
    return Identity(**kept)


def _survey(name: str, key: str, outcome: Record, seconds: Seconds) -> Survey:
    result, identity = outcome["result"], outcome["identity"]
    return Survey(
        name,
        key,
        tuple(Problem(**problem) for problem in outcome["problems"]),
        _identity(identity) if identity else None,
        result_entry(result) if result else None,
        tuple(comparison_entry(comparison) for comparison in outcome["matrix"]),
        bundle_series(result) if result else None,
        tuple(outcome["points"]),
        tuple(classes_of(result)) if result else (),
        tuple(server["id"] for server in result["servers"]) if result else (),
        tuple(workload["id"] for workload in result["workloads"]) if result else (),
        tuple((report, run) for report, run in outcome["reports"]),
        tuple((path, line) for path, line in outcome["reproduces"]),
        seconds,
    )
