"""`synthesize`: a synthetic archive of any size, for tests and benchmarks.

Every bundle passes the same checks as a real one: ten runs, two servers at five thread counts,
sixty interval lines a run, counters that agree. The same number of runs gives the same bytes.
"""

from __future__ import annotations

import argparse
import random
import shutil
from pathlib import Path

from sysbench_archive.bundle.formatting import FILE, as_yaml
from sysbench_archive.commands.checkout import archive_here
from sysbench_archive.commands.console import CLEAN, Arguments, answer
from sysbench_archive.problems import UsageError
from sysbench_archive.rules.intervals import bucket_edge

RUNS_A_BUNDLE = 10
INTERVALS = 60
THREADS = (1, 2, 4, 8, 16)
SERVERS = (("mysql", "8.0.36", 1.0), ("mariadb", "11.4.5", 1.04))
_TITLE = "Synthetic campaign"
_READS, _OTHERS = 14, 2
_SKELETON = ("config.toml", "package.json", "schema", "layouts", "static", "content")
_COMMAND = (
    "sysbench oltp_read_only --tables=4 --table-size=100000 --threads=$threads --time=60"
    " --report-interval=1 run"
)


def synthesize(runs: int, folder: Path, root: Path) -> int:
    """Write at least `runs` runs below a new folder; the number of runs written."""
    if runs < 1:
        raise UsageError(f"{runs} is not a number of runs")
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty")
    folder.mkdir(parents=True, exist_ok=True)
    _copy_skeleton(folder, root)
    bundles = -(-runs // RUNS_A_BUNDLE)
    # Forming YAML takes four times as long as everything else, and only the title differs.
    document = as_yaml(_bundle_document())
    for number in range(bundles):
        bundle = folder / "data" / "results" / f"2024-01-synthetic-{number:06d}"
        _write_bundle(bundle, number, document)
    return bundles * RUNS_A_BUNDLE


def _copy_skeleton(folder: Path, root: Path) -> None:
    """What a build needs besides bundles; curated comparisons stay behind."""
    for name in _SKELETON:
        if (root / name).is_dir():
            shutil.copytree(root / name, folder / name)
        else:
            shutil.copy(root / name, folder / name)
    shutil.copytree(root / "scripts" / "charts", folder / "scripts" / "charts")
    (folder / "node_modules").symlink_to(root / "node_modules")
    for path in (folder / "content" / "comparisons").glob("*.md"):
        if path.name != "_index.md":
            path.unlink()


def _write_bundle(folder: Path, number: int, document: str) -> None:
    chance = random.Random(number)  # noqa: S311
    (folder / "raw").mkdir(parents=True)
    speed = chance.uniform(400, 900)
    for product, _version, factor in SERVERS:
        for threads in THREADS:
            tps = speed * factor * threads**0.85 * chance.lognormvariate(0, 0.01)
            report = _report_text(threads, tps, chance)
            (folder / "raw" / _report_name(product, threads)).write_text(report, encoding="ascii")
    text = document.replace(_TITLE, f"{_TITLE} {number}", 1)
    (folder / FILE).write_text(text, encoding="utf-8")


def _report_name(product: str, threads: int) -> str:
    return f"{_run_id(product, threads)}.txt"


def _run_id(product: str, threads: int) -> str:
    return f"read-only-{product}-t{threads}"


def _server_id(product: str, version: str) -> str:
    return f"{product}-{version.replace('.', '-')}"


def _bundle_document() -> dict[str, object]:
    """What all bundles state; their titles have a number as well."""
    rest = {"rest": "unrecorded"}
    return {
        "schema": 1,
        "title": _TITLE,
        "submitted": "2024-01-31",
        "submitter": {"name": "Synthetic"},
        "disclosure": "none",
        "license": "CC0-1.0",
        "evidence": "raw-output",
        "hosts": [
            {
                "id": "host",
                "machine": "Synthetic",
                "kind": "vm",
                "cpu": {"model": "Synthetic CPU", "cores": 8, **rest},
                "memory": {"size_mib": 32768, **rest},
                "storage": [{"kind": "nvme", **rest}],
                "os": "Synthetic OS",
                "kernel": "unrecorded",
                "arch": "x86_64",
                "tuning": rest,
            }
        ],
        "servers": [
            {
                "id": _server_id(product, version),
                "product": product,
                "version": version,
                "maturity": "ga",
                "regime": "defaults",
                "build": rest,
                "allocator": "unrecorded",
                "host": "host",
                "options": {},
            }
            for product, version, _ in SERVERS
        ],
        "clients": [
            {
                "id": "local",
                "host": "host",
                "sysbench": "1.0.20",
                "library": "unrecorded",
                "authentication_plugin": "unrecorded",
                "placement": "same-host",
                "transport": "socket",
                "tls": False,
            }
        ],
        "workloads": [
            {
                "id": "read-only",
                "client": "local",
                "prepare": "sysbench oltp_read_only --tables=4 --table-size=100000 prepare",
                "command": _COMMAND,
                "dataset": {"residency": "in-memory", **rest},
            }
        ],
        "runs": [
            {
                "id": _run_id(product, threads),
                "server": _server_id(product, version),
                "workload": "read-only",
                "threads": threads,
                "file": f"raw/{_report_name(product, threads)}",
            }
            for product, version, _ in SERVERS
            for threads in THREADS
        ],
    }


def _report_text(threads: int, tps: float, chance: random.Random) -> str:
    """What sysbench 1.0.20 prints for such a run."""
    per_second = [tps * chance.lognormvariate(0, 0.03) for _ in range(INTERVALS)]
    transactions = round(sum(per_second))
    duration = INTERVALS + chance.uniform(0.0005, 0.004)
    queries = transactions * (_READS + _OTHERS)
    latencies_ms = 1000 * threads * duration * 0.9995
    average = latencies_ms / transactions
    lines = [_interval_line(i, threads, value, average) for i, value in enumerate(per_second, 1)]
    return f"""sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: {threads}
Report intermediate results every 1 second(s)
Initializing random number generator from current time


Initializing worker threads...

Threads started!

{"".join(lines)}SQL statistics:
    queries performed:
        read:                            {transactions * _READS}
        write:                           0
        other:                           {transactions * _OTHERS}
        total:                           {queries}
    transactions:                        {transactions} ({transactions / duration:.2f} per sec.)
    queries:                             {queries} ({queries / duration:.2f} per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          {duration:.4f}s
    total number of events:              {transactions}

Latency (ms):
         min:                                    {average * 0.6:.2f}
         avg:                                    {average:.2f}
         max:                                    {average * 9:.2f}
         95th percentile:                        {bucket_edge(average * 1.4):.2f}
         sum:                                    {latencies_ms:.2f}

Threads fairness:
    events (avg/stddev):           {transactions / threads:.4f}/12.00
    execution time (avg/stddev):   {duration * 0.9995:.4f}/0.00

"""


def _interval_line(second: int, threads: int, tps: float, average: float) -> str:
    qps, reads, others = tps * (_READS + _OTHERS), tps * _READS, tps * _OTHERS
    return (
        f"[ {second}s ] thds: {threads} tps: {tps:.2f} qps: {qps:.2f} (r/w/o:"
        f" {reads:.2f}/0.00/{others:.2f}) lat (ms,95%): {bucket_edge(average * 1.4):.2f}"
        " err/s: 0.00 reconn/s: 0.00\n"
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("runs", metavar="N", type=int, help="number of runs")
    parser.add_argument("folder", metavar="DIR", type=Path, help="new folder")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    count = synthesize(arguments.runs, arguments.folder, archive_here().root)
    answer(f"{count} runs in {arguments.folder}")
    return CLEAN
