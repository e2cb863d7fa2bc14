"""What holds for every test.

Under continuous integration (`CI=true`) a skipped test is a failed test: there everything a
test may need is installed, so a skip would hide that something was not tested.
"""

import os
from collections.abc import Generator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import settings

from sysbench_archive.commands.store import Store

# No example may fail for being slow: the machine is shared, and no test states a time.
settings.register_profile("archive", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)

IN_CI = os.environ.get("CI") == "true"
settings.load_profile("ci" if IN_CI else "archive")


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that keeps its reason; expected failures stay as they are."""
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"a skip is a failure when CI=true: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """See to it that no test is skipped unseen."""
    report = yield
    if IN_CI:
        refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """See to it that no module is skipped unseen."""
    report = yield
    if IN_CI:
        refuse_skip(report)
    return report


@pytest.fixture
def workers() -> Iterator[Executor]:
    """A single worker in this process: what goes wrong in it is seen."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store of outcomes that is the test's own."""
    return Store(tmp_path / "outcomes")
