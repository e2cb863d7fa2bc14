"""Derived records for a small sample site, in plain words or with hostile ones.

Owns what the sample holds. `text` decides every free text: tests hand in one that turns each into
something hostile, and look for it on the pages. Nothing here is a measurement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Record = dict[str, Any]
Text = Callable[[str], str]

DIGEST = "ab" * 32
CONTENT = "swh:1:cnt:" + "cd" * 20
BUNDLE = "swh:1:dir:" + "ef" * 20
CLASSES = ("raw-output", "linked-output", "published-table", "published-text")
THREADS = (1, 4, 16)
TEST = "oltp_read_only"
SERIES_PATH = "/versions/mysql/8.0/"
KINDS = ("throughput", "ratio", "latency")
SIDES = (("mysql-a", "MySQL", "8.0.36"), ("mysql-b", "MySQL", "8.4.0"))

PAYLOAD = (
    "javascript:alert(1)//<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    '</svg></title></textarea><style>*{}</style>{{ template "x" }}{{< youtube x >}}&lt;b&gt;'
)


def plain(text: str) -> str:
    """The text as it is."""
    return text


def hostile(text: str) -> str:
    """The text behind everything that has ever escaped from a page."""
    return f"{PAYLOAD}{text}"


def metric(name: str, text: Text, unit: str = "1/s", decimals: int = 2) -> Record:
    """A metric record."""
    shown = {"label": text(f"Label of {name}"), "description": text(f"Meaning of {name}")}
    return {"name": name, "unit": unit, "direction": "higher", "decimals": decimals, **shown}


def fact(name: str, text: Text, state: str = "stated") -> Record:
    """A fact record in one of its three states."""
    stated = state == "stated"
    return {
        "name": name,
        "label": text(f"Fact {name}"),
        "value": text(f"value of {name}") if stated else "",
        "unit": "MiB" if stated else "",
        "state": state,
        "probe": text(f"probe of {name}") if state == "unavailable" else "",
    }


def facts(text: Text) -> list[Record]:
    """A fact in each state."""
    states = ("stated", "unavailable", "unrecorded")
    return [fact(f"fact.{state}", text, state) for state in states]


def named(name: str, text: Text) -> Record:
    """A reference to a part of a bundle."""
    return {"id": name, "label": text(f"Label {name}")}


def run(bundle: str, server: str, threads: int, text: Text) -> Record:
    """A complete run of a server."""
    name = f"{server}-t{threads}"
    href = f"/results/{bundle}/raw/{name}.txt"
    return {
        "id": name,
        "path": f"/results/{bundle}/{name}/",
        "server": named(server, text),
        "workload": named("read-only", text),
        "threads": threads,
        "repetition": 1,
        "state": "complete",
        "failed": "",
        "figures": {
            "tps": {"value": 100.25 * threads, "line": 12},
            "queries": {"value": 123456 * threads, "line": None},
        },
        "evidence": {
            "kind": "raw-output",
            "file": f"raw/{name}.txt",
            "href": href,
            "report": 0,
            "first_line": 1,
            "last_line": 40,
            "source": text("path/in/source.log"),
            "sha256": DIGEST,
            "url": text("https://source.example/log"),
        },
        "command": text(f"sysbench --threads={threads} oltp_read_only run"),
        "facts": facts(text),
        "warnings": [text("a warning of the parser")],
        "intervals": 3,
        "line": line(),
        "excerpt": excerpt(text),
    }


def line() -> Record:
    """Throughput during a run, as a drawing."""
    drawn = {
        "heading": "Second by second",
        "points": "0,60.0 300,0.0 600,30.0",
        "count": 3,
        "from_s": 1,
        "to_s": 3,
    }
    window = {"window": 300.5, "window_from_s": 1, "p01": 200.5, "stalls": 2, "longest_stall_s": 1}
    return {**drawn, "lowest": 200.5, "highest": 401.0, "top": 401.0} | window


def excerpt(text: Text) -> list[Record]:
    """Quoted lines, with a gap between the first and the others."""
    printed = f"{text('    transactions: 401 (401.00 per sec.)')}\t{text('Label of tps')}"
    return [
        {"first": 1, "text": text("sysbench 1.0.20")},
        {"first": 11, "text": f"{text('SQL statistics:')}\n{printed}"},
    ]


def reproduction(bundle: str, verdict: str, text: Text) -> Record:
    """A bundle that ran something again; one that agrees is somebody else's."""
    agrees = verdict == "agrees"
    return {
        "bundle": {"path": f"/results/{bundle}/", "title": text(f"Again: {verdict}")},
        "submitter": text("Another submitter"),
        "date": "2026-01-03",
        "independent": agrees,
        "confirms": agrees,
        "workload": "read-only",
        "verdict": verdict,
        "why": "" if agrees else text("Why it is so"),
        "rows": [
            {
                "threads": 4,
                "candidate": text("Label mysql-b"),
                "published": {"ratio": 1.08, "low": None, "high": None, "n": 1},
                "again": {"ratio": 1.075, "low": 1.0651, "high": 1.085, "n": 3},
                "verdict": verdict,
                "why": text("What was assumed"),
            }
        ],
    }


