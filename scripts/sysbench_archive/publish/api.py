"""The API: its lists, its index, and its description as OpenAPI, which programs make clients of.

A list is cut by the month bundle ids begin with, so that a page stays as it is while the archive
grows: only a correction changes an old one. A page is JSON lines, a record a line, packed with
gzip: not every host packs what it sends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from sysbench_archive import __version__
from sysbench_archive.derive.cells import metric_record
from sysbench_archive.ledger.record import Row
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.base import MetricRecord, Record, example, narrowed
from sysbench_archive.publish.downloads import ApiDownload
from sysbench_archive.tables import SCHEMA
from sysbench_archive.tables.bundles import ApiBundle, ApiHost, ApiResult, ApiServer
from sysbench_archive.tables.comparisons import ApiComparison, ApiContrast
from sysbench_archive.tables.release_pairs import ReleasePair, pairs_by_upgrade
from sysbench_archive.verdicts.policy import VERSION

ROOT = "/api/v1/"
WRITTEN_BY_HAND = "curated"
"""The page of comparisons that belong to no month; it is there even with nothing on it."""
CROISSANT = f"{ROOT}croissant.json"
"""Where the tables are described as a Croissant data set."""
_SHARDS = [{"name": "2026-11", "path": "/api/v1/results/2026-11.jsonl.gz", "count": 12}]


_BUILD: dict[str, Any] = {
    "commit": "c0ffee0123456789c0ffee0123456789c0ffee01",
    "local_changes": False,
    "program_version": "1.0.0",
    "methodology_version": 9,
}


class ApiWithdrawn(Record):
    """A withdrawn bundle: in the list of its month, and in place of its document. Its addresses and
    the reason stay.
    """

    bundle: Annotated[str, example("2026-11-mariadb-small-vm")]
    """Id of the bundle."""
    title: Annotated[str, example("MariaDB 10.11 on a small virtual machine")]
    """Title it had."""
    path: Annotated[str, example("/results/2026-11-mariadb-small-vm/")]
    """Page that tells of it, relative to the site's base."""
    permalink: Annotated[
        str, example("https://sysbench-archive.example/results/2026-11-mariadb-small-vm/")
    ]
    """Permanent address of that page."""
    revision: Annotated[int, example(2, unit="1")]
    """Revision of the bundle, counted from 1; the withdrawal is one."""
    status: Annotated[Literal["withdrawn"], example("withdrawn")]
    """What happened."""
    standing: Annotated[str, example("permanent")]
    """Whether the row of the publication record may still be replaced (provisional) or never
    (permanent).
    """
    revision_date: Annotated[str, example("2026-12-01", text_format="date")]
    """Day it was withdrawn."""
    reason: Annotated[str, example("the disk was not the one described")]
    run_count: Annotated[int, example(60, unit="1")]
    """Runs it had."""


class ApiResultEntry(ApiResult, kw_only=True):
    """A bundle in a list."""

    run_count: Annotated[int, example(60, unit="1")]
    """Runs in the bundle."""
    servers: Annotated[list[ApiServer], example([])]
    """Servers, in authored order."""
    tests: Annotated[list[str], example(["oltp_read_only"])]
    """sysbench's tests."""
    data: Annotated[str, example("/api/v1/bundles/2026-11-mariadb-small-vm.json")]
    """Its runs, as JSON."""


class ApiHostEntry(ApiHost, kw_only=True):
    """A host in a list."""

    bundle: Annotated[str, example("2026-11-mariadb-small-vm")]
    """Id of the bundle."""
    path: Annotated[str, example("/results/2026-11-mariadb-small-vm/")]
    """Page of the bundle, relative to the site's base."""


class ApiShard(Record):
    """A page of a list. It changes only while bundles of its month are added or corrected."""

    name: Annotated[str, example("2026-11")]
    """Month the ids of its bundles begin with; curated for comparisons written by hand; the pair of
    an upgrade.
    """
    path: Annotated[str, example("/api/v1/results/2026-11.jsonl.gz")]
    """Path on this site, relative to its base."""
    count: Annotated[int, example(12, unit="1")]
    """Entries in it."""


