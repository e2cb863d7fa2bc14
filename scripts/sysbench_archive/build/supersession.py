"""Results that were measured again for better: which bundles are named, and what their pages say.

A superseded bundle stays as it is, at its address; its pages lead to the one that supersedes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sysbench_archive.build.survey import Survey
from sysbench_archive.model.base import BundleReference, bundle_reference
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.problems import Problem
from sysbench_archive.rules.archive import unknown_superseded


@dataclass(frozen=True, slots=True)
class Successor:
    """A result that supersedes another, in the workloads that it has too."""

    result: BundleReference
    superseded: str
    workloads: tuple[str, ...]


Successors = Mapping[str, Sequence[Successor]]
"""Bundle id to what supersedes it, in the order of ids."""


def wrongly_superseded(
    surveys: Sequence[Survey], withdrawn: Collection[str], folder: str
) -> Iterator[Problem]:
    """Ids in `supersedes` that name no other bundle, also none that was withdrawn; `folder` is how
    messages name bundles'.
    """
    mentions = {survey.id: survey.supersedes for survey in surveys}
    yield from unknown_superseded(mentions, withdrawn, folder)


def successors_of(surveys: Sequence[Survey]) -> dict[str, list[Successor]]:
    """What supersedes each bundle that is superseded."""
    titles = {survey.id: survey.entry.title for survey in surveys if survey.entry}
    found: dict[str, list[Successor]] = {}
    for survey in sorted(surveys, key=lambda survey: survey.id):
        for older, _ in survey.supersedes:
            if survey.id in titles and older in titles:
                later = bundle_reference(survey.id, titles[survey.id])
                named = Successor(later, titles[older], survey.workloads)
                found.setdefault(older, []).append(named)
    return found


def supersession_notices(comparison: Comparison, successors: Successors) -> list[str]:
    """A sentence for each of a comparison's bundles that is superseded in what it shows of it."""
    sentences = [
        f"“{named.superseded}” is superseded by “{named.result.title}”."
        for panel in comparison.panels
        for named in successors.get(panel.bundle.id, ())
        if panel.workload.id in named.workloads
    ]
    return list(dict.fromkeys(sentences))