def failed_run(bundle: str, text: Text) -> Record:
    """A run that failed: no figures."""
    complete = run(bundle, "mysql-a", 64, text)
    failure = {"state": "failed", "failed": text("the server went away"), "figures": {}}
    return complete | failure | {"line": None, "excerpt": []}


def runs(bundle: str, text: Text) -> list[Record]:
    """Every server at every thread count, and one failure."""
    complete = [run(bundle, server, count, text) for server, _, _ in SIDES for count in THREADS]
    again = {"reproduced_by": [reproduction(bundle, "agrees", text)]}
    return [complete[0] | again, *complete[1:], failed_run(bundle, text)]


def evidence_file(entry: Record) -> Record:
    """The evidence file of a run."""
    shown = {"path": entry["evidence"]["file"], "href": entry["evidence"]["href"]}
    return {**shown, "size": 1234, "sha256": DIGEST, "swhid": CONTENT}


def server(name: str, product: str, version: str, text: Text) -> Record:
    """A server of a bundle."""
    return {
        "id": name,
        "label": text(f"Label {name}"),
        "product": text(product),
        "version": version,
        "series": version.rpartition(".")[0],
        "variant": text("latin1"),
        "regime": "pinned",
        "host": "host-1",
        "facts": facts(text),
        "options": [fact("innodb_buffer_pool_size", text)],
        "options_basis": text("options as the source printed them"),
    }


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
    shown = {"number": 1, "status": "published", "standing": "provisional", "date": "2026-01-02"}
    return {**shown, "swhid": BUNDLE, "figures_sha256": DIGEST, "reason": text("first publication")}


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
        "completeness": {"stated": 5, "unavailable": 5, "unrecorded": 5},
        "source": facts(text),
        "source_url": text("https://source.example/post"),
        "campaign": facts(text),
        "hosts": [named("host-1", text) | {"facts": facts(text)}],
        "servers": [server(*side, text) for side in SIDES],
        "clients": [named("client-1", text) | {"facts": facts(text)}],
        "workloads": [workload(text)],
        "variables": variables(text),
        "metrics": ["tps", "queries"],
        "runs": entries,
        "files": [evidence_file(entry) for entry in entries],
        "reported": [reported(text)],
        "charts": [],
        "comparisons": [],
    }


def side(position: int, text: Text) -> Record:
    """A server in a comparison."""
    name, product, version = SIDES[position]
    role = "candidate" if position else "baseline"
    shown = {"role": role, "product": text(product), "version": version, "shade": position}
    series = version.rpartition(".")[0]
    return {"id": name, "label": text(f"Label {name}"), "series": series, **shown}


def cell(bundle: str, server_id: str, threads: int, ratio: float) -> Record:
    """One server at one thread count, in two runs for the candidate."""
    path = f"/results/{bundle}/{server_id}-t{threads}/"
    values = [100.0 * threads * ratio] * (2 if ratio != 1 else 1)
    values[-1] *= 1.01
    entries = [{"id": f"{server_id}-t{threads}", "path": path, "value": v} for v in values]
    latency = {"low": 1.0 * threads, "middle": 1.5 * threads, "high": 2.0 * threads}
    span = {"centre": values[0], "low": min(values), "high": max(values), "latency": latency}
    return {"n": len(values), **span, "ratio": ratio, "runs": entries}


def rows(bundle: str, counts: tuple[int, ...]) -> Iterator[Record]:
    """A row per thread count; the candidate has no run at the largest of several."""
    for count in counts:
        missing = len(counts) > 1 and count == max(counts)
        candidate = None if missing else cell(bundle, "mysql-b", count, 1.08)
        yield {"threads": count, "cells": [cell(bundle, "mysql-a", count, 1.0), candidate]}


