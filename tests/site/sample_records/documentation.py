"""Sample documentation: rules, schemas, the table of conditions, data and API."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from sysbench_archive.model.api import ApiDownload
from sysbench_archive.model.comparability import (
    ConditionField,
    ConditionFieldGroup,
    ConditionFieldTable,
)
from sysbench_archive.model.reference import (
    AnswerRow,
    ApiColumn,
    ApiPage,
    DownloadTable,
    Question,
    QuestionList,
    RuleEntry,
    RuleList,
    SchemaEntry,
    SchemaField,
    SchemaList,
    SchemaObject,
)
from sysbench_archive.model.sources import (
    CountedPart,
    SavedState,
    SourceBundle,
    SourceCommit,
    SourceEntry,
    SourceList,
    SourceRefusal,
)

from .outward import structured, terms
from .shared import DIGEST, Text


def rules(text: Text) -> RuleList:
    """Two rules."""
    return RuleList(rules=[rule("date-future", "error", text), rule("date-order", "warning", text)])


def rule(code: str, severity: Literal["error", "warning"], text: Text) -> RuleEntry:
    """A rule."""
    return RuleEntry(
        code=code,
        path=f"/rules/{code}/",
        severity=severity,
        summary=text("The summary"),
        reason=text("The reason"),
        hint=text("The hint"),
    )


def sources(bundle: str, text: Text) -> SourceList:
    """A repository with everything, and a document of which little is known."""
    part = CountedPart(
        name=text("a folder"),
        counted="files",
        found=7,
        imported=4,
        refused=[SourceRefusal(count=3, reason=text("holds no report"))],
    )
    whole = SourceEntry(
        id="a-repository",
        title=text("A repository"),
        kind="repository",
        author=text("Ada Example"),
        about=text("What it is"),
        licence=text("none stated"),
        licence_note=text("Nothing says so"),
        url="https://example.org/results",
        commits=[
            SourceCommit(
                commit="ab" * 20,
                url="https://example.org/results/tree/ab",
                saved=f"https://archive.softwareheritage.org/swh:1:rev:{'ab' * 20}"
                ";origin=https://example.org/results",
            ),
            SourceCommit(commit="cd" * 20, url=""),
        ],
        runs=4,
        bundles=[SourceBundle(path=f"/results/{bundle}/", title=text("A result"), runs=4)],
        parts=[part],
        refused=3,
        notes=text("What was left out"),
        terms=text("What is covered"),
        saved=[
            SavedState(
                swhid=f"swh:1:snp:{'ef' * 20}",
                url=f"https://archive.softwareheritage.org/swh:1:snp:{'ef' * 20}",
                day="2026-11-21",
            )
        ],
    )
    bare = replace(
        whole,
        id="a-document",
        kind="document",
        author="",
        about="",
        licence="",
        licence_note="",
        url="",
        commits=[],
        bundles=[],
        parts=[],
        refused=0,
        notes="",
        saved=[],
    )
    return SourceList(sources=[whole, bare], bundles=1, runs=4, own_bundles=1, own_runs=2)


def schema(text: Text) -> SchemaList:
    """One schema, with one field."""
    field = SchemaField(
        name="machine",
        kind="string",
        required=True,
        states=True,
        unit="MiB",
        description=text("Its meaning"),
        example=text("x"),
        values=[text("one")],
    )
    entry = SchemaEntry(
        name="bundle-1",
        path="/schema/bundle-1/",
        href="/schema/bundle-1.schema.json",
        title=text("A schema"),
        description=text("Its purpose"),
        objects=[
            SchemaObject(place=place, description=text("A kind"), fields=[field])
            for place in ("", "hosts[].cpu")
        ],
    )
    return SchemaList(schemas=[entry])


def fields(text: Text) -> ConditionFieldTable:
    """Two groups of conditions, with a field each."""
    return ConditionFieldTable(
        families=[text("Reads"), text("Writes")],
        groups=[
            ConditionFieldGroup(id=group, title=text(group.title()), fields=[condition(text)])
            for group in ("machine", "server-settings")
        ],
        variables=[condition(text)],
    )


def condition(text: Text) -> ConditionField:
    """A field of the table of conditions."""
    return ConditionField(
        field="kernel",
        label=text("The label"),
        why=text("The why"),
        source=text("The source"),
        severities=["blocker", "info"],
        note=text("The note"),
        effect=text("The effect"),
        reference="/comparisons/2026-01-sample--read-only/",
    )


def api(text: Text) -> ApiPage:
    """One table, with one column."""
    download = ApiDownload(
        path="/downloads/runs.parquet",
        name="runs.parquet",
        media_type=text("type"),
        description=text("Every run"),
        bytes=812345,
        sha256=DIGEST,
    )
    column = ApiColumn(name="tps", kind="number", unit="1/s", description=text("A rate"))
    table = DownloadTable(
        name="runs",
        title=text("Runs"),
        description=text("A run"),
        rows=26375,
        key=["bundle", "run"],
        files=[download],
        columns=[column],
    )
    return ApiPage(
        downloads=[download],
        tables=[table],
        terms=terms(text),
        structured=structured("Dataset", "/api/", text),
    )


def questions(bundle: str, text: Text) -> QuestionList:
    """A question with an answer, and one without."""
    answered = Question(
        id="fastest",
        title=text("Which is fastest?"),
        note=text("What to know"),
        sql="SELECT version, tps, path FROM 'runs.parquet'",
        columns=["version", "tps"],
        figures=[False, True],
        rows=[AnswerRow(path=f"/results/{bundle}/", cells=[text("8.0.36"), "1234.5"])],
    )
    return QuestionList(questions=[answered, replace(answered, id="slowest", note="", rows=[])])
