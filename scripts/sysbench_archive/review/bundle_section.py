"""A bundle in a report's Markdown: what it is, its runs, and what a reader will ask about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sysbench_archive.review.blockers import label_of, reason_of
from sysbench_archive.review.inert import NOTHING, code
from sysbench_archive.review.neighbours import RULE as NEIGHBOUR_RULE
from sysbench_archive.review.repetitions import RULE as OUTLIER_RULE
from sysbench_archive.review.tables import figure, ratio, table

Record = Mapping[str, Any]

_NAMES = {
    "raw-output": "sysbench's own output, kept here",
    "linked-output": "sysbench's own output, kept elsewhere",
    "published-table": "a published table",
    "published-text": "published prose",
}


def bundle_section(bundle: Record) -> Iterator[str]:
    """The section of one bundle."""
    yield from ("", f"### {code(bundle['id'])}: {bundle['change']}", "")
    if "runs" not in bundle:
        yield _without(bundle)
        return
    yield from _what(bundle)
    yield from _runs(bundle)
    yield from _completeness(bundle["completeness"])
    yield from _blockers(bundle["blockers"])
    yield from _outliers(bundle["outliers"])
    yield from _neighbours(bundle["neighbours"])


def _without(bundle: Record) -> str:
    if bundle["change"] == "removed":
        return (
            "It is no longer among the results. Somebody may have cited it: a bundle is withdrawn"
            " instead, and with a row that says so its addresses stay."
        )
    return "It cannot be read before its errors are mended, so there is no more to say of it yet."


def _what(bundle: Record) -> Iterator[str]:
    servers, machines = (_names(bundle[name]) for name in ("servers", "machines"))
    yield f"- **title**: {code(bundle['title'])}"
    yield f"- **evidence**: {_NAMES[bundle['evidence']]}; licence {code(bundle['license'])}"
    yield f"- **submitter**: {code(bundle['submitter'])}; interest: {code(bundle['disclosure'])}"
    yield f"- **servers**: {servers}; **machines**: {machines}"


def _names(listed: Record) -> str:
    left_out = listed["total"] - len(listed["shown"])
    more = f" and {left_out} more" if left_out else ""
    return ", ".join(code(name) for name in listed["shown"]) + more


def _runs(bundle: Record) -> Iterator[str]:
    runs = bundle["runs"]
    failed = f", {bundle['failed']} of them failed" if bundle["failed"] else ""
    yield ""
    yield f"**Runs**: {runs['total']}{failed}. Figures are read anew from the evidence."
    if not runs["total"]:
        return
    yield ""
    heads = ["run", "server", "workload", "threads", "rep.", "throughput", "latency"]
    rows = [_run(run) for run in runs["shown"]]
    yield from table(heads, rows, runs["total"], heads[3:])


def _run(run: Record) -> list[str]:
    repetition = NOTHING if run["repetition"] is None else str(run["repetition"])
    throughput = figure(run["metric"], run["value"])
    latency = figure(run["latency_metric"], run["latency"])
    kind = (run["latency_metric"] or "").removeprefix("latency_").removesuffix("_ms")
    return [
        code(run["id"], 80),
        code(run["server"]),
        code(run["workload"]),
        str(run["threads"]),
        repetition,
        f"failed: {code(run['failed'])}" if run["failed"] else throughput,
        f"{latency} {kind}".strip(),
    ]


def _completeness(score: Record) -> Iterator[str]:
    share = f"{score['recorded']} of {score['fields']}"
    looked = f", {score['unavailable']} of them not exposed by the system"
    yield ""
    yield (
        f"**Environment**: {share} fields are recorded{looked if score['unavailable'] else ''}."
        " What nobody recorded caps what a comparison can claim; it is never guessed."
    )
    yield ""
    rows = [
        [
            group["group"],
            f"{group['recorded']} of {group['fields']}",
            ", ".join(code(name) for name in group["missing"]) or NOTHING,
        ]
        for group in score["groups"]
    ]
    yield from table(["group", "recorded", "unrecorded"], rows, len(rows), ["recorded"])


def _blockers(blockers: Record) -> Iterator[str]:
    if not blockers["total"]:
        return
    yield from ("", "**What stands in the way of a comparison**", "")
    rows = [
        [
            code(row["workload"]),
            code(label_of(row)),
            ", ".join(code(value) for value in row["values"]) or NOTHING,
            reason_of(row),
        ]
        for row in blockers["shown"]
    ]
    yield from table(["workload", "what", "values", "why it matters"], rows, blockers["total"])


def _outliers(outliers: Record) -> Iterator[str]:
    if not outliers["total"]:
        return
    yield from ("", f"**Repetitions to look at**: {OUTLIER_RULE}. None is left out for that.", "")
    heads = ["run", "value", "median of the cell", "ratio"]
    rows = [
        [
            code(row["run"], 80),
            figure(row["metric"], row["value"]),
            figure(row["metric"], row["median"]),
            ratio(row["ratio"]),
        ]
        for row in outliers["shown"]
    ]
    yield from table(heads, rows, outliers["total"], heads[1:])


def _neighbours(neighbours: Record) -> Iterator[str]:
    if not neighbours["total"]:
        return
    yield ""
    yield (
        "**Beside the closest existing results**: context, not a verdict, since machines differ"
        f" ({NEIGHBOUR_RULE})."
    )
    yield ""
    heads = ["server", "workload", "threads", "here", "there", "ratio", "closest result"]
    rows = [_neighbour(row) for row in neighbours["shown"]]
    yield from table(heads, rows, neighbours["total"], heads[2:6])


def _neighbour(row: Record) -> list[str]:
    closest = [code(row["bundle"]), code(row["other_server"], 60), code(row["machine"], 60)]
    return [
        code(row["server"]),
        code(row["workload"]),
        str(row["threads"]),
        figure(row["metric"], row["value"]),
        figure(row["metric"], row["other_value"]),
        ratio(row["ratio"]),
        f"{', '.join(closest)}; {row['candidates']} found",
    ]
