"""A question about an upgrade, with numbers in it: what a browser answers it from.

`lines.json` of a pair has its machines and ratios, `/upgrades/question.json` what is the same for
all pairs; the rules that put both together are in `static/js/upgrade/answer.js` and on the page of
methods. The number of an answer is one ratio of the machine that is nearest to the reader's, by the
weights of classes of machines; the range is over every machine that ran both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from sysbench_archive.comparability.held import ROW_BYTES
from sysbench_archive.derive.entries import machine_text
from sysbench_archive.derive.residency import MOST_OF_THE_POOL
from sysbench_archive.derive.workloads import LOADS
from sysbench_archive.hardware.processors import (
    TABLES,
    generation_of,
    machine_text_of,
    processor_text,
)
from sysbench_archive.model.base import Named, Number, Record, narrowed
from sysbench_archive.model.bundle import Load
from sysbench_archive.model.listing import ClassDimension
from sysbench_archive.model.policy import NumeralLimits
from sysbench_archive.model.result import Residency
from sysbench_archive.tables.nearest import RULE
from sysbench_archive.tables.release_pairs import Clients, ReleasePair, Sign, Upgrade
from sysbench_archive.verdicts.policy import MARGIN
from sysbench_archive.words.numbers import LIMITS
from sysbench_archive.words.phrases import WORDS

CLIENTS: dict[Clients, str] = {
    "one": "one client",
    "up-to-half": "fewer clients than half the CPUs",
    "about-cores": "about as many clients as CPUs",
    "oversubscribed": "more than twice as many clients as CPUs",
    "unrecorded": "several clients, CPUs not recorded",
}
RESIDENCIES: dict[Residency, str] = {
    "fits": "data that fit the buffer pool",
    "about": "data about the size of the pool",
    "to-three-times": "data of up to three times the pool",
    "beyond": "data of more than three times the pool",
    "unrecorded": "data or pool not recorded",
}
_SOUGHT: tuple[Clients, ...] = ("about-cores", "one", "up-to-half", "oversubscribed", "unrecorded")
"""Numbers of clients in the order in which they answer a question that names none."""
_WITHIN = 2
"""Clients are like those asked for within this factor; one client is like nothing else."""
_POOL_SHARE = 0.75
"""Of a reader's memory what the buffer pool is taken to have."""
_WITHOUT_DATA: tuple[Load, ...] = ("connect",)
"""Loads that read no table: data and pool are not asked for."""
_ASKED = ("year", "generation", "cores", "memory", "storage")
"""Parts of the distance that a question can name."""
_TESTS: dict[Load, str] = {
    "point": "oltp_point_select",
    "point-list": "select_random_points",
    "range": "select_random_ranges",
    "read-only": "oltp_read_only",
    "read-write": "oltp_read_write",
    "update-index": "oltp_update_index",
    "update-non-index": "oltp_update_non_index",
    "insert": "oltp_insert",
    "delete": "oltp_delete",
    "write": "oltp_write_only",
    "connect": "connect",
}
"""Kind of load to the test that sysbench itself has of it."""
_COMMAND = """\
cat > campaign.yaml <<'END'
servers:
  - socket: /run/{older}.sock
  - socket: /run/{newer}.sock
workloads: [{test}]
threads: [{threads}]
tables: {tables}
table_size: {rows}
END
.venv/bin/sysbench-archive capture --campaign campaign.yaml --out data/results/NAME
"""
"""What answers a question that nobody measured: both servers, in random blocks."""
_THREADS, _TABLES, _ROWS = "1, 16, 64", 8, 1_000_000
"""Of that campaign, where a question names no clients and no data."""
_MIB_PER_GIB = 1024


class UpgradeMachine(Record):
    """A machine that ran a pair."""

    id: str
    """Its key."""
    name: str
    """Its processor, else its maker and model, else its size."""
    author: str
    cores: int | None
    """Physical cores, or processors where only those are recorded."""
    memory_gib: Number | None
    """Main memory in GiB."""
    year: int | None
    """Year of the processor's generation."""
    generation: str | None
    """Id of it."""


class UpgradeLine(Record):
    """A ratio of a pair: a line of the table `lines`, as far as a question needs it."""

    bundle: str
    workload: str
    machine: str
    """Key of the machine."""
    load: Load
    threads: int
    clients: Clients
    """Client threads beside the processors."""
    storage: list[str]
    """Kinds of storage; empty where nobody recorded them."""
    residency: Residency
    """The data beside the buffer pool."""
    day: str
    ratio: Number
    """Newer release over older."""
    sign: Sign
    speaks: bool
    """Whether it may stand in a range or a sentence over machines."""


class UpgradeLines(Record):
    """`lines.json` of a pair."""

    machines: list[UpgradeMachine]
    """Machines that ran both."""
    lines: list[UpgradeLine]
    """Every ratio."""


class UpgradeProcessor(Record):
    """A processor on file, which a question may name in place of a number of cores."""

    name: str
    cores: int | None
    """Cores of the largest machine with it."""
    year: int | None
    """Year of its generation."""
    generation: str | None
    """Id of it."""


class UpgradeResidency(Record):
    """A size of the data beside the pool."""

    id: Residency
    label: str
    most: Number | None
    """Data over pool, at most; null of the last, and where nobody recorded it."""


class UpgradeLoadKind(Record):
    """A kind of load in a question."""

    id: Load
    noun: str
    """What a server does of it in a second."""
    test: str
    """Sysbench's own test; empty where it has none."""


