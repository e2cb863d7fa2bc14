"""`calibrate`: compute the tables of the verdict policy from the archive and from Student's t.

Repetitions are runs of one server, one workload and one thread count of one bundle, with output
behind them; anything else that differs would be taken for noise. Groups of one thing in two
campaigns show what loads and sessions add, contrasts of two campaigns how they differ. `--check`
writes nothing and fails where a table is out of date.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.commands.checkout import archive_here, workers
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, say
from sysbench_archive.derive.cells import cells_of
from sysbench_archive.derive.results import result_record
from sysbench_archive.derive.servers import author_of, host_of, machine_key
from sysbench_archive.metrics import throughput_metric
from sysbench_archive.model.policy import (
    CampaignNoise,
    NoiseTables,
    SessionNoise,
    SingleRunNoise,
)
from sysbench_archive.model.result import ResultRecord, RunRecord, ServerRecord, WorkloadRecord
from sysbench_archive.problems import UsageError
from sysbench_archive.statistics import mean_estimate, median, nearest_rank, weighted_rank
from sysbench_archive.statistics.distributions import t_quantile
from sysbench_archive.tables.cells import Cell, cell_rows
from sysbench_archive.tables.machines import rows_by_machine
from sysbench_archive.tables.replications import (
    PRIOR_DF,
    campaign_pairs,
    campaign_spreads,
)
from sysbench_archive.verdicts.noise import (
    ANY,
    NOISE,
    UNPROVEN,
    WIDEST,
    campaign_name,
    machine_regime,
    regime_names,
)
from sysbench_archive.verdicts.policy import ALPHA, MAX_DF, POLICY, PUBLISHED, STUDENT

MIN_RUNS = 3
"""Of a group whose scatter is compared with that of another."""
MIN_MACHINES = 5
"""Of a regime that is narrower than a kind of machine."""
OWN_SPREAD = 8
"""Machines of a kind whose own scatter bounds the next one; fewer say too little of it."""
SHARE = 0.95
"""Of pairs of runs of the same thing that lie within a machine's own threshold."""
BOUND = 0.995
"""How sure it is that a machine not in the archive stays within the threshold of its regime."""
LARGEST = math.log(10)
"""Where few machines differ much, the bound grows beyond what any two runs ever lay apart: no bound
is larger than ten times."""
CONTRASTS = (1, 2, 3)
_REGIMES = [machine_regime(kind, "") for kind in ("bare-metal", "vm", "cloud-instance")]
_NORMAL_QUANTILE = 1.959964
_DECIMALS = 4
_DIGITS = 8
_Estimate = tuple[int, float]
"""Degrees of freedom and variance."""


@dataclass(frozen=True, slots=True)
class Group:
    """Runs of the same thing in one campaign, as logarithms of figures.

    `machine` is a key of the machine, `thing` one of what ran, `campaign` of when. `sessions` says
    whether each run had a server session of its own: "own", "shared", or "unrecorded". `test` is
    the name of the test.
    """

    machine: str
    kind: str
    hardware_class: str
    residency: str
    thing: str
    campaign: str
    sessions: str
    logs: tuple[float, ...]
    test: str = ""

    def regime(self) -> str:
        """The regime of the machine, or of a test that has one of its own."""
        return machine_regime(self.kind, self.test)

    def mean_variance(self) -> float:
        """Variance of their mean."""
        return (mean_estimate(self.logs).standard_error or 0.0) ** 2

    def pairs(self) -> Iterator[tuple[float, float]]:
        """Distance and weight of every pair; the pairs of a group weigh 1 together."""
        distances = [abs(a - b) for a, b in itertools.combinations(self.logs, 2)]
        return ((distance, 1 / len(distances)) for distance in distances)


def noise_table(groups: Iterable[Group], cells: Iterable[Cell]) -> NoiseTables:
    """All tables. Raises ValueError where fewer than two machines repeated anything.

    Groups whose machines may be one, as `cells` describe them, are of one machine.
    """
    rows = list(cells)
    first = {row.machine: own[0].machine for own in rows_by_machine(rows) for row in own}
    known = [
        dataclasses.replace(group, machine=first.get(group.machine, group.machine))
        for group in groups
        if len(group.logs) > 1
    ]
    sessions, campaigns = session_table(known), campaign_table(rows)
    single_runs = single_run_table(known, sessions[ANY])
    for name, noise in single_runs.items():
        # A machine that is known to differ by more has no lower bar than its kind.
        own = campaigns[name].deviation if name in campaigns and campaigns[name].pairs else 0.0
        single_runs[name] = replace(noise, threshold=max(noise.threshold, _rounded(WIDEST * own)))
    return NoiseTables(single_runs=single_runs, sessions=sessions, campaigns=campaigns)


