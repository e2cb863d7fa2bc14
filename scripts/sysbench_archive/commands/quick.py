"""`quick`: measure a server of this machine, or compare some, in minutes.

It is a campaign of `capture`, with a plan that is made here. Tests whose figures could not be
compared are left out before anything is measured, by the rule of the verdicts. Where nobody is
there to answer, nothing is asked.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sysbench_archive.bundle.files import bundle_file
from sysbench_archive.bundle.load import assembled
from sysbench_archive.bundle.strict_yaml import Document
from sysbench_archive.capture.bundle_document import Authorship, bundle_document
from sysbench_archive.capture.campaign import STATE_FILE, Campaign, State, read_state
from sysbench_archive.capture.connection import connected
from sysbench_archive.capture.opening import Gathered, keep, look_at
from sysbench_archive.capture.pace import estimate
from sysbench_archive.capture.plan import (
    Access,
    Placement,
    Plan,
    RefusalError,
    ServerPlan,
    reached_at,
    sound,
    workload_plans,
)
from sysbench_archive.capture.progress import Terminal
from sysbench_archive.capture.server.listening import Listening, servers_here
from sysbench_archive.commands.campaign_end import cells_of_site
from sysbench_archive.commands.capture import (
    access_of,
    measure,
    next_steps,
    stoppable,
)
from sysbench_archive.commands.checkout import today
from sysbench_archive.commands.console import Arguments, say
from sysbench_archive.derive.judging import compare_servers
from sysbench_archive.derive.results import result_record
from sysbench_archive.model.comparability import Comparability, Severity
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.rules.text import ANONYMOUS
from sysbench_archive.tables.cells import Cell
from sysbench_archive.words.phrases import joined

TESTS = "oltp_point_select,oltp_read_only,oltp_read_write"
COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
"""Thread counts at which NEIGHBOURS bundles of the archive or more have each of the tests: what is
measured at another count has next to none. A site that --site names says it anew."""
NEIGHBOURS = 8
OVERSUBSCRIBED = 4
"""Times the count near that of the processors."""
SPARE_CONNECTIONS = 10
"""Of a server's `max_connections`, for whoever else needs one."""
BLOCKS = 3
"""The fewest from which a cell tells how far its runs lie apart."""
MINUTES = (5, 8)
"""Of one server, and of two; each more takes as much more."""
MOST_SERVERS = 4
"""More would take more than 15 minutes."""
SHORTEST_RUN = 5
WARMUP, SETTLE = 5, 5
ROW_BYTES = 240
"""Of sysbench's tables with their index, as InnoDB keeps them after a load."""
IN_CONTAINER = "It runs in a container and is reached by the port that this publishes."
_HOME = "sysbench-quick"


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    terminal = Terminal(ask=not arguments.yes)
    with stoppable():
        arguments.out = arguments.out or home_here()
        access, password = access_of(arguments)
        here = {each.access.place: each for each in servers_here()}
        servers = servers_of(arguments, access, here, terminal)
        servers, password = _let_in(servers, password, terminal)
        local = all(server.access.place in here for server in servers)
        plan = _planned(arguments, servers, password, "same-host" if local else None)
        arguments.submitter = arguments.submitter or ANONYMOUS
        arguments.disclosure = arguments.disclosure or "none"
        done = measure(plan, password, ["quick"], arguments, keeps=False)
    if not terminal.is_answered or terminal.agree("publish it?"):
        say(next_steps(done))
    else:
        say(f"the bundle stays in {done.folder}; `check` and `submit` take it at any time")
    return done.code


def home_here() -> Path:
    """The folder of an unfinished campaign, else one that is not there yet."""
    named = (Path(f"{_HOME}-{n}" if n > 1 else _HOME) for n in range(1, 1000))
    return next(home for home in named if (home / STATE_FILE).exists() or not home.exists())


Here = Mapping[str, Listening]
"""The servers that run on this machine, by where they listen."""


