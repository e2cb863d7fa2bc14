"""Sample results: a bundle with everything its page can show."""

from __future__ import annotations

from .outward import citation, structured
from .shared import DIGEST, SERIES_PATH, SIDES, TEST, Record, Text, column, facts, named
from .single_runs import runs

CONTENT = "swh:1:cnt:" + "cd" * 20
BUNDLE = "swh:1:dir:" + "ef" * 20


def evidence_file(entry: Record) -> Record:
    """The evidence file of a run."""
    shown = {"path": entry["evidence"]["file"], "href": entry["evidence"]["href"]}
    context = f"{CONTENT};anchor={BUNDLE};path=/{shown['path']}"
    digests = {"sha256": DIGEST, "swhid": CONTENT, "swhid_in_context": context}
    return {**shown, "size": 1234, **digests}


def server(name: str, text: Text) -> Record:
    """A server of a bundle, as pages of runs name it."""
    told = {"options": 1, "started_with": text("the option the source names")}
    return {**named(name, text), "regime": "pinned", **told}


def side_by_side(text: Text) -> Record:
    """Every server of a bundle, with a fact in each state and an option only the first sets."""
    cells = [
        {"state": "stated", "text": text("value of fact.stated MiB"), "note": ""},
        {"state": "unavailable", "text": "not exposed", "note": text("tried: probe of a fact")},
        {"state": "unrecorded", "text": "not recorded", "note": ""},
        {"state": "absent", "text": "not set", "note": ""},
    ]
    rows = [
        {"label": text(f"Row of {cell['state']}"), "differs": True, "cells": [cells[0], cell]}
        for cell in cells
    ]
    table = {"rows": rows, "missing": [text("Fact fact.nobody.knows")]}
    columns = [named(name, text) for name, _, _ in SIDES]
    worth = [text("The source names these options; others may have been set.")]
    return {"columns": columns, "facts": table, "options": table, "worth": worth}


def workload(text: Text) -> Record:
    """The workload of a bundle."""
    return {
        "id": "read-only",
        "title": text("Read-only"),
        "test": text("oltp_read_only"),
        "shelf": TEST,
        "command": text("sysbench oltp_read_only run"),
        "prepare": text("sysbench oltp_read_only prepare"),
        "parameters": [
            {"name": "threads", "value": "", "origin": "command"},
            {"name": "tables", "value": text("8"), "origin": "default"},
        ],
        "facts": facts(text),
    }


def variables(text: Text) -> Record:
    """Effective variables that differ; one server lacks the second."""
    rows: list[tuple[str, list[str | None]]] = [
        ("version", [text("8.0.36"), text("8.4.0")]),
        ("innodb_log_writer_threads", [None, text("ON")]),
    ]
    return {
        "servers": [named(name, text) for name, _, _ in SIDES],
        "count": 512,
        "rows": [{"name": n, "differs": True, "values": values} for n, values in rows],
    }


def reported(text: Text) -> Record:
    """A difference a source reports without figures."""
    return {
        "workload": named("read-only", text),
        "baseline": named("mysql-a", text),
        "candidate": named("mysql-b", text),
        "metric": "tps",
        "mean": 1300,
        "minimum": -1000.5,
        "maximum": 6100,
        "approximate": True,
        "slower_at_threads": [1, 2],
        "notes": text("notes of the source"),
    }


def revision(text: Text) -> Record:
    """A row of the publication record."""
    shown = {"number": 2, "status": "corrected", "standing": "permanent", "date": "2026-01-02"}
    told = {"figures_sha256": DIGEST, "reason": text("Reason of revision 2")}
    return {**shown, "swhid": BUNDLE, **told}


def result(bundle: str, text: Text) -> Record:
    """A bundle with everything a page can show."""
    entries = runs(bundle, text)
    return {
        "id": bundle,
        "path": f"/results/{bundle}/",
        "title": text(f"Title of {bundle}"),
        "submitted": "2026-01-02",
        "evidence": "raw-output",
        "submitter": text("A submitter"),
        "license": "CC-BY-4.0",
        "disclosure": text("none"),
        "notes": text("Notes of the bundle"),
        "reproduces": [SERIES_PATH],
        "revision": revision(text),
        "swhid": BUNDLE,
        "by_hand": {"command": text("git ls-tree HEAD x"), "expected": text("040000 tree x")},
        "completeness": {"stated": 5, "unavailable": 5, "unrecorded": 5},
        "source": facts(text),
        "source_url": text("https://source.example/post"),
        "campaign": facts(text),
        "hosts": [named("host-1", text) | {"facts": facts(text)}],
        "servers": [server(name, text) for name, _, _ in SIDES],
        "side_by_side": side_by_side(text),
        "clients": [named("client-1", text) | {"facts": facts(text)}],
        "workloads": [workload(text)],
        "variables": variables(text),
        "metrics": [column("tps", text), column("queries", text, "", 0)],
        "runs": entries,
        "files": [evidence_file(entry) for entry in entries],
        "reported": [reported(text)],
        "charts": [],
        "compare": {"read-only": f"/compare/?s={bundle}/mysql-a/read-only"},
        "comparisons": [],
        "cite": citation(f"/results/{bundle}/", text),
        "structured": structured("Dataset", f"/results/{bundle}/", text),
    }
