"""What was run, said three times: by the run, its command and its report. They must agree.

Threads, options, sysbench's version, the test, how long it lasted, and whether it finished."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sysbench_archive.model.bundle import Bundle, Run
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import Fault, numbered_reports, of_runs
from sysbench_archive.sysbench.command import Command, effective_parameters, parse_command
from sysbench_archive.sysbench.command.workloads import BUILTIN_TESTS
from sysbench_archive.sysbench.results import refusal_of

THREADS = RULES["threads-mismatch"]
OPTIONS = RULES["options-mismatch"]

DEFAULT_THREADS = 1
"""What every sysbench runs where its command names no threads."""

_OPTIONS = (("rate", "target_rate"), ("warmup_time", "warmup_s"), ("percentile", "percentile"))
"""(parameter of the command, figure of the report); 0 is what sysbench does not print."""


def check(bundle: Bundle) -> Iterator[Problem]:
    """Compare what each run's three places say."""
    return of_runs(
        bundle,
        numbered_reports(bundle),
        *(_threads, _options, _version, _test, _duration, _state, _zero),
    )


def typed(command: Command | None, name: str) -> object:
    """The value a command states for a parameter, None where it states none."""
    parameter = command.parameters.get(name) if command else None
    return parameter.value if parameter else None


def _threads(_: Bundle, run: Run) -> Iterator[Fault]:
    reported = run.report.threads if run.report else None
    for source, count in (("command", _threads_of(run)), ("report", reported)):
        if count is not None and count != run.threads:
            message = f"run and {source} differ in their threads"
            message = got_expected(message, run.threads, f"{count} as in the {source}")
            yield THREADS, "/threads", message


def _threads_of(run: Run) -> object:
    """The command's threads; sysbench's default where a whole command of a report names none."""
    command = run.command
    if command is None or run.report is None or "threads" in command.parameters:
        return typed(command, "threads")
    if command.issues or command.hides_arguments:
        return None
    return DEFAULT_THREADS


def _options(_: Bundle, run: Run) -> Iterator[Fault]:
    for name, field in _OPTIONS:
        place = run.report and (run.report.latency_ms if field == "percentile" else run.report)
        stated, printed = typed(run.command, name), getattr(place, field, None)
        if stated and printed is not None and stated != printed:
            expected = f"{printed} as in the report"
            message = got_expected(f"command and report differ in {name}", stated, expected)
            yield OPTIONS, "/command" if "command" in run.facts else "", message


VERSION = RULES["version-mismatch"]
TEST = RULES["test-mismatch"]

_NUMBER = re.compile(r"(?:sysbench[ -]?)?v?([0-9]+(?:\.[0-9]+)*)", re.IGNORECASE)


def _version(bundle: Bundle, run: Run) -> Iterator[Fault]:
    stated = bundle.clients[bundle.workloads[run.workload].client].sysbench
    printed = run.report.sysbench_version if run.report else None
    if stated and printed and not same_version(stated, printed):
        message = got_expected("another sysbench", printed, f"{stated} as in the client")
        yield VERSION, "/file", message


def same_version(stated: str, printed: str) -> bool:
    """True where one number begins the other: banners of 0.5 print no more than `0.5`.

    What follows the number, such as the commit of a build from git, may differ.
    """
    numbers = [match[1].split(".") for text in (stated, printed) if (match := _NUMBER.match(text))]
    if len(numbers) < 2:
        return True
    return all(one == other for one, other in zip(*numbers, strict=False))


def _test(_: Bundle, run: Run) -> Iterator[Fault]:
    named, printed = run.command and run.command.test, run.report and run.report.test
    if run.report and not printed and run.report.reads is not None:
        printed = "oltp"
    if named and printed and named != printed and BUILTIN_TESTS & {named, printed}:
        message = got_expected("report of another test", printed, f"{named} as in the command")
        yield TEST, "/file", message


MISMATCH = RULES["duration-mismatch"]
LONG = RULES["duration-long"]


class Bounds(NamedTuple):
    """Seconds: a run shorter than `least` or longer than `most` is another run."""

    least: float
    usual: float
    most: float


def _duration(bundle: Bundle, run: Run) -> Iterator[Fault]:
    report = run.report
    if run.failed or not report or not report.complete or not run.command:
        return
    version = bundle.clients[bundle.workloads[run.workload].client].sysbench
    bounds, duration = (
        bounds_of(run.command.text, report.sysbench_version or version),
        report.duration_s,
    )
    if bounds is None or duration is None:
        return
    if not bounds.least <= duration <= bounds.most:
        expected = f"{bounds.least:.1f} to {bounds.most:.1f} as in the command"
        message = got_expected(f"run {run.id!r} took other seconds", duration, expected)
        yield MISMATCH, "/file", message
    elif duration > bounds.usual:
        expected = f"at most {bounds.usual:.1f}"
        message = got_expected(f"run {run.id!r} took more seconds", duration, expected)
        yield LONG, "/file", message


@lru_cache(10_000)
def bounds_of(command: str, version: str | None) -> Bounds | None:
    """How long a run may take; None where it ends with its events, or nobody can tell.

    sysbench looks at the clock between events, so a run ends up to one event late. Before 1.0 a
    forced shutdown adds the seconds it waits and one more.
    """
    effective = effective_parameters(parse_command(command), version)
    names = ("time", "events", "forced_shutdown", "warmup_time")
    values = {name: effective[name].value for name in names if name in effective}
    time, shutdown, warmup = (values.get(name) for name in ("time", *names[2:]))
    if values.get("events") != 0 or not isinstance(time, int) or time <= 0:
        return None
    late = 1.0 + (shutdown if type(shutdown) is int else 0)
    extra = late + (warmup if isinstance(warmup, int) else 0)
    return Bounds(0.99 * time - 0.05, 1.1 * time + 5 + extra, 1.5 * time + 5 + extra)


FAILED = RULES["run-failed-complete"]
ZERO = RULES["run-zero"]

_MUST_BE_POSITIVE = ("tps", "qps", "connections_per_s", "events_per_s", "duration_s")


def _state(_: Bundle, run: Run) -> Iterator[Fault]:
    if run.failed and run.report is not None and not refusal_of(run.report):
        yield FAILED, "/failed", f"the report of run {run.id!r} is complete"


def _zero(_: Bundle, run: Run) -> Iterator[Fault]:
    # A connect test of sysbench prints no transactions and yet has events.
    busy = "total_events" in run.figures and run.figures["total_events"].value > 0
    for name, figure in run.figures.items():
        idle = figure.value == 0 and name in _MUST_BE_POSITIVE and not busy
        if idle or figure.value < 0:
            yield ZERO, "", f"run {run.id!r} has {name} {figure.value}"
