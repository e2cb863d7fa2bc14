"""What `/check/` shows before its program is there is what the program says of the same log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from browser_programs import run_program

from sysbench_archive.sysbench.report import Report, parse_reports
from sysbench_archive.sysbench.results import other_database, refusal_of

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "sysbench" / "report" / "fixtures"
COMMON = ("1.0.20-oltp", "1.0.20-histogram", "1.1.0-oltp", "0.5-late", "0.5-early", "0.4.12-oltp")
"""Logs that are read at once."""
LEFT = {
    "1.0.20-cpu": "line 9 is no common line of a report",
    "1.0.20-connect-fails": "line 10 is no common line of a report",
    "1.0.20-percentile-off": "line 34 is no common line of a report",
    "several-reports": "line 14 is no common line of a report",
}
INSERTED = (
    "FATAL: `thread_run' function failed: broken",
    "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)",
    "Number of threads: 8",
    "    transactions:                        7   (0.10 per sec.)",
    "Latency (ms):",
    "         min:                                    0.01",
    "[ 2s ] thds: 2 tps: 9.20 qps: 9.88 (r/w/o: 1.00/1.00/1.00) lat (ms,95%): 1.22",
    "$ sysbench oltp_read_only --db-driver=pgsql run",
    "Checkpoint report:",
    "```",
    "something else",
)


def read(texts: Sequence[str]) -> list[dict[str, Any]]:
    """The answers of the browser's reader."""
    found: list[dict[str, Any]] = run_program("first_reading", list(texts))
    return found


def text_of(name: str) -> str:
    return (FIXTURES / f"{name}.txt").read_text(encoding="utf-8")


def by_program(report: Report) -> dict[str, Any]:
    """A report of the program in the fields of the browser's."""
    latency = report.latency_ms
    assert latency
    assert report.fairness
    every = dict(report.plain_figures()) | {"fairness_events": report.fairness[0]}
    every |= {f"latency_{name}": getattr(latency, name) for name in type(latency).__slots__}
    apart = {name: every.pop(name) for name in ("sysbench_version", "test")}
    return apart | {
        "first_line": report.first_line,
        "figures": {name: value for name, value in every.items() if value is not None},
        "intervals": [{"t": each.t, "tps": each.tps} for each in report.intervals],
    }


def assert_never_another(texts: Sequence[str]) -> int:
    """Of each text the browser says what the program says, or that it leaves it; the number it
    says it of.
    """
    answers = read(texts)
    for text, answer in zip(texts, answers, strict=True):
        if answer["unsure"]:
            assert answer["reports"] == []
            continue
        data = text.encode()
        reports = parse_reports(data)
        assert not (reports and other_database(data)), text
        assert not any(refusal_of(report) or report.unread for report in reports), text
        assert answer["reports"] == [by_program(report) for report in reports], text
    return sum(bool(answer["reports"]) for answer in answers)


def archived(step: int) -> list[str]:
    files = sorted(ROOT.glob("data/results/*/raw/*.txt"))[::step]
    return [path.read_text(encoding="utf-8") for path in files]


def changed(text: str) -> Iterator[str]:
    """The text with one line dropped, doubled, cut, moved, spoiled or put in, at every place."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        for instead in (
            [],
            [line, line],
            [line[: len(line) // 2]],
            [*after[:1], line],
            [re.sub(r"[0-9]", "7", line, count=1)],
            [re.sub(r"[0-9](?![0-9])", "0", line)],
            [f"> {line}"],
            [f"10:00:01 {line}"],
            [line.replace(".", ",")],
            [INSERTED[at % len(INSERTED)], line],
            [line, INSERTED[(at * 5 + 3) % len(INSERTED)]],
        ):
            yield "\n".join([*before, *instead, *after])
        yield "\n".join([*before, line[:-2]])


def test_every_log_of_the_archive_is_read_at_once() -> None:
    texts = archived(9)
    assert assert_never_another(texts) == len(texts) > 100


@pytest.mark.whole_archive
def test_each_log_of_the_archive_is_read_at_once() -> None:
    texts = archived(1)
    assert assert_never_another(texts) == len(texts)


def test_logs_of_every_generation_are_read_or_left() -> None:
    texts = {path.stem: path.read_text("utf-8", "replace") for path in FIXTURES.glob("*.txt")}
    assert assert_never_another([*texts.values()]) >= len(COMMON)
    answers = dict(zip(texts, read([*texts.values()]), strict=True))
    assert [name for name in COMMON if not answers[name]["reports"]] == []
    assert {name: answers[name]["unsure"] for name in LEFT} == LEFT


@pytest.mark.parametrize("name", COMMON)
def test_a_log_with_a_changed_line_shows_no_figure_that_the_program_does_not(name: str) -> None:
    texts = [*changed(text_of(name))]
    assert len(texts) > assert_never_another(texts) > len(texts) / 10


def test_several_reports_and_other_words_around_them_are_read() -> None:
    log = text_of("1.0.20-oltp")
    around = f"$ sysbench oltp_read_only --threads=2 run\n{log}\nreal 0m3.1s\r\n{log}\n```\n{log}"
    assert assert_never_another([around]) == 1
    (answer,) = read([around])
    assert [len(report["intervals"]) for report in answer["reports"]] == [3, 3, 3]
