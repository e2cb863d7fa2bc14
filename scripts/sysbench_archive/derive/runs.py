"""A run as the record its page is made from: figures, evidence, command, conditions."""

from __future__ import annotations

import re
from urllib.parse import quote

from sysbench_archive.bundle.facts import stated
from sysbench_archive.derive.facts import Record, fact_rows
from sysbench_archive.derive.interval_line import interval_line
from sysbench_archive.derive.workloads import workload_title
from sysbench_archive.metrics import METRICS
from sysbench_archive.model import Bundle, Run

_PLACEHOLDER = re.compile(
    r"(--(?:num-)?threads[= ]\s*)(\$\{?\w+\}?|\{\w+\}|<[\w -]+>|`[^`]*`|\$\([^)]*\))"
)
_FORGE = "https://github.com/"
_RUN_FACTS = ("started", "sequence", "telemetry")


def run_record(bundle: Bundle, run: Run) -> Record:
    """The record of a run; a failed one keeps its evidence and has no figures."""
    sequence = run.facts.get("sequence", {})
    facts = {name: run.facts[name] for name in _RUN_FACTS if name in run.facts}
    return {
        "id": run.id,
        "path": f"/results/{bundle.id}/{run.id}/",
        "server": {"id": run.server, "label": bundle.servers[run.server].label},
        "workload": {"id": run.workload, "label": workload_title(bundle.workloads[run.workload])},
        "threads": run.threads,
        "repetition": sequence.get("repetition"),
        "state": "failed" if run.failed else "complete",
        "failed": run.failed or "",
        "figures": {
            name: {"value": run.figures[name].value, "line": run.figures[name].line}
            for name in METRICS
            if name in run.figures
        },
        "evidence": _evidence(bundle, run),
        "command": _command(run),
        "facts": fact_rows(facts),
        "warnings": list(run.report.warnings) if run.report else [],
        "intervals": _intervals(run),
        "line": interval_line(run.report, run.series),
        "excerpt": _excerpt(run),
    }


def _intervals(run: Run) -> int:
    if run.report:
        return len(run.report.intervals)
    return sum(stretch.intervals for stretch in run.series if stretch.part == "mean")


def _excerpt(run: Run) -> list[Record]:
    """The quoted stretches: the first line's number, and the lines in parts.

    A line that prints figures is a part of its own: number, text and names, parted by tabs, which
    no quoted line holds. Those between are one part. An archive has more quoted lines than
    anything else, so they are not records of their own.
    """
    printed: dict[int, list[str]] = {}
    for name, figure in run.figures.items():
        if figure.line is not None:
            printed.setdefault(figure.line, []).append(METRICS[name].label)
    stretches: list[Record] = []
    plain, expected = False, 0
    for number, text in run.excerpt:
        if number != expected:
            stretches.append({"first": number, "parts": []})
            plain = False
        parts: list[str] = stretches[-1]["parts"]
        if number in printed:
            parts.append(f"{number}\t{text}\t{', '.join(printed[number])}")
        elif plain:
            parts[-1] += f"\n{text}"
        else:
            parts.append(text)
        plain, expected = number not in printed, number + 1
    return stretches


def _evidence(bundle: Bundle, run: Run) -> Record:
    report = run.report
    return {
        "kind": bundle.evidence,
        "file": run.file or "",
        "href": published_path(bundle.id, run.file) if run.file else "",
        "report": report.index if report else None,
        "first_line": report.first_line if report else None,
        "last_line": report.last_line if report else None,
        "source": run.source.get("source", ""),
        "sha256": run.source.get("sha256", "") or _sha256(bundle, run.file),
        "url": _address(bundle, run),
    }


def _address(bundle: Bundle, run: Run) -> str:
    """Where the figures can be looked up: the file at its commit where the forge is known."""
    source = bundle.facts.get("source", {})
    file = run.source.get("source", "").partition("#")[0]
    if file and "commit" in source and source.get("repository", "").startswith(_FORGE):
        lines = sorted(f.line for f in run.figures.values() if f.line is not None)
        place = f"#L{lines[0]}-L{lines[-1]}" if lines else ""
        plain = "?plain=1" if file.endswith(".md") else ""
        repository = source["repository"].removesuffix("/").removesuffix(".git")
        return f"{repository}/blob/{source['commit']}/{quote(file)}{plain}{place}"
    return stated(source.get("url")) or ""


def _sha256(bundle: Bundle, path: str | None) -> str:
    return bundle.files[path].sha256 if path else ""


def _command(run: Run) -> str:
    if run.command is None:
        return ""
    return _PLACEHOLDER.sub(lambda match: f"{match[1]}{run.threads}", run.command.text)


def published_path(bundle: str, path: str) -> str:
    """Evidence is published as plain text, whatever it is called."""
    return f"/results/{bundle}/{path}{'' if path.endswith('.txt') else '.txt'}"
