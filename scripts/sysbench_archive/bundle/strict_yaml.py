"""Reads YAML as two different readers would both read it, or refuses, with a code for each trap.

Traps are aliases, tags, duplicate keys, deep nesting, and plain words that one YAML version
reads as text and another as a date, a boolean or a number (https://yaml.org/type/). Values are
built from the parser's events in one pass, so a hostile document never costs more than its
length.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from sysbench_archive.problems import RULES, Problem, Rule, at_nearest, got_expected, shown

MAX_DEPTH = 24
MAX_NODES = 400_000

INVISIBLE = RULES["text-invisible"]
SYNTAX = RULES["yaml-syntax"]
ENCODING = RULES["yaml-encoding"]
ALIAS = RULES["yaml-alias"]
TAG = RULES["yaml-tag"]
DUPLICATE_KEY = RULES["yaml-duplicate-key"]
AMBIGUOUS = RULES["yaml-ambiguous"]
NUMBER = RULES["yaml-number"]
DEPTH = RULES["yaml-size"]
KEY = RULES["yaml-key"]


MAX_NUMBER_LENGTH = 32

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_AMBIGUOUS = re.compile(
    r"(?:y|Y|n|N|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|True|TRUE|False|FALSE|null|Null|NULL|~)"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt ].*)?"
    r"|[-+]?[0-9]+(?::[0-5]?[0-9])+(?:\.[0-9]*)?"
    r"|[-+]?0[0-9_]+|[-+]?0[xXoObB][0-9a-fA-F_]+|[-+]?[0-9]+(?:_[0-9]*)+(?:\.[0-9_]*)?"
)
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][-+]?[0-9]+)?")
_NUMBERISH = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+\.?[0-9]*)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_OMITTED = object()


@dataclass(slots=True)
class Document:
    """A YAML file as read: the value, where each part of it stands, and what is wrong.

    `lines` maps JSON pointers to 1-based lines; `value` is None where `problems` is not empty.
    """

    path: str
    value: Any = None
    lines: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def complain(self, rule: Rule, message: str, pointer: str, line: int) -> None:
        """Note a problem at a place in this file."""
        self.problems.append(rule.at(self.path, message, pointer=pointer, line=line))

    def at(self, rule: Rule, message: str, pointer: str) -> Problem:
        """A problem at a place whose line is known."""
        return rule.at(self.path, message, pointer=pointer, line=self.line(pointer))

    def line(self, pointer: str) -> int:
        """The line of a pointer, or of its nearest recorded parent."""
        return at_nearest(self.lines, pointer, 1)


def pointer_to(parent: str, key: object) -> str:
    """The JSON pointer of a child: RFC 6901 escapes `~` and `/`."""
    return f"{parent}/{str(key).replace('~', '~0').replace('/', '~1')}"


def utf8_text(data: bytes, document: Document) -> str | None:
    """A file as text; None where it is none, which the document then says."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x}"
        document.complain(ENCODING, got_expected("not UTF-8 text", byte, "UTF-8"), "", line)
        return None


_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
_BLANK_LETTERS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_LONE_RETURN = re.compile(r"\r(?!\n)")


def is_unseen(character: str) -> bool:
    """True for a character that shows nothing, or changes how its neighbours are shown."""
    unseen = character in _BLANK_LETTERS or unicodedata.category(character) in _UNSEEN
    return unseen and character not in "\n\t"


def unseen_problems(text: str, path: str) -> Iterator[Problem]:
    """What of a file no reader sees, comments included: each such character once, where it is
    first. A mark of the byte order at its start is none, and no line's end as on Windows.

    A program may take it for the end of a line that to everybody else goes on.
    """
    for character in sorted(filter(is_unseen, set(text))):
        lone = _LONE_RETURN.search(text) if character == "\r" else None
        at = lone.start() if lone else text.find(character, 1 if character == _ORDER else 0)
        if at >= 0 and (lone or character != "\r"):
            message = got_expected(
                "invisible character", f"U+{ord(character):04X}", "characters a reader can see"
            )
            yield INVISIBLE.at(path, message, line=text.count("\n", 0, at) + 1)


_ORDER = "\ufeff"


def read_yaml(data: bytes, path: str) -> Document:
    """Read one YAML document strictly. All problems that can be told apart are reported."""
    document = Document(path)
    text = utf8_text(data, document)
    if text is None:
        return document
    try:
        value = _Builder(document, text).build()
    except yaml.reader.ReaderError as error:
        character = f"U+{ord(error.character):04X}" if isinstance(error.character, str) else "?"
        line = text.count("\n", 0, error.position) + 1 if error.position > 0 else 1
        document.complain(ENCODING, f"a character YAML does not allow ({character})", "", line)
    except yaml.MarkedYAMLError as error:
        mark, said = error.problem_mark, shown(error.problem or error.context or "")
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 0)
        problem = SYNTAX.at(path, f"not YAML: {said}", line=line)
        document.problems.append(replace(problem, column=column))
    except _TooLargeError as error:
        document.complain(DEPTH, str(error), "", 1)
    else:
        document.problems += unseen_problems(text, path)
        document.value = None if document.problems else value
    return document


