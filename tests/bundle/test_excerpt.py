"""A quotation holds every line a figure stands on, and nothing that is not in the file."""

from pathlib import Path

import pytest

from sysbench_archive.bundle.figures import MAX_LENGTH, MAX_LINES, excerpt_of
from sysbench_archive.bundle.load import read_variables
from sysbench_archive.sysbench.report import parse_reports, readable_lines

LOGS_FOLDER = Path(__file__).parents[1] / "sysbench" / "report" / "fixtures"
LOGS = sorted(LOGS_FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_figure_is_quoted_where_it_stands(path: Path) -> None:
    data = path.read_bytes()
    lines = readable_lines(data)
    for report in parse_reports(data):
        quoted = dict(excerpt_of(lines, report))
        assert set(report.lines.values()) <= set(quoted)
        assert len(quoted) <= MAX_LINES
        for number, text in quoted.items():
            assert report.first_line <= number <= report.last_line
            whole = lines[number - 1].rstrip().replace("\t", " ")
            cut = f"{whole[: MAX_LENGTH - 1]}…"
            assert text == (whole if len(whole) <= MAX_LENGTH else cut)


@pytest.mark.parametrize(
    "odd",
    ["note\fnext page\n", "a\u2028b\u2029c\n", "x\x85y\x1cz\n", "one\r\ntwo\rthree\n", "\0\n"],
    ids=["form feed", "line separators", "controls", "other ends", "NUL"],
)
def test_a_line_is_quoted_by_the_number_reports_give_it(odd: str) -> None:
    log = (LOGS_FOLDER / "1.0.20-oltp.txt").read_text()
    for data in ((odd + log).encode(), b"\xff\xfe" + (odd + log).encode("utf-16-le")):
        (report,) = parse_reports(data)
        quoted = dict(excerpt_of(readable_lines(data), report))
        assert "transactions:" in quoted[report.lines["transactions"]]
        assert "total time:" in quoted[report.lines["duration_s"]]


def test_long_and_unprintable_lines_are_made_fit() -> None:
    text = "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\x1b[31m" + "x" * 5000 + "\n"
    text += "General statistics:\n    total time:                          10.0s\n"
    (report,) = parse_reports(text.encode())
    quoted = dict(excerpt_of(text.splitlines(), report))
    assert all(line.isprintable() and len(line) <= MAX_LENGTH for line in quoted.values())


def test_variables_are_read_as_names_and_values() -> None:
    dump = (
        b"Variable_name\tValue\nSYNC_BINLOG\t1\nempty\t\nno tab here\n\tno name\nlong\t"
        + b"x" * 999
    )
    variables = read_variables(dump)
    assert variables["sync_binlog"] == "1"
    assert variables["empty"] == ""
    assert len(variables["long"]) < 999
    assert set(variables) == {"sync_binlog", "empty", "long"}
