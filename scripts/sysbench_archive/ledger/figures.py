"""The figures of a bundle in canonical form, and their digest.

The form is JSON with sorted keys and no blanks, run id to metric to number, without a line feed:
its SHA-256 is what the publication record keeps, so that `sha256sum` alone can check it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from sysbench_archive.model import Bundle

Figures = Mapping[str, Mapping[str, int | float]]


def figures_digest(bundle: Bundle) -> str:
    """SHA-256 of the canonical figures of a bundle."""
    return digest_of(figures_of(bundle))


def figures_of(bundle: Bundle) -> dict[str, dict[str, int | float]]:
    """The figures of a bundle: run id to metric to number."""
    return {run.id: {name: f.value for name, f in run.figures.items()} for run in bundle.runs}


def figures_of_runs(runs: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int | float]]:
    """The figures of run records, as pages and index.json have them."""
    return {run["id"]: {n: f["value"] for n, f in run["figures"].items()} for run in runs}


def canonical(figures: Figures) -> str:
    """The canonical form."""
    return json.dumps(figures, sort_keys=True, separators=(",", ":"))


def digest_of(figures: Figures) -> str:
    """SHA-256 of the canonical form, 64 hexadecimal digits."""
    return hashlib.sha256(canonical(figures).encode()).hexdigest()
