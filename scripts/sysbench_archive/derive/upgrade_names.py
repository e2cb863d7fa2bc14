"""Pairs of release series by name: what a point speaks of, and the address of its page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sysbench_archive.derive.sides import version_key
from sysbench_archive.derive.upgrade_labels import series_label

Step = tuple[str, str, str]
"""Product, older series, newer series."""


def step_of(point: Mapping[str, Any]) -> Step:
    """The upgrade a point speaks of."""
    return point["product"], point["from"], point["to"]


def title_of(step: Step) -> str:
    """`MySQL 5.6 to MySQL 5.7`."""
    product, *both = step
    return " to ".join(series_label(product, series) for series in both)


def slug_of(step: Step) -> str:
    """The name of a pair in addresses."""
    product, older, newer = step
    return f"{product}-{older}-to-{product}-{newer}"


def key_of(step: Step) -> str:
    """The name of a pair's record, which has no dots."""
    return slug_of(step).replace(".", "-")


def path_of(step: Step) -> str:
    """The address of a pair."""
    return f"/upgrades/{slug_of(step)}/"


def ordered_steps(points: Iterable[Mapping[str, Any]]) -> list[Step]:
    """Every pair with evidence: by product, then by series."""
    steps = {step_of(point) for point in points}
    return sorted(steps, key=lambda s: (s[0], version_key(s[1]), version_key(s[2])))
