"""An archive by an attacker who found a hole in every rule.

Two attacks in one site. Bundles are written from the schema with a payload in every text field
it has, and checked by no rule; then every text of what is derived from them, even those a schema
holds to a pattern, gets the payload again. What a reader sees must be that text and nothing else.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

import built_sites
from synthetic_archive import ROOT, work_in
from sysbench_archive.commands.record import record
from sysbench_archive.commands.synthesize import synthesize

SCHEMA = json.loads((built_sites.ROOT / "schema" / "bundle-1.schema.json").read_bytes())
MARK = "<x-planted id=planted>"
PAYLOAD = (
    f'=HYPERLINK("javascript:planted()")"\'><script>planted()</script>{MARK}</title></textarea>'
    "</style></svg></template>--><img src=x onerror=planted()><a href=javascript:planted()>"
    "<iframe srcdoc='<script>parent.planted()</script>'></iframe>{{ planted }}{{< planted >}}"
    "{%planted%}${planted()}`<svg onload=planted()>\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH SPACE}"
    "&lt;b&gt;[x](javascript:planted())\\u003cscript>"
)
SHORT = f"\"'>{MARK}<img src=x onerror=planted()>{{{{ x }}}}\N{RIGHT-TO-LEFT OVERRIDE}"
SLUG = "planted-question"

# What a record must keep for there to be a page at all: addresses, and names that are looked up.
_KEPT = """
id path slug href file host name metric kind role evidence state outcome direction origin status
product series variant test class class_path line sha256 swhid figures_sha256 submitted date year
charts metrics figures
"""
KEPT = frozenset(_KEPT.split())
TYPED = frozenset({"started", "memory.size_mib", "rate"})
"""Facts that are read as what the schema says they are: a moment, a number."""


def deref(node: Mapping[str, Any]) -> dict[str, Any]:
    """A node of the schema with its reference written out."""
    while "$ref" in node:
        named = SCHEMA["$defs"][str(node["$ref"]).rpartition("/")[2]]
        node = named | {name: value for name, value in node.items() if name != "$ref"}
    return dict(node)


def planted_text(longest: int) -> str:
    """The payload, or the most important part of it where there is little room."""
    return PAYLOAD if len(PAYLOAD) <= longest else SHORT[:longest]


def planted_value(node: Mapping[str, Any], given: Any = None) -> Any:
    """A value for a field that the schema accepts, with a payload wherever it takes free text."""
    node = deref(node)
    if "anyOf" in node:
        free = (branch for branch in node["anyOf"] if "const" not in deref(branch))
        return planted_value(next(free), given)
    if node.get("type") == "object":
        return planted_object(node, given if isinstance(given, dict) else {})
    if node.get("type") == "array":
        return [planted_value(node["items"], entry) for entry in (given or [None])]
    if node.get("type") == "string" and not {"pattern", "enum", "const"} & node.keys():
        return planted_text(node.get("maxLength", 300))
    if given is not None:
        return given
    return node.get("const") or next(iter(node.get("examples", node.get("enum", ()))), None)


# Fields that lead to files or to other parts of the bundle: the sample's own stay.
LEADING = frozenset(
    [
        "file",
        "script",
        "attachments",
        "reproduces",
        "supersedes",
        "figures",
        "offered_load",
        "stated_parameters",
        "same_process_as",
        "same_machine_as",
    ]
)


def planted_object(node: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """An object with all its fields."""
    made = dict(given)
    for name, field in node.get("properties", {}).items():
        if name in LEADING or (name == "command" and name in given):
            continue
        value = planted_value(field, given.get(name))
        if value is not None:
            made[name] = value
    if not node.get("properties"):
        made |= {"innodb_planted": PAYLOAD[:250]}
    return made


def planted_bundle(path: Path) -> None:
    """Turn the description of a synthetic bundle into an attack."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    runs, parts = document["runs"], document["servers"]
    made = planted_object(SCHEMA, document)
    made["runs"] = runs
    runs[0] |= {"notes": PAYLOAD, "started": "2024-01-31T00:00:00Z"}
    made["workloads"][0]["command"] += f" '--mysql-db={SHORT}'"
    (path.parent / "config").mkdir()
    for at, server in enumerate(made["servers"]):
        server |= {"id": parts[at]["id"], "variables": f"config/{server['id']}.variables.tsv"}
        # Of a setting with several values there is a page.
        server["options"] = {**server["options"], "innodb_planted": f"{at}{SHORT}"}
        rows = f"planted\t{at}{SHORT}\nsame\t{SHORT}\n{MARK}\t{at}\n"
        (path.parent / server["variables"]).write_text(rows, encoding="utf-8")
    made.pop("reported_comparisons", None)
    path.write_text(yaml.safe_dump(made, sort_keys=False, allow_unicode=True), encoding="utf-8")