def kinds_of(counts: tuple[int, ...]) -> tuple[str, ...]:
    """A sweep has every kind of chart, a single thread count only the first."""
    return KINDS if len(counts) > 1 else KINDS[:1]


def panel(bundle: str, chart: str, counts: tuple[int, ...], text: Text) -> Record:
    """A workload of a comparison."""
    difference = {"name": "host", "label": text("Host"), "values": [text("one"), "unrecorded"]}
    return {
        "id": f"read-only-{len(counts)}",
        "title": text("Read-only"),
        "bundle": {"path": f"/results/{bundle}/", "title": text(f"Title of {bundle}")},
        "evidence": "raw-output",
        "workload": named("read-only", text) | {"shelf": TEST},
        "metric": metric("tps", text),
        "latency": metric("latency_avg_ms", text, "ms"),
        "sides": [side(0, text), side(1, text)],
        "rows": list(rows(bundle, counts)),
        "text": text("What the chart shows."),
        "charts": dict.fromkeys(KINDS) | {k: f"{chart}--{k}" for k in kinds_of(counts)},
        "differences": [difference],
    }


def claim(outcome: str, text: Text) -> Record:
    """A recomputed claim."""
    return {
        "text": text(f"A claim that {outcome}"),
        "outcome": outcome,
        "where": text("at 4 threads"),
        "note": text("Note on the check"),
        "cells": [{"threads": 4, "quantity": 1.08, "agrees": outcome == "holds"}],
        "quantity": text("ratio of the throughput"),
    }


def comparison(slug: str, bundle: str, kind: str, text: Text) -> Record:
    """A comparison with a sweep and a single thread count."""
    outcomes = ("holds", "holds-in-part", "does-not-hold", "cannot-tell")
    return {
        "slug": slug,
        "path": f"/comparisons/{slug}/",
        "reproduced_by": [
            reproduction(bundle, verdict, text) for verdict in ("agrees", "differs", "cannot-tell")
        ],
        "kind": kind,
        "title": text(f"Title of {slug}"),
        "label": text(f"Label of {slug}"),
        "question": text("What is the ratio of the two?"),
        "summary": text("A summary."),
        "date": "2026-01-02" if kind == "curated" else "",
        "evidence": ["raw-output"],
        "sides": [side(0, text), side(1, text)],
        "panels": [
            panel(bundle, f"{slug}--sweep", THREADS, text),
            panel(bundle, f"{slug}--single", THREADS[:1], text),
        ],
        "claims": [claim(outcome, text) for outcome in outcomes] if kind == "curated" else [],
        "bundles": [{"path": f"/results/{bundle}/", "title": text(f"Title of {bundle}")}],
        "runs": 6,
    }


def charts(page: Record, drawn: Record) -> Iterator[Record]:
    """What a panel's charts are drawn from."""
    for kind, name in drawn["charts"].items():
        if name:
            yield chart(page, drawn, kind, name)


def chart(page: Record, drawn: Record, kind: str, name: str) -> Record:
    """What one of them is drawn from."""
    values = [
        {"threads": row["threads"], "side": drawn["sides"][at]["id"], "label": ""}
        | {"n": entry["n"], "path": entry["runs"][0]["path"]}
        | mark(kind, entry)
        for row in drawn["rows"]
        for at, entry in enumerate(row["cells"])
        if entry
    ]
    shown = {"title": f"{page['title']}: {drawn['title']}", "description": drawn["text"]}
    axis = {"metric": drawn["metric"], "x": "threads", "log_x": len(drawn["rows"]) > 1}
    return {"name": name, "kind": kind, **shown, **axis, "sides": drawn["sides"], "values": values}


def mark(kind: str, entry: Record) -> Record:
    """A cell as a chart shows it."""
    if kind == "throughput":
        return {end: entry[end] for end in ("centre", "low", "high")}
    if kind == "ratio":
        return dict.fromkeys(("centre", "low", "high"), entry["ratio"])
    latency = entry["latency"]
    return {"centre": latency["middle"], "low": latency["low"], "high": latency["high"]}


