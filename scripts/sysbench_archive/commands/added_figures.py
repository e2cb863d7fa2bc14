"""Figures that linked output prints and a bundle lacks, read from the original files.

They are added and none is changed: a run is left as it is where its original is not there, is
another file, or prints another figure than was published.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from sysbench_archive.bundle.figures import FigureRow, figures_of
from sysbench_archive.commands.verify import original, original_path, originals_of
from sysbench_archive.importers.archives import plain_log
from sysbench_archive.importers.sources import Source
from sysbench_archive.model.base import FigureValue
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.sysbench.report import parse_reports


def rows_with_more(bundle: Bundle, folder: Path) -> Iterator[FigureRow]:
    """A row of figures.csv for each run, with what its original prints besides."""
    source = originals_of(bundle.runs, folder)

    @lru_cache(maxsize=1)
    def read(path: str) -> tuple[str, tuple[dict[str, FigureValue], ...]]:
        return _read(source, path)

    for run in bundle.runs:
        wanted, place = run.source.get("sha256"), run.linked.report or 0
        digest, printed = read(original_path(run)) if wanted else ("", ())
        known = printed[place] if digest == wanted and place < len(printed) else {}
        agrees = all(known.get(name) == figure for name, figure in run.figures.items())
        yield run.id, {**run.figures, **(known if agrees else {})}, run.source


def _read(source: Source, path: str) -> tuple[str, tuple[dict[str, FigureValue], ...]]:
    """SHA-256 of an original, and the figures of each of its reports."""
    data = original(source, path)
    if data is None:
        return "", ()
    figures = tuple(map(figures_of, parse_reports(plain_log(data))))
    return hashlib.sha256(data).hexdigest(), figures
