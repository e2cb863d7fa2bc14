"""`capture`: measure live servers and write a bundle."""

from __future__ import annotations

import errno
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sysbench_archive.capture import counting
from sysbench_archive.capture.bundle_document import Authorship, finish
from sysbench_archive.capture.campaign import Campaign, only_one
from sysbench_archive.capture.connection import GoneError
from sysbench_archive.capture.opening import (
    gather_facts,
    looked_at,
    open_campaign,
    signs_of_unrest,
)
from sysbench_archive.capture.plan import InterruptionError, Plan, RefusalError, estimate
from sysbench_archive.capture.progress import Terminal
from sysbench_archive.capture.slices import refuse_without_memory
from sysbench_archive.capture.turn import clean_up
from sysbench_archive.capture.until import measure_blocks, measure_until, spent_earlier, spread_text
from sysbench_archive.commands.capture_options import add_arguments as add_arguments
from sysbench_archive.commands.capture_options import elsewhere_of, name_words, places_of, plan_of
from sysbench_archive.commands.checkout import today
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, say
from sysbench_archive.counters.perf_stat import USER
from sysbench_archive.rules.text import ANONYMOUS


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    with stoppable():
        if arguments.dry_run:
            answer("\n".join(_dry_run(arguments)))
            return CLEAN
        plan, password = plan_of(arguments)
        return measure(plan, password, name_words(plan), arguments)[1]


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
    placed = folder.parts[-3:-1] == ("data", "results")
    put = "" if placed else (
        "put the folder into data/results/\n"
        "      under a name that says what was measured, "
    )  # fmt: skip
    name = folder.name if placed else "NAME"
    return (
        f"{lost}the bundle is in {folder}\n"
        f"next: {stated}{put}then\n"
        f"      `{program} submit {name}` checks it and says how to open the pull request"
    )


@contextmanager
def stoppable() -> Iterator[None]:
    """Let a person, a signal or a server stop the work, and say what the same command does."""
    # Also where a shell's background job inherits that Ctrl-C is to be ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    except GoneError as error:
        raise InterruptionError(str(error)) from None
    except KeyboardInterrupt:
        raise InterruptionError("stopped; the same command goes on where it stopped") from None
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        full = f"{error.filename or 'the folder of --out'}: the disk is full"
        hint = "free some; the same command goes on where it stopped"
        raise InterruptionError(f"{full}\n  hint: {hint}") from None


def _dry_run(arguments: Arguments) -> Iterator[str]:
    """What would be measured, and what is known of it before."""
    plan, password = plan_of(arguments)
    yield _plan_text(plan)
    places = (arguments.out or Path.cwd()).absolute()
    near = next(folder for folder in (places, *places.parents) if folder.is_dir())
    yield from looked_at(plan, password, near)


def measure(plan: Plan, password: str, words: list[str], arguments: Arguments) -> tuple[Path, int]:
    """Run a plan, and say what to do with its bundle: the bundle's folder, and the exit code.

    `words` name the bundle where `--out` is a folder to put it into. RefusalError where nothing was
    begun, InterruptionError where it stopped on its way.
    """
    home, folder = places_of(arguments.out, words)
    elsewhere = elsewhere_of(arguments.host_facts)
    with only_one(home), Terminal(estimate(plan), ask=not arguments.yes) as terminal:
        campaign = open_campaign(
            plan, password, home=home, folder=folder, watcher=terminal, elsewhere=elsewhere
        )
        terminal.count_earlier(spent_earlier(campaign))
        author = authorship(arguments, terminal)
        if plan.count == counting.CALLGRIND:
            terminal.say(
                f"perf stat cannot count here ({counting.counter_fault(USER)}): callgrind counts,"
                " with one client, and servers run some fifty times slower below it"
            )
        _begin_campaign(campaign, terminal)
        if plan.slices:
            refuse_without_memory(campaign)
        (measure_until if plan.resolve and not plan.count else measure_blocks)(campaign)
        clean_up(campaign)
        terminal.step("writing bundle.yaml")
        if spread := spread_text(campaign):
            terminal.say(spread)
        given_up = [e["run"] for e in campaign.state.given_up if "answers" not in e]
        folder = finish(campaign, author)
    say(next_steps(folder, given_up, author))
    return folder, PROBLEMS if given_up else CLEAN


def _begin_campaign(campaign: Campaign, terminal: Terminal) -> None:
    """Facts, plan and warnings, before anything is measured."""
    terminal.say(_plan_text(campaign.plan))
    if not terminal.agree("begin?"):
        raise RefusalError("capture", "nothing was begun")
    terminal.step("looking at hosts and servers")
    gather_facts(campaign)
    warnings = campaign.state.warnings
    for warning in signs_of_unrest(campaign.home):
        terminal.say(f"warning: {warning}")
        warnings += [] if warning in warnings else [warning]
    if warnings and not terminal.agree("measure all the same?"):
        raise RefusalError("capture", "nothing was measured")


def _plan_text(plan: Plan) -> str:
    servers = ", ".join(server.variant or server.access.place for server in plan.servers)
    workloads = ", ".join(each.id for each in plan.workloads if each.offered is None)
    workloads += f" with {', '.join(map(str, plan.threads))} threads"
    shares = sorted({each.offered.percent for each in plan.workloads if each.offered})
    loads = f", then at {', '.join(map(str, shares))} % of their capacity" if shares else ""
    length = f"that count instructions with {plan.count}" if plan.count else f"of {plan.seconds} s"
    repeated = f"{plan.repetitions} repetitions, on {servers}{loads}"
    what = f"{plan.runs} runs {length}: {workloads}, {repeated}"
    if plan.slices:
        what = (
            f"{plan.runs} slices of {plan.slices} s: {workloads}, {plan.rounds * plan.repetitions}"
            f" rounds in {plan.repetitions} blocks, of {servers} side by side"
        )
    rows = f"{plan.tables} tables of {plan.table_size} rows"
    tables = f"tables of {Path(plan.prepare_with[0]).name}" if plan.prepare_with else rows
    return f"{what}; {tables}; about {estimate(plan) / 60:.0f} min"


def authorship(arguments: Arguments, terminal: Terminal) -> Authorship:
    """Who submits, today; asked where the options do not say and somebody is there."""
    name = arguments.submitter or terminal.ask("who submits this result?", ANONYMOUS)
    stake = arguments.disclosure or terminal.ask(
        "employer, funding or sponsor that could colour it?", "none"
    )
    return Authorship(name, stake, arguments.license, today().isoformat())
