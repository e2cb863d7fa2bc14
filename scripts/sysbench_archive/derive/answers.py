"""The answer of a comparison: what its first screen says, out of the verdicts of its panels.

Owns how several verdicts become one sentence. It counts them; it never averages them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.cells import Record
from sysbench_archive.verdicts.labels import DIRECTIONS

MOST_NAMED = 4
"""Sides or panels of one direction that a sentence names one by one."""
MOST_IN_FULL = 2
"""Panels of one candidate whose sentences stand side by side, whole."""
_SHOWN = ("cores", "middle")


def answer(panels: Sequence[Mapping[str, Any]], reported: Sequence[Mapping[str, Any]]) -> Record:
    """{sentence, direction, status, verdicts, matrix}; "" for what is not the same everywhere.

    `reported` are differences a source published without figures; they answer where there is
    no panel.
    """
    entries = [entry for panel in panels for entry in _entries(panel)] or [
        dict(entry) for entry in reported
    ]
    directions = {entry["direction"] for entry in entries}
    statuses = {entry["status"] for entry in entries}
    return {
        "sentence": _sentence(entries, panels),
        "direction": directions.pop() if len(directions) == 1 else "",
        "status": statuses.pop() if len(statuses) == 1 else "",
        "verdicts": entries,
        "matrix": _matrix(panels) if len(panels) > 1 and not _in_full(entries, panels) else None,
    }


def _in_full(entries: Sequence[Mapping[str, Any]], panels: Sequence[Mapping[str, Any]]) -> bool:
    """Whether there are so few verdicts that each is told, and none needs a table."""
    return len(panels) == len(entries) <= MOST_IN_FULL


def _matrix(panels: Sequence[Mapping[str, Any]]) -> Record:
    """A row for each panel; a cell is the place of its verdict in the list, or None."""
    candidates = list(dict.fromkeys(s["label"] for p in panels for s in p["sides"][1:]))
    places: dict[tuple[str, str], int] = {}
    for panel in panels:
        for side in panel["sides"][1:]:
            places[panel["id"], side["label"]] = len(places)
    rows = [
        {
            "panel": panel["id"],
            "title": panel["title"],
            "cells": [places.get((panel["id"], label)) for label in candidates],
        }
        for panel in panels
    ]
    return {"candidates": candidates, "rows": rows}


def _entries(panel: Mapping[str, Any]) -> Iterable[Record]:
    """A line a candidate: where it stands on the page, and its headline contrast to show."""
    for side, verdict in zip(panel["sides"][1:], panel["verdicts"], strict=True):
        shown = shown_contrast(verdict)
        yield {
            "panel": panel["id"],
            "title": panel["title"],
            "candidate": side["label"],
            "direction": verdict["direction"],
            "status": verdict["status"],
            "sentence": verdict["sentence"],
            **{
                name: shown[name] if shown else None for name in ("ratio", "low", "high", "threads")
            },
        }


def shown_contrast(verdict: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The contrast a line has room for: one that carries the direction, where there is one.

    Of several that about the core count or the middle, else the first.
    """
    carrying = [c for c in verdict["headline"] if c["direction"] == verdict["direction"]]
    contrasts = {contrast["role"]: contrast for contrast in carrying or verdict["headline"]}
    inner = (contrasts[role] for role in _SHOWN if role in contrasts)
    return next(inner, next(iter(contrasts.values()), None))


def _sentence(entries: Sequence[Mapping[str, Any]], panels: Sequence[Mapping[str, Any]]) -> str:
    if not entries:
        return ""
    if len(entries) == 1:
        return str(entries[0]["sentence"])
    if not panels or _in_full(entries, panels):
        return " ".join(f"{entry['title']}: {entry['sentence']}" for entry in entries)
    several = len(panels) > 1
    groups = {name: [e for e in entries if e["direction"] == name] for name in DIRECTIONS}
    parts = [_group(name, group, several) for name, group in groups.items() if group]
    if several:
        return f"{len(entries)} verdicts on {_candidates(entries)}: {'; '.join(parts)}."
    return f"Against {panels[0]['sides'][0]['label']}: {'; '.join(parts)}."


def _candidates(entries: Sequence[Mapping[str, Any]]) -> str:
    names = list(dict.fromkeys(entry["candidate"] for entry in entries))
    return ", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} servers"


def _group(direction: str, group: Sequence[Mapping[str, Any]], several: bool) -> str:
    words = DIRECTIONS[direction].lower()
    if several:
        return f"{len(group)} {words}"
    named = [_named(entry) for entry in group[:MOST_NAMED]]
    more = len(group) - len(named)
    return f"{words}: {', '.join(named)}{f' and {more} more' if more else ''}"


def _named(entry: Mapping[str, Any]) -> str:
    """A candidate with its ratio, where the direction has one to show."""
    shows = entry["direction"] in ("faster", "slower") and entry["ratio"] is not None
    if not shows:
        return str(entry["candidate"])
    at = f"{entry['threads']} thread{'' if entry['threads'] == 1 else 's'}"
    return f"{entry['candidate']} ({entry['ratio']:.2f} times at {at})"
