"""What somebody wants to run again: the names they typed, and the published records behind them.

Published records are JSON that somebody else wrote, handed in as bytes from wherever. What is not
needed is dropped, so that nothing unexpected goes further; a wrong kind, an id that is none, or too
much of anything is refused with a sentence.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from sysbench_archive.capture.plan import RefusalError
from sysbench_archive.derive.reproductions import (
    Campaign,
    CampaignPart,
    CampaignRun,
    CampaignServer,
    CampaignWorkload,
    ComparedPanel,
    Original,
    named_by,
    originals_of_comparison,
    originals_of_runs,
)
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import FactRow, FigureValue, Named
from sysbench_archive.model.bundle import State
from sysbench_archive.problems import inert, shown

T = TypeVar("T")
Reader = Callable[[Any, str], T]
"""Reads a value of JSON at a place, which messages name."""
MAX_ENTRIES = 20_000
MAX_TEXT = 10_000
_HINT = "is this the index.json of a page of this archive?"


def _refuse(where: str, got: object, expected: str) -> RefusalError:
    return RefusalError(
        inert(where) or "/", "not a published record", shown(got), expected, hint=_HINT
    )


def read_text(value: Any, where: str) -> str:
    """Text of bounded length, with nothing in it that a terminal would obey."""
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise _refuse(where, type(value).__name__, f"text of at most {MAX_TEXT} characters")
    return inert(value)


def matching(pattern: str, expected: str) -> Reader[str]:
    """A reader of text that matches a pattern as a whole."""
    compiled = re.compile(pattern)

    def read(value: Any, where: str) -> str:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            got = value if isinstance(value, str) else type(value).__name__
            raise _refuse(where, got, expected)
        return value

    return read


def one_of(choices: Sequence[T]) -> Reader[T]:
    """A reader of one of a few texts."""

    def read(value: Any, where: str) -> T:
        for choice in choices:
            if value == choice:
                return choice
        raise _refuse(where, value, f"one of {', '.join(map(str, choices))}")

    return read


def read_number(value: Any, where: str) -> float:
    """A finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e300:
        raise _refuse(where, value, "a number")
    if not math.isfinite(value):
        raise _refuse(where, value, "a finite number")
    return value


def read_count(value: Any, where: str) -> int:
    """A whole number from 1 to a million."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1_000_000:
        raise _refuse(where, value, "a whole number from 1 to 1000000")
    return value


def list_of(reader: Reader[T]) -> Reader[list[T]]:
    """A reader of a list of bounded length."""

    def read(value: Any, where: str) -> list[T]:
        if not isinstance(value, list) or len(value) > MAX_ENTRIES:
            raise _refuse(where, type(value).__name__, f"a list of at most {MAX_ENTRIES}")
        return [reader(item, f"{where}/{index}") for index, item in enumerate(value)]

    return read


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping of JSON at a place; only the fields that are asked for are read."""

    mapping: Mapping[str, Any]
    where: str

    @classmethod
    def of(cls, value: Any, where: str) -> Fields:
        """The fields of a value. RefusalError where it is no mapping."""
        if not isinstance(value, Mapping):
            raise _refuse(where, type(value).__name__, "a mapping")
        return cls(value, where)

    def read(self, name: str, reader: Reader[T]) -> T:
        """The value of a field. RefusalError where it is missing or of a wrong kind."""
        place = f"{self.where}/{name}"
        if name not in self.mapping:
            raise _refuse(place, "nothing", "a value")
        return reader(self.mapping[name], place)

    def within(self, name: str) -> Fields:
        """The fields of a mapping in this one."""
        return self.read(name, Fields.of)


read_id = matching(r"[a-z0-9][a-z0-9-]{0,200}", "an id: lower case, digits, hyphens")
read_path = matching(r"/(results|comparisons)/[a-z0-9-]{1,300}/([a-z0-9-]{1,300}/)?", "a site path")
read_result_path = matching(r"/results/[a-z0-9-]{1,300}/", "the path of a result")
read_data_path = matching(r"/api/v1/bundles/[a-z0-9-]{1,300}\.json", "the path of a document")
_read_panel_id = matching(r"[a-z0-9][a-z0-9_-]{0,400}", "an id")
_FACT_STATES: tuple[State, ...] = ("stated", "unrecorded", "unavailable")


def _read_named_id(value: Any, where: str) -> str:
    return Fields.of(value, where).read("id", read_id)


def _read_fact(value: Any, where: str) -> FactRow:
    fields = Fields.of(value, where)
    return FactRow(
        name=fields.read("name", read_text),
        label=fields.read("label" if "label" in fields.mapping else "name", read_text),
        value=fields.read("value", read_text),
        unit="",
        state=fields.read("state", one_of(_FACT_STATES)),
        probe="",
    )


_read_facts = list_of(_read_fact)


def _fact_value(facts: Sequence[FactRow], name: str) -> str:
    """What a fact says; "" where it is not there. Published facts are texts."""
    return next((fact.value for fact in facts if fact.name == name), "")


