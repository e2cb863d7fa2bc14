"""Which pages results and comparisons have: titles, runs and days, without their records.

Hugo makes addresses and the sitemap from this, and reads a record only to make its page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Record = dict[str, Any]


def pages_record(
    results: Iterable[tuple[Mapping[str, Any], Sequence[str], str]],
    comparisons: Iterable[tuple[Mapping[str, Any], str]],
) -> Record:
    """{results, comparisons} by id and slug; days are ISO days of the newest revision.

    From each result's entry, the ids of its runs and its day; each comparison's entry and its day.
    """
    return {
        "results": {
            entry["id"]: {"title": entry["title"], "day": day, "runs": list(runs)}
            for entry, runs, day in results
        },
        "comparisons": {
            entry["slug"]: {"title": entry["title"], "kind": entry["kind"], "day": day}
            for entry, day in comparisons
        },
    }
