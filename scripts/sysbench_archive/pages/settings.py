"""Pages of settings: which results used which value, and what changing one alone did.

A page has the largest effects first. What is said of an effect has the status of the verdict that
its contrast reached.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Annotated, TypeVar
from urllib.parse import quote_plus

from msgspec import Meta
from msgspec.structs import replace

from sysbench_archive.comparability.settings import (
    ABSENT,
    DEFAULTS,
    NOT_KNOWN,
    SWITCH_WORDS,
    SWITCHES,
)
from sysbench_archive.comparability.table import effect_of, variable_field
from sysbench_archive.derive.entries import ComparisonEntry, ResultEntry
from sysbench_archive.derive.settings import (
    READ,
    ResultSettings,
    ServerSetting,
    SettingContrast,
    option_text,
)
from sysbench_archive.derive.workloads import LOADS, load_named
from sysbench_archive.metrics import COUNTED, METRICS
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
from sysbench_archive.pages.forest import (
    Forest,
    ForestRow,
    contrast_dot,
    forest,
    forest_group,
    forest_row,
)
from sysbench_archive.pages.kinds import File, Listed, PageKind, SearchDocument, reference
from sysbench_archive.pages.questions import questions_on
from sysbench_archive.pages.ratio_axis import Axis, axis_of
from sysbench_archive.pages.setting_trial import SettingTrial, setting_trial
from sysbench_archive.tables.effects import Effect
from sysbench_archive.verdicts.sentences import finding_at
from sysbench_archive.words.differences import difference_text, range_of
from sysbench_archive.words.phrases import count_text, first_of, threads_of


class SettingDefault(Record):
    """The default of a product from one release on."""

    product: str
    """Product, for readers."""
    since: str
    """First release with it; empty for the oldest known."""
    value: str


class ValueUse(Reference):
    """A result that used a value, or a campaign of such results."""

    about: str
    """How many results of a campaign; of a result the servers that used it, empty where all did."""


class UsedValue(Record):
    """A value, and who used it."""

    value: str
    id: str
    """Its id on the page."""
    text: str
    """In how many results it was set, and in how many it was the version's default."""
    chosen: list[ValueUse]
    """Where somebody set it, the newest first."""
    default: list[ValueUse]
    """Where it was the version's default."""


class QuietResult(Reference):
    """A result in which no difference stands, and its workloads."""

    workloads: list[Reference]


