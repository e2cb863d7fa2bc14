"""Upgrades in the API: a document of each pair of release series."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import to_builtins

import built_sites
from open_data_contract import faults
from sysbench_archive.derive.upgrades.points import Upgrade
from sysbench_archive.publish.api_upgrades import upgrade_documents
from upgrade_samples import measured_point

BASE = "https://archive.example"
Json = dict[str, Any]


def document(*ratios: float, **more: Any) -> Json:
    """The document of a pair with a point for each ratio, each from a bundle of its own."""
    points = [measured_point(r, bundle=f"2026-01-{n}", **more) for n, r in enumerate(ratios)]
    (made,) = upgrade_documents(points, BASE)
    assert faults("upgrade", to_builtins(made)) == []
    written: Json = to_builtins(made)
    assert to_builtins(made)["points"] == [
        {name: value for name, value in point.items() if value is not None}
        for point in written["points"]
    ]
    return written


def test_a_document_keeps_the_schema() -> None:
    written = document(0.8, 0.9)
    assert faults("upgrade", written | {"more": 1})


def test_a_point_names_its_cell_its_machine_and_its_runs() -> None:
    written = document(0.8)
    (cell,), (point,) = written["cells"], written["points"]
    assert point["cell"] == cell["cell"]
    assert point["newer_runs"] == ["newer"]
    assert (point["newer_n"], point["older_n"], point["machine"]) == (3, 3, "a")
    assert written["permalink"] == f"{BASE}{Upgrade('mysql', '5.6', '5.7').path}"


def test_what_is_not_comparable_is_counted_and_left_out() -> None:
    written = document(0.8, direction="not-comparable")
    assert (written["left_out"], written["points"], written["cells"]) == (1, [], [])


def test_every_pair_with_a_page_has_a_document(walked_site: built_sites.Site) -> None:
    folder = walked_site.public / "api" / "v1" / "upgrades"
    pages = {Path(page).name for page in walked_site.of_kind("upgrade")}
    assert pages == {path.stem for path in folder.glob("*.json")}
