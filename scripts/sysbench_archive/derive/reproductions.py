"""A comparison that was run again: the new ratio beside the published one, with a verdict.

Owns what agrees, differs and cannot tell mean. Only ratios are set side by side: figures of
different machines never meet.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from sysbench_archive.derive.cells import Record, head_metric
from sysbench_archive.derive.contrasts import Contrast, contrasts
from sysbench_archive.derive.originals import Original
from sysbench_archive.derive.standing_in import WORK, other_releases, other_work, stands_for
from sysbench_archive.metrics import METRICS
from sysbench_archive.statistics import Estimate, difference_of

LEVEL = 0.95
"""Where the true ratios are equal, so many reproductions are to find that they agree."""
ASSUMED_NOISE = 0.026
"""Taken where the published side was not repeated: nine in ten published groups vary less."""
RESOLVED = 0.10
"""A reproduction that could miss a difference beyond this factor cannot tell."""

_UNREPEATED = "the reproduction has one run a side, so that its noise is unknown"
_WIDE = "the noise would hide a difference of {:.0f} %, and at most {:.0f} % may be hidden"
_NOTHING = "the reproduction has no server, workload or thread count in common with it"
_ASSUMED = f"one published run a side: between-run noise of {100 * ASSUMED_NOISE:.1f} % is assumed"


def reproduction(original: Original, result: Record) -> Record:
    """What a bundle found on running an original again."""
    published = {(c.candidate, c.threads): c for c in _published(original)}
    again = {(c.candidate, c.threads): c for c in _again(original, result)}
    common = [key for key in published if key in again]
    level = 1 - (1 - LEVEL) / max(len(common), 1)
    others = other_releases(original, result)
    work = other_work(original, result)
    rows = [_row(original, published[key], again[key], level, others | work) for key in common]
    verdict, why = _overall(rows)
    independent = _name(result) != _name(original.result)
    return {
        "bundle": {"path": result["path"], "title": result["title"]},
        "submitter": result["submitter"],
        "date": result["submitted"],
        "independent": independent,
        "confirms": independent and verdict == "agrees",
        "workload": original.workload,
        "verdict": verdict,
        "why": why,
        "rows": rows,
    }


def _name(result: Record) -> str:
    return " ".join(str(result["submitter"]).casefold().split())


def _published(original: Original) -> list[Contrast]:
    sides = original.baseline, original.candidates
    return list(contrasts(original.runs, *sides, original.metric))


def _again(original: Original, result: Record) -> list[Contrast]:
    """The contrasts of the new bundle, under the names of the servers they stand for."""
    names = {stands_for(server): server["id"] for server in result["servers"]}
    there = [c for c in original.candidates if c in names]
    if original.baseline not in names or not there:
        return []
    runs = [r for r in result["runs"] if r["workload"]["id"] == original.workload]
    known = {own: published for published, own in names.items()}
    renamed = [r | {"server": {"id": known.get(r["server"]["id"], "")}} for r in runs]
    found = contrasts(renamed, original.baseline, there, _metric(original, runs))
    return [c for c in found if original.threads in (None, c.threads)]


def _metric(original: Original, runs: Sequence[Record]) -> str:
    """The published metric; another rate where the new runs lack it, whose ratio is the same."""
    there = any(original.metric in run["figures"] for run in runs)
    rate = METRICS[original.metric].kind == "rate"
    return original.metric if there or not rate else head_metric(runs) or original.metric


def _row(
    original: Original,
    published: Contrast,
    again: Contrast,
    level: float,
    others: Mapping[str, str],
) -> Record:
    assumed = published.log.error is None
    known = _with_noise(published.log, published.n) if assumed else published.log
    verdict, why = _verdict(difference_of(again.log, known), level)
    other = [others[s] for s in (original.baseline, published.candidate, WORK) if s in others]
    if other:
        verdict, why, assumed = "cannot-tell", " and ".join(other), False
    return {
        "threads": published.threads,
        "candidate": original.server(published.candidate)["label"],
        "published": _side(published),
        "again": _side(again),
        "verdict": verdict,
        "why": "; ".join(filter(None, [why, _ASSUMED if assumed else ""])),
    }


def _with_noise(log: Estimate, n: tuple[int, int]) -> Estimate:
    return Estimate(log.centre, ASSUMED_NOISE * math.sqrt(1 / n[0] + 1 / n[1]), math.inf)


def _side(contrast: Contrast) -> Record:
    low, high = contrast.interval(LEVEL) or (None, None)
    return {"ratio": contrast.ratio, "low": low, "high": high, "n": min(contrast.n)}


def _verdict(quotient: Estimate, level: float) -> tuple[str, str]:
    """What the logarithm of new over published says."""
    half = quotient.half_width(level)
    if half is None:
        return "cannot-tell", _UNREPEATED
    if abs(quotient.centre) > half:
        return "differs", ""
    if math.expm1(half) > RESOLVED:
        return "cannot-tell", _WIDE.format(100 * math.expm1(half), 100 * RESOLVED)
    return "agrees", ""


def _overall(rows: Sequence[Record]) -> tuple[str, str]:
    """Differs where any row does; agrees where a row does and none differs."""
    for verdict in ("differs", "agrees"):
        found = [row for row in rows if row["verdict"] == verdict]
        if found:
            return verdict, "" if len(found) == len(rows) else f"at {_places(found)}"
    return "cannot-tell", rows[0]["why"] if rows else _NOTHING


def _places(rows: Sequence[Record]) -> str:
    counts = sorted({row["threads"] for row in rows})
    return f"{', '.join(map(str, counts))} {'thread' if counts == [1] else 'threads'}"
