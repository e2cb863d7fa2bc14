"""Sample histories: a bundle that was corrected, one that was withdrawn, a comparison left over."""

from __future__ import annotations

from .outward import citation
from .results import BUNDLE as SWHID
from .results import CONTENT
from .shared import DIGEST, Record, Text

GONE = "2025-12-withdrawn"
LEFT_OVER = f"{GONE}--read-only"
LABELS = {"published": "Published", "corrected": "Corrected", "withdrawn": "Withdrawn"}


def event(number: int, status: str, path: str, text: Text) -> Record:
    """A row of a publication record."""
    return {
        "number": number,
        "date": f"2026-01-0{number}",
        "status": status,
        "label": text(LABELS[status]),
        "standing": "permanent",
        "swhid": SWHID,
        "figures_sha256": DIGEST,
        "reason": text(f"Reason of revision {number}"),
        "path": path,
    }


def difference(path: str, text: Text) -> Record:
    """Figures, fields and files that differ, more than are shown at once."""
    run = {"path": path, "title": text("run-1")}
    figure = {"run": run, "metric": text("Transactions"), "unit": "1/s", "before": "1"}
    return {
        "sentence": text("Different: much."),
        "figures": [figure | {"after": ""}, figure | {"before": "", "after": "2"}],
        "facts": [
            {"field": text(f"hosts[{n}].os"), "before": "", "after": text("x")} for n in range(13)
        ],
        "files": [{"path": "raw/new.txt", "change": "added"}],
        "more": 3,
    }


def superseded(bundle: str, run: str, text: Text, following: str) -> Record:
    """The first revision of a bundle, kept whole."""
    path = f"/results/{bundle}/"
    place = f"{path}revisions/1/"
    file = {"path": "raw/a.txt", "href": f"{place}raw/a.txt", "size": 12, "sha256": DIGEST}
    context = f"{CONTENT};anchor={SWHID};path=/raw/a.txt"
    return {
        **event(1, "published", place, text),
        "title": text("Title then"),
        "next": event(2, following, path, text),
        "kept": True,
        "figures_href": f"{place}figures.json",
        "by_hand": {"command": text("git ls-tree HEAD x"), "expected": text("040000 tree x")},
        "files": [{**file, "swhid": CONTENT, "swhid_in_context": context}],
        "table": {
            "head": [{"label": text("Transactions"), "unit": "1/s"}],
            "rows": [{"run": {"path": f"{path}{run}/", "title": text(run)}, "cells": ["1"]}],
        },
    }


def history(bundle: str, run: str, text: Text, *, withdrawn: bool) -> Record:
    """The history of a bundle of two revisions."""
    path = f"/results/{bundle}/"
    status = "withdrawn" if withdrawn else "corrected"
    changes = None if withdrawn else difference(f"{path}{run}/", text)
    first = event(1, "published", f"{path}revisions/1/", text)
    return {
        "bundle": bundle,
        "path": path,
        "title": text(f"History of {bundle}"),
        "authors": [text("Ada Example")],
        "withdrawn": withdrawn,
        "kept": True,
        "first": "2026-01-01",
        "notices": [text("It was changed.")],
        "rows": [{**event(2, status, "", text), "changes": changes}, {**first, "changes": None}],
        "pages": [superseded(bundle, run, text, status)],
        "runs": [{"id": run, "path": f"{path}{run}/"}] if withdrawn else [],
        "comparisons": [left_over(text)] if withdrawn else [],
        **({"cite": citation(path, text)} if withdrawn else {}),
    }


def left_over(text: Text) -> Record:
    """A comparison that keeps its address and the reason."""
    return {
        "slug": LEFT_OVER,
        "path": f"/comparisons/{LEFT_OVER}/",
        "kind": "matrix",
        "title": text("A comparison no longer drawn"),
        "notices": [text("It was withdrawn.")],
        "bundles": [{"path": f"/results/{GONE}/", "title": text("What it rested on")}],
        "cite": citation(f"/comparisons/{LEFT_OVER}/", text),
    }


def histories(bundle: str, run: str, text: Text) -> list[Record]:
    """A corrected bundle's history and a withdrawn one's."""
    return [
        history(bundle, run, text, withdrawn=False),
        history(GONE, "run-1", text, withdrawn=True),
    ]
