"""A figure of a report that somebody changed by a little is noticed where the report can tell."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from unittest.mock import Mock

import pytest

from sysbench_archive.bundle.files import Folder, read_folder
from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.bundle.load import assemble
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.model.bundle import BundleFile
from sysbench_archive.rules.catalogue import check_bundle
from sysbench_archive.rules.intervals import faults
from sysbench_archive.sysbench.report import parse_reports

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "data/results/2026-11-mariadb-11-8-and-10-11-debian-vm"
_N = r"([0-9]+(?:\.[0-9]+)?)"

DETERMINED = {
    "transactions": (rf"(transactions: +){_N}( +\()", 1.01),
    "transactions per second": (rf"(transactions: +[0-9]+ +\(){_N}( per)", 1.01),
    "queries": (rf"(\n    queries: +){_N}( +\()", 1.01),
    "queries per second": (rf"(\n    queries: +[0-9]+ +\(){_N}( per)", 1.01),
    "total of queries": (rf"(\n +total: +){_N}(\n)", 1.01),
    "reads": (rf"(\n +read: +){_N}(\n)", 1.01),
    "others": (rf"(\n +other: +){_N}(\n)", 1.01),
    "total time": (rf"(total time: +){_N}(s)", 1.01),
    "events": (rf"(total number of events: +){_N}(\n)", 1.01),
    "mean latency": (rf"(\n +avg: +){_N}(\n)", 1.05),
    "sum of latencies": (rf"(\n +sum: +){_N}(\n)", 1.05),
    "events of a thread": (rf"(events \(avg/stddev\): +){_N}(/)", 1.01),
    "time of a thread": (rf"(execution time \(avg/stddev\): +){_N}(/)", 1.01),
    "threads": (rf"(Number of threads: ){_N}(\n)", 2),
    "queries of an interval": (rf"(\[ 5s \] thds: 1 tps: [0-9.]+ qps: ){_N}( )", 1.05),
    "transactions of an interval": (rf"(\[ 5s \] thds: 1 tps: ){_N}( )", 1.05),
}
UNDETERMINED = {
    "lowest latency": (rf"(\n +min: +){_N}(\n)", 1.05),
    "highest latency": (rf"(\n +max: +){_N}(\n)", 1.05),
}
"""Printed once, and nothing else follows from them: the page of rules says so."""


@cache
def one_run() -> tuple[dict[str, BundleFile], str]:
    """The files of a real bundle with one of its runs alone, and the name of its output."""
    files = dict(read_folder(BUNDLE, "x").files)
    document = read_yaml(files["bundle.yaml"].data, "").value
    assert isinstance(document, dict)
    run = next(run for run in document["runs"] if run["threads"] == 1 and "failed" not in run)
    text = as_yaml(document | {"runs": [run]})
    kept = {n: f for n, f in files.items() if not n.startswith("raw/") or n == run["file"]}
    return kept | {"bundle.yaml": _file("bundle.yaml", text)}, run["file"]


def _file(name: str, text: str) -> BundleFile:
    data = text.encode()
    return BundleFile(name, data, hashlib.sha256(data).hexdigest(), "")


def found(text: str) -> set[str]:
    files, name = one_run()
    loaded = assemble(BUNDLE.name, "x", Folder({**files, name: _file(name, text)}, []))
    assert loaded.bundle is not None
    return {p.code for p in (*loaded.problems, *check_bundle(loaded.bundle, None))}


def changed(pattern: str, factor: float) -> str:
    files, name = one_run()
    text = files[name].data.decode()
    match = re.search(pattern, text)
    assert match
    places = len(match[2].partition(".")[2])
    new = f"{float(match[2]) * factor:.{places}f}"
    assert new != match[2]
    return f"{text[: match.start(2)]}{new}{text[match.end(2) :]}"


def test_the_run_itself_is_sound() -> None:
    files, name = one_run()
    assert found(files[name].data.decode()) == set()


@pytest.mark.parametrize("down", [False, True], ids=["more", "less"])
@pytest.mark.parametrize("field", DETERMINED)
def test_a_figure_that_follows_from_others_is_noticed(field: str, *, down: bool) -> None:
    pattern, factor = DETERMINED[field]
    if field == "threads" and down:
        factor = 3
    codes = found(changed(pattern, 1 / factor if down and field != "threads" else factor))
    assert codes & {
        "counters-rate", "counters-sum", "counters-latency", "counters-fairness",
        "counters-intervals", "counters-twice", "counters-queries", "threads-mismatch",
    }  # fmt: skip


@pytest.mark.parametrize("field", UNDETERMINED)
def test_a_figure_that_stands_alone_is_not(field: str) -> None:
    assert found(changed(*UNDETERMINED[field])) == set()


def test_a_percentile_between_two_buckets_is_noticed() -> None:
    pattern = rf"(95th percentile: +){_N}(\n)"
    assert "counters-percentile" in found(changed(pattern, 1.009))


OTHER_LINES = {
    "a percentile below nothing": (r"(95th percentile: +)[0-9.]+", "-2.57", "run-incomplete"),
    "that of an interval": (r"(lat \(ms,95%\): )[0-9.]+", "-2.57", "report-unread"),
    "an interval of the past": (r"(tps: )[0-9.]+", "-500.00", "counters-intervals"),
    "threads of intervals": (r"(thds: )1", "2", "counters-intervals"),
    "and no others": (r"Number of threads: 1\n(?s:(.*?)thds: 1)", "thds: 2", "counters-intervals"),
}
"""What stands in lines, what instead, and the rule that tells."""


@pytest.mark.parametrize("name", OTHER_LINES)
def test_what_no_sysbench_prints_is_told(name: str) -> None:
    pattern, instead, code = OTHER_LINES[name]
    files, output = one_run()
    text = re.sub(pattern, lambda match: (match[1] or "") + instead, files[output].data.decode())
    assert code in found(text)


@pytest.mark.parametrize(
    ("rates", "codes"),
    [
        # 82,483 in all: a line 25 ms late, and the throughput rises meanwhile.
        ((3011.29, 15699.66, 17243.06, 18771.00, 28392.28), set()),
        ((16600.0, 16640.0, 16620.0, 16630.0, 16627.0), {"counters-intervals"}),
    ],
    ids=["a line that is late", "as much too many at a steady rate"],
)
def test_lines_may_hold_more_than_the_summary_where_they_were_late(
    rates: tuple[float, ...], codes: set[str]
) -> None:
    lines = "".join(
        f"[ {t}s ] thds: 8 tps: {rate:.2f} qps: {rate:.2f} (r/w/o: {rate:.2f}/0.00/0.00)"
        " lat (ms,95%): 0.89 err/s: 0.00 reconn/s: 0.00\n"
        for t, rate in enumerate(rates, 1)
    )
    (report,) = parse_reports(LATE.format(lines=lines).encode())
    assert {rule.code for rule, _ in faults(report, Mock(threads=8))} == codes


LATE = """\
sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 8
Report intermediate results every 1 second(s)
Initializing random number generator from current time


