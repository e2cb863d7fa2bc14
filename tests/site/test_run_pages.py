"""The pages of a bundle's runs, written as one, are put where each belongs, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from folder_bytes import bytes_below
from sysbench_archive.build.render import RunPagesError, separate_runs

PAGES = b"<run>t1</run>\n<!doctype html>one\n<run>t2</run>\n<!doctype html>two\n"


def write_together(folder: Path, pages: bytes) -> None:
    (folder / "runs").mkdir()
    (folder / "runs" / "index.html").write_bytes(pages)


def test_each_run_has_its_page_and_the_one_of_all_is_gone(tmp_path: Path) -> None:
    write_together(tmp_path, PAGES)
    separate_runs(tmp_path, ["t1", "t2"])
    assert bytes_below(tmp_path) == {
        "t1/index.html": b"<!doctype html>one\n",
        "t2/index.html": b"<!doctype html>two\n",
    }
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("pages", "runs"),
    [
        (PAGES, ["t2", "t1"]),
        (PAGES, ["t1"]),
        (PAGES, ["t1", "t2", "t3"]),
        (b"<!doctype html>nobody's\n" + PAGES, ["t1", "t2"]),
        (b"", ["t1"]),
    ],
    ids=["another order", "one too many", "one missing", "a page of no run", "nothing"],
)
def test_other_pages_than_those_of_the_runs_are_refused(
    tmp_path: Path, pages: bytes, runs: list[str]
) -> None:
    write_together(tmp_path, pages)
    with pytest.raises(RunPagesError, match=f"other pages than those of {len(runs)} runs"):
        separate_runs(tmp_path, runs)
    assert bytes_below(tmp_path) == {"runs/index.html": pages}
