"""`capture`: measure live servers and write a bundle.

A password is not an option: it is asked for, or read from an option file or MYSQL_PWD.
"""

from __future__ import annotations

import errno
import getpass
import os
import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from sysbench_archive.bundle.references import MAX_ID, identifier, is_bundle_id
from sysbench_archive.capture import counting
from sysbench_archive.capture.bundle_document import Authorship, finish
from sysbench_archive.capture.campaign import LOCK_FILE, STATE_FILE, Campaign, only_one
from sysbench_archive.capture.campaign_file import read_campaign, read_document
from sysbench_archive.capture.connection import PASSWORD_VARIABLE, GoneError, read_option_file
from sysbench_archive.capture.dataset import clean_up, forget
from sysbench_archive.capture.encryption import TLS_OPTIONS, stated_tls
from sysbench_archive.capture.host.unrest import signs_of_unrest
from sysbench_archive.capture.opening import (
    gather_facts,
    looked_at,
    open_campaign,
)
from sysbench_archive.capture.pace import estimate
from sysbench_archive.capture.plan import (
    DEFAULT_PORT,
    Access,
    InterruptionError,
    Plan,
    RefusalError,
    ServerPlan,
    counted_workloads,
    percents_of,
    prepare_words,
    sound,
    with_rate_sweep,
    workload_plans,
)
from sysbench_archive.capture.progress import Terminal
from sysbench_archive.capture.slices import refuse_without_memory
from sysbench_archive.capture.until import (
    measure_blocks,
    measure_until,
    probed_text,
    spread_text,
    work_left,
)
from sysbench_archive.commands.campaign_end import answer_with
from sysbench_archive.commands.checkout import today
from sysbench_archive.commands.console import (
    CLEAN,
    PROBLEMS,
    Arguments,
    answer,
    say,
)
from sysbench_archive.counters.perf_stat import USER
from sysbench_archive.intake.form import LICENCES
from sysbench_archive.rules.text import ANONYMOUS
from sysbench_archive.words.phrases import count_text
from sysbench_archive.words.phrases import threads_of as counts_text

_DURATION = re.compile(r"([0-9]{1,6})\s*(s|m|min|h)?")
_SECONDS = {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600}


def seconds_of(text: str) -> int:
    """A duration such as 90, 90s, 40m or 2h in seconds. RefusalError where it is none."""
    match = _DURATION.fullmatch(text.strip())
    if match is None or not int(match[1]):
        raise RefusalError("--at-most", "not a duration", got=repr(text), expected="40m or 2h")
    return int(match[1]) * _SECONDS[match[2] or ""]


def threads_of(text: str) -> tuple[int, ...]:
    """Thread counts out of a list with commas. RefusalError where it is none."""
    try:
        return tuple(int(word) for word in text.split(","))
    except ValueError:
        raise RefusalError("--threads", "not numbers with commas", got=repr(text)) from None


def _tool_of(metric: str) -> str:
    """What counts. RefusalError where nothing can."""
    if metric != "instructions":
        raise RefusalError("--count", "unknown", got=repr(metric), expected="instructions")
    return counting.choose_tool()


_READERS: Mapping[str, Callable[[str], Any]] = {
    "workloads": workload_plans,
    "threads": threads_of,
    "count": _tool_of,
    "at_most": seconds_of,
    "prepare_with": prepare_words,
    "rate_sweep": percents_of,
}
"""Options that are text until a plan is made of them."""


def plan_of(arguments: Arguments) -> tuple[Plan, str]:
    """The plan, and the password. RefusalError where something is missing or cannot be."""
    _read_options(arguments)
    access, password = access_of(arguments)
    if not arguments.campaign and not access.socket and not access.host:
        raise RefusalError(
            "capture", "no server is named", expected="--socket, --host or --campaign",
            hint="--socket /run/mysqld/mysqld.sock is where Debian's packages listen",
        )  # fmt: skip
    server = ServerPlan(
        access,
        variant=arguments.variant,
        fork=arguments.fork,
        regime=arguments.regime,
        program=arguments.program,
    )
    names = {field.name for field in fields(Plan)} & vars(arguments).keys()
    stated = {name: getattr(arguments, name) for name in names}
    plan = Plan(
        **stated
        | {
            "servers": (server,),
            "resolve": arguments.until_resolved,
            "count": arguments.count or "",
        }
    )
    if arguments.campaign:
        plan = read_campaign(arguments.campaign, plan, access)
    if plan.count:
        plan = replace(plan, workloads=counted_workloads(plan.workloads))
    if arguments.rate_sweep:
        plan = with_rate_sweep(plan, arguments.rate_sweep)
    return sound(plan), password