def _read_figures(value: Any, where: str) -> dict[str, FigureValue]:
    """Figures by metric; metrics this program does not know are dropped."""
    fields = Fields.of(value, where)
    return {
        name: FigureValue(value=fields.within(name).read("value", read_number), line=None)
        for name in fields.mapping
        if name in METRICS
    }


def _read_run(value: Any, where: str) -> CampaignRun:
    fields = Fields.of(value, where)
    server = fields.read("server", _read_named_id)
    return CampaignRun(
        path=fields.read("path", read_path),
        server=Named(id=server, label=server),
        workload=fields.read("workload", _read_named_id),
        threads=fields.read("threads", read_count),
        state=fields.read("state", one_of(("complete", "failed"))),
        block=_fact_value(fields.read("facts", _read_facts), "sequence.block"),
        figures=fields.read("figures", _read_figures),
    )


def _read_api_run(value: Any, where: str) -> CampaignRun:
    """A run of a bundle's document in the API, which leaves out what is null."""
    fields = Fields.of(value, where)
    server = fields.read("server", read_id)
    figures = {name: fields.read(name, read_number) for name in METRICS if name in fields.mapping}
    is_in_block = "sequence_block" in fields.mapping
    return CampaignRun(
        path=fields.read("path", read_path),
        server=Named(id=server, label=server),
        workload=fields.read("workload", read_id),
        threads=fields.read("threads", read_count),
        state=fields.read("state", one_of(("complete", "failed"))),
        block=str(fields.read("sequence_block", read_count)) if is_in_block else "",
        figures={name: FigureValue(value=value, line=None) for name, value in figures.items()},
    )


def _read_part(value: Any, where: str) -> CampaignPart:
    fields = Fields.of(value, where)
    return CampaignPart(id=fields.read("id", read_id), facts=fields.read("facts", _read_facts))


def _read_server(value: Any, where: str) -> CampaignServer:
    fields = Fields.of(value, where)
    name = fields.read("id", read_id)
    facts = fields.read("facts", _read_facts)
    return CampaignServer(
        id=name,
        label=fields.read("label", read_text),
        product=fields.read("product", read_text),
        version=fields.read("version", read_text),
        variant=fields.read("variant", read_text),
        regime=fields.read("regime", read_text),
        host=fields.read("host", read_id),
        stands_for=_fact_value(facts, "stands_for") or name,
        facts=facts,
        options=fields.read("options", _read_facts),
    )


def _read_parameter(value: Any, where: str) -> tuple[str, str]:
    fields = Fields.of(value, where)
    return fields.read("name", read_text), fields.read("value", read_text)


def _read_workload(value: Any, where: str) -> CampaignWorkload:
    fields = Fields.of(value, where)
    return CampaignWorkload(
        id=fields.read("id", read_id),
        script=fields.read("script", read_text),
        test=fields.read("test", read_text),
        client=_fact_value(fields.read("facts", _read_facts), "client"),
        parameters=dict(fields.read("parameters", list_of(_read_parameter))),
    )


