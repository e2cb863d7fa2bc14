"""Pages of settings: which results used which value, and what changing one alone did.

A page has the largest effects first. What is said of an effect has the status of the verdict that
its contrast reached.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Annotated, TypeVar
from urllib.parse import quote_plus

from msgspec import Meta
from msgspec.structs import replace

from sysbench_archive.comparability.settings import ABSENT, DEFAULTS, NOT_KNOWN, SWITCHES
from sysbench_archive.comparability.table import effect_of, variable_field
from sysbench_archive.derive.entries import ResultEntry
from sysbench_archive.derive.settings import (
    READ,
    ResultSettings,
    ServerSetting,
    SettingContrast,
    option_text,
)
from sysbench_archive.model.base import Number, Record, Reference
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.comparison import ContrastRecord
from sysbench_archive.pages.effects import (
    EffectView,
    effect_chart,
    effect_text,
    effect_views,
    found_effects,
)
from sysbench_archive.pages.kinds import File, Listed, PageKind, SearchDocument
from sysbench_archive.tables.effects import Effect
from sysbench_archive.verdicts.sentences import finding_at
from sysbench_archive.words.differences import difference_text
from sysbench_archive.words.phrases import STATUSES, count_text, first_of, threads_of


class SettingDefault(Record):
    """The default of a product from one release on."""

    product: str
    """Product, for readers."""
    since: str
    """First release with it; empty for the oldest known."""
    value: str
    """Default."""


class UsedValue(Record):
    """A value, and who used it."""

    value: str
    id: str
    """Its id on the page."""
    chosen: list[SettingResult]
    """Results whose configuration sets it."""
    default: list[SettingResult]
    """Results where it was the version's default."""


class SettingResult(Reference):
    """A result that used a value."""

    servers: str
    """Servers that used it; empty where all of the result did."""


class SettingMeasured(Record):
    """Values of a setting that one result measured against each other on servers of one version."""

    title: str
    """Title of the result."""
    setup: str
    """Product, version, machine and buffer pool in short."""
    baseline: str
    """Value the others are held against."""
    rows: list[SettingContrast]
    """Where a difference stands, the largest first."""
    others: list[Reference]
    """Workloads under which none stands, each once."""


class SettingPage(Record):
    """A setting."""

    variable: str
    """Variable of the server."""
    path: str
    title: str
    """Name for readers; the variable where it has none."""
    about: str
    """What it does; empty where the archive does not know."""
    source: str
    """Where that is documented: a web address, or a path of this site; else empty."""
    finding: str
    """What changing it alone did, in a sentence."""
    effect: Number
    """Mean size of its effect: the natural logarithm of the ratio, 0 where no difference stands."""
    results: int
    """Results that set it."""
    defaults: list[SettingDefault]
    """Defaults by release."""
    effects: list[EffectView]
    """What changing it does over buffer pools and threads, where that is found."""
    measured: list[SettingMeasured]
    """Results in which only it differs; where nothing stands of a point of an effect it is left
    out.
    """
    values: list[UsedValue]
    """Values, those that most results chose first."""


class SettingUses(Record):
    """`lists/settings.json`: which bundles gave their servers which settings."""

    bundles: list[str]
    """Ids of bundles."""
    paths: dict[str, str]
    """Setting to the address of its page, of those that have one."""
    settings: dict[str, dict[str, list[Annotated[int, Meta(ge=0)]]]]
    """Setting, with underscores, to its values, to the places among the bundles of those that used
    it.
    """


LEAST_RESULTS = 2
"""Results that have to set a variable for it to have a page, where nothing was measured of it."""


def setting_pages(
    found: Iterable[ResultSettings], titles: Mapping[str, str], effects: Sequence[Effect] = ()
) -> list[SettingPage]:
    """The pages of settings: those with an effect measured here, and those that several results set
    to values of which there are several; the largest mean effect first. `titles` are those of
    results by id.
    """
    found = list(found)
    uses = _by_variable(use for one in found for use in one.uses)
    contrasts = _by_variable(c for one in found for c in one.contrasts if c.subject == "setting")
    over: dict[str, list[Effect]] = {}
    for effect in found_effects(effects):
        over.setdefault(effect.said.changed, []).append(effect)
    pages = [
        _page(
            variable,
            uses.get(variable, []),
            contrasts.get(variable, []),
            over.get(variable, []),
            titles,
        )
        for variable in sorted(uses.keys() | contrasts.keys())
        if variable in contrasts or _is_worth_a_page(uses[variable])
    ]
    pages.sort(key=lambda page: (-page.effect, not page.measured, -page.results, page.variable))
    return pages


_RowT = TypeVar("_RowT", ServerSetting, SettingContrast)


def _by_variable(rows: Iterable[_RowT]) -> dict[str, list[_RowT]]:
    """The rows of each variable, those of the newest result first."""
    grouped: dict[str, list[_RowT]] = {}
    for row in sorted(rows, key=attrgetter("bundle"), reverse=True):
        grouped.setdefault(row.variable, []).append(row)
    return grouped


