"""The types by which programs of the site read published files are those the files have."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import built_sites

PROGRAM = built_sites.ROOT / "tests" / "publish" / "programs" / "check_shapes.mjs"
MOST_ITEMS = 5
"""Of each list so many are looked at: what comes after them is made by the same lines."""
EVERY = 8
"""Of results one in so many."""


LISTS = ("results", "comparisons", "machines")


def cut(value: Any) -> Any:
    """A value with the first items of each of its lists."""
    if isinstance(value, dict):
        return {name: cut(item) for name, item in value.items()}
    return [cut(item) for item in value[:MOST_ITEMS]] if isinstance(value, list) else value


def read(*paths: Path) -> list[Any]:
    """Files as JSON, with short lists."""
    return [cut(json.loads(path.read_bytes())) for path in paths]


def charts(folder: Path) -> list[Any]:
    """A chart of each kind."""
    paths = [path for path in sorted(folder.glob("*.json")) if ".vl." not in path.name]
    records = [json.loads(path.read_bytes()) for path in paths]
    return [cut(record) for record in {record["kind"]: record for record in records}.values()]


def test_published_files_have_the_types_that_programs_expect(walked_site: built_sites.Site) -> None:
    public = walked_site.public
    results = sorted((public / "results").glob("*/compare.json"))[::EVERY]
    variables = sorted((public / "results").glob("*/variables.json"))[::EVERY]
    values = {
        "Chart": charts(public / "charts"),
        "ComparedResult": read(*results),
        "Policy": read(public / "policy.json"),
        "ExploreIndex": read(public / "explore" / "index.json"),
        "ListIndex": read(*(public / "lists" / f"{name}.json" for name in LISTS)),
        "SettingUses": read(public / "lists" / "settings.json"),
        "ExplorePiece": read(*public.glob("explore/*-0.json")),
        "ListPiece": read(*public.glob("lists/*-0.json")),
        "HardwareTables": read(public / "hardware" / "classes.json"),
        "SearchFile": read(public / "search" / "documents.json"),
        "Variables": read(*variables),
    }
    assert len(values["Chart"]) == 5
    assert all(values.values())
    done = subprocess.run(
        ["node", str(PROGRAM)],
        input=json.dumps(values),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []
