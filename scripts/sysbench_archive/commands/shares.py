"""A bundle's share of the site: its record, its matrix comparisons, its evidence as plain text.

A share is written by a worker from the bundle's outcome in the store, so that the main process
holds no records. One that stands as it should from the last build is not written again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from sysbench_archive.commands.comparison_files import (
    with_reproduced,
    write_charts,
    write_comparison,
)
from sysbench_archive.commands.manifest import Manifest, Written
from sysbench_archive.commands.outward import cited_comparison, cited_result, write_citation
from sysbench_archive.commands.reproductions import Reproduced
from sysbench_archive.commands.store import Store
from sysbench_archive.derive.identity import by_hand, identified
from sysbench_archive.ledger import Row
from sysbench_archive.publish.api import bundle_path
from sysbench_archive.publish.api_bundle import bundle_document
from sysbench_archive.publish.audience import for_pages, for_readers
from sysbench_archive.publish.citation import Work
from sysbench_archive.publish.compare import compare_links, compare_record
from sysbench_archive.publish.output import Output, json_bytes
from sysbench_archive.publish.rounding import rounded

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Share:
    """A bundle to write: where it is, its outcome, its newest row and where it is compared.

    `work` is the bundle as it is cited, `base` what citations begin with, `notices` what happened
    to the bundle since it was published.
    """

    folder: Path
    key: str
    revision: Mapping[str, Any] | None
    comparisons: Sequence[Mapping[str, str]]
    work: Work
    reproduced: Mapping[str, Sequence[Record]] = field(default_factory=dict)
    base: str = ""
    notices: Sequence[str] = ()

    def digest(self) -> str:
        """SHA-256 of everything the share is made from."""
        cited = asdict(self.work)
        told = [self.reproduced, list(self.notices)]
        parts = [self.key, self.revision, self.comparisons, cited, told, self.base]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def revision_record(rows: Sequence[Row]) -> Record | None:
    """The newest row of a publication record, as pages show it."""
    if not rows:
        return None
    row = rows[-1]
    names = ("status", "standing", "date", "swhid", "figures_sha256", "reason")
    return {"number": row.revision, **{name: getattr(row, name) for name in names}}


@dataclass(slots=True)
class Writing:
    """Shares that workers are writing; `kept` are those that stand from the last build."""

    kept: dict[str, Written]
    due: Sequence[tuple[str, str]]
    outputs: Iterator[Output]

    def finish(self) -> tuple[dict[str, Written], set[str]]:
        """Wait for all: what each bundle has now, and what changed."""
        written, changed = dict(self.kept), set[str]()
        for (name, digest), output in zip(self.due, self.outputs, strict=True):
            written[name] = Written(digest, sorted(output.written))
            changed |= output.changed
        return written, changed


def start_writing(
    shares: Sequence[Share], store: Store, derived: Path, executor: Executor, last: Manifest
) -> Writing:
    """Let workers write the shares that are new or changed."""
    digests = {share.folder.name: share.digest() for share in shares}
    kept = {n: w for n, w in last.shares.items() if digests.get(n) == w.digest}
    due = [share for share in shares if share.folder.name not in kept]
    work = partial(write_share, store=store, derived=derived)
    outputs = executor.map(work, due, chunksize=8)
    return Writing(kept, [(s.folder.name, digests[s.folder.name]) for s in due], outputs)


def write_share(share: Share, store: Store, derived: Path) -> Output:
    """Write one bundle: its record, its matrix comparisons, its evidence as plain text."""
    outcome = store.need(share.key)
    output = Output(derived)
    result = identified(rounded(outcome["result"])) | {
        "revision": share.revision,
        "by_hand": by_hand(f"data/results/{share.folder.name}", outcome["result"]["swhid"]),
        "comparisons": list(share.comparisons),
        "compare": compare_links(outcome["result"]),
    }
    result["runs"] = [with_reproduced(run, share.reproduced) for run in result["runs"]]
    result = cited_result(result, share.work, share.base)
    variables = {"variables": result["variables"]} if result["variables"] else {}
    files = {
        f"records/results/{result['id']}.json": for_pages(result),
        f"static{result['path']}index.json": for_readers(result),
        f"static{bundle_path(result['id'])}": bundle_document(result, share.base),
        f"static{result['path']}compare.json": rounded(compare_record(outcome["result"])),
        **{f"static{result['path']}{name}.json": record for name, record in variables.items()},
    }
    for path, record in files.items():
        output.bytes(path, json_bytes(record))
    write_citation(output, result)
    for file in result["files"]:
        output.bytes(f"static{file['href']}", (share.folder / file["path"]).read_bytes())
    told = {"notices": list(share.notices)} if share.notices else {}
    for comparison in outcome["matrix"]:
        shown = with_reproduced(comparison, share.reproduced) | told
        works = {share.folder.name: share.work}
        write_comparison(output, cited_comparison(shown, works, share.base))
    write_charts(output, result["title"], outcome["own_panels"])
    return output


def reproduced_in(again: Reproduced, bundle: str) -> dict[str, Sequence[Record]]:
    """What concerns the pages of one bundle: its runs, and comparisons of its workloads."""
    mine = (f"/results/{bundle}/", f"/comparisons/{bundle}--")
    return {path: records for path, records in again.items() if path.startswith(mine)}
