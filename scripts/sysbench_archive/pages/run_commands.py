"""How a run is repeated: the server's options as a file, and commands whose variables are defined.

Commands are as somebody typed them, with placeholders where a bundle keeps no name of a host, an
account or a file. A shell takes those for variables, each with a value to be replaced and what it
stands for. An option that names a place on the machine it was set on is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sysbench_archive.model.result import FactValue
from sysbench_archive.model.slices import SliceTable
from sysbench_archive.words.phrases import count_text


def option_file(options: Mapping[str, FactValue], about: Iterable[str]) -> str:
    """The options that were set, in their order, below what the file is about, as comments."""
    comments = [f"# {_CONTROL.sub(' ', text)}" for text in about]
    lines = [line for name, value in options.items() for line in _lines(name, value)]
    return "".join(f"{line}\n" for line in (*comments, "[mysqld]", *lines))


_PLACEHOLDER = re.compile(r"<([a-z][a-z0-9 _-]*)>")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NAME = re.compile(r"[A-Za-z][\w.-]*")


def _lines(name: str, value: FactValue) -> Iterator[str]:
    for each in value if isinstance(value, list) else [value]:
        text = ("OFF", "ON")[each] if isinstance(each, bool) else str(each)
        if _CONTROL.search(text) or not _NAME.fullmatch(name):
            yield "# an option that no line can hold"
        elif _PLACEHOLDER.search(text):
            yield f"# {name} = {text}"
        else:
            yield f"{name} = {_quoted(text)}"


def _quoted(text: str) -> str:
    """A value; in quotes where a comment would begin in it, or it ends in space."""
    if text == text.strip() and not any(mark in text for mark in "#'\""):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@dataclass(frozen=True, slots=True)
class _Variable:
    """A value to be replaced, and what it stands for."""

    value: str
    meaning: str


_VARIABLES = {
    "socket": _Variable("/run/mysqld/mysqld.sock", "the server's socket"),
    "host": _Variable("127.0.0.1", "where the server runs"),
    "port": _Variable("3306", "the server's port"),
    "user": _Variable("root", "the account"),
    "password": _Variable("", "its password"),
    "database": _Variable("sbtest", "a database of its own"),
    "sysbdir": _Variable("/usr/local", "where sysbench is installed"),
    "engine": _Variable("InnoDB", "the storage engine"),
    "randtype": _Variable("special", "the distribution of keys, not recorded"),
}
"""By a word of the name."""
_SECONDS = "time"
_BY_SHELLS = frozenset({"HOME", "USER", "PWD"})
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w*)\}?")
_WORD = re.compile(r"[a-z]+")


def shell_command(command: str) -> str:
    """A command with variables for placeholders, which a shell would take for redirections."""
    return _PLACEHOLDER.sub(lambda found: f"${re.sub('[ -]', '_', found[1])}", command)


def definitions(commands: Iterable[str], seconds: float | None) -> list[str]:
    """A line for each variable that shell commands name, but for those that shells define; a run
    took `seconds`, where that is known.
    """
    names = dict.fromkeys(name for text in commands for name in _VARIABLE.findall(text))
    return [_definition(name, seconds) for name in names if name not in _BY_SHELLS]


def _definition(name: str, seconds: float | None) -> str:
    if name == _SECONDS and seconds:
        return f"{name}={seconds:.0f} # seconds, as this run took"
    known = (_VARIABLES[word] for word in _WORD.findall(name.lower()) if word in _VARIABLES)
    found = next(known, _Variable("", "not recorded"))
    return f"{name}={found.value} # {found.meaning}"


def shell_lines(prepare: str, command: str, script: str, seconds: float | None) -> str:
    """What comes before the command of a run: variables, and how the tables are loaded. `script` is
    the file of the bundle that its test is kept in, else empty. Ends with a line end.
    """
    commands = [shell_command(text) for text in (prepare, command) if text]
    lines = definitions(commands, seconds)
    if script:
        lines.append(f"# the test is {script} in the archive of this result")
    if prepare:
        lines += ["# load the tables", commands[0], "# run"]
    elif command:
        lines.append("# tables: prepare in place of run; how they were loaded is not recorded")
    return "".join(f"{line}\n" for line in lines)


def slices_text(table: SliceTable) -> str:
    """How the slices of a run were run, in sentences."""
    count, blocks = len(table.values), len(set(table.blocks))
    rounds = -(-count // blocks)
    return (
        f"It ran {count} times, as slices of {table.seconds:g} s in {count_text(blocks, 'block')},"
        " in turn with the other servers."
        f" `sysbench-archive capture --slices={table.seconds:g} --rounds={rounds}"
        f" --repetitions={blocks}` with a campaign.yaml of the servers does the same."
    )
