"""Whole sites: selected real bundles, the whole archive, and an empty one to be filled.

Owns how each is built, in a folder of its own: nothing is read from or written to the checkout's
derived data. Every site lies under a base path.
"""

from __future__ import annotations

import re
import shutil
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from unittest.mock import patch

from selected_bundles import SELECTED
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.pipeline import Build, build
from sysbench_archive.build.store import Store, Work
from sysbench_archive.bundle.people import PEOPLE
from sysbench_archive.ledger.comparisons import COMPARISON_RECORDS

ROOT = Path(__file__).resolve().parents[1]
BASE = "/some/base/path/"
_SOURCES = ("config.toml", "package.json", "content", "layouts", "schema", "static")

KINDS = {
    "home": r"",
    "results": r"results/",
    "year": r"results/\d{4}/",
    "result": r"results/(?!\d{4}/)[^/]+/",
    "run": r"results/[^/]+/[^/]+/",
    "part": r"results/[^/]+/all/[^/]+/",
    "revision": r"results/[^/]+/revisions/[^/]+/",
    "comparisons": r"comparisons/",
    "comparison": r"comparisons/[^/]+/",
    "campaign": r"comparisons/[^/]+/",
    "figures": r"comparisons/[^/]+/all/figures-\d+/",
    "embed": r"comparisons/[^/]+/embed/",
    "rounds": r"comparisons/[^/]+/all/rounds-\d+/",
    "verdicts": r"comparisons/[^/]+/all/verdicts/",
    "differences": r"comparisons/[^/]+/all/differences/",
    "compared revision": r"comparisons/[^/]+/revisions/[^/]+/",
    "versions": r"versions/",
    "series": r"versions/[^/]+/[^/]+/",
    "path length": r"versions/path-length/",
    "workloads": r"workloads/",
    "workload": r"workloads/[^/]+/",
    "upgrades": r"upgrades/",
    "upgrade": r"upgrades/[^/]+/",
    "load of an upgrade": r"upgrades/[^/]+/[^/]+/",
    "hardware": r"hardware/",
    "class": r"hardware/[^/]+/",
    "settings": r"settings/",
    "setting": r"settings/[^/]+/",
    "rules": r"rules/",
    "rule": r"rules/[^/]+/",
    "schemas": r"schema/",
    "schema": r"schema/[^/]+/",
    "data": r"api/",
    "questions": r"api/questions/",
    "sql": r"sql/",
    "methodology": r"methodology/",
    "contribute": r"contribute/",
    "check": r"check/",
    "about": r"about/",
    "glossary": r"glossary/",
    "feeds": r"feeds/",
    "search": r"search/",
    "explore": r"explore/",
    "compare": r"compare/",
    "not found": r"404\.html",
}
"""Kind of page to the site-relative addresses it has."""
_MOVING = ("comparison", "load of an upgrade")
"""Kinds whose addresses may lead to another page."""


@dataclass(frozen=True, slots=True)
class Site:
    """A built site: `parent` is what a server serves, `public` lies under the base path.

    Tests share it, in more than one process: whoever would change a file takes a copy first.
    """

    parent: Path
    public: Path
    derived: Path

    def files(self) -> list[Path]:
        """Every HTML file."""
        return [self.file(address) for address in _pages(self.public)]

    def addresses(self) -> list[str]:
        """Every page, site-relative: `results/…/`, or the name of a file that is no index."""
        return list(_pages(self.public))

    def file(self, address: str) -> Path:
        """The file of a page."""
        path = self.public / address
        return path / "index.html" if path.is_dir() else path

    def holds(self, address: str) -> str:
        """What lies at the address of a comparison or of a load of an upgrade: it, a campaign, or
        what leads elsewhere (moved); "" at other addresses.
        """
        path = f"{address.strip('/')}/"
        found = next((kind for kind in _MOVING if re.fullmatch(KINDS[kind], path)), "")
        if not found:
            return ""
        slug = address.strip("/").split("/")[1]
        if (self.derived / "records" / "campaigns" / f"{slug}.json").exists():
            return "campaign"
        head = self.file(address).read_bytes()[:2000]
        return "moved" if b"http-equiv" in head and b'content="0; url=' in head else found

    def of_kind(self, kind: str) -> list[str]:
        """The pages of a kind, those with the most to show first."""
        pattern, sizes = re.compile(KINDS[kind]), _pages(self.public)
        found = [address for address in sizes if pattern.fullmatch(address)]
        if kind in (*_MOVING, "campaign"):
            found = [address for address in found if self.holds(address) == kind]
        return sorted(found, key=lambda address: -sizes[address])


