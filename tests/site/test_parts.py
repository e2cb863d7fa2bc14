"""Parts of a site, rendered by processes of their own, are the site that one process renders."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from sample_site import BASE, BUNDLE, MATRIX, Site

from folder_bytes import bytes_below
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.parts import MOST_PAGES, bundle_of, shards_of
from sysbench_archive.build.render import render_all

LOCATION = re.compile(rb"<url>.*?</url>")


@pytest.mark.parametrize("name", ["plain_site", "hostile_site"])
def test_parts_make_the_whole(
    name: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site: Site = request.getfixturevalue(name)
    monkeypatch.setattr("sysbench_archive.build.parts.MOST_PAGES", 1)
    source = tmp_path / "source"
    shutil.copytree(site.source, source, symlinks=True)
    settings = source / "config.toml"
    # The sample's prose tries HTML, and a build takes warnings for errors.
    ignored = 'ignoreLogs = ["warning-goldmark-raw-html"]\n'
    settings.write_text(ignored + settings.read_text(encoding="utf-8"), encoding="utf-8")
    out = tmp_path / "public"
    render_all(Archive(source), out, f"https://served.example{BASE}")
    parts, whole = bytes_below(out), bytes_below(site.public)
    listed = LOCATION.findall(parts.pop("sitemap-front.xml"))
    expected = LOCATION.findall(whole.pop("sitemap.xml"))
    assert set(listed) < set(expected)
    assert not [line for line in listed if BUNDLE.encode() in line]
    assert parts.keys() == whole.keys()
    assert [path for path, data in parts.items() if data != whole[path]] == []
    # No copies: what was drawn is most of what Hugo would copy.
    drawn = sorted((source / "data/derived/charts").glob("*.json"))
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
