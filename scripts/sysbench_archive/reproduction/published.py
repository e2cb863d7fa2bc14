"""What was published, found by its paths: every question that could be run again.

Owns the way from a target to originals. A lookup hands in bytes, from wherever; they are read
here as somebody else's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from sysbench_archive.capture.stops import RefusalError
from sysbench_archive.derive.cells import Record
from sysbench_archive.derive.originals import Original, bundle_path, of_comparison, of_runs
from sysbench_archive.reproduction.reading import COMPARISON, RESULT, parsed
from sysbench_archive.reproduction.target import Target


@dataclass(frozen=True, slots=True)
class Published:
    """The originals by panel; a pair of runs is one panel. `titles` say what each asks."""

    originals: Mapping[str, Original]
    titles: Mapping[str, str]


def published(target: Target, look: Callable[[str], bytes]) -> Published:
    """Everything a target names. RefusalError where nothing can be run again."""

    @cache
    def result(path: str) -> Record:
        found: Record = RESULT(parsed(look(path), path), path)
        if found["path"] != path:
            raise RefusalError(path, "another record stands here", found["path"], path)
        return found

    found = (
        _of_runs(target, result)
        if target.paths[0].startswith("/results/")
        else _of_comparison(target, look, result)
    )
    if not found.originals:
        raise RefusalError(
            "reproduce", "it has no two servers with runs to run again", got=" ".join(target.paths)
        )
    return found


def _of_runs(target: Target, result: Callable[[str], Record]) -> Published:
    bundles = dict.fromkeys(map(bundle_path, target.paths))
    if len(bundles) > 1:
        raise RefusalError(
            "reproduce", "the runs are of two campaigns", ", ".join(bundles), "runs of one bundle",
            hint="their ratio would compare machines; choose two runs of one bundle",
        )  # fmt: skip
    found = list(of_runs(target.paths, result))
    if len(found) != 1:
        raise RefusalError(
            "reproduce", "the runs are no two sides", " ".join(target.paths),
            "two servers, one workload, one number of threads, both in the record",
        )  # fmt: skip
    return Published({"runs": found[0]}, {"runs": "a pair of runs, with their repetitions"})


def _of_comparison(
    target: Target, look: Callable[[str], bytes], result: Callable[[str], Record]
) -> Published:
    path = target.paths[0]
    record: Record = COMPARISON(parsed(look(path), path), path)
    if record["path"] != path:
        raise RefusalError(path, "another record stands here", record["path"], path)
    originals, titles = {}, {}
    for panel in record["panels"]:
        for original in of_comparison({**record, "panels": [panel]}, result):
            originals[panel["id"]], titles[panel["id"]] = original, panel["title"]
    return Published(originals, titles)


def chosen(found: Published, panel: str | None) -> Original:
    """The one that is meant. RefusalError with the list where that is not clear."""
    if panel is not None and panel in found.originals:
        return found.originals[panel]
    if panel is None and len(found.originals) == 1:
        return next(iter(found.originals.values()))
    listed = "".join(f"\n  {name}: {title}" for name, title in found.titles.items())
    raise RefusalError(
        "--panel", "which panel?", repr(panel) if panel else "none", f"one of{listed}"
    )
