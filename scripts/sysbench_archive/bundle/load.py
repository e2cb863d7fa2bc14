"""Reads a bundle: a folder in, a `Bundle` or its problems out.

A bundle whose files, YAML, schema or names are wrong has no model, and all its problems are
named at once; of very many, only the first of each kind. `rest: unrecorded` is written out to
the fields that the schema requires of that group. Of a `SHOW GLOBAL VARIABLES` dump, lines that
are not a name, a tab and a value are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.figures import Output, Row, Tables, figures_of, read_tables
from sysbench_archive.bundle.files import AUTHORED, Folder, read_folder
from sysbench_archive.bundle.formatting import form_problems
from sysbench_archive.bundle.references import is_bundle_id, reference_problems
from sysbench_archive.bundle.schema import VERSION, load_schema, schema_problems
from sysbench_archive.bundle.slices import summed_figures
from sysbench_archive.bundle.strict_yaml import Document, read_yaml
from sysbench_archive.counters.evidence import Count, path_lengths, resting_from
from sysbench_archive.metrics import PACE
from sysbench_archive.model.base import FigureValue
from sysbench_archive.model.bundle import (
    UNRECORDED,
    Bundle,
    BundleFile,
    Client,
    Host,
    Run,
    Server,
    Slice,
    Workload,
    stated,
)
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.redaction.findings import file_problems
from sysbench_archive.sysbench.command import parse_command


def written_out(value: Any) -> Any:
    """The same facts, with `rest: unrecorded` and unrecorded groups written out."""
    if isinstance(value, dict):
        return {name: _fact(name, fact) for name, fact in value.items()}
    return [written_out(item) for item in value] if isinstance(value, list) else value


def _fact(name: str, value: Any) -> Any:
    if name == "storage" and isinstance(value, list):
        return [_group(name, entry) for entry in value]
    return _group(name, value) if name in _groups() else written_out(value)


def _group(name: str, value: Any) -> Any:
    fields = _groups()[name]
    if value == UNRECORDED and name != "storage":
        return dict.fromkeys(fields, UNRECORDED)
    if not isinstance(value, dict) or value.get("rest") != UNRECORDED:
        return written_out(value)
    listed = {key: written_out(fact) for key, fact in value.items() if key != "rest"}
    order = [*fields, *(key for key in listed if key not in fields)]
    return {key: listed.get(key, UNRECORDED) for key in order}


@cache
def _groups() -> dict[str, tuple[str, ...]]:
    """Group name to the fields `rest` can stand for, read off the schema."""
    found: dict[str, tuple[str, ...]] = {}
    pending: list[tuple[str, Any]] = [("", load_schema("bundle-1"))]
    while pending:
        name, node = pending.pop()
        if "rest" in node.get("properties", {}):
            found[name] = tuple(node["then"]["required"])
        pending += [(name, branch) for branch in node.get("anyOf", ())]
        pending += [(name, node["items"])] if isinstance(node.get("items"), dict) else []
        for keyword in ("properties", "$defs"):
            pending += [pair for pair in node.get(keyword, {}).items() if isinstance(pair[1], dict)]
    return found


MAX_NAME = 80
MAX_VALUE = 400
_HEADERS = frozenset({"variable_name", "variable"})


def read_variables(data: bytes) -> dict[str, str]:
    """Name to value, in the dump's order; names in lower case, as servers take them."""
    found: dict[str, str] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        name, tab, value = line.partition("\t")
        if tab and name and len(name) <= MAX_NAME and name.lower() not in _HEADERS:
            found[name.lower()] = value.split("\t")[0][:MAX_VALUE]
    return found


def assembled(
    name: str, label: str, document: Document, files: Mapping[str, BundleFile]
) -> tuple[Bundle, list[Problem]]:
    """The model of a bundle, and what is wrong between document and evidence."""
    authored = written_out(document.value)
    tables, output = read_tables(authored, files, label), Output(document, files)
    workloads = {w["id"]: _workload(w) for w in authored["workloads"]}
    sources = _Sources(tables, output, workloads)
    runs = tuple(sources.run(index, run) for index, run in enumerate(authored["runs"]))
    bundle = Bundle(
        id=name,
        path=label,
        evidence=authored["evidence"],
        title=authored["title"],
        facts=authored,
        hosts={h["id"]: Host(h["id"], h) for h in authored["hosts"]},
        servers={s["id"]: _server(s) for s in authored["servers"]},
        clients={c["id"]: _client(c) for c in authored["clients"]},
        workloads=workloads,
        runs=runs,
        files=dict(sorted(files.items())),
        reports=output.reports,
        lines=document.lines,
        variables={
            server["id"]: read_variables(files[server["variables"]].data)
            for server in authored["servers"]
            if server.get("variables") in files
        },
    )
    return bundle, [*tables.problems, *output.problems]


