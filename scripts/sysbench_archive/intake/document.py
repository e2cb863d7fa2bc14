"""Turn the answers of an issue form into bundle.yaml and its evidence.

Answers are redacted and checked first, and every complaint is returned at once. Ids and file names
are made of fixed words and numbers; what nobody answered is `unrecorded`, never guessed. A report
that stops early becomes a failed run.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.bundle.references import identifier
from sysbench_archive.bundle.server_names import maturity, server_of
from sysbench_archive.intake.form import FIELDS, Complaint, answers_in
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.redaction.findings import findings
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.rules.plausible import version_fault
from sysbench_archive.sysbench.command import Command, parse_command
from sysbench_archive.sysbench.report import Report, parse_reports, readable_lines

_SETTING_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,79}")
_COMMENT_MARKS = ("#", ";", "[", "!", "```")
_SECRET = re.compile(r"passw|passphrase|secret|auth|token|credential", re.IGNORECASE)
MAX_SETTINGS = 300
MAX_VALUE = 300
OUTPUT_FILE = "raw/output.txt"
MAX_REPORTS = 200
_REST_UNRECORDED = {"rest": "unrecorded"}
_TRANSPORTS = {"mysql_socket": "socket", "mysql_host": "tcp"}
HEADINGS = {field.id: field.heading for field in FIELDS}
_VERSION = re.compile(r"[0-9]{1,2}\.[0-9]{1,3}(?:\.[0-9]{1,3})?(?:[-.+~_a-zA-Z0-9]{0,30})")
PLAIN_NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,2})?")
_HANDLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_THREADS = re.compile(r"(--(?:num-)?threads)[= ]\s*[0-9]+")
_PROSE_FIELDS = ("name", "source", "machine", "cpu", "storage", "os", "disclosure", "notes")
_TYPED_FIELDS = ("command", "prepare", "output", "notes")
"""Where names of hosts and accounts stand."""


def settings_in(text: str) -> tuple[dict[str, str], list[str]]:
    """Name to value as typed, and the lines that are no settings. Secrets are left out."""
    found: dict[str, str] = {}
    odd: list[str] = []
    for line in _setting_lines(text):
        name, _, value = (part.strip() for part in line.partition("="))
        name = name.removeprefix("--")
        if (
            not _SETTING_NAME.fullmatch(name)
            or len(value) > MAX_VALUE
            or len(found) >= MAX_SETTINGS
        ):
            odd.append(line)
        elif not _SECRET.search(name):
            found[name] = value.strip("'\"")
    return found, odd


def _setting_lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        plain = line.strip()
        if plain and not plain.startswith(_COMMENT_MARKS):
            yield plain


def redactor_for(*texts: str) -> Redactor:
    """A redactor that knows the machines and accounts these texts name."""
    redactor = Redactor()
    for text in texts:
        redactor.learn(text)
    return redactor


@dataclass(frozen=True, slots=True)
class PastedOutput:
    """What the output holds: reports in order, and what is wrong."""

    reports: tuple[Report, ...]
    complaints: tuple[Complaint, ...]


def read_pasted(text: str, heading: str) -> PastedOutput:
    """The reports in what was pasted under a heading, and complaints about them."""
    data = text.encode()
    reports = parse_reports(data)
    said = [
        *_report_complaints(reports),
        *_repeated_reports(reports[:MAX_REPORTS], readable_lines(data)),
    ]
    return PastedOutput(reports, tuple(Complaint(heading, sentence) for sentence in said))


def _report_complaints(reports: Sequence[Report]) -> Iterator[str]:
    if not reports:
        yield "there is no report of sysbench in it: paste everything it printed, from its version"
    if len(reports) > MAX_REPORTS:
        yield f"there are {len(reports)} reports in it; this form takes at most {MAX_REPORTS}"
    elif reports and not any(report.complete for report in reports):
        yield "every report in it stops before its summary: paste everything sysbench printed"
    for report in reports[:MAX_REPORTS]:
        if report.threads is None:
            yield f"the report that begins on line {report.first_line} states no number of threads"
    versions = {report.sysbench_version for report in reports}
    if len(versions) > 1:
        yield "the reports come from several versions of sysbench: open an issue for each"


def _repeated_reports(reports: Sequence[Report], lines: Sequence[str]) -> Iterator[str]:
    """One run pasted twice would look like a repetition without any noise."""
    first: dict[tuple[str, ...], int] = {}
    for report in reports:
        own = (line.strip() for line in lines[report.first_line - 1 : report.last_line])
        key = tuple(filter(None, own))
        if key in first:
            place = f"line {report.first_line}"
            yield f"the report on {place} is the one on line {first[key]} again: leave one of them"
        first.setdefault(key, report.first_line)


def run_entries(
    reports: Sequence[Report], server: str, workload: str, *, file: str, seen: Counter[int]
) -> Iterator[dict[str, Any]]:
    """The runs of a file, in the order of the output; `seen` are those before it by threads."""
    for report in reports:
        threads = report.threads or 1
        seen[threads] += 1
        entry = {
            "id": f"{workload}-t{threads}-r{seen[threads]}",
            "server": server,
            "workload": workload,
            "threads": threads,
            "file": file,
            "report": report.index,
            "sequence": {"repetition": seen[threads]},
        }
        if report.fatal or not report.complete:
            entry["failed"] = "sysbench reported a fatal error" if report.fatal else "it stopped"
        yield entry


def server_id(answers: Mapping[str, str], most: int = 3) -> str:
    """The name of the server: product and the first numbers of its version."""
    numbers = re.findall(r"[0-9]+", answers["version"])[:most]
    return "-".join([answers["product"], *numbers])


def workload_id(command: Command) -> str:
    """The test's name where it is one of sysbench's; a script keeps its file's name apart."""
    return identifier(command.test or "")[:30].strip("-") or "workload"


