"""What tests of several folders share: builds that are made once a run, workers, a store.

Under continuous integration (`CI=true`) a skipped test is a failed test: there everything a
test may need is installed, so a skip would hide that something was not tested.
"""

import os
from collections.abc import Generator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import settings

import built_sites
import surveyed_archive
from cold_builds import built_cold
from file_order import place_of
from shared_builds import made_once
from synthetic_archive import work_in
from sysbench_archive.build.store import Work

# No example may fail for being slow: the machine is shared, and no test states a time.
QUICK = settings(deadline=None, max_examples=25)
settings.register_profile("quick", QUICK)
settings.register_profile("ci", QUICK, derandomize=True, print_blob=True)
# Searches on, with other examples every month; what it finds can be repeated from the log.
settings.register_profile("monthly", QUICK, max_examples=200, print_blob=True)

IN_CI = os.environ.get("CI") == "true"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if IN_CI else "quick"))


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


COSTLY = {"real_site", "whole_site", "walked_site", "surveyed", "cold_archive"}
"""What takes longer to make than `make test-fast` has."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let expected texts be written anew."""
    parser.addoption("--accept", action="store_true", help="write what tests/rules expect anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests in the order in which workers take them, and mark those that wait for a build."""
    items.sort(key=lambda item: place_of(item.path))
    for item in items:
        if COSTLY & set(getattr(item, "fixturenames", ())):
            item.add_marker("costly")


@pytest.fixture
def workers() -> Iterator[Executor]:
    """A single worker in this process: what goes wrong in it is seen."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Work]:
    """What bundles are surveyed with: a store and a worker that are the test's own."""
    with work_in(tmp_path) as own:
        yield own


@pytest.fixture(scope="session")
def folder_of_run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The temporary folder that all workers of a run share."""
    own = tmp_path_factory.getbasetemp()
    # pytest-xdist gives every worker a folder of its own inside that of the run.
    return own.parent if hasattr(request.config, "workerinput") else own


@pytest.fixture(scope="session")
def real_site(folder_of_run: Path) -> built_sites.Site:
    """Selected real bundles as they are published, built once for all; no test may change it."""
    return made_once(folder_of_run, "real-site", built_sites.selected)


@pytest.fixture(scope="session")
def whole_site(folder_of_run: Path) -> built_sites.Site:
    """The archive as it is published, for tests marked `whole_archive`; none may change it."""
    return made_once(folder_of_run, "whole-site", built_sites.whole)


WHOLE = pytest.param("whole", marks=pytest.mark.whole_archive)


@pytest.fixture(scope="session", params=["selected", WHOLE])
def walked_site(request: pytest.FixtureRequest) -> built_sites.Site:
    """For tests that look at every page: the selected bundles, and where asked for all of them."""
    name = "whole_site" if request.param == "whole" else "real_site"
    site: built_sites.Site = request.getfixturevalue(name)
    return site


@pytest.fixture(scope="session")
def surveyed(folder_of_run: Path) -> surveyed_archive.Surveyed:
    """Every bundle of the archive, checked and derived once for all tests."""
    return made_once(folder_of_run, "surveyed-archive", surveyed_archive.surveyed)


@pytest.fixture(scope="session")
def cold_archive(folder_of_run: Path) -> Path:
    """A synthetic archive with the site a cold build makes of it; no test may change it."""
    return made_once(folder_of_run, "cold-archive", built_cold)
