"""What of a published environment is not matched here, and the words `reproduce` says it with.

Fields that nobody recorded there are told apart from those that differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sysbench_archive.capture.opening import Gathered
from sysbench_archive.capture.plan import Plan
from sysbench_archive.derive.facts import fact_rows, label_of, option_rows, text_of
from sysbench_archive.derive.reproductions import Original
from sysbench_archive.model.base import FactRow
from sysbench_archive.model.bundle import PRODUCTS, Facts
from sysbench_archive.model.reproduction import (
    RepeatedRatio,
    ReproductionRecord,
    ReproductionRow,
    ReproductionVerdict,
)
from sysbench_archive.model.result import ServerRecord
from sysbench_archive.reproduction.planning import is_counted, own_parameters, workload_of
from sysbench_archive.words.phrases import count_text

UNSTATED = "not recorded"
_HOST = (
    "machine", "kind", "cpu.model", "cpu.cores", "cpu.threads", "cpu.governor",
    "memory.size_mib", "storage.kind", "storage.filesystem", "os", "kernel", "arch",
    "tuning.transparent_huge_pages",
)  # fmt: skip
_SERVER = ("build.distribution", "build.package", "allocator")
_CLIENT = ("sysbench", "library", "authentication_plugin", "placement", "transport", "tls")
_NOT_OF_THE_WORK = frozenset(
    ("threads", "report_interval", "verbosity", "debug", "db_driver", "validate", "histogram",
     "events", "thread_init_timeout", "thread_stack_size", "forced_shutdown", "db_debug")
)  # fmt: skip
_PLACES = frozenset(("bind_address", "port", "socket", "datadir", "tmpdir", "pid_file"))
"""Options that say where a server listens or writes, not how it works."""
_LATER = {"tls": "seen once sysbench has connected"}


class Difference(NamedTuple):
    """A field whose values are not the same, or not known to be."""

    field: str
    theirs: str
    yours: str


def differences_here(
    original: Original, plan: Plan, sysbench: str, sides: Sequence[Gathered]
) -> Iterator[Difference]:
    """Every difference between what was published and the servers here, by this sysbench."""
    for index, side in enumerate(sides):
        theirs = original.server(side.server["stands_for"])
        if not index:
            result, client = original.result, workload_of(original).stated.get("client")
            host_facts = next((h.facts for h in result.hosts if h.id == theirs.host), [])
            yield from _fact_differences("", _HOST, host_facts, fact_rows(side.hosts[0]))
            client_facts = next((c.facts for c in result.clients if c.id == client), [])
            here = fact_rows({**side.client, **_LATER})
            yield from _fact_differences("", _CLIENT, client_facts, here)
        yield from _server_differences(theirs, side.server)
    yield from _parameter_differences(original, plan, sysbench)


def _server_differences(theirs: ServerRecord, ours: Facts) -> Iterator[Difference]:
    label = theirs.label
    releases = (
        f"{PRODUCTS.get(theirs.product, theirs.product)} {theirs.version}",
        f"{PRODUCTS[ours['product']]} {ours['version']}",
    )
    yield from _difference(f"{label}: version", *releases)
    regime = ours["regime"] if isinstance(ours["regime"], str) else UNSTATED
    yield from _difference(f"{label}: regime", theirs.regime, regime)
    yield from _fact_differences(f"{label}: ", _SERVER, theirs.facts, fact_rows(ours))
    options = ours["options"] if "unavailable" not in ours["options"] else {}
    # Servers take hyphens for underscores.
    known, rows = (
        {row.name.replace("-", "_"): row for row in table}
        for table in (theirs.options, option_rows(options))
    )
    for option in sorted((known.keys() | rows.keys()) - _PLACES):
        both = (_value_text(table.get(option), "not set") for table in (known, rows))
        yield from _difference(f"{label}: {option}", *both)


def _fact_differences(
    prefix: str, names: Sequence[str], theirs: Sequence[FactRow], ours: Sequence[FactRow]
) -> Iterator[Difference]:
    known, rows = ({_without_numbers(row.name): row for row in table} for table in (theirs, ours))
    for name in names:
        both = (_value_text(table.get(name), UNSTATED) for table in (known, rows))
        yield from _difference(f"{prefix}{label_of(name)}", *both)


def _without_numbers(name: str) -> str:
    """`storage.1.kind` as `storage.kind`: of several the last one counts."""
    return ".".join(part for part in name.split(".") if not part.isdigit())


def _value_text(row: FactRow | None, absent: str) -> str:
    if row is None:
        return absent
    return row.value if row.state == "stated" else UNSTATED


def _difference(field: str, theirs: str, ours: str) -> Iterator[Difference]:
    if theirs != ours or theirs == UNSTATED:
        yield Difference(field, theirs, ours)


def _parameter_differences(original: Original, plan: Plan, sysbench: str) -> Iterator[Difference]:
    workload, ours_to_run = workload_of(original), plan.workloads[0]
    theirs = workload.values
    size = {"tables": plan.tables, "table_size": plan.table_size, "time": plan.seconds}
    words = (*ours_to_run.options, *(f"--{n.replace('_', '-')}={v}" for n, v in size.items()))
    ours = own_parameters(ours_to_run.test, words, sysbench)
    yield from _difference("Test", workload.script or UNSTATED, ours_to_run.test)
    for name in sorted((theirs.keys() & ours.keys()) | size.keys()):
        if name not in _NOT_OF_THE_WORK and not name.startswith("mysql_"):
            both = (UNSTATED if v is None else text_of(v) for v in (theirs.get(name), ours[name]))
            yield from _difference(f"--{name.replace('_', '-')}", *both)


VERDICT_WORDS: dict[ReproductionVerdict, str] = {
    "agrees": "agrees within the noise",
    "differs": "differs",
    "cannot-tell": "cannot tell",
}
_WIDTH = 46


def plan_text(original: Original, plan: Plan, panel: str) -> str:
    """What would be run, in a few lines."""
    (workload,) = plan.workloads
    options = " ".join([workload.test, *workload.options])
    length = f"{plan.seconds} s each"
    if is_counted(original):
        length = f"instructions counted over {plan.events or 'as many'} events each"
    lines = (
        ("published", f"{' '.join(original.paths)} ({panel})"),
        ("sides", " against ".join(original.server(name).label for name in original.sides)),
        ("workload", f"{options}, {plan.tables} tables of {plan.table_size} rows"),
        ("threads", ", ".join(map(str, plan.threads))),
        ("repetitions", f"{plan.repetitions} in random blocks, {length}"),
    )
    return "\n".join(f"{name + ':':<13}{text}" for name, text in lines)


def unmatched_text(differences: Sequence[Difference]) -> str:
    """The table of differences, and what nobody recorded there."""
    known = [tuple(map(_cut, d)) for d in differences if d.theirs != UNSTATED]
    lines = ["everything that is recorded there is matched here"]
    if known:
        rows = [("not matched here", "theirs", "yours"), *known]
        widths = [max(len(row[n]) for row in rows) for n in range(2)]
        lines = [f"{row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]}" for row in rows]
    if unrecorded := [d.field for d in differences if d.theirs == UNSTATED]:
        lines.append(f"{UNSTATED} there: {', '.join(unrecorded)}")
    return "\n".join(lines)


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"


def outcome_text(record: ReproductionRecord) -> str:
    """The new ratio beside the published one, and the verdict."""
    lines = [
        f"{row.candidate}, {count_text(row.threads, 'thread')}:"
        f" published {_ratio_text(row.published)}, here {_ratio_text(row.again)}:"
        f" {_verdict_text(row)}"
        for row in record.rows
    ]
    return "\n".join([*lines, f"verdict: {_verdict_text(record)}"])


def _ratio_text(side: RepeatedRatio) -> str:
    if side.low is None or side.high is None:
        return f"{side.ratio:.3f} (no repetitions)"
    return f"{side.ratio:.3f} (95 % interval {side.low:.3f} to {side.high:.3f})"


def _verdict_text(record: ReproductionRecord | ReproductionRow) -> str:
    why = f" ({record.why})" if record.why else ""
    return f"{VERDICT_WORDS[record.verdict]}{why}"