@cache
def _pages(public: Path) -> dict[str, int]:
    """Site-relative address to size of every page; read once, for no test changes a site."""
    files = sorted(public.rglob("*.html"))
    paths = {file.relative_to(public).as_posix(): file.stat().st_size for file in files}
    return {path.removesuffix("index.html"): size for path, size in paths.items()}


def kind_of(address: str) -> str | None:
    """The kind of a page; None for one that no kind claims."""
    return next((kind for kind, p in KINDS.items() if re.fullmatch(p, address)), None)


def whole(room: Path) -> Site:
    """The archive as it is published."""
    archive = _empty(room)
    compared = archive.root / COMPARISON_RECORDS
    for folder in (archive.results, archive.ledger, archive.revisions, compared):
        authored = ROOT / folder.relative_to(archive.root)
        if authored.exists():
            shutil.copytree(authored, folder)
    with ProcessPoolExecutor(2) as workers:
        return build_site(archive, Work(Store(room / "outcomes"), workers, today()))


def selected(room: Path) -> Site:
    """The selected bundles as they are published, and the curated comparisons that name no others.

    A name in the text counts as well: it is that of a page that is not there. The list to explore
    is cut in smaller pieces, so that it has as many as that of the whole archive, and so are
    tables of campaigns.
    """
    archive, real = _empty(room), Archive(ROOT)
    archive.ledger.mkdir(parents=True)
    for name in SELECTED:
        shutil.copytree(real.results / name, archive.results / name)
        shutil.copy(real.ledger / f"{name}.csv", archive.ledger)
        if (real.revisions / name).exists():
            shutil.copytree(real.revisions / name, archive.revisions / name)
    bundles = {folder.name for folder in real.bundles()}
    for path in archive.curated_files():
        named = {*re.findall(r"20\d\d-\d\d(?:-[a-z0-9]+)+", path.read_text(encoding="utf-8"))}
        if named & bundles - SELECTED.keys():
            path.unlink()
    copy_comparison_records(archive)
    with (
        ProcessPoolExecutor(2) as workers,
        patch("sysbench_archive.pages.explore.FURTHER_PIECE", 300),
        patch("sysbench_archive.pages.campaign.MOST_CELLS", 200),
        patch("sysbench_archive.pages.upgrades.MOST_ROWS", 30),
    ):
        return build_site(archive, Work(Store(room / "outcomes"), workers, today()))


def copy_comparison_records(archive: Archive) -> None:
    """Bring the record of the comparisons that a part of the archive has."""
    compared = archive.root / COMPARISON_RECORDS
    compared.mkdir(parents=True)
    names = [path.name for path in archive.bundles()]
    names += [path.stem for path in archive.curated_files()]
    for path in (ROOT / COMPARISON_RECORDS / f"{name}.jsonl" for name in names):
        if path.exists():
            shutil.copy(path, compared)


def _empty(folder: Path) -> Archive:
    """A checkout without bundles."""
    root = folder / "archive"
    root.mkdir(parents=True)
    for name in _SOURCES:
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, root / name)
    shutil.copytree(ROOT / "scripts" / "charts", root / "scripts" / "charts")
    (root / "data").mkdir()
    shutil.copy(ROOT / PEOPLE, root / PEOPLE)
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    return Archive(root)


def empty(folder: Path) -> Archive:
    """A checkout without bundles and without curated comparisons, to be filled."""
    archive = _empty(folder)
    for path in archive.curated_files():
        path.unlink()
    return archive


def build_site(archive: Archive, work: Work) -> Site:
    """Build a checkout under the base path."""
    parent = archive.root / "served"
    public = parent / BASE.strip("/")
    public.parent.mkdir(parents=True)
    said: list[str] = []
    job = Build(archive, public, BASE, work, said.append)
    assert build(job), job.problems
    return Site(parent, public, archive.derived)


def today() -> date:
    return datetime.now(tz=UTC).date()
