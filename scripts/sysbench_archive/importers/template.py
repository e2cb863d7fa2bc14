"""Templates of paths and lines: text with named fields, read from left to right.

`{name}` is text up to what follows it in the template, `{name:int}` a number, `{name:2}` a number
of exactly two digits, `{_}` text that is not kept. In a path a field never spans a `/`. A match
looks at every character once and never turns back, so no template and no path can make it slow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

MAX_TEMPLATE = 400
MAX_TEXT = 8_000
MAX_DIGITS = 18
_FIELD = re.compile(r"\{([a-z_][a-z0-9_]{0,39})(?::(int|[1-9]))?\}")
IGNORED = "_"


class TemplateError(ValueError):
    """A template that cannot be read; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Field:
    """A named part: `digits` is None for text, 0 for a number of any length, else its length."""

    name: str
    digits: int | None


@dataclass(frozen=True, slots=True)
class Template:
    """Literals and fields in turn. `line` lets fields span `/`, which paths forbid."""

    text: str
    parts: tuple[str | Field, ...]
    line: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields, in order."""
        return tuple(part.name for part in self.parts if isinstance(part, Field))

    @property
    def numbers(self) -> frozenset[str]:
        """Those that are numbers."""
        fields = [part for part in self.parts if isinstance(part, Field)]
        return frozenset(field.name for field in fields if field.digits is not None)

    def match(self, text: str) -> dict[str, str] | None:
        """The fields of a text as they stand in it, or None where it is no such text."""
        if len(text) > MAX_TEXT:
            return None
        found: dict[str, str] = {}
        at = 0
        for index, part in enumerate(self.parts):
            end = self._end(index, text, at)
            if end is None or (
                isinstance(part, Field) and not self._keep(part, text[at:end], found)
            ):
                return None
            at = end
        found.pop(IGNORED, None)
        return found if at == len(text) else None

    def _end(self, index: int, text: str, at: int) -> int | None:
        """Where a part that begins at `at` ends."""
        part = self.parts[index]
        if isinstance(part, str):
            return at + len(part) if text.startswith(part, at) else None
        if part.digits is not None:
            return _digits_end(text, at, part.digits)
        if index + 1 == len(self.parts):
            return len(text) if len(text) > at else None
        end = text.find(str(self.parts[index + 1]), at + 1)
        return end if end > at else None

    def _keep(self, field: Field, value: str, found: dict[str, str]) -> bool:
        """Note a field's value; False where it cannot be one, or was another before."""
        if not self.line and "/" in value:
            return False
        return found.setdefault(field.name, value) == value or field.name == IGNORED

    def format(self, fields: Mapping[str, str]) -> str:
        """The text with these fields. Raises KeyError for a field that is missing."""
        return "".join(p if isinstance(p, str) else fields[p.name] for p in self.parts)


def _digits_end(text: str, at: int, length: int) -> int | None:
    end = at
    while end < len(text) and "0" <= text[end] <= "9" and not (length and end - at == length):
        end += 1
    fits = end - at == length if length else at < end <= at + MAX_DIGITS
    return end if fits else None


def read_template(text: str, *, line: bool = False) -> Template:
    """Read a template. Raises TemplateError."""
    if not text or len(text) > MAX_TEMPLATE:
        raise TemplateError(f"a template has 1 to {MAX_TEMPLATE} characters")
    parts: list[str | Field] = []
    at = 0
    for match in _FIELD.finditer(text):
        if match.start() > at:
            parts.append(_literal(text[at : match.start()]))
        parts.append(Field(match[1], _digits(match[2])))
        at = match.end()
    if at < len(text):
        parts.append(_literal(text[at:]))
    _sound(parts)
    if not line and (text.startswith("/") or ".." in text.split("/")):
        raise TemplateError("a path stays below the folder: it neither begins with / nor holds ..")
    return Template(text, tuple(parts), line)


def _digits(kind: str | None) -> int | None:
    return None if kind is None else 0 if kind == "int" else int(kind)


def _literal(text: str) -> str:
    if "{" in text or "}" in text:
        raise TemplateError(
            f"{text!r} is no field; write {{name}}, {{name:int}}, {{name:2}} or {{_}}"
        )
    return text


def _sound(parts: list[str | Field]) -> None:
    for one, other in pairwise(parts):
        if isinstance(one, Field) and isinstance(other, Field) and not one.digits:
            raise TemplateError(
                f"{{{one.name}}} and {{{other.name}}} touch: only a number of fixed length may"
                " stand before another field"
            )