def _read_options(arguments: Arguments) -> None:
    """Read what was text. RefusalError where it cannot be, or a file states it."""
    for name, otherwise in ("workloads", "oltp_read_only"), ("threads", "1"):
        if arguments.campaign and getattr(arguments, name) != otherwise:
            raise RefusalError(f"--{name}", "the file of --campaign states it", hint="say it there")
    for name, read in _READERS.items():
        if isinstance(typed := getattr(arguments, name), str):
            setattr(arguments, name, read(typed))


def access_of(arguments: Arguments) -> tuple[Access, str]:
    """Where the server is, and the password: prompt, then option file, then environment."""
    stated = read_option_file(arguments.defaults_file) if arguments.defaults_file else {}
    host = arguments.host or (None if arguments.socket else stated.get("host"))
    port = stated.get("port", "") if arguments.port is None else str(arguments.port)
    if port and not port.isdecimal():
        where, hint = "--defaults-file", "name it with --port"
        raise RefusalError(where, "the port is not a number", repr(port), hint=hint)
    # Options of an encrypted connection, named as in an option file.
    given = {name: getattr(arguments, name.replace("-", "_")) for name in TLS_OPTIONS}
    access = Access(
        socket=arguments.socket or (None if host else stated.get("socket")),
        host=host,
        port=int(port or DEFAULT_PORT),
        user=arguments.user or stated.get("user", "root"),
        database=arguments.database,
        tls=stated_tls(stated | {name: text for name, text in given.items() if text is not None}),
    )
    if arguments.ask_password:
        return access, getpass.getpass("password: ")
    return access, stated.get("password", os.environ.get(PASSWORD_VARIABLE, ""))


def places_of(out: Path | None, words: list[str]) -> tuple[Path, Path]:
    """Where the state is kept, and the bundle's folder: `out` itself where its name is an id."""
    if out is None:
        raise RefusalError("--out", "no folder is named", expected="--out DIR")
    out = out.absolute()
    name = f"{today():%Y-%m}-{identifier(' '.join(words))}"[:MAX_ID].strip("-")
    folder = out if is_bundle_id(out.name) else out / name
    if out.exists() and not out.is_dir():
        raise RefusalError(str(out), "not a folder", hint="name another --out")
    # A capture that was killed before it had a state leaves its lock.
    held = {path.name for path in out.iterdir()} if out.exists() else set()
    if STATE_FILE not in held and held - {LOCK_FILE}:
        raise RefusalError(
            str(out), "the folder is not empty", hint="name another --out, or remove what is there"
        )
    return out, folder


def name_words(plan: Plan) -> list[str]:
    """What a bundle is called until somebody gives it a better name."""
    servers = [server.variant for server in plan.servers if server.variant][:2]
    return ["captured", *servers, *(workload.id for workload in plan.workloads[:3])]


def elsewhere_of(path: Path | None) -> dict[str, Any] | None:
    """The host facts in a file, None where no file is named."""
    if path is None:
        return None
    facts = read_document(path, "--host-facts")
    if not isinstance(facts, dict) or "cpu" not in facts:
        raise RefusalError(
            str(path), "no host facts", hint="on the server: sysbench-archive host-facts > FILE"
        )
    return facts


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    with stoppable():
        if arguments.dry_run:
            answer("\n".join(_dry_run(arguments)))
            return CLEAN
        plan, password = plan_of(arguments)
        done = measure(plan, password, name_words(plan), arguments)
    say(next_steps(done))
    return done.code


class Measured(NamedTuple):
    """A campaign that ended: its bundle, runs that were given up, and who submits it."""

    folder: Path
    given_up: list[str]
    author: Authorship

    @property
    def code(self) -> int:
        """The exit code."""
        return PROBLEMS if self.given_up else CLEAN


