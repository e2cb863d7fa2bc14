"""What corrections and withdrawals leave in the site: histories, superseded bytes, tombstones.

Owns these files and the index of all permanent addresses, `addresses.json`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.check import read_addresses
from sysbench_archive.commands.histories import Standing
from sysbench_archive.commands.outward import works_of, write_citation
from sysbench_archive.commands.superseded import bytes_folder, figures_file
from sysbench_archive.ledger import Row, index_of
from sysbench_archive.publish.citation import citation_record, comparison_work
from sysbench_archive.publish.output import Output, json_bytes

Record = dict[str, Any]
Records = Mapping[str, Sequence[Row]]


def write_histories(
    archive: Archive, histories: Mapping[str, Record], standing: Standing, records: Records
) -> Output:
    """Write histories, superseded bytes, what is left of comparisons, and the addresses."""
    output, base = Output(archive.derived), archive.permanent_base
    works = works_of(records)
    for bundle, record in histories.items():
        cite = citation_record(works[bundle], base, with_runs=True)
        _write_history(output, record | {"cite": cite} if record["withdrawn"] else record)
        for page in record["pages"]:
            _write_revision(archive, output, bundle, page)
    retired = [c for record in histories.values() for c in record["comparisons"]]
    for comparison in (*retired, *standing.retired):
        rested = [works[ref["path"].split("/")[2]] for ref in comparison["bundles"]]
        cite = citation_record(comparison_work(comparison, rested), base)
        _write_retired(output, comparison | {"cite": cite})
    index = index_of(records, read_addresses(archive).values())
    output.bytes("static/addresses.json", json_bytes(index))
    return output


def _write_history(output: Output, record: Record) -> None:
    """A history beside the result's page, or in its place where the bundle is withdrawn."""
    output.bytes(f"data/revisions/{record['bundle']}.json", json_bytes(record))
    name = "index.json" if record["withdrawn"] else "revisions.json"
    output.bytes(f"static{record['path']}{name}", json_bytes(record))
    if record["withdrawn"]:
        write_citation(output, record)


def _write_retired(output: Output, comparison: Record) -> None:
    data = json_bytes(comparison)
    output.bytes(f"data/withdrawn/{comparison['slug']}.json", data)
    output.bytes(f"static{comparison['path']}index.json", data)
    write_citation(output, comparison)


def _write_revision(archive: Archive, output: Output, bundle: str, page: Record) -> None:
    """A revision's record, its figures, and its bytes where they are its own."""
    number = page["number"]
    output.bytes(f"static{page['path']}index.json", json_bytes(page))
    if page["figures_href"]:
        data = figures_file(archive, bundle, number).read_bytes()
        output.bytes(f"static{page['figures_href']}", data)
    folder = bytes_folder(archive, bundle, number)
    for file in page["files"] if folder.is_dir() else ():
        output.bytes(f"static{file['href']}", (folder / file["path"]).read_bytes())