@dataclass(frozen=True, slots=True)
class _Sources:
    """Everything a run is put together from."""

    tables: Tables
    output: Output
    workloads: Mapping[str, Workload]

    def run(self, index: int, facts: Mapping[str, Any]) -> Run:
        row = self.tables.rows.get(facts["id"], Row({}, {}))
        slices = self._slices(index, facts)
        report = None if "slices" in facts else self.output.report(index, facts)
        figures = figures_of(report) if report else row.figures
        if slices:
            figures = summed_figures([(taken.figures, taken.report) for taken in slices])
        quoted = slices[0].report if slices else report
        counts = self.output.counts(facts["file"]) if report else ()
        last = counts[-1] if counts else None
        if "count" in facts:
            figures = _counted_figures(figures, counts)
        own = facts.get("command")
        shared = self.workloads[facts["workload"]].command
        return Run(
            id=facts["id"],
            server=facts["server"],
            workload=facts["workload"],
            threads=facts["threads"],
            file=facts["file"] if facts.get("file") in self.output.files else None,
            command=parse_command(own) if own is not None else shared,
            failed=facts.get("failed"),
            report=report,
            figures={} if facts.get("failed") else figures,
            facts=facts,
            source=row.source,
            excerpt=self.output.excerpt(facts["file"], quoted, last) if quoted else (),
            counts=counts,
            series=self.tables.stretches.get(facts["id"], ()),
            slices=slices,
        )

    def _slices(self, index: int, facts: Mapping[str, Any]) -> tuple[Slice, ...]:
        """The slices a run was cut into; none of an ordinary run."""
        rows = self.tables.slices.get(facts["id"], ())
        reports = self.output.reports_of_slices(index, facts, len(rows)) if rows else ()
        return tuple(
            Slice(*row[:-1], report=report, figures=figures_of(report))
            for row, report in zip(rows, reports, strict=False)
        )


def _counted_figures(
    figures: Mapping[str, FigureValue], counts: Sequence[Count]
) -> dict[str, FigureValue]:
    """The figures of sysbench's report that hold below a tool, and those of the counts.

    A tool slows a server down, callgrind fifty times: nobody reads its pace as the server's.
    Each count is of as many events as the report; a figure is the mean of the counts that the run
    rests on, and its line is the one of the last count that contributed most.
    """
    kept = {name: figure for name, figure in figures.items() if name not in PACE}
    if not counts or not counts[-1].parts:
        return kept
    return kept | _figures_of_counts(kept, counts)


def _figures_of_counts(
    kept: Mapping[str, FigureValue], counts: Sequence[Count]
) -> dict[str, FigureValue]:
    last = counts[-1]
    transactions, queries, events = (
        kept[name].value if name in kept else 0
        for name in ("transactions", "queries", "total_events")
    )
    events = transactions or events
    lengths = path_lengths(counts, queries)
    serving = last.parts_serving(queries)
    line = max(serving, key=lambda part: part.instructions).line
    first = resting_from(lengths)
    used, length = counts[first:], _mean(lengths[first:])
    apart = len(serving) < len(last.parts)
    background = _mean(c.instructions - c.served(queries) for c in used) if apart else None
    kernel, calls = _mean(c.kernel for c in used), _mean(c.system_calls for c in used)
    shares = (
        ("instructions", _mean(c.instructions for c in used), 1, line),
        ("instructions_per_transaction", length, events, line),
        ("instructions_per_query", length, queries, line),
        ("background_instructions_per_transaction", background, events, line),
        ("kernel_instructions_per_transaction", kernel, events, last.kernel_line),
        ("system_calls_per_transaction", calls, events, last.system_calls_line or line),
    )
    return {
        name: FigureValue(total / parts, line)
        for name, total, parts, line in shares
        if total is not None and parts
    }