class ApiBuild(Record):
    """What a copy of the site was made from. Two copies of one commit are the same, byte for byte,
    where neither has local changes.
    """

    commit: Annotated[str | None, example(_BUILD["commit"])]
    """Commit of the repository; null where it was built without git."""
    local_changes: Annotated[bool, example(False)]
    """Whether files were not as that commit has them; true without git."""
    program_version: Annotated[str, example("1.0.0")]
    """Version of the program."""
    methodology_version: Annotated[int, example(_BUILD["methodology_version"], unit="1")]
    """Version of the methodology that verdicts are reached by."""


NOT_KNOWN = ApiBuild(
    commit=None, local_changes=True, program_version=__version__, methodology_version=VERSION
)
"""Of a build without git."""


class ApiIndex(Record):
    """`/api/v1/index.json`: where everything is."""

    version: Annotated[Literal[1], example(1)]
    """Version of the API."""
    documentation: Annotated[str, example("/api/")]
    """Page that explains the API, with its changelog."""
    changelog: Annotated[str, example("/api/#text-changelog")]
    """Changelog of the API."""
    schema: Annotated[str, example("/schema/api-1.schema.json")]
    """JSON Schema of every document of the API."""
    openapi: Annotated[str, example("/api/v1/openapi.json")]
    """Description of the API as OpenAPI 3.1."""
    croissant: Annotated[str, example("/api/v1/croissant.json")]
    """Description of the tables as a Croissant data set."""
    permanent_base: Annotated[str, example("https://sysbench-archive.example")]
    """What citations put before a path. Files are fetched from wherever this copy is served."""
    build: Annotated[ApiBuild, example(_BUILD)]
    """What this copy was made from."""
    counts: Annotated[
        dict[str, int], example({"bundles": 71, "runs": 7585, "withdrawn": 1}, unit="1")
    ]
    """How many there are: `bundles`, `runs`, `comparisons`, `contrasts` (that verdicts rest on),
    `hosts` (counted in every bundle), `upgrades` (pairs of release series that some machine ran
    both of), and bundles `withdrawn`, in no other count.
    """
    results: Annotated[list[ApiShard], example(_SHARDS)]
    """Bundles, by month."""
    comparisons: Annotated[list[ApiShard], example(_SHARDS)]
    """Comparisons, by month of their bundle; curated ones together."""
    contrasts: Annotated[list[ApiShard], example(_SHARDS)]
    """Contrasts that verdicts rest on, by month of their bundle; those of curated comparisons
    together.
    """
    hosts: Annotated[list[ApiShard], example(_SHARDS)]
    """Hosts, by month of their bundle."""
    withdrawn: Annotated[list[ApiShard], example(_SHARDS)]
    """Bundles that were withdrawn, by month."""
    upgrades: Annotated[
        list[ApiShard],
        example(
            [
                {
                    "name": "mysql-5.7-to-mysql-8.0",
                    "path": "/api/v1/upgrades/mysql-5.7-to-mysql-8.0.json",
                    "count": 174,
                }
            ]
        ),
    ]
    """Upgrades, a document for each pair of release series; entries are lines."""
    metrics: Annotated[list[MetricRecord], example([])]
    """Every figure a run can have."""
    downloads: Annotated[list[ApiDownload], example([])]
    """The whole archive as files."""


def bundle_path(bundle: str) -> str:
    """The address of a bundle's document."""
    return f"{ROOT}bundles/{bundle}.json"


def result_entry(document: ApiBundle) -> ApiResultEntry:
    """A bundle in a list, from its document."""
    tests = dict.fromkeys(workload.test for workload in document.workloads if workload.test)
    return narrowed(
        document,
        ApiResultEntry,
        run_count=len(document.runs),
        tests=list(tests),
        data=bundle_path(document.bundle),
    )