def shown_on_result(page: Record) -> Record:
    """A comparison's first chart, as the result's own page shows it again."""
    drawn = page["panels"][0]
    name, caption = drawn["charts"]["throughput"], drawn["metric"]["label"]
    shown = {"name": name, "caption": caption, "path": page["path"]}
    return {"workload": drawn["workload"]["id"], **shown}


def listed(entry: Record) -> Record:
    """A server in a list."""
    return {name: entry[name] for name in ("label", "product", "version", "series")}


def machine(text: Text) -> Record:
    """A machine as a list shows it."""
    shown = {"label": text("A machine"), "kind": "vm", "cpu": text("A processor")}
    return {**shown, "cores": "2", "threads": "", "memory_mib": "24105"}


def reference(entry: Record) -> Record:
    """Something with a page."""
    return {"path": entry["path"], "title": entry["title"]}


def versions(results: list[Record], comparisons: list[Record], text: Text) -> Record:
    """The release series: the first version's, whose name ends in a dot and a digit."""
    shelf = {"results": [*map(reference, results)], "comparisons": [*map(reference, comparisons)]}
    series = {"series": "8.0", "label": text("MySQL 8.0"), "path": SERIES_PATH}
    product = {"product": "mysql", "label": text("MySQL")}
    return {"products": [product | {"series": [series | {"versions": ["8.0.36"]} | shelf]}]}


def workloads(results: list[Record], comparisons: list[Record], text: Text) -> Record:
    """The tests, of one family."""
    shelf = {"results": [*map(reference, results)], "comparisons": [*map(reference, comparisons)]}
    test = {"name": TEST, "title": text("OLTP read-only"), "path": f"/workloads/{TEST}/"}
    described = test | {"description": text("What it does.")} | shelf
    return {"families": [{"family": "reads", "label": text("Reads"), "tests": [described]}]}


def rules(text: Text) -> Record:
    """Two rules."""
    return {"rules": [rule("date-future", "error", text), rule("date-order", "warning", text)]}


def rule(code: str, severity: str, text: Text) -> Record:
    """A rule."""
    words = {name: text(f"The {name}") for name in ("summary", "reason", "hint")}
    return {"code": code, "path": f"/rules/{code}/", "severity": severity, **words}


def schema(text: Text) -> Record:
    """One schema, with one field."""
    meaning = {"name": "machine", "kind": "string", "unit": "MiB", "values": [text("one")]}
    field = {**meaning, "required": True, "states": True, "description": text("Its meaning")}
    objects = [
        {"place": place, "description": text("A kind"), "fields": [field | {"example": text("x")}]}
        for place in ("", "hosts[].cpu")
    ]
    where = {"path": "/schema/bundle-1/", "href": "/schema/bundle-1.schema.json"}
    shown = {"name": "bundle-1", "title": text("A schema"), "description": text("Its purpose")}
    return {"schemas": [{**where, **shown, "objects": objects}]}


def lists(results: list[Record], comparisons: list[Record], text: Text) -> dict[str, Record]:
    """Every record that lists pages, by the name of its file."""
    return {
        "site": site(results, comparisons, text),
        "versions": versions(results, comparisons, text),
        "workloads": workloads(results, comparisons, text),
        "rules": rules(text),
        "schema": schema(text),
    }


def site(results: list[Record], comparisons: list[Record], text: Text) -> Record:
    """The record of the whole site."""
    names = ("slug", "path", "kind", "title", "label", "question", "summary", "evidence", "runs")
    filed = {"tests": {TEST: text("OLTP read-only")}}
    entries = [
        {name: entry[name] for name in ("id", "path", "title", "submitted", "evidence")}
        | {"runs": len(entry["runs"]), "servers": [*map(listed, entry["servers"])]}
        | {"machines": [machine(text)], **filed}
        for entry in results
    ]
    return {
        "results": entries,
        "comparisons": [
            {name: entry[name] for name in names}
            | {"year": "2026", "servers": [*map(listed, entry["sides"])], **filed}
            for entry in comparisons
        ],
        "machines": [machine(text) | {"results": [*map(reference, results)], "more": 2}],
        "counts": {
            "bundles": len(results),
            "runs": sum(len(entry["runs"]) for entry in results),
            "comparisons": len(comparisons),
        },
        "metrics": {"tps": metric("tps", text), "queries": metric("queries", text, "1", 0)},
        "evidence": {
            name: {"label": text(name), "description": text(f"Meaning of {name}")}
            for name in CLASSES
        },
    }
