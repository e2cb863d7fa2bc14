"""A build for publication refuses addresses that nobody could follow; slashes come out as one."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.site_settings import (
    publication_faults,
    read_site_settings,
    with_one_slash,
)
from sysbench_archive.cli import main

ROOT = Path(__file__).parents[2]
GOOD = "https://results.bench-archive.net"


def checkout(folder: Path, permanent: str, repository: str = GOOD) -> Path:
    """A checkout that states these addresses, and has no bundles."""
    folder.mkdir(exist_ok=True)
    text = f"[params]\npermanentBase = '{permanent}'\nrepository = '{repository}'\n"
    (folder / "config.toml").write_text(text)
    shutil.copy(ROOT / "LICENSE-DATA.md", folder)
    return folder


@pytest.mark.parametrize(
    ("stated", "fault"),
    [
        ("", "is empty"),
        (" ", "is empty"),
        ("/", "is empty"),
        ("https://sysbench-archive.example", "is a placeholder"),
        ("https://results.EXAMPLE.org/a", "is a placeholder"),
        ("http://localhost.localhost", "is a placeholder"),
        ("results.bench-archive.net", "has no scheme"),
        ("//results.bench-archive.net/", "has no scheme"),
        ("ftp://results.bench-archive.net", "has no scheme"),
        ("https://", "names no host"),
        ("https://results", "names no host"),
        ("https://bench-archive.net/?a=b", "is more than"),
        ("https://me@bench-archive.net", "is more than"),
        ("https://bench-archive.net/a b", "holds blanks"),
    ],
)
def test_an_address_nobody_could_follow_is_refused(
    tmp_path: Path,
    stated: str,
    fault: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture,
) -> None:
    monkeypatch.chdir(checkout(tmp_path, stated))
    assert main(["build", "--for-publication"]) == 2
    said = capsys.readouterr().err
    assert f"config.toml: params.permanentBase {fault}" in said
    assert f"got {stated!r}" in said
    assert "hint: write " in said
    assert not (tmp_path / "public").exists()
    assert not (tmp_path / "data").exists()


def test_every_address_is_named_at_once(tmp_path: Path) -> None:
    faults = publication_faults(checkout(tmp_path, "", ""))
    assert [fault.split()[1] for fault in faults] == ["params.permanentBase", "params.repository"]


def test_the_archive_as_it_is_has_placeholders_or_is_ready() -> None:
    """Either both addresses are somebody's, or a build for publication says so of each."""
    stated = read_site_settings(ROOT)
    placeholders = [a for a in (stated.permanent_base, stated.repository) if ".example" in a]
    assert len(publication_faults(ROOT)) == len(placeholders)


@pytest.mark.parametrize("path", ["", "/archive", "/archive/results"])
@pytest.mark.parametrize("slashes", ["", "/", "///"])
def test_slashes_come_out_as_one(tmp_path: Path, path: str, slashes: str) -> None:
    written = GOOD + path.replace("/", f"/{slashes}") + slashes
    root = checkout(tmp_path, written)
    assert publication_faults(root) == []
    assert Archive(root).settings.permanent_base == f"{GOOD}{path}"
    assert with_one_slash(written) == f"{GOOD}{path}/"


@given(st.lists(st.from_regex(r"[a-z0-9.-]{1,8}", fullmatch=True), max_size=3), st.integers(0, 3))
def test_an_address_is_normal_once(parts: list[str], slashes: int) -> None:
    address = "/".join(["https://a.net", *parts]) + "/" * slashes
    once = with_one_slash(address)
    assert with_one_slash(once) == once
    assert once.endswith("/")
    assert "//" not in once.removeprefix("https://")


@pytest.mark.parametrize(("path", "base"), [("", "/"), ("/", "/"), ("//a//b", "/a/b/")])
def test_a_site_may_lie_below_any_path(path: str, base: str) -> None:
    assert with_one_slash(path) == base


def test_a_preview_is_never_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.chdir(checkout(tmp_path, GOOD))
    assert main(["build", "--for-publication", "--changed-since", "main"]) == 2
    assert "it is never published" in capsys.readouterr().err
