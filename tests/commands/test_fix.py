"""`check --fix` corrects what it may, says what it did, and leaves what is permanent alone."""

import shutil
from pathlib import Path

import pytest

from sysbench_archive.build.archive import Archive
from sysbench_archive.commands.check import fix_bundles


def spoil(folder: Path) -> Path:
    """A bundle with an executable file, other line ends and a field out of order."""
    path = folder / "bundle.yaml"
    text = path.read_text()
    moved = "license: CC0-1.0\n"
    assert moved in text
    path.write_bytes((text.replace(moved, "") + moved).replace("\n", "\r\n").encode())
    raw = min((folder / "raw").iterdir())
    raw.chmod(0o755)
    return raw


@pytest.fixture
def unrecorded(synthetic: Archive) -> Archive:
    """Two bundles that nobody published."""
    shutil.rmtree(synthetic.ledger)
    return synthetic


def test_a_bundle_is_fixed_once(unrecorded: Archive) -> None:
    folder = unrecorded.bundles()[0]
    before = (folder / "bundle.yaml").read_bytes()
    raw = spoil(folder)
    said = fix_bundles(unrecorded, [folder])
    assert (folder / "bundle.yaml").read_bytes() == before
    assert not raw.stat().st_mode & 0o111
    assert f"data/results/{folder.name}/raw/{raw.name}: no longer executable" in said
    assert "sysbench-archive record" in said
    assert fix_bundles(unrecorded, []) == "nothing to fix"
    assert not list(folder.rglob("*.partial"))


def test_a_recorded_bundle_is_left_alone(synthetic: Archive) -> None:
    folder = synthetic.bundles()[0]
    spoil(folder)
    spoiled = (folder / "bundle.yaml").read_bytes()
    said = fix_bundles(synthetic, [folder])
    assert (folder / "bundle.yaml").read_bytes() == spoiled
    assert said == f"data/results/{folder.name}: left as it is, because its record is permanent"


def test_what_does_not_fit_the_schema_is_left_alone_and_named(unrecorded: Archive) -> None:
    path = unrecorded.bundles()[0] / "bundle.yaml"
    path.write_text(path.read_text() + "surprise: 1")
    spoiled = path.read_bytes()
    assert "left as it is, because it does not fit the schema" in fix_bundles(unrecorded, [])
    assert path.read_bytes() == spoiled


@pytest.mark.parametrize("name", ["raw/link.txt", "bundle.yaml"])
def test_links_are_not_followed(unrecorded: Archive, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_bytes(b"a: 1\r\n")
    outside.chmod(0o755)
    link = unrecorded.bundles()[0] / name
    link.unlink(missing_ok=True)
    link.symlink_to(outside)
    fix_bundles(unrecorded, [])
    assert outside.read_bytes() == b"a: 1\r\n"
    assert outside.stat().st_mode & 0o111
    assert link.is_symlink()
