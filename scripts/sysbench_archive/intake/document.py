"""Turn logs and the answers of a form into bundle.yaml and its evidence.

Answers and logs are redacted and checked first, and every complaint is returned at once. Ids and
file names are made of fixed words and numbers; what nobody answered is `unrecorded`, never guessed.
A report that stops early becomes a failed run.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.bundle.references import identifier
from sysbench_archive.bundle.schema import unrecorded
from sysbench_archive.bundle.server_names import fork_mark, maturity, server_of
from sysbench_archive.intake.form import CHOICES, answer_fault
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.problems import Problem, shown
from sysbench_archive.redaction.findings import findings
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.rules.plausible import version_fault
from sysbench_archive.rules.runs import typed
from sysbench_archive.sysbench.command import Command, parse_command
from sysbench_archive.sysbench.report import Report, parse_reports
from sysbench_archive.sysbench.results import NONE, OTHER, log_faults, other_database, refusal_of

_SETTING_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,79}")
_COMMENT_MARKS = ("#", ";", "[", "!", "```")
_SECRET = re.compile(r"passw|passphrase|secret|auth|token|credential", re.IGNORECASE)
MAX_SETTINGS = 300
MAX_VALUE = 300
MAX_REPORTS = 500
_REST_UNRECORDED = {"rest": "unrecorded"}
_TRANSPORTS = {"mysql_socket": "socket", "mysql_host": "tcp"}
_VERSION = re.compile(r"[0-9]{1,2}\.[0-9]{1,3}(?:\.[0-9]{1,3})?(?:[-.+~_a-zA-Z0-9]{0,30})")
_NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,2})?")
_NUMBERS = ("cpu_threads", "memory_gib")
_HANDLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_THREADS = re.compile(r"(--(?:num-)?threads)[= ]\s*[0-9]+")
COMMAND = "command"
"""What the names of all answers begin with that are the command of a test."""
_TYPED = (COMMAND, "prepare", "notes")
"""Where names of hosts and accounts stand."""


@dataclass(frozen=True, slots=True)
class Group:
    """Logs of one workload: the answer that is its command, the test as far as it is known, and
    the file of the bundle that each log becomes, by the log's path.
    """

    field: str
    test: str
    files: Mapping[str, str]


@dataclass(slots=True)
class Made:
    """A bundle: its id, title and files by path below its folder, how many places were replaced,
    and what is wrong with it.
    """

    bundle: str = ""
    title: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    redactions: int = 0
    problems: list[Problem] = field(default_factory=list)


def made_of(
    logs: Mapping[str, str],
    answers: Mapping[str, str],
    groups: Sequence[Group],
    *,
    day: str,
    notes: str,
    suffix: str = "",
    account: str = "",
) -> Made:
    """The bundle of these logs; its problems are what could not be replaced. `day` is YYYY-MM-DD;
    `suffix` ends its id, a few digits of the logs where it is empty, so that no two are called the
    same; `account` is the author's.
    """
    made = Made()
    redactor = Redactor()
    for text in (*logs.values(), *answers.values()):
        redactor.learn(text)
    clean = {
        name: text if name in CHOICES else redactor.clean(text) for name, text in answers.items()
    }
    clean["version"] = _plain_version(clean)
    made.problems += [
        answer_fault(name, "it names more hosts and accounts than can be replaced",
                     "remove the prompts")
        for name, text in clean.items() if name.startswith(_TYPED) and any(findings(text))
    ]  # fmt: skip
    entries: dict[str, list[Any]] = {"clients": [], "workloads": [], "runs": []}
    for group in groups:
        command = _command_in(clean[group.field])
        workload = _workload_id(command, group.test, [e["id"] for e in entries["workloads"]])
        every: list[Report] = []
        seen = Counter[int]()
        for path, file in group.files.items():
            text = redactor.clean(logs[path])
            made.problems += _lost_in_redaction(file, logs[path], text)
            made.files[file] = text.encode() if text.endswith("\n") else f"{text}\n".encode()
            reports = parse_reports(made.files[file])
            every += reports
            place = _server_id(clean), workload, file
            entries["runs"] += _run_entries(reports, place, _threads_in(command) or 1, seen)
        entries["workloads"].append(_workload_entry(clean, workload, command, every))
        entries["clients"] = entries["clients"] or [_client_entry(clean, every, command)]
    tests = [entry["id"] for entry in entries["workloads"]]
    fork = " ".join(clean["fork"].split())
    named = f"{PRODUCTS[clean['product']]} {clean['version']}{fork and f' ({fork})'}"
    made.title = f"{named}: {', '.join(tests)}"[:120]
    made.redactions = redactor.count
    document = (
        _head(clean, made, day, account) | entries | {"notes": f"{notes} {clean['notes']}".strip()}
    )
    digits = hashlib.sha256(b"".join(data for _, data in sorted(made.files.items()))).hexdigest()
    test = tests[0] if len(tests) == 1 else "sysbench"
    made.bundle = "-".join([day[:7], _server_id(clean, 2), test, suffix or digits[:8]])
    made.files["bundle.yaml"] = as_yaml(document).encode()
    return made


def problems_in(logs: Mapping[str, str], answers: Mapping[str, str]) -> list[Problem]:
    """What is wrong with logs and answers, as far as they are given; "" is where what is about no
    answer points at, and then no bundle can be made.
    """
    commands = {n: answers[n] for n in answers if n.startswith((COMMAND, "prepare"))}
    return [
        *_version_problems(answers),
        *_answer_problems(answers),
        *_command_problems(commands),
        *_report_problems(logs, any(map(_threads_in, map(_command_in, commands.values())))),
    ]


def _version_problems(answers: Mapping[str, str]) -> Iterator[Problem]:
    version = _plain_version(answers)
    if version and not _VERSION.fullmatch(version):
        yield answer_fault("version", "no version", "write it as the server does, as 10.11.6")
    elif version and (fault := version_fault(answers["product"], answers["version"])):
        yield answer_fault("version", fault, "write it as the server does, as 10.11.6")
    elif (mark := fork_mark(answers["version"], {})) and not answers["fork"]:
        told = f"the version has a mark of another product: {shown(mark)}"
        yield answer_fault("fork", told, "write what the server is, as Vitess or Aurora")


def _command_problems(commands: Mapping[str, str]) -> Iterator[Problem]:
    for name, text in commands.items():
        if other := other_database(text.encode()):
            yield answer_fault("", f"the command is one for {other}", OTHER.hint)
        if name.startswith(COMMAND) and text and _command_in(text).verb != "run":
            told = "it has to end with `run`"
            yield answer_fault(name, told, "copy the command as it was typed")


def _answer_problems(answers: Mapping[str, str]) -> Iterator[Problem]:
    for name in _NUMBERS:
        text = answers[name]
        if text and not _NUMBER.fullmatch(text):
            yield answer_fault(name, "it has to be a number", "write a number and nothing else")
    _, odd = _settings_in(answers["options"])
    if odd:
        yield answer_fault(
            "options", f"{len(odd)} lines are not settings", "write each as name = value"
        )


def _settings_in(text: str) -> tuple[dict[str, str], list[str]]:
    """Name to value as typed, and the lines that are no settings. Secrets are left out."""
    found: dict[str, str] = {}
    odd: list[str] = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        name, _, value = (part.strip() for part in line.partition("="))
        name = name.removeprefix("--")
        if line.startswith(_COMMENT_MARKS):
            continue
        fits = _SETTING_NAME.fullmatch(name) and len(value) <= MAX_VALUE
        if not fits or len(found) >= MAX_SETTINGS:
            odd.append(line)
        elif not _SECRET.search(name):
            found[name] = value.strip("'\"")
    return found, odd


_Found = Mapping[str, Sequence[Report]]
"""Reports by the path of their log."""


def _report_problems(logs: Mapping[str, str], threads_stated: bool) -> Iterator[Problem]:
    found = {path: parse_reports(text.encode()) for path, text in logs.items()}
    reports = [report for of_log in found.values() for report in of_log]
    if len(reports) > MAX_REPORTS:
        told = f"these are {len(reports)} reports; a bundle made here takes at most {MAX_REPORTS}"
        hint = "use `sysbench-archive import`, which takes whole folders"
        yield answer_fault("", told, hint)
        return
    foreign = list(_foreign_problems(logs, found))
    yield from foreign
    if not foreign and all(map(refusal_of, reports)):
        told = refusal_of(reports[0]) if reports else "it holds no report"
        yield _output(told, "paste everything sysbench printed, from its version")
    if len({report.sysbench_version for report in reports}) > 1:
        yield _output("the reports come from several versions of sysbench", "one for each, please")
    yield from _each_report(found, threads_stated)


def _foreign_problems(logs: Mapping[str, str], found: _Found) -> Iterator[Problem]:
    """Reports that are of no server of this archive, whatever else is in the logs."""
    for path, reports in found.items():
        for report, fault in log_faults(logs[path].encode(), reports):
            if fault.rule in (OTHER, NONE):
                place = f" (line {report.first_line})" if report else ""
                yield answer_fault("", f"{fault.message}{place}", fault.rule.hint)


def _each_report(found: _Found, threads_stated: bool) -> Iterator[Problem]:
    first: dict[tuple[object, ...], str] = {}
    for path, of_log in found.items():
        for report in of_log:
            place = f"line {report.first_line}" + (f" of {path}" if len(found) > 1 else "")
            if report.running_threads is None and not threads_stated:
                yield _output(
                    f"the report on {place} states no number of threads", "paste it whole"
                )
            # One run pasted twice would look like a repetition without any noise.
            own = *report.plain_figures(), report.latency_ms, report.intervals
            before = first.setdefault(own, place) if report.complete else place
            if before != place:
                yield _output(f"the report on {place} is that on {before} again", "leave one out")


def _output(message: str, hint: str) -> Problem:
    return answer_fault("output", message, hint)


def _lost_in_redaction(file: str, before: str, after: str) -> Iterator[Problem]:
    """Complaints where replacing private parts changed figures, or did not get through."""
    if _figures(before) != _figures(after):
        told = f"a name in {file} is also a word of sysbench's output"
        yield _output(told, "replace it by <host-1> in the log first")
    if any(findings(after)):
        told = f"{file} names more hosts and accounts than can be replaced"
        yield _output(told, "remove the prompts from the log")


def _figures(text: str) -> list[tuple[object, ...]]:
    return [
        (r.index, r.threads, r.transactions, r.tps, r.qps, r.duration_s, r.latency_ms, r.complete)
        for r in parse_reports(text.encode())
    ]


def _run_entries(
    reports: Sequence[Report], place: tuple[str, str, str], usual: int, seen: Counter[int]
) -> Iterator[dict[str, Any]]:
    """The runs of a file, in the order of the output. `place` are server, workload and file,
    `usual` the threads of its command, `seen` the runs before it by threads.
    """
    server, workload, file = place
    for report in reports:
        threads = report.running_threads or usual
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
        if why := refusal_of(report):
            entry["failed"] = why
        yield entry


def _command_in(text: str) -> Command:
    return parse_command(command_on_one_line(text))


def _threads_in(command: Command) -> int | None:
    """The threads that a command states."""
    threads = typed(command, "threads")
    return threads if isinstance(threads, int) else None


def _server_id(answers: Mapping[str, str], most: int = 3) -> str:
    """The name of the server: product and the first numbers of its version."""
    numbers = re.findall(r"[0-9]+", answers["version"])[:most]
    return "-".join([answers["product"], *numbers])


def _workload_id(command: Command, test: str, taken: Sequence[str]) -> str:
    """The test's name where it is one of sysbench's; a script keeps its file's name apart."""
    name = identifier(command.test or test)[:30].strip("-") or "workload"
    same = [one for one in taken if one == name or one.startswith(f"{name}-")]
    return f"{name}-{len(same) + 1}" if name in taken else name


