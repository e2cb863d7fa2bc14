"""Sample comparisons: sides, cells, panels and claims."""

from __future__ import annotations

from collections.abc import Iterator

from .outward import citation, picture
from .reproductions import reproduction
from .shared import SIDES, TEST, THREADS, Record, Text, metric, named

KINDS = ("throughput", "ratio", "latency", "spread", "efficiency")


def side(position: int, text: Text) -> Record:
    """A server in a comparison."""
    name, product, version = SIDES[position]
    role = "candidate" if position else "baseline"
    shown = {"role": role, "product": text(product), "version": version, "shade": position}
    series = version.rpartition(".")[0]
    return {"id": name, "label": text(f"Label {name}"), "series": series, **shown}


def cell(bundle: str, server_id: str, threads: int, ratio: float) -> Record:
    """One server at one thread count, in two runs for the candidate."""
    path = f"/results/{bundle}/{server_id}-t{threads}/"
    values = [100.0 * threads * ratio] * (2 if ratio != 1 else 1)
    values[-1] *= 1.01
    entries = [{"id": f"{server_id}-t{threads}", "path": path, "value": v} for v in values]
    latency = {"low": 1.0 * threads, "middle": 1.5 * threads, "high": 2.0 * threads}
    span = {"centre": values[0], "low": min(values), "high": max(values), "latency": latency}
    within = {"low": values[0] / 2, "middle": values[0], "high": values[0] * 2}
    return {
        "n": len(values),
        **span,
        "ratio": ratio,
        "interval": {"low": ratio / 1.05, "high": ratio * 1.05} if ratio != 1 else None,
        "within": within | {"longest_stall_s": 0.0},
        "bound": "server CPU",
        "server_cpu_us": {"low": 80.0, "middle": 90.5, "high": 101.0},
        "runs": entries,
    }


def rows(bundle: str, counts: tuple[int, ...]) -> Iterator[Record]:
    """A row per thread count; the candidate has no run at the largest of several."""
    for count in counts:
        missing = len(counts) > 1 and count == max(counts)
        candidate = None if missing else cell(bundle, "mysql-b", count, 1.08)
        yield {
            "threads": count,
            "per_cpu": f"{count / 2:g}",
            "cells": [cell(bundle, "mysql-a", count, 1.0), candidate],
        }


def kinds_of(counts: tuple[int, ...]) -> tuple[str, ...]:
    """A sweep has every kind of chart, a single thread count only the first."""
    return KINDS if len(counts) > 1 else KINDS[:1]


def verdict(direction: str, text: Text) -> Record:
    """What is said of the candidate at one headline thread count."""
    contrast = {
        "role": "cores",
        "threads": 4,
        "ratio": 1.08,
        "low": 1.03,
        "high": 1.13,
        "direction": "faster",
        "resolvable": 0.05,
        "n": [2, 2],
        "paired": True,
        "log": 0.077,
        "error": 0.02,
        "freedom": 2,
    }
    return {
        "candidate": SIDES[1][0],
        "baseline": SIDES[0][0],
        "direction": direction,
        "status": "measured",
        "sentence": text("One is told from the other."),
        "reason": "",
        "caps": [text("why not higher")],
        "margin": 0.02,
        "headline": [contrast],
    }


def receipt(text: Text) -> Record:
    """What differs between the sides, and what nobody recorded."""
    told = {"summary": "controlled-except", "sentence": text("Controlled except for one field.")}
    row = {
        "field": "kernel",
        "label": text("Kernel"),
        "why": text("It schedules threads."),
        "severity": "warning",
        "status": "differs",
        "values": [text("one"), "unrecorded"],
        "note": text("A note on it"),
    }
    lists = {"blockers": [], "warnings": [text("Kernel")], "unrecorded": []}
    return {
        **told,
        "rows": [row, row | {"field": "version", "status": "intended", "severity": "info"}],
        "details": [text("Microcode")],
        "left": [text("Page cleaners")],
        "same": [text("Memory")],
        "candidates": [{"id": SIDES[1][0], **told, **lists}],
        "further": {
            "chosen": [text("one_setting")],
            "defaults": 2,
            "absent": 1,
            "sentence": text("3 other effective variables differ."),
            "path": "/results/2026-01-sample/#variables",
        },
    }


