"""The chain table: what each step of a product's releases costs, family by family.

Owns the tables, one for each regime, dataset and role, and what can be chosen among them.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from sysbench_archive.derive.upgrade_cell_words import shown_cell
from sysbench_archive.derive.upgrade_labels import (
    CHOICES,
    FAMILY_LABELS,
    REGIME_LABELS,
    RESIDENCY_LABELS,
    ROLE_LABELS,
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
from sysbench_archive.derive.upgrade_points import FAMILY_TESTS
from sysbench_archive.derive.upgrade_steps import Cells, steps_of, whole_ways
from sysbench_archive.derive.upgrade_words import place_text, ratio_text
from sysbench_archive.derive.upgrades import NOT_COMPARABLE, Record
from sysbench_archive.model import PRODUCTS

TABLE_ROLES = ("one", "cores", "over")
"""Roles of the chain table: those that mean the same on every machine."""

AXES = ("regime", "residency", "role")
Place = tuple[str, ...]
"""A value for each of `AXES`."""


def chains_record(points: Sequence[Record]) -> Record:
    """The whole page: tables for each product, and what can be chosen among them."""
    told = [p for p in points if p["direction"] != NOT_COMPARABLE and p["role"] in TABLE_ROLES]
    counts = Counter(_place(point) for point in told)
    first = max(counts, key=lambda place: counts[place], default=())
    choices = [_choice(axis, [place[at] for place in counts], first[at : at + 1])
               for at, axis in enumerate(AXES)]  # fmt: skip
    shown = list(itertools.product(*([c["name"] for c in choice["choices"]] for choice in choices)))
    products = [name for name in PRODUCTS if any(p["product"] == name for p in told)]
    return {
        "products": [_chain(product, told, shown) for product in products],
        "choices": choices,
        "pairs": [_listed(step, points) for step in ordered_steps(points)],
    }


def _place(point: Mapping[str, str]) -> Place:
    return tuple(point[axis] for axis in AXES)


def _choice(axis: str, used: Sequence[str], chosen: Sequence[str]) -> Record:
    """What can be chosen of an axis; at first that of the table with the most evidence."""
    legend, labels = CHOICES[axis]
    named = [(name, label) for name, label in labels.items() if name in used]
    return {
        "axis": axis,
        "legend": legend,
        "choices": [{"name": n, "label": label, "chosen": n in chosen} for n, label in named],
    }


def _listed(step: Step, points: Sequence[Record]) -> Record:
    own = [point for point in points if step_of(point) == step]
    return {
        "slug": slug_of(step),
        "key": key_of(step),
        "path": path_of(step),
        "title": title_of(step),
        "product": step[0],
        "from": step[1],
        "to": step[2],
        "machines": len({point["machine"] for point in own}),
        "newest": max(point["day"] for point in own),
        "families": [name for name in FAMILY_TESTS if any(p["family"] == name for p in own)],
        "cores": sorted({point["cores"] for point in own if point["cores"]}),
        "cpus": sorted({point["cpus"] for point in own if point["cpus"]}),
        "classes": sorted({point["class"] for point in own}),
    }


def _chain(product: str, points: Sequence[Record], shown: Sequence[Place]) -> Record:
    own = [point for point in points if point["product"] == product]
    return {
        "product": product,
        "label": PRODUCTS[product],
        "worst": worst_step(own),
        "views": [_view(own, place) for place in shown],
    }


def _view(points: Sequence[Record], place: Place) -> Record:
    """The table of one regime, dataset and role, without columns where there is no evidence."""
    cells: dict[tuple[Step, str], list[Record]] = {}
    for point in points:
        if _place(point) == place:
            cells.setdefault((step_of(point), point["family"]), []).append(point)
    pairs = ordered_steps([group[0] for group in cells.values()])
    steps = steps_of(pairs)
    ways = whole_ways([pair for pair in pairs if pair not in steps], cells)
    columns = [*(_column(s, False) for s in steps), *(_column(w, True) for w in ways)]
    return {
        **dict(zip(AXES, place, strict=True)),
        "label": _label(*place),
        "columns": columns,
        "rows": list(_rows([*steps, *ways], cells)) if columns else [],
    }


def _label(regime: str, residency: str, role: str) -> str:
    words = f"{REGIME_LABELS[regime]}, {RESIDENCY_LABELS[residency]}, {ROLE_LABELS[role]}"
    return words[:1].upper() + words[1:]


def _column(step: Step, whole: bool) -> Record:
    return {"from": step[1], "to": step[2], "path": path_of(step), "whole": whole}


def _rows(steps: Sequence[Step], cells: Cells) -> Iterator[Record]:
    """A row for each family, those nobody ran included."""
    for family, label in FAMILY_LABELS.items():
        if family in FAMILY_TESTS:
            groups = [cells.get((step, family)) for step in steps]
            shown = [shown_cell(group) if group else None for group in groups]
            yield {"family": label, "cells": shown}


def worst_step(points: Sequence[Record]) -> str:
    """The lowest ratio of a single step that is called slower; empty where none is."""
    steps = steps_of(ordered_steps(points)) if points else []
    slower = [p for p in points if p["direction"] == "slower" and step_of(p) in steps]
    if not slower:
        return ""
    worst = min(slower, key=lambda point: float(point["log"]))
    ratio = ratio_text(math.exp(worst["log"]))
    names = [f"{PRODUCTS[worst['product']]} {worst[end]}" for end in ("from_release", "to_release")]
    return (
        f"The worst regression of a step is {names[0]} to {names[1]}: {ratio} times the throughput,"
        f" {place_text(worst)}, {REGIME_LABELS[worst['regime']]}, {worst['status']}."
    )
