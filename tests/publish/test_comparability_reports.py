"""Comparability on pages: which panels share a report, and what each report shows."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from derived_records import comparison_record, panel_record, plain, side_record
from sysbench_archive.model.base import bundle_reference, read_record
from sysbench_archive.model.comparability import (
    CandidateComparability,
    Comparability,
    ComparabilityRow,
    Severity,
)
from sysbench_archive.pages.comparison.page import (
    ComparabilityReport,
    comparability_reports,
    published_comparison,
)


def row(
    label: str, severity: Severity, status: Literal["differs", "unrecorded", "intended"]
) -> ComparabilityRow:
    return ComparabilityRow(
        field=label,
        label=label,
        why="It matters.",
        severity=severity,
        status=status,
        values=["1", "2"],
        note="",
        effect="It does this.",
        reference="/r/",
    )


def candidate(name: str) -> CandidateComparability:
    return plain(CandidateComparability, id=name, sentence=f"Of {name}.")


FOUND = plain(
    Comparability,
    rows=[
        row("heavy", "warning", "differs"),
        row("light", "info", "differs"),
        row("meant", "warning", "intended"),
    ],
    left=["left"],
    same=["same"],
)


SIDES = [side_record(name) for name in ("a", "b", "c")]


def reports(*found: Comparability, **more: Any) -> list[ComparabilityReport]:
    panels = [
        panel_record(f"p{at}", comparability=each, sides=SIDES[:2], **more)
        for at, each in enumerate(found)
    ]
    return comparability_reports(comparison_record(panels=panels))


def test_panels_that_agree_share_a_report_that_shows_everything() -> None:
    (report,) = reports(FOUND, FOUND)
    assert (report.title, report.panels, report.sides) == ("", ["p0", "p1"], ["A", "B"])


def test_panels_that_differ_in_it_have_reports_of_their_own() -> None:
    first, other = reports(FOUND, replace(FOUND, sentence="Another."))
    assert (first.title, other.panels) == ("b", ["p1"])


def test_panels_of_several_bundles_share_nothing() -> None:
    panels = [panel_record(name, bundle=bundle_reference(name, name)) for name in ("a", "b")]
    found = comparability_reports(comparison_record(panels=panels))
    assert [report.title for report in found] == ["a", "b"]


def test_candidates_are_told_one_by_one_where_there_are_several() -> None:
    assert reports(replace(FOUND, candidates=[candidate("b")]))[0].alike == []
    several = replace(FOUND, candidates=[candidate("b"), candidate("c")])
    three = panel_record(comparability=several, sides=SIDES)
    (report,) = comparability_reports(comparison_record(panels=[three]))
    assert [(each.labels, each.sentence) for each in report.alike] == [
        (["B"], "Of b."),
        (["C"], "Of c."),
    ]


def test_candidates_of_one_sentence_share_it() -> None:
    alike = replace(candidate("c"), sentence="Of b.")
    found = replace(FOUND, candidates=[candidate("b"), alike])
    three = panel_record(comparability=found, sides=SIDES)
    (report,) = comparability_reports(comparison_record(panels=[three]))
    assert [(each.labels, each.sentence) for each in report.alike] == [(["B", "C"], "Of b.")]


def test_a_note_that_most_intended_rows_have_is_said_once() -> None:
    noted = [replace(row(name, "info", "intended"), note="Set for it.") for name in "abc"]
    other = replace(row("d", "info", "intended"), note="This is compared.")
    (report,) = reports(replace(FOUND, rows=[*noted, other]))
    assert report.intended_note == "Set for it."
    bare = row("e", "info", "intended")
    (report,) = reports(replace(FOUND, rows=[*noted, other, bare]))
    assert report.intended_note == "", "it would be said of a row that has none"


def test_a_page_has_its_reports_in_place_of_what_they_are_made_of() -> None:
    assert comparability_reports(comparison_record(panels=[panel_record(comparability=FOUND)]))
    assert comparability_reports(comparison_record()) == []


def test_the_file_beside_a_page_leaves_to_the_table_what_it_says_of_a_field() -> None:
    panel = panel_record("p", comparability=FOUND, sides=SIDES[:2])
    comparison = comparison_record(panels=[panel])
    published = published_comparison(comparison)
    rows = published["panels"][0]["comparability"]["rows"]
    assert [row["label"] for row in rows] == ["heavy", "light", "meant"]
    names = {"field", "label", "severity", "status", "values", "note"}
    assert [set(row) for row in rows] == [names] * 3
    # `reproduce` reads it back.
    read = read_record(msgspec.json.encode(published), type(comparison))
    assert [row.why for row in read.panels[0].comparability.rows] == [""] * 3
    assert comparability_reports(comparison)[0].rows[0].why == "It matters."
