"""The same report as a run of two bundles: seen only where the whole archive is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sysbench_archive.problems import Problem, Rule

Claims = Mapping[str, Iterable[tuple[str, str]]]
"""Bundle id to (report, run) pairs; a report is named by its file's hash and its place there."""

REPEATED = Rule(
    "run-repeated",
    "A report is a run of two bundles.",
    "One measurement would count as two machines that agree.",
    "keep the run in one of the bundles; the other may name it in its notes",
)
RULES = (REPEATED,)

_SHOWN = 12


def claimed_reports(runs: Iterable[Mapping[str, Mapping[str, object]]]) -> Iterator[list[str]]:
    """[report, run id] of each run record whose evidence file has a hash."""
    for run in runs:
        evidence = run["evidence"]
        if evidence["sha256"]:
            place = evidence["report"] or str(evidence["source"]).partition("#")[2] or 0
            yield [f"{str(evidence['sha256'])[:32]}#{place}", str(run["id"])]


def repeated_reports(claims: Claims, folder: str) -> Iterator[Problem]:
    """Reports that more than one bundle claims; the bundle whose id comes first keeps them."""
    first: dict[str, tuple[str, str]] = {}
    for bundle in sorted(claims):
        for report, run in claims[bundle]:
            owner, other = first.setdefault(report, (bundle, run))
            if owner != bundle:
                path = f"{folder}/{bundle}/bundle.yaml"
                message = f"run {run!r} is already run {other!r} of {owner}: file {report[:_SHOWN]}"
                yield REPEATED.at(path, message)