def read_campaign(value: Any, where: str, look: Callable[[str], bytes]) -> Campaign:
    """What of a result's record is needed. RefusalError where it is none.

    Its runs are in it, or in the document of the API that it names.
    """
    fields = Fields.of(value, where)
    if "runs" in fields.mapping:
        runs = fields.read("runs", list_of(_read_run))
    else:
        data = fields.read("data", read_data_path)
        runs = Fields.of(parsed(look(data), data), data).read("runs", list_of(_read_api_run))
    return Campaign(
        id=fields.read("id", read_id),
        title=fields.read("title", read_text),
        submitted=fields.read("submitted", read_text),
        submitter=fields.read("submitter", read_text),
        hosts=fields.read("hosts", list_of(_read_part)),
        servers=fields.read("servers", list_of(_read_server)),
        clients=fields.read("clients", list_of(_read_part)),
        workloads=fields.read("workloads", list_of(_read_workload)),
        runs=runs,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedPanel:
    """A panel of a published comparison, by its id and title."""

    id: str
    title: str
    compared: ComparedPanel


def _read_panel(value: Any, where: str) -> PublishedPanel:
    fields = Fields.of(value, where)
    return PublishedPanel(
        id=fields.read("id", _read_panel_id),
        title=fields.read("title", read_text),
        compared=ComparedPanel(
            bundle=fields.within("bundle").read("id", read_id),
            workload=fields.read("workload", _read_named_id),
            metric=fields.within("metric").read("name", one_of(tuple(METRICS))),
            servers=fields.read("sides", list_of(_read_named_id)),
        ),
    )


def parsed(data: bytes, where: str) -> Any:
    """JSON as it comes from elsewhere. RefusalError where it is none, or nests too deep."""
    try:
        return json.loads(data, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        said = inert(" ".join(str(error).split()))[:120]
        expected = "a published index.json"
        raise RefusalError(where, "not JSON", said, expected, hint=_HINT) from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


_ID = r"[a-z0-9][a-z0-9-]*"
_SLUG = re.compile(_ID)
_PAIR = re.compile(rf"({_ID})/({_ID})")
_ADDRESS = re.compile(
    rf"(https?://[^\s?#@\\]+?)?(/(?:comparisons/{_ID}|results/{_ID}/{_ID}))/?(?:index\.(?:json|html))?"
)
_EXPECTED = "a comparison's slug, two runs as <bundle>/<run>, or their site paths or addresses"


@dataclass(frozen=True, slots=True)
class Target:
    """Site paths, and the site they are on: "" is this checkout."""

    paths: tuple[str, ...]
    site: str


def target_of(words: Sequence[str], site: str | None) -> Target:
    """The target; `site` is what was asked for beside it. RefusalError where it is none."""
    found = [_place(word) for word in words]
    sites = dict.fromkeys(s for s, _ in found if s)
    if site is not None:
        sites = dict.fromkeys([_site(site)])
    paths = tuple(path for _, path in found)
    runs = [path.startswith("/results/") for path in paths]
    if len(sites) > 1:
        raise RefusalError("reproduce", "two sites are named", ", ".join(sites), "one")
    if runs not in ([False], [True, True]) or len(set(paths)) != len(paths):
        raise RefusalError("reproduce", "not one question", " ".join(words), _EXPECTED)
    return Target(paths, next(iter(sites), ""))


def _site(text: str) -> str:
    if not re.fullmatch(r"https?://[^\s?#@\\]+", text):
        raise RefusalError("--site", "not the address of a site", repr(text), "http(s)://HOST/…")
    return text.rstrip("/")


def _place(word: str) -> tuple[str, str]:
    if match := _ADDRESS.fullmatch(word):
        return match[1] or "", f"{match[2]}/"
    if match := _PAIR.fullmatch(word):
        return "", f"/results/{match[1]}/{match[2]}/"
    if _SLUG.fullmatch(word):
        return "", f"/comparisons/{word}/"
    raise RefusalError("reproduce", "not a name of something published", repr(word), _EXPECTED)


@dataclass(frozen=True, slots=True)
class Published:
    """The originals by panel; a pair of runs is one panel. `titles` say what each asks."""

    originals: Mapping[str, Original]
    titles: Mapping[str, str]


def published(target: Target, look: Callable[[str], bytes]) -> Published:
    """Everything a target names. RefusalError where nothing can be run again."""

    @cache
    def find_campaign(bundle: str) -> Campaign:
        path = f"/results/{bundle}/"
        campaign = read_campaign(parsed(look(path), path), path, look)
        _require(campaign.id, bundle, path)
        return campaign

    if target.paths[0].startswith("/results/"):
        found = _published_runs(target, find_campaign)
    else:
        found = _published_comparison(target.paths[0], look, find_campaign)
    if not found.originals:
        raise RefusalError(
            "reproduce", "it has no two servers with runs to run again", got=" ".join(target.paths)
        )
    return found


def _require(got: str, expected: str, path: str) -> None:
    if got != expected:
        raise RefusalError(path, "another record stands here", got, expected)


def _published_runs(target: Target, find_campaign: Callable[[str], Campaign]) -> Published:
    bundles = dict.fromkeys(map(named_by, target.paths))
    if len(bundles) > 1:
        raise RefusalError(
            "reproduce", "the runs are of two campaigns", ", ".join(bundles), "runs of one bundle",
            hint="their ratio would compare machines; choose two runs of one bundle",
        )  # fmt: skip
    originals = list(originals_of_runs(target.paths, find_campaign))
    if len(originals) != 1:
        raise RefusalError(
            "reproduce", "the runs are no two sides", " ".join(target.paths),
            "two servers, one workload, one number of threads, both in the record",
        )  # fmt: skip
    return Published({"runs": originals[0]}, {"runs": "a pair of runs, with their repetitions"})


def _published_comparison(
    path: str, look: Callable[[str], bytes], find_campaign: Callable[[str], Campaign]
) -> Published:
    fields = Fields.of(parsed(look(path), path), path)
    _require(fields.read("path", read_path), path, path)
    originals, titles = {}, {}
    for panel in fields.read("panels", list_of(_read_panel)):
        for original in originals_of_comparison(path, [panel.compared], find_campaign):
            originals[panel.id], titles[panel.id] = original, panel.title
    return Published(originals, titles)


def chosen(found: Published, panel: str | None) -> Original:
    """The one that is meant. RefusalError with the list where that is not clear."""
    if panel is not None and panel in found.originals:
        return found.originals[panel]
    if panel is None and len(found.originals) == 1:
        return next(iter(found.originals.values()))
    listed = "".join(f"\n  {name}: {title}" for name, title in found.titles.items())
    raise RefusalError(
        "--panel", "which panel?", repr(panel) if panel else "none", f"one of{listed}"
    )
