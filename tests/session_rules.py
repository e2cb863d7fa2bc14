"""What holds for every test, whatever it tests.

Under continuous integration (`CI=true`) a skipped test is a failed test: there everything a
test may need is installed, so a skip would hide that something was not tested. Workers of
pytest-xdist follow the same rules: each reads this as well.
"""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

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