def next_steps(done: Measured) -> str:
    """What the contributor does now."""
    folder, given_up, author = done
    lost = f"given up: {', '.join(given_up)}\n" if given_up else ""
    program = Path(sys.argv[0]).name
    nobody = author.submitter == ANONYMOUS
    stated = (
        "nobody is named yet: state any interest in bundle.yaml (disclosure) and your name with\n"
        "      `submit --author 'NAME <ADDRESS>'`, "
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
        f"      `{program} submit {name}` checks it and says how to open the pull request;\n"
        f"      without git `{program} submit --web {shlex.quote(str(folder))}` does"
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
    yield plan_text(plan)
    places = (arguments.out or Path.cwd()).absolute()
    near = next(folder for folder in (places, *places.parents) if folder.is_dir())
    yield from looked_at(plan, password, near)


def measure(
    plan: Plan, password: str, words: list[str], arguments: Arguments, *, keeps: bool = True
) -> Measured:
    """Run a plan, and show what came out. `keeps` says whether to ask if the tables stay.

    `words` name the bundle where `--out` is a folder to put it into. RefusalError where nothing was
    begun, InterruptionError where it stopped on its way.
    """
    home, folder = places_of(arguments.out, words)
    elsewhere = elsewhere_of(arguments.host_facts)
    with only_one(home), Terminal(ask=not arguments.yes) as terminal:
        campaign = open_campaign(
            plan, password, home=home, folder=folder, watcher=terminal, elsewhere=elsewhere
        )
        author = authorship(arguments, terminal)
        if plan.count == counting.CALLGRIND:
            terminal.say(
                f"perf stat cannot count here ({counting.counter_fault(USER)}): callgrind counts,"
                " with one client, and servers run some fifty times slower below it"
            )
        _begin_campaign(campaign, terminal)
        drops = not keeps or terminal.agree("drop the tables that capture makes, at the end?")
        terminal.step("looking at hosts and servers")
        try:
            gather_facts(campaign)
            if plan.slices:
                refuse_without_memory(campaign)
            terminal.expect(work_left(campaign))
            (measure_until if plan.resolve and not plan.count else measure_blocks)(campaign)
        except RefusalError:
            forget(campaign)
            raise
        terminal.expect({})
        if drops:
            clean_up(campaign)
        terminal.step("writing bundle.yaml")
        if spread := spread_text(campaign):
            terminal.say(spread)
        given_up = [e["run"] for e in campaign.state.given_up if "answers" not in e]
        folder = finish(campaign, author)
    answer_with(folder, home, arguments.site)
    return Measured(folder, given_up, author)


def _begin_campaign(campaign: Campaign, terminal: Terminal) -> None:
    """Plan and warnings, before anything is measured."""
    terminal.say(plan_text(campaign.plan))
    if probed := probed_text(campaign.plan):
        terminal.say(probed)
    warnings = campaign.state.warnings
    for warning in signs_of_unrest(campaign.home):
        terminal.say(f"warning: {warning}")
        warnings += [] if warning in warnings else [warning]
    if not terminal.agree("begin all the same?" if warnings else "begin?"):
        raise RefusalError("capture", "nothing was begun")


def plan_text(plan: Plan) -> str:
    """What would be measured, and how long that takes."""
    servers = ", ".join(server.variant or server.access.place for server in plan.servers)
    workloads = ", ".join(each.id for each in plan.workloads if each.offered is None)
    workloads += f" with {counts_text(plan.threads)}"
    shares = sorted({each.offered.percent for each in plan.workloads if each.offered})
    loads = f", then at {', '.join(map(str, shares))} % of their capacity" if shares else ""
    length = f"that count instructions with {plan.count}" if plan.count else f"of {plan.seconds} s"
    repeated = f"{count_text(plan.repetitions, 'repetition')}, on {servers}{loads}"
    what = f"{count_text(plan.runs, 'run')} {length}: {workloads}, {repeated}"
    if plan.slices:
        what = (
            f"{plan.runs} slices of {plan.slices} s: {workloads}, {plan.rounds * plan.repetitions}"
            f" rounds in {plan.repetitions} blocks, of {servers} side by side"
        )
    rows = f"{count_text(plan.tables, 'table')} of {count_text(plan.table_size, 'row')}"
    tables = f"tables of {Path(plan.prepare_with[0]).name}" if plan.prepare_with else rows
    return f"{what}; {tables}; about {estimate(plan) / 60:.0f} min"


def authorship(arguments: Arguments, terminal: Terminal) -> Authorship:
    """Who submits, today; asked where the options do not say and somebody is there."""
    if arguments.license not in LICENCES:
        known = f"one of {', '.join(LICENCES)}"
        raise RefusalError("--license", "unknown", repr(arguments.license), known)
    name = arguments.submitter or terminal.ask(
        "who submits this result? (a name or a pseudonym; `submit --author` states it later)", ""
    )
    stake = arguments.disclosure or terminal.ask(
        "employer, funding or sponsor that could colour it?", "none"
    )
    return Authorship(name or ANONYMOUS, stake, arguments.license, today().isoformat())
