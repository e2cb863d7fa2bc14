"""What a campaign ends with: the figures of its own reports, and its findings."""

from __future__ import annotations

import re
from pathlib import Path

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.derive.results import result_record
from sysbench_archive.review.answer import answer_text

RESULTS = Path(__file__).parents[2] / "data" / "results"
RATE = re.compile(r"transactions: .*\(([0-9.]+) per sec")


def said_of(bundle: str) -> str:
    loaded = load_bundle(RESULTS / bundle, bundle).bundle
    assert loaded
    return answer_text(result_record(loaded))


def test_median_and_range_are_those_of_the_reports() -> None:
    bundle = "2026-11-mariadb-11-8-and-10-11-debian-vm"
    expected: dict[str, list[list[float]]] = {}
    for test in ("oltp-read-only", "oltp-read-write"):
        for server in ("10-11-19", "11-8-6"):
            for threads in (1, 2, 4, 8):
                files = (RESULTS / bundle / "raw").glob(f"{test}-*{server}-t{threads}-r*.txt")
                rates = sorted(float(RATE.search(f.read_text("utf-8"))[1]) for f in files)  # type: ignore[index]
                low, middle, high = rates
                expected.setdefault(test, []).append([threads, 3, middle, low, high])
    tables = said_of(bundle).split("\n\n")
    for table, rows in zip(tables, expected.values(), strict=False):
        lines = table.splitlines()[2:]
        told = [[float(n.replace(",", "")) for n in line.split()[2:7]] for line in lines]
        for own, row in zip(told, rows, strict=True):
            # Three digits are printed.
            assert all(abs(a - b) <= 0.005 * b for a, b in zip(own, row, strict=True)), (own, row)


def test_a_finding_has_its_status() -> None:
    said = said_of("2026-11-mysql-8-0-log-writer-threads-in-slices-small-vm")
    assert re.search(r"at 1 thread: .56 % \(.74 to .26 %\)\. \(indicative\)\Z", said)