def command_on_one_line(text: str) -> str:
    """A command typed on several lines; a prompt before it goes."""
    joined = " ".join(text.replace("\\\n", " ").split())
    at = joined.find("sysbench")
    prompted = at > 0 and any(sign in joined[:at] for sign in ("$ ", "# "))
    return joined[at:] if prompted else joined


def _plain_version(answers: Mapping[str, str]) -> str:
    """The version without what a distribution adds: `SELECT VERSION()` may be pasted as it is.

    That of a fork stays as it is, where it has the form of a version.
    """
    if answers["fork"] and _VERSION.fullmatch(answers["version"]):
        return answers["version"]
    named = server_of(f"{answers['product']} {answers['version']}")
    return named.version if named else answers["version"]


def _head(answers: Mapping[str, str], made: Made, day: str, account: str) -> dict[str, Any]:
    """The bundle without its clients, workloads and runs."""
    line = {name: " ".join(text.split()) for name, text in answers.items()}
    numbers = {n: float(line[n]) if _NUMBER.fullmatch(line[n]) else 0.0 for n in _NUMBERS}
    cpu = {"model": line["cpu"], "threads": int(numbers["cpu_threads"]), **_REST_UNRECORDED}
    memory = {"size_mib": round(numbers["memory_gib"] * 1024), **_REST_UNRECORDED}
    host = {
        "id": "server-host",
        "machine": line["machine"],
        "kind": line["kind"],
        "cloud": "unrecorded" if line["kind"] == "cloud-instance" else "",
        "cpu": {name: value for name, value in cpu.items() if value},
        "memory": memory if memory["size_mib"] else "",
        "storage": line["storage"] and [{"model": line["storage"], **_REST_UNRECORDED}],
        "os": line["os"],
    }
    other = [unrecorded("host") | {"id": "client-host"}] if _is_elsewhere(answers) else []
    none = line["disclosure"].lower().strip(".") == "none"
    handle = {"handle": account} if _HANDLE.fullmatch(account) else {}
    return {
        "schema": 1,
        "title": made.title,
        "submitted": day,
        "submitter": {"name": line["name"], **handle},
        "disclosure": "none" if none else {"employer": line["disclosure"][:300]},
        "license": answers["license"],
        "evidence": "raw-output",
        "hosts": [unrecorded("host") | {n: v for n, v in host.items() if v}, *other],
        "servers": [_server_entry(answers, line["source"])],
        "redactions": made.redactions,
    }


