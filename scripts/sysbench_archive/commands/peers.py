"""Other generators of benchmark sites, timed on the machine at hand; part of `bench`.

Each is a checkout given by its path, which is copied, never written to. ClickBench's generator runs
on the results it comes with. asv has none: it publishes synthetic ones, after it was installed,
with what it depends on, into an environment that is thrown away.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.build.pipeline import processor_seconds
from sysbench_archive.problems import FailureError, UsageError

_COMMITS, _BENCHMARKS = 100, 100
_MACHINE = "synthetic"
_TEST_FUNCTION = "time_function_{number:03d}"
_NOBODY = {
    "GIT_AUTHOR_NAME": "bench",
    "GIT_AUTHOR_EMAIL": "bench@bench.invalid",
    "GIT_COMMITTER_NAME": "bench",
    "GIT_COMMITTER_EMAIL": "bench@bench.invalid",
}


@dataclass(frozen=True, slots=True)
class Peer:
    """A generator, the results it made pages of, and the seconds it took: of wall and processor
    time.
    """

    name: str
    results: int
    seconds: float
    processor: float


def peers_table(peers: Iterable[Peer]) -> str:
    """Generators side by side, as a Markdown table."""
    lines = [
        "| generator | results | s | ms a result | processor s | processor ms a result |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for peer in peers:
        cells = (
            f"{seconds:.2f} | {1000 * seconds / peer.results:.3f}"
            for seconds in (peer.seconds, peer.processor)
        )
        lines.append(f"| {peer.name} | {peer.results} | {' | '.join(cells)} |")
    return "\n".join(lines)


def time_clickbench(checkout: Path) -> Peer:
    """ClickBench's `generate-results.sh`, which puts all results into one file of its page."""
    with tempfile.TemporaryDirectory(prefix="sysbench-archive-clickbench-") as name:
        copy = _copied(checkout, Path(name) / "copy", "generate-results.sh")
        took = _timed(["bash", "generate-results.sh"], copy)
        written = (copy / "data.generated.js").read_text(encoding="utf-8")
        results = sum(line.lstrip(",").startswith("{") for line in written.splitlines())
    return _peer("ClickBench, one page", results, took)


def time_asv(checkout: Path) -> Peer:
    """`asv publish` of synthetic results: a benchmark's result at a commit is one."""
    with tempfile.TemporaryDirectory(prefix="sysbench-archive-asv-") as name:
        folder = Path(name)
        copy = _copied(checkout, folder / "copy", "asv/commands/publish.py")
        _run([sys.executable, "-m", "venv", str(folder / "venv")], folder)
        python = str(folder / "venv" / "bin" / "python")
        # The copy may have no tags, which its version is made of.
        version = {"SETUPTOOLS_SCM_PRETEND_VERSION": "0"}
        _run([python, "-m", "pip", "install", "--quiet", str(copy)], folder, version)
        _write_asv_project(folder / "project")
        took = _timed([python, "-m", "asv", "publish", "--no-pull"], folder / "project")
        published = (folder / "project" / "html" / "index.json").is_file()
    return _peer("asv publish, synthetic results", _COMMITS * _BENCHMARKS * published, took)


def _peer(name: str, results: int, took: tuple[float, float]) -> Peer:
    if not results:
        raise FailureError(f"{name}: nothing was published")
    return Peer(name, results, *took)


def _copied(checkout: Path, to: Path, needed: str) -> Path:
    """A copy of what a repository has at its newest commit; it may have no work tree."""
    if not checkout.is_dir():
        raise UsageError(f"{checkout} is not a folder; name a checkout")
    _run(["git", "clone", "--quiet", "--depth=1", f"file://{checkout.resolve()}", str(to)])
    if not (to / needed).is_file():
        raise UsageError(f"{checkout} has no {needed}: it is a checkout of something else")
    return to


def _write_asv_project(folder: Path) -> None:
    """A repository with as many commits as there are results of, in asv's own form."""
    results = folder / "results" / _MACHINE
    results.mkdir(parents=True)
    _run(["git", "init", "--quiet", "--initial-branch=main"], folder)
    for number in range(_COMMITS):
        message = ["--allow-empty", "--quiet", f"--message=Change {number}"]
        _run(["git", "commit", *message], folder, _NOBODY)
    listed = _run(["git", "rev-list", "--reverse", "HEAD"], folder).split()
    names = [_TEST_FUNCTION.format(number=number) for number in range(_BENCHMARKS)]
    _write_json(folder / "asv.conf.json", {"version": 1, "project": "synthetic", "repo": ".",
        "branches": ["main"], "results_dir": "results", "html_dir": "html"})  # fmt: skip
    _write_json(results / "machine.json", {"machine": _MACHINE, "version": 1})
    described = {name: _asv_benchmark(name) for name in names}
    _write_json(folder / "results" / "benchmarks.json", {**described, "version": 2})
    for number, commit in enumerate(listed):
        found = {name: [[1.0 + (number * place) % 7 / 100], [], "1"]
            for place, name in enumerate(names)}  # fmt: skip
        _write_json(results / f"{commit[:8]}-existing.json", {
            "commit_hash": commit, "env_name": "existing", "date": 1_700_000_000_000 + number,
            "params": {"machine": _MACHINE, "python": "3"}, "python": "3", "requirements": {},
            "env_vars": {}, "result_columns": ["result", "params", "version"],
            "results": found, "durations": {}, "version": 2})  # fmt: skip


def _asv_benchmark(name: str) -> dict[str, object]:
    return {"name": name, "code": "", "type": "time", "unit": "seconds", "version": "1",
        "params": [], "param_names": [], "timeout": 60}  # fmt: skip


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), encoding="utf-8")


def _timed(command: list[str], folder: Path) -> tuple[float, float]:
    """Seconds of wall and of processor time."""
    started, used = time.perf_counter(), processor_seconds()
    _run(command, folder)
    return time.perf_counter() - started, processor_seconds() - used


def _run(
    command: list[str], folder: Path | None = None, settings: Mapping[str, str] | None = None
) -> str:
    """What a command prints. Raises FailureError, with its last words, where it fails."""
    environment = {**os.environ, **(settings or {})}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, check=False, text=True
        )
    except FileNotFoundError:
        raise FailureError(f"{command[0]} is not installed") from None
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise FailureError(f"{' '.join(command[:4])}: {' '.join(last)}")
    return done.stdout
