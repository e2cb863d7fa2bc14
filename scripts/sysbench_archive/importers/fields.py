"""What is known of one run, each thing with where it was found.

Owns the one rule about contradictions: what two places say about one field must be the same, or
the run is refused with both words. Numbers are compared as numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

ORIGINS = ("log", "path", "sidecar", "inferred")
_USE = re.compile(r"\{([a-z_][a-z0-9_.]{0,79})(?:\|([^{}]{0,200}))?\}")
_SAYS = {
    "log": "the log",
    "path": "the path",
    "sidecar": "a file beside it",
    "inferred": "the layout",
}


class ContradictionError(Exception):
    """Two places say different things about one field."""


class UnknownError(Exception):
    """A text needs a field nobody stated."""


@dataclass(frozen=True, slots=True)
class Known:
    """A value and where it was found. A number keeps the text it was typed as."""

    value: Any
    origins: frozenset[str]
    text: str = ""


@dataclass(slots=True)
class Fields:
    """Fields by name."""

    known: dict[str, Known] = field(default_factory=dict)

    def put(self, name: str, value: Any, origins: frozenset[str], text: str = "") -> None:
        """Note a value. Raises ContradictionError where another is known."""
        before = self.known.get(name)
        if before is not None and before.value != value:
            raise ContradictionError(
                f"{_says(before.origins)} says {name} {before.value}, {_says(origins)} {value}"
            )
        if before is None:
            self.known[name] = Known(value, origins, text or str(value))

    def typed(self) -> dict[str, str]:
        """The texts of what stands in the path."""
        return {n: k.text for n, k in self.known.items() if k.origins == {"path"}}

    def fill(self, text: str) -> Known:
        """A text with its fields filled in; a field alone keeps its kind. Raises UnknownError.

        `{name|else}` is `else` where nobody stated the field.
        """
        whole = _USE.fullmatch(text)
        if whole:
            return self._use(whole)
        origins: set[str] = set()
        pieces: list[str] = []
        at = 0
        for match in _USE.finditer(text):
            known = self._use(match)
            origins |= known.origins
            pieces += [text[at : match.start()], str(known.value)]
            at = match.end()
        pieces.append(text[at:])
        return Known("".join(pieces), frozenset(origins) or frozenset(["inferred"]))

    def _use(self, match: re.Match[str]) -> Known:
        if match[1] in self.known:
            return self.known[match[1]]
        if match[2] is None:
            raise UnknownError(f"nothing states {match[1]!r}")
        return Known(match[2], frozenset(["inferred"]))

    def filled(self, value: Any, pointer: str, trace: dict[str, set[str]]) -> Any:
        """A value of the layout with all its texts filled in; `trace` notes origins by pointer.

        An entry of a mapping that is empty afterwards is left out.
        """
        if isinstance(value, Mapping):
            pairs = ((k, self.filled(v, f"{pointer}/{k}", trace)) for k, v in value.items())
            return {key: entry for key, entry in pairs if entry not in ("", {})}
        if isinstance(value, list | tuple):
            return [self.filled(entry, f"{pointer}/*", trace) for entry in value]
        known = self.fill(value) if isinstance(value, str) else Known(value, _INFERRED)
        if known.value != "":
            trace.setdefault(pointer, set()).update(known.origins)
        return known.value


_INFERRED = frozenset(["inferred"])


def uses(value: Any) -> Iterator[str]:
    """The names of all fields a value of the layout uses."""
    if isinstance(value, Mapping):
        for entry in value.values():
            yield from uses(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from uses(entry)
    elif isinstance(value, str):
        yield from (match[1] for match in _USE.finditer(value))


def _says(origins: frozenset[str]) -> str:
    return " and ".join(_SAYS[origin] for origin in ORIGINS if origin in origins)