def command_on_one_line(text: str) -> str:
    """A command typed on several lines; a prompt before it goes."""
    joined = " ".join(text.replace("\\\n", " ").split())
    at = joined.find("sysbench")
    prompted = at > 0 and any(sign in joined[:at] for sign in ("$ ", "# "))
    return joined[at:] if prompted else joined


def answer_on_one_line(answers: Mapping[str, str], name: str) -> str:
    """An answer on one line, or `unrecorded`."""
    return " ".join(answers[name].split()) or "unrecorded"


def host_entries(answers: Mapping[str, str]) -> list[dict[str, Any]]:
    """The server's host, and the client's where it is another one."""
    cpu: dict[str, Any] = {"model": answer_on_one_line(answers, "cpu")}
    if answers["cpu_threads"]:
        cpu["threads"] = max(1, int(float(answers["cpu_threads"])))
    memory = {"size_mib": round(float(answers["memory_gib"] or 0) * 1024)}
    host = {
        "id": "server-host",
        "machine": answer_on_one_line(answers, "machine"),
        "kind": answers["kind"],
        **({"cloud": "unrecorded"} if answers["kind"] == "cloud-instance" else {}),
        "cpu": cpu | _REST_UNRECORDED,
        "memory": memory | _REST_UNRECORDED if memory["size_mib"] else "unrecorded",
        "storage": [{"model": answer_on_one_line(answers, "storage"), **_REST_UNRECORDED}]
        if answers["storage"]
        else "unrecorded",
        "os": answer_on_one_line(answers, "os"),
        "kernel": "unrecorded",
        "arch": "unrecorded",
        "tuning": "unrecorded",
    }
    return [host, *([_client_host()] if answers["placement"] == "other-host" else [])]


def _client_host() -> dict[str, Any]:
    names = ("machine", "kind", "cpu", "memory", "storage", "os", "kernel", "arch", "tuning")
    return {"id": "client-host", **dict.fromkeys(names, "unrecorded")}


def server_entry(answers: Mapping[str, str], name: str) -> dict[str, Any]:
    """The entry of the server."""
    settings, _ = settings_in(answers["options"])
    built = {"distribution": answer_on_one_line(answers, "source"), **_REST_UNRECORDED}
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


def client_entry(
    answers: Mapping[str, str], reports: Sequence[Report], command: Command
) -> dict[str, Any]:
    """The entry of the client."""
    transport = next((t for n, t in _TRANSPORTS.items() if n in command.parameters), "unrecorded")
    return {
        "id": "client",
        "host": "client-host" if answers["placement"] == "other-host" else "server-host",
        "sysbench": next((r.sysbench_version for r in reports), None) or "unrecorded",
        "library": "unrecorded",
        "authentication_plugin": "unrecorded",
        "placement": answers["placement"],
        **({"link": "unrecorded"} if answers["placement"] == "other-host" else {}),
        "transport": transport,
        "tls": "unrecorded",
    }


def workload_entry(
    answers: Mapping[str, str], name: str, command: Command, reports: Sequence[Report]
) -> dict[str, Any]:
    """The entry of the workload; where its runs differ in threads the command says `$threads`."""
    several = len({report.threads for report in reports}) > 1
    text = _THREADS.sub(r"\1=$threads", command.text) if several else command.text
    return {
        "id": name,
        "client": "client",
        "prepare": command_on_one_line(answers["prepare"]) or "unrecorded",
        "command": text or "unrecorded",
        **({} if text else {"stated_parameters": {}}),
        "dataset": "unrecorded",
    }