def _mean(values: Iterable[int | None]) -> float | None:
    """The mean, None where a count does not have the value."""
    known = list(values)
    stated = [value for value in known if value is not None]
    return sum(stated) / len(stated) if known and len(stated) == len(known) else None


def _workload(facts: Mapping[str, Any]) -> Workload:
    typed = stated(facts["command"])
    command = parse_command(typed) if typed is not None else None
    return Workload(
        id=facts["id"],
        title=facts.get("title") or (command and command.test) or facts["id"],
        client=facts["client"],
        command=command,
        stated=facts.get("stated_parameters", {}),
        facts=facts,
    )


def _server(facts: Mapping[str, Any]) -> Server:
    return Server(
        id=facts["id"],
        product=facts["product"],
        version=facts["version"],
        variant=facts.get("variant"),
        regime=stated(facts["regime"]) or UNRECORDED,
        host=facts["host"],
        facts=facts,
    )


def _client(facts: Mapping[str, Any]) -> Client:
    return Client(
        id=facts["id"],
        host=facts.get("host", ""),
        sysbench=stated(facts["sysbench"]),
        placement=str(facts["placement"]),
        facts=facts,
    )


MAX_PROBLEMS = 1000

FLOOD = RULES["bundle-flood"]


def first_of_many(problems: Iterable[Problem], label: str) -> list[Problem]:
    """The problems in order, each once; of a flood the first, and how many more there are."""
    found = sorted(set(problems))
    more = len(found) - MAX_PROBLEMS
    if more <= 0:
        return found
    rest = FLOOD.at(label, f"{more} more problems are not listed")
    return sorted([*found[:MAX_PROBLEMS], rest])


_COMMENT = re.compile(rb"(?:^|\s)#.*")
ID = RULES["bundle-id"]
ABSENT = RULES["bundle-missing"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A bundle, or None, with everything that is wrong so far. `id` is the folder's name."""

    id: str
    bundle: Bundle | None
    problems: tuple[Problem, ...]


def load_bundle(folder: Path, label: str) -> Loaded:
    """Read the bundle in a folder; `label` is how messages name the folder."""
    return assemble(folder.name, label, read_folder(folder, label))


def assemble(name: str, label: str, files: Folder, *, published: bool = False) -> Loaded:
    """The bundle of that name out of the files of its folder.

    Evidence of what is `published` is not searched again for what must not be.
    """
    problems = list(files.problems)
    if not is_bundle_id(name):
        problems.append(ID.at(label, got_expected("bad name", name, "yyyy-mm-slug")))
    for path, file in files.files.items():
        if path not in AUTHORED and not published:
            problems += file_problems(file.data, f"{label}/{path}")
    document = _document(files.files, f"{label}/bundle.yaml")
    problems += document.problems
    if "bundle.yaml" in files.files:
        # What fields say is looked at by the rules of texts.
        lines = files.files["bundle.yaml"].data.split(b"\n")
        found = (_COMMENT.search(line) for line in lines)
        comments = b"\n".join(match[0] if match else b"" for match in found)
        problems += file_problems(comments, f"{label}/bundle.yaml")
    if document.value is None or document.problems:
        return Loaded(name, None, tuple(first_of_many(problems, label)))
    digests = {path: file.sha256 for path, file in files.files.items()}
    problems += form_problems(document, files.files["bundle.yaml"].data, digests)
    bundle, faults = assembled(name, label, document, files.files)
    return Loaded(name, bundle, tuple(first_of_many([*problems, *faults], label)))


def _document(files: Mapping[str, BundleFile], path: str) -> Document:
    if "bundle.yaml" not in files:
        return Document(path, problems=[ABSENT.at(path, "no such file")])
    document = read_yaml(files["bundle.yaml"].data, path)
    if document.problems:
        return document
    version = document.value.get("schema") if isinstance(document.value, dict) else None
    if version != 1 or isinstance(version, bool):
        message = got_expected("unknown schema version", version, "1")
        document.complain(VERSION, message, "/schema", document.line("/schema"))
        return document
    document.problems += schema_problems(document, "bundle-1")
    if not document.problems:
        document.problems += reference_problems(document)
    return document
