"""What holds for every test, whatever it tests.

Under continuous integration (`CI=true`) a skipped test is a failed test: there everything a
test may need is installed, so a skip would hide that something was not tested. Workers of
pytest-xdist follow the same rules: each reads this as well.

What a container of its nature cannot do is no skip: such tests have a mark (`MARKS`), are left out
where they cannot run, and counted at the end.
"""

import os
from collections.abc import Callable, Generator
from pathlib import Path

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


def may_mount() -> bool:
    """Say whether this process may mount a file system, as root outside of containers may.

    The effective capabilities are a hexadecimal mask; CAP_SYS_ADMIN is bit 21
    (https://man7.org/linux/man-pages/man7/capabilities.7.html).
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return False
    mask = next(line.split()[1] for line in status.splitlines() if line.startswith("CapEff:"))
    return bool(int(mask, 16) & (1 << 21))


MARKS: dict[str, tuple[Callable[[], bool], str]] = {
    "needs_mount": (may_mount, "mount a file system"),
}
LEFT_OUT = pytest.StashKey[dict[str, int]]()


def pytest_configure(config: pytest.Config) -> None:
    """Make the marks known."""
    for mark, (_, what) in MARKS.items():
        config.addinivalue_line("markers", f"{mark}: a test that has to {what}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what cannot run here, and count it."""
    left_out = config.stash.setdefault(LEFT_OUT, {})
    for mark in (name for name, (possible, _) in MARKS.items() if not possible()):
        without = [item for item in items if item.get_closest_marker(mark)]
        if without:
            items[:] = [item for item in items if item not in without]
            config.hook.pytest_deselected(items=without)
            left_out[mark] = left_out.get(mark, 0) + len(without)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take over what a worker left out: with pytest-xdist only workers collect."""
    output = getattr(node, "workeroutput", {})
    config = getattr(node, "config", None)
    if config is not None:
        config.stash.setdefault(LEFT_OUT, {}).update(output.get("left_out", {}))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand what was left out to the process that prints the summary."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = session.config.stash.get(LEFT_OUT, {})


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Name what was left out, with its count."""
    for mark, count in sorted(config.stash.get(LEFT_OUT, {}).items()):
        terminalreporter.write_line(
            f"tests left out because this process may not {MARKS[mark][1]}: {count}"
        )
