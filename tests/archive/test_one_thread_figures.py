"""What the page about pinned servers types of one thread and two follows from its runs."""

from __future__ import annotations

import re
from pathlib import Path
from statistics import geometric_mean, mean

import pytest
import yaml

from surveyed_archive import ARCHIVE

BUNDLE = ARCHIVE.results / "2026-11-mysql-and-mariadb-pinned-small-vm"
PAGE = ARCHIVE.comparisons / "mysql-and-mariadb-pinned-small-vm.md"


def queries(file: str) -> tuple[int, float]:
    """Queries of a run, and their number in a second, as sysbench printed both."""
    text = (BUNDLE / file).read_text(encoding="utf-8")
    found = re.search(r"transactions: +([0-9]+) +\(([0-9.]+) per sec", text)
    assert found
    return int(found[1]), float(found[2])


@pytest.fixture(scope="module")
def runs() -> dict[int, list[tuple[float, float, float]]]:
    """By threads: queries per second, switches and microseconds of processor time of a query."""
    document = yaml.load((BUNDLE / "bundle.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    found: dict[int, list[tuple[float, float, float]]] = {}
    for run in document["runs"]:
        if (run["server"], run["workload"]) == ("mysql-5-5-34", "oltp-point-select"):
            number, pace = queries(run["file"])
            seen = run["telemetry"]
            spent = 1e6 * (seen["server_cpu_s"] + seen["client_cpu_s"]) / number
            figures = (pace, seen["context_switches"] / number, spent)
            found.setdefault(run["threads"], []).append(figures)
    return found


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_figures_of_the_page(
    runs: dict[int, list[tuple[float, float, float]]], threads: int
) -> None:
    paces, switches, spent = zip(*runs[threads], strict=True)
    row = f"| {threads} | {geometric_mean(paces):,.0f} | {mean(switches):.1f} | {mean(spent):.0f} |"
    assert row in Path(PAGE).read_text(encoding="utf-8").splitlines()
