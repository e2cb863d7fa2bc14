"""Everything around a command of the operator's own: facts before, its output, its reports.

Owns a bundle whose runs sysbench was not started for by capture. The command is run as it is
given, without a shell; what it prints is kept, redacted.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.writing import as_yaml
from sysbench_archive.capture import dataset, telemetry
from sysbench_archive.capture.bundle_document import Authorship
from sysbench_archive.capture.connection import connected
from sysbench_archive.capture.gathering import Gathered, gather
from sysbench_archive.capture.host.reading import read
from sysbench_archive.capture.plan import Access, Plan, ServerPlan
from sysbench_archive.capture.redaction import known_in
from sysbench_archive.capture.server import process
from sysbench_archive.capture.stated import refuse_unfit
from sysbench_archive.capture.stops import RefusalError
from sysbench_archive.capture.watching import Watcher
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.redaction.shapes import PASSWORD_OPTION
from sysbench_archive.sysbench.report import Report, parse_reports

OUTPUT = "raw/output.txt"


@dataclass(frozen=True, slots=True)
class Wrapping:
    """A command, the server it measures, and the bundle's folder."""

    words: Sequence[str]
    access: Access
    password: str
    folder: Path
    watcher: Watcher


@dataclass(frozen=True, slots=True)
class Described:
    """What only the operator knows."""

    title: str
    placement: str | None
    link: str | None
    variant: str | None


def wrap(
    wrapping: Wrapping,
    described: Described,
    elsewhere: Mapping[str, Any] | None,
    authorship: Authorship,
) -> list[str]:
    """Run the command and write the bundle; the ids of runs that failed."""
    redactor = Redactor(shapes=(PASSWORD_OPTION,))
    server = ServerPlan(wrapping.access, variant=described.variant)
    refuse_unfit("server", {"variant": described.variant})
    plan = Plan(
        (server,), (), (), 1, 1, 1, 1, 0, placement=described.placement, link=described.link
    )
    with connected(wrapping.access, wrapping.password) as session:
        found = gather(plan, server, session, redactor, elsewhere)
        before = dataset.encrypted(session)
        output, started, seen = _run(wrapping, found)
        after = dataset.encrypted(session)
        if before is not None and after is not None:
            found.client["tls"] = after > before
        size = dataset.size_mib(session, wrapping.access.database)
    redactor.know("password", [wrapping.password])
    text = redactor.clean(output)
    runs = list(_runs(parse_reports(text.encode()), found, started, seen))
    if not runs:
        raise RefusalError("--wrap", "the command printed no report of sysbench", text[-200:])
    for file, content in (*found.files.items(), (OUTPUT, text)):
        path = wrapping.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    workload = _workload(wrapping, found, size, redactor)
    document = _document(described, found, workload, runs, authorship)
    document = known_in(document, redactor) | {"redactions": redactor.count}
    (wrapping.folder / "bundle.yaml").write_text(as_yaml(document), encoding="utf-8")
    return [run["id"] for run in runs if "failed" in run]


def _run(wrapping: Wrapping, found: Gathered) -> tuple[str, str, Mapping[str, Any]]:
    """The command's output, when it started, and telemetry around it."""
    pid = process.find(wrapping.access, "", "")
    local = found.client["placement"] == "same-host"
    started = datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    wrapping.watcher.step("running the command", 60)
    first = telemetry.look(read, pid if local else None)
    try:
        done = subprocess.run(
            wrapping.words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
    except OSError as error:
        raise RefusalError("--wrap", str(error), got=wrapping.words[0]) from None
    seen = dict(telemetry.between(first, telemetry.look(read, pid if local else None), 0.0))
    del seen["client_cpu_s"]
    return done.stdout.decode("utf-8", "replace"), started, seen if local else {}


def _runs(
    reports: Sequence[Report], found: Gathered, started: str, seen: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    counts: dict[int, int] = {}
    for report in reports:
        threads = report.threads or 1
        counts[threads] = counts.get(threads, 0) + 1
        run: dict[str, Any] = {
            "id": f"wrapped-{found.server['id']}-t{threads}-r{counts[threads]}",
            "server": found.server["id"],
            "workload": "wrapped",
            "threads": threads,
            "file": OUTPUT,
            "report": report.index,
        }
        if len(reports) == 1:
            run |= {"started": started} | ({"telemetry": dict(seen)} if seen else {})
        if not report.complete or report.fatal:
            run["failed"] = "the report holds a fatal error" if report.fatal else "no summary"
        yield run


def _workload(
    wrapping: Wrapping, found: Gathered, size: float | None, redactor: Redactor
) -> dict[str, Any]:
    text = redactor.clean(shlex.join(wrapping.words))
    own = re.search(r"(?:^|/)sysbench$", wrapping.words[0]) is not None
    driver = {"unavailable": f"sysbench was called by {text[:500]}"}
    kind = dataset.residency(size, found.pool_bytes, None)
    unknown = {"unavailable": "information_schema.tables does not say"}
    return {
        "id": "wrapped",
        "client": found.client["id"],
        "prepare": {"unavailable": "the tables were loaded before capture was called"},
        "command": text if own else driver,
        "dataset": {"size_mib": unknown if size is None else size, "residency": kind or unknown},
    }


def _document(
    described: Described,
    found: Gathered,
    workload: dict[str, Any],
    runs: list[dict[str, Any]],
    authorship: Authorship,
) -> dict[str, Any]:
    document = {
        "schema": 1,
        "title": described.title or f"{found.server['id']}, measured by a driver of its own",
        "submitted": authorship.day,
        "submitter": {"name": authorship.submitter},
        "disclosure": authorship.stated_disclosure(),
        "license": authorship.license,
        "evidence": "raw-output",
        "campaign": {"order": "sequential", "notes": "Runs of the operator's own command."},
        "hosts": found.hosts,
        "servers": [found.server],
        "clients": [found.client],
        "workloads": [workload],
        "runs": runs,
        "attachments": found.attachments,
    }
    return {name: value for name, value in document.items() if value not in ([], None)}
