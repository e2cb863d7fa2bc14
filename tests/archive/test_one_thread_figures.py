"""What the page about pinned servers types of one thread and two follows from its runs."""

from __future__ import annotations

import re
from statistics import geometric_mean, mean
from typing import Any

import pytest
import yaml

from surveyed_archive import ARCHIVE

BUNDLE = "2026-11-mysql-and-mariadb-pinned-small-vm"
BOUND = "2026-11-mysql-5-5-34-point-select-on-one-processor-and-two"
PAGE = ARCHIVE.comparisons / "mysql-and-mariadb-pinned-small-vm.md"
PRINTED = re.compile(r"transactions: +([0-9]+) +\(([0-9.]+) per sec")


def read_runs(bundle: str) -> list[tuple[dict[str, Any], list[tuple[int, float]]]]:
    """Point-select runs of a bundle; of each report the queries, and their number in a second."""
    folder = ARCHIVE.results / bundle
    document = yaml.load((folder / "bundle.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    found = []
    for run in document["runs"]:
        if run["workload"] == "oltp-point-select":
            printed = PRINTED.findall((folder / run["file"]).read_text(encoding="utf-8"))
            found.append((run, [(int(number), float(pace)) for number, pace in printed]))
    return found


def spent_us(telemetry: dict[str, float], queries: int) -> float:
    """Processor time of server and client for a query, in microseconds."""
    return 1e6 * (telemetry["server_cpu_s"] + telemetry["client_cpu_s"]) / queries


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_switches_of_the_earlier_campaign(threads: int) -> None:
    found = [
        (pace, run["telemetry"]["context_switches"] / number, spent_us(run["telemetry"], number))
        for run, ((number, pace),) in read_runs(BUNDLE)
        if (run["server"], run["threads"]) == ("mysql-5-5-34", threads)
    ]
    paces, switches, spent = zip(*found, strict=True)
    row = f"| {threads} | {geometric_mean(paces):,.0f} | {mean(switches):.1f} | {mean(spent):.0f} |"
    assert row in PAGE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("server", "place"),
    [
        ("on-the-clients-processor", "the client's processor"),
        ("on-the-other-processor", "the other processor"),
        ("on-either-processor", "either of them"),
    ],
)
def test_interrupts_of_a_bound_server(server: str, place: str) -> None:
    (found,) = [
        (run["telemetry"], sum(number for number, _ in reports))
        for run, reports in read_runs(BOUND)
        if (run["server"], run["threads"]) == (f"mysql-5-5-34-server-{server}", 1)
    ]
    seen, number = found
    interrupts = 100 * seen["rescheduling_interrupts"] / number
    row = f"| {place} | {interrupts:.0f} | {spent_us(seen, number):.0f} |"
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line.startswith(row) for line in lines].count(True) == 1
