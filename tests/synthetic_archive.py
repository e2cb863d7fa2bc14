"""Synthetic archives of any size, with their publication record, for tests and `make bench`.

Every bundle passes the same checks as a real one: ten runs, two servers at five thread counts,
sixty interval lines a run, counters that agree. The same number of runs gives the same bytes.
"""

import random
import shutil
from concurrent.futures import Executor
from datetime import date
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Store
from sysbench_archive.bundle.formatting import FILE
from sysbench_archive.commands.record import record
from sysbench_archive.ledger.comparisons import COMPARISON_RECORDS
from sysbench_archive.rules.intervals import bucket_edge

ROOT = Path(__file__).resolve().parents[1]
TODAY = date(2026, 11, 20)
SKELETON = ("config.toml", "package.json", "schema", "layouts", "static", "content")
SKELETON += ("scripts/charts",)
DOCUMENT = (ROOT / "tests" / "synthetic_bundle.yaml").read_text(encoding="utf-8")
REPORT = (ROOT / "tests" / "synthetic_report.txt").read_text(encoding="utf-8")
LINE = (
    "[ {second}s ] thds: {threads} tps: {tps:.2f} qps: {qps:.2f} (r/w/o: {reads:.2f}/0.00/"
    "{others:.2f}) lat (ms,95%): {percentile:.2f} err/s: 0.00 reconn/s: 0.00\n"
)
SECONDS, READS, OTHERS = 60, 14, 2


def synthesize(runs: int, folder: Path) -> None:
    """Write so many runs, ten a bundle, and what a build needs besides below a new folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in SKELETON:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for path in (folder / "content" / "comparisons").glob("[!_]*.md"):
        path.unlink()
    for number in range(-(-runs // 10)):
        _write_bundle(folder / "data" / "results" / f"2024-01-synthetic-{number:06d}", number)


def _write_bundle(folder: Path, number: int) -> None:
    chance = random.Random(number)
    (folder / "raw").mkdir(parents=True)
    speed = chance.uniform(400, 900)
    for product, factor in (("mysql", 1.0), ("mariadb", 1.04)):
        for threads in (1, 2, 4, 8, 16):
            tps = speed * factor * threads**0.85 * chance.lognormvariate(0, 0.01)
            report = folder / "raw" / f"read-only-{product}-t{threads}.txt"
            report.write_text(_report_text(threads, tps, chance), encoding="ascii")
    text = DOCUMENT.replace("Synthetic campaign", f"Synthetic campaign {number}", 1)
    (folder / FILE).write_text(text, encoding="utf-8")


def _report_text(threads: int, tps: float, chance: random.Random) -> str:
    """What sysbench 1.0.20 prints for such a run."""
    per_second = [tps * chance.lognormvariate(0, 0.03) for _ in range(SECONDS)]
    transactions = round(sum(per_second))
    duration = SECONDS + chance.uniform(0.0005, 0.004)
    queries = transactions * (READS + OTHERS)
    total_ms = 1000 * threads * duration * 0.9995
    average = total_ms / transactions
    percentile = bucket_edge(average * 1.4)
    lines = [
        LINE.format(
            second=second,
            threads=threads,
            tps=rate,
            qps=rate * (READS + OTHERS),
            reads=rate * READS,
            others=rate * OTHERS,
            percentile=percentile,
        )
        for second, rate in enumerate(per_second, 1)
    ]
    return REPORT.format(
        lines="".join(lines),
        threads=threads,
        transactions=transactions,
        reads=transactions * READS,
        others=transactions * OTHERS,
        queries=queries,
        duration=duration,
        tps=transactions / duration,
        qps=queries / duration,
        least=average * 0.6,
        average=average,
        most=average * 9,
        percentile=percentile,
        total_ms=total_ms,
        events=transactions / threads,
        busy=duration * 0.9995,
    )


def recorded(folder: Path, runs: int, store: Store, workers: Executor) -> Archive:
    """An archive below a folder, with so many runs, ten a bundle, each bundle recorded."""
    archive = Archive(folder)
    synthesize(runs, archive.root)
    record(archive, (), store, today=TODAY, executor=workers)
    return archive


def record_anew(archive: Archive, store: Store, workers: Executor) -> None:
    """Record it as it is now: nothing of it is published, which no git is there to tell."""
    for folder in (archive.ledger, archive.root / COMPARISON_RECORDS):
        shutil.rmtree(folder)
    record(archive, (), store, today=TODAY, executor=workers)


def share_a_page(archive: Archive, slug: str, members: dict[str, str]) -> None:
    """Let bundles share a page, told apart by the size of a pool."""
    archive.series.mkdir(parents=True, exist_ok=True)
    listed = "".join(f"  {name}: {{pool: {size}}}\n" for name, size in members.items())
    (archive.series / f"{slug}.yaml").write_text(
        "title: Pools\nquestion: Does the pool matter?\ndimensions: {pool: Buffer pool}\n"
        f"members:\n{listed}"
    )
