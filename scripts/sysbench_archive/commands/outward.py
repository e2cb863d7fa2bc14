"""What a build tells those who are not on a page: who cites, embeds, follows or indexes it.

Adds to the records of results and comparisons how they are cited, pictured and described to
programs, and writes the files that go with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sysbench_archive.ledger import Row
from sysbench_archive.publish.citation import (
    Work,
    bundle_work,
    citation_record,
    comparison_work,
    text_of,
)
from sysbench_archive.publish.embeds import picture_input, picture_record
from sysbench_archive.publish.feeds import feeds
from sysbench_archive.publish.output import Output
from sysbench_archive.publish.structured import catalog_record, dataset_record

Record = dict[str, Any]
Works = Mapping[str, Work]
"""Bundle id to the bundle as a work that can be cited."""


def works_of(records: Mapping[str, Sequence[Row]]) -> dict[str, Work]:
    """Every recorded bundle, withdrawn ones included."""
    return {bundle: bundle_work(bundle, rows) for bundle, rows in records.items()}


def cited_result(result: Record, work: Work, base: str) -> Record:
    """A result with its citations and its description for search engines of data."""
    described = {
        "cite": citation_record(work, base, with_runs=True),
        "structured": dataset_record(result, work, base),
    }
    return result | described


def cited_comparison(comparison: Record, works: Works, base: str) -> Record:
    """A comparison with its citations and what its pictures are called."""
    bundles = [works[bundle["path"].split("/")[2]] for bundle in comparison["bundles"]]
    cite = citation_record(comparison_work(comparison, bundles), base)
    return comparison | {"cite": cite, "picture": picture_record(comparison, base)}


def write_citation(output: Output, record: Mapping[str, Any]) -> None:
    """Write a result's or a comparison's citation as CSL-JSON beside its page."""
    data = f"{text_of(record['cite'], 'csl')}\n".encode()
    output.bytes(f"static{record['path']}citation.json", data)


def write_picture_input(output: Output, comparison: Mapping[str, Any]) -> None:
    """Write what the pictures of a comparison are made from."""
    output.json(f"pictures/{comparison['slug']}.json", picture_input(comparison))


def write_announcements(
    output: Output,
    records: Mapping[str, Sequence[Row]],
    entries: Sequence[Record],
    base: str,
) -> None:
    """Write the feeds and the description of the whole archive; `entries` are the results."""
    for path, data in feeds(records, entries, base).items():
        output.bytes(f"static{path}", data)
    runs = sum(entry["runs"] for entry in entries)
    days = [row.date for rows in records.values() for row in rows]
    counts = {"runs": runs, "bundles": len(entries)}
    output.json("data/catalog.json", {"structured": catalog_record(counts, days, base)})
