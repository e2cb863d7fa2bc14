"""The facts known of one run, where each was found, and what a layout derives from them.

Two places that state one field differently are a contradiction, and the run is refused. Numbers are
compared as numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sysbench_archive.importers.layout import Layout, Template

ORIGINS = ("log", "table", "path", "sidecar", "inferred")
_FIELD_USE = re.compile(r"\{([a-z_][a-z0-9_.]{0,79})(?:\|([^{}]{0,200}))?\}")
_ORIGIN_NAMES = {
    "log": "the log",
    "table": "the table",
    "path": "the path",
    "sidecar": "a file beside it",
    "inferred": "the layout",
}
_INFERRED = frozenset(["inferred"])
REST = "*"
REFUSAL = "refuse"
MAX_PASSES = 12


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
                f"{_origins_text(before.origins)} says {name} {before.value},"
                f" {_origins_text(origins)} {value}"
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
        whole = _FIELD_USE.fullmatch(text)
        if whole:
            return self._resolve(whole)
        origins: set[str] = set()
        pieces: list[str] = []
        at = 0
        for match in _FIELD_USE.finditer(text):
            known = self._resolve(match)
            origins |= known.origins
            pieces += [text[at : match.start()], str(known.value)]
            at = match.end()
        pieces.append(text[at:])
        return Known("".join(pieces), frozenset(origins) or frozenset(["inferred"]))

    def _resolve(self, match: re.Match[str]) -> Known:
        if match[1] in self.known:
            return self.known[match[1]]
        if match[2] is None:
            raise UnknownError(f"nothing states {match[1]!r}")
        return Known(match[2], frozenset(["inferred"]))

    def filled(self, value: Any, pointer: str, trace: dict[str, set[str]]) -> Any:
        """A value of the layout with all its texts filled in; `trace` notes origins by pointer.

        An entry of a mapping that is empty afterwards is left out. `"*"` stands for the entries of
        another mapping, over which those beside it are laid.
        """
        if isinstance(value, Mapping):
            pairs = {k: self.filled(v, f"{pointer}/{k}", trace) for k, v in value.items()}
            below = pairs.pop(REST, None)
            laid = {**below, **pairs} if isinstance(below, Mapping) else pairs
            return {key: entry for key, entry in laid.items() if entry not in ("", {})}
        if isinstance(value, list | tuple):
            return [self.filled(entry, f"{pointer}/*", trace) for entry in value]
        known = self.fill(value) if isinstance(value, str) else Known(value, _INFERRED)
        if known.value != "":
            trace.setdefault(pointer, set()).update(known.origins)
        return known.value


def _origins_text(origins: frozenset[str]) -> str:
    return " and ".join(_ORIGIN_NAMES[origin] for origin in ORIGINS if origin in origins)


def give_meaning(layout: Layout, fields: Fields) -> None:
    """Split fields, labels, and fields made of others, until nothing is new.

    Raises ContradictionError and UnknownError.
    """
    done: set[str] = set()
    for _ in range(MAX_PASSES):
        before = len(done)
        for name in (n for n in layout.split if _mark_when_known(f"{n}/", n, done, fields)):
            _split_field(fields, name, layout.split[name])
        last = _apply_labels(layout, fields, done)
        for name, text in layout.fields.items():
            if f"{name}=" not in done and _derive_field(fields, name, text):
                done.add(f"{name}=")
        if len(done) == before:
            if last is not None:
                raise last
            return


def _apply_labels(layout: Layout, fields: Fields, done: set[str]) -> UnknownError | None:
    """What known labels mean; the fault of one that needs a field nobody has stated yet."""
    fault = None
    for name in (n for n in layout.labels if _mark_when_known(n, n, done, fields)):
        meaning = _meaning_of_label(fields, name, layout.labels[name])
        try:
            origins = _INFERRED if name in layout.described else fields.known[name].origins
            stated = {key: _label_value(fields, origins, value) for key, value in meaning.items()}
        except UnknownError as error:
            done.remove(name)
            fault = error
            continue
        for key, known in stated.items():
            # Two reasons against a run do not contradict each other.
            if key != REFUSAL or REFUSAL not in fields.known:
                fields.put(key, known.value, known.origins)
    return fault


def _mark_when_known(mark: str, name: str, done: set[str], fields: Fields) -> bool:
    """Whether a field is known and not yet marked as handled; then it is marked."""
    if mark in done or name not in fields.known:
        return False
    done.add(mark)
    return True


def _split_field(fields: Fields, name: str, templates: Iterable[Template]) -> None:
    """The fields inside of a field, by the first template that fits."""
    known = fields.known[name]
    for template in templates:
        parts = template.match(known.text)
        if parts is not None:
            for key, text in parts.items():
                value = int(text) if key in template.numbers else text
                fields.put(key, value, known.origins, text)
            return


def _meaning_of_label(
    fields: Fields, name: str, table: Mapping[str, object]
) -> Mapping[str, object]:
    """What a field's text means. Raises UnknownError where the layout has no word for it."""
    known = fields.known[name]
    meaning = table.get(known.text, table.get(str(known.value), table.get("*")))
    if not isinstance(meaning, Mapping):
        raise UnknownError(f"the layout does not say what {name} {known.text!r} is")
    return meaning


def _label_value(fields: Fields, origins: frozenset[str], value: object) -> Known:
    """A value of a label: it comes from where the label comes from, and from what it uses."""
    if not isinstance(value, str):
        return Known(value, origins)
    filled = fields.fill(value)
    return Known(filled.value, origins | (filled.origins - _INFERRED))


def _derive_field(fields: Fields, name: str, text: object) -> bool:
    """Whether a field of the layout could be made yet.

    One made of other fields has to agree with what is known; a plain value yields to it.
    """
    try:
        known = fields.fill(text) if isinstance(text, str) else Known(text, _INFERRED)
    except UnknownError:
        return False
    if known.origins != _INFERRED or name not in fields.known:
        fields.put(name, known.value, known.origins)
    return True