def _spelled_alike(uses: Sequence[ServerSetting]) -> Iterable[ServerSetting]:
    """The uses of a variable; where somebody wrote it as a switch, each value is ON or OFF."""
    if all(use.value.upper() not in _WORDS for use in uses):
        return uses
    merged: dict[tuple[str, str, str], ServerSetting] = {}
    for use in uses:
        value = SWITCHES.get(use.value.upper(), use.value)
        before = merged.get(key := (use.bundle, value, use.origin))
        servers = use.servers
        # No names are all servers of a result.
        if before:
            both = before.servers and use.servers
            servers = list(dict.fromkeys([*before.servers, *use.servers])) if both else []
        merged[key] = replace(use, value=value, servers=servers)
    return merged.values()


_WORDS = frozenset(word for word in SWITCHES if not word.isdigit())
"""How a switch is written, but for 0 and 1, which may be numbers."""


def _is_worth_a_page(uses: Sequence[ServerSetting]) -> bool:
    """Of values as they were written: pages that several spellings once gave a variable stay."""
    setting = {use.bundle for use in uses if use.origin == "chosen"}
    return len(setting) >= LEAST_RESULTS and len({use.value for use in uses}) > 1


def _page(
    variable: str,
    uses: Sequence[ServerSetting],
    contrasts: Sequence[SettingContrast],
    effects: Sequence[Effect],
    titles: Mapping[str, str],
) -> SettingPage:
    field, effect = READ.get(variable), effect_of(variable)
    words = effect.words if effect and not effect.measured else ""
    entries = [entry for contrast in contrasts for entry in contrast.strip]
    values = _value_list(_spelled_alike(uses), titles)
    finding = _finding(contrasts) if contrasts else _used(values)
    points = {pair for effect in effects for pair in effect.pairs}
    alone = [c for c in contrasts if _largest(c) or _pair_of(c) not in points]
    return SettingPage(
        variable=variable,
        path=f"/settings/{variable}/",
        title=field.label if field else variable,
        about=words or (field.why if field else ""),
        source=effect.source if effect else "",
        finding=effect_text(effects[0]) if effects else finding,
        effect=sum(map(_size, entries)) / (len(entries) or 1),
        results=len({use.bundle for use in uses if use.origin == "chosen"}),
        defaults=list(_defaults(variable)),
        effects=effect_views(effects),
        measured=sorted(
            _measured(alone, titles),
            key=lambda one: max(map(_largest, one.rows), default=0.0),
            reverse=True,
        ),
        values=values,
    )


MOST_VALUES = 3
"""Values that a sentence names."""


def _finding(contrasts: Sequence[SettingContrast]) -> str:
    """In how many measurements a difference stands, the largest of them, and the largest the other
    way of the same two values.
    """
    found = [(contrast, entry) for contrast in contrasts for entry in contrast.strip]
    standing = sorted((pair for pair in found if _size(pair[1])), key=lambda pair: -_size(pair[1]))
    measurements = count_text(len(found), "measurement")
    if not standing:
        return f"Changed alone in {measurements}; no difference stands out of the noise."
    first, entry = standing[0]
    values = first.baseline, first.candidate
    others = [
        (contrast, other)
        for contrast, other in standing
        if (other.ratio > 1) != (entry.ratio > 1)
        and (contrast.baseline, contrast.candidate) == values
    ]
    shown = "1 shows" if len(standing) == 1 else f"{len(standing)} show"
    effects = "; ".join(_effect_text(*pair) for pair in (standing[0], *others[:1]))
    return (
        f"Changed alone in {measurements}, of which {shown} a difference. The largest: {effects}."
    )


def _used(values: Sequence[UsedValue]) -> str:
    """The values that most results set, most first."""
    found = sorted(values, key=lambda value: -len(value.chosen))[:MOST_VALUES]
    used = [f"{v.value} in {count_text(len(v.chosen), 'result')}" for v in found if v.chosen]
    said = f"Set to {', '.join(used)}" if used else "Nobody set it"
    return f"{said}. No result here changes it alone."


def _effect_text(contrast: SettingContrast, entry: ContrastRecord) -> str:
    change = f"{contrast.candidate} against {contrast.baseline}: {difference_text(entry.ratio)}"
    status = STATUSES[contrast.status].lower()
    about = f"{contrast.workload}, {contrast.setup}; {status}"
    return f"{change} at {threads_of([entry.threads])} ({about})"


def _defaults(variable: str) -> Iterator[SettingDefault]:
    """Defaults by product and first release; what is not known for certain is left out."""
    for product, table in DEFAULTS.items():
        steps = [step for step in table.get(variable, ()) if step[1] != ABSENT]
        for before, (since, value) in zip([None, *steps], steps, strict=False):
            if value != NOT_KNOWN and (before is None or value != before[1]):
                yield SettingDefault(
                    product=PRODUCTS[product],
                    since=".".join(map(str, since)) if since != (0,) else "",
                    value=option_text(value) if value else "empty",
                )


