"""The receipt of a comparison: what differs between its sides, what was not recorded, in sum.

Owns the record pages show. Every candidate is held against the baseline; a row says the worst of
that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sysbench_archive.receipts.field import SEVERITIES, Family, Field, Severity
from sysbench_archive.receipts.fields import FIELDS
from sysbench_archive.receipts.pair import UNKNOWNS, Finding, Pair, finding, pair, text_of
from sysbench_archive.receipts.wording import BESIDES, NOTES, Told, sentence

Record = dict[str, Any]
Row = tuple[Field, Finding]

SUMMARIES = ("not-comparable", "controlled-except", "controlled")
"""Worst first."""


def receipt(sides: Sequence[Mapping[str, Any]], family: Family) -> Record:
    """The receipt of sides: each its `id` and its conditions as one mapping, the baseline first.

    A side alone is held against itself: what was not recorded is told of it too. `details` are
    labels of what was not recorded and weighs little, `left` of settings left to versions that
    may lack them, or whose defaults the archive does not know.
    """
    pairs = [pair(sides[0], side) for side in sides[1:]] or [pair(sides[0], sides[0])]
    columns: list[list[Row]] = [[] for _ in pairs]
    rows, same = [], []
    for field in FIELDS:
        if _agreed(field, sides):
            same.append(field.label)
            continue
        found = _findings(field, pairs, field.severity[family])
        for column, one in zip(columns, found, strict=True):
            if one and one.status != "same":
                column.append((field, one))
        told = [one for one in dict.fromkeys(found) if one]
        if told:
            rows.append((field, min(told, key=lambda one: one.rank)))
    return {
        "summary": _summary(rows),
        "sentence": _sentence(pairs, columns, rows),
        "rows": [_row(field, one, sides) for field, one in _told(rows)],
        "details": [field.label for field, one in rows if _is_detail(one)],
        "left": [field.label for field, one in rows if one.note == "left"],
        "same": same,
        "candidates": [
            _candidate(side["id"], both, column)
            for side, both, column in zip(sides[1:], pairs, columns, strict=False)
        ],
    }


def _agreed(field: Field, sides: Sequence[Mapping[str, Any]]) -> bool:
    """Whether all sides state the same text. Most rows are so, and need no rule."""
    text = text_of(sides[0], field.name)
    if not text or text in UNKNOWNS:
        return False
    return all(text_of(side, field.name) == text for side in sides[1:])


def _findings(field: Field, pairs: Sequence[Pair], severity: Severity) -> list[Finding | None]:
    """What a row says of each pair. Candidates that are alike in it are looked at once."""
    known: dict[object, Finding | None] = {}
    found = []
    for both in pairs:
        value = both.candidate.get(field.name)
        alike = (both.kind, tuple(value.items()) if isinstance(value, dict) else value)
        if alike not in known:
            known[alike] = finding(field, both, severity)
        found.append(known[alike])
    return found


def _told(rows: Iterable[Row]) -> list[Row]:
    """What is told in full, the worst first."""
    kept = (row for row in rows if row[1].note != "left" and not _is_detail(row[1]))
    return sorted(kept, key=lambda row: row[1].rank)


def _is_detail(found: Finding) -> bool:
    """Not recorded, and of little weight: its label is enough."""
    return found.status == "unrecorded" and not found.weighs


def _row(field: Field, found: Finding, sides: Sequence[Mapping[str, Any]]) -> Record:
    return {
        "field": field.name,
        "label": field.label,
        "why": field.why,
        "severity": found.severity,
        "status": found.status,
        "values": [text_of(side, field.name) for side in sides],
        "note": NOTES[found.note],
    }


def _candidate(name: str, both: Pair, rows: Sequence[Row]) -> Record:
    return {
        "id": name,
        "summary": _summary(rows),
        "sentence": _said(both.besides, rows),
        "blockers": _labels(rows, "differs", "blocker"),
        "warnings": _labels(rows, "differs", "warning"),
        "unrecorded": _unrecorded(rows) + _one_sided(rows),
    }


def _labels(rows: Iterable[Row], status: str, severity: str) -> list[str]:
    return [f.label for f, one in rows if one.severity == severity and one.status == status]


def _unrecorded(rows: Sequence[Row]) -> list[str]:
    """What was not recorded and weighs, the heaviest first."""
    return [label for level in SEVERITIES[:2] for label in _labels(rows, "unrecorded", level)]


def _one_sided(rows: Sequence[Row]) -> list[str]:
    """What was recorded of one side only, and weighs."""
    return [field.label for field, found in rows if found.note == "one-sided" and found.weighs]


def _summary(rows: Sequence[Row]) -> str:
    if _labels(rows, "differs", "blocker"):
        return SUMMARIES[0]
    if _labels(rows, "differs", "warning") or _unrecorded(rows):
        return SUMMARIES[1]
    return SUMMARIES[2]


def _said(besides: str, rows: Sequence[Row], throughout: bool = True) -> str:
    blockers, warnings, details = (_labels(rows, "differs", severity) for severity in SEVERITIES)
    return sentence(
        Told(besides, blockers, warnings, details, _defaults(rows), _unrecorded(rows), throughout)
    )


def _defaults(rows: Iterable[Row]) -> list[str]:
    """Defaults that came with a version and weigh, the heaviest first."""
    kept = [r for r in rows if (r[1].status, r[1].note) == ("intended", "default") and r[1].weighs]
    return [field.label for field, _ in sorted(kept, key=lambda row: row[1].rank)]


def _sentence(pairs: Sequence[Pair], columns: Sequence[Sequence[Row]], worst: Sequence[Row]) -> str:
    """One sentence for all candidates: the first thing any of them differs in counts."""
    throughout = all(_labels(column, "differs", "blocker") for column in columns)
    kinds = [both.besides for both in pairs]
    besides = next((kind for kind in BESIDES if kind in kinds), "")
    return _said(besides, worst, throughout)
