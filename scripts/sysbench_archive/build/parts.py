"""The parts of a site that processes of Hugo render beside each other.

The pages of a bundle are those of its result, runs, revisions and own comparisons. They need the
records of their bundle and short tables, so bundles are cut into shards, each of which takes the
memory of a few thousand pages. Everything else, lists above all, is the front.

Both are the site of config.toml with fewer mounts: a shard has no prose and no lists, the front
has no bundles.
"""

from __future__ import annotations

import json
import math
import shutil
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from sysbench_archive.build.archive import Archive
from sysbench_archive.bundle.files import replace_file
from sysbench_archive.model.base import read_record
from sysbench_archive.model.listing import PageEntry, PageIndex
from sysbench_archive.pages.registry import KINDS
from sysbench_archive.publish.sitemap import FRONT as FRONT_SITEMAP

MOST_PAGES = 6000
"""Pages of a shard: enough that starting Hugo does not matter, few enough for its memory."""
FRONT = "front"
SEGMENT = "part"
_SHARD_MEMORY = 900 << 20
"""Where a shard's Hugo collects garbage more often. At 512 MiB so many pages take a third more
processor time."""
_HELD = 10
_ADAPTERS = ("results/_content.gotmpl", "comparisons/_content.gotmpl")
_WITHOUT_LISTS = (
    *(f"{kind.name}.json" for kind in KINDS if kind.grows),
    "pages.json",
    "page_cards.json",
    "upgrade_pairs/**",
    "revisions/**",
    "withdrawn/**",
)
"""Data that grows with the archive. No page of a bundle reads it, or it has its own share of it."""

_DERIVED, _STATIC = "data/derived/", "static"
"""Where derived files are, and the target of what is published as it is."""

Mount = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """What one process renders. `settings` are merged into config.toml.

    Above `memory` bytes it trades time for memory. `runs` are those of its bundles, whose pages it
    leaves together.
    """

    name: str
    settings: Path
    memory: int
    segment: str = ""
    runs: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(slots=True)
class _Pages:
    """The pages of a bundle: `kept` are data files about what is no longer as it was published."""

    result: PageEntry | None = None
    comparisons: dict[str, PageEntry] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)

    def count(self) -> int:
        own = len(self.result.runs) + len(self.result.parts) if self.result else 0
        pinned = sum(its.revision + its.embed for its in self.comparisons.values())
        return len(self.comparisons) + pinned + 2 + own


_OF_COMPARISONS = (
    "records/comparisons",
    "records/comparison_revisions",
    "records/embeds",
    "data/withdrawn",
)
"""Where derived files of comparisons are; those of a bundle have its id before two dashes."""


def bundle_of(path: str) -> str | None:
    """The bundle on whose pages a derived file stands; None for what stands on the front."""
    place, _, name = path.rpartition("/")
    stem, own, _ = name.removesuffix(".json").partition("--")
    if place in ("records/results", "data/revisions"):
        return stem
    return stem if own and place in _OF_COMPARISONS else None


def write_parts(archive: Archive, bundles: Collection[str] | None = None) -> list[Part]:
    """Settings and data of the front and of the shards: of all bundles, or of some.

    The front is first, because it takes longest where few bundles are rendered.
    """
    folder = archive.cache / "parts"
    shutil.rmtree(folder, ignore_errors=True)
    # A site without a mount for static files would publish those of the folder `static`.
    (folder / "none").mkdir(parents=True)
    data = archive.derived / "data"
    index = read_record((data / "pages.json").read_bytes(), PageIndex)
    pages = _pages_of_bundles(data, index)
    chosen = sorted(pages if bundles is None else pages.keys() & set(bundles))
    mounts = _mounts(archive)
    parts = [_write_front(archive, folder / FRONT, mounts, index)]
    for number, names in enumerate(shards_of({name: pages[name].count() for name in chosen})):
        own = {name: pages[name] for name in names}
        parts.append(_write_shard(archive, folder / str(number), mounts, own))
    return parts


def published_as_drawn(archive: Archive) -> list[tuple[Path, str]]:
    """Folders of derived files that are published as they are, and where each is in the site.

    No part mounts them: Hugo would copy every file, and they are most of those it publishes.
    """
    return [
        (archive.root / mount["source"], mount["target"].removeprefix(_STATIC).strip("/"))
        for mount in _mounts(archive)
        if _is_published_as_drawn(mount)
    ]


def _mounts(archive: Archive) -> list[Mount]:
    settings = tomllib.loads((archive.root / "config.toml").read_text("utf-8"))
    mounts: list[Mount] = settings["module"]["mounts"]
    return mounts


