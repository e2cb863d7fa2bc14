"""What changed from one revision of a bundle to the next: figures, facts, files.

Owns the readable difference. Works on what the revisions held, whatever read it: figures by run
and metric, `bundle.yaml` as plain data, files with their SHA-256.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.ledger import Figures, Row
from sysbench_archive.metrics import METRICS

Record = dict[str, Any]
MOST = 200
"""Rows of a list of differences; the figures of every revision are there as a file."""


@dataclass(frozen=True, slots=True)
class State:
    """What a revision held, as far as it is kept.

    `figures` and `facts` are None where they were removed. `files` are records with path, href,
    size, sha256 and swhid; `folder` is where they lie in the checkout, "" where they are gone.
    """

    row: Row
    figures: Figures | None
    facts: Mapping[str, Any] | None
    files: Sequence[Mapping[str, Any]]
    folder: str


def changes(path: str, before: State, after: State) -> Record:
    """The differences between two revisions of the bundle at a site path.

    {sentence, figures, facts, files, more}: at most `MOST` rows each, `more` says how many are
    left out of all.
    """
    if before.figures is None or after.figures is None:
        sentence = f"What revision {before.row.revision} held is not kept."
        return {"sentence": sentence, "figures": [], "facts": [], "files": [], "more": 0}
    figures = list(_figures(path, before.figures, after.figures))
    facts = list(_facts(before.facts or {}, after.facts or {}))
    files = list(_files(before.files, after.files))
    parts = (figures, facts, files)
    return {
        "sentence": _sentence(figures, facts, files),
        "figures": figures[:MOST],
        "facts": facts[:MOST],
        "files": files[:MOST],
        "more": sum(max(0, len(part) - MOST) for part in parts),
    }


def _sentence(figures: Sequence[Record], facts: Sequence[Record], files: Sequence[Record]) -> str:
    runs = len({row["run"]["path"] for row in figures})
    counted = [
        f"{_counted(len(figures), 'figure')} of {_counted(runs, 'run')}" if figures else "",
        _counted(len(facts), "field of bundle.yaml", "fields of bundle.yaml") if facts else "",
        _counted(len(files), "file") if files else "",
    ]
    told = [part for part in counted if part]
    if not told:
        return "No figure, no fact and no file differs."
    unchanged = "" if figures else " No figure changed."
    return f"Different: {', '.join(told)}.{unchanged}"


def _counted(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def _figures(path: str, before: Figures, after: Figures) -> Iterator[Record]:
    for run in dict.fromkeys((*before, *after)):
        old, new = before.get(run, {}), after.get(run, {})
        for name in METRICS:
            if old.get(name) != new.get(name):
                yield {
                    "run": {"path": f"{path}{run}/", "title": run},
                    "metric": METRICS[name].label,
                    "unit": METRICS[name].unit,
                    "before": _text(old.get(name)),
                    "after": _text(new.get(name)),
                }


def _facts(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Record]:
    old, new = dict(_flat(before)), dict(_flat(after))
    for field in dict.fromkeys((*old, *new)):
        if old.get(field) != new.get(field):
            yield {"field": field, "before": old.get(field, ""), "after": new.get(field, "")}


def _flat(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    """Every leaf of plain data with its place: `servers[mysql-8-0].options.port`."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _flat(item, f"{at}.{name}" if at else str(name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            named = item.get("id", index) if isinstance(item, Mapping) else index
            yield from _flat(item, f"{at}[{named}]")
    else:
        yield at, _text(value)


def _files(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
) -> Iterator[Record]:
    old = {file["path"]: file["sha256"] for file in before}
    new = {file["path"]: file["sha256"] for file in after}
    for path in sorted({*old, *new}):
        if old.get(path) != new.get(path):
            word = "changed" if path in old and path in new else ("added", "removed")[path in old]
            yield {"path": path, "change": word}


def _text(value: Any) -> str:
    return "" if value is None else str(value)
