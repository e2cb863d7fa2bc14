"""What the answers of a form state of the server, the machine, the commands and the rest.

Everything that is wrong is said with its line. What nobody states is `unrecorded`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sysbench_archive.bundle.server_names import Server, fork_mark, server_of
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.intake.form import FACTS, answer_fault
from sysbench_archive.model.bundle import PRODUCTS, UNRECORDED
from sysbench_archive.problems import Problem, got_expected
from sysbench_archive.rules.plausible import version_fault
from sysbench_archive.sysbench.command import Command, parse_command

_LINE = re.compile(r"(?:--)?([A-Za-z][A-Za-z0-9_.-]{0,79})\s*(?:$|([:=])\s*(.{0,2000}))")
_QUOTED = re.compile(r"""\A(["'])(.*)\1\Z""")
_COMMENT_MARKS = ("#", ";", "[", "!", "```")
_SECRET = re.compile(r"passw|passphrase|secret|auth|token|credential", re.IGNORECASE)
MAX_SETTINGS = 300
MAX_VALUE = 300
_REST_UNRECORDED = {"rest": UNRECORDED}
_VERSION = re.compile(r"[0-9]{1,2}\.[0-9]{1,3}(?:\.[0-9]{1,3})?(?:[-.+~_a-zA-Z0-9]{0,30})")
_COMMAND_LINE = re.compile(r"(?:^|[\s$#>/])(sysbench\s[^\n]{3,2000}?\s(?:run|prepare))\b")
_COMMAND_BEGINS = re.compile(r"(?:^|[\s/])sysbench\s")
_THREADS = re.compile(r"(--(?:num-)?threads)[= ]\s*[0-9]+")
_EXAMPLE = "a product and its version, as in MariaDB 10.11.6"


class Commands(NamedTuple):
    """The commands that loaded the tables and ran the test; empty where nobody says."""

    prepare: str = ""
    run: str = ""

    @property
    def command(self) -> Command:
        """The one that ran the test, read."""
        return parse_command(self.run)


@dataclass(frozen=True, slots=True)
class Stated:
    """The server, None where its answer names none; the entry of its host without an id; facts by
    name, those of choices as a bundle says them; settings by name as typed; and what is wrong.
    """

    server: Server | None
    host: Mapping[str, Any]
    facts: Mapping[str, str]
    settings: Mapping[str, str]
    problems: list[Problem] = field(default_factory=list)

    def texts(self) -> Iterator[str]:
        """What may name somebody: each value of the host and each fact, and settings as typed."""
        yield from _texts_in(self.host)
        yield from self.facts.values()
        yield from (f"{name} = {value}" for name, value in self.settings.items())

    def with_each(self, change: Callable[[str], str]) -> Stated:
        """The same with each of those texts changed."""
        return replace(
            self,
            host=_changed(self.host, change),
            facts={name: change(value) for name, value in self.facts.items()},
            settings={
                name: change(f"{name} = {value}").partition(" = ")[2]
                for name, value in self.settings.items()
            },
        )


def stated_in(answers: Mapping[str, str]) -> Stated:
    """What the answers to `server`, `machine` and `facts` state."""
    facts, settings, problems = _facts_in(answers["facts"])
    server, faults = _server_in(answers["server"], facts.get("fork", ""))
    host, odd = _host_in(answers["machine"])
    return Stated(server, host, facts, settings, [*faults, *odd, *problems])


def _server_in(text: str, fork: str) -> tuple[Server | None, list[Problem]]:
    """The server without what a distribution adds to its version: `SELECT VERSION()` may be pasted
    as it is. That of a fork stays as it is, where it has the form of a version.
    """
    plain = " ".join(text.split())
    if not plain:
        return None, []
    named = [(p, n) for p, n in PRODUCTS.items() if plain.lower().startswith(n.lower())]
    product, printed = (named[0][0], plain[len(named[0][1]) :].strip()) if named else ("", plain)
    found = server_of(f"{product} {printed}")
    if fork and product and _VERSION.fullmatch(printed):
        found = Server(product, printed)
    if found is None or not _VERSION.fullmatch(found.version):
        return None, [
            answer_fault("server", got_expected("no server of this archive", plain, _EXAMPLE),
                         f"products are {', '.join(PRODUCTS.values())}")
        ]  # fmt: skip
    if fault := version_fault(found.product, printed):
        return None, [answer_fault("server", fault, "write it as the server does")]
    if (mark := fork_mark(printed, {})) and not fork:
        told = got_expected(
            "the version has a mark of another product", mark, "a line `fork: ` with its name"
        )
        return found, [answer_fault("facts", told, "write what it is, as in `fork: Vitess`")]
    return found, []


def _host_in(text: str) -> tuple[dict[str, Any], list[Problem]]:
    """The entry of a host, as `host-facts` prints it or in its short names."""
    if not text.strip():
        return {}, []
    document = read_yaml(text.encode(), "")
    if document.problems:
        return {}, [
            answer_fault("machine", f"line {each.line}: {each.message}", each.hint)
            for each in document.problems
        ]
    if not isinstance(document.value, Mapping):
        message = got_expected("no facts", text.strip(), "lines such as `cpu: AMD EPYC 7302P`")
        return {}, [answer_fault("machine", message, "paste what `host-facts` prints")]
    host = {name: value for name, value in document.value.items() if name != "id"}
    gib = host.get("memory_gib", UNRECORDED)
    if gib != UNRECORDED and (isinstance(gib, bool) or not isinstance(gib, int | float)):
        message = got_expected("memory_gib is no number", gib, "a number of GiB")
        return {}, [answer_fault("machine", message, "write a number and nothing else")]
    return _without_short_names(host), []


def _without_short_names(host: dict[str, Any]) -> dict[str, Any]:
    threads, gib = host.pop("cpu_threads", None), host.pop("memory_gib", UNRECORDED)
    if isinstance(cpu := host.get("cpu", UNRECORDED), str):
        model = {} if cpu == UNRECORDED else {"model": cpu}
        known = model | ({"threads": threads} if threads else {})
        host["cpu"] = known | _REST_UNRECORDED if known else UNRECORDED
    if isinstance(storage := host.get("storage"), str) and storage != UNRECORDED:
        host["storage"] = [{"model": storage, **_REST_UNRECORDED}]
    if gib != UNRECORDED:
        host["memory"] = {"size_mib": round(gib * 1024), **_REST_UNRECORDED}
    if host.get("kind") == "cloud-instance":
        host.setdefault("cloud", UNRECORDED)
    return host


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _texts_in(each)


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, Mapping):
        return {name: _changed(each, change) for name, each in value.items()}
    if isinstance(value, list):
        return [_changed(each, change) for each in value]
    return change(value) if isinstance(value, str) else value


