"""`intake`: turn an issue form into a bundle, in two steps that do not trust each other.

The first reads the issue, checks the bundle made of it, and writes one file. The second reads that
file as if a stranger had written it, and works out the names of the bundle's files itself.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from msgspec import to_builtins

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.places import Place
from sysbench_archive.build.store import Store
from sysbench_archive.build.survey import survey
from sysbench_archive.bundle.files import write_files
from sysbench_archive.commands.checkout import archive_here
from sysbench_archive.commands.checkout import today as this_day
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer
from sysbench_archive.intake.document import Group, Made, made_of, problems_in
from sysbench_archive.intake.dropped import DOCUMENT
from sysbench_archive.intake.form import (
    MAX_PROBLEMS,
    IntakeRecord,
    answer_fault,
    answers_in,
    message,
)
from sysbench_archive.intake.stated import commands_of_log
from sysbench_archive.ledger.events import recorded
from sysbench_archive.ledger.record import FOLDER, write_rows
from sysbench_archive.problems import UsageError, has_errors
from sysbench_archive.review.untrusted import RefusedError, cut, read_untrusted

OUTPUT_FILE = "raw/output.txt"
MAX_EVENT = 4 << 20
MAX_INTAKE = 1 << 20


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue: its number, its text, and the account that wrote it, "" if unknown."""

    number: int
    body: str
    author: str = ""


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
    issue = event.get("issue") if isinstance(event, dict) else None
    if not isinstance(issue, dict) or not isinstance(issue.get("number"), int):
        raise UsageError(f"{path} is neither an event with an issue nor the text of one")
    author = issue.get("user")
    login = author.get("login") if isinstance(author, dict) else None
    # JSON can hold halves of characters, which no file can.
    body = str(issue.get("body") or "").encode("utf-8", "replace").decode("utf-8")
    return Issue(issue["number"], body, str(login or ""))


def intake(archive: Archive, issue: Issue, today: date) -> IntakeRecord:
    """What becomes of an issue: a bundle with its row of the record, or what is wrong."""
    made = bundle_of(issue, today.isoformat())
    problems = made.problems
    if not problems and (archive.results / made.bundle).exists():
        told = f"bundle {made.bundle} is in the archive already"
        problems = [answer_fault("", told, "nothing is left to do")]
    files: dict[str, str] = {}
    if not problems:
        # The bundle through load and check, in a folder that is thrown away.
        with tempfile.TemporaryDirectory() as name:
            write_files(Path(name) / made.bundle, made.files)
            place = Place(Path(name) / made.bundle, f"data/results/{made.bundle}")
            found = survey(place, Store(Path(name) / "outcomes"), "", today)
        problems = list(found.problems)
        if found.identity is not None and not has_errors(problems):
            rows = recorded((), found.identity, today.isoformat())
            texts = [made.files[n].decode() for n in (DOCUMENT, OUTPUT_FILE)]
            files = dict(zip(_paths(made.bundle), [*texts, write_rows(rows)], strict=True))
        else:
            problems = [p for p in problems if p.severity == "error"]
    return IntakeRecord(
        issue=issue.number,
        bundle=made.bundle if files else None,
        title=made.title if files else "",
        files=files,
        problems=[
            replace(p, message=cut(p.message, 200), hint=cut(p.hint, 200))
            for p in problems[:MAX_PROBLEMS]
        ],
    )


def bundle_of(issue: Issue, day: str) -> Made:
    """The bundle an issue describes, or what is wrong with it; `day` is YYYY-MM-DD."""
    answers, problems = answers_in(issue.body)
    if not answers:
        return Made(problems=problems)
    logs = {"output": answers.pop("output")}
    answers["commands"] = answers["commands"] or "\n".join(commands_of_log(logs["output"])).strip()
    if not answers["commands"]:
        told = "no command, neither here nor in the log"
        problems.append(answer_fault("commands", told, "copy the command as it was typed"))
    problems += problems_in(logs, answers)
    if problems:
        return Made(problems=problems)
    told = f"Made from the form of issue {issue.number}: output and facts as they were pasted there"
    return made_of(
        logs,
        answers,
        [Group("commands", "", {"output": OUTPUT_FILE})],
        day=day,
        notes=f"{told}, private parts replaced.",
        suffix=f"issue-{issue.number}",
        account=issue.author,
    )


def _paths(bundle: str) -> tuple[str, str, str]:
    """The files an intake writes: names we made, whatever the issue says."""
    folder = f"data/results/{bundle}"
    return f"{folder}/{DOCUMENT}", f"{folder}/{OUTPUT_FILE}", f"{FOLDER}/{bundle}.csv"


def unpack(archive: Archive, record: IntakeRecord, number: int) -> list[str]:
    """Write the files of an intake; their paths. Raises RefusedError, and then writes none."""
    if record.issue != number:
        raise RefusedError(f"the intake is not that of issue {number}")
    if record.bundle is None:
        return []
    if sorted(record.files) != sorted(_paths(record.bundle)):
        raise RefusedError("the intake names files that an intake does not have")
    if not record.bundle.endswith(f"-issue-{number}"):
        raise RefusedError("the intake's bundle is not named after its issue")
    if (archive.results / record.bundle).exists():
        raise RefusedError("the intake's bundle is in the archive already")
    write_files(archive.root, {path: text.encode() for path, text in record.files.items()})
    return sorted(record.files)


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
