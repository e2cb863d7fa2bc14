"""The files of `/explore/`: what there is to narrow by, and the pieces, newest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sysbench_archive.derive.metric_records import metric_record
from sysbench_archive.publish.explore.facets import facet_records
from sysbench_archive.publish.explore.pieces import newest_first, pieces, run_rows, series_rows
from sysbench_archive.publish.rounding import rounded

Record = dict[str, Any]

_SHOWN = ("label", "unit", "decimals")


def explore_files(bundles: Iterable[Record]) -> Iterator[tuple[str, Record]]:
    """(site-relative path without its first slash, record), the index last."""
    ordered = newest_first(bundles)
    names: dict[str, list[str]] = {}
    for kind, rows in (("series", series_rows(ordered)), ("runs", run_rows(ordered))):
        names[kind] = []
        for number, piece in enumerate(pieces(rows)):
            names[kind].append(f"explore/{kind}-{number}.json")
            yield names[kind][-1], rounded(piece)
    yield "explore/index.json", _index(ordered, names)


def _index(bundles: Sequence[Record], names: dict[str, list[str]]) -> Record:
    rows = list(series_rows(bundles))
    metrics = {name: metric_record(name) for name in sorted({row["metric"] for row in rows})}
    return {
        "series": {"rows": len(rows), "pieces": names["series"]},
        "runs": {"rows": sum(row["count"] for row in rows), "pieces": names["runs"]},
        "facets": facet_records(rows),
        "metrics": {
            name: {field: metric[field] for field in _SHOWN} for name, metric in metrics.items()
        },
    }
