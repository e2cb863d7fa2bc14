"""`intake`: turn an issue form into a bundle, in two steps that do not trust each other.

The first reads the issue, checks the bundle made of it, and writes one file. The second reads that
file as if a stranger had written it, and works out the names of the bundle's files itself.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path

from msgspec import to_builtins

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.places import Place
from sysbench_archive.build.recording import FIRST_REASON
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import Survey, survey
from sysbench_archive.commands.checkout import archive_here
from sysbench_archive.commands.checkout import today as this_day
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer
from sysbench_archive.intake.document import OUTPUT_FILE, Issue, Outcome, bundle_of
from sysbench_archive.intake.form import (
    MAX_COMPLAINTS,
    Complaint,
    IntakeFile,
    IntakeRecord,
    message,
)
from sysbench_archive.ledger.events import recorded
from sysbench_archive.ledger.record import FOLDER, write_rows
from sysbench_archive.problems import UsageError
from sysbench_archive.review.untrusted import RefusedError, cut, read_untrusted

MAX_EVENT = 4 << 20
MAX_INTAKE = 1 << 20


def issue_in(path: Path, number: int) -> Issue:
    """The issue of an event file, or a file with the text alone. Raises UsageError."""
    with path.open("rb") as file:
        data = file.read(MAX_EVENT + 1)
    if len(data) > MAX_EVENT:
        raise UsageError(f"{path} is larger than {MAX_EVENT} bytes")
    text = data.decode("utf-8", "replace")
    try:
        event = json.loads(text)
    except (ValueError, RecursionError):
        return Issue(number, text)
    return _issue_of_event(event, path)


def _issue_of_event(event: object, path: Path) -> Issue:
    issue = event.get("issue") if isinstance(event, dict) else None
    if not isinstance(issue, dict) or not isinstance(issue.get("number"), int):
        raise UsageError(f"{path} is neither an event with an issue nor the text of one")
    author = issue.get("user")
    login = author.get("login") if isinstance(author, dict) else None
    # JSON can hold halves of characters, which no file can.
    body = str(issue.get("body") or "").encode("utf-8", "replace").decode("utf-8")
    return Issue(issue["number"], body, str(login or ""))


def intake(archive: Archive, issue: Issue, today: date) -> IntakeRecord:
    """What becomes of an issue: a bundle with its row of the record, or complaints."""
    outcome = bundle_of(issue, today.isoformat())
    complaints = list(outcome.complaints)
    if not complaints and (archive.results / outcome.bundle).exists():
        complaints = [Complaint("", f"bundle {outcome.bundle} is in the archive already")]
    if complaints:
        return _intake_record(issue, complaints)
    with tempfile.TemporaryDirectory() as name:
        found = _survey_outcome(outcome, Path(name), today)
    errors = [p for p in found.problems if p.severity == "error"]
    if errors or found.identity is None:
        listed = [Complaint("", f"{p.message}; {p.hint}") for p in errors]
        return _intake_record(issue, listed or [Complaint("", "the bundle cannot be read")])
    rows = recorded((), found.identity, today.isoformat(), FIRST_REASON)
    texts = [*outcome.files.values(), write_rows(rows)]
    files = dict(zip(_intake_paths(outcome.bundle), texts, strict=True))
    warnings = [cut(p.message, 200) for p in found.problems][:MAX_COMPLAINTS]
    return _intake_record(issue, [], outcome=outcome, files=files, warnings=warnings)


def _survey_outcome(outcome: Outcome, folder: Path, today: date) -> Survey:
    """The bundle through load and check, in a folder that is thrown away."""
    bundle = folder / outcome.bundle
    (bundle / "raw").mkdir(parents=True)
    for path, text in outcome.files.items():
        (bundle / path).write_bytes(text.encode())
    place = Place(bundle, f"data/results/{outcome.bundle}")
    return survey(place, Store(folder / "outcomes"), "", today)


def _intake_paths(bundle: str) -> tuple[str, str, str]:
    """The files an intake writes: names we made, whatever the issue says."""
    folder = f"data/results/{bundle}"
    return f"{folder}/bundle.yaml", f"{folder}/{OUTPUT_FILE}", f"{FOLDER}/{bundle}.csv"


def _intake_record(
    issue: Issue,
    complaints: list[Complaint],
    *,
    outcome: Outcome | None = None,
    files: Mapping[str, str] | None = None,
    warnings: list[str] | None = None,
) -> IntakeRecord:
    return IntakeRecord(
        issue=issue.number,
        bundle=outcome.bundle if outcome else None,
        title=outcome.title if outcome else "",
        files=[IntakeFile(path=path, text=text) for path, text in (files or {}).items()],
        complaints=[Complaint(c.heading, cut(c.message)) for c in complaints[:MAX_COMPLAINTS]],
        warnings=warnings or [],
    )


def unpack(archive: Archive, record: IntakeRecord, number: int) -> list[str]:
    """Write the files of an intake; their paths. Raises RefusedError, and then writes none."""
    if record.issue != number:
        raise RefusedError(f"the intake is not that of issue {number}")
    if record.bundle is None:
        return []
    files = {file.path: file.text for file in record.files}
    if tuple(sorted(files)) != tuple(sorted(_intake_paths(record.bundle))):
        raise RefusedError("the intake names files that an intake does not have")
    if not record.bundle.endswith(f"-issue-{number}"):
        raise RefusedError("the intake's bundle is not named after its issue")
    if (archive.results / record.bundle).exists():
        raise RefusedError("the intake's bundle is in the archive already")
    for path, text in files.items():
        target = archive.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())
    return sorted(files)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="event, issue text, or an intake")
    parser.add_argument("--out", type=Path, metavar="FILE", help="read an issue, write an intake")
    parser.add_argument("--unpack", action="store_true", help="write an intake's bundle")
    parser.add_argument("--message", action="store_true", help="print what to tell its author")
    parser.add_argument("--issue", type=int, default=0, metavar="N", help="number of the issue")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    if arguments.out:
        issue = issue_in(arguments.file, arguments.issue)
        record = intake(archive_here(), issue, this_day())
        arguments.out.write_text(
            json.dumps(to_builtins(record), ensure_ascii=False), encoding="utf-8"
        )
        answer(message(record))
        return CLEAN if record.bundle else PROBLEMS
    if not (arguments.unpack or arguments.message):
        raise UsageError("name --out to read an issue, or --unpack or --message for an intake")
    try:
        record = read_untrusted(arguments.file, IntakeRecord, MAX_INTAKE)
        done = unpack(archive_here(), record, arguments.issue) if arguments.unpack else []
    except RefusedError as error:
        raise UsageError(str(error)) from None
    answer("\n".join(done) if arguments.unpack else message(record))
    return CLEAN
