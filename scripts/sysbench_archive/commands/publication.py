"""Writing what a build derived: one bundle's share, and the archive's.

A bundle's share is written by a worker from its outcome in the store, so that the main process
holds no records.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.schema import SCHEMA_FOLDER, load_schema
from sysbench_archive.commands.manifest import Manifest, Written
from sysbench_archive.commands.outward import (
    cited_comparison,
    cited_result,
    write_citation,
    write_picture_input,
)
from sysbench_archive.commands.reproductions import Reproduced
from sysbench_archive.commands.spanning import Gathered, spanning_files
from sysbench_archive.commands.store import Store
from sysbench_archive.derive.comparisons import curated_comparison
from sysbench_archive.derive.identity import by_hand, identified
from sysbench_archive.derive.shelves import versions_record, workloads_record
from sysbench_archive.derive.site import comparison_entry, site_record
from sysbench_archive.ledger import Row
from sysbench_archive.publish.api import bundle_path
from sysbench_archive.publish.api_bundle import bundle_document
from sysbench_archive.publish.audience import comparison_for_pages, for_pages, for_readers
from sysbench_archive.publish.charts import chart_inputs
from sysbench_archive.publish.citation import Work
from sysbench_archive.publish.compare import compare_links, compare_record, with_compare
from sysbench_archive.publish.condition_fields import condition_fields_record
from sysbench_archive.publish.downloads_comparison import comparison_csv
from sysbench_archive.publish.explore.index import explore_files
from sysbench_archive.publish.output import Output, json_bytes
from sysbench_archive.publish.policy import policy_file
from sysbench_archive.publish.reference import rules_record, schema_record
from sysbench_archive.publish.rounding import rounded
from sysbench_archive.publish.search import search_record
from sysbench_archive.rules.catalogue import RULES

Record = dict[str, Any]
ROOMS = ("data", "charts", "pictures", "static")


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


def write_shares(
    shares: Sequence[Share], store: Store, derived: Path, executor: Executor, last: Manifest
) -> tuple[dict[str, Written], set[str]]:
    """Write the shares that are new or changed: what each bundle has now, and what changed."""
    digests = {share.folder.name: share.digest() for share in shares}
    kept = {n: w for n, w in last.shares.items() if digests.get(n) == w.digest}
    due = [share for share in shares if share.folder.name not in kept]
    work = partial(write_share, store=store, derived=derived)
    outputs = executor.map(work, due, chunksize=8)
    changed: set[str] = set()
    for share, output in zip(due, outputs, strict=True):
        name = share.folder.name
        kept[name] = Written(digests[name], sorted(output.written))
        changed |= output.changed
    return kept, changed


def write_share(share: Share, store: Store, derived: Path) -> Output:
    """Write one bundle: its record, its matrix comparisons, its evidence as plain text."""
    outcome = _outcome(store, share.key)
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
        f"data/results/{result['id']}.json": for_pages(result),
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


def with_reproduced(record: Record, again: Reproduced) -> Record:
    """A run or a comparison with what reproduced it, where something did."""
    found = again.get(record["path"])
    return record | {"reproduced_by": rounded(list(found))} if found else record


def _outcome(store: Store, key: str) -> Record:
    outcome = store.get(key)
    if outcome is None:
        raise FileNotFoundError(f"outcome {key} vanished from {store.folder} during the build")
    loaded: Record = outcome
    return loaded


def write_comparison(output: Output, comparison: Mapping[str, Any]) -> None:
    """Write a comparison, its figures as a table, and the inputs of its charts and pictures."""
    shown = with_compare(rounded(comparison))
    drawn = json_bytes(comparison_for_pages(shown))
    output.bytes(f"data/comparisons/{comparison['slug']}.json", drawn)
    output.bytes(f"static{comparison['path']}index.json", json_bytes(shown))
    output.bytes(f"static{comparison['path']}comparison.csv", comparison_csv(shown))
    write_citation(output, comparison)
    write_picture_input(output, comparison)
    write_charts(output, comparison["title"], comparison["panels"])


def write_charts(output: Output, title: str, panels: Sequence[Mapping[str, Any]]) -> None:
    """Write the inputs of the charts of panels that stand under a title."""
    for chart in chart_inputs(title, panels):
        output.json(f"charts/{chart['name']}.json", chart)


def curated_records(
    definitions: Mapping[str, Mapping[str, Any]], keys: Mapping[str, str], store: Store
) -> list[Record]:
    """The records of the curated comparisons; `keys` finds each bundle's outcome."""
    named = {name for definition in definitions.values() for name in bundles_named(definition)}
    results = {name: _outcome(store, keys[name])["result"] for name in sorted(named)}
    return [curated_comparison(slug, value, results) for slug, value in definitions.items()]


def bundles_named(definition: Mapping[str, Any]) -> set[str]:
    """Every bundle a curated definition speaks of."""
    checks = [c["check"]["bundle"] for c in definition.get("claims", ()) if "check" in c]
    panels = [panel["bundle"] for panel in definition["panels"]]
    return {*panels, *definition.get("bundles", ()), *checks}


def write_archive(
    derived: Path,
    entries: Sequence[Record],
    matrix: Sequence[Record],
    curated: Sequence[Record],
    gathered: Gathered,
) -> Output:
    """Write the curated comparisons, the lists of the archive, and the schemas."""
    output = Output(derived)
    for comparison in curated:
        write_comparison(output, comparison)
    listed = [*(comparison_entry(comparison) for comparison in curated), *matrix]
    site = site_record(entries, listed)
    versions = versions_record(site["results"], site["comparisons"])
    workloads = workloads_record(site["results"], site["comparisons"])
    rules = rules_record(RULES)
    lists = {"site": site, "versions": versions, "workloads": workloads, "rules": rules}
    pages = {"schema": _schemas(), "fields": condition_fields_record()}
    for name, record in (lists | pages).items():
        output.json(f"data/{name}.json", record)
    spanning = spanning_files(gathered, site["results"])
    for place, record in spanning.items():
        output.json(place, record)
    upgrades, hardware = (spanning[f"data/{name}.json"] for name in ("upgrades", "hardware"))
    found = search_record(site, versions, workloads, rules, upgrades, hardware)
    output.json("static/search/documents.json", found)
    for path in sorted(SCHEMA_FOLDER.glob("*.json")):
        output.bytes(f"static/schema/{path.name}", path.read_bytes())
    return output


def write_exploring(output: Output, series: Sequence[Record]) -> None:
    """Write what readers narrow, sort and choose from, and the rules a browser compares by."""
    for path, record in explore_files(series):
        output.bytes(f"static/{path}", json_bytes(record))
    output.json("static/policy.json", policy_file())


def _schemas() -> Record:
    names = ("bundle-1", "comparison-1")
    return {"schemas": [schema_record(name, load_schema(name)) for name in names]}
