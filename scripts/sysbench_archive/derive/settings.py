"""Server settings across the archive: which results used which value, and what changing one did.

What a setting does is told by pairs of servers of one result: the same product, version and
machine, and of all that is recorded nothing differs but this setting. Servers whose settings are
partly unrecorded count as alike in what nobody recorded of either. Settings of the binary log that
apply to one side only come with the binary log, and are no difference of their own.

A setting that the table of conditions knows goes by the first variable it is read from, and has the
value that the table reads; any other has the value its option was given.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from sysbench_archive.comparability.differences import (
    UNKNOWNS,
    find_difference,
    pair_sides,
    text_of,
)
from sysbench_archive.comparability.effects import VARIABLE, effect_of, variable_field
from sysbench_archive.comparability.fields import Field, of_bytes, of_mib
from sysbench_archive.comparability.settings import DEFAULT_OF, DEFAULTS, NAMES, spelled
from sysbench_archive.comparability.table import FIELDS
from sysbench_archive.comparability.variables import is_setting
from sysbench_archive.derive.cells import cells_of, throughput_metric
from sysbench_archive.derive.judging import judge_pairs
from sysbench_archive.derive.servers import host_of
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import Named
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparability import ConditionDetail
from sysbench_archive.model.comparison import StripEntry
from sysbench_archive.model.result import ResultRecord, ServerRecord, WorkloadRecord
from sysbench_archive.model.setting import (
    ResultSettings,
    ServerSetting,
    SettingContrast,
    SettingDefault,
    SettingList,
    SettingMeasured,
    SettingMeasuredRow,
    SettingPage,
    SettingResult,
    UsedValue,
)
from sysbench_archive.verdicts import finding_at, strip_of, verdict_record
from sysbench_archive.verdicts.words import STATUSES, change_text, is_in_times, threads_of

_FIELDS: Mapping[str, Field] = {field.name: field for field in FIELDS}
_READ = {field.source[0]: field for field in FIELDS if field.subject == "setting"}
"""Variable to the condition that is read from it first."""
_SERVER_SUBJECTS = ("server", "setting", "host")
_OF_THE_PAIR = ("variant",)
"""What differs with a setting by itself: the label that names the deviation."""
_BINARY_LOG = "binary_log"
_WITH_BINARY_LOG = "of binary log"


def result_settings(result: ResultRecord) -> ResultSettings:
    """What one result says of settings."""
    return ResultSettings(
        bundle=result.id,
        uses=list(_uses(result)),
        contrasts=[
            contrast for workload in result.workloads for contrast in _contrasts(result, workload)
        ],
    )


def _uses(result: ResultRecord) -> Iterator[ServerSetting]:
    used: dict[tuple[str, str, bool], list[str]] = {}
    for server in result.servers:
        for variable, value, chosen in _values_of(result, server):
            used.setdefault((variable, value, chosen), []).append(server.label)
    for (variable, value, chosen), servers in used.items():
        yield ServerSetting(
            variable=variable,
            value=value,
            origin="chosen" if chosen else "default",
            servers=servers if len(servers) < len(result.servers) else [],
        )


_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
"""Options are named in bundles, and the name of one becomes an address."""


def _values_of(result: ResultRecord, server: ServerRecord) -> Iterator[tuple[str, str, bool]]:
    """Variable, value and whether somebody set it."""
    options = spelled(server.set_options)
    conditions = result.conditions.servers[server.id]
    for variable, field in _READ.items():
        value = text_of(conditions, field.name)
        if value in ("", *UNKNOWNS) or value.startswith(DEFAULT_OF):
            continue
        condition = conditions[field.name]
        chosen = any(name in options for name in field.source)
        if isinstance(condition, ConditionDetail):
            chosen = condition.origin == "chosen"
        yield variable, value, chosen
    for variable, value in options.items():
        if variable not in NAMES and is_setting(variable) and _NAME.fullmatch(variable):
            yield variable, _option_text(value), True


def _option_text(value: str) -> str:
    """The value of an option; a size with a suffix in its unit."""
    plain = value.strip()
    return plain if plain.isdigit() else of_bytes(plain) or "empty"


def _contrasts(result: ResultRecord, workload: WorkloadRecord) -> Iterator[SettingContrast]:
    """Each value of a setting beside the first server's that differs from it in nothing else."""
    runs = [run for run in result.runs if run.workload.id == workload.id]
    metric = throughput_metric(runs)
    if metric is None or METRICS[metric].direction != "higher" or workload.rate_limited:
        return
    cells = cells_of(runs, [server.id for server in result.servers], metric)
    pairs = list(_single_differences(result, [s for s in result.servers if cells[s.id]]))
    verdicts = judge_pairs(
        result,
        workload,
        metric=metric,
        cells=cells,
        pairs=[(baseline.id, candidate.id) for baseline, candidate, *_ in pairs],
    )
    for (baseline, candidate, field, values), verdict in zip(pairs, verdicts, strict=True):
        named = [Named(id=server.id, label=server.label) for server in (baseline, candidate)]
        strip = strip_of(verdict_record(verdict, baseline=named[0], candidate=named[1]))
        if strip:
            yield SettingContrast(
                variable=field.source[0],
                servers=[baseline.id, candidate.id],
                baseline=values[0],
                candidate=values[1],
                product=f"{PRODUCTS[candidate.product]} {candidate.version}",
                machine=_machine_text(result, candidate, field),
                workload=workload.title,
                path=f"/comparisons/{result.id}--{workload.id}/",
                status=verdict.status,
                strip=strip,
            )


