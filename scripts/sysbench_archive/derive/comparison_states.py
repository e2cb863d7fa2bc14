"""What a comparison says, as its record keeps it: digests, headline ratios, sentences.

A digest is the SHA-256 of JSON with sorted keys and no blanks. That of verdicts has ids in place of
names, so that another wording of the program is no other verdict.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sysbench_archive.model.comparison import Comparison, Panel, VerdictRecord
from sysbench_archive.model.comparison_revision import (
    ComparisonState,
    RecordedPanel,
    RecordedRatio,
    RecordedVerdict,
)
from sysbench_archive.model.curated import ComparisonDefinition

DIGITS = 5
"""Significant digits of a recorded ratio."""
_WRITTEN = ("title", "question", "summary", "findings", "analysis")
"""Fields of a definition that somebody wrote as text."""
_NEITHER = ("date", "aliases")
"""Fields of a definition that change nothing of what it says."""


def matrix_state(comparison: Comparison) -> ComparisonState:
    """What a bundle's own comparison says."""
    return _state(comparison, definition=_sides_of(comparison.panels), prose="")


def curated_state(comparison: Comparison, definition: ComparisonDefinition) -> ComparisonState:
    """What a curated comparison says."""
    fields = msgspec.to_builtins(definition)
    written: dict[str, Any] = {name: fields.pop(name) for name in _WRITTEN}
    written["claims"] = [(claim["text"], claim["note"]) for claim in fields["claims"]]
    fields["claims"] = [claim["check"] for claim in fields["claims"]]
    compared = {name: value for name, value in fields.items() if name not in _NEITHER}
    return _state(comparison, definition=compared, prose=digest_of_data(written))


def _state(comparison: Comparison, *, definition: Any, prose: str) -> ComparisonState:
    return ComparisonState(
        comparison=comparison.slug,
        title=comparison.title,
        bundles=[bundle.id for bundle in comparison.bundles],
        definition=digest_of_data(definition),
        prose=prose,
        verdicts=digest_of_data([list(_verdicts_with_ids(p)) for p in comparison.panels]),
        panels=[_panel(panel) for panel in comparison.panels],
        says=comparison.says,
        text=comparison.analysis.strip(),
    )


def _sides_of(panels: Iterable[Panel]) -> Any:
    """What is compared with what: bundle, workload, metric and servers of each panel."""
    return [
        [
            panel.bundle.path,
            panel.workload.id,
            panel.metric.name,
            [side.id for side in panel.sides],
        ]
        for panel in panels
    ]


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


def _panel(panel: Panel) -> RecordedPanel:
    return RecordedPanel(
        title=panel.title,
        baseline=panel.sides[0].label,
        verdicts=[
            RecordedVerdict(
                candidate=side.label,
                direction=verdict.direction,
                status=verdict.status,
                ratios=list(_ratios(verdict)),
            )
            for side, verdict in zip(panel.sides[1:], panel.verdicts, strict=True)
        ],
    )


def _ratios(verdict: VerdictRecord) -> Iterator[RecordedRatio]:
    for contrast in verdict.headline:
        yield RecordedRatio(
            threads=contrast.threads,
            ratio=_cut(contrast.ratio),
            low=None if contrast.low is None else _cut(contrast.low),
            high=None if contrast.high is None else _cut(contrast.high),
            direction=contrast.direction,
        )


def _cut(ratio: float) -> float:
    return float(f"{ratio:.{DIGITS}g}")


def digest_of_data(value: Any) -> str:
    """SHA-256 of plain data as JSON with sorted keys and no blanks."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
