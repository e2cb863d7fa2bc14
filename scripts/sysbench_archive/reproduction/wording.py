"""What `reproduce` tells a person, as plain text.

Owns sentences and columns; computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sysbench_archive.derive.originals import Original
from sysbench_archive.reproduction.differences import UNSTATED, Difference
from sysbench_archive.reproduction.settings import Settings

VERDICTS = {
    "agrees": "agrees within the noise",
    "differs": "differs",
    "cannot-tell": "cannot tell",
}
_WIDTH = 46


def what_runs(original: Original, settings: Settings, panel: str) -> str:
    """What would be run, in a few lines."""
    sides = [original.baseline, *original.candidates]
    options = " ".join([settings.test, *settings.options])
    lines = (
        ("published", f"{' '.join(original.paths)} ({panel})"),
        ("sides", " against ".join(original.server(name)["label"] for name in sides)),
        ("workload", f"{options}, {settings.tables} tables of {settings.table_size} rows"),
        ("threads", ", ".join(map(str, settings.threads))),
        ("repetitions", f"{settings.repetitions} in random blocks, {settings.seconds} s each"),
    )
    return "\n".join(f"{name + ':':<13}{text}" for name, text in lines)


def unmatched(found: Sequence[Difference]) -> str:
    """The table of differences, and what nobody recorded there."""
    known = [d for d in found if d.theirs != UNSTATED]
    silent = [d for d in found if d.theirs == UNSTATED]
    return "\n".join(_lines(known, silent))


def _lines(known: Sequence[Difference], silent: Sequence[Difference]) -> Iterator[str]:
    if known:
        rows = [("not matched here", "theirs", "yours")]
        rows += [(d.field, d.theirs, d.yours) for d in known]
        cut = [tuple(_cut(cell) for cell in row) for row in rows]
        widths = [max(len(row[n]) for row in cut) for n in range(2)]
        for row in cut:
            yield f"{row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]}"
    else:
        yield "everything that is recorded there is matched here"
    if silent:
        yield f"{UNSTATED} there: {', '.join(d.field for d in silent)}"


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"


def outcome(record: dict[str, Any]) -> str:
    """The new ratio beside the published one, and the verdict."""
    lines = [
        f"{row['candidate']}, {_threads(row['threads'])}: published {_side(row['published'])},"
        f" here {_side(row['again'])}: {_verdict(row)}"
        for row in record["rows"]
    ]
    return "\n".join([*lines, f"verdict: {_verdict(record)}"])


def _threads(count: int) -> str:
    return f"{count} {'thread' if count == 1 else 'threads'}"


def _side(side: dict[str, Any]) -> str:
    if side["low"] is None:
        return f"{side['ratio']:.3f} (no repetitions)"
    return f"{side['ratio']:.3f} (95 % interval {side['low']:.3f} to {side['high']:.3f})"


def _verdict(record: dict[str, Any]) -> str:
    why = f" ({record['why']})" if record["why"] else ""
    return f"{VERDICTS[record['verdict']]}{why}"