def answer(panels: list[Record], text: Text) -> Record:
    """The first screen: a line for each panel, and their table."""
    line = {
        "candidate": text("Label of the candidate"),
        "direction": "faster",
        "status": "measured",
        "sentence": text("It is told."),
        "ratio": 1.08,
        "low": 1.03,
        "high": 1.13,
        "threads": 4,
    }
    rows = [
        {"panel": p["id"], "title": p["title"], "cells": [place]} for place, p in enumerate(panels)
    ]
    return {
        "sentence": text("One is told from the other."),
        "direction": "faster",
        "status": "",
        "verdicts": [{"panel": p["id"], "title": p["title"], **line} for p in panels],
        "matrix": {"candidates": [line["candidate"]], "rows": rows},
    }


def panel(bundle: str, chart: str, counts: tuple[int, ...], text: Text) -> Record:
    """A workload of a comparison."""
    return {
        "id": f"read-only-{len(counts)}",
        "title": text("Read-only"),
        "bundle": {"path": f"/results/{bundle}/", "title": text(f"Title of {bundle}")},
        "evidence": "raw-output",
        "workload": named("read-only", text) | {"shelf": TEST},
        "metric": metric("tps", text),
        "latency": metric("latency_avg_ms", text, "ms"),
        "sides": [side(0, text), side(1, text)],
        "rows": list(rows(bundle, counts)),
        "text": text("What the chart shows."),
        "charts": dict.fromkeys(KINDS) | {k: f"{chart}--{k}" for k in kinds_of(counts)},
        "verdicts": [verdict("faster", text)],
        "receipt": receipt(text),
        "compare": f"/compare/?s={bundle}/{SIDES[0][0]}/read-only",
    }


def claim(outcome: str, text: Text) -> Record:
    """A recomputed claim."""
    return {
        "text": text(f"A claim that {outcome}"),
        "outcome": outcome,
        "where": text("at 4 threads"),
        "note": text("Note on the check"),
        "cells": [{"threads": 4, "quantity": 1.08, "agrees": outcome == "holds"}],
        "quantity": text("ratio of the throughput"),
    }


def comparison(slug: str, bundle: str, kind: str, text: Text) -> Record:
    """A comparison with a sweep and a single thread count."""
    outcomes = ("holds", "holds-in-part", "does-not-hold", "cannot-tell")
    panels = [
        panel(bundle, f"{slug}--sweep", THREADS, text),
        panel(bundle, f"{slug}--single", THREADS[:1], text),
    ]
    return {
        "slug": slug,
        "path": f"/comparisons/{slug}/",
        "reproduced_by": [
            reproduction(bundle, verdict, text) for verdict in ("agrees", "differs", "cannot-tell")
        ],
        "kind": kind,
        "title": text(f"Title of {slug}"),
        "label": text(f"Label of {slug}"),
        "question": text("What is the ratio of the two?"),
        "summary": text("A summary."),
        "date": "2026-01-02" if kind == "curated" else "",
        "evidence": ["raw-output"],
        "sides": [side(0, text), side(1, text)],
        "answer": answer(panels, text),
        "panels": panels,
        "reported": [],
        "claims": [claim(outcome, text) for outcome in outcomes] if kind == "curated" else [],
        "bundles": [{"path": f"/results/{bundle}/", "title": text(f"Title of {bundle}")}],
        "runs": 6,
        "cite": citation(f"/comparisons/{slug}/", text),
        "picture": picture(f"/comparisons/{slug}/", text),
    }