def host_entries(document: ApiBundle) -> list[ApiHostEntry]:
    """The hosts of a bundle, in a list."""
    return [
        narrowed(host, ApiHostEntry, bundle=document.bundle, path=document.path)
        for host in document.hosts
    ]


def withdrawn_entry(bundle: str, row: Row, base: str) -> ApiWithdrawn:
    """A withdrawn bundle: in the list of its month, and in place of its document."""
    path = f"/results/{bundle}/"
    return narrowed(
        row,
        ApiWithdrawn,
        bundle=bundle,
        path=path,
        permalink=f"{base}{path}",
        status="withdrawn",
        revision_date=row.date,
        run_count=len(row.runs.split()),
    )


Lists = Mapping[str, Mapping[str, list[Any]]]
"""List to its pages, oldest month first, to their entries."""


def list_pages(
    *,
    results: Iterable[ApiResultEntry],
    comparisons: Sequence[ApiComparison],
    contrasts: Iterable[ApiContrast],
    hosts: Iterable[ApiHostEntry],
    withdrawn: Iterable[ApiWithdrawn],
    ever_withdrawn: Iterable[str] = (),
) -> Lists:
    """The pages of the lists; a month of which every bundle was withdrawn keeps its pages, and so
    does one of whose bundles some were `ever_withdrawn` and stand again.
    """
    homes = {
        entry.comparison: entry.comparison[:7] if entry.kind == "matrix" else entry.kind
        for entry in comparisons
    }
    gone = _by_page(
        ((entry.bundle[:7], entry) for entry in withdrawn),
        (bundle[:7] for bundle in ever_withdrawn),
    )
    compared = _by_page(
        ((homes[entry.comparison], entry) for entry in comparisons), [*gone, WRITTEN_BY_HAND]
    )
    return {
        "results": _by_page(((entry.bundle[:7], entry) for entry in results), gone),
        "comparisons": compared,
        "contrasts": _by_page(((homes[entry.comparison], entry) for entry in contrasts), compared),
        "hosts": _by_page(((host.bundle[:7], host) for host in hosts), gone),
        "withdrawn": gone,
    }


Entry = TypeVar("Entry")


def _by_page(
    entries: Iterable[tuple[str, Entry]], always: Iterable[str] = ()
) -> dict[str, list[Entry]]:
    pages: dict[str, list[Entry]] = {name: [] for name in always}
    for name, entry in entries:
        pages.setdefault(name, []).append(entry)
    return dict(sorted(pages.items()))


def shards_of(lists: Lists) -> dict[str, list[ApiShard]]:
    """How the index has the pages of each list."""
    return {
        kind: [
            ApiShard(name=name, path=f"{ROOT}{kind}/{name}.jsonl.gz", count=len(listed))
            for name, listed in pages.items()
        ]
        for kind, pages in lists.items()
    }


def lines_by_path(lists: Lists) -> dict[str, list[Any]]:
    """The address of every page to its records, each of which is a line."""
    return {
        page.path: lists[kind][page.name]
        for kind, pages in shards_of(lists).items()
        for page in pages
    }


def upgrade_shards(pairs: Iterable[ReleasePair]) -> list[ApiShard]:
    """How the index lists the documents of upgrades."""
    return [
        ApiShard(name=upgrade.upgrade, path=upgrade.data, count=len(own))
        for upgrade, own in pairs_by_upgrade(pairs).items()
    ]