_Pair = tuple[ServerRecord, ServerRecord, Field, tuple[str, str]]


def _single_differences(result: ResultRecord, servers: Sequence[ServerRecord]) -> Iterator[_Pair]:
    """Baseline, candidate, what they differ in, and both values.

    Of servers that differ from one another in the same setting the first that runs with its
    default is the baseline, else the first.
    """
    spoken_for: set[tuple[str, str]] = set()
    for baseline in servers:
        for candidate in servers:
            found = None if candidate is baseline else _only_difference(result, baseline, candidate)
            if found is None:
                continue
            field, values = found
            variable = field.source[0]
            known = {(baseline.id, variable), (candidate.id, variable)} & spoken_for
            if known or _is_better_baseline(result, candidate, baseline, field):
                continue
            spoken_for.add((candidate.id, variable))
            yield baseline, candidate, field, values


def _is_better_baseline(
    result: ResultRecord, server: ServerRecord, other: ServerRecord, field: Field
) -> bool:
    """Whether only the first of two servers left a setting to its version."""
    left = [
        isinstance(value := result.conditions.servers[one.id].get(field.name), ConditionDetail)
        and value.origin == "default"
        for one in (server, other)
    ]
    return left[0] and not left[1]


def _only_difference(
    result: ResultRecord, baseline: ServerRecord, candidate: ServerRecord
) -> tuple[Field, tuple[str, str]] | None:
    """The setting that two servers of one product, version and machine differ in, if it is all."""
    same = ("product", "version", "host")
    if any(getattr(baseline, name) != getattr(candidate, name) for name in same):
        return None
    sides = [result.conditions.servers[server.id] for server in (baseline, candidate)]
    names = [
        name
        for name in dict.fromkeys((*sides[0], *sides[1]))
        if text_of(sides[0], name) != text_of(sides[1], name)
    ]
    pair = pair_sides(*sides)
    found = []
    for name in names:
        field = _FIELDS.get(name)
        if name.startswith(VARIABLE):
            field = variable_field(name.removeprefix(VARIABLE))
        if field is None or field.subject not in _SERVER_SUBJECTS or name in _OF_THE_PAIR:
            continue
        difference = find_difference(field, pair, "info")
        if (
            difference
            and difference.status in ("differs", "intended")
            and difference.note != "left"
        ):
            found.append(field)
    if any(field.name == _BINARY_LOG for field in found):
        found = [field for field in found if field.reading != _WITH_BINARY_LOG]
    if len(found) != 1 or found[0].subject != "setting":
        return None
    values = text_of(sides[0], found[0].name), text_of(sides[1], found[0].name)
    return (found[0], values) if all(_is_known(value) for value in values) else None


def _is_known(value: str) -> bool:
    return value not in ("", *UNKNOWNS) and not value.startswith(DEFAULT_OF)


_POOL = "innodb_buffer_pool_size"


def _machine_text(result: ResultRecord, server: ServerRecord, field: Field) -> str:
    """Machine, processors, memory and buffer pool, as far as they are recorded; no buffer pool
    where it is what differs.
    """
    host = host_of(result, server.id)
    processors = f"{host.cpus} CPUs" if host.cpus else ""
    memory = f"{host.memory_mib / 1024:,.0f} GiB" if host.memory_mib else ""
    pool = server.buffer_pool_mib if field.source[0] != _POOL else None
    pool_text = f"pool {of_mib(pool)}" if pool else ""
    parts = host.machine or host.cpu_model, processors, memory, pool_text
    return ", ".join(part for part in parts if part)


