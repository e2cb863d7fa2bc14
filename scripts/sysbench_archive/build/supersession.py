"""Results that were measured again for better: which bundles are named, and what their pages say.

A superseded bundle stays as it is, at its address; its pages lead to the one that supersedes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sysbench_archive.build.survey import Survey
from sysbench_archive.model.base import Reference
from sysbench_archive.problems import Problem
from sysbench_archive.rules.archive import unknown_superseded

Successors = Mapping[str, Sequence[Reference]]
"""Bundle id to the results that supersede it, in the order of their ids."""


def wrongly_superseded(surveys: Sequence[Survey], folder: str) -> Iterator[Problem]:
    """Ids in `supersedes` that name no other bundle; `folder` is how messages name bundles'."""
    mentions = {survey.id: survey.supersedes for survey in surveys}
    yield from unknown_superseded(mentions, folder)


def successors_of(surveys: Iterable[Survey]) -> dict[str, list[Reference]]:
    """What supersedes each bundle that is superseded."""
    found: dict[str, list[Reference]] = {}
    for survey in sorted(surveys, key=lambda survey: survey.id):
        for older, _ in survey.supersedes if survey.entry else ():
            title = survey.entry.title if survey.entry else ""
            found.setdefault(older, []).append(
                Reference(path=f"/results/{survey.id}/", title=title)
            )
    return found


def supersession_notices(
    bundles: Iterable[str], titles: Mapping[str, str], successors: Successors
) -> list[str]:
    """A sentence for each of a comparison's bundles that is superseded, and by what."""
    return [
        f"“{titles[bundle]}” is superseded by “{later.title}”."
        for bundle in bundles
        for later in successors.get(bundle, ())
    ]
