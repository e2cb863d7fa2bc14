"""What somebody wants to run again: the names they typed, and the published records behind them.

Published records are JSON that somebody else wrote, handed in as bytes from wherever. What is not
needed is dropped, so that nothing unexpected goes further; a wrong kind, an id that is none, or too
much of anything is refused with a sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct

from sysbench_archive.capture.plan import RefusalError
from sysbench_archive.derive.reproductions import (
    MAX_ENTRIES,
    Campaign,
    ComparedPanel,
    Original,
    named_by,
    originals_of_comparison,
    originals_of_runs,
)
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import as_record
from sysbench_archive.problems import inert

T = TypeVar("T")
_HINT = "is this the index.json of a page of this archive?"
_EXPECTED_RECORD = "what a page of this archive has"
_DataPath = Annotated[str, Meta(pattern=r"^/api/v1/bundles/[a-z0-9-]{1,300}\.json\Z")]


class _Comparison(Struct, frozen=True):
    path: Annotated[str, Meta(pattern=r"^/comparisons/[a-z0-9-]{1,300}/\Z")]
    panels: Annotated[list[ComparedPanel], Meta(max_length=MAX_ENTRIES)]


def _record(value: object, where: str, kind: type[T]) -> T:
    try:
        return as_record(value, kind)
    except (ValueError, OverflowError) as error:
        raise _refuse(where, error) from None


def _refuse(where: str, error: Exception) -> RefusalError:
    said = inert(" ".join(str(error).split()))[:200]
    return RefusalError(inert(where), "not a published record", said, _EXPECTED_RECORD, hint=_HINT)


def parsed(data: bytes, where: str) -> Any:
    """JSON as it comes from elsewhere. RefusalError where it is none, or nests too deep."""
    try:
        return _plain(json.loads(data, parse_constant=_no_constant))
    except (ValueError, RecursionError) as error:
        raise _refuse(where, error) from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _plain(value: Any) -> Any:
    """A value with nothing in its texts that a terminal would obey."""
    if isinstance(value, str):
        return inert(value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _run_of_document(row: Mapping[str, Any]) -> dict[str, Any]:
    """A run in a bundle's document in the API, as a result's record has it."""
    return {
        "path": row.get("path"),
        "server": {"id": row.get("server")},
        "workload": {"id": row.get("workload")},
        "threads": row.get("threads"),
        "state": row.get("state"),
        "block": str(row.get("sequence_block") or ""),
        "figures": {name: {"value": row[name]} for name in METRICS if row.get(name) is not None},
    }


def read_campaign(data: bytes, where: str, look: Callable[[str], bytes]) -> Campaign:
    """What of a result's record is needed. RefusalError where it is none.

    Its runs are in it, or in the document of the API that it names.
    """
    record = _record(parsed(data, where), where, dict[str, Any])
    if "runs" not in record:
        place = _record(record.get("data"), where, _DataPath)
        document = _record(parsed(look(place), place), place, dict[str, Any])
        rows = _record(document.get("runs"), place, list[dict[str, Any]])
        record["runs"] = list(map(_run_of_document, rows))
    return _record(record, where, Campaign)


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
    if not re.fullmatch(r"https?://[^\s?#@\\]+", text):
        raise RefusalError("--site", "not the address of a site", repr(text), "http(s)://HOST/…")
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
class Published:
    """The originals by panel; a pair of runs is one panel. `titles` say what each asks."""

    originals: Mapping[str, Original]
    titles: Mapping[str, str]


def published(target: Target, look: Callable[[str], bytes]) -> Published:
    """Everything a target names. RefusalError where nothing can be run again."""

    @cache
    def find_campaign(bundle: str) -> Campaign:
        path = f"/results/{bundle}/"
        campaign = read_campaign(look(path), path, look)
        _require(campaign.id, bundle, path)
        return campaign

    if target.paths[0].startswith("/results/"):
        found = _published_runs(target, find_campaign)
    else:
        found = _published_comparison(target.paths[0], look, find_campaign)
    if not found.originals:
        raise RefusalError(
            "reproduce", "it has no two servers with runs to run again", got=" ".join(target.paths)
        )
    return found


def _require(got: str, expected: str, path: str) -> None:
    if got != expected:
        raise RefusalError(path, "another record stands here", got, expected)


def _published_runs(target: Target, find_campaign: Callable[[str], Campaign]) -> Published:
    bundles = dict.fromkeys(map(named_by, target.paths))
    if len(bundles) > 1:
        raise RefusalError(
            "reproduce", "the runs are of two campaigns", ", ".join(bundles), "runs of one bundle",
            hint="their ratio would compare machines; choose two runs of one bundle",
        )  # fmt: skip
    originals = list(originals_of_runs(target.paths, find_campaign))
    if len(originals) != 1:
        raise RefusalError(
            "reproduce", "the runs are no two sides", " ".join(target.paths),
            "two servers, one workload, one number of threads, both in the record",
        )  # fmt: skip
    return Published({"runs": originals[0]}, {"runs": "a pair of runs, with their repetitions"})


def _published_comparison(
    path: str, look: Callable[[str], bytes], find_campaign: Callable[[str], Campaign]
) -> Published:
    comparison = _record(parsed(look(path), path), path, _Comparison)
    _require(comparison.path, path, path)
    originals, titles = {}, {}
    for panel in comparison.panels:
        for original in originals_of_comparison(path, [panel], find_campaign):
            originals[panel.id], titles[panel.id] = original, panel.title
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
