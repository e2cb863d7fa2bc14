"""What a build of N synthetic runs costs: `python scripts/bench.py 10000`.

Builds them cold, again as they are, and after one bundle changed. Prints seconds of wall and of
processors, the peak memory of all processes together, and what is published by kind of file, also
as a web server sends it. Prints that of this archive's own `public/` as well, where there is one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]

from published_kinds import kind_of, sent  # noqa: E402
from synthetic_archive import record_anew, recorded  # noqa: E402
from sysbench_archive.build.archive import Archive  # noqa: E402
from sysbench_archive.build.store import Store, Work  # noqa: E402
from sysbench_archive.commands.checkout import today, workers  # noqa: E402
from sysbench_archive.commands.console import say  # noqa: E402

SAMPLE_S = 0.5
"""Seconds between two looks at memory; the kernel adds up pages for each, which takes time."""


@contextmanager
def watched() -> Iterator[list[int]]:
    """Sizes of this process and its descendants, seen meanwhile, in bytes.

    Proportional ones, so that pages that workers share are counted once.
    """
    sizes, stop = [0], threading.Event()

    def watch() -> None:
        while not stop.wait(SAMPLE_S):
            sizes.append(sum(map(proportional_size, family())))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield sizes
    finally:
        stop.set()
        thread.join()


def family() -> list[psutil.Process]:
    """This process and its descendants."""
    own = psutil.Process()
    return [own, *own.children(recursive=True)]


def proportional_size(process: psutil.Process) -> int:
    """Bytes of memory; 0 of a process that has ended."""
    try:
        return int(process.memory_full_info().pss)
    except psutil.Error:
        return 0


def change_one(archive: Archive) -> None:
    """Change a bundle, as a contributor would, and record it."""
    path = archive.bundles()[0] / "bundle.yaml"
    path.write_text(path.read_text().replace("Synthetic campaign", "Changed campaign"))
    with tempfile.TemporaryDirectory() as name, workers() as executor:
        record_anew(archive, Work(Store(Path(name)), executor, today()))


def measured(archive: Archive, what: str) -> str:
    """Build by the command; a row of the table."""
    before = os.times()
    with watched() as sizes:
        command = [sys.executable, "-m", "sysbench_archive", "build"]
        subprocess.run(command, cwd=archive.root, check=True)
    after = os.times()
    wall, used = after.elapsed - before.elapsed, sum(after[:4]) - sum(before[:4])
    return f"| {what} | {wall:.1f} | {used:.1f} | {max(sizes) >> 20} |"


def published_table(folder: Path) -> str:
    """What is published, by kind, as Markdown."""
    files, plain, packed = Counter[str](), Counter[str](), Counter[str]()
    for path in folder.rglob("*"):
        if path.is_file():
            for kind in (kind_of(path.relative_to(folder)), "all"):
                files[kind] += 1
                plain[kind] += path.stat().st_size
                packed[kind] += sent(path)
    rows = (f"| {kind} | {files[kind]} | {plain[kind]} | {n} |" for kind, n in packed.most_common())
    head = "| published | files | bytes | compressed |"
    return "\n".join([head, "|---|---:|---:|---:|", *rows])


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="sysbench-archive-bench-") as name:
        runs = int(sys.argv[1])
        with tempfile.TemporaryDirectory() as outcomes, workers() as executor:
            work = Work(Store(Path(outcomes)), executor, today())
            archive = recorded(Path(name) / "archive", runs, work)
        rows = [measured(archive, "cold"), measured(archive, "nothing changed")]
        change_one(archive)
        rows.append(measured(archive, "one bundle changed"))
        published = published_table(archive.root / "public")
    head = f"| {runs} runs, {time.strftime('%Y-%m-%d', time.gmtime())} | wall s | CPU s | MiB |"
    say("\n".join(["", head, "|---|---:|---:|---:|", *rows, "", published]))
    if (ROOT / "public").is_dir():
        say(f"\nThis archive, as `public/` has it:\n\n{published_table(ROOT / 'public')}")


if __name__ == "__main__":
    main()
