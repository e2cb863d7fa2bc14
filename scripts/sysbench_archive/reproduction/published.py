"""What somebody wants to run again: the names they typed, and the published results behind them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from msgspec.structs import replace

from sysbench_archive.capture.plan import RefusalError
from sysbench_archive.derive.reproductions import (
    Original,
    originals_of_comparison,
    originals_of_runs,
    slug_in,
)
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.comparison import Panel
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.comparison.record import matrix_comparisons
from sysbench_archive.problems import inert

_ID = r"[a-z0-9][a-z0-9-]*"
_SLUG = re.compile(_ID)
_PAIR = re.compile(rf"({_ID})/({_ID})")
_ADDRESS = re.compile(
    rf"(https?://[^\s?#@\\]+?)?(/(?:comparisons/{_ID}|results/{_ID}/{_ID}))/?(?:index\.(?:json|html))?"
)
_EXPECTED = "a comparison's slug, two runs as <bundle>/<run>, or their site paths or addresses"


@dataclass(frozen=True, slots=True)
class Target:
    """Site paths, and the site they are on: "" is this checkout."""

    paths: tuple[str, ...]
    site: str


def target_of(words: Sequence[str], site: str | None) -> Target:
    """The target; `site` is what was asked for beside it. RefusalError where it is none."""
    found = [_place(word) for word in words]
    sites = dict.fromkeys(s for s, _ in found if s)
    if site is not None:
        sites = dict.fromkeys([_site(site)])
    paths = tuple(path for _, path in found)
    runs = [path.startswith("/results/") for path in paths]
    if len(sites) > 1:
        raise RefusalError("reproduce", "two sites are named", ", ".join(sites), "one")
    if runs not in ([False], [True, True]) or len(set(paths)) != len(paths):
        raise RefusalError("reproduce", "not one question", " ".join(words), _EXPECTED)
    return Target(paths, next(iter(sites), ""))


def _site(text: str) -> str:
    if not re.fullmatch(r"https?://[^\s?#@\\]+", text) and (not text or "://" in text):
        expected = "http(s)://HOST/… or a folder"
        raise RefusalError("--site", "not the address of a site", repr(text), expected)
    return text.rstrip("/")


def _place(word: str) -> tuple[str, str]:
    if match := _ADDRESS.fullmatch(word):
        return match[1] or "", f"{match[2]}/"
    if match := _PAIR.fullmatch(word):
        return "", f"/results/{match[1]}/{match[2]}/"
    if _SLUG.fullmatch(word):
        return "", f"/comparisons/{word}/"
    raise RefusalError("reproduce", "not a name of something published", repr(word), _EXPECTED)


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where results and panels of curated comparisons are found. Both raise RefusalError."""

    result: Callable[[str], ResultRecord]
    curated: Callable[[str], Sequence[Panel]]

    def panels(self, slug: str) -> Sequence[Panel]:
        """Those of a curated comparison, or of a workload of a bundle."""
        bundle, mark, workload = slug.partition("--")
        if not mark:
            return self.curated(slug)
        result = self.result(bundle)
        asked = [one for one in result.workloads if one.id == workload]
        for comparison in matrix_comparisons(replace(result, workloads=asked)):
            if comparison.slug == slug:
                return comparison.panels
        raise RefusalError("reproduce", "no workload that two of its servers ran", slug)


def published(target: Target, lookup: Lookup) -> dict[str, tuple[Original, str]]:
    """The originals a target names, with what each asks, by panel; a pair of runs is one panel.

    RefusalError where nothing can be run again.
    """
    find_result, first = cache(lookup.result), target.paths[0]
    if first.startswith("/results/"):
        pairs = list(originals_of_runs(target.paths, find_result))
        asked = "a pair of runs, with their repetitions"
        found = {"runs": (pairs[0], asked)} if len(pairs) == 1 else {}
    else:
        found = {
            inert(panel.id): (original, inert(panel.title))
            for panel in Lookup(find_result, lookup.curated).panels(slug_in(first))
            for original in originals_of_comparison(first, [panel], find_result)
            if original.metric in METRICS
            if {server.id for server in original.result.servers}.issuperset(original.sides)
        }
    if not found:
        raise RefusalError(
            "reproduce", "it has no two servers with runs to run again",
            got=" ".join(target.paths),
            hint="two runs are of one bundle, workload and number of threads",
        )  # fmt: skip
    return found


def chosen(found: Mapping[str, tuple[Original, str]], panel: str | None) -> tuple[Original, str]:
    """The one that is meant, and what it asks. RefusalError lists them where that is not clear."""
    if panel is None and len(found) == 1:
        return next(iter(found.values()))
    if panel is not None and panel in found:
        return found[panel]
    listed = "".join(f"\n  {name}: {title}" for name, (_, title) in found.items())
    raise RefusalError(
        "--panel", "which panel?", repr(panel) if panel else "none", f"one of{listed}"
    )
