"""Which addresses the publication record promises, and whether the published ones are kept.

Owns `addresses.json`, the index of every permanent address with its revision. A comparison that
was published in any revision keeps its address, though it may no longer be drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sysbench_archive.ledger.rows import FOLDER, Row
from sysbench_archive.ledger.rules import CHANGED, UNPUBLISHED
from sysbench_archive.problems import Problem, got_expected

Record = dict[str, Any]
Records = Mapping[str, Sequence[Row]]


def pages_of(bundle: str, rows: Sequence[Row]) -> list[str]:
    """Every page a record promises: the result, its runs, earlier revisions, comparisons."""
    path = f"/results/{bundle}/"
    runs = _union(row.runs for row in rows)
    revisions = [row.revision for row in rows[:-1] if row.status != "withdrawn"]
    compared = _union(row.comparisons for row in rows)
    return [
        path,
        *(f"{path}{run}/" for run in runs),
        *(f"{path}revisions/{number}/" for number in revisions),
        *(f"/comparisons/{bundle}--{workload}/" for workload in compared),
    ]


def retired(rows: Sequence[Row], drawn: Collection[str]) -> list[str]:
    """Workloads whose comparison was published once and is not among those drawn now."""
    return [name for name in _union(row.comparisons for row in rows) if name not in drawn]


def _union(cells: Iterable[str]) -> list[str]:
    """The ids of several cells, each once, in the order they came."""
    return list(dict.fromkeys(name for cell in cells for name in cell.split()))


def curated_pages(addresses: Iterable[Collection[str]]) -> list[str]:
    """The addresses of curated comparisons, old ones included, sorted."""
    return sorted({address for known in addresses for address in known})


def index_of(records: Records, curated: Iterable[Collection[str]]) -> Record:
    """The index: results with revision, digest and pages, and curated comparisons."""
    return {
        "results": [
            {
                "id": name,
                "revision": rows[-1].revision,
                "status": rows[-1].status,
                "standing": rows[-1].standing,
                "date": rows[-1].date,
                "swhid": rows[-1].swhid,
                "figures_sha256": rows[-1].figures_sha256,
                "pages": pages_of(name, rows),
            }
            for name, rows in sorted(records.items())
        ],
        "comparisons": curated_pages(curated),
    }


def published_problems(
    index: Mapping[str, Any], records: Records, curated: Iterable[Collection[str]]
) -> Iterator[Problem]:
    """What publishing this state would take from an index published before.

    Raises KeyError, TypeError or AttributeError where `index` is not one.
    """
    for entry in index["results"]:
        yield from _of_result(entry, records.get(entry["id"], ()))
    kept = set(curated_pages(curated))
    for address in index["comparisons"]:
        if address not in kept:
            yield UNPUBLISHED.at("content/comparisons", f"nothing answers any more to {address}")


def _of_result(entry: Mapping[str, Any], rows: Sequence[Row]) -> Iterator[Problem]:
    path = f"{FOLDER}/{entry['id']}.csv"
    kept = set(pages_of(entry["id"], rows)) if rows else set()
    permanent = entry["standing"] == "permanent"
    gone = [p for p in entry["pages"] if p not in kept and (permanent or _always_kept(p))]
    if gone:
        more = f", and {len(gone) - 1} more like it" if len(gone) > 1 else ""
        yield UNPUBLISHED.at(path, f"nothing answers any more to {gone[0]}{more}")
    if not permanent or not rows:
        return
    same = [row for row in rows if row.revision == entry["revision"]]
    if not same:
        message = got_expected("fewer revisions", rows[-1].revision, entry["revision"])
        yield CHANGED.at(path, message)
    elif same[0].figures_sha256 != entry["figures_sha256"]:
        yield CHANGED.at(path, f"revision {entry['revision']} has other figures than published")


def _always_kept(page: str) -> bool:
    """Results and runs keep their address from the first day; comparisons once permanent."""
    return page.startswith("/results/")