def planted_upgrade(path: Path) -> None:
    """Turn the sides of an attack into two releases of one product, which have a page as a pair."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    for server, version in zip(document["servers"], ("8.0.36", "8.4.0"), strict=True):
        server |= {"product": "mysql", "version": version}
        # Upgrades leave out servers that these set apart from their release.
        for name in ("variant", "fork", "replication", "proxy"):
            del server[name]
    path.write_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True), encoding="utf-8")


def planted_campaign(path: Path) -> None:
    """Leave out of an attack what has pages of its own, so that it shares one with another."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    for name in ("stopping", "slices"):
        document["campaign"].pop(name, None)
    for workload in document["workloads"]:
        workload.pop("offered_load", None)
    for run in document["runs"]:
        run.pop("count", None)
    path.write_text(yaml.safe_dump(document, sort_keys=False, allow_unicode=True), encoding="utf-8")


def planted_record(value: Any) -> Any:
    """A derived record with the payload behind every text that is not looked up."""
    if isinstance(value, dict):
        if value.get("name") in TYPED:
            return value
        return {
            name: entry if name in KEPT else planted_record(entry) for name, entry in value.items()
        }
    if isinstance(value, list | tuple):
        return [planted_record(entry) for entry in value]
    return f"{value}{PAYLOAD}" if isinstance(value, str) and PAYLOAD not in value else value


def _definition(bundle: str) -> str:
    # Whole braces that name no contrast are refused before there is a page.
    short = SHORT.replace("{{ x }}", "{{ x")
    front = {
        "title": short,
        "question": short,
        # Hugo reads a summary as Markdown; HTML or a link that runs code in it stops the build.
        "summary": "{{ x &lt;script>",
        "date": "2026-01-02",
        "baseline": "mysql-8-0-36",
        "candidates": ["mariadb-11-4-5"],
        "panels": [{"bundle": bundle, "workload": "read-only"}],
        "claims": [{"text": SHORT, "unchecked": SHORT}],
    }
    # Unknown shortcodes and raw HTML in an article stop the build, so they cannot reach a page.
    article = "{{ planted &lt;script>planted()&lt;/script>"
    return f"---\n{yaml.safe_dump(front, allow_unicode=True)}---\n\n{article}\n"


def _write_series(folder: Path, bundles: list[str]) -> None:
    folder.mkdir(parents=True)
    document = {
        "title": SHORT,
        "question": SHORT,
        "dimensions": {"planted": SHORT[:60]},
        "members": {name: {"planted": f"{at}{SHORT}"} for at, name in enumerate(bundles)},
    }
    (folder / "2024-01-planted.yaml").write_text(yaml.safe_dump(document, allow_unicode=True))


def hostile(folder: Path) -> built_sites.Site:
    """Build the attacker's archive with every rule switched off."""
    with pytest.MonkeyPatch.context() as patch:
        return _built(folder, patch)


def _built(folder: Path, patch: pytest.MonkeyPatch) -> built_sites.Site:
    archive = built_sites.empty(folder)
    synthesize(30, folder / "bundles", ROOT)
    shutil.copytree(folder / "bundles" / "data" / "results", archive.results)
    for bundle in archive.bundles():
        planted_bundle(bundle / "bundle.yaml")
    planted_upgrade(archive.bundles()[-1] / "bundle.yaml")
    for bundle in archive.bundles()[:2]:
        planted_campaign(bundle / "bundle.yaml")
    _write_series(archive.root / "data" / "series", [path.name for path in archive.bundles()[:2]])
    definition = _definition(archive.bundles()[0].name)
    (archive.comparisons / f"{SLUG}.md").write_text(definition, encoding="utf-8")
    patch.setattr("sysbench_archive.build.survey.check_bundle", lambda *_: [])
    for module in ("bundle.strict_yaml", "build.paths"):
        patch.setattr(f"sysbench_archive.{module}.unseen_problems", lambda *_: [])
    patch.setattr("sysbench_archive.build.checking.record_problems", lambda *_: [])
    _plant(patch, "sysbench_archive.build.survey.result_record")
    _plant(patch, "sysbench_archive.build.comparison_records.curated_comparison")
    with work_in(folder) as work:
        # Every page cites its bundle by its row in the publication record.
        record(archive, (), work)
        return built_sites.build_site(archive, work)


def _plant(patch: pytest.MonkeyPatch, target: str) -> None:
    module, _, name = target.rpartition(".")
    genuine: Callable[..., Any] = getattr(__import__(module, fromlist=[name]), name)
    patch.setattr(target, lambda *given: planted_record(genuine(*given)))