def _pages_of_bundles(data: Path, index: PageIndex) -> dict[str, _Pages]:
    pages = {name: _Pages(result) for name, result in index.results.items()}
    for slug, comparison in index.comparisons.items():
        if comparison.kind == "matrix":
            pages.setdefault(slug.partition("--")[0], _Pages()).comparisons[slug] = comparison
    for place in ("revisions", "withdrawn"):
        for path in sorted((data / place).glob("*.json")):
            name = bundle_of(f"data/{place}/{path.name}")
            if name:
                pages.setdefault(name, _Pages()).kept.append(f"{place}/{path.name}")
    return pages


def shards_of(pages: Mapping[str, int]) -> list[list[str]]:
    """Neighbouring bundles, about as many pages in each shard, one bundle at least.

    A bundle is in the shard that has its middle page: no shard is left over for the last.
    """
    total = sum(pages.values())
    shards = max(1, math.ceil(total / MOST_PAGES))
    names: dict[int, list[str]] = {}
    before = 0
    for name, count in pages.items():
        names.setdefault(int((before + count / 2) * shards / total), []).append(name)
        before += count
    return list(names.values())


def _write_front(archive: Archive, folder: Path, mounts: Sequence[Mount], index: PageIndex) -> Part:
    curated = {slug: c for slug, c in index.comparisons.items() if c.kind != "matrix"}
    left_out = {"content": [*_ADAPTERS, *_unneeded(archive, curated)], "data": ["pages.json"]}
    # Hugo takes no notice of a mount by an absolute path.
    settings = {
        "module": {
            "mounts": [
                *(
                    _without(mount, left_out.get(mount["target"], ()))
                    for mount in mounts
                    if not _is_published_as_drawn(mount)
                ),
                {"source": archive.label(folder / "data"), "target": "data"},
            ]
        },
        "params": {"permanentBase": archive.settings.permanent_base},
        "sitemap": {"filename": FRONT_SITEMAP},
    }
    held = sum(path.stat().st_size for path in (archive.derived / "data").rglob("*.json"))
    _write_data(folder, replace(index, results={}, comparisons=curated))
    return Part(FRONT, _write_settings(folder, settings), max(_SHARD_MEMORY, _HELD * held))


def _unneeded(archive: Archive, curated: Collection[str]) -> list[str]:
    """Files of curated comparisons without a record: in a preview those it is not about."""
    kept = {path.stem for path in (archive.derived / "data" / "withdrawn").glob("*.json")}
    files = [path for path in archive.curated_files() if path.stem not in kept.union(curated)]
    return [path.relative_to(archive.root / "content").as_posix() for path in files]


def _write_shard(
    archive: Archive, folder: Path, mounts: Sequence[Mount], bundles: Mapping[str, _Pages]
) -> Part:
    results = {name: its.result for name, its in bundles.items() if its.result}
    comparisons = {s: entry for its in bundles.values() for s, entry in its.comparisons.items()}
    _write_data(folder, PageIndex(results=results, comparisons=comparisons))
    for path in (path for its in bundles.values() for path in its.kept):
        (folder / "data" / path).parent.mkdir(exist_ok=True)
        shutil.copyfile(archive.derived / "data" / path, folder / "data" / path)
    shared = [m for m in mounts if m["target"] == "layouts" or m["target"].startswith("assets/")]
    data = next(mount for mount in mounts if mount["target"] == "data")
    content = next(mount for mount in mounts if mount["target"] == "content")
    pages = [f"/{adapter.partition('/')[0]}/**" for adapter in _ADAPTERS]
    settings = {
        "module": {
            "mounts": [
                *shared,
                {**content, "files": list(_ADAPTERS)},
                _without(data, _WITHOUT_LISTS),
                {"source": archive.label(folder / "data"), "target": "data"},
                {"source": archive.label(folder.parent / "none"), "target": "static"},
            ]
        },
        "disableKinds": ["home", "taxonomy", "term", "RSS", "sitemap", "robotsTXT", "404"],
        "params": {"permanentBase": archive.settings.permanent_base, "runsTogether": True},
        # Not the lists above them, which Hugo makes of its own accord.
        "segments": {SEGMENT: {"includes": [{"path": path} for path in pages]}},
    }
    runs = {name: result.runs for name, result in results.items() if result.runs}
    names = list(bundles)
    name = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
    return Part(name, _write_settings(folder, settings), _SHARD_MEMORY, SEGMENT, runs)


def _is_published_as_drawn(mount: Mount) -> bool:
    source, target = str(mount["source"]), str(mount["target"])
    return source.startswith(_DERIVED) and target.split("/")[0] == _STATIC


def _without(mount: Mount, names: Collection[str]) -> Mount:
    return {**mount, "files": [f"! {name}" for name in names]} if names else mount


def _write_data(folder: Path, index: PageIndex) -> None:
    replace_file(folder / "data" / "pages.json", msgspec.json.encode(index))


def _write_settings(folder: Path, settings: Mapping[str, object]) -> Path:
    path = folder / "settings.json"
    replace_file(path, json.dumps(settings).encode())
    return path
