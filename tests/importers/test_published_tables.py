"""Published tables: every cell with its line and column, and nothing that is here already."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_layouts import CASES, LINKED, imported

from sysbench_archive.importers.layout import LayoutError, TableForm, read_layout, read_template
from sysbench_archive.importers.tables import (
    NO_FIGURE,
    NO_TABLE,
    ROW_LENGTH,
    ROW_TWICE,
    Cell,
    made_of,
    read_table,
)

NAME = "mdcallag-tables"
FORM = TableForm(read_template("col-{number:int} : {column}", line=True), "qps", "\t")
TABLE = "col-1 : a\ncol-2 : b\n\ncol-1\tcol-2\n1\t2.5\tscan\n3\t4\tinsert\n"


def test_a_cell_is_found_where_it_says(tmp_path: Path) -> None:
    imported(NAME, tmp_path / "out", *LINKED)
    rows = (tmp_path / "out" / "2026-01-tables" / "figures.csv").read_text().splitlines()[1:]
    assert rows
    for row in rows:
        _, qps, line, source, _ = row.split(",")
        path, _, place = source.partition("#")
        number, column = map(int, place.split(":"))
        text = (CASES / NAME / "tree" / path).read_text().splitlines()[number - 1]
        assert (text.split("\t")[column - 1], number) == (qps, int(line))


def test_a_table_is_not_copied(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert imported(NAME, tmp_path / "out", *LINKED, "--copy") == 2
    assert "a table is linked to, not copied" in capsys.readouterr().err


def test_cells_that_are_here_are_not_imported_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    imported(NAME, tmp_path / "out", *LINKED)
    capsys.readouterr()
    assert imported(NAME, tmp_path / "out", *LINKED) == 1
    assert "refused: is already in the archive\n" in capsys.readouterr().out


def test_columns_computed_from_output_that_is_here_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = tmp_path / "out" / "2026-01-logs"
    known.mkdir(parents=True)
    repository = LINKED[1]
    (known / "bundle.yaml").write_text(f"imported: {{}}\nsource: {{repository: {repository}}}\n")
    folder = "jan26.sb/x.my5651_rel_o2nofp.z12a_c8r32.pk1"
    figures = "\n".join(
        f"r{q},{q},{q},{folder}/o.{q}" for q in ("4540.4", "24733.6", "471.2", "6700")
    )
    (known / "figures.csv").write_text(f"run,tps,qps,source\n{figures}\n")
    imported(NAME, tmp_path / "out", *LINKED)
    told = capsys.readouterr().out
    assert "refused: is computed from output that is in the archive\n" in told
    assert "jan26.sb/dop4/qps.abs.all.tsv#column 1 (2026-01-logs)" in told
    rows = (tmp_path / "out" / "2026-01-tables" / "figures.csv").read_text()
    assert "5-6-51" not in rows
    assert "8-0-45" in rows


def test_a_table_by_its_columns() -> None:
    columns, refused = read_table(TABLE.encode(), FORM)
    assert refused == []
    found = [(cell.column, cell.row, cell.place, cell.value) for c in columns for cell in c]
    assert found == [
        ("a", "scan", "5:1", 1),
        ("a", "insert", "6:1", 3),
        ("b", "scan", "5:2", 2.5),
        ("b", "insert", "6:2", 4),
    ]


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("5\t6\t7\tlong\n", ("7", ROW_LENGTH)),
        ("5\tshort\n", ("7", ROW_LENGTH)),
        ("5\t6\tscan\n", ("7", ROW_TWICE)),
        ("5\t-6\tminus\n", ("7:2", NO_FIGURE)),
        ("\t6\tempty\n", ("7:1", NO_FIGURE)),
        ("1e3\t6\tpower\n", ("7:1", NO_FIGURE)),
        ("1,000\t6\tcomma\n", ("7:1", NO_FIGURE)),
    ],
)
def test_a_row_that_is_not_clear_is_refused(line: str, refused: tuple[str, str]) -> None:
    columns, found = read_table((TABLE + line).encode(), FORM)
    assert found == [refused]
    assert sum(map(len, columns)) in (4, 5)


@pytest.mark.parametrize(
    "text", ["", "1\t2\tscan\n", TABLE.replace("col-2 :", "col-3 :"), "col-1 : a\n"]
)
def test_what_is_no_table_is_refused_as_a_whole(text: str) -> None:
    assert read_table(text.encode(), FORM) == ([], [(None, NO_TABLE)])


@given(st.binary(max_size=400))
def test_any_bytes_are_a_table_or_none(data: bytes) -> None:
    columns, refused = read_table(data, FORM)
    assert refused == [(None, NO_TABLE)] or columns


def column(*figures: str, name: str = "x.a") -> list[Cell]:
    return [Cell(name, f"r{n}", n, 1, text) for n, text in enumerate(figures, 1)]


def test_a_column_is_made_of_runs_only_where_nearly_all_its_figures_are_theirs() -> None:
    folders = {"x.a": [("logs", frozenset(range(1, 10)))]}
    assert made_of(column(*map(str, range(1, 11))), folders) == "logs"
    assert made_of(column("1", "2", "30", "40"), folders) is None
    assert made_of(column("1", name="x.b"), folders) is None


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ("{columns: '{column}', metric: qps}", "table.columns: names no {number:int}"),
        ("{columns: '{number:int} {column}', metric: speed}", "table.metric: 'speed' is no"),
        ("{columns: '{number:int} {column}', metric: qps, x: 1}", "table: Additional properties"),
    ],
)
def test_a_layout_says_how_its_tables_are_written(table: str, fault: str, tmp_path: Path) -> None:
    facts = tmp_path / "facts.yaml"
    facts.write_text(f"table: {table}\n")
    with pytest.raises(LayoutError, match=fault.replace("{", r"\{").replace("}", r"\}")):
        read_layout("res-thr", facts)
