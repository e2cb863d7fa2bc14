"""What a comparison says, as its record keeps it: digests, headline ratios, sentences.

A digest is the SHA-256 of JSON with sorted keys and no blanks. That of verdicts has ids in place of
names, so that another wording of the program is no other verdict.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import msgspec

from sysbench_archive.model.base import narrowed
from sysbench_archive.model.comparison import Comparison, Panel, VerdictRecord
from sysbench_archive.model.comparison_revision import (
    ComparisonRow,
    RecordedBundle,
    RecordedPanel,
    RecordedRatio,
    RecordedVerdict,
)
from sysbench_archive.model.curated import ComparisonDefinition
from sysbench_archive.verdicts.policy import VERSION

DIGITS = 5
"""Significant digits of a recorded ratio."""
_WRITTEN = ("title", "question", "summary", "findings", "analysis")
"""Fields of a definition that somebody wrote as text."""
_NEITHER = ("date", "aliases")
"""Fields of a definition that change nothing of what it says."""


def matrix_state(comparison: Comparison) -> ComparisonRow:
    """What a bundle's own comparison says."""
    compared = [
        [panel.bundle.path, panel.workload.id, panel.metric.name, [side.id for side in panel.sides]]
        for panel in comparison.panels
    ]
    return _state(comparison, definition=compared, prose="")


def curated_state(comparison: Comparison, definition: ComparisonDefinition) -> ComparisonRow:
    """What a curated comparison says."""
    fields = msgspec.to_builtins(definition)
    written: dict[str, Any] = {name: fields.pop(name) for name in _WRITTEN}
    # Comparisons that were recorded before there were doubts have none.
    if doubt := fields.pop("doubt"):
        written["doubt"] = doubt
    written["claims"] = [(claim["text"], claim["note"]) for claim in fields["claims"]]
    fields["claims"] = [claim["check"] for claim in fields["claims"]]
    compared = {name: value for name, value in fields.items() if name not in _NEITHER}
    return _state(comparison, definition=compared, prose=digest_of_data(written))


def _state(comparison: Comparison, *, definition: Any, prose: str) -> ComparisonRow:
    return ComparisonRow(
        comparison=comparison.slug,
        standing="permanent",
        methodology=VERSION,
        title=comparison.title,
        bundles=[RecordedBundle(bundle=bundle.id) for bundle in comparison.bundles],
        definition=digest_of_data(definition),
        prose=prose,
        verdicts=digest_of_data([list(_verdicts_with_ids(p)) for p in comparison.panels]),
        panels=[
            RecordedPanel(
                title=panel.title,
                baseline=panel.sides[0].label,
                verdicts=[
                    narrowed(
                        verdict,
                        RecordedVerdict,
                        candidate=side.label,
                        ratios=list(_ratios(verdict)),
                    )
                    for side, verdict in zip(panel.sides[1:], panel.verdicts, strict=True)
                ],
            )
            for panel in comparison.panels
        ],
        says=comparison.says,
        text=comparison.analysis.strip(),
    )


def _verdicts_with_ids(panel: Panel) -> Iterator[Any]:
    for verdict in panel.verdicts:
        if not panel.rows:
            # A difference that a source published without figures.
            yield from (panel.id, verdict.direction, verdict.status)
            continue
        ratios = [msgspec.to_builtins(ratio) for ratio in _ratios(verdict)]
        yield [
            panel.workload.id, verdict.candidate, verdict.baseline, verdict.direction,
            verdict.status, ratios,
        ]  # fmt: skip


def _ratios(verdict: VerdictRecord) -> Iterator[RecordedRatio]:
    for contrast in verdict.headline:
        ends = {name: getattr(contrast, name) for name in ("ratio", "low", "high")}
        cut = {name: end and float(f"{end:.{DIGITS}g}") for name, end in ends.items()}
        yield narrowed(contrast, RecordedRatio, **cut)


def digest_of_data(value: Any) -> str:
    """SHA-256 of plain data as JSON with sorted keys and no blanks."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
