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
from sysbench_archive.bundle.server_names import Server, maturity
from sysbench_archive.intake.form import answer_fault
from sysbench_archive.intake.stated import (
    Commands,
    Stated,
    commands_in,
    stated_in,
    with_any_threads,
)
from sysbench_archive.model.bundle import PRODUCTS, UNRECORDED
from sysbench_archive.problems import Problem
from sysbench_archive.redaction.findings import findings
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.rules.runs import typed
from sysbench_archive.sysbench.command import Command
from sysbench_archive.sysbench.report import Report, parse_reports
from sysbench_archive.sysbench.results import NONE, OTHER, log_faults, other_database, refusal_of

MAX_REPORTS = 500
_HOST = "server-host"
_TRANSPORTS = {"mysql_socket": "socket", "mysql_host": "tcp"}
_HANDLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
COMMANDS = "commands"
"""What the names of all answers begin with that are commands."""
_TYPED = (COMMANDS, "name", "disclosure")
"""Answers that go into a bundle as they are, but for what is replaced."""


@dataclass(frozen=True, slots=True)
class Group:
    """Logs of one workload: the answer that has its commands, the test as far as it is known, and
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
    stated = stated_in(answers)
    for text in (*logs.values(), *answers.values(), *stated.texts()):
        redactor.learn(text)
    stated = stated.with_each(redactor.clean)
    clean = {n: redactor.clean(text) for n, text in answers.items() if n.startswith(_TYPED)}
    made.problems += stated.problems
    left = [("facts", text) for text in stated.facts.values()]
    made.problems += [
        answer_fault(name, "it names more hosts and accounts than can be replaced",
                     "remove the prompts")
        for name, text in (*clean.items(), *left) if any(findings(text))
    ]  # fmt: skip
    server = stated.server
    if server is None:
        return made
    entries: dict[str, list[Any]] = {"clients": [], "workloads": [], "runs": []}
    for group in groups:
        commands, _ = commands_in(clean[group.field])
        command = commands.command
        workload = _workload_id(command, group.test, [e["id"] for e in entries["workloads"]])
        every: list[Report] = []
        seen = Counter[int]()
        for path, file in group.files.items():
            text = redactor.clean(logs[path])
            made.problems += _lost_in_redaction(file, logs[path], text)
            made.files[file] = text.encode() if text.endswith("\n") else f"{text}\n".encode()
            reports = parse_reports(made.files[file])
            every += reports
            place = _server_id(server), workload, file
            entries["runs"] += _run_entries(reports, place, _threads_in(command) or 1, seen)
        entries["workloads"].append(_workload_entry(workload, commands, every))
        entries["clients"] = entries["clients"] or [_client_entry(stated, every, command)]
    tests = [entry["id"] for entry in entries["workloads"]]
    fork = stated.facts.get("fork")
    named = f"{PRODUCTS[server.product]} {server.version}{f' ({fork})' if fork else ''}"
    made.title = f"{named}: {', '.join(tests)}"[:120]
    made.redactions = redactor.count
    facts = {
        "notes": f"{notes} {stated.facts.get('notes', '')}".strip(),
        "hosts": _host_entries(stated, entries["clients"]),
        "servers": [_server_entry(stated, server)],
    }
    document = _head(clean, stated, day, account) | {"title": made.title} | entries | facts
    document["redactions"] = made.redactions
    digits = hashlib.sha256(b"".join(data for _, data in sorted(made.files.items()))).hexdigest()
    test = tests[0] if len(tests) == 1 else "sysbench"
    made.bundle = "-".join([day[:7], _server_id(server, 2), test, suffix or digits[:8]])
    made.files["bundle.yaml"] = as_yaml(document).encode()
    return made


def problems_in(logs: Mapping[str, str], answers: Mapping[str, str]) -> list[Problem]:
    """What is wrong with logs and answers, as far as they are given; "" is where what is about no
    answer points at, and then no bundle can be made.
    """
    commands = {n: commands_in(answers[n]) for n in answers if n.startswith(COMMANDS)}
    threads_stated = any(_threads_in(both.command) for both, _ in commands.values())
    return [
        *stated_in(answers).problems,
        *_command_problems(commands),
        *_report_problems(logs, threads_stated),
    ]


def _command_problems(commands: Mapping[str, tuple[Commands, str]]) -> Iterator[Problem]:
    for name, (both, fault) in commands.items():
        for text in filter(None, both):
            if other := other_database(text.encode()):
                yield answer_fault("", f"the command is one for {other}", OTHER.hint)
        if fault:
            yield answer_fault(name, fault, "copy the command as it was typed")


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


def _threads_in(command: Command) -> int | None:
    """The threads that a command states."""
    threads = typed(command, "threads")
    return threads if isinstance(threads, int) else None


def _server_id(server: Server, most: int = 3) -> str:
    """The name of the server: product and the first numbers of its version."""
    return "-".join([server.product, *re.findall(r"[0-9]+", server.version)[:most]])


def _workload_id(command: Command, test: str, taken: Sequence[str]) -> str:
    """The test's name where it is one of sysbench's; a script keeps its file's name apart."""
    name = identifier(command.test or test)[:30].strip("-") or "workload"
    same = [one for one in taken if one == name or one.startswith(f"{name}-")]
    return f"{name}-{len(same) + 1}" if name in taken else name


