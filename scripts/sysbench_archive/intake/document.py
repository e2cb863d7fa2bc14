"""From the answers of a form to bundle.yaml and its evidence.

Owns names: the bundle's id, the file's, those of server, client and workload are made here out of
words we chose and numbers. What nobody answered is `unrecorded`, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sysbench_archive.capture.bundle_document import as_yaml
from sysbench_archive.capture.redaction import Redactor
from sysbench_archive.capture.server.maturity import maturity
from sysbench_archive.intake.body import Complaint, answers_in
from sysbench_archive.intake.form import FIELDS
from sysbench_archive.intake.redaction import left_over, redactor_for, without_secrets
from sysbench_archive.intake.runs import FILE, Pasted, pasted, run_entries
from sysbench_archive.intake.settings import settings_in
from sysbench_archive.model import PRODUCTS
from sysbench_archive.sysbench.command import Command, parse_command

HEADINGS = {field.id: field.heading for field in FIELDS}
_VERSION = re.compile(r"[0-9]{1,2}\.[0-9]{1,3}(?:\.[0-9]{1,3})?(?:[-.+~_a-zA-Z0-9]{0,30})")
_NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,2})?")
_THREADS = re.compile(r"(--(?:num-)?threads)[= ]\s*[0-9]+")
_PROSE = ("name", "source", "machine", "cpu", "storage", "os", "disclosure", "notes")
_TYPED = ("command", "prepare", "output", "notes")
"""Where names of hosts and accounts stand."""
_REST = {"rest": "unrecorded"}


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
    return dict(answers) | {name: without_secrets(answers[name], redactor) for name in texts}


def _figures(found: Pasted) -> list[tuple[object, ...]]:
    return [
        (r.index, r.threads, r.transactions, r.tps, r.qps, r.duration_s, r.latency_ms, r.complete)
        for r in found.reports
    ]


def _faults(answers: Mapping[str, str]) -> list[Complaint]:
    found = []
    if answers["version"] and not _VERSION.fullmatch(answers["version"]):
        found.append(Complaint(HEADINGS["version"], "write it as the server does, such as 10.11.6"))
    command = parse_command(_one_line(answers["command"]))
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
    server, workload = _server_id(answers), _workload_id(command)
    name = f"{day[:7]}-{_server_id(answers, 2)}-{workload}-issue-{issue.number}"
    title = f"{PRODUCTS[answers['product']]} {answers['version']}: {workload}"
    document = {
        "schema": 1,
        "title": title,
        "submitted": day,
        "submitter": _submitter(issue, answers),
        "disclosure": _disclosure(answers["disclosure"]),
        "license": answers["license"],
        "evidence": "raw-output",
        "hosts": _hosts(answers),
        "servers": [_server(answers, server)],
        "clients": [_client(answers, found, command)],
        "workloads": [_workload(answers, workload, command)],
        "runs": run_entries(found.reports, server, workload),
        "redactions": redactor.count,
        "notes": _notes(issue, answers),
    }
    text = answers["output"]
    files = {"bundle.yaml": as_yaml(document), FILE: text if text.endswith("\n") else f"{text}\n"}
    return Outcome(name, title, files, ())


def _server_id(answers: Mapping[str, str], most: int = 3) -> str:
    numbers = re.findall(r"[0-9]+", answers["version"])[:most]
    return "-".join([answers["product"], *numbers])


def _workload_id(command: Command) -> str:
    """The test's name where it is one of sysbench's; a script keeps its file's name apart."""
    name = re.sub(r"[^a-z0-9]+", "-", (command.test or "").lower()).strip("-")
    return name[:30].strip("-") or "workload"


def _command(answers: Mapping[str, str], found: Pasted) -> str:
    """The command on one line; where runs differ in threads it says `$threads`."""
    text = _one_line(answers["command"])
    several = len({report.threads for report in found.reports}) > 1
    return _THREADS.sub(r"\1=$threads", text) if several else text


