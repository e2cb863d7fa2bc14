"""A browser judges real comparisons as the build does: verdicts, intervals, what differs.

The sides of every matrix comparison of some results go through the modules of `/compare/` with
nothing but the published files, and come out as the comparison records have them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from browser_programs import run_program
from msgspec import convert, to_builtins

from sysbench_archive.build.places import Place
from sysbench_archive.build.store import Store, Work
from sysbench_archive.build.survey import survey, with_replications
from sysbench_archive.comparability.differences import ComparedSide, compare_conditions
from sysbench_archive.model.comparability import FAMILIES, Condition
from sysbench_archive.pages.result import published_result
from sysbench_archive.publish.compare import compare_record, policy_file
from sysbench_archive.publish.output import json_bytes, rounded

RESULTS = Path(__file__).resolve().parents[2] / "data" / "results"
BUNDLES = {
    "2012-12-connections-per-second": "published, connections",
    "2013-02-mysql-5-6-and-5-5-default-settings": "published, defaults of the version",
    "2013-03-schwenke-connect-heap": "linked, several storage engines",
    "2016-04-mysql-5-7-5-6-5-5-read-only-network": "published, over a network",
    "2017-10-intel-nuc-i5-io-bound": "published, sixteen workloads",
    "2026-03-percona-interactive-network-read-write-2gb": "linked, one run, settled late or never",
    "2026-04-hikaru2003-spin-wait-delay-c220g5": "linked, ten runs a side, variants",
    "2026-11-mariadb-11-8-and-10-11-debian-vm": "raw output, in blocks",
    "2026-11-mysql-8-0-log-writer-threads-in-slices-small-vm": "slices in turn",
    "2026-11-mysql-8-0-log-writer-threads-until-resolved-small-vm": "slices, looked at",
    "2026-11-mysql-and-mariadb-defaults-small-vm": "raw output, in blocks, eight servers",
    "2025-08-mdcallag-mysql-5-6-to-9-4-8-cpus": "published, found again",
    "2026-11-mysql-and-mariadb-pinned-read-write-small-vm": "in blocks, some of it not found again",
}
AGAIN = {
    "2025-08-mdcallag-mysql-5-6-to-9-4-8-cpus": "2026-03-mdcallag-mysql-5-6-to-9-7-8-cpus",
    "2026-11-mysql-and-mariadb-pinned-read-write-small-vm": (
        "2026-11-mysql-and-mariadb-pinned-small-vm"
    ),
}
"""Result to another with contrasts of the same machine."""
"""Results of each class of evidence, of few and many thread counts, paired and not."""
MOST_SIDES = 8
SAME = ("direction", "status", "sentence", "limitations")
ENTRY = ("threads", "direction", "text")
CLOSE = 1e-6
Record = dict[str, Any]


@pytest.fixture(scope="module", params=BUNDLES)
def outcome(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Record:
    """What the build makes of a bundle, as it is published."""
    store = Store(tmp_path_factory.mktemp("outcomes"))
    folder = RESULTS / request.param
    named = [name for name in (folder.name, AGAIN.get(folder.name)) if name]
    places = [Place(RESULTS / name, f"data/results/{name}") for name in named]
    alone = [survey(place, store, "tests", date(2026, 12, 1)) for place in places]
    with ThreadPoolExecutor(1) as executor:
        surveyed = with_replications(alone, Work(store, executor, date(2026, 12, 1)))[0]
    if folder.name in AGAIN:
        assert surveyed.alone
    made = store.get(surveyed.key)
    assert made is not None
    assert made.result is not None
    files = {
        "index": published_result(made.result, ""),
        "compare": compare_record(made.result),
    }
    published = {
        f"results/{folder.name}/{name}.json": json.loads(json_bytes(rounded(record)))
        for name, record in files.items()
    }
    return {"id": folder.name, "panels": list(panels(rounded(made.matrix))), "records": published}


def panels(comparisons: Sequence[Mapping[str, Any]]) -> Iterator[Record]:
    """The panels of matrix comparisons."""
    for comparison in comparisons:
        yield from comparison["panels"]


def asked(bundle: str, panel: Mapping[str, Any], sides: Sequence[Mapping[str, Any]]) -> str:
    """The address that compares sides of a panel."""
    workload = panel["workload"]["id"]
    return "?" + "&".join(f"s={bundle}/{side['id']}/{workload}" for side in sides)


def judged(outcome: Record, searches: Sequence[str]) -> list[Record]:
    """What the modules of the page say to addresses."""
    given = {"policy": rounded(policy_file()), "records": outcome["records"], "asked": searches}
    answers: list[Record] = run_program("judge", given)
    assert [answer["complaints"] for answer in answers] == [[] for _ in searches]
    return answers


def test_verdicts_and_intervals_agree(outcome: Record) -> None:
    wanted, searches = [], []
    for panel in outcome["panels"]:
        baseline, *others = panel["sides"]
        for side, verdict in zip(others, panel["verdicts"], strict=True):
            wanted.append((panel, side, verdict))
            searches.append(asked(outcome["id"], panel, [baseline, side]))
    assert wanted
    for answer, (panel, side, verdict) in zip(judged(outcome, searches), wanted, strict=True):
        (found,) = answer["verdicts"]
        assert {n: found[n] for n in SAME} == {n: verdict[n] for n in SAME}
        entries = [{n: entry[n] for n in ENTRY} for entry in verdict["headline"]]
        assert found["headline"] == entries
        position = panel["sides"].index(side)
        cells = {row["threads"]: row["cells"][position] for row in panel["rows"]}
        agree_in_cells(answer["rows"], cells)


def agree_in_cells(rows: Sequence[Record], cells: Mapping[int, Record | None]) -> None:
    """Every cell of the candidate has the ratio and the interval of the build."""
    for row in rows:
        found, wanted = row["cells"][1], cells[row["threads"]]
        assert (found is None) == (wanted is None)
        if found is None or wanted is None:
            continue
        assert found["ratio"] == pytest.approx(wanted["ratio"], abs=1e-5)
        interval = wanted["interval"]
        shown = {"wide": False} | (interval or {})
        assert found["interval"] == (interval and pytest.approx(shown, rel=CLOSE))


def test_comparability_agrees(outcome: Record) -> None:
    shown = [panel for panel in outcome["panels"] if len(panel["sides"]) <= MOST_SIDES]
    searches = [asked(outcome["id"], panel, panel["sides"]) for panel in shown]
    for answer, panel in zip(judged(outcome, searches), shown, strict=True):
        wanted = {name: v for name, v in panel["comparability"].items() if name != "further"}
        named = [
            {**one, "id": one["id"].split("/")[1]} for one in answer["comparability"]["candidates"]
        ]
        assert answer["comparability"] | {"candidates": named} == wanted


def test_sides_of_two_results_are_never_divided() -> None:
    given = two_results()
    (answer,) = run_program("judge", given)
    (verdict,) = answer["verdicts"]
    assert verdict["direction"] == "not-comparable"
    assert "Campaign" in answer["comparability"]["candidates"][0]["blockers"]
    assert {cell["ratio"] for row in answer["rows"] for cell in row["cells"]} == {None}


def test_results_of_one_source_and_machine_are_divided_and_never_more_than_indicative() -> None:
    given = two_results(origin="here", values={"a": [100.0, 104.0], "b": [300.0, 312.0]})
    (answer,) = run_program("judge", given)
    (verdict,) = answer["verdicts"]
    assert verdict["direction"] == "faster"
    assert verdict["status"] == "indicative"
    assert "two results of one source" in verdict["limitations"][0]
    cell = answer["rows"][0]["cells"][1]
    assert cell["ratio"] == pytest.approx(3)
    # Blocks of the same name in two results are not the same blocks: their ratios are alike.
    assert cell["interval"]["low"] < 2.99 < 3.01 < cell["interval"]["high"]
    assert answer["comparability"]["candidates"][0]["blockers"] == []
    assert "Campaign" in answer["comparability"]["candidates"][0]["warnings"]


def two_results(origin: str = "", values: Mapping[str, list[float]] | None = None) -> Record:
    """The same figures under two names, or `values`, and an address that names a side of each."""
    each = values or {"a": [100.0], "b": [100.0]}
    policy = rounded(policy_file())
    rows = {row["field"]: "same" for row in policy["conditions"]}
    names = ("host", "process", "client", "workload", "campaign")
    records: Record = {}
    for bundle, measured in each.items():
        identity = {f"identity.{name}": f"{bundle}/{name}" for name in names}
        blocks = [str(at) if len(measured) > 1 else "" for at in range(len(measured))]
        records |= files_of(
            bundle,
            {"s": {**rows, **identity, "campaign": bundle}},
            {"w": "range"},
            [{"server": "s", "workload": "w", "threads": 1, "values": measured, "blocks": blocks}],
            origin,
        )
    return {"policy": policy, "records": records, "asked": ["?s=a/s/w&s=b/s/w"]}


def files_of(
    bundle: str,
    servers: Mapping[str, Record],
    workloads: Mapping[str, str],
    cells: Sequence[Record],
    origin: str = "",
) -> Record:
    """The files of a result by their addresses: servers by their conditions, workloads by their
    families.
    """
    unknown = ("failed", "loads", "sessions", "turns")
    noise = {
        key: {"threshold": 0.1, "session": 0.01, "campaign": 0.0, "regime": ""} for key in workloads
    }
    server = {"label": "Server", "version": "1", "host": "h"}
    workload = {"title": "Work", "rate_limited": False}
    index = {
        "id": bundle,
        "title": bundle,
        "evidence": "raw-output",
        "hosts": [{"id": "h", "cpus": 4}],
        "servers": [server | {"id": name} for name in servers],
        "workloads": [workload | {"id": i, "family": name} for i, name in workloads.items()],
    }
    compare = {
        "order": "",
        "origins": dict.fromkeys(servers, origin),
        "conditions": {"servers": servers, "workloads": {key: {} for key in workloads}},
        "noise": dict.fromkeys(servers, noise),
        "metrics": [{"name": "tps", "label": "Figures", "direction": "higher"}],
        "cells": [
            {"metric": "tps", "bottleneck": "", "runs": [f"r{at}" for at, _ in enumerate(values)]}
            | {name: [None] * len(values) for name in unknown}
            | cell
            for cell in cells
            for values in [cell["values"]]
        ],
        "residuals": {key: {} for key in workloads},
        "replications": [],
    }
    return {f"results/{bundle}/index.json": index, f"results/{bundle}/compare.json": compare}


PLACE = {f"identity.{name}": "a" for name in ("host", "client", "workload", "campaign")}
DEFAULT = {"origin": "default"}
UNRECORDED = {"state": "unrecorded"}
CASES: dict[str, tuple[Record, Record]] = {
    "a variable beyond the table, known and unknown": (
        {"variable.innodb_doublewrite_pages": DEFAULT | {"value": "4"}, "variable.unheard_of": "1"},
        {"variable.innodb_doublewrite_pages": DEFAULT | {"value": "8"}, "variable.unheard_of": "2"},
    ),
    "a variable one side lacks": (
        {"variable.b": {"value": "1", "origin": "chosen"}, "variable.a": DEFAULT | {"value": "1"}},
        {},
    ),
    "tables that set their character set": (
        {"table_character_set": "utf8mb4", "character_set": "latin1", "collation": UNRECORDED},
        {"table_character_set": "utf8mb4", "character_set": "utf8mb4", "collation": "utf8mb4_bin"},
    ),
    "tables of one side that set it": (
        {"table_character_set": "utf8mb4", "character_set": "latin1"},
        {"character_set": "utf8mb4"},
    ),
    "one process": (
        {"identity.process": "a/s", "allocator": UNRECORDED, "flush_method": UNRECORDED}
        | {"tls": UNRECORDED},
        {"identity.process": "a/s", "allocator": UNRECORDED, "flush_method": "O_DIRECT"}
        | {"tls": UNRECORDED},
    ),
    "two processes": (
        {"identity.process": "a/s", "allocator": UNRECORDED},
        {"identity.process": "a/t", "allocator": UNRECORDED},
    ),
    "another plugin between defaults": (
        {"regime": "defaults", "authentication": "mysql_native_password"},
        {"regime": "defaults", "authentication": "caching_sha2_password"},
    ),
    "another plugin between pinned servers": (
        {"regime": "pinned", "authentication": "mysql_native_password"},
        {"regime": "pinned", "authentication": "caching_sha2_password"},
    ),
    "a setting of a variant": (
        {"variant": "the release as it is", "thread_handling": "one-thread-per-connection"},
        {"variant": "pool", "thread_handling": "pool-of-threads"},
    ),
}
FAILED: dict[str, tuple[float | None, float | None]] = {
    "": (None, None),
    "the same failures": (0.1, 0.105),
    "notably more failures": (0.0, 0.0166),
    "failures of one side": (None, 0.5),
}


@pytest.mark.parametrize("failed", FAILED)
@pytest.mark.parametrize("case", CASES)
def test_made_up_conditions_are_compared_alike(case: str, failed: str) -> None:
    conditions = [PLACE | {"version": v} | side for v, side in zip("12", CASES[case], strict=True)]
    rates = FAILED[failed]
    sides = [
        ComparedSide(name, convert(side, dict[str, Condition]), {} if rate is None else {8: rate})
        for name, side, rate in zip("st", conditions, rates, strict=True)
    ]
    answers = run_program("judge", one_result(conditions, rates))
    for family, answer in zip(FAMILIES, answers, strict=True):
        (candidate,) = answer["comparability"]["candidates"]
        candidate["id"] = candidate["id"].split("/")[1]
        assert answer["comparability"] == to_builtins(compare_conditions(sides, family))


def one_result(conditions: Sequence[Record], rates: Sequence[float | None]) -> Record:
    """Two servers under these conditions, with so many failed statements a transaction.

    There is a workload of each family, by its name.
    """
    measured = {"threads": 8, "values": [100.0], "blocks": [""]}
    cells = [
        measured | {"server": name, "workload": family, "failed": [rate]}
        for family in FAMILIES
        for name, rate in zip("st", rates, strict=True)
    ]
    servers = dict(zip("st", conditions, strict=True))
    records = files_of("a", servers, {family: family for family in FAMILIES}, cells)
    asked = [f"?s=a/s/{family}&s=a/t/{family}" for family in FAMILIES]
    return {"policy": rounded(policy_file()), "records": records, "asked": asked}


def test_a_withdrawn_result_is_said_to_be_withdrawn() -> None:
    told = "“A” was withdrawn on 2026-01-02: asked for."
    left = {"results/gone/index.json": {"withdrawn": True, "notices": ["Corrected.", told]}}
    found = two_results()
    given = found | {"records": found["records"] | left, "asked": ["?s=a/s/w&s=gone/s/w"]}
    (answer,) = run_program("judge", given)
    assert told in answer["complaints"]
