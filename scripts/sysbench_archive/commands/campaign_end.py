"""What a campaign that ended shows: figures and findings, where they stand, and its reports."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path
from typing import TYPE_CHECKING

from sysbench_archive.bundle.files import replace_file
from sysbench_archive.capture.plan import RefusalError
from sysbench_archive.commands.console import answer, as_text, made_by, say
from sysbench_archive.commands.web import from_site_or_folder
from sysbench_archive.model.result import ResultRecord

if TYPE_CHECKING:
    from sysbench_archive.tables.cells import Cell


def answer_with(folder: Path, home: Path, site: str | None) -> None:
    """Print the figures and findings of a campaign that ended, where they stand among those of a
    site, and write its reports.
    """
    # Heavy, and needed at the end alone.
    from sysbench_archive.bundle.load import load_bundle
    from sysbench_archive.derive.results import result_record
    from sysbench_archive.review.answer import answer_of
    from sysbench_archive.review.answer_pages import html_of, markdown_of

    loaded = load_bundle(folder, folder.name)
    if loaded.bundle is None:
        say(as_text(loaded.problems))
        return
    result = result_record(loaded.bundle)
    found = answer_of([result], loaded.bundle.title)
    answer(found.text())
    if site:
        try:
            answer(f"\n{standings_text(result, site)}")
        except RefusalError as error:
            say(str(error))
    if folder.parts[-3:-1] == ("data", "results"):
        return  # An archive holds nothing beside its bundles.
    start = folder.parent / (f"{folder.name}-report" if folder == home else "report")
    for ending, write in ((".md", markdown_of), (".html", html_of)):
        try:
            replace_file(f"{start}{ending}", write(found, made_by()).encode())
        except OSError as error:
            say(f"{error.filename}: not written ({error.strerror}); the bundle is complete")
            return
    say(f"the same to paste and to look at: {start}.md, {start}.html")


def standings_text(result: ResultRecord, site: str) -> str:
    """Where the workloads stand beside the nearest machines of a site. MissingError without it."""
    # Only those who ask wait for them.
    from sysbench_archive.pages.standing import standings_of
    from sysbench_archive.tables.cells import cell_rows

    own = cell_rows(result)
    others = cells_of_site(site, {cell.test for cell in own})
    rows = standings_of([*own, *others]).get(result.id, ())
    lines = [
        line
        for row in rows
        for line in (
            f"{row.workload}: {row.sentence}; {row.server}, {row.figure}",
            *(f"  {near.figure}  {near.title}: {near.apart}" for near in row.near),
        )
    ]
    return "\n".join(lines) or "no machine of the site is near"


def cells_of_site(site: str, tests: Container[str]) -> list[Cell]:
    """The cells of these tests that a site has. MissingError without it."""
    from sysbench_archive.tables.nearest import published_cells

    address = f"{site.rstrip('/')}/downloads/cells.csv.gz"
    table = from_site_or_folder(address, "is --site right?")
    return published_cells(table, tests)