def _is_elsewhere(answers: Mapping[str, str]) -> bool:
    return answers["placement"] == "other-host"


def _server_entry(answers: Mapping[str, str], source: str) -> dict[str, Any]:
    settings, _ = _settings_in(answers["options"])
    entry = {
        "id": _server_id(answers),
        "product": answers["product"],
        "version": answers["version"],
        "maturity": maturity(answers["product"], answers["version"], {}),
        "fork": " ".join(answers["fork"].split()),
        "regime": answers["regime"],
        "build": source and {"distribution": source, **_REST_UNRECORDED},
        "host": "server-host",
        "options": settings,
        "options_basis": "excerpt" if settings else "",
    }
    return unrecorded("server") | {name: value for name, value in entry.items() if value}


def _client_entry(
    answers: Mapping[str, str], reports: Sequence[Report], command: Command
) -> dict[str, Any]:
    transport = next((t for n, t in _TRANSPORTS.items() if n in command.parameters), "unrecorded")
    elsewhere = _is_elsewhere(answers)
    return unrecorded("client") | {
        "id": "client",
        "host": "client-host" if elsewhere else "server-host",
        "sysbench": next((r.sysbench_version for r in reports), None) or "unrecorded",
        "placement": answers["placement"],
        **({"link": "unrecorded"} if elsewhere else {}),
        "transport": transport,
    }


def _workload_entry(
    answers: Mapping[str, str], name: str, command: Command, reports: Sequence[Report]
) -> dict[str, Any]:
    """The entry of the workload; where its runs differ in threads the command says `$threads`."""
    several = len({report.running_threads for report in reports}) > 1
    text = _THREADS.sub(r"\1=$threads", command.text) if several else command.text
    return unrecorded("workload") | {
        "id": name,
        "client": "client",
        "prepare": command_on_one_line(answers["prepare"]) or "unrecorded",
        "command": text or "unrecorded",
        **({} if text else {"stated_parameters": {}}),
    }
