"""The history of a bundle as its pages tell it: its revisions, what changed, and why.

Owns the record of a bundle that has more than one row in the publication record. What is told of
a withdrawn bundle is drawn from those rows alone, so that it can be told when nothing else is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sysbench_archive.derive.changes import State, changes
from sysbench_archive.derive.identity import by_hand
from sysbench_archive.ledger import Figures, Row, is_withdrawn, retired
from sysbench_archive.metrics import METRICS

Record = dict[str, Any]
LABELS = {
    "published": "Published",
    "corrected": "Corrected",
    "reparsed": "Read differently",
    "withdrawn": "Withdrawn",
}
"""Status of a row to what readers are told."""
_TOLD = {
    "corrected": "“{title}” was corrected on {date} (revision {number}): {reason}",
    "reparsed": "The output of “{title}” is read differently since {date} (revision {number}):"
    " {reason}",
    "withdrawn": "“{title}” was withdrawn on {date}: {reason}",
}


def notices(rows: Sequence[Row]) -> list[str]:
    """A sentence for each event after the first, as comparisons that rest on the bundle say it."""
    return [
        _ended(
            _TOLD[row.status].format(
                title=row.title, date=row.date, number=row.revision, reason=row.reason
            )
        )
        for row in rows
        if row.status in _TOLD
    ]


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def history(bundle: str, states: Sequence[State], drawn: Sequence[str]) -> Record:
    """The record of a bundle's history; `drawn` are workloads that have a comparison now.

    `states` has one entry for every row, in their order.
    """
    rows = [state.row for state in states]
    path = f"/results/{bundle}/"
    gone = is_withdrawn(rows)
    return {
        "bundle": bundle,
        "path": path,
        "title": rows[-1].title,
        "authors": [name for name in rows[-1].authors.split("; ") if name],
        "withdrawn": gone,
        "kept": any(state.folder for state in states),
        "first": rows[0].date,
        "notices": notices(rows),
        "rows": list(reversed(list(_rows(path, states)))),
        "pages": list(_pages(bundle, states)),
        "runs": [{"id": run, "path": f"{path}{run}/"} for run in _runs(rows)] if gone else [],
        "comparisons": [
            _retired(bundle, name, rows) for name in retired(rows, [] if gone else drawn)
        ],
    }


def _runs(rows: Sequence[Row]) -> list[str]:
    return rows[-1].runs.split()


def _row(path: str, row: Row, newest: bool) -> Record:
    own_page = not newest and row.status != "withdrawn"
    return {
        "number": row.revision,
        "date": row.date,
        "status": row.status,
        "label": LABELS[row.status],
        "standing": row.standing,
        "swhid": row.swhid,
        "figures_sha256": row.figures_sha256,
        "reason": row.reason,
        "path": f"{path}revisions/{row.revision}/" if own_page else "",
    }


def _rows(path: str, states: Sequence[State]) -> Iterator[Record]:
    """The events, each with what it changed; a withdrawal changes nothing but the shelf."""
    for index, state in enumerate(states):
        told = state.row.status in ("corrected", "reparsed")
        difference = changes(path, states[index - 1], state) if told else None
        newest = index == len(states) - 1
        yield {**_row(path, state.row, newest), "changes": difference}


def _pages(bundle: str, states: Sequence[State]) -> Iterator[Record]:
    """A page for each superseded revision."""
    path = f"/results/{bundle}/"
    for state, following in pairwise(states):
        row = state.row
        if row.status == "withdrawn":
            continue
        place = f"{path}revisions/{row.revision}/"
        yield {
            **_row(path, row, newest=False),
            "title": row.title,
            "next": _row(path, following.row, newest=True) | {"path": path},
            "kept": bool(state.folder),
            "figures_href": "" if state.figures is None else f"{place}figures.json",
            "by_hand": by_hand(state.folder, row.swhid) if state.folder else None,
            "files": list(state.files),
            "table": _table(path, state.figures or {}),
        }


def _table(path: str, figures: Figures) -> Record:
    """The figures of a revision as a table, as they were published."""
    names = [name for name in METRICS if any(name in of_run for of_run in figures.values())]
    return {
        "head": [{"label": METRICS[name].label, "unit": METRICS[name].unit} for name in names],
        "rows": [
            {
                "run": {"path": f"{path}{run}/", "title": run},
                "cells": [str(of_run.get(name, "")) for name in names],
            }
            for run, of_run in figures.items()
        ],
    }


def _retired(bundle: str, workload: str, rows: Sequence[Row]) -> Record:
    """A comparison that was published once and is not drawn any more, at its address."""
    slug = f"{bundle}--{workload}"
    title = f"{workload}: {rows[-1].title}"
    refs = [{"path": f"/results/{bundle}/", "title": rows[-1].title}]
    return retired_comparison(slug, "matrix", title, notices(rows), refs)


def retired_comparison(
    slug: str, kind: str, title: str, sentences: Sequence[str], bundles: Sequence[Mapping[str, str]]
) -> Record:
    """The record of a comparison that keeps nothing but its address and the reason."""
    return {
        "slug": slug,
        "path": f"/comparisons/{slug}/",
        "kind": kind,
        "title": title,
        "notices": list(sentences),
        "bundles": list(bundles),
    }
