"""Takes the pages of a bundle's runs apart, which Hugo writes as one file.

A page of its own takes Hugo longer than what stands on it. So the layout of a run is carried out
for all runs of a bundle in one page, with a line before each that names the run. Pages are refused
that are not those of the bundle's runs, in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

TOGETHER = "runs"
"""Where the page with all runs of a bundle is: a word that no run may be called."""
_BEGIN, _END = b"<run>", b"</run>\n"
"""Around the id of a run. Hugo escapes the text of records, so none of it can look like this."""


class RunPagesError(Exception):
    """A file of run pages that is not what it should be."""


def separate_runs(folder: Path, runs: Sequence[str]) -> None:
    """Put the pages of all runs of a bundle, at least one, where each belongs in its folder.

    Raises RunPagesError where there are others than those, OSError where they cannot be written.
    """
    together = folder / TOGETHER / "index.html"
    before, *pages = together.read_bytes().split(_BEGIN)
    found = [page.partition(_END) for page in pages]
    if before or [name for name, _, _ in found] != [run.encode() for run in runs]:
        raise RunPagesError(f"{together} holds other pages than those of {len(runs)} runs")
    # The folder of all becomes that of the first run, whose page replaces it before others need
    # room. To remove a folder took 0.5 ms on ext4, ten times as long as to make one.
    together.parent.rename(folder / runs[0])
    for run, (_, _, page) in zip(runs, found, strict=True):
        place = folder / run
        if run != runs[0]:
            place.mkdir()
        (place / "index.html").write_bytes(page)
