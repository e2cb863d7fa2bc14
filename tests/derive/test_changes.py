"""A reader sees which figures, fields and files of a bundle changed, and which did not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sysbench_archive.ledger.record import Row
from sysbench_archive.model.base import PublishedFile
from sysbench_archive.pages.history import MOST, State, bundle_history, changes_between

PATH = "/results/2026-01-b/"
ROW = Row(1, "2026-01-01", "published", "permanent", "s", "f", "T", "A", "", "r1", "first")


def file(path: str, sha256: str) -> PublishedFile:
    return PublishedFile(path=path, href="", size=1, sha256=sha256, swhid="")


FILE = file("bundle.yaml", "aa")


def state(**held: Any) -> State:
    base = State(ROW, {"r1": {"tps": 1.5}}, {"title": "T", "hosts": [{"id": "h"}]}, [FILE], "x")
    return replace(base, **held)


def test_pages_of_rounds_of_a_withdrawn_bundle_are_known_by_its_runs() -> None:
    runs = [
        {"id": f"r{n}", "workload": workload, "threads": n, "slices": 20}
        for n, workload in ((16, "read"), (2, "read"), (2, "read"), (4, "write"))
    ]
    facts = {"runs": [*runs, {"id": "whole", "workload": "read", "threads": 8}]}
    row = replace(ROW, comparisons="read")
    gone = replace(row, revision=2, status="withdrawn")
    kept, purged = (
        bundle_history("2026-01-b", [state(row=row, facts=each), State(gone)], []).comparisons
        for each in (facts, None)
    )
    assert [one.parts for one in kept] == [["rounds-2", "rounds-16"]]
    assert [one.parts for one in purged] == [[]]


def test_charts_of_a_withdrawn_bundle_are_known_by_its_workloads() -> None:
    facts = {"workloads": [{"id": "write"}, {"id": "read"}]}
    gone = State(replace(ROW, revision=2, status="withdrawn"))
    told = bundle_history("2026-01-b", [state(facts=facts), gone], []).pictures
    assert told == ["/results/2026-01-b/read.svg", "/results/2026-01-b/write.svg"]
    assert bundle_history("2026-01-b", [state(facts=facts)], []).pictures == []
    assert bundle_history("2026-01-b", [state(), gone], []).pictures == []


def test_nothing_differs_from_itself() -> None:
    found = changes_between(PATH, state(), state())
    assert found.sentence == "No figure, no fact and no file differs."
    assert found.figures == found.facts == found.files == []


def test_figures_are_told_by_run_and_metric_in_the_order_of_metrics() -> None:
    after = state(figures={"r1": {"tps": 2.5, "queries": 7}, "r2": {"tps": 1}})
    found = changes_between(PATH, state(), after)
    told = [(f.place, f.metric, f.before, f.after) for f in found.figures]
    assert sorted(told) == [
        ("r1", "Queries", "", "7"),
        ("r1", "Transactions per second", "1.5", "2.5"),
        ("r2", "Transactions per second", "", "1"),
    ]
    assert found.figures[0].path == f"{PATH}r1/"
    assert found.sentence == "Different: 3 figures of 2 runs."


def test_facts_are_told_by_their_place_and_entries_by_their_id() -> None:
    facts = {"title": "U", "hosts": [{"id": "h", "os": "Debian"}], "extra": [1, True]}
    found = changes_between(PATH, state(), state(facts=facts))
    assert {f.place: (f.before, f.after) for f in found.facts} == {
        "title": ("T", "U"),
        "hosts[h].os": ("", "Debian"),
        "extra[0]": ("", "1"),
        "extra[1]": ("", "True"),
    }
    assert found.sentence.endswith("4 fields of bundle.yaml. No figure changed.")


def test_files_are_told_by_what_they_held() -> None:
    old = [FILE, file("raw/a.txt", "bb")]
    new = [file("bundle.yaml", "cc"), file("raw/b.txt", "bb")]
    found = changes_between(PATH, state(files=old), state(files=new))
    assert [(f.place, f.before, f.after) for f in found.files] == [
        ("bundle.yaml", "aa", "cc"),
        ("raw/a.txt", "bb", ""),
        ("raw/b.txt", "", "bb"),
    ]


def test_a_flood_is_cut_and_counted() -> None:
    many = {f"r{n}": {"tps": n} for n in range(MOST + 7)}
    found = changes_between(PATH, state(figures={}), state(figures=many))
    assert len(found.figures) == MOST
    assert found.more == 7


def test_what_is_not_kept_is_not_invented() -> None:
    found = changes_between(PATH, state(figures=None, facts=None), state())
    assert found.sentence == "What revision 1 held is not kept."
    assert found.figures == []
