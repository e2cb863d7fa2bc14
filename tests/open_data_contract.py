"""What holds of the API and the downloads of any built archive, looked at from outside."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from contracts import faults_of

KINDS = {
    r"index\.json": "index",
    r"results/\d{4}-\d{2}\.jsonl\.gz": "result_entry",
    r"withdrawn/\d{4}-\d{2}\.jsonl\.gz": "withdrawn",
    r"bundles/[a-z0-9-]+\.json": "bundle",
    r"comparisons/([a-z-]+|\d{4}-\d{2})\.jsonl\.gz": "comparison",
    r"contrasts/([a-z-]+|\d{4}-\d{2})\.jsonl\.gz": "contrast",
    r"hosts/\d{4}-\d{2}\.jsonl\.gz": "host_entry",
    r"upgrades/[a-z0-9.-]+\.json": "upgrade",
}


def faults(kind: str, document: Any) -> list[str]:
    """What a document of the API lacks or has too much."""
    return faults_of(document, "api-1", kind)


def documents(site: Path) -> Iterator[tuple[str, str, Any]]:
    """Every document and every line of a list: its path below /api/v1/, its kind, what it says."""
    root = site / "api" / "v1"
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        name = path.relative_to(root).as_posix()
        if name not in ("croissant.json", "openapi.json"):
            kinds = [kind for pattern, kind in KINDS.items() if re.fullmatch(pattern, name)]
            assert len(kinds) == 1, name
            data = path.read_bytes()
            if path.suffix == ".gz":
                assert data[4:8] == bytes(4), f"{name}: says when it was packed"
                data = gzip.decompress(data)
            lines = [data] if path.suffix == ".json" else data.splitlines(keepends=True)
            assert all(line.endswith(b"\n") for line in lines), name
            for document in map(json.loads, lines):
                gone = kinds[0] == "bundle" and "reason" in document
                yield name, "withdrawn" if gone else kinds[0], document


def assert_open_data_fits(site: Path) -> None:
    """The API keeps its schema, its lists agree with its documents, downloads are as listed."""
    every = [*documents(site)]
    for name, kind, document in every:
        assert faults(kind, document) == [], name
    found = {name: (kind, document) for name, kind, document in every if name.endswith(".json")}
    lines = Counter(name for name, _, _ in every if name not in found)
    index = found["index.json"][1]
    for kind in ("results", "comparisons", "contrasts", "hosts", "withdrawn"):
        for shard in index[kind]:
            name = shard["path"].removeprefix("/api/v1/")
            assert (site / "api" / "v1" / name).is_file()
            assert lines.pop(name, 0) == shard["count"]
    assert not lines, "not in the index"
    upgrades = {n: d for n, (kind, d) in found.items() if kind == "upgrade"}
    listed_pairs = {s["path"].removeprefix("/api/v1/"): s["count"] for s in index["upgrades"]}
    assert listed_pairs == {name: len(pair["lines"]) for name, pair in upgrades.items()}
    assert index["counts"]["upgrades"] == len(upgrades)
    bundles = {n: d for n, (kind, d) in found.items() if kind == "bundle"}
    listed = [document for _, kind, document in every if kind == "result_entry"]
    assert [entry["bundle"] for entry in listed] == sorted(d["bundle"] for d in bundles.values())
    assert {entry["data"].removeprefix("/api/v1/") for entry in listed} == bundles.keys()
    withdrawn = {n: d for n, (kind, d) in found.items() if kind == "withdrawn"}
    gone = [document for name, _, document in every if name.startswith("withdrawn/")]
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
    table = gzip.decompress((site / "downloads" / "runs.csv.gz").read_bytes()).decode()
    assert table.splitlines()[0].split(",")[0] == "bundle"
