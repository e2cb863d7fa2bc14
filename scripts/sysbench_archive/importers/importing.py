"""A whole import: a folder in, the files of bundles out, and a report of every file.

Owns the order. Writes nothing: the verb does, when everything is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from sysbench_archive.importers.document import Draft, drafts
from sysbench_archive.importers.layout import Layout
from sysbench_archive.importers.privacy import source_redactor
from sysbench_archive.importers.runs import Finder, Found, FoundRun, Published, Refusal
from sysbench_archive.importers.sources import Source
from sysbench_archive.importers.writing import copied_files, linked_files


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks for. `day`: YYYY-MM-DD; `name`: the field `{name}`."""

    day: str
    copy: bool = False
    name: str | None = None
    select: str | None = None


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
    source: Source, layout: Layout, wish: Wish, published: Published, watch: Callable[[int], None]
) -> Imported:
    """Read everything and put the bundles together."""
    if wish.name:
        layout = replace(layout, fields={"name": wish.name, **layout.fields})
    finder = Finder(source, layout, published, source_redactor())
    found = finder.all(wish.select, watch)
    groups, homeless = drafts(layout, found.runs)
    shares = _shared(groups, [*found.refused, *homeless])
    imported = Imported(found)
    write = copied_files if wish.copy else linked_files
    for draft in groups:
        redactor = source_redactor(finder.redactor.placeholders)
        files = write(draft, layout.name, source, shares[draft.id], wish.day, redactor)
        imported.bundles[draft.id] = files
        imported.runs[draft.id] = len(draft.members)
        imported.refused += draft.refused
    imported.refused += [*found.refused, *homeless]
    return imported


def _shared(groups: list[Draft], refused: list[Refusal]) -> dict[str, list[Refusal]]:
    """Each refusal goes to the bundle whose runs stand nearest to it, by the path they share."""
    homes: dict[str, str] = {}
    for draft in groups:
        for run in draft.members.values():
            _claim(homes, draft.id, run)
    shares: dict[str, list[Refusal]] = {draft.id: [] for draft in groups}
    for refusal in refused:
        home = _nearest(homes, refusal.path) or next(iter(shares), None)
        if home is not None:
            shares[home].append(refusal)
    return shares


def _claim(homes: dict[str, str], name: str, run: FoundRun) -> None:
    path = run.path
    while path and path not in homes:
        homes[path] = name
        path = path.rpartition("/")[0]


def _nearest(homes: dict[str, str], path: str) -> str | None:
    while path and path not in homes:
        path = path.rpartition("/")[0]
    return homes.get(path)