def servers_of(
    arguments: Arguments, access: Access, here: Here, terminal: Terminal
) -> tuple[ServerPlan, ...]:
    """The servers to measure: as named, as in the campaign that is gone on with, or as chosen."""
    places = arguments.places or _begun_places(arguments.out) or chosen_places(here, terminal)
    if len(set(places)) < len(places):
        raise RefusalError(
            "--server", "a server is named twice", ", ".join(places), "each once"
        )  # fmt: skip
    if len(places) > MOST_SERVERS:
        raise RefusalError(
            "--server", "too many servers for a quick answer", str(len(places)),
            f"{MOST_SERVERS} at most", hint="capture --campaign takes as many as you like",
        )  # fmt: skip
    reached = {place: reached_at(place, access) for place in places}
    if unknown := [place for place, at in reached.items() if at is None]:
        raise RefusalError(
            "--server", "no place", ", ".join(unknown), "/path/of/a.sock or host:port"
        )
    return tuple(
        ServerPlan(at, notes=IN_CONTAINER if place in here and here[place].container else None)
        for place, at in reached.items()
        if at
    )


def _begun_places(home: Path) -> list[str]:
    """Where the servers of an unfinished campaign listen."""
    state = read_state(home)
    return [key.rpartition(" ")[0] for key in state.loads] if state else []


def chosen_places(here: Here, terminal: Terminal) -> list[str]:
    """Where the servers listen that somebody chooses from those that run here."""
    if not here:
        raise RefusalError(
            "quick", "no server runs here, as far as this account can see",
            hint="start one, or name it: --server /run/mysqld/mysqld.sock, or --server host:3306",
        )  # fmt: skip
    for number, each in enumerate(here.values(), 1):
        terminal.say(_listening_text(number, each))
    if len(here) == 1:
        return list(here)
    if not terminal.is_answered:
        raise RefusalError(
            "quick", "several servers run here, and nobody is here to choose",
            expected="--server PLACE, once or more", hint="the first is the baseline",
        )  # fmt: skip
    typed = terminal.ask("which? (one, or some with commas, the baseline first)", "1")
    numbers = [word.strip() for word in typed.split(",")]
    known = {str(number): place for number, place in enumerate(here, 1)}
    if not known.keys() >= set(numbers) or len(set(numbers)) < len(numbers):
        raise RefusalError("which?", "not numbers of the list", repr(typed), f"1 to {len(here)}")
    return [known[number] for number in numbers]


def _listening_text(number: int, server: Listening) -> str:
    inside = f", container {server.container}" if server.container else ""
    return f"{number}  {server.version} at {server.access.place}{inside}"


def _let_in(
    servers: tuple[ServerPlan, ...], password: str, terminal: Terminal
) -> tuple[tuple[ServerPlan, ...], str]:
    """Servers that take the account, and its password; asked where one does not."""
    try:
        _connect(servers, password)
    except RefusalError as refused:
        if not terminal.is_answered:
            raise
        terminal.say(str(refused))
        user = terminal.ask("account?", servers[0].access.user)
        password = getpass.getpass(f"password of {user}: ")
        servers = tuple(replace(s, access=replace(s.access, user=user)) for s in servers)
        _connect(servers, password)
    return servers, password


def _connect(servers: Sequence[ServerPlan], password: str) -> None:
    for server in servers:
        with connected(server.access, password):
            pass


def _planned(
    arguments: Arguments,
    servers: tuple[ServerPlan, ...],
    password: str,
    placement: Placement | None,
) -> Plan:
    """The plan, once the servers were looked at and what cannot be compared was said."""
    plan = Plan(
        servers=servers,
        workloads=workload_plans(TESTS),
        threads=(1,),
        repetitions=BLOCKS,
        seconds=SHORTEST_RUN,
        tables=arguments.tables,
        table_size=arguments.table_size,
        seed=arguments.seed,
        warmup=WARMUP,
        settle=SETTLE,
        title=arguments.title,
        placement=placement,
        mirrored=True,
    )
    sides = look_at(plan, password, None)
    named = _told_apart(servers, sides)
    if named != servers:
        plan = replace(plan, servers=named)
        sides = look_at(plan, password, None)
    counts = counts_of(cells_of_site(arguments.site, TESTS.split(",")) if arguments.site else [])
    plan = replace(plan, threads=threads_for(sides, counts))
    if len(servers) > 1:
        plan = comparable(plan, sides)
    mib = max(1, plan.tables * plan.table_size * ROW_BYTES >> 20)
    say(
        f"about {mib} MiB in each server, in the database {arguments.database!r}, which must be"
        " empty or absent; the tables go at the end"
    )
    return sound(replace(plan, seconds=arguments.seconds) if arguments.seconds else filled(plan))


