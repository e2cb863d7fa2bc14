"""Kinds of published files, and what each takes on its way to a reader."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

PROGRAMS = "programs"
"""As much of an archive of one run as of a million, so no share of a run."""
_PACKED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".txt", ".csv", ".xml", ".tsv"}
_PICTURES = {".svg", ".png"}
_FOLDERS = {
    "upgrades": "upgrades",
    "charts": "data of charts",
    "api": "API",
    "downloads": "downloads",
    **dict.fromkeys(("check", "sql", "js", "css"), PROGRAMS),
}


@cache
def sent(path: Path) -> int:
    """Bytes on the wire: compressed where a web server compresses."""
    data = path.read_bytes()
    return len(gzip.compress(data, 6)) if path.suffix in _PACKED else len(data)


def kind_of(path: Path) -> str:
    """What a file is, by its path below a site."""
    top, *below = path.parts
    if path.suffix in _PICTURES and top != "icons":
        return "pictures"
    if top in ("results", "comparisons"):
        if path.suffix == ".html":
            is_run = top == "results" and len(below) == 3 and "revisions" not in below
            return "pages of runs" if is_run else f"pages of {top}"
        if path.suffix in (".json", ".csv"):
            return f"data beside {top}"
        return "archives of bundles" if path.suffix == ".gz" else "evidence"
    return _FOLDERS.get(top, "everything else")