def bundle_document(
    answers: Mapping[str, str],
    entries: Mapping[str, Sequence[Mapping[str, Any]]],
    *,
    day: str,
    redactions: int,
    notes: str,
    account: str = "",
) -> dict[str, Any]:
    """The bundle of these answers; `entries` are its clients, workloads and runs."""
    tests = ", ".join(entry["id"] for entry in entries["workloads"])
    disclosure = " ".join(answers["disclosure"].split())
    none = disclosure.lower().strip(".") == "none"
    handle = {"handle": account} if _HANDLE.fullmatch(account) else {}
    return {
        "schema": 1,
        "title": f"{PRODUCTS[answers['product']]} {answers['version']}: {tests}"[:120],
        "submitted": day,
        "submitter": {"name": answer_on_one_line(answers, "name"), **handle},
        "disclosure": "none" if none else {"employer": disclosure[:300]},
        "license": answers["license"],
        "evidence": "raw-output",
        "hosts": host_entries(answers),
        "servers": [server_entry(answers, server_id(answers))],
        **entries,
        "redactions": redactions,
        "notes": notes,
    }


def figures_of_reports(reports: Sequence[Report]) -> list[tuple[object, ...]]:
    """What must be the same once private parts are replaced."""
    return [
        (r.index, r.threads, r.transactions, r.tps, r.qps, r.duration_s, r.latency_ms, r.complete)
        for r in reports
    ]


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
    redactor = redactor_for(*(answers[name] for name in _TYPED_FIELDS))
    found = read_pasted(answers["output"], HEADINGS["output"])
    complaints += [*found.complaints, *_answer_complaints(answers)]
    clean = _redacted_answers(answers, redactor)
    after = read_pasted(clean["output"], HEADINGS["output"])
    if figures_of_reports(after.reports) != figures_of_reports(found.reports):
        message = "a name in it is also a word of sysbench's output: replace it by <host-1> first"
        complaints.append(Complaint(HEADINGS["output"], message))
    for name in _TYPED_FIELDS:
        if any(findings(clean[name])):
            message = "it names more hosts and accounts than can be replaced: remove the prompts"
            complaints.append(Complaint(HEADINGS[name], message))
    if complaints:
        return Outcome("", "", {}, tuple(complaints))
    return _bundle_outcome(issue, day, clean, found=after, redactor=redactor)


def _redacted_answers(answers: Mapping[str, str], redactor: Redactor) -> dict[str, str]:
    texts = (*_PROSE_FIELDS, "prepare", "command", "output", "options")
    cleaned = {name: redactor.clean(answers[name]) for name in texts}
    return dict(answers) | cleaned | {"version": plain_version(answers)}


def plain_version(answers: Mapping[str, str]) -> str:
    """The version without what a distribution adds: `SELECT VERSION()` may be pasted as it is."""
    named = server_of(f"{answers['product']} {answers['version']}")
    return named.version if named else answers["version"]


def _answer_complaints(answers: Mapping[str, str]) -> list[Complaint]:
    found = []
    if answers["version"] and not _VERSION.fullmatch(plain_version(answers)):
        found.append(Complaint(HEADINGS["version"], "write it as the server does, such as 10.11.6"))
    elif fault := version_fault(answers["product"], answers["version"]):
        found.append(Complaint(HEADINGS["version"], fault))
    command = parse_command(command_on_one_line(answers["command"]))
    if answers["command"] and command.verb != "run":
        message = "it has to be the command of the run, with `run` at its end"
        found.append(Complaint(HEADINGS["command"], message))
    found += [
        Complaint(HEADINGS[name], "write a number and nothing else")
        for name in ("cpu_threads", "memory_gib")
        if answers[name] and not PLAIN_NUMBER.fullmatch(answers[name])
    ]
    _, odd = settings_in(answers["options"])
    if odd:
        message = f"{len(odd)} lines are not settings: write each as name = value"
        found.append(Complaint(HEADINGS["options"], message))
    return found


def _bundle_outcome(
    issue: Issue, day: str, answers: Mapping[str, str], *, found: PastedOutput, redactor: Redactor
) -> Outcome:
    command = parse_command(command_on_one_line(answers["command"]))
    tested, reports = workload_id(command), found.reports
    runs = run_entries(reports, server_id(answers), tested, file=OUTPUT_FILE, seen=Counter())
    made = f"Made from the form of issue {issue.number}: output and facts as they were pasted there"
    document = bundle_document(
        answers,
        {
            "clients": [client_entry(answers, reports, command)],
            "workloads": [workload_entry(answers, tested, command, reports)],
            "runs": list(runs),
        },
        day=day,
        redactions=redactor.count,
        notes=f"{made}, private parts replaced. {answers['notes']}".strip(),
        account=issue.author,
    )
    text = answers["output"]
    files = {
        "bundle.yaml": as_yaml(document),
        OUTPUT_FILE: text if text.endswith("\n") else f"{text}\n",
    }
    name = f"{day[:7]}-{server_id(answers, 2)}-{tested}-issue-{issue.number}"
    return Outcome(name, document["title"], files, ())
