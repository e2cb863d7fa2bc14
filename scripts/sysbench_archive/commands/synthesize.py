"""`synthesize`: a synthetic archive of any size, for tests and benchmarks.

Every bundle passes the same checks as a real one: ten runs, two servers at five thread counts,
sixty interval lines a run, counters that agree. The same number of runs gives the same bytes.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from sysbench_archive.bundle.formatting import FILE
from sysbench_archive.commands.checkout import archive_here
from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.problems import UsageError
from sysbench_archive.rules.intervals import bucket_edge

COPIED = (
    "config.toml",
    "package.json",
    "schema",
    "layouts",
    "static",
    "content",
    "scripts/charts",
)
HERE = Path(__file__).parent
LINE = (
    "[ {second}s ] thds: {threads} tps: {tps:.2f} qps: {qps:.2f} (r/w/o: {reads:.2f}/0.00/"
    "{others:.2f}) lat (ms,95%): {percentile:.2f} err/s: 0.00 reconn/s: 0.00\n"
)
SECONDS, READS, OTHERS = 60, 14, 2


def synthesize(runs: int, folder: Path, root: Path) -> int:
    """Write at least so many runs, ten a bundle, and what a build needs besides below a new folder;
    the number of runs. `root` is a checkout of the archive.
    """
    if runs < 1:
        raise UsageError(f"{runs} is not a number of runs")
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty")
    folder.mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        copy = shutil.copytree if (root / name).is_dir() else shutil.copy
        copy(root / name, folder / name)
    (folder / "node_modules").symlink_to(root / "node_modules")
    for path in (folder / "content" / "comparisons").glob("[!_]*.md"):
        path.unlink()
    document = (HERE / "synthetic_bundle.yaml").read_text(encoding="utf-8")
    form = (HERE / "synthetic_report.txt").read_text(encoding="utf-8")
    bundles = -(-runs // 10)
    for number in range(bundles):
        place = folder / "data" / "results" / f"2024-01-synthetic-{number:06d}"
        _write_bundle(place, number, document, form)
    return 10 * bundles


def _write_bundle(folder: Path, number: int, document: str, form: str) -> None:
    chance = random.Random(number)  # noqa: S311
    (folder / "raw").mkdir(parents=True)
    speed = chance.uniform(400, 900)
    for product, factor in (("mysql", 1.0), ("mariadb", 1.04)):
        for threads in (1, 2, 4, 8, 16):
            tps = speed * factor * threads**0.85 * chance.lognormvariate(0, 0.01)
            report = folder / "raw" / f"read-only-{product}-t{threads}.txt"
            report.write_text(_report_text(form, threads, tps, chance), encoding="ascii")
    text = document.replace("Synthetic campaign", f"Synthetic campaign {number}", 1)
    (folder / FILE).write_text(text, encoding="utf-8")


def _report_text(form: str, threads: int, tps: float, chance: random.Random) -> str:
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
    return form.format(
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


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    count = synthesize(arguments.runs, arguments.folder, archive_here().root)
    answer(f"{count} runs in {arguments.folder}")
    return CLEAN
