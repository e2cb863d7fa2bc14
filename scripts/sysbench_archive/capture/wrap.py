"""`capture --wrap`: run the operator's own command and write a bundle of its sysbench reports.

The command is run as given, without a shell; its output is kept, redacted.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.formatting import write_document
from sysbench_archive.capture import dataset, telemetry
from sysbench_archive.capture.bundle_document import Authorship
from sysbench_archive.capture.campaign import Watcher
from sysbench_archive.capture.connection import GoneError, connected
from sysbench_archive.capture.gathering import Gathered, gather, redact_known
from sysbench_archive.capture.host.reading import read
from sysbench_archive.capture.plan import (
    Access,
    Placement,
    Plan,
    RefusalError,
    ServerPlan,
    refuse_unfit_fields,
)
from sysbench_archive.capture.server import process
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.sysbench.report import Report, parse_reports

OUTPUT = "raw/output.txt"


@dataclass(frozen=True, slots=True)
class Wrapping:
    """A command, the server it measures, the bundle's folder, and what only its operator knows."""

    words: Sequence[str]
    access: Access
    password: str
    folder: Path
    watcher: Watcher
    title: str = ""
    placement: Placement | None = None
    link: str | None = None
    variant: str | None = None


def wrap(
    wrapping: Wrapping, elsewhere: Mapping[str, Any] | None, authorship: Authorship
) -> list[str]:
    """Run the command and write the bundle; the ids of runs that failed."""
    redactor = Redactor()
    server = ServerPlan(wrapping.access, variant=wrapping.variant)
    refuse_unfit_fields("server", {"variant": wrapping.variant})
    plan = Plan(
        servers=(server,),
        workloads=(),
        threads=(),
        repetitions=1,
        seconds=1,
        tables=1,
        table_size=1,
        seed=0,
        placement=wrapping.placement,
        link=wrapping.link,
    )
    with connected(wrapping.access, wrapping.password) as session:
        gathered = gather(plan, server, session, redactor=redactor, elsewhere=elsewhere)
        before = dataset.count_encrypted_connections(session)
        output, started, seen = _run_command(wrapping, gathered)
        # A command may restart or stop its server, or run longer than a connection may be idle:
        # what it printed is kept all the same.
        with suppress(GoneError):
            after = dataset.count_encrypted_connections(session)
            if before is not None and after is not None:
                gathered.client["tls"] = after > before
    size = _dataset_size(wrapping)
    redactor.know("password", [wrapping.password])
    text = redactor.clean(output)
    runs = list(_run_entries(parse_reports(text.encode()), gathered, started, seen))
    if not runs:
        raise RefusalError("--wrap", "the command printed no report of sysbench", text[-200:])
    for file, content in (*gathered.files.items(), (OUTPUT, text)):
        path = wrapping.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    title = wrapping.title or f"{gathered.server['id']}, measured by a driver of its own"
    document = {
        **authorship.head(title),
        "campaign": {"order": "sequential", "notes": "Runs of the operator's own command."},
        "hosts": gathered.hosts,
        "servers": [gathered.server],
        "clients": [gathered.client],
        "workloads": [_workload_entry(wrapping, gathered, size, redactor)],
        "runs": runs,
        **({"attachments": gathered.attachments} if gathered.attachments else {}),
    }
    document = redact_known(document, redactor) | {"redactions": redactor.count}
    write_document(wrapping.folder, document)
    return [run["id"] for run in runs if "failed" in run]


def _dataset_size(wrapping: Wrapping) -> float | None:
    """MiB of the tables after the command, None where nobody answers any more."""
    with (
        suppress(GoneError, RefusalError),
        connected(wrapping.access, wrapping.password) as session,
    ):
        return dataset.size_mib(session, wrapping.access.database)
    return None


def _run_command(wrapping: Wrapping, gathered: Gathered) -> tuple[str, str, Mapping[str, Any]]:
    """The command's output, when it started, and telemetry around it."""
    pid = process.find_process(wrapping.access, "", "")
    local = gathered.client["placement"] == "same-host"
    started = datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    wrapping.watcher.step("running the command", 60)
    first = telemetry.take_snapshot(read, pid if local else None)
    try:
        done = subprocess.run(
            wrapping.words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
    except OSError as error:
        raise RefusalError("--wrap", str(error), got=wrapping.words[0]) from None
    if done.returncode:
        wrapping.watcher.say(f"the command ended with exit code {done.returncode}")
    seen = dict(
        telemetry.telemetry_between(
            first, telemetry.take_snapshot(read, pid if local else None), 0.0
        )
    )
    del seen["client_cpu_s"]
    return done.stdout.decode("utf-8", "replace"), started, seen if local else {}


def _run_entries(
    reports: Sequence[Report], gathered: Gathered, started: str, seen: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    counts: dict[int, int] = {}
    for report in reports:
        threads = report.threads or 1
        counts[threads] = counts.get(threads, 0) + 1
        run: dict[str, Any] = {
            "id": f"wrapped-{gathered.server['id']}-t{threads}-r{counts[threads]}",
            "server": gathered.server["id"],
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


def _workload_entry(
    wrapping: Wrapping, gathered: Gathered, size: float | None, redactor: Redactor
) -> dict[str, Any]:
    text = redactor.clean(shlex.join(wrapping.words))
    is_sysbench = re.search(r"(?:^|/)sysbench$", wrapping.words[0]) is not None
    driver = {"unavailable": f"sysbench was called by {text[:500]}"}
    kind = dataset.residency(size, gathered.pool_bytes, None)
    unknown = {"unavailable": "information_schema.tables does not say"}
    return {
        "id": "wrapped",
        "client": gathered.client["id"],
        "prepare": {"unavailable": "the tables were loaded before capture was called"},
        "command": text if is_sysbench else driver,
        "dataset": {"size_mib": unknown if size is None else size, "residency": kind or unknown},
    }
