"""Whatever bytes a document, a report or a table holds: problems are told, nothing is raised."""

import pytest
from fixtures import TODAY
from generated import BUNDLE
from hypothesis import example, given
from hypothesis import strategies as st
from plain_problems import SOUND, assert_plain

from sysbench_archive.bundle.files import Folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.model.bundle import BundleFile
from sysbench_archive.problems import Problem
from sysbench_archive.rules.catalogue import check_bundle


def folder_of(document: bytes, **instead: bytes) -> Folder:
    """The sound bundle with another document; `instead` holds other bytes by the file's stem."""
    files = {}
    for path in sorted(p for p in SOUND.rglob("*") if p.is_file()):
        name = path.relative_to(SOUND).as_posix()
        data = document if name == "bundle.yaml" else instead.get(path.stem, path.read_bytes())
        files[name] = BundleFile(name, data, f"{name}", "0" * 40)
    return Folder(files, [])


def told(folder: Folder) -> list[Problem]:
    loaded = assemble(BUNDLE, BUNDLE, folder)
    found = check_bundle(loaded.bundle, TODAY) if loaded.bundle else []
    return [*loaded.problems, *found]


def check(document: bytes) -> list[Problem]:
    return told(folder_of(document))


TEXT = (SOUND / "bundle.yaml").read_bytes()
PLACES = st.integers(0, len(TEXT) - 1)
PIECES = b"{ [ &a *a !!x - : ' | % {} [] null true unrecorded 0 -1 1e999"
FRAGMENTS = st.one_of(
    st.binary(max_size=4),
    st.sampled_from([*PIECES.split(b" "), b"\n", b'"', b": ", b"\xff"]),
)


@given(st.lists(st.tuples(PLACES, st.integers(0, 12), FRAGMENTS), min_size=1, max_size=4))
def test_no_change_to_a_document_raises(edits: list[tuple[int, int, bytes]]) -> None:
    text = TEXT
    for start, length, instead in edits:
        text = text[:start] + instead + text[start + length :]
    problems = check(text)
    assert_plain(problems)
    assert check(text) == problems


@given(st.lists(st.sampled_from(TEXT.decode().splitlines()), max_size=60))
def test_no_order_of_lines_raises(lines: list[str]) -> None:
    assert_plain(check("\n".join(lines).encode()))


@given(st.binary(max_size=2000))
def test_no_bytes_in_a_report_raise(data: bytes) -> None:
    assert_plain(told(folder_of(TEXT, t1=data)))


UNKNOWN_SOURCE = (
    b"source: {title: A, author: B, url: unrecorded, published: unrecorded, retrieved: unrecorded}"
)
TABLES = [b"", b"\n", b"\n\n", b",\n,\n", b"run\n\n", b"run,run\nt1,t1\n", b"run\nt1\nt1\nt2\n"]
CELLS = b'run t1 t2 tps tps_line transactions source sha256 1 0.5 -1 1e9 \xd9\xa1 " \r\n \0'
ANY_TABLE = st.one_of(
    st.binary(max_size=2000),
    st.lists(st.sampled_from([*CELLS.split(b" "), b",", b"\n"]), max_size=60).map(b"".join),
)


def with_table(table: bytes) -> Folder:
    """The bundle as figures somebody published, which stand in this table."""
    text = TEXT.replace(b"raw-output", b"published-table\n" + UNKNOWN_SOURCE)
    for line in (b"    file: raw/t1.txt\n", b"    file: raw/t2.txt\n"):
        text = text.replace(line, b"")
    folder = folder_of(text)
    folder.files["figures.csv"] = BundleFile("figures.csv", table, "1" * 64, "0" * 40)
    return folder


@given(ANY_TABLE)
@example(b"run,tps\nt1,1.5\nt2,2\n")
def test_no_bytes_in_a_table_raise(table: bytes) -> None:
    problems = told(with_table(table))
    assert_plain(problems)
    assert "figures-missing" not in {problem.code for problem in problems}


@pytest.mark.parametrize("table", TABLES)
def test_a_table_without_columns_is_refused(table: bytes) -> None:
    problems = assemble(BUNDLE, BUNDLE, with_table(table)).problems
    assert {problem.code for problem in problems} <= {"figures-table", "figures-rows"}
    assert problems
    assert_plain([*problems])