class SettingPage(Record):
    """A setting."""

    variable: str
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
    measured: bool
    """Whether a result changes it alone."""
    forest: Forest | None
    """A row a measurement in which only it differs, a group two of its values, the largest effect
    first; null where there is none.
    """
    further: Forest | None
    """Further such measurements; null where there are none."""
    counted: Forest | None
    """Likewise where the instructions of a transaction were counted; null where they were not."""
    quiet: list[QuietResult]
    """Further results in which only it differs and no difference stands; what the series of an
    effect says is left out.
    """
    trial: SettingTrial | None
    """How to measure it; null where no value is known as an option file has it."""
    questions: list[Reference]
    """Questions with their SQL that are about it."""
    values: list[UsedValue]
    """Values, those that most results set first."""


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
    found: Iterable[ResultSettings],
    titles: Mapping[str, str],
    effects: Sequence[Effect] = (),
    homes: Mapping[str, Reference] | None = None,
) -> list[SettingPage]:
    """The pages of settings: those with an effect measured here, and those that several results set
    to values of which there are several; the largest mean effect first. `titles` are those of
    results by id, `homes` the campaigns that results are part of.
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
            homes or {},
        )
        for variable in sorted(uses.keys() | contrasts.keys())
        if variable in contrasts or _is_worth_a_page(uses[variable])
    ]
    pages.sort(
        key=lambda page: (
            not (page.effect or page.effects),
            -page.effect,
            not page.measured,
            -page.results,
            page.variable,
        )
    )
    return pages


_RowT = TypeVar("_RowT", ServerSetting, SettingContrast)


def _by_variable(rows: Iterable[_RowT]) -> dict[str, list[_RowT]]:
    """The rows of each variable, those of the newest result first."""
    grouped: dict[str, list[_RowT]] = {}
    for row in sorted(rows, key=attrgetter("bundle"), reverse=True):
        grouped.setdefault(row.variable, []).append(row)
    return grouped


def _spelled_alike(uses: Sequence[ServerSetting]) -> Sequence[ServerSetting]:
    """The uses of a variable; where somebody wrote it as a switch, each value is ON or OFF."""
    if all(use.value.upper() not in SWITCH_WORDS for use in uses):
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
    return list(merged.values())


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
    homes: Mapping[str, Reference],
) -> SettingPage:
    field, effect = READ.get(variable), effect_of(variable)
    words = effect.words if effect and not effect.measured else ""
    counted = [contrast for contrast in contrasts if contrast.metric in COUNTED]
    paced = [contrast for contrast in contrasts if contrast.metric not in COUNTED]
    entries = [entry for contrast in paced for entry in contrast.strip]
    alike = _spelled_alike(uses)
    points = {pair for effect in effects for pair in effect.pairs}
    alone = [c for c in paced if _largest(c) or _pair_of(c) not in points]
    for own in (alone, counted):
        own.sort(key=lambda contrast: (-_largest(contrast), contrast.path, contrast.candidate))
    told = [effect_text(effects[0])] if effects else [_finding(paced)] if paced else []
    told += [_finding(counted)] if counted else []
    stands = sum(1 for contrast in alone if _largest(contrast))
    shown = min(stands, MOST_ROWS) or min(len(alone), MOST_QUIET_ROWS)
    axis = axis_of(entry.ratio for contrast in alone for entry in contrast.strip)
    return SettingPage(
        variable=variable,
        path=f"/settings/{variable}/",
        title=field.label if field else variable,
        about=words or (field.why if field else ""),
        source=effect.source if effect else "",
        finding=" ".join(told) or _used(alike),
        effect=sum(map(_size, entries)) / (len(entries) or 1),
        results=len({use.bundle for use in uses if use.origin == "chosen"}),
        defaults=list(_defaults(variable)),
        effects=effect_views(effects),
        measured=bool(contrasts),
        forest=_forest(axis, alone[:shown]),
        further=_forest(axis, alone[shown:stands]),
        counted=_forest(
            axis_of(entry.ratio for contrast in counted for entry in contrast.strip),
            counted,
            ("fewer", "more"),
        ),
        quiet=list(_quiet(alone[max(shown, stands) :], titles)),
        trial=setting_trial(variable, effect.families if effect else (), alike),
        questions=questions_on(variable),
        values=_value_list(alike, titles, homes),
    )


MOST_ROWS = 12
"""Measurements with a difference that a page shows before it folds them."""
MOST_QUIET_ROWS = 6
"""Measurements without, where there are no others."""


def _forest(
    axis: Axis,
    contrasts: Sequence[SettingContrast],
    ends: tuple[str, str] = ("slower", "faster"),
) -> Forest | None:
    """A row a measurement, below the two values it is of; None of none."""
    groups: dict[str, list[ForestRow]] = {}
    alike: dict[tuple[str, ...], list[SettingContrast]] = {}
    for contrast in contrasts:
        alike.setdefault(_told_apart(contrast), []).append(contrast)
    for contrast in contrasts:
        named = _name_among(contrast, alike[_told_apart(contrast)])
        row = _forest_row(axis, contrast, f"{contrast.setup}{named}")
        groups.setdefault(_change_text(contrast), []).append(row)
    rows = [forest_group(title, own) for title, own in groups.items()]
    return forest(axis, rows, ends) if rows else None


def _told_apart(contrast: SettingContrast) -> tuple[str, ...]:
    return _change_text(contrast), contrast.workload, contrast.setup


def _name_among(contrast: SettingContrast, alike: Sequence[SettingContrast]) -> str:
    """What tells rows apart that read alike: the campaign, or the servers, which then differ in
    something that both have.
    """
    if len(alike) == 1:
        return ""
    if len({other.servers[1] for other in alike}) == 1:
        bundles = sorted({other.bundle for other in alike})
        return f", campaign {bundles.index(contrast.bundle) + 1} of {len(bundles)}"
    return f", {contrast.servers[1]}"


def _forest_row(axis: Axis, contrast: SettingContrast, detail: str) -> ForestRow:
    return forest_row(
        axis,
        [contrast_dot(axis, entry, contrast.status, contrast.path) for entry in contrast.strip],
        [entry.ratio for entry in contrast.strip],
        name=contrast.workload,
        detail=detail,
        path=contrast.path,
        by=f"{threads_of([entry.threads for entry in contrast.strip])}; {contrast.status}",
    )


def _unit(contrast: SettingContrast) -> str:
    """What a difference is of, where that is not throughput."""
    metric = contrast.metric
    return f" {METRICS[metric].label.lower()}" if metric in COUNTED else ""


_CLEAR = frozenset({"equivalent", "no-clear-difference"})


def _finding(contrasts: Sequence[SettingContrast]) -> str:
    """The largest difference that stands, the largest the other way of the same two values, and in
    how many measurements any does. Where none does, the range of the two values most measured: one
    from 5 to 10 GiB is another than one from 5 to 100.
    """
    found = [(contrast, entry) for contrast in contrasts for entry in contrast.strip]
    standing = sorted((pair for pair in found if _size(pair[1])), key=lambda pair: -_size(pair[1]))
    measurements = f"{count_text(len(found), 'measurement')} in which it changes alone"
    if not standing:
        by_change: dict[str, list[ContrastRecord]] = {}
        for contrast, entry in found:
            by_change.setdefault(_change_text(contrast), []).append(entry)
        change, own = max(
            by_change.items(),
            key=lambda item: (len(item[1]), max(abs(math.log(entry.ratio)) for entry in item[1])),
        )
        among = measurements if len(own) == len(found) else f"{len(own)} of {measurements}"
        differences = f"{range_of(entry.ratio for entry in own)}{_unit(contrasts[0])}"
        return f"{change}: {differences} in {among}; {_why(own)}."
    first, entry = standing[0]
    values = first.baseline, first.candidate
    others = [
        (contrast, other)
        for contrast, other in standing
        if (other.ratio > 1) != (entry.ratio > 1)
        and (contrast.baseline, contrast.candidate) == values
    ]
    texts = [_effect_text(*pair) for pair in (standing[0], *others[:1])]
    shown = f"{len(standing)} of {measurements} {'shows' if len(standing) == 1 else 'show'}"
    return f"{_change_text(first)}: {'. The other way: '.join(texts)}. {shown} a difference."


def _why(entries: Sequence[ContrastRecord]) -> str:
    """Why none of them stands."""
    if all(entry.direction in _CLEAR for entry in entries):
        return "no clear difference"
    single = all(min(entry.n) == 1 for entry in entries)
    return "single runs decide nothing" if single else "too noisy to tell"


MOST_VALUES = 3
"""Values that a sentence names."""


def _used(uses: Sequence[ServerSetting]) -> str:
    """The values that most results set, most first."""
    counts = Counter(use.value for use in uses if use.origin == "chosen")
    used = [f"{value} in {count_text(n, 'result')}" for value, n in counts.most_common(MOST_VALUES)]
    said = f"It was set to {', '.join(used)}" if used else "Nobody set it"
    return f"Nobody measured it alone. {said}."


def _change_text(contrast: SettingContrast) -> str:
    values = (option_text(value) for value in (contrast.candidate, contrast.baseline))
    return " against ".join(values)


_NAME = re.compile(r"[.,]")


def _effect_text(contrast: SettingContrast, entry: ContrastRecord) -> str:
    server = f"{PRODUCTS[contrast.product]} {contrast.version}"
    # Titles begin with a capital; the name of a test says its kind of load.
    known = load_named(_NAME.split(contrast.workload)[0]) if contrast.workload.islower() else None
    about = f"{LOADS[known].label if known else contrast.workload}, {server}; {contrast.status}"
    told = f"{difference_text(entry.ratio)}{_unit(contrast)}"
    return f"{told} at {threads_of([entry.threads])} ({about})"


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


def _quiet(
    contrasts: Sequence[SettingContrast], titles: Mapping[str, str]
) -> Iterator[QuietResult]:
    """The workloads of each result, each once."""
    workloads: dict[str, dict[str, Reference]] = {}
    for one in contrasts:
        found = workloads.setdefault(one.bundle, {})
        found[one.path] = Reference(path=one.path, title=one.workload)
    for bundle, own in workloads.items():
        title, path = titles[bundle], f"/results/{bundle}/"
        yield QuietResult(title=title, path=path, workloads=list(own.values()))


MOST_NAMED = 3
"""Servers that are named beside a result."""


def _value_list(
    uses: Iterable[ServerSetting], titles: Mapping[str, str], homes: Mapping[str, Reference]
) -> list[UsedValue]:
    """The values that most results set first, each with the results that used it."""
    values: dict[str, dict[str, list[ServerSetting]]] = {}
    for use in uses:
        own = values.setdefault(use.value, {"chosen": [], "default": []})
        own[use.origin].append(use)
    ordered = sorted(
        values, key=lambda value: (*(-len(own) for own in values[value].values()), value)
    )
    return [
        UsedValue(
            value=value,
            id=f"value-{place}",
            text=_use_text(**values[value]),
            **{origin: _value_uses(own, titles, homes) for origin, own in values[value].items()},
        )
        for place, value in enumerate(ordered, 1)
    ]


def _use_text(chosen: Sequence[ServerSetting], default: Sequence[ServerSetting]) -> str:
    by_default = f"the version's default in {count_text(len(default), 'result')}"
    if not chosen:
        return f"{by_default[0].upper()}{by_default[1:]}."
    said = f"Set in {count_text(len(chosen), 'result')}"
    return f"{said}, {by_default}." if default else f"{said}."


def _value_uses(
    uses: Iterable[ServerSetting], titles: Mapping[str, str], homes: Mapping[str, Reference]
) -> list[ValueUse]:
    """A campaign in place of several of its results."""
    groups: dict[str, list[ServerSetting]] = {}
    for use in uses:
        home = homes.get(use.bundle)
        groups.setdefault(home.path if home else use.bundle, []).append(use)
    return [
        ValueUse(
            title=homes[own[0].bundle].title,
            path=homes[own[0].bundle].path,
            about=count_text(len(own), "result"),
        )
        if len(own) > 1
        else ValueUse(
            title=titles[own[0].bundle],
            path=f"/results/{own[0].bundle}/",
            about=first_of(own[0].servers, MOST_NAMED),
        )
        for own in groups.values()
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


def setting_documents(
    settings: Iterable[SettingPage], uses: SettingUses
) -> Iterator[SearchDocument]:
    """A setting leads to its own page, else to the results that were given it."""
    pages = {page.variable: page for page in settings}
    for name, values in uses.settings.items():
        page = pages.get(name)
        ordered = sorted(values.items(), key=lambda used: (-len(used[1]), used[0]))
        told = [f"{value} in {count_text(len(places), 'result')}" for value, places in ordered]
        yield SearchDocument(
            kind="setting",
            path=page.path if page else f"/results/?setting={quote_plus(name)}",
            title=name,
            text=page.finding if page else first_of(told, _MOST_FOUND),
            words=f"{page.title} {page.about}" if page else "",
        )


def _homes(pages: Iterable[ComparisonEntry]) -> dict[str, Reference]:
    """The campaigns of bundles that share a page."""
    campaigns = [page for page in pages if page.kind == "matrix" and not page.own]
    return {bundle: reference(page) for page in campaigns for bundle in page.bundles}


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
    made=lambda listed: setting_pages(
        listed.settings, listed.titles, listed.effects, _homes(listed.pages)
    ),
    titles=lambda settings: [(page.path, page.variable) for page in settings],
    documents=lambda settings, listed: setting_documents(settings, _uses(settings, listed)),
    files=_files,
    followed=lambda settings, listed: [
        (page.path, {entry.id for entry in listed.results if page.variable in entry.settings})
        for page in settings
    ],
)
