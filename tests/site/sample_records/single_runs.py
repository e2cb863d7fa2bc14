"""Sample runs: complete and failed, with their evidence, line and excerpt."""

from __future__ import annotations

from msgspec.structs import replace

from sysbench_archive.model.course import ThroughputLine
from sysbench_archive.model.result import RunEvidence
from sysbench_archive.model.result_page import RunPage

from .reproductions import reproduction
from .shared import DIGEST, SIDES, THREADS, Text, facts, named


def run(bundle: str, server: str, threads: int, text: Text) -> RunPage:
    """A complete run of a server."""
    name = f"{server}-t{threads}"
    return RunPage(
        id=name,
        path=f"/results/{bundle}/{name}/",
        server=named(server, text),
        workload=named("read-only", text),
        threads=threads,
        repetition=1,
        state="complete",
        failed="",
        figures={"tps": 100.25 * threads, "queries": 123456 * threads},
        lines={"tps": 12},
        only_line=None,
        evidence=RunEvidence(
            kind="raw-output",
            file=f"raw/{name}.txt",
            href=f"/results/{bundle}/raw/{name}.txt",
            report=1,
            first_line=1,
            last_line=40,
            source=text("path/in/source.log"),
            sha256=DIGEST,
            url=text("https://source.example/log"),
        ),
        command=text(f"sysbench --threads={threads} oltp_read_only run"),
        facts=facts(text),
        warnings=[text("a warning of the parser")],
        intervals=3,
        line=line(),
        engine=text("It wrote 1.6 times the capacity of the redo log."),
        excerpt=excerpt(text),
    )


def line() -> ThroughputLine:
    """Throughput during a run, as a drawing."""
    return ThroughputLine(
        heading="Second by second",
        points="0,60.0 300,0.0 600,30.0",
        count=3,
        from_s=1,
        to_s=3,
        lowest=200.5,
        highest=401.0,
        top=401.0,
        window=300.5,
        window_from_s=1,
        p01=200.5,
        stalls=2,
        longest_stall_s=1,
        steadiness="Steady: +0.4 % (+0.2 to +0.6 %) over its last third.",
    )


def excerpt(text: Text) -> list[str]:
    """Quoted lines, each behind its number."""
    printed = text("    transactions: 401 (401.00 per sec.)")
    return [f"11\t{text('SQL statistics:')}", f"12\t{printed}"]


def failed_run(bundle: str, text: Text) -> RunPage:
    """A run that failed: no figures."""
    return replace(
        run(bundle, "mysql-a", 64, text),
        state="failed",
        failed=text("the server went away"),
        figures={},
        lines={},
        line=None,
        excerpt=[],
    )


def runs(bundle: str, text: Text) -> list[RunPage]:
    """Every server at every thread count, and one failure."""
    complete = [run(bundle, server, count, text) for server, _, _ in SIDES for count in THREADS]
    again = replace(complete[0], reproduced_by=[reproduction(bundle, "agrees", text)])
    return [again, *complete[1:], failed_run(bundle, text)]
