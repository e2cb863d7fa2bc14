"""What files become that somebody dropped: reports, a bundle, or a reason why not."""

from __future__ import annotations

import gzip
from datetime import date
from pathlib import Path

import pytest

from packed_folders import files_below, tarred, zipped
from sysbench_archive.intake.dropped import MAX_FILES, Dropped, Reading

TODAY = date(2026, 11, 23)
ROOT = Path(__file__).resolve().parents[2]
LOG = (ROOT / "tests" / "sysbench" / "report" / "fixtures" / "1.0.20-oltp.txt").read_bytes()
BUNDLE = ROOT / "tests" / "rules" / "counters-sum" / "fail" / "2026-01-raw-output"


def read(files: dict[str, bytes]) -> Reading:
    dropped = Dropped()
    for path, data in files.items():
        dropped.add(path, data)
    return dropped.reading(TODAY)


def test_a_log_is_read_with_its_lines() -> None:
    reading = read({"a.log": LOG})
    (report,) = reading.reports
    lines = LOG.decode().splitlines()
    assert f"{report.tps:.2f} per sec" in lines[report.tps_line - 1]
    assert f"{report.latency_ms}" in lines[report.latency_line - 1]
    assert (report.threads, report.fault, reading.bundle) == (2, "", "")


def test_a_report_cut_short_says_so() -> None:
    (report,) = read({"a.log": LOG[: len(LOG) // 2]}).reports
    assert report.fault == "the report ends before its summary"


@pytest.mark.parametrize(
    "packed",
    [
        ("logs.zip", zipped({"logs/a.log": LOG})),
        ("logs.tar.gz", tarred({"logs/a.log": LOG})),
        ("a.log.gz", gzip.compress(LOG)),
    ],
    ids=["zip", "tar", "gzip"],
)
def test_packed_logs_are_opened(packed: tuple[str, bytes]) -> None:
    assert len(read(dict([packed])).reports) == 1


def test_a_bundle_is_judged_as_check_judges_it() -> None:
    files = {f"x/{BUNDLE.name}/{name}": data for name, data in files_below(BUNDLE).items()}
    reading = read({"bundle.zip": zipped(files)})
    assert reading.bundle == BUNDLE.name
    assert "counters-sum" in {problem.code for problem in reading.problems}
    expected = (BUNDLE.parent / "expected.txt").read_text(encoding="utf-8")
    assert all(problem.message in expected for problem in reading.problems)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("../a.log", LOG, "its name leads out of its folder"),
        ("/a.log", LOG, "its name leads out of its folder"),
        (".hidden/a.log", LOG, "hidden, so no part of the measurement"),
        ("a.log", b"words\n", "no report of sysbench in it"),
        ("a.log", b"\0\1\2", "not text"),
        ("a.log", b"x" * ((16 << 20) + 1), "larger than 16 MiB"),
        ("a.bz2", b"BZh" + bytes(9), "packed with bzip2; unpack it first"),
        ("a.zip", b"PK\3\4" + bytes(9), "not a zip file that can be read"),
        ("a.tar.gz", tarred({}, link="/etc/passwd"), "is a link"),
        ("a.zip", zipped({"b.zip": zipped({"c.log": LOG})}), "packed once more"),
        (
            "a.gz",
            gzip.compress(bytes((64 << 20) + 1)),
            "would expand to more than 50 times its size",
        ),
    ],
)
def test_what_is_passed_over_says_why(name: str, data: bytes, said: str) -> None:
    reading = read({name: data})
    assert reading.reports == []
    assert [said in why for why in reading.passed_over.values()] == [True]


def test_more_files_than_are_read_are_passed_over() -> None:
    dropped = Dropped()
    for number in range(MAX_FILES + 5):
        dropped.add(f"{number}.txt", b"words")
    assert len(dropped.reading(TODAY).passed_over) == MAX_FILES
