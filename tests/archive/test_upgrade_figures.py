"""Every cell of an upgrade agrees with itself and with the raw figures of the archive."""

from __future__ import annotations

import csv
import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

import pytest
import yaml
from msgspec import to_builtins

from surveyed_archive import ARCHIVE, Surveyed
from sysbench_archive.derive.upgrades.pairs import pair_records
from sysbench_archive.publish.api_upgrades import upgrade_documents

RESULTS = ARCHIVE.results
Json = dict[str, Any]
SIGNS = {"faster", "slower"}


@pytest.fixture(scope="module")
def documents(surveyed: Surveyed) -> dict[str, Json]:
    """Every document of the archive, by its name, before its figures are rounded."""
    points = [point for survey in surveyed.surveys for point in survey.points]
    made = upgrade_documents(points, "https://archive.example")
    return {document.upgrade: to_builtins(document) for document in made}


@pytest.fixture(scope="module")
def cells(documents: Mapping[str, Json]) -> list[tuple[Json, list[Json]]]:
    """Every cell with its points."""
    found = []
    for written in documents.values():
        points = defaultdict(list)
        for point in written["points"]:
            points[point["cell"]].append(point)
        assert len(points) == len(written["cells"])
        found += [(cell, points[cell["cell"]]) for cell in written["cells"]]
    return found


def test_label_and_thread_count_agree(cells: list[tuple[Json, list[Json]]]) -> None:
    wrong = [
        (cell["cell"], cell["threads"], point["cpus"], cell["band"])
        for cell, points in cells
        for point in points
        if cell["band"] != expected_band(cell["threads"], point["cpus"])
    ]
    assert wrong == []


def expected_band(threads: int, cpus: int | None) -> str:
    """The bands as the documentation defines them."""
    if threads == 1:
        return "one"
    if cpus is None:
        return "unrecorded"
    names = {"up-to-half": (0, 0.5), "about-cores": (0.5, 2.0001)}
    share = threads / cpus
    inside = (name for name, (least, most) in names.items() if least <= share < most)
    return next(inside, "oversubscribed")


def test_direction_and_number_never_disagree(cells: list[tuple[Json, list[Json]]]) -> None:
    for cell, points in cells:
        for point in points:
            if point["direction"] in SIGNS:
                assert (point["ratio"] > 1) == (point["direction"] == "faster"), point
        stand = {point["direction"] for point in points} & SIGNS
        assert (cell["direction"] == "mixed") <= (stand == SIGNS), cell
        if cell["direction"] in SIGNS and cell["basis"] != "prediction":
            assert stand == {cell["direction"]}, cell
        if cell["ratio"] is not None and cell["direction"] in SIGNS:
            assert (cell["ratio"] > 1) == (cell["direction"] == "faster"), cell


def test_points_of_a_cell_share_all_but_machine_and_bundle(
    cells: list[tuple[Json, list[Json]]], surveyed: Surveyed
) -> None:
    measured = {
        evidence_of(point.bundle, point.newer_runs, point.older_runs): point
        for survey in surveyed.surveys
        for point in survey.points
    }
    seen = set()
    for cell, points in cells:
        sources = [source_of(cell, point) for point in points]
        assert len({*sources}) == len(points) == cell["points"], cell["cell"]
        assert not seen & {*sources}, cell["cell"]
        seen |= {*sources}
        for point in points:
            found = measured[evidence_of(point["bundle"], point["newer_runs"], point["older_runs"])]
            for name in ("workload", "test", "threads", "band", "regime", "residency"):
                assert getattr(found, name) == cell[name], (cell["cell"], name)
        if len(points) > 1 and cell["basis"] != "prediction":
            ratios = [point["ratio"] for point in points]
            assert cell["ratio"] is None
            assert cell["low"] == pytest.approx(min(ratios), abs=1e-5)
            assert cell["high"] == pytest.approx(max(ratios), abs=1e-5)