def campaign_table(cells: Iterable[Cell]) -> dict[str, CampaignNoise]:
    """Identified machine and load to what campaigns differ by; a kind of machines has the widest of
    all that are described alike.

    A machine whose campaigns nobody repeated may be as wide as that, and is taken to differ by
    UNPROVEN at least.
    """
    pairs = campaign_pairs(cells)
    kinds = {cells[0].machine: cells[0].kind for pair in pairs for cells in pair.both}
    identified = {key for pair in pairs if pair.machines == "same" for key in pair.keys}
    table: dict[str, CampaignNoise] = {}
    members: dict[str, list[CampaignNoise]] = {name: [] for name in (ANY, *_REGIMES)}
    for (machine, load), spread in campaign_spreads(pairs).items():
        noise = CampaignNoise(
            deviation=_rounded(spread.deviation), df=spread.df, pairs=spread.pairs
        )
        if machine in identified:
            table[campaign_name(machine, load)] = noise
        for name in {ANY, kinds[machine] and machine_regime(kinds[machine], "")} - {""}:
            members[name].append(noise)
    for name, own in members.items():
        table[name] = CampaignNoise(
            deviation=max([UNPROVEN, *(noise.deviation for noise in own)]),
            df=sum(noise.df for noise in own),
            pairs=sum(noise.pairs for noise in own),
        )
    return table


def single_run_table(groups: Sequence[Group], session: SessionNoise) -> dict[str, SingleRunNoise]:
    """Regime to how far single runs of the same thing lie apart.

    Machines differ in noise by far more than their runs can hide, so a threshold that holds on the
    machines measured would fail on the next. The logarithm of a machine's own threshold is taken
    for normal, and the bound for one machine more is the threshold. A kind of few machines takes
    its scatter from all kinds. What sessions differ by comes on top.
    """
    members: dict[str, list[Group]] = {ANY: list(groups)}
    for group in groups:
        narrow, kind, _ = regime_names(group.regime(), group.residency)
        members.setdefault(kind, []).append(group)
        # What nobody recorded is no regime: it would have a lower bar than what somebody did.
        if group.residency != "unrecorded":
            members.setdefault(narrow, []).append(group)
    machines = {name: _thresholds_by_machine(found) for name, found in members.items()}
    kinds = {group.regime() for group in groups}
    by_kind = {kind: [*machines[kind].values()] for kind in sorted(kinds)}
    pooled = _pooled_spread([*by_kind.values()])
    spreads = {
        kind: _pooled_spread([own]) if len(own) >= OWN_SPREAD else pooled
        for kind, own in by_kind.items()
    }
    table = {
        name: _single_run_noise(
            members[name], machines[name], spreads.get(name.partition(" ")[0], pooled), session
        )
        for name in sorted(members)
        if name in kinds | {ANY} or len(machines[name]) >= MIN_MACHINES
    }
    # A kind that nobody measured is held to the noisiest that somebody did.
    table[ANY] = replace(table[ANY], threshold=max(table[kind].threshold for kind in kinds))
    return table


def _thresholds_by_machine(groups: Sequence[Group]) -> dict[str, float]:
    """Machine to the distance that 95 % of its pairs of runs stay within."""
    by_machine: dict[str, list[Group]] = {}
    for group in groups:
        by_machine.setdefault(group.machine, []).append(group)
    return {
        machine: weighted_rank((pair for group in own for pair in group.pairs()), SHARE)
        for machine, own in by_machine.items()
    }


def _pooled_spread(kinds: Sequence[Sequence[float]]) -> tuple[float, int]:
    """Standard deviation of the logarithms of thresholds within kinds, and its freedom."""
    squares, df = 0.0, 0
    for thresholds in kinds:
        logs = [math.log(threshold) for threshold in thresholds]
        centre = math.fsum(logs) / len(logs)
        squares += math.fsum((log - centre) ** 2 for log in logs)
        df += len(logs) - 1
    if not df:
        raise ValueError("how machines differ takes two machines of a kind")
    return math.sqrt(squares / df), df