def _size(entry: ContrastRecord) -> float:
    """An effect that stands, on the logarithmic scale; 0 of one that does not."""
    return abs(math.log(entry.ratio)) if finding_at(entry) == "signed" else 0.0


def _pair_of(contrast: SettingContrast) -> tuple[str, str, frozenset[str]]:
    return contrast.bundle, contrast.workload_id, frozenset(contrast.servers)


def _largest(contrast: SettingContrast) -> float:
    return max(map(_size, contrast.strip))


def _measured(
    contrasts: Sequence[SettingContrast], titles: Mapping[str, str]
) -> Iterator[SettingMeasured]:
    """A table for each result, version and machine; values of several servers are side by side."""
    key = attrgetter("bundle", "setup", "baseline")
    for (bundle, setup, baseline), group in groupby(sorted(contrasts, key=key), key=key):
        every = list(group)
        standing = [one for one in every if _largest(one)]
        told = {one.path for one in standing}
        workloads = {one.path: one.workload for one in every if one.path not in told}
        yield SettingMeasured(
            title=titles[bundle],
            setup=setup,
            baseline=baseline,
            rows=sorted(standing, key=lambda one: (-_largest(one), one.path, one.candidate)),
            others=[Reference(path=path, title=name) for path, name in workloads.items()],
        )


_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30}


def _value_key(value: str) -> tuple[float, str]:
    """Numbers and sizes by what they are, other texts after them."""
    number, _, unit = value.partition(" ")
    if not _NUMBERS.fullmatch(number):
        return math.inf, value
    return float(number) * _UNITS.get(unit, 1), value


MOST_NAMED = 3
"""Servers that are named beside a result."""


def _value_list(uses: Iterable[ServerSetting], titles: Mapping[str, str]) -> list[UsedValue]:
    """The values by size, each with the results that used it, the newest first."""
    values: dict[str, dict[str, list[SettingResult]]] = {}
    for use in uses:
        values.setdefault(use.value, {}).setdefault(use.origin, []).append(
            SettingResult(
                title=titles[use.bundle],
                path=f"/results/{use.bundle}/",
                servers=first_of(use.servers, MOST_NAMED),
            )
        )
    return [
        UsedValue(
            value=value,
            id=f"value-{place}",
            chosen=values[value].get("chosen", []),
            default=values[value].get("default", []),
        )
        for place, value in enumerate(sorted(values, key=_value_key), 1)
    ]


def setting_addresses(settings: Iterable[SettingPage]) -> dict[str, str]:
    """Pages of settings by the names that comparability reports have for them.

    That is the field of the table of conditions which reads the variable first, else the variable.
    """
    return {
        (READ.get(page.variable) or variable_field(page.variable)).name: page.path
        for page in settings
    }


SETTINGS_FILE = "lists/settings.json"


def setting_uses(results: Iterable[ResultEntry], paths: Mapping[str, str]) -> SettingUses:
    """Who gave servers which settings; `paths` are the addresses of settings' own pages."""
    entries = sorted(results, key=attrgetter("id"))
    used: dict[str, dict[str, list[int]]] = {}
    for place, entry in enumerate(entries):
        for name, values in entry.settings.items():
            for value in values:
                used.setdefault(name, {}).setdefault(value, []).append(place)
    return SettingUses(
        bundles=[entry.id for entry in entries],
        paths={name: path for name, path in paths.items() if name in used},
        settings=dict(sorted(used.items())),
    )


_MOST_FOUND = 12
"""Values of a setting that its document names."""


def setting_documents(uses: SettingUses) -> Iterator[SearchDocument]:
    """A setting leads to its own page, else to the results that were given it."""
    for name, values in uses.settings.items():
        ordered = sorted(values.items(), key=lambda used: (-len(used[1]), used[0]))
        told = [f"{value} in {count_text(len(places), 'result')}" for value, places in ordered]
        yield SearchDocument(
            kind="setting",
            path=uses.paths.get(name) or f"/results/?setting={quote_plus(name)}",
            title=name,
            text=first_of(told, _MOST_FOUND),
        )


def _files(settings: Iterable[SettingPage], listed: Listed) -> Iterator[File]:
    # Pages of every bundle lead to those of settings.
    yield ADDRESSES_FILE, setting_addresses(settings)
    yield f"static/{SETTINGS_FILE}", _uses(settings, listed)
    for effect in found_effects(listed.effects):
        chart = effect_chart(effect)
        yield f"charts/{chart.name}.json", chart


def _uses(settings: Iterable[SettingPage], listed: Listed) -> SettingUses:
    return setting_uses(listed.results, {page.variable: page.path for page in settings})


ADDRESSES_FILE = "data/setting_addresses.json"
SETTINGS = PageKind(
    name="settings",
    record=SettingPage,
    made=lambda listed: setting_pages(listed.settings, listed.titles, listed.effects),
    titles=lambda settings: [(page.path, page.variable) for page in settings],
    documents=lambda settings, listed: setting_documents(_uses(settings, listed)),
    files=_files,
)