class UpgradeQuestion(Record):
    """`/upgrades/question.json`: what a browser needs to answer a question about any pair."""

    pairs: list[str]
    """Names of pairs with a page."""
    processors: list[UpgradeProcessor]
    """Processors on file."""
    dimensions: list[ClassDimension]
    """Parts of the distance between machines, with the weights of classes of machines."""
    residencies: list[UpgradeResidency]
    """Sizes of the data, in order."""
    without_data: list[Load]
    """Loads of which data and pool are not asked for."""
    clients: list[Named]
    """Clients beside the processors, in the order in which they answer where none are named."""
    within: Number
    """Factor within which clients are like those asked for."""
    pool_share: Number
    """Share of the memory that a buffer pool is taken to have."""
    loads: list[UpgradeLoadKind]
    command: str
    """Command with places for `older`, `newer`, `test`, `threads`, `tables` and `rows`."""
    threads: str
    """Its clients where none are named."""
    tables: int
    row_bytes: int
    """Bytes of a row."""
    rows: int
    """Rows of a table where no size is named."""
    margin: Number
    """Ratios further than this share on both sides of 1 have no one number."""
    far: Number
    """A machine further away is not like the reader's."""
    numerals: NumeralLimits
    """How ratios are written."""
    words: dict[str, str]


def upgrade_lines(pairs: Sequence[ReleasePair]) -> UpgradeLines:
    """A pair as a browser answers from it."""
    by_machine: dict[str, list[ReleasePair]] = {}
    for pair in pairs:
        by_machine.setdefault(pair.machine, []).append(pair)
    return UpgradeLines(
        machines=[_machine(max(own, key=_recorded)) for own in by_machine.values()],
        lines=[narrowed(pair, UpgradeLine) for pair in pairs],
    )


def upgrade_question(names: Sequence[str], pairs: Iterable[ReleasePair]) -> UpgradeQuestion:
    """What a browser needs to answer a question about any of the named pairs."""
    processors: dict[str, UpgradeProcessor] = {}
    for machine, pair in {pair.machine: pair for pair in pairs}.items():
        name, known = processor_text(pair.cpu_model), _machine(pair)
        before = processors.get(name)
        # What hypervisors call any of a family tells no number of cores.
        if not any(letter.isdigit() for letter in name):
            known = replace(known, cores=None)
        if machine and " " in name and (before is None or (before.cores or 0) < (known.cores or 0)):
            processors[name] = narrowed(known, UpgradeProcessor, name=name)
    most = dict(MOST_OF_THE_POOL)
    return UpgradeQuestion(
        pairs=list(names),
        processors=[processor for _, processor in sorted(processors.items())],
        dimensions=[*_asked_dimensions()],
        residencies=[
            UpgradeResidency(id=name, label=label, most=most.get(name))
            for name, label in RESIDENCIES.items()
        ],
        without_data=list(_WITHOUT_DATA),
        clients=[Named(id=name, label=CLIENTS[name]) for name in _SOUGHT],
        within=_WITHIN,
        pool_share=_POOL_SHARE,
        loads=[
            UpgradeLoadKind(id=kind.load, noun=kind.noun, test=_TESTS.get(kind.load, ""))
            for kind in LOADS.values()
            if kind.noun
        ],
        command=_COMMAND,
        threads=_THREADS,
        tables=_TABLES,
        row_bytes=ROW_BYTES,
        rows=_ROWS,
        margin=MARGIN,
        far=RULE.within,
        numerals=LIMITS,
        words={name: WORDS[name] for name in ("times", "percent", "range", "plus", "minus")},
    )


def measuring_command(upgrade: Upgrade, load: Load) -> str:
    """What measures a pair on another machine; empty where sysbench has no such test."""
    if load not in _TESTS:
        return ""
    older, newer = (upgrade.product, upgrade.from_series), (upgrade.to_product, upgrade.to_series)
    return _COMMAND.format(
        older="-".join(older),
        newer="-".join(newer),
        test=_TESTS[load],
        threads=_THREADS,
        tables=_TABLES,
        rows=_ROWS,
    )


def machine_name(pair: ReleasePair) -> str:
    """A machine by its processor, else by its maker and model, else by its microarchitecture, else
    by its size.
    """
    named = machine_text_of(pair.machine_label, pair.cpu_model) or pair.microarchitecture
    return named or machine_text(pair.cores, pair.cpus, None, ()) or _NOBODY_DESCRIBED


_NOBODY_DESCRIBED = "Machine nobody described"


def _recorded(pair: ReleasePair) -> int:
    """How much is recorded of a machine: of rows that may be of one, most tells what it is."""
    return sum(
        map(bool, (pair.cpu_model, pair.machine_label, pair.cores, pair.cpus, pair.memory_mib))
    )


def _machine(pair: ReleasePair) -> UpgradeMachine:
    generation = generation_of(pair.cpu_model)
    return UpgradeMachine(
        id=pair.machine,
        name=machine_name(pair),
        author=pair.author,
        cores=pair.cores or pair.cpus,
        memory_gib=pair.memory_mib / _MIB_PER_GIB if pair.memory_mib else None,
        year=generation.year if generation else None,
        generation=generation.id if generation else None,
    )


def _asked_dimensions() -> Iterator[ClassDimension]:
    """Parts of the distance: storage by its kind, for a question knows no fsync, and the name of a
    processor like its generation.
    """
    for dimension in TABLES.dimensions:
        if dimension.name == "generation":
            other = "another processor"
            yield replace(dimension, name="model", more=other, less=other, same="such a processor")
        if dimension.name in _ASKED:
            is_storage = dimension.name == "storage"
            yield replace(dimension, scale="choice") if is_storage else dimension
