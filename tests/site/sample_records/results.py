"""Sample results: a bundle with everything its page can show."""

from __future__ import annotations

from collections.abc import Sequence

from sysbench_archive.model.base import PublishedFile, Reference
from sysbench_archive.model.history import ManualVerification, RevisionRecord
from sysbench_archive.model.result import (
    ClientFields,
    Completeness,
    HostFields,
    ParameterRow,
    ReportedDifference,
    ResultChart,
    VariableRow,
    VariableTable,
    WorkloadFields,
)
from sysbench_archive.model.result_page import (
    ResultPage,
    ResultPart,
    RunPage,
    RunSetting,
    ServerOnPage,
    ServersSideBySide,
    SideBySideCell,
    SideBySideRow,
    SideBySideTable,
)

from .comparisons import finding
from .outward import citation, structured, terms
from .shared import DIGEST, SERIES_PATH, SIDES, TEST, Text, column, facts, named
from .single_runs import runs

CONTENT = "swh:1:cnt:" + "cd" * 20
BUNDLE = "swh:1:dir:" + "ef" * 20


def evidence_file(run: RunPage) -> PublishedFile:
    """The evidence file of a run."""
    return PublishedFile(
        path=run.evidence.file,
        href=run.evidence.href,
        size=1234,
        sha256=DIGEST,
        swhid=CONTENT,
        swhid_in_context=f"{CONTENT};anchor={BUNDLE};path=/{run.evidence.file}",
    )


def server(name: str, text: Text) -> ServerOnPage:
    """A server of a bundle, as pages of runs name it."""
    return ServerOnPage(
        id=name,
        label=text(f"Label {name}"),
        regime="pinned",
        options=1,
        started_with=text("the option the source names"),
    )


def side_by_side(text: Text) -> ServersSideBySide:
    """Every server of a bundle, with a fact in each state and an option only the first sets."""
    cells = [
        SideBySideCell(state="stated", text=text("value of fact.stated MiB"), note=""),
        SideBySideCell(
            state="unavailable", text="not exposed", note=text("tried: probe of a fact")
        ),
        SideBySideCell(state="unrecorded", text="not recorded", note=""),
        SideBySideCell(state="absent", text="not set", note=""),
    ]
    rows = [
        SideBySideRow(label=text(f"Row of {cell.state}"), differs=True, cells=[cells[0], cell])
        for cell in cells
    ]
    table = SideBySideTable(rows=rows, missing=[text("Fact fact.nobody.knows")])
    return ServersSideBySide(
        columns=[named(name, text) for name, _, _ in SIDES],
        facts=table,
        options=table,
        worth=[text("The source names these options; others may have been set.")],
    )


def workload(text: Text) -> WorkloadFields:
    """The workload of a bundle."""
    return WorkloadFields(
        id="read-only",
        title=text("Read-only"),
        script=text("oltp_read_only"),
        test=TEST,
        command=text("sysbench oltp_read_only run"),
        prepare=text("sysbench oltp_read_only prepare"),
        parameters=[
            ParameterRow(name="threads", value="", origin="command"),
            ParameterRow(name="tables", value=text("8"), origin="default"),
        ],
        scale=text("20 warehouses: 2 sets of tables with 10 each"),
        facts=facts(text),
    )


def variables(text: Text) -> VariableTable:
    """Effective variables that differ; one server lacks the second."""
    rows: list[tuple[str, list[str | None]]] = [
        ("version", [text("8.0.36"), text("8.4.0")]),
        ("innodb_log_writer_threads", [None, text("ON")]),
    ]
    return VariableTable(
        servers=[named(name, text) for name, _, _ in SIDES],
        count=512,
        rows=[VariableRow(name=name, differs=True, values=values) for name, values in rows],
    )


def reported(text: Text) -> ReportedDifference:
    """A difference a source reports without figures."""
    return ReportedDifference(
        workload=named("read-only", text),
        baseline=named("mysql-a", text),
        candidate=named("mysql-b", text),
        metric="tps",
        mean=1300,
        minimum=-1000.5,
        maximum=6100,
        approximate=True,
        slower_at_threads=[1, 2],
        notes=text("notes of the source"),
    )


def revision(text: Text) -> RevisionRecord:
    """A row of the publication record."""
    return RevisionRecord(
        number=2,
        status="corrected",
        standing="permanent",
        date="2026-01-02",
        swhid=BUNDLE,
        figures_sha256=DIGEST,
        reason=text("Reason of revision 2"),
    )


def result(
    bundle: str,
    text: Text,
    comparisons: Sequence[Reference] = (),
    charts: Sequence[ResultChart] = (),
) -> ResultPage:
    """A bundle with everything a page can show."""
    entries = runs(bundle, text)
    return ResultPage(
        id=bundle,
        path=f"/results/{bundle}/",
        title=text(f"Title of {bundle}"),
        submitted="2026-01-02",
        evidence="raw-output",
        submitter=text("A submitter"),
        license="CC-BY-4.0",
        disclosure=text("none"),
        notes=text("Notes of the bundle"),
        reproduces=[SERIES_PATH],
        superseded_by=[Reference(path=SERIES_PATH, title=text("A later result"))],
        revision=revision(text),
        swhid=BUNDLE,
        by_hand=ManualVerification(
            command=text("git ls-tree HEAD x"), expected=text("040000 tree x")
        ),
        completeness=Completeness(stated=5, unavailable=5, unrecorded=5),
        source=facts(text),
        source_url=text("https://source.example/post"),
        campaign=facts(text),
        hosts=[HostFields(id="host-1", label=text("Label host-1"), facts=facts(text))],
        servers=[server(name, text) for name, _, _ in SIDES],
        side_by_side=side_by_side(text),
        clients=[ClientFields(id="client-1", label=text("Label client-1"), facts=facts(text))],
        workloads=[workload(text)],
        variables=variables(text),
        shared_parameters=workload(text).parameters[:1],
        metrics=[column("tps", text), column("queries", text, "", 0)],
        columns=[column("tps", text), column("queries", text, "", 0)],
        findings=[finding(text)],
        settings={
            f"{name}/read-only": RunSetting(
                hosts=[named("host-1", text)], clients=[named("client-1", text)]
            )
            for name, _, _ in SIDES
        },
        runs=entries,
        parts=[
            ResultPart(
                id="runs-2",
                title="Runs, page 2 of 2",
                path=f"/results/{bundle}/all/runs-2/",
                workloads=["read-only"],
            ),
            ResultPart(
                id="parameters",
                title="Effective parameters",
                path=f"/results/{bundle}/all/parameters/",
                workloads=[],
            ),
        ],
        workloads_on_page=["read-only"],
        files=[evidence_file(entry) for entry in entries],
        reported=[reported(text)],
        charts=list(charts),
        compare={"read-only": f"/compare/?s={bundle}/mysql-a/read-only"},
        comparisons=list(comparisons),
        cite=citation(f"/results/{bundle}/", text),
        cite_revision=citation(f"/results/{bundle}/revisions/2/", text),
        structured=structured("Dataset", f"/results/{bundle}/", text),
        terms=terms(text),
    )