LEAST_RESULTS = 2
"""Results that have to set a variable for it to have a page, where nothing was measured of it."""


def settings_record(found: Iterable[ResultSettings], titles: Mapping[str, str]) -> SettingList:
    """The pages of settings: those with an effect measured here, and those that several results set
    to values of which there are several. `titles` are those of results by id.
    """
    found = sorted(found, key=lambda one: one.bundle, reverse=True)
    uses: dict[str, list[tuple[str, ServerSetting]]] = {}
    contrasts: dict[str, list[tuple[str, SettingContrast]]] = {}
    for one in found:
        for use in one.uses:
            uses.setdefault(use.variable, []).append((one.bundle, use))
        for contrast in one.contrasts:
            contrasts.setdefault(contrast.variable, []).append((one.bundle, contrast))
    pages = [
        _page(variable, uses.get(variable, []), contrasts.get(variable, []), titles)
        for variable in sorted(uses.keys() | contrasts.keys())
        if variable in contrasts or _is_worth_a_page(uses[variable])
    ]
    return SettingList(settings=sorted(pages, key=_order))


def _is_worth_a_page(uses: Sequence[tuple[str, ServerSetting]]) -> bool:
    setting = {bundle for bundle, use in uses if use.origin == "chosen"}
    return len(setting) >= LEAST_RESULTS and len({use.value for _, use in uses}) > 1


def _order(page: SettingPage) -> tuple[object, ...]:
    return (-page.effect, not page.measured, -page.results, page.variable)


def _page(
    variable: str,
    uses: Sequence[tuple[str, ServerSetting]],
    contrasts: Sequence[tuple[str, SettingContrast]],
    titles: Mapping[str, str],
) -> SettingPage:
    field, effect = _READ.get(variable), effect_of(variable)
    entries = [entry for _, contrast in contrasts for entry in contrast.strip]
    values = _value_list(uses, titles)
    return SettingPage(
        variable=variable,
        path=f"/settings/{variable}/",
        title=field.label if field else variable,
        about=_about(field, effect.words if effect and not effect.measured else ""),
        source=effect.source if effect else "",
        finding=_finding(contrasts, values),
        effect=sum(_size([entry]) for entry in entries) / (len(entries) or 1),
        results=len({bundle for bundle, use in uses if use.origin == "chosen"}),
        defaults=list(_defaults(variable)),
        measured=sorted(_measured(contrasts, titles), key=_largest, reverse=True),
        values=values,
    )


def _about(field: Field | None, words: str) -> str:
    """What a setting does: the sentence with a source, else why it is compared."""
    return words or (field.why if field else "")


def _stands(entry: StripEntry) -> bool:
    return finding_at(entry) == "signed"


_USED = "{values}. No result here changes it alone."
_VALUE = "{value} in {results}"
MOST_VALUES = 3
"""Values that a sentence names."""
_NO_DIFFERENCE = "Changed alone in {measurements}; no difference stands out of the noise."
_STANDS = (
    "Changed alone in {measurements}, of which {standing} a difference. The largest: {effects}."
)
_PERCENT = "{candidate} was {change} than {baseline} at {place}"
_TIMES = "{candidate} had {change} of {baseline} at {place}"
_PLACE = "{threads} ({workload}, {setup}; {status})"


def _finding(contrasts: Sequence[tuple[str, SettingContrast]], values: Sequence[UsedValue]) -> str:
    """In how many measurements a difference stands, the largest of them, and the largest the other
    way of the same two values; where nothing was measured, who used which value.
    """
    if not contrasts:
        return _used(values)
    standing = [
        (contrast, entry) for _, contrast in contrasts for entry in contrast.strip if _stands(entry)
    ]
    measurements = _counted(sum(len(contrast.strip) for _, contrast in contrasts), "measurement")
    if not standing:
        return _NO_DIFFERENCE.format(measurements=measurements)
    first = max(standing, key=_logarithm)
    other = [
        found
        for found in standing
        if (found[1].ratio > 1) != (first[1].ratio > 1) and _values(found[0]) == _values(first[0])
    ]
    named = [first, *sorted(other, key=_logarithm, reverse=True)[:1]]
    return _STANDS.format(
        measurements=measurements,
        standing="1 shows" if len(standing) == 1 else f"{len(standing)} show",
        effects="; ".join(_effect_text(*found) for found in named),
    )