def index_record(
    lists: Lists,
    *,
    upgrades: Sequence[ApiShard],
    runs: int,
    downloads: Sequence[ApiDownload],
    base: str,
) -> ApiIndex:
    """The index: what there is, and where; `build` is for whoever publishes it to say."""
    counts = {kind: sum(map(len, pages.values())) for kind, pages in lists.items()}
    return ApiIndex(
        version=1,
        documentation="/api/",
        changelog="/api/#text-changelog",
        schema=f"/schema/{SCHEMA}.schema.json",
        openapi=f"{ROOT}openapi.json",
        croissant=CROISSANT,
        permanent_base=base,
        build=NOT_KNOWN,
        counts={
            "bundles": counts["results"],
            "runs": runs,
            "comparisons": counts["comparisons"],
            "contrasts": counts["contrasts"],
            "hosts": counts["hosts"],
            "upgrades": len(upgrades),
            "withdrawn": counts["withdrawn"],
        },
        **shards_of(lists),
        upgrades=list(upgrades),
        metrics=[metric_record(name) for name in METRICS],
        downloads=list(downloads),
    )


Json = dict[str, Any]
"""A part of an OpenAPI document, whose format is not ours."""
_DEFS, _SCHEMAS = "#/$defs/", "#/components/schemas/"
_MONTH = "Month that ids of bundles begin with; the index lists those there are."
_PAGE = "A month as above, or the kind of comparisons without one."
_PATHS: tuple[tuple[str, str, str, Mapping[str, str]], ...] = (
    ("/index", "json", "index", {}),
    ("/results/{month}", "jsonl.gz", "result_entry", {"month": _MONTH}),
    ("/withdrawn/{month}", "jsonl.gz", "withdrawn", {"month": _MONTH}),
    ("/bundles/{bundle}", "json", "bundle", {"bundle": "Id of a bundle."}),
    ("/comparisons/{name}", "jsonl.gz", "comparison", {"name": _PAGE}),
    ("/contrasts/{name}", "jsonl.gz", "contrast", {"name": _PAGE}),
    ("/hosts/{month}", "jsonl.gz", "host_entry", {"month": _MONTH}),
    (
        "/upgrades/{pair}",
        "json",
        "upgrade",
        {"pair": "Two release series; the index lists those there are."},
    ),
)
"""Path below the API's root, its ending, the schema of its document or of each line, and what the
path is made of.
"""
_FORMS = {
    "json": ("application/json", ""),
    "jsonl.gz": (
        "application/gzip",
        "JSON lines, packed with gzip; the schema is that of one line: ",
    ),
}
"""Ending to media type, and what is said before the meaning of the schema: OpenAPI 3.1 has no other
way to describe lines.
"""
_INSTEAD = {"bundle": ("withdrawn",), "upgrade": ("gone_upgrade",)}
"""What else may be found in a document's place."""


def openapi_record(schema: Mapping[str, Any]) -> Json:
    """The description of the API as OpenAPI 3.1.

    Its address of the server is relative, so that every copy of the site describes itself.
    """
    # References follow the schemas to their new place.
    defs = json.loads(json.dumps(schema["$defs"]).replace(_DEFS, _SCHEMAS))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": schema["title"],
            "version": "1.0.0",
            "description": schema["description"],
        },
        "servers": [{"url": "../v1", "description": "Where this file lies."}],
        "paths": {
            f"{path}.{ending}": {
                "get": _operation(path, ending, name, parameters, defs[name]["description"])
            }
            for path, ending, name, parameters in _PATHS
        },
        "components": {"schemas": defs},
    }


def _operation(
    path: str, ending: str, name: str, parameters: Mapping[str, str], description: str
) -> Json:
    media_type, form = _FORMS[ending]
    description = form + description
    kinds = [{"$ref": f"{_SCHEMAS}{kind}"} for kind in (name, *_INSTEAD.get(name, ()))]
    content: Json = {"schema": kinds[0] if len(kinds) == 1 else {"anyOf": kinds}}
    return {
        "operationId": "_".join(["get", *re.findall(r"\w+", path)]),
        "summary": description,
        "parameters": [
            {
                "name": parameter,
                "in": "path",
                "required": True,
                "description": words,
                "schema": {"type": "string"},
            }
            for parameter, words in parameters.items()
        ],
        "responses": {
            "200": {"description": description, "content": {media_type: content}},
            "404": {"description": "There is no such document."},
        },
    }
