"""Where the fields of a YAML file stand: mappings with the lines and columns of their keys.

Owns the step from parser events to places. Refuses files it could not put together again: keys
with `? `, and anything that is not one document.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Entry:
    """A key and its value.

    Block style: `line` and `column` of the key, `above` the first of the blank and comment lines
    over it (all from 0). Flow style: `start` and `end` are offsets into the text.
    """

    name: str
    line: int
    column: int
    above: int
    start: int
    end: int = 0


@dataclass(slots=True)
class Place:
    """A mapping. `pointer` is its JSON pointer, `last` the line after it where in block style."""

    pointer: str
    is_flow: bool
    entries: list[Entry] = field(default_factory=list)
    last: int = 0


def places(text: str) -> list[Place]:
    """Every mapping of a document that `read_yaml` accepts; inner ones before outer ones."""
    walk = _Walk(_events(text))
    for event in walk.events:
        if isinstance(event, yaml.DocumentStartEvent):
            walk.node(next(walk.events), "")
    return walk.found


def _events(text: str) -> Iterator[yaml.Event]:
    loader = _Loader(text)
    try:
        while loader.check_event():
            yield loader.get_event()
    finally:
        loader.dispose()


def _at(mark: Any) -> tuple[int, int, int]:
    """Line, column and offset, all from 0. The parser's events always have marks."""
    return mark.line, mark.column, mark.index


class _Walk:
    """Follows the events, remembering where the last value ended."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self.events = events
        self.found: list[Place] = []
        self.line = 0
        self.end = 0

    def node(self, event: yaml.Event, pointer: str) -> None:
        if isinstance(event, yaml.MappingStartEvent):
            self.mapping(pointer, is_flow=bool(event.flow_style))
        elif isinstance(event, yaml.SequenceStartEvent):
            index = 0
            while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
                self.node(inner, f"{pointer}/{index}")
                index += 1
            self.ended(inner, exact=bool(event.flow_style))
        else:
            self.ended(event, exact=True)

    def ended(self, event: yaml.Event, *, exact: bool) -> None:
        """Note where a value ended; the end of a block collection is that of its last value."""
        if exact:
            line, column, self.end = _at(event.end_mark)
            self.line = line + (1 if column else 0)

    def mapping(self, pointer: str, *, is_flow: bool) -> None:
        place = Place(pointer, is_flow)
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            name = str(getattr(event, "value", ""))
            line, column, start = _at(event.start_mark)
            above = min(self.line, line) if place.entries else line
            entry = Entry(name, line, column, above, start)
            self.node(next(self.events), f"{pointer}/{name}")
            entry.end = self.end
            place.entries.append(entry)
        place.last = self.line
        self.ended(event, exact=is_flow)
        self.found.append(place)