def _used(values: Sequence[UsedValue]) -> str:
    """The values that most results set, most first."""
    found = sorted(values, key=lambda value: -len(value.chosen))[:MOST_VALUES]
    used = [
        _VALUE.format(value=one.value, results=_counted(len(one.chosen), "result"))
        for one in found
        if one.chosen
    ]
    return _USED.format(values=f"Set to {', '.join(used)}" if used else "Nobody set it")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _logarithm(found: tuple[SettingContrast, StripEntry]) -> float:
    return abs(math.log(found[1].ratio))


def _values(contrast: SettingContrast) -> tuple[str, str]:
    return contrast.baseline, contrast.candidate


def _effect_text(contrast: SettingContrast, entry: StripEntry) -> str:
    form = _TIMES if is_in_times(entry.ratio) else _PERCENT
    place = _PLACE.format(
        threads=threads_of([entry.threads]),
        workload=contrast.workload,
        setup=_setup(contrast),
        status=STATUSES[contrast.status].lower(),
    )
    return form.format(
        candidate=contrast.candidate,
        baseline=contrast.baseline,
        change=change_text(entry.ratio),
        place=place,
    )


def _setup(contrast: SettingContrast) -> str:
    return ", ".join(part for part in (contrast.product, contrast.machine) if part)


def _defaults(variable: str) -> Iterator[SettingDefault]:
    """Defaults by product and first release; what is not known for certain is left out."""
    for product, table in DEFAULTS.items():
        for since, value in table.get(variable, ()):
            if value is not None:
                yield SettingDefault(
                    product=PRODUCTS[product],
                    since=".".join(map(str, since)) if since != (0,) else "",
                    value=_option_text(value) if value else "empty",
                )


def _size(strip: Iterable[StripEntry]) -> float:
    """The largest effect that stands, on the logarithmic scale; 0 where none does."""
    return max((abs(math.log(entry.ratio)) for entry in strip if _stands(entry)), default=0.0)


def _measured(
    contrasts: Sequence[tuple[str, SettingContrast]], titles: Mapping[str, str]
) -> Iterator[SettingMeasured]:
    """A table for each result, version and machine; values of several servers are side by side."""

    def key(found: tuple[str, SettingContrast]) -> tuple[str, ...]:
        bundle, one = found
        return bundle, one.product, one.machine, one.baseline

    for (bundle, *_), group in groupby(sorted(contrasts, key=key), key=key):
        every = [contrast for _, contrast in group]
        standing = [one for one in every if _size(one.strip)]
        told = {one.path for one in standing}
        yield SettingMeasured(
            title=titles[bundle],
            setup=_setup(every[0]),
            baseline=every[0].baseline,
            rows=[
                SettingMeasuredRow(
                    workload=one.workload,
                    path=one.path,
                    value=one.candidate,
                    status=one.status,
                    strip=one.strip,
                )
                for one in sorted(standing, key=lambda c: (-_size(c.strip), c.path, c.candidate))
            ],
            others=[
                SettingResult(title=workload, path=path, servers="")
                for path, workload in {one.path: one.workload for one in every}.items()
                if path not in told
            ],
        )


def _largest(measured: SettingMeasured) -> float:
    return max((_size(row.strip) for row in measured.rows), default=0.0)


_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}


def _value_key(value: str) -> tuple[float, str]:
    """Numbers and sizes by what they are, other texts after them."""
    number, _, unit = value.partition(" ")
    if not _NUMBERS.fullmatch(number):
        return math.inf, value
    return float(number) * _UNITS.get(unit, 1), value


def _value_list(
    uses: Sequence[tuple[str, ServerSetting]], titles: Mapping[str, str]
) -> list[UsedValue]:
    values: dict[str, dict[str, list[SettingResult]]] = {}
    for bundle, use in uses:
        values.setdefault(use.value, {}).setdefault(use.origin, []).append(
            SettingResult(
                title=titles[bundle],
                path=f"/results/{bundle}/",
                servers=_named(use.servers),
            )
        )
    ordered = sorted(values, key=_value_key)
    return [
        UsedValue(
            value=value,
            id=f"value-{place}",
            chosen=values[value].get("chosen", []),
            default=values[value].get("default", []),
        )
        for place, value in enumerate(ordered, 1)
    ]


MOST_NAMED = 3


def _named(servers: Sequence[str]) -> str:
    names = ", ".join(servers[:MOST_NAMED])
    more = len(servers) - MOST_NAMED
    return f"{names} and {more} more" if more > 0 else names
