"""JSON Schemas of what is published, made from the record types of `model`.

`make schemas` writes them; a test demands that the committed files are what the types give. The
meaning of a record is its class's docstring, that of a field the string below it.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args, get_type_hints

import msgspec

from sysbench_archive.model.base import Record
from sysbench_archive.model.comparison import Comparison
from sysbench_archive.model.comparison_revision import PinnedComparison
from sysbench_archive.model.history import AddressIndex
from sysbench_archive.model.listing import Catalog, PageIndex
from sysbench_archive.model.meanings import field_meanings, one_line
from sysbench_archive.model.policy import PolicyRecord
from sysbench_archive.model.reproduction import ReproductionRecord
from sysbench_archive.model.result import PublishedResult, VariableTable
from sysbench_archive.pages.campaign import CampaignRecord
from sysbench_archive.pages.comparison.page import ComparisonPage
from sysbench_archive.pages.explore import ExploreIndex, ExplorePiece
from sysbench_archive.pages.filed import FiledGroup
from sysbench_archive.pages.history import BundleHistory, WithdrawnComparison
from sysbench_archive.pages.home import HomeRecord
from sysbench_archive.pages.listing import ListIndex, ListRecord
from sysbench_archive.pages.questions import Question
from sysbench_archive.pages.registry import KINDS
from sysbench_archive.pages.result import ResultPage
from sysbench_archive.pages.search import SearchIndex
from sysbench_archive.pages.settings import SettingUses
from sysbench_archive.pages.sources import SourceList
from sysbench_archive.pages.upgrade_question import UpgradeLines, UpgradeQuestion
from sysbench_archive.pages.upgrades import UpgradePage
from sysbench_archive.publish.api import (
    ApiBuild,
    ApiHostEntry,
    ApiIndex,
    ApiResultEntry,
    ApiWithdrawn,
)
from sysbench_archive.publish.compare import CompareRecord
from sysbench_archive.publish.sql_engine import SqlEngine
from sysbench_archive.publish.tables import ApiPage
from sysbench_archive.tables.bundles import ApiBundle, ApiResult
from sysbench_archive.tables.comparisons import ApiComparison, ApiContrast, TableRevision
from sysbench_archive.tables.effects import TableEffect
from sysbench_archive.tables.release_pairs import ApiGoneUpgrade, ApiUpgrade
from sysbench_archive.tables.series import TableSeries
from sysbench_archive.tables.settings import TableSetting
from sysbench_archive.tables.sources import TableSource, TableSourceRow

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class SchemaFile:
    """A file of `schema/`. Documents and parts keep the names they have here, in `$defs`.

    `parts` are records that stand in no document by themselves. Where `is_any_document` is true the
    schema as a whole is that of any of its documents.
    """

    name: str
    identifier: str
    title: str
    description: str
    documents: Mapping[str, type[Record]]
    parts: Mapping[str, type[Record]] = field(default_factory=dict)
    is_any_document: bool = False


DERIVED = SchemaFile(
    name="derived",
    identifier="urn:sysbench-archive:schema:derived-1",
    title="Sysbench Archive derived data, version 1",
    description=(
        "The contract between Python and Hugo, and of the index.json beside pages, which leaves out"
        " drawings, quotations and the runs of results. `records/results/<bundle>.json` is a"
        " result as its pages show it, `records/comparisons/<slug>.json` a comparison,"
        " `records/campaigns/<slug>.json` the comparisons that share a page,"
        " `records/comparison_revisions/<slug>.json` what a comparison said at each revision,"
        " `pages.json` which pages there are and were,"
        " `site.json`, `versions.json`, `workloads.json` (`filed`), `sources.json`, `rules.json`,"
        " `schema.json`, `api.json` and `questions.json` are the lists; a file that is a list of"
        " records has each of its kind, `sql.json` is what /sql/ loads,"
        " `search/documents.json` what the search knows at once,"
        " `revisions/<bundle>.json` the history of a bundle that was corrected or withdrawn,"
        " `addresses.json` the permanent addresses. Paths are relative to the site's base; numbers"
        " are rounded; nothing is left to compute."
    ),
    documents={
        **{kind.name: kind.record for kind in KINDS if kind.record is not FiledGroup},
        "filed": FiledGroup,
        "home": HomeRecord,
        "pages": PageIndex,
        "catalog": Catalog,
        "sources": SourceList,
        "api": ApiPage,
        "build": ApiBuild,
        "question": Question,
        "sql": SqlEngine,
        "result": PublishedResult,
        "result_page": ResultPage,
        "variables": VariableTable,
        "comparison": ComparisonPage,
        "comparison_file": Comparison,
        "campaign": CampaignRecord,
        "reproduction": ReproductionRecord,
        "upgrade_pair": UpgradePage,
        "upgrade_lines": UpgradeLines,
        "upgrade_question": UpgradeQuestion,
        "history": BundleHistory,
        "withdrawn_comparison": WithdrawnComparison,
        "pinned_comparison": PinnedComparison,
        "addresses": AddressIndex,
        "explore_index": ExploreIndex,
        "explore_piece": ExplorePiece,
        "compare": CompareRecord,
        "policy": PolicyRecord,
        "search": SearchIndex,
        "list_index": ListIndex,
        "list_piece": ListRecord,
        "setting_uses": SettingUses,
    },
)
API = SchemaFile(
    name="api-1",
    identifier="urn:sysbench-archive:schema:api-1",
    title="Sysbench Archive API, version 1",
    description=(
        "The documents below /api/v1/, the lines of its lists, and the columns of the downloads. A"
        " null, or a field that is not there, means that something does not apply, was not recorded"
        " or was not exposed; the bundle tells which. Fields may be added; none is renamed, removed"
        " or given another meaning within version 1."
    ),
    documents={
        "index": ApiIndex,
        "bundle": ApiBundle,
        "withdrawn": ApiWithdrawn,
        "upgrade": ApiUpgrade,
        "gone_upgrade": ApiGoneUpgrade,
        "result_entry": ApiResultEntry,
        "host_entry": ApiHostEntry,
        "comparison": ApiComparison,
        "contrast": ApiContrast,
    },
    parts={
        "result": ApiResult,
        "table_source": TableSource,
        "table_setting": TableSetting,
        "table_series": TableSeries,
        "table_effect": TableEffect,
        "table_source_row": TableSourceRow,
        "table_revision": TableRevision,
    },
    is_any_document=True,
)
FILES = (DERIVED, API)


def schema_bytes(file: SchemaFile) -> bytes:
    """A schema as its file holds it."""
    return f"{json.dumps(schema_of(file), ensure_ascii=False, indent=2)}\n".encode()


def schema_of(file: SchemaFile) -> Schema:
    """The schema of some documents, with every record they are made of."""
    any_document = [{"$ref": f"#/$defs/{name}"} for name in file.documents]
    return {
        "$schema": DIALECT,
        "$id": file.identifier,
        "title": file.title,
        "description": file.description,
        **({"anyOf": any_document} if file.is_any_document else {}),
        "$defs": definitions({**file.documents, **file.parts}),
    }


def definitions(documents: Mapping[str, type[Record]]) -> dict[str, Schema]:
    """Published name to schema: the documents in their order, then what they are made of."""
    _, components = msgspec.json.schema_components(documents.values(), ref_template="{name}")
    used = {record.__name__: record for record in records_of(documents.values())}
    names = {record.__name__: name for name, record in documents.items()}
    for name in used.keys() - names.keys():
        names[name] = published_name(name)
    if len({*names.values()}) < len(names) or used.keys() != components.keys():
        message = f"Two records have one name: {sorted(names.values())}"
        raise ValueError(message)
    made = {
        names[name]: _with_meanings(_published(components[name], names), used[name])
        for name in used
    }
    order = [*documents, *sorted(made.keys() - documents.keys())]
    return {name: made[name] for name in order}


def records_of(documents: Iterable[type[Record]]) -> list[type[Record]]:
    """Records and every record their fields hold."""
    found: dict[type[Record], None] = {}
    pending: list[Any] = list(documents)
    while pending:
        kind = pending.pop(0)
        if not (inspect.isclass(kind) and issubclass(kind, Record)):
            pending += get_args(kind)
        elif kind not in found:
            found[kind] = None
            pending += get_type_hints(kind).values()
    return list(found)


def published_name(class_name: str) -> str:
    """`FactRow` is `fact_row` in a schema, `RunRecord` is `run`, `ApiHost` is `host`."""
    bare = class_name.removeprefix("Api").removesuffix("Record")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", bare).lower()


def _with_meanings(schema: Schema, record: type[Record]) -> Schema:
    """A record's schema with what its docstrings say."""
    meanings, properties = field_meanings(record), schema["properties"]
    for member in msgspec.structs.fields(record):
        properties[member.encode_name]["description"] = meanings[member.name]
    meaning = one_line(record.__doc__ or "")
    return {**_without(schema, "title"), "description": meaning, **record.json_schema}


def _published(schema: Schema, names: Mapping[str, str]) -> Schema:
    """msgspec's schema with published names, and simple choices of types as a list of types."""

    def changed(node: Schema) -> Schema:
        if "$ref" in node:
            return {**node, "$ref": f"#/$defs/{names[node['$ref']]}"}
        branches = node.get("anyOf", ())
        types = [branch["type"] for branch in branches if branch.keys() == {"type"}]
        if not types or len(types) < len(branches):
            return node
        # A whole number is a number to JSON Schema.
        kept = [kind for kind in types if kind != "integer" or "number" not in types]
        return {"type": kept[0] if len(kept) == 1 else kept, **_without(node, "anyOf")}

    found: Schema = json.loads(json.dumps(schema), object_hook=changed)
    return found


def _without(schema: Schema, keyword: str) -> Schema:
    return {key: value for key, value in schema.items() if key != keyword}