def _told_apart(
    servers: tuple[ServerPlan, ...], sides: Sequence[Gathered]
) -> tuple[ServerPlan, ...]:
    """Servers of one version get a variant each: a bundle names servers by version."""
    ids = [side.server["id"] for side in sides]
    return tuple(
        replace(server, variant=f"side-{number}") if ids.count(ids[number - 1]) > 1 else server
        for number, server in enumerate(servers, 1)
    )


def threads_for(sides: Sequence[Gathered], counts: Sequence[int]) -> tuple[int, ...]:
    """One thread, about as many as processors, and a multiple, as far as servers let them in."""
    cpus = os.cpu_count() or 1
    most = min(side.connections for side in sides) - SPARE_CONNECTIONS

    def highest(limit: int) -> int:
        return max((count for count in counts if count <= min(limit, most)), default=1)

    near = highest(max(cpus, 2))
    return tuple(sorted({1, near, highest(near * OVERSUBSCRIBED)}))


def counts_of(cells: Iterable[Cell]) -> tuple[int, ...]:
    """Thread counts at which enough bundles have each of the tests; without any, COUNTS."""
    bundles: dict[int, dict[str, set[str]]] = {}
    for cell in cells:
        bundles.setdefault(cell.threads, {}).setdefault(cell.test, set()).add(cell.bundle)
    tests = TESTS.split(",")
    near = (n for n, by in bundles.items() if min(len(by.get(t, ())) for t in tests) >= NEIGHBOURS)
    return tuple(sorted(near)) or COUNTS


def filled(plan: Plan) -> Plan:
    """The plan with runs as long as fit into the minutes."""
    number = len(plan.servers)
    minutes = MINUTES[0] + (number - 1) * (MINUTES[1] - MINUTES[0])
    spare = 60 * minutes - estimate(plan)
    return replace(plan, seconds=max(SHORTEST_RUN, plan.seconds + int(spare // plan.runs)))


def comparable(plan: Plan, sides: Sequence[Gathered]) -> Plan:
    """The plan without tests of which the figures could not be compared, after saying what differs.

    RefusalError where none is left.
    """
    found = dict(compared(plan, sides))
    blocked = {name: _differing(each, "blocker") for name, each in found.items()}
    for blockers in dict.fromkeys(filter(None, blocked.values())):
        names = [name for name, its in blocked.items() if its == blockers]
        say(f"left out: {joined(names)}, not comparable: {'; '.join(blockers)}")
    kept = tuple(workload for workload in plan.workloads if not blocked[workload.id])
    if not kept:
        raise RefusalError(
            "quick", "nothing that these servers run can be compared",
            hint="set them up alike, or measure them one at a time",
        )  # fmt: skip
    warned = (_differing(found[workload.id], "warning") for workload in kept)
    if others := list(dict.fromkeys(text for texts in warned for text in texts)):
        say(f"differs besides, and goes with the result: {'; '.join(others)}")
    return replace(plan, workloads=kept)


def compared(plan: Plan, sides: Sequence[Gathered]) -> Iterator[tuple[str, Comparability]]:
    """Workload to what differs between the servers, as verdicts on their bundle would see it."""
    state = State("", "2026-01-quick", "", plan.seed)
    for index, side in enumerate(sides):
        keep(state, index, side)
    author = Authorship(ANONYMOUS, "none", "CC0-1.0", today().isoformat())
    campaign = Campaign(plan, "", Path(), Path(), state, Redactor(), Terminal(ask=False))
    document = bundle_document(campaign, author) | {"runs": []}
    texts = (item for side in sides for item in side.files.items())
    files = {path: bundle_file(path, text.encode()) for path, text in texts}
    bundle, _ = assembled(state.bundle, state.bundle, Document(state.bundle, document), files)
    result = result_record(bundle)
    for workload in result.workloads:
        yield workload.id, compare_servers(result, workload, [s.id for s in result.servers])


def _differing(found: Comparability, severity: Severity) -> tuple[str, ...]:
    """What differs with that weight, with the values of the servers."""
    rows = (row for row in found.rows if row.status == "differs" and row.severity == severity)
    return tuple(f"{row.label} ({' / '.join(v or '-' for v in row.values)})" for row in rows)
