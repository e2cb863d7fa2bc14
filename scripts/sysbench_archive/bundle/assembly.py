"""From a document that fits the schema, and the files beside it, to the model.

Owns what becomes of each part of a document. A run's figures come from the report it names, or
from its row of figures.csv.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sysbench_archive.bundle.facts import stated, written_out
from sysbench_archive.bundle.figures import Row, figures_of
from sysbench_archive.bundle.files import BundleFile
from sysbench_archive.bundle.output import Output
from sysbench_archive.bundle.strict_yaml import Document
from sysbench_archive.bundle.tables import Tables, read_tables
from sysbench_archive.bundle.variables import read_variables
from sysbench_archive.model import Bundle, Client, EvidenceFile, Host, Run, Server, Workload
from sysbench_archive.problems import Problem
from sysbench_archive.sysbench.command import Command, parse_command

Commands = Callable[[str], Command]
"""Reads a command; those that runs share, once."""


def assembled(
    name: str, label: str, document: Document, files: Mapping[str, BundleFile]
) -> tuple[Bundle, list[Problem]]:
    """The model of a bundle, and what is wrong between document and evidence."""
    authored = written_out(document.value)
    commands: Commands = cache(parse_command)
    tables, output = read_tables(authored, files, label), Output(document, files)
    workloads = {w["id"]: _workload(w, commands) for w in authored["workloads"]}
    sources = _Sources(tables, output, workloads, commands)
    runs = tuple(sources.run(index, run) for index, run in enumerate(authored["runs"]))
    bundle = Bundle(
        name,
        label,
        authored["evidence"],
        authored["title"],
        authored,
        {h["id"]: Host(h["id"], h) for h in authored["hosts"]},
        {s["id"]: _server(s) for s in authored["servers"]},
        {c["id"]: _client(c) for c in authored["clients"]},
        workloads,
        runs,
        {path: _evidence(file) for path, file in sorted(files.items())},
        output.reports,
        document.lines,
        _variables(authored["servers"], files),
    )
    return bundle, [*tables.problems, *output.problems]


@dataclass(frozen=True, slots=True)
class _Sources:
    """Everything a run is put together from."""

    tables: Tables
    output: Output
    workloads: Mapping[str, Workload]
    commands: Commands

    def run(self, index: int, facts: Mapping[str, Any]) -> Run:
        row = self.tables.rows.get(facts["id"], Row({}, {}))
        report = self.output.report(index, facts)
        figures = figures_of(report) if report else row.figures
        own = facts.get("command")
        return Run(
            facts["id"],
            facts["server"],
            facts["workload"],
            facts["threads"],
            facts["file"] if facts.get("file") in self.output.files else None,
            self.commands(own) if own is not None else self.workloads[facts["workload"]].command,
            facts.get("failed"),
            report,
            {} if facts.get("failed") else figures,
            facts,
            row.source,
            self.output.excerpt(facts["file"], report) if report else (),
            self.tables.stretches.get(facts["id"], ()),
        )


def _workload(facts: Mapping[str, Any], commands: Commands) -> Workload:
    typed = stated(facts["command"])
    command = commands(typed) if typed is not None else None
    test = command.test if command else None
    title = facts.get("title") or test or facts["id"]
    own = facts.get("stated_parameters", {})
    return Workload(facts["id"], title, facts["client"], command, own, facts)


def _server(facts: Mapping[str, Any]) -> Server:
    return Server(
        facts["id"],
        facts["product"],
        facts["version"],
        facts.get("variant"),
        stated(facts["regime"]) or "unrecorded",
        facts["host"],
        facts,
    )


def _client(facts: Mapping[str, Any]) -> Client:
    return Client(
        facts["id"], facts["host"], stated(facts["sysbench"]), str(facts["placement"]), facts
    )


def _evidence(file: BundleFile) -> EvidenceFile:
    return EvidenceFile(file.path, len(file.data), file.sha256, file.sha1_git)


def _variables(
    servers: Iterable[Mapping[str, Any]], files: Mapping[str, BundleFile]
) -> dict[str, Mapping[str, str]]:
    """The dump of each server that has one."""
    dumps = {s["id"]: s["variables"] for s in servers if s.get("variables") in files}
    return {name: read_variables(files[path].data) for name, path in dumps.items()}
