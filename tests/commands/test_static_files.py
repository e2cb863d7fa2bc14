"""What is published as it was derived: the same bytes, whether or not names can be shared."""

import os
from pathlib import Path

import pytest

from sysbench_archive.build.render import files_below, place


@pytest.fixture
def derived(tmp_path: Path) -> Path:
    folder = tmp_path / "derived"
    for path, text in {"a/index.json": "{}", "a/raw/x.txt": "x", "top.json": "[]"}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def texts(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def without_links(*_: object) -> None:
    raise OSError(18, "Invalid cross-device link")


@pytest.mark.parametrize("links", [True, False])
def test_every_file_is_there(derived: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    out = derived.with_name("public")
    if not links:
        monkeypatch.setattr(os, "link", without_links)
    place(derived, out, files_below(derived))
    assert texts(out) == texts(derived)
    assert (out / "top.json").samefile(derived / "top.json") == links


@pytest.mark.parametrize("links", [True, False])
def test_what_changed_is_replaced_and_the_rest_stays(
    derived: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    out = derived.with_name("public")
    if not links:
        monkeypatch.setattr(os, "link", without_links)
    place(derived, out, files_below(derived))
    (derived / "new").write_text("[1]")
    (derived / "new").rename(derived / "top.json")
    assert (out / "top.json").read_text() == "[]"
    (out / "page.html").write_text("a page")
    place(derived, out, ["top.json"])
    assert texts(out) == {**texts(derived), "page.html": "a page"}