def _facts_in(text: str) -> tuple[dict[str, str], dict[str, str], list[Problem]]:
    """Facts as `name: value`, settings as `name = value`, and faults. Secrets are left out."""
    facts: dict[str, str] = {}
    settings: dict[str, str] = {}
    faults: list[str] = []
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        if not line or line.startswith(_COMMENT_MARKS):
            continue
        match = _LINE.fullmatch(line)
        name, mark, value = match.groups("") if match else ("", "", "")
        if mark == ":":
            fault = _fact_fault(name, value, facts)
            if not fault:
                before = f"{facts[name]}\n" if name in facts else ""
                facts[name] = before + (FACTS[name] or {}).get(value, value)
        elif not match or len(value) > MAX_VALUE or len(settings) >= MAX_SETTINGS:
            fault = got_expected("states nothing", line, "name: value, or name = value")
        else:
            fault = ""
            if not _SECRET.search(name):
                settings[name] = _QUOTED.sub(r"\2", value)
        faults += [f"line {number}: {fault}"] if fault else []
    hint = f"facts are {', '.join(FACTS)}; a setting has `=`, as in my.cnf"
    shown = [*faults[:3], f"and {len(faults) - 3} more lines"] if len(faults) > 3 else faults
    return facts, settings, [answer_fault("facts", fault, hint) for fault in shown]


def _fact_fault(name: str, value: str, before: Mapping[str, str]) -> str:
    if name not in FACTS:
        return got_expected("no such fact", name, f"one of {', '.join(FACTS)}")
    if name in before and name != "notes":
        return got_expected(f"{name} is stated twice", value, "one line")
    if (choices := FACTS[name]) and value not in choices:
        return got_expected(f"{name} cannot be that", value, f"one of {', '.join(choices)}")
    return "" if value else got_expected(f"{name} has no value", value, "words behind the colon")


def commands_in(text: str) -> tuple[Commands, str]:
    """The commands somebody typed, each beginning on a line of its own; and what is wrong."""
    joined: list[str] = []
    for line in text.replace("\\\n", " ").split("\n"):
        if _COMMAND_BEGINS.search(line) or not joined:
            joined.append(line)
        else:
            joined[-1] += f" {line}"
    typed = [line for line in map(_on_one_line, joined) if line]
    prepare = next((line for line in typed if parse_command(line).verb == "prepare"), "")
    others = [line for line in typed if parse_command(line).verb not in ("prepare", "cleanup")]
    alike = {_THREADS.sub(r"\1", line) for line in others}
    run = others[0] if others else ""
    if len(alike) > 1:
        told = got_expected("several tests were run", len(alike), "one for each form")
    elif typed and parse_command(run).verb != "run":
        told = got_expected("it has to end with `run`", run, "sysbench … run")
    else:
        told = ""
    return Commands(prepare, run), told


def commands_of_log(text: str) -> Commands:
    """The first ones that stand in a log itself, as a shell or a script wrote them there."""
    found = list(_by_verb(text))
    return Commands(
        next((line for verb, line in found if verb == "prepare"), ""),
        next((line for verb, line in found if verb == "run"), ""),
    )


def _by_verb(text: str) -> Iterator[tuple[str | None, str]]:
    for match in _COMMAND_LINE.finditer(text):
        yield parse_command(match[1]).verb, match[1]


def with_any_threads(command: str) -> str:
    """A command that says `$threads` where it states their number."""
    return _THREADS.sub(r"\1=$threads", command)


def _on_one_line(text: str) -> str:
    """A command typed on several lines; a prompt before it goes."""
    joined = " ".join(text.split())
    at = joined.find("sysbench")
    prompted = at > 0 and any(sign in joined[:at] for sign in ("$ ", "# "))
    return joined[at:] if prompted else joined