def test_answers_are_medians_of_machines_and_contradict_no_cell(
    documents: Mapping[str, Json], surveyed: Surveyed
) -> None:
    """From the documents of the API, which know nothing of answers."""
    answered = 0
    for pair in pair_records([p for survey in surveyed.surveys for p in survey.points]):
        written = documents[pair.slug]
        cells = {cell["cell"]: cell for cell in written["cells"]}
        groups: dict[tuple[str, ...], dict[str, list[Json]]] = {}
        for point in written["points"]:
            cell = cells[point["cell"]]
            machines = groups.setdefault((cell["family"], cell["regime"], cell["band"]), {})
            machines.setdefault(point["machine"], []).append(point)
        for load in pair.loads:
            for clients in load.clients:
                points = groups.pop((load.family, load.regime, clients.band))
                logs = [median(math.log(p["ratio"]) for p in own) for own in points.values()]
                assert clients.said.count(f"on {len(logs)} machine") == 1, pair.slug
                stand = {p["direction"] for own in points.values() for p in own} & SIGNS
                assert (clients.direction == "mixed") == (stand == SIGNS), (pair.slug, load.id)
                if clients.direction in SIGNS:
                    assert stand == {clients.direction}, (pair.slug, load.id)
                    assert (median(logs) > 0) == (clients.direction == "faster"), pair.slug
                answered += 1
        assert groups == {}, pair.slug
    assert answered > 300


def evidence_of(bundle: str, *sides: Sequence[str]) -> tuple[str, ...]:
    """The runs of both sides of a point."""
    return (bundle, *map(" ".join, sides))


def source_of(cell: Json, point: Json) -> tuple[str, ...]:
    """What a point is of, as its bundle says: machine, bundle, workload, thread count, servers."""
    runs = [
        [runs_of(point["bundle"])[run] for run in point[side]]
        for side in ("newer_runs", "older_runs")
    ]
    sides = [{(run["workload"], run["threads"], run["server"]) for run in side} for side in runs]
    ((workload, threads, newer),), ((other, count, older),) = sides
    assert workload == other == point["path"].strip("/").partition("--")[2]
    assert threads == count == cell["threads"], point
    assert newer != older
    return (point["machine"], point["bundle"], workload, str(threads), newer, older)


def test_ratios_are_those_of_the_raw_figures(documents: Mapping[str, Json]) -> None:
    """Read from the bundles' files by another way than the archive's own."""
    points = [point for written in documents.values() for point in written["points"]]
    cells = [cell for written in documents.values() for cell in written["cells"]]
    workloads = {cell["cell"]: cell["workload"] for cell in cells}
    rates = [point for point in points if point["metric"] == "tps"]
    chosen = {(p["bundle"], workloads[p["cell"]]): p for p in rates}
    assert len({bundle for bundle, _ in chosen}) > 20
    compared = 0
    for point in chosen.values():
        bundle = point["bundle"]
        sides = [[raw_tps(bundle, run) for run in point[s]] for s in ("newer_runs", "older_runs")]
        known = [[value for value in values if value is not None] for values in sides]
        if [len(values) for values in known] == [point["newer_n"], point["older_n"]]:
            ratio = geometric_mean(known[0]) / geometric_mean(known[1])
            assert point["ratio"] == pytest.approx(ratio, abs=1e-5), point
            compared += 1
    assert compared > 0.9 * len(chosen)


_PRINTED = re.compile(r"transactions:\s+\d+\s+\(([\d.]+) per sec\.\)")


def raw_tps(bundle: str, run: str) -> float | None:
    """What sysbench printed for a run, or what its figures as published say; else None."""
    facts = runs_of(bundle)[run]
    if "file" in facts:
        printed = _PRINTED.search((RESULTS / bundle / facts["file"]).read_text(encoding="utf-8"))
        return float(printed[1]) if printed else None
    written = figures_of(bundle).get(run, {}).get("tps")
    return float(written) if written else None


@cache
def runs_of(bundle: str) -> dict[str, Json]:
    """Run id to what the bundle says of it."""
    text = (RESULTS / bundle / "bundle.yaml").read_text(encoding="utf-8")
    return {run["id"]: run for run in yaml.load(text, yaml.CSafeLoader)["runs"]}


@cache
def figures_of(bundle: str) -> dict[str, dict[str, str]]:
    """Run id to its row of figures."""
    return {row["run"]: row for row in rows_of(RESULTS / bundle / "figures.csv")}


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    """Rows of a table of figures; none where there is no such file."""
    if path.is_file():
        with path.open(encoding="utf-8", newline="") as file:
            yield from csv.DictReader(file)
