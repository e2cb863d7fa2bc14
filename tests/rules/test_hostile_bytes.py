"""Whatever bytes a document, a report or a table holds: problems are told, nothing is raised."""

import pytest
from fixtures import TODAY
from generated import BUNDLE
from hypothesis import given
from hypothesis import strategies as st
from plain_problems import SOUND, assert_plain

from sysbench_archive.bundle.files import BundleFile, Folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.problems import Problem
from sysbench_archive.rules.catalogue import check_bundle


def folder_of(document: bytes) -> Folder:
    files = {}
    for path in sorted(p for p in SOUND.rglob("*") if p.is_file()):
        name = path.relative_to(SOUND).as_posix()
        data = document if name == "bundle.yaml" else path.read_bytes()
        files[name] = BundleFile(name, data, f"{name}", "0" * 40)
    return Folder(files, [])


def check(document: bytes) -> list[Problem]:
    loaded = assemble(BUNDLE, BUNDLE, folder_of(document))
    found = check_bundle(loaded.bundle, TODAY) if loaded.bundle else []
    return [*loaded.problems, *found]


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
def test_no_bytes_in_a_report_or_table_raise(data: bytes) -> None:
    folder = folder_of(TEXT.replace(b"raw-output", b"published-table"))
    for name in ("raw/t1.txt", "figures.csv"):
        folder.files[name] = BundleFile(name, data, "1" * 64, "0" * 40)
    for text in (TEXT, TEXT.replace(b"    file: raw/t1.txt\n", b"")):
        folder.files["bundle.yaml"] = BundleFile("bundle.yaml", text, "", "0" * 40)
        loaded = assemble(BUNDLE, BUNDLE, folder)
        found = check_bundle(loaded.bundle, TODAY) if loaded.bundle else []
        assert_plain([*loaded.problems, *found])


UNKNOWN_SOURCE = (
    b"source: {title: A, author: B, url: unrecorded, published: unrecorded, retrieved: unrecorded}"
)
TABLES = [b"", b"\n", b"\n\n", b",\n,\n", b"run\n\n", b"run,run\nt1,t1\n", b"run\nt1\nt1\nt2\n"]


@pytest.mark.parametrize("table", TABLES)
def test_a_table_without_columns_is_refused(table: bytes) -> None:
    text = TEXT.replace(b"raw-output", b"published-table\n" + UNKNOWN_SOURCE)
    for line in (b"    file: raw/t1.txt\n", b"    file: raw/t2.txt\n"):
        text = text.replace(line, b"")
    folder = folder_of(text)
    folder.files["figures.csv"] = BundleFile("figures.csv", table, "", "")
    loaded = assemble(BUNDLE, BUNDLE, folder)
    assert {problem.code for problem in loaded.problems} <= {"figures-table", "figures-rows"}
    assert loaded.problems
    assert_plain([*loaded.problems])
