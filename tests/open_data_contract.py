"""What holds of the API and the downloads of any built archive, looked at from outside."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from contracts import faults_of

KINDS = {
    r"index\.json": "index",
    r"results/\d{4}-\d{2}\.json": "list",
    r"bundles/[a-z0-9-]+\.json": "bundle",
    r"comparisons/([a-z-]+|\d{4}-\d{2})\.json": "list",
    r"contrasts/([a-z-]+|\d{4}-\d{2})\.json": "list",
    r"hosts/\d{4}-\d{2}\.json": "list",
    r"upgrades/[a-z0-9.-]+\.json": "upgrade",
}


def faults(kind: str, document: Any) -> list[str]:
    """What a document of the API lacks or has too much."""
    return faults_of(document, "api-1", kind)


def documents(site: Path) -> Iterator[tuple[str, str, Any]]:
    """Every document: its path below /api/v1/, its kind, and what it says."""
    root = site / "api" / "v1"
    for path in sorted(root.rglob("*.json")):
        name = path.relative_to(root).as_posix()
        if name not in ("croissant.json", "openapi.json"):
            kinds = [kind for pattern, kind in KINDS.items() if re.fullmatch(pattern, name)]
            assert len(kinds) == 1, name
            document = json.loads(path.read_bytes())
            gone = kinds[0] == "bundle" and "reason" in document
            yield name, "withdrawn" if gone else kinds[0], document


def assert_open_data_fits(site: Path) -> None:
    """The API keeps its schema, its lists agree with its documents, downloads are as listed."""
    found = {name: (kind, document) for name, kind, document in documents(site)}
    for name, (kind, document) in found.items():
        assert faults(kind, document) == [], name
    index = found["index.json"][1]
    for kind in ("results", "comparisons", "contrasts", "hosts"):
        pages = {shard["path"].removeprefix("/api/v1/"): shard["count"] for shard in index[kind]}
        listed_on = {n: d[kind] for n, (_, d) in found.items() if n.startswith(f"{kind}/")}
        assert pages == {name: len(entries) for name, entries in listed_on.items()}
    upgrades = {n: d for n, (kind, d) in found.items() if kind == "upgrade"}
    listed_pairs = {s["path"].removeprefix("/api/v1/"): s["count"] for s in index["upgrades"]}
    assert listed_pairs == {name: len(pair["lines"]) for name, pair in upgrades.items()}
    assert index["counts"]["upgrades"] == len(upgrades)
    bundles = {n: d for n, (kind, d) in found.items() if kind == "bundle"}
    listed = [e for n, (_, d) in found.items() if n.startswith("results/") for e in d["results"]]
    assert [entry["bundle"] for entry in listed] == sorted(d["bundle"] for d in bundles.values())
    assert {entry["data"].removeprefix("/api/v1/") for entry in listed} == bundles.keys()
    withdrawn = {n: d for n, (kind, d) in found.items() if kind == "withdrawn"}
    gone = [e for n, (_, d) in found.items() if n.startswith("results/") for e in d["withdrawn"]]
    assert gone == sorted(withdrawn.values(), key=lambda entry: str(entry["bundle"]))
    assert index["counts"]["withdrawn"] == len(gone)
    assert index["counts"]["bundles"] == len(bundles)
    assert index["counts"]["runs"] == sum(len(d["runs"]) for d in bundles.values())
    assert index["counts"]["runs"] == sum(entry["run_count"] for entry in listed)
    for download in index["downloads"]:
        data = (site / download["path"].strip("/")).read_bytes()
        assert len(data) == download["bytes"]
        assert hashlib.sha256(data).hexdigest() == download["sha256"]
    croissant = json.loads((site / index["croissant"].strip("/")).read_bytes())
    listed_files = {
        f"{index['permanent_base']}{each['path']}": (f"{each['bytes']} B", each["sha256"])
        for each in index["downloads"]
        if each["name"] != "datapackage.json"
    }
    assert listed_files == {
        each["contentUrl"]: (each["contentSize"], each["sha256"])
        for each in croissant["distribution"]
    }
    lines = gzip.decompress((site / "downloads" / "runs.csv.gz").read_bytes()).decode()
    assert lines.splitlines()[0].split(",")[0] == "bundle"
