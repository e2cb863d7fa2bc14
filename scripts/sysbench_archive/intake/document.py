"""From the answers of a form to bundle.yaml and its evidence.

Owns the order: answers, redaction, complaints, and only then a document. Its id and the name of
its file are made of words we chose and of numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sysbench_archive.bundle.writing import as_yaml
from sysbench_archive.intake.body import Complaint, answers_in
from sysbench_archive.intake.form import FIELDS
from sysbench_archive.intake.redaction import left_over, redactor_for
from sysbench_archive.intake.runs import FILE, Pasted, pasted, run_entries
from sysbench_archive.intake.sections import (
    client,
    hosts,
    line,
    one_line,
    server,
    server_id,
    workload,
    workload_id,
)
from sysbench_archive.intake.settings import settings_in
from sysbench_archive.model import PRODUCTS
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.sysbench.command import parse_command

HEADINGS = {field.id: field.heading for field in FIELDS}
_VERSION = re.compile(r"[0-9]{1,2}\.[0-9]{1,3}(?:\.[0-9]{1,3})?(?:[-.+~_a-zA-Z0-9]{0,30})")
_NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,2})?")
_THREADS = re.compile(r"(--(?:num-)?threads)[= ]\s*[0-9]+")
_PROSE = ("name", "source", "machine", "cpu", "storage", "os", "disclosure", "notes")
_TYPED = ("command", "prepare", "output", "notes")
"""Where names of hosts and accounts stand."""


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue: its number, its text, and the account that wrote it, "" if unknown."""

    number: int
    body: str
    author: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A bundle's id and its files by path below its folder; or nothing but complaints."""

    bundle: str
    title: str
    files: Mapping[str, str]
    complaints: tuple[Complaint, ...]


def bundle_of(issue: Issue, day: str) -> Outcome:
    """The bundle an issue describes; `day` is YYYY-MM-DD."""
    answers, complaints = answers_in(issue.body)
    if not answers:
        return Outcome("", "", {}, tuple(complaints))
    redactor = redactor_for(*(answers[name] for name in _TYPED))
    found = pasted(answers["output"], HEADINGS["output"])
    complaints += [*found.complaints, *_faults(answers)]
    clean = _cleaned(answers, redactor)
    after = pasted(clean["output"], HEADINGS["output"])
    if _figures(after) != _figures(found):
        message = "a name in it is also a word of sysbench's output: replace it by <host-1> first"
        complaints.append(Complaint(HEADINGS["output"], message))
    for name in _TYPED:
        if left_over(clean[name]):
            message = "it names more hosts and accounts than can be replaced: remove the prompts"
            complaints.append(Complaint(HEADINGS[name], message))
    if complaints:
        return Outcome("", "", {}, tuple(complaints))
    return _outcome(issue, day, clean, after, redactor)


def _cleaned(answers: Mapping[str, str], redactor: Redactor) -> dict[str, str]:
    texts = (*_PROSE, "prepare", "command", "output", "options")
    return dict(answers) | {name: redactor.clean(answers[name]) for name in texts}


def _figures(found: Pasted) -> list[tuple[object, ...]]:
    return [
        (r.index, r.threads, r.transactions, r.tps, r.qps, r.duration_s, r.latency_ms, r.complete)
        for r in found.reports
    ]


def _faults(answers: Mapping[str, str]) -> list[Complaint]:
    found = []
    if answers["version"] and not _VERSION.fullmatch(answers["version"]):
        found.append(Complaint(HEADINGS["version"], "write it as the server does, such as 10.11.6"))
    command = parse_command(one_line(answers["command"]))
    if answers["command"] and command.verb != "run":
        message = "it has to be the command of the run, with `run` at its end"
        found.append(Complaint(HEADINGS["command"], message))
    found += [
        Complaint(HEADINGS[name], "write a number and nothing else")
        for name in ("cpu_threads", "memory_gib")
        if answers[name] and not _NUMBER.fullmatch(answers[name])
    ]
    _, odd = settings_in(answers["options"])
    if odd:
        message = f"{len(odd)} lines are no settings: write each as name = value"
        found.append(Complaint(HEADINGS["options"], message))
    return found


def _outcome(
    issue: Issue, day: str, answers: Mapping[str, str], found: Pasted, redactor: Redactor
) -> Outcome:
    command = parse_command(_command(answers, found))
    served, tested = server_id(answers), workload_id(command)
    name = f"{day[:7]}-{server_id(answers, 2)}-{tested}-issue-{issue.number}"
    title = f"{PRODUCTS[answers['product']]} {answers['version']}: {tested}"
    document = {
        "schema": 1,
        "title": title,
        "submitted": day,
        "submitter": _submitter(issue, answers),
        "disclosure": _disclosure(answers["disclosure"]),
        "license": answers["license"],
        "evidence": "raw-output",
        "hosts": hosts(answers),
        "servers": [server(answers, served)],
        "clients": [client(answers, found, command)],
        "workloads": [workload(answers, tested, command)],
        "runs": run_entries(found.reports, served, tested),
        "redactions": redactor.count,
        "notes": _notes(issue, answers),
    }
    text = answers["output"]
    files = {"bundle.yaml": as_yaml(document), FILE: text if text.endswith("\n") else f"{text}\n"}
    return Outcome(name, title, files, ())


def _command(answers: Mapping[str, str], found: Pasted) -> str:
    """The command on one line; where runs differ in threads it says `$threads`."""
    text = one_line(answers["command"])
    several = len({report.threads for report in found.reports}) > 1
    return _THREADS.sub(r"\1=$threads", text) if several else text


def _submitter(issue: Issue, answers: Mapping[str, str]) -> dict[str, str]:
    handle = re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}", issue.author)
    return {"name": line(answers, "name")} | ({"handle": issue.author} if handle else {})


def _disclosure(text: str) -> str | dict[str, str]:
    plain = " ".join(text.split())
    return "none" if plain.lower().strip(".") == "none" else {"employer": plain[:300]}


def _notes(issue: Issue, answers: Mapping[str, str]) -> str:
    made = f"Made from the form of issue {issue.number}: output and facts as they were pasted there"
    return f"{made}, private parts replaced. {answers['notes']}".strip()