def located(problems: Iterable[Problem], root: Path) -> list[Problem]:
    """The problems, each with its column where a YAML file below `root` has its pointer.

    The files are read again for it: few have problems, and columns of all values cost every
    reading.
    """
    problems = list(problems)
    files = {problem.path for problem in problems if problem.path.endswith(".yaml")}
    columns = {path: _columns_in(root / path) for path in files}
    return [
        replace(p, column=p.column or at_nearest(columns.get(p.path, {}), p.pointer, 0))
        for p in problems
    ]


def _columns_in(path: Path) -> dict[str, int]:
    """The column in which the value of each JSON pointer begins, as far as the file can be read."""
    columns: dict[str, int] = {}
    with suppress(OSError, UnicodeDecodeError, yaml.YAMLError, _TooLargeError):
        _Builder(Document(path.name), path.read_text(encoding="utf-8"), columns).build()
        return columns
    return {}


class _TooLargeError(Exception):
    """The document is larger than the limits."""


class _Builder:
    """Builds a value from parser events, noting problems as it goes."""

    def __init__(
        self, document: Document, text: str, columns: dict[str, int] | None = None
    ) -> None:
        self.document = document
        self.columns = columns
        self.events: Iterator[yaml.Event] = _events(text)
        self.nodes = 0

    def build(self) -> Any:
        value: Any = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                value = self.node(next(self.events), "", 0)
        if documents != 1:
            message = got_expected("wrong number of documents", documents, "1")
            self.document.complain(SYNTAX, message, "", 1)
        return value

    def node(self, event: yaml.Event, pointer: str, depth: int) -> Any:
        self.nodes += 1
        line = _line(event)
        if depth > MAX_DEPTH or self.nodes > MAX_NODES:
            raise _TooLargeError(f"larger than any real bundle (line {line})")
        self.document.lines[pointer] = line
        if self.columns is not None:
            self.columns[pointer] = event.start_mark.column + 1 if event.start_mark else 0
        self.properties(event, pointer, line)
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(pointer, depth)
        if isinstance(event, yaml.SequenceStartEvent):
            return self.sequence(pointer, depth)
        return self.scalar(event, pointer, line) if isinstance(event, yaml.ScalarEvent) else None

    def properties(self, event: yaml.Event, pointer: str, line: int) -> None:
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor is not None:
            self.document.complain(ALIAS, f"anchor or alias {shown(anchor)}", pointer, line)
        if tag is not None:
            self.document.complain(TAG, f"tag {shown(tag)}", pointer, line)

    def mapping(self, pointer: str, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.key(event, pointer, depth)
            child = pointer_to(pointer, key)
            line = _line(event)
            if key in result:
                message = f"key {shown(key)} again, first on line {self.document.lines[child]}"
                self.document.complain(DUPLICATE_KEY, message, child, line)
            result[key] = self.node(next(self.events), child, depth + 1)
        return result

    def key(self, event: yaml.Event, pointer: str, depth: int) -> str:
        line = _line(event)
        if isinstance(event, yaml.ScalarEvent):
            self.properties(event, pointer, line)
            value = self.scalar(event, pointer, line)
            if not isinstance(value, str) and value is not _OMITTED:
                message = got_expected("key is not text", event.value, "a word")
                self.document.complain(KEY, message, pointer, line)
            return str(event.value)
        self.document.complain(KEY, "key is a list or a mapping", pointer, line)
        self.node(event, pointer_to(pointer, "?"), depth + 1)
        return "?"

    def sequence(self, pointer: str, depth: int) -> list[Any]:
        result: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            result.append(self.node(event, f"{pointer}/{len(result)}", depth + 1))
        return result

    def scalar(self, event: yaml.ScalarEvent, pointer: str, line: int) -> Any:
        text: str = event.value
        if not event.implicit[0]:
            return text
        if text in ("true", "false"):
            return text == "true"
        if text == "" or _AMBIGUOUS.fullmatch(text):
            message = got_expected("ambiguous plain value", text, "a quoted text or a plain number")
            self.document.complain(AMBIGUOUS, message, pointer, line)
            return _OMITTED
        if _NUMBERISH.fullmatch(text):
            return self.number(text, pointer, line)
        return text

    def number(self, text: str, pointer: str, line: int) -> Any:
        if len(text) <= MAX_NUMBER_LENGTH:
            if _INTEGER.fullmatch(text):
                return int(text)
            if _DECIMAL.fullmatch(text) and _survives(text):
                return float(text)
        message = got_expected("number is not read as it is written", text, "a plain decimal")
        self.document.complain(NUMBER, message, pointer, line)
        return _OMITTED


def is_text(plain: str) -> bool:
    """Whether these characters without quotes are text, to this reader and to every other."""
    special = plain in ("", "true", "false") or _AMBIGUOUS.fullmatch(plain)
    return not (special or _NUMBERISH.fullmatch(plain))


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _survives(text: str) -> bool:
    """True where no digit is lost, so that `8.10` and `1e999` are refused."""
    exact = "e" in text.lower() or not text.endswith("0") or text.endswith(".0")
    return exact and math.isfinite(float(text))


def _events(text: str) -> Iterator[yaml.Event]:
    loader = _Loader(text)
    try:
        while loader.check_event():
            yield loader.get_event()
    finally:
        loader.dispose()
