"""What only the whole archive shows: a report in two bundles, a name of a workload for two kinds of
load, and bundles that name nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from sysbench_archive.model.bundle import Load
from sysbench_archive.model.result import RunRecord
from sysbench_archive.problems import RULES, Problem, got_expected

Claims = Mapping[str, Iterable[tuple[str, str]]]
"""Bundle id to (report, run) pairs; a report is named by its file's hash and its place there."""

REPEATED = RULES["run-repeated"]


def claimed_reports(runs: Iterable[RunRecord]) -> Iterator[tuple[str, str]]:
    """Report and run id of each run whose evidence file has a hash."""
    for run in runs:
        evidence = run.evidence
        if evidence.sha256:
            yield f"{evidence.sha256[:32]}#{evidence.report or 0}", run.id


def repeated_reports(claims: Claims, folder: str) -> Iterator[Problem]:
    """Reports that more than one bundle claims; the bundle whose id comes first keeps them."""
    first: dict[str, tuple[str, str]] = {}
    for bundle in sorted(claims):
        for report, run in claims[bundle]:
            owner, other = first.setdefault(report, (bundle, run))
            if owner != bundle:
                path = f"{folder}/{bundle}/bundle.yaml"
                message = f"run {run!r} is already run {other!r} of {owner}: file {report[:12]}"
                yield REPEATED.at(path, message)


Named = Mapping[str, Iterable[tuple[str, Load]]]
"""Bundle id to its workloads, each with its kind of load."""

TWO_KINDS = RULES["workload-kind"]


def names_of_two_kinds(named: Named, folder: str) -> Iterator[Problem]:
    """Names of workloads that are another kind of load in a bundle whose id comes earlier."""
    first: dict[str, tuple[Load, str]] = {}
    for bundle in sorted(named):
        for workload, load in sorted(set(named[bundle])):
            known, owner = first.setdefault(workload, (load, bundle))
            if load != known:
                message = f"workload {workload!r} is of another kind than in {owner}"
                message = got_expected(message, load, repr(known))
                yield TWO_KINDS.at(f"{folder}/{bundle}/bundle.yaml", message)


Mentions = Mapping[str, Iterable[tuple[str, int]]]
"""Bundle id to (entry, line of bundle.yaml) of its `reproduces` or `supersedes`, in order."""

UNKNOWN = RULES["reproduces-unknown"]


def unknown_paths(mentions: Mentions, known: Collection[str], folder: str) -> Iterator[Problem]:
    """Paths that lead nowhere, or to the bundle that names them."""
    for bundle, entries in mentions.items():
        for index, (path, line) in enumerate(entries):
            own = path.startswith((f"/results/{bundle}/", f"/comparisons/{bundle}--"))
            if path not in known or own:
                expected = "something published before" if own else "a page of the archive"
                message = got_expected("nothing was published there", path, expected)
                place = f"{folder}/{bundle}/bundle.yaml"
                yield UNKNOWN.at(place, message, pointer=f"/reproduces/{index}", line=line)


UNKNOWN_BUNDLE = RULES["supersedes-unknown"]


def unknown_superseded(
    mentions: Mentions, withdrawn: Collection[str], folder: str
) -> Iterator[Problem]:
    """Ids that are no other bundle's; `mentions` are those of `supersedes`, of every bundle."""
    known = mentions.keys() | set(withdrawn)
    for bundle, entries in mentions.items():
        for index, (named, line) in enumerate(entries):
            if named not in known or named == bundle:
                message = got_expected("not another bundle", named, "one of the archive")
                place, pointer = f"{folder}/{bundle}/bundle.yaml", f"/supersedes/{index}"
                yield UNKNOWN_BUNDLE.at(place, message, pointer=pointer, line=line)
