"""What `bench` prints of measured builds."""

from __future__ import annotations

from concurrent.futures import Executor

from build_jobs import job
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Store
from sysbench_archive.commands.bench import Measured, Peak, _result_table


def measured(archive: Archive, store: Store, workers: Executor, seconds: float) -> Measured:
    build = job(archive, store, workers)
    stages = ("load, check, derive", "publish", "charts", "pictures", "Hugo")
    build.seconds = dict.fromkeys(stages, seconds)
    build.worked = {"load": 1.0, "derive": 1.0}
    return build, Peak(int(seconds) << 20)


def test_each_stage_says_how_it_grows(synthetic: Archive, store: Store, workers: Executor) -> None:
    small, cold, warm = (measured(synthetic, store, workers, s) for s in (2.0, 21.0, 1.0))
    table = _result_table(100, small=small, cold=cold, warm=warm)
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    grown = {cells[0]: cells[-2].strip("| ") for cells in rows}
    assert grown["Hugo"] == grown["load"] == grown["peak memory, MiB"] == "10.5"
    assert grown["check"] == ""
