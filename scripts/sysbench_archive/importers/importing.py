"""A whole import: read a folder, put bundles together, report what became of every file.

Nothing is written here; the command `import` writes once everything is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from sysbench_archive.importers.layout import Layout
from sysbench_archive.importers.runs import Finder, Found, Published, Refusal
from sysbench_archive.importers.sources import Source
from sysbench_archive.importers.tables import Folders
from sysbench_archive.importers.writing import (
    Draft,
    ImportOptions,
    Provenance,
    copied_files,
    draft_bundles,
    linked_files,
)
from sysbench_archive.redaction.redactor import Redactor


@dataclass(slots=True)
class Imported:
    """Bundle id to its files, runs of each, and every refusal."""

    found: Found
    bundles: dict[str, dict[str, bytes]] = field(default_factory=dict)
    runs: dict[str, int] = field(default_factory=dict)
    refused: list[Refusal] = field(default_factory=list)

    @property
    def reasons(self) -> dict[str, list[Refusal]]:
        """Refusals by their reason up to its colon, those given most often first."""
        found: dict[str, list[Refusal]] = {}
        for refusal in self.refused:
            found.setdefault(refusal.reason.partition(": ")[0], []).append(refusal)
        return dict(sorted(found.items(), key=lambda pair: -len(pair[1])))


def import_all(
    source: Source,
    layout: Layout,
    options: ImportOptions,
    *,
    published: Published,
    watch: Callable[[int], None],
    folders: Folders | None = None,
    written: bool = True,
) -> Imported:
    """Read everything and put the bundles together, with their files where they are `written`."""
    if options.name:
        layout = replace(layout, fields={"name": options.name, **layout.fields})
    finder = Finder(source, layout, published, Redactor(), folders or {})
    found = finder.all(options.select, watch)
    drafts, unplaced = draft_bundles(layout, found.runs)
    elsewhere = [*found.refused, *unplaced]
    shares = _refusals_by_bundle(drafts, elsewhere)
    write = copied_files if options.copy else linked_files
    imported = Imported(found)
    for draft in drafts:
        redactor = Redactor(dict(finder.redactor.placeholders), words=set(finder.redactor.words))
        provenance = Provenance(layout, options, source, shares[draft.id], redactor)
        imported.bundles[draft.id] = write(draft, provenance) if written else {}
        imported.runs[draft.id] = len(draft.members)
        imported.refused += draft.refused
    imported.refused += elsewhere
    return imported


def _refusals_by_bundle(groups: list[Draft], refused: list[Refusal]) -> dict[str, list[Refusal]]:
    """Each refusal goes to the bundle whose runs stand nearest to it, by the path they share."""
    bundle_by_path: dict[str, str] = {}
    for draft in groups:
        for run in draft.members.values():
            for path in _with_folders(run.path):
                bundle_by_path.setdefault(path, draft.id)
    shares: dict[str, list[Refusal]] = {draft.id: [] for draft in groups}
    for refusal in refused:
        homes = (bundle_by_path.get(path) for path in _with_folders(refusal.path))
        home = next(filter(None, homes), None) or next(iter(shares), None)
        if home is not None:
            shares[home].append(refusal)
    return shares


def _with_folders(path: str) -> list[str]:
    """A path and the folders it is in, the innermost first."""
    return [path, *map(str, PurePosixPath(path).parents)][:-1]