def _rounded(value: float) -> float:
    return round(value, _DECIMALS)


def _single_run_noise(
    groups: Sequence[Group],
    thresholds: Mapping[str, float],
    of_kind: tuple[float, int],
    session: SessionNoise,
) -> SingleRunNoise:
    spread, df = of_kind
    logs = [math.log(threshold) for threshold in thresholds.values()]
    beyond = t_quantile(BOUND, df) * spread * math.sqrt(1 + 1 / len(logs))
    of_runs = math.exp(math.fsum(logs) / len(logs) + beyond)
    of_sessions = _NORMAL_QUANTILE * math.sqrt(2) * session.deviation
    deviations = sorted(stdev(group.logs) for group in groups)
    return SingleRunNoise(
        threshold=_rounded(min(math.hypot(of_runs, of_sessions), LARGEST)),
        median_machine=_rounded(median([*thresholds.values()])),
        widest_machine=_rounded(max(thresholds.values())),
        median_deviation=_rounded(nearest_rank(deviations, 0.5)),
        ninth_deviation=_rounded(nearest_rank(deviations, 0.9)),
        machines=len(thresholds),
        groups=len(groups),
        runs=sum(len(group.logs) for group in groups),
        classes=sorted({group.hardware_class for group in groups}),
        residencies=sorted({group.residency for group in groups}),
        states=sorted({group.sessions for group in groups}),
    )


def session_table(groups: Iterable[Group]) -> dict[str, SessionNoise]:
    """Class with place of the dataset to what loads and sessions differ by; `any`, which is the
    widest of them, for the others.

    Two campaigns of the same things on one machine give one estimate: the mean, over the things, of
    half their squared distance, less what the scatter within the groups explains. Things measured
    in one campaign share its state, so they are not independent: a machine has as many degrees of
    freedom as it has campaigns besides the first. A class is shrunk to all machines.
    """
    by_class: dict[str, list[_Estimate]] = {}
    for place, estimate in _estimates_of_machines(g for g in groups if len(g.logs) >= MIN_RUNS):
        by_class.setdefault(place, []).append(estimate)
    known = [estimate for own in by_class.values() for estimate in own]
    total = math.fsum(df * variance for df, variance in known)
    df = sum(df for df, _ in known)
    overall = max(total / df, 0.0) if df else 0.0
    table: dict[str, SessionNoise] = {}
    for place, own in sorted(by_class.items()):
        df = sum(df for df, _ in own)
        squares = math.fsum(df * variance for df, variance in own) + PRIOR_DF * overall
        deviation = _rounded(math.sqrt(max(squares / (df + PRIOR_DF), 0.0)))
        table[place] = SessionNoise(deviation=deviation, df=df, machines=len(own))
    widest = max((noise.deviation for noise in table.values()), default=0.0)
    df = sum(df for df, _ in known)
    table[ANY] = SessionNoise(deviation=widest, df=df, machines=len(known))
    return table


def _estimates_of_machines(groups: Iterable[Group]) -> Iterator[tuple[str, _Estimate]]:
    """The place and the estimate of each machine that ran something in several campaigns."""
    things: dict[tuple[str, str], dict[str, list[Group]]] = {}
    for group in groups:
        place = f"{group.hardware_class} {group.residency}"
        things.setdefault((group.machine, place), {}).setdefault(group.thing, []).append(group)
    for (_, place), by_thing in things.items():
        by_pair: dict[tuple[str, str], list[float]] = {}
        for same in by_thing.values():
            ordered = sorted(same, key=lambda group: group.campaign)
            for one, other in itertools.combinations(ordered, 2):
                if one.campaign != other.campaign:
                    pair = (one.campaign, other.campaign)
                    by_pair.setdefault(pair, []).append(_state_variance(one, other))
        if by_pair:
            campaigns = {campaign for pair in by_pair for campaign in pair}
            variance = fmean(map(fmean, by_pair.values()))
            yield place, (len(campaigns) - 1, variance)


def _state_variance(one: Group, other: Group) -> float:
    distance = fmean(one.logs) - fmean(other.logs)
    return (distance**2 - one.mean_variance() - other.mean_variance()) / 2


def student_quantiles() -> dict[str, list[float]]:
    """The table of Student's t: a column for each number of headline contrasts, and the power."""
    shares = {str(count): 1 - ALPHA / (2 * count) for count in CONTRASTS} | {"power": POLICY.power}
    dfs = range(1, MAX_DF + 1)
    return {
        name: [float(f"{t_quantile(share, df):.{_DIGITS}g}") for df in dfs]
        for name, share in shares.items()
    }


