"""The chain table: what each step of a product's releases costs, family by family.

Owns which pairs are steps. A step leads from a series to the next newer one it was run beside; a
series nobody ran beside its predecessor is reached from the newest older one it was run beside.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from sysbench_archive.derive.sides import version_key
from sysbench_archive.derive.upgrade_points import FAMILY_TESTS
from sysbench_archive.derive.upgrade_words import (
    FAMILY_LABELS,
    REGIME_LABELS,
    RESIDENCY_LABELS,
    ROLE_LABELS,
    place_text,
    ratio_text,
    series_label,
)
from sysbench_archive.derive.upgrades import (
    NOT_COMPARABLE,
    Record,
    Step,
    key_of,
    ordered_steps,
    path_of,
    shown_cell,
    slug_of,
    step_of,
)
from sysbench_archive.model import PRODUCTS

TABLE_ROLES = ("one", "cores", "over")
"""Roles of the chain table: those that mean the same on every machine."""

MOST_WAYS = 3
"""Pairs of several steps that a table shows beside its steps."""

Cells = Mapping[tuple[Step, str, str], Sequence[Record]]
"""(step, family, role) to points."""


def chains_record(points: Sequence[Record]) -> Record:
    """The whole page: a chain for each product, and what its toggles are called."""
    told = [point for point in points if point["direction"] != NOT_COMPARABLE]
    regimes = _choices(REGIME_LABELS, [point["regime"] for point in told])
    residencies = _choices(RESIDENCY_LABELS, [point["residency"] for point in told])
    shown = [(one["name"], other["name"]) for one in regimes for other in residencies]
    products = [name for name in PRODUCTS if any(p["product"] == name for p in told)]
    return {
        "products": [_chain(product, told, shown) for product in products],
        "regimes": regimes,
        "residencies": residencies,
        "pairs": [_listed(step, points) for step in ordered_steps(points)],
    }


def _choices(labels: Mapping[str, str], used: Sequence[str]) -> list[Record]:
    """What can be chosen; the one with the most evidence is chosen at first."""
    counts = {name: used.count(name) for name in labels}
    most = max(counts, key=lambda name: counts[name])
    return [
        {"name": name, "label": label, "chosen": name == most}
        for name, label in labels.items()
        if counts[name]
    ]


def _listed(step: Step, points: Sequence[Record]) -> Record:
    own = [point for point in points if step_of(point) == step]
    return {
        "slug": slug_of(step),
        "key": key_of(step),
        "path": path_of(step),
        "title": " to ".join(series_label(step[0], series) for series in step[1:]),
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


def _chain(product: str, points: Sequence[Record], shown: Sequence[tuple[str, str]]) -> Record:
    own = [point for point in points if point["product"] == product]
    return {
        "product": product,
        "label": PRODUCTS[product],
        "worst": worst_step(own),
        "views": [_view(own, regime, residency) for regime, residency in shown],
    }


def steps_of(pairs: Sequence[Step]) -> list[Step]:
    """The steps among pairs of one product, by their older series."""
    place = _places(pairs)
    following = {
        min((pair for pair in pairs if pair[1] == name), key=lambda pair: place[pair[2]])
        for name in {pair[1] for pair in pairs}
    }
    reached = {pair[2] for pair in following}
    leading = {
        max((pair for pair in pairs if pair[2] == name), key=lambda pair: place[pair[1]])
        for name in {pair[2] for pair in pairs} - reached
    }
    return sorted(following | leading, key=lambda pair: (place[pair[1]], place[pair[2]]))


def _places(pairs: Sequence[Step]) -> dict[str, int]:
    series = sorted({name for _, *both in pairs for name in both}, key=version_key)
    return {name: position for position, name in enumerate(series)}


def _view(points: Sequence[Record], regime: str, residency: str) -> Record:
    """The table of one regime and residency, without columns where there is no evidence."""
    cells: dict[tuple[Step, str, str], list[Record]] = {}
    for point in points:
        fits = point["regime"] == regime and point["residency"] == residency
        if fits and point["role"] in TABLE_ROLES:
            key = step_of(point), point["family"], point["role"]
            cells.setdefault(key, []).append(point)
    pairs = ordered_steps([group[0] for group in cells.values()])
    steps = steps_of(pairs)
    ways = _whole_ways([pair for pair in pairs if pair not in steps], cells)
    return {
        "regime": regime,
        "residency": residency,
        "label": f"{REGIME_LABELS[regime].capitalize()}, {RESIDENCY_LABELS[residency]}",
        "columns": [*(_column(s, False) for s in steps), *(_column(w, True) for w in ways)],
        "rows": list(_rows([*steps, *ways], cells)),
    }


def _whole_ways(several: Sequence[Step], cells: Cells) -> list[Step]:
    """A few pairs of several steps: the longest much was run on, and those with most points."""
    place = _places(several)

    def length(pair: Step) -> int:
        filled = sum(step == pair for step, _, _ in cells)
        return filled * (place[pair[2]] - place[pair[1]])

    def evidence(pair: Step) -> int:
        return sum(len(group) for (step, _, _), group in cells.items() if step == pair)

    by_evidence = sorted(several, key=evidence, reverse=True)
    longest = sorted(several, key=length, reverse=True)[:1]
    chosen = [*longest, *(pair for pair in by_evidence if pair not in longest)][:MOST_WAYS]
    return sorted(chosen, key=lambda pair: (place[pair[1]], place[pair[2]]))


def _column(step: Step, whole: bool) -> Record:
    return {"from": step[1], "to": step[2], "path": path_of(step), "whole": whole}


def _rows(steps: Sequence[Step], cells: Cells) -> Iterator[Record]:
    """A row for each family and role; one for a family nobody ran."""
    for family in FAMILY_TESTS:
        roles = [r for r in TABLE_ROLES if any((step, family, r) in cells for step in steps)]
        for role in roles or [""]:
            groups = [cells.get((step, family, role)) for step in steps]
            yield {
                "family": FAMILY_LABELS[family],
                "role": ROLE_LABELS.get(role, ""),
                "cells": [shown_cell(group) if group else None for group in groups],
            }


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
