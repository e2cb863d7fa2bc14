"""The part of an archive that a change is about: what a preview of a pull request is built of.

The whole archive is loaded and checked, which earlier outcomes make quick. Then everything goes on
as with a small archive that has only what changed and what stands on the same pages.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sysbench_archive.build.checking import CheckedArchive
from sysbench_archive.build.git import changed_paths, shared_commit
from sysbench_archive.build.paths import place_of
from sysbench_archive.build.survey import Survey
from sysbench_archive.bundle.curated import Curated
from sysbench_archive.bundle.sources import SourceFile, claimed, plain_address
from sysbench_archive.derive.reproductions import named_by
from sysbench_archive.review.record import PathKind


@dataclass(frozen=True, slots=True)
class Change:
    """What is not as it was at a commit, by name: what was removed as well."""

    commit: str
    bundles: tuple[str, ...] = ()
    comparisons: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    series: tuple[str, ...] = ()
    program: tuple[str, ...] = ()
    prose: tuple[str, ...] = ()

    @property
    def shows(self) -> bool:
        """Whether any page can differ."""
        named = self.bundles, self.comparisons, self.sources, self.series
        return any((*named, self.program, self.prose))


def change_since(root: Path, reference: str) -> Change:
    """What a checkout changes of the branch it is for. UsageError for what is no commit."""
    commit = shared_commit(root, reference)
    found: dict[str, set[str]] = {}
    for path in changed_paths(root, commit):
        place, named = place_of(path)
        if "bundle" in named:
            found.setdefault("bundles", set()).add(named["bundle"])
        elif place.kind in _SHOWN and (named or place.kind != "record"):
            found.setdefault(_SHOWN[place.kind], set()).add(named.get("name", path))
    return Change(commit, **{kind: tuple(sorted(names)) for kind, names in found.items()})


_SHOWN: Mapping[PathKind, str] = {
    "record": "comparisons",
    "comparison": "comparisons",
    "source": "sources",
    "series": "series",
    "program": "program",
    "prose": "prose",
    "picture": "prose",
}
"""What stands at a path to what it is a change of, where it is of no bundle; nothing of the site
depends on others.
"""


_DATA: frozenset[PathKind] = frozenset(
    ("result", "record", "kept revision", "people", "series", "source", "comparison")
)
"""What `check` holds to rules, wherever it comes from. Text and pictures are the site's own."""


def is_data_only(root: Path, reference: str) -> bool:
    """Whether a checkout adds or changes data of a branch and does nothing else, so that no test
    of the program is needed; what is removed, tests may read. UsageError for what is no commit.
    """
    changed = changed_paths(root, shared_commit(root, reference))
    return bool(changed) and all(
        change != "removed" and place_of(path)[0].kind in _DATA for path, change in changed.items()
    )


def part_of(checked: CheckedArchive, change: Change) -> CheckedArchive:
    """What changed, the curated comparisons that draw on it, and the bundles these name.

    Where something was run again, the original and what reproduced it belong together.
    """
    # The bundles and curated comparisons that each ran again, by name.
    again = {s.id: {named_by(path) for path, _ in s.reproduces} for s in checked.surveys}
    wanted = {*change.bundles, *change.comparisons}
    for file in checked.series:
        if file.id in change.series and file.record:
            wanted.update(file.record.members)
    wanted |= {name for bundle in change.bundles for name in again.get(bundle, ())}
    curated = [
        comparison
        for comparison in checked.curated
        if comparison.slug in wanted or _named(comparison) & set(change.bundles)
    ]
    wanted |= {comparison.slug for comparison in curated}
    wanted |= {bundle for bundle, names in again.items() if names & wanted}
    wanted = wanted.union(*map(_named, curated))
    surveys = [survey for survey in checked.surveys if survey.id in wanted]
    return replace(
        checked,
        surveys=surveys,
        curated=curated,
        records={name: rows for name, rows in checked.records.items() if name in wanted},
        sources=list(_files_of(surveys, checked.sources, change.sources)),
        change=change.commit,
    )


def _named(comparison: Curated) -> set[str]:
    return set(comparison.definition.named_bundles()) if comparison.definition else set()


def _files_of(
    surveys: Sequence[Survey], files: Sequence[SourceFile], changed: Collection[str]
) -> Iterator[SourceFile]:
    """The files of sources that changed, or that bundles come from."""
    claims = {survey.id for survey in surveys}
    claims |= {plain_address(survey.source.address) for survey in surveys if survey.source}
    for file in files:
        owned = claimed(file.record) if file.record else ()
        if file.id in changed or claims.intersection(owned):
            yield file
