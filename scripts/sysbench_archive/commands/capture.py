"""`capture`: a bundle from a live server.

Owns what the terminal says, what is asked, and where the pieces go. The work is in the capture
room.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from sysbench_archive.capture.bundle_document import Authorship
from sysbench_archive.capture.campaign import Campaign, visits
from sysbench_archive.capture.closing import finish
from sysbench_archive.capture.connection import GoneError
from sysbench_archive.capture.opening import gather_facts, open_campaign, warn
from sysbench_archive.capture.order import estimate
from sysbench_archive.capture.plan import Plan
from sysbench_archive.capture.stops import InterruptionError, RefusalError
from sysbench_archive.capture.visit import make_visit
from sysbench_archive.capture.wrap import Described, Wrapping, wrap
from sysbench_archive.commands.capture_arguments import (
    elsewhere_of,
    name_words,
    places_of,
    plan_of,
    with_capture,
    wrapped_access,
)
from sysbench_archive.commands.terminal import Terminal
from sysbench_archive.commands.verb import (
    CLEAN,
    PROBLEMS,
    Arguments,
    UsageError,
    Verb,
    say,
    today,
)
from sysbench_archive.rules.placeholders import ANONYMOUS


def capture(arguments: Arguments) -> tuple[Path, list[str], Authorship]:
    """Run a campaign: the bundle's folder, the runs it had to give up, who submits.

    Raises UsageError where nothing was begun, InterruptionError where it stopped on its way.
    """
    again = "begins anew" if arguments.wrap else "goes on where it stopped"
    with stoppable(again):
        return _wrap(arguments) if arguments.wrap else _capture(arguments)


@contextmanager
def stoppable(again: str = "goes on where it stopped") -> Iterator[None]:
    """Let a person, a signal or a server stop the work, and say what the same command does."""
    # Also where a shell's background job inherits that Ctrl-C is to be ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _interrupt)
    try:
        yield
    except RefusalError as error:
        raise UsageError(str(error)) from None
    except GoneError as error:
        raise InterruptionError(str(error)) from None
    except KeyboardInterrupt:
        raise InterruptionError(f"stopped; the same command {again}") from None


def _wrap(arguments: Arguments) -> tuple[Path, list[str], Authorship]:
    words = arguments.command
    access, password = wrapped_access(arguments)
    _home, folder = places_of(arguments.out, ["wrapped", Path(words[0]).stem])
    with Terminal(60, ask=not arguments.yes) as terminal:
        terminal.say("a wrapped command is run as a whole: stopped, it begins anew")
        author = authorship(arguments, terminal)
        wrapping = Wrapping(words, access, password, folder, terminal)
        facts = Described(arguments.title, arguments.placement, arguments.link, arguments.variant)
        failed = wrap(wrapping, facts, elsewhere_of(arguments.host_facts), author)
    return folder, failed, author


def authorship(arguments: Arguments, terminal: Terminal) -> Authorship:
    """Who submits, today; asked where the options do not say and somebody is there."""
    name = arguments.submitter or terminal.ask("who submits this result?", ANONYMOUS)
    stake = arguments.disclosure or terminal.ask(
        "employer, funding or sponsor that could colour it?", "none"
    )
    return Authorship(name, stake, arguments.license, today().isoformat())


def _capture(arguments: Arguments) -> tuple[Path, list[str], Authorship]:
    plan, password = plan_of(arguments)
    return measure(plan, password, name_words(plan), arguments)


def measure(
    plan: Plan, password: str, words: list[str], arguments: Arguments
) -> tuple[Path, list[str], Authorship]:
    """Run a plan; `words` name the bundle where `--out` is a folder to put it into."""
    home, folder = places_of(arguments.out, words)
    elsewhere = elsewhere_of(arguments.host_facts)
    with Terminal(estimate(plan), ask=not arguments.yes) as terminal:
        campaign = open_campaign(plan, password, home, folder, terminal, elsewhere)
        author = authorship(arguments, terminal)
        _begin(campaign, terminal)
        visits(campaign, make_visit)
        terminal.step("writing bundle.yaml", 1)
        given_up = [entry["run"] for entry in campaign.state.given_up]
        return finish(campaign, author), given_up, author


def _begin(campaign: Campaign, terminal: Terminal) -> None:
    """Facts, plan and warnings, before anything is measured."""
    terminal.say(_shown(campaign.plan))
    if not terminal.agree("begin?"):
        raise RefusalError("capture", "nothing was begun")
    terminal.step("looking at hosts and servers", 5)
    gather_facts(campaign)
    for warning in warn(campaign):
        terminal.say(f"warning: {warning}")
    if campaign.state.warnings and not terminal.agree("measure all the same?"):
        raise RefusalError("capture", "nothing was measured")


def _shown(plan: Plan) -> str:
    servers = ", ".join(server.variant or server.access.place for server in plan.servers)
    workloads = ", ".join(workload.id for workload in plan.workloads)
    threads = ", ".join(map(str, plan.threads))
    minutes = estimate(plan) / 60
    return (
        f"{plan.runs} runs of {plan.seconds} s: {workloads} with {threads} threads,"
        f" {plan.repetitions} repetitions, on {servers};"
        f" {plan.tables} tables of {plan.table_size} rows; about {minutes:.0f} min"
    )


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def next_steps(folder: Path, given_up: list[str], author: Authorship) -> str:
    """What the contributor does now."""
    lost = f"{len(given_up)} runs were given up: {', '.join(given_up)}\n" if given_up else ""
    program = Path(sys.argv[0]).name
    nobody = author.submitter == ANONYMOUS
    stated = (
        "state who you are and any interest in bundle.yaml: submitter and disclosure are\n"
        f"      placeholders ({author.submitter}, {author.disclosure}); "
        if nobody
        else "look at title and disclosure in bundle.yaml, "
    )
    return (
        f"{lost}the bundle is in {folder}\n"
        f"next: {stated}put the folder into data/results/\n"
        "      under a name that says what was measured, then\n"
        f"      `{program} submit NAME` checks it and says how to open the pull request"
    )


def _run(arguments: Arguments) -> int:
    folder, given_up, author = capture(arguments)
    say(next_steps(folder, given_up, author))
    return PROBLEMS if given_up else CLEAN


VERB = Verb("measure a server and write a bundle", with_capture, _run)
