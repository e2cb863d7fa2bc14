"""Which parts of a result stand on pages of their own, so that its own page stays short.

They are below `all/`. The page of a result keeps every heading and leads on from there. Tables of
runs are cut between workloads, the first of which stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sysbench_archive.model.result import (
    ParameterRow,
    ResultRecord,
    VariableTable,
    WorkloadRecord,
)
from sysbench_archive.model.result_page import ResultPart

MANY_WORKLOADS = 4
"""Workloads from which parameters that all share are listed once."""
MOST_CELLS = 600
"""Cells of the table of variables."""
MOST_FILES = 60
MOST_PARAMETERS = 300
"""Parameters of all workloads, without those that they share."""
MOST_RUNS, MOST_RUNS_BEHIND = 150, 400
"""Runs of the result's page, and of each that continues it, but for a workload of more."""


def result_parts(result: ResultRecord) -> list[ResultPart]:
    """Parts that are long, in the order in which the page of the result has them."""
    base = f"{result.path}all/"

    def part(name: str, title: str, workloads: Sequence[str] = ()) -> ResultPart:
        return ResultPart(id=name, title=title, path=f"{base}{name}/", workloads=list(workloads))

    pages = list(_pages_of_runs(result))
    found = [
        part(f"runs-{number}", f"Runs, page {number} of {len(pages)}", workloads)
        for number, workloads in enumerate(pages, 1)
        if number > 1
    ]
    shared = shared_parameters(result.workloads)
    own = sum(len(own_parameters(workload, shared)) for workload in result.workloads)
    if own > MOST_PARAMETERS:
        found.append(part("parameters", "Effective parameters"))
    variables = differing_variables(result.variables) if result.variables else None
    if variables and len(variables.rows) * (len(variables.servers) + 1) > MOST_CELLS:
        found.append(part("variables", "Effective variables that differ"))
    if len(result.files) > MOST_FILES:
        found.append(part("files", "Evidence files"))
    return found


def workloads_on_page(result: ResultRecord) -> list[str]:
    """Workloads whose runs the page of the result itself has."""
    return next(_pages_of_runs(result), [])


def shared_parameters(workloads: Sequence[WorkloadRecord]) -> list[ParameterRow]:
    """The parameters that all of many workloads have alike."""
    if len(workloads) < MANY_WORKLOADS:
        return []
    first, *others = (workload.parameters for workload in workloads)
    return [row for row in first if all(row in parameters for parameters in others)]


def own_parameters(workload: WorkloadRecord, shared: Sequence[ParameterRow]) -> list[ParameterRow]:
    """The parameters of a workload without those that all share."""
    return [row for row in workload.parameters if row not in shared]


def differing_variables(variables: VariableTable) -> VariableTable:
    """The rows in which servers differ, with the count of all."""
    rows = [row for row in variables.rows if row.differs] if len(variables.servers) > 1 else []
    return VariableTable(servers=variables.servers, count=len(variables.rows), rows=rows)


def _pages_of_runs(result: ResultRecord) -> Iterator[list[str]]:
    """Ids of workloads by page."""
    counts = Counter(run.workload.id for run in result.runs)
    page: list[str] = []
    most = MOST_RUNS
    for workload in (workload.id for workload in result.workloads if counts[workload.id]):
        if page and sum(counts[name] for name in page) + counts[workload] > most:
            yield page
            page, most = [], MOST_RUNS_BEHIND
        page.append(workload)
    if page:
        yield page