def _one_line(text: str) -> str:
    """A command typed on several lines; a prompt before it goes."""
    joined = " ".join(text.replace("\\\n", " ").split())
    at = joined.find("sysbench")
    return joined[at:] if at > 0 and "$ " in joined[:at] else joined


def _submitter(issue: Issue, answers: Mapping[str, str]) -> dict[str, str]:
    handle = re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}", issue.author)
    return {"name": _line(answers, "name")} | ({"handle": issue.author} if handle else {})


def _disclosure(text: str) -> str | dict[str, str]:
    plain = " ".join(text.split())
    return "none" if plain.lower().strip(".") == "none" else {"employer": plain[:300]}


def _line(answers: Mapping[str, str], name: str) -> str:
    return " ".join(answers[name].split()) or "unrecorded"


def _hosts(answers: Mapping[str, str]) -> list[dict[str, Any]]:
    cpu: dict[str, Any] = {"model": _line(answers, "cpu")}
    if answers["cpu_threads"]:
        cpu["threads"] = max(1, int(float(answers["cpu_threads"])))
    memory = {"size_mib": round(float(answers["memory_gib"] or 0) * 1024)}
    host = {
        "id": "server-host",
        "machine": _line(answers, "machine"),
        "kind": answers["kind"],
        **({"cloud": "unrecorded"} if answers["kind"] == "cloud-instance" else {}),
        "cpu": cpu | _REST,
        "memory": memory | _REST if memory["size_mib"] else "unrecorded",
        "storage": [{"model": _line(answers, "storage"), **_REST}]
        if answers["storage"]
        else "unrecorded",
        "os": _line(answers, "os"),
        "kernel": "unrecorded",
        "arch": "unrecorded",
        "tuning": "unrecorded",
    }
    return [host, *([_elsewhere()] if answers["placement"] == "other-host" else [])]


def _elsewhere() -> dict[str, Any]:
    names = ("machine", "kind", "cpu", "memory", "storage", "os", "kernel", "arch", "tuning")
    return {"id": "client-host", **dict.fromkeys(names, "unrecorded")}


def _server(answers: Mapping[str, str], name: str) -> dict[str, Any]:
    settings, _ = settings_in(answers["options"])
    built = {"distribution": _line(answers, "source"), **_REST}
    entry = {
        "id": name,
        "product": answers["product"],
        "version": answers["version"],
        "maturity": maturity(answers["product"], answers["version"], {}) or "unrecorded",
        "regime": answers["regime"],
        "build": built if answers["source"] else "unrecorded",
        "allocator": "unrecorded",
        "host": "server-host",
        "options": settings or "unrecorded",
    }
    return entry | ({"options_basis": "excerpt"} if settings else {})


def _client(answers: Mapping[str, str], found: Pasted, command: Command) -> dict[str, Any]:
    transport = next((t for n, t in _TRANSPORTS.items() if n in command.parameters), "unrecorded")
    return {
        "id": "client",
        "host": "client-host" if answers["placement"] == "other-host" else "server-host",
        "sysbench": found.reports[0].sysbench_version or "unrecorded",
        "library": "unrecorded",
        "authentication_plugin": "unrecorded",
        "placement": answers["placement"],
        **({"link": "unrecorded"} if answers["placement"] == "other-host" else {}),
        "transport": transport,
        "tls": "unrecorded",
    }


_TRANSPORTS = {"mysql_socket": "socket", "mysql_host": "tcp"}


def _workload(answers: Mapping[str, str], name: str, command: Command) -> dict[str, Any]:
    return {
        "id": name,
        "client": "client",
        "prepare": _one_line(answers["prepare"]) or "unrecorded",
        "command": command.text,
        "dataset": "unrecorded",
    }


def _notes(issue: Issue, answers: Mapping[str, str]) -> str:
    made = f"Made from the form of issue {issue.number}: output and facts as they were pasted there"
    return f"{made}, private parts replaced. {answers['notes']}".strip()