_OUT_OF_DATE = "{path}: is out of date; run `sysbench-archive calibrate`"
MIN_GROUP = 2
"""Runs of the same thing that show how they scatter."""


def tables(folders: Sequence[Path], executor: Executor) -> dict[Path, str]:
    """The tables of some bundles, as `tables_of`."""
    found = list(executor.map(repeated_in, folders))
    groups = (group for own, _ in found for group in own)
    return tables_of(groups, [cell for _, cells in found for cell in cells])


def tables_of(groups: Iterable[Group], cells: Iterable[Cell]) -> dict[Path, str]:
    """The file of each table to its text. Raises UsageError where little was repeated."""
    try:
        noise = noise_table(groups, cells)
    except ValueError:
        raise UsageError("fewer than two machines of this archive ran anything twice") from None
    return {NOISE: _noise_text(noise), STUDENT: _table_text(student_quantiles())}


def repeated_in(folder: Path) -> tuple[list[Group], list[Cell]]:
    """The groups and the cells of a bundle; none of one that cannot be read, which `check`
    complains of.
    """
    bundle = assemble(folder.name, folder.name, read_folder(folder, folder.name)).bundle
    result = result_record(bundle) if bundle else None
    return (groups_of_result(result), cell_rows(result)) if result else ([], [])


def groups_of_result(result: ResultRecord) -> list[Group]:
    """The groups of a bundle's record; none where its figures come without output."""
    if result.evidence in PUBLISHED:
        return []
    free = (workload for workload in result.workloads if not workload.rate_limited)
    return [group for workload in free for group in _groups_of_workload(result, workload)]


def _groups_of_workload(result: ResultRecord, workload: WorkloadRecord) -> Iterator[Group]:
    runs = result.runs_of(workload.id)
    metric = throughput_metric(runs)
    if metric is None:
        return
    servers = {server.id: server for server in result.servers}
    for name, cells in cells_of(runs, [*servers], metric).items():
        host = host_of(result, name)
        for threads, cell in cells.items():
            if len(cell.runs) < MIN_GROUP or cell.centre is None:
                continue
            yield Group(
                machine=machine_key(host, author_of(result)),
                kind=host.kind,
                hardware_class=host.hardware_class.id,
                residency=workload.place[name],
                thing=_thing(servers[name], workload, threads),
                campaign=result.id,
                sessions=_sessions_text(cell.runs),
                logs=tuple(math.log(value) for value in cell.values),
                test=workload.test,
            )


def _thing(server: ServerRecord, workload: WorkloadRecord, threads: int) -> str:
    """What ran, so that another campaign that ran it is found."""
    parts = (
        *(server.product, server.version, server.variant, server.regime),
        *(server.buffer_pool_mib, workload.test, threads),
        *sorted(workload.values.items()),
    )
    return "\0".join(str(part) for part in parts)


def _sessions_text(runs: Sequence[RunRecord]) -> str:
    """Whether each run had a server session of its own."""
    sessions = {run.session for run in runs}
    if None in sessions:
        return "unrecorded"
    return "own" if len(sessions) == len(runs) else "shared"


def _table_text(table: Mapping[str, Any]) -> str:
    """A line for each entry, in order, so that a change can be read."""
    lines = (
        f"  {json.dumps(key)}: {json.dumps(row, sort_keys=True)}" for key, row in table.items()
    )
    return "{\n" + ",\n".join(sorted(lines)) + "\n}\n"


def _noise_text(noise: NoiseTables) -> str:
    """The same for each of two tables in one file."""
    tables = {name: _table_text(table) for name, table in to_builtins(noise).items()}
    return "{\n" + ",\n".join(f"{json.dumps(n)}: {t.strip()}" for n, t in tables.items()) + "\n}\n"


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_here()
    with workers() as executor:
        found = tables(archive.bundles(), executor)
    behind = [p for p, text in found.items() if not p.exists() or p.read_text() != text]
    if arguments.check:
        for path in behind:
            say(_OUT_OF_DATE.format(path=archive.label(path)))
        return PROBLEMS if behind else CLEAN
    for path in behind:
        path.write_text(found[path])
        answer(archive.label(path))
    return CLEAN
