"""Upgrades: for each pair of releases the evidence of all machines that ran both.

Owns pairs and their pages. Regimes are never mixed: everything is grouped by regime first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.derive.upgrade_cell_words import (
    shown_cell,
)
from sysbench_archive.derive.upgrade_cells import cell
from sysbench_archive.derive.upgrade_labels import (
    FAMILY_LABELS,
    REGIME_LABELS,
    RESIDENCY_LABELS,
    ROLE_LABELS,
    WITH_REGIME,
    series_label,
)
from sysbench_archive.derive.upgrade_names import (
    Step,
    key_of,
    ordered_steps,
    path_of,
    slug_of,
    step_of,
    title_of,
)
from sysbench_archive.derive.upgrade_points import FAMILY_TESTS, OTHER_REGIME, REGIMES, ROLES
from sysbench_archive.derive.upgrade_words import (
    left_out_text,
    machines_text,
    note_text,
    place_text,
    point_span,
    ratio_text,
    runs_text,
    scope_text,
    tally,
    threads_text,
    title_text,
    work_text,
)

Record = dict[str, Any]
RESIDENCIES = tuple(RESIDENCY_LABELS)
NOT_COMPARABLE = "not-comparable"


def pair_records(points: Sequence[Record]) -> Iterator[Record]:
    """The page of each pair, in order."""
    found: dict[Step, list[Record]] = {}
    for point in points:
        found.setdefault(step_of(point), []).append(point)
    for step in ordered_steps(points):
        yield _pair(step, found[step])


def _pair(step: Step, points: Sequence[Record]) -> Record:
    product, older, newer = step
    told = [point for point in points if point["direction"] != NOT_COMPARABLE]
    classes = {p["class"]: p["class_label"] for p in points}
    machines = len({point["machine"] for point in points})
    submitters = sorted({point["submitter"] for point in points})
    return {
        "slug": slug_of(step),
        "key": key_of(step),
        "path": path_of(step),
        "title": title_of(step),
        "from_label": series_label(product, older),
        "to_label": series_label(product, newer),
        "product": product,
        "from": older,
        "to": newer,
        "answer": _answer(step, told),
        "left_out": len(points) - len(told),
        "left_out_text": left_out_text(len(points) - len(told)),
        "machines": machines,
        "submitters": submitters,
        "scope": scope_text(machines, len(submitters)),
        "newest": max(point["day"] for point in points),
        "groups": [g for regime in (*REGIMES, OTHER_REGIME) for g in _group(step, told, regime)],
        "classes": [
            {"id": name, "title": label, "path": f"/hardware/{name}/"}
            for name, label in sorted(classes.items())
        ],
    }


def _answer(step: Step, points: Sequence[Record]) -> str:
    """The first lines of the page: a sentence or two for each regime."""
    if not points:
        names = [series_label(step[0], series) for series in step[1:]]
        return f"No runs of {names[0]} and {names[1]} are comparable."
    groups = ([p for p in points if p["regime"] == regime] for regime in WITH_REGIME)
    return " ".join(_told(step, group) for group in groups if group)


def _told(step: Step, points: Sequence[Record]) -> str:
    """What one regime says: kinds of load counted by direction, the lowest and highest ratio.

    A kind of load is a family, a role and a dataset; machines have a vote each in what it says.
    """
    older, newer = (series_label(step[0], series) for series in step[1:])
    least, most = min(points, key=_log), max(points, key=_log)
    count = machines_text(len({point["machine"] for point in points}))
    directions = [cell(group)["direction"] for group in _loads(points).values()]
    loads = "1 kind of load" if len(directions) == 1 else f"{len(directions)} kinds of load"
    regime = WITH_REGIME[points[0]["regime"]]
    counted = f"{newer} beside {older} {regime}, {loads} on {count}: {tally(directions)}."
    if least is most:
        return f"{counted} The ratio is {_at(least)}."
    return f"{counted} Ratios go from {_at(least)} to {_at(most)}."


def _log(point: Mapping[str, Any]) -> float:
    return float(point["log"])


def _at(point: Mapping[str, Any]) -> str:
    return f"{ratio_text(math.exp(point['log']))} ({place_text(point)})"


def _group(step: Step, points: Sequence[Record], regime: str) -> Iterator[Record]:
    """What one regime shows: a table of cells and its points; nothing where it has none."""
    own = sorted((p for p in points if p["regime"] == regime), key=_order)
    if own:
        yield {
            "regime": regime,
            "label": REGIME_LABELS[regime],
            "title": REGIME_LABELS[regime].capitalize(),
            "caption": f"{series_label(step[0], step[2])} over {series_label(step[0], step[1])},"
            f" {REGIME_LABELS[regime]}",
            "chart": f"upgrade-{slug_of(step)}--{regime}",
            "rows": list(_rows(own)),
            "points": [point_record(point) for point in own],
        }


_FAMILIES = tuple(FAMILY_TESTS)


def _order(point: Mapping[str, Any]) -> tuple[Any, ...]:
    return (
        _FAMILIES.index(point["family"]),
        ROLES.index(point["role"]),
        RESIDENCIES.index(point["residency"]),
        point["class"],
        point["bundle"],
    )


def _loads(points: Sequence[Record]) -> dict[tuple[str, str, str], list[Record]]:
    """(family, role, residency) to points."""
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for point in points:
        groups.setdefault((point["family"], point["role"], point["residency"]), []).append(point)
    return groups


def _rows(points: Sequence[Record]) -> Iterator[Record]:
    """A row for each family and role, a cell for each residency that has points."""
    for (family, role, residency), group in _loads(points).items():
        yield {
            "family": FAMILY_LABELS[family],
            "role": ROLE_LABELS[role],
            "residency": RESIDENCY_LABELS[residency],
            "cell": shown_cell(group),
        }


_KEPT = (
    "family", "role", "threads", "cpus", "residency", "status", "direction", "low", "high", "n",
    "workloads", "from_release", "to_release", "machine", "machine_label", "submitter", "day",
    "path",
)  # fmt: skip


def point_record(point: Mapping[str, Any]) -> Record:
    """A point as pages and programs get it."""
    return {
        **{name: point[name] for name in _KEPT},
        "ratio": math.exp(point["log"]),
        "log_error": point["noise"],
        "work": work_text(point),
        "threads_text": threads_text(point["threads"], point["cpus"]),
        "residency_text": RESIDENCY_LABELS[point["residency"]],
        "span": point_span(point),
        "runs_text": runs_text(point["n"]),
        "title": title_text(point),
        "note": note_text(point),
        "class": {
            "id": point["class"],
            "title": point["class_label"],
            "path": f"/hardware/{point['class']}/",
        },
    }