Initializing worker threads...

Threads started!

{lines}SQL statistics:
    queries performed:
        read:                            82483
        write:                           0
        other:                           0
        total:                           82483
    transactions:                        82483  (16454.69 per sec.)
    queries:                             82483  (16454.69 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          5.0124s
    total number of events:              82483

Latency (ms):
         min:                                    0.03
         avg:                                    0.48
         max:                                  404.89
         95th percentile:                        0.89
         sum:                                39916.91

Threads fairness:
    events (avg/stddev):           10310.3750/1638.52
    execution time (avg/stddev):   4.9896/0.01

"""


HOOKS = {
    "csv": "{t},1,500.00,8000.00,7000.00,0.00,1000.00,-2.57,0.00,0.00\n",
    "json": '{{\n"time": {t},\n"threads": 1,\n"tps": 500.00,\n"qps": {{\n"total": 8000.00,\n'
    '"reads": 7000.00\n}},\n"latency": -2.57,\n"errors": 0.00,\n"reconnects": 0.00\n}},\n',
}


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_that_prints_less_than_nothing_is_told(hook: str) -> None:
    files, name = one_run()
    lines = "".join(HOOKS[hook].format(t=t) for t in range(1, 20))
    text = re.sub(r"(\[ *[0-9]+s \].*\n)+", lines, files[name].data.decode(), count=1)
    assert found(text)