def _head(answers: Mapping[str, str], stated: Stated, day: str, account: str) -> dict[str, Any]:
    """Who submits the bundle, and how."""
    name, stake = (" ".join(answers[each].split()) for each in ("name", "disclosure"))
    none = stake.lower().strip(".") == "none"
    handle = {"handle": account} if _HANDLE.fullmatch(account) else {}
    return {
        "schema": 1,
        "submitted": day,
        "submitter": {"name": name, **handle},
        "disclosure": "none" if none else {"employer": stake[:300]},
        "license": stated.facts.get("license", "CC0-1.0"),
        "evidence": "raw-output",
    }


def _host_entries(stated: Stated, clients: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    others = {client["host"] for client in clients} - {_HOST}
    own = {**unrecorded("host"), **stated.host, "id": _HOST}
    return [own, *(unrecorded("host") | {"id": other} for other in others)]


def _server_entry(stated: Stated, server: Server) -> dict[str, Any]:
    facts, settings = stated.facts, stated.settings
    source = facts.get("source")
    entry = {
        "id": _server_id(server),
        "product": server.product,
        "version": server.version,
        "maturity": maturity(server.product, server.version, {}),
        "fork": facts.get("fork"),
        "regime": facts.get("settings", "pinned" if settings else ""),
        "build": source and {"distribution": source, "rest": UNRECORDED},
        "host": _HOST,
        "options": settings,
        "options_basis": "excerpt" if settings else "",
    }
    return unrecorded("server") | {name: value for name, value in entry.items() if value}


def _client_entry(stated: Stated, reports: Sequence[Report], command: Command) -> dict[str, Any]:
    transport = next((t for n, t in _TRANSPORTS.items() if n in command.parameters), UNRECORDED)
    placement = stated.facts.get("placement", "same-host" if transport == "socket" else UNRECORDED)
    elsewhere = placement == "other-host"
    return unrecorded("client") | {
        "id": "client",
        "host": "client-host" if elsewhere else _HOST,
        "sysbench": next((r.sysbench_version for r in reports), None) or UNRECORDED,
        "placement": placement,
        **({"link": UNRECORDED} if elsewhere else {}),
        "transport": transport,
    }


def _workload_entry(name: str, commands: Commands, reports: Sequence[Report]) -> dict[str, Any]:
    """The entry of the workload; where its runs differ in threads the command says `$threads`."""
    several = len({report.running_threads for report in reports}) > 1
    text = commands.command.text
    text = with_any_threads(text) if several else text
    return unrecorded("workload") | {
        "id": name,
        "client": "client",
        "prepare": commands.prepare or UNRECORDED,
        "command": text or UNRECORDED,
        **({} if text else {"stated_parameters": {}}),
    }
