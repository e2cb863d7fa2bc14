"""What pages open with: who is ahead or behind, where the order turns, what is undecided."""

from __future__ import annotations

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from derived_records import panel_record, plain, side_record
from sysbench_archive.model.comparison import (
    ContrastDirection,
    ContrastRecord,
    EvidenceStatus,
    Panel,
    Side,
    ThreadRole,
    VerdictRecord,
)
from sysbench_archive.pages.comparison.findings import also_differs, findings_of

MINUS = "\N{MINUS SIGN}"


def contrast(
    role: ThreadRole, threads: int, ratio: float, direction: ContrastDirection
) -> ContrastRecord:
    """Five per cent of noise to either side, three times as much of nothing clear."""
    width = 1.05 if direction in ("faster", "slower") else 1.05**3
    return plain(
        ContrastRecord,
        role=role,
        threads=threads,
        ratio=ratio,
        low=ratio / width,
        high=ratio * width,
        direction=direction,
        n=[1, 1],
    )


def verdict(label: str, direction: ContrastDirection, ratio: float) -> VerdictRecord:
    """What is said at four threads, and nothing clear at one."""
    return plain(
        VerdictRecord,
        candidate=label,
        direction=direction,
        sentence=f"{label} in words.",
        headline=[
            contrast("one", 1, 1.01, "no-clear-difference"),
            contrast("cores", 4, ratio, direction),
        ],
    )


def side(label: str) -> Side:
    return side_record(label, label=label, role="baseline" if label == "Base" else "candidate")


def panel(name: str, *judged: tuple[str, ContrastDirection, float]) -> Panel:
    """A panel whose candidates got these (label, direction, ratio)."""
    return panel_record(
        name,
        title=f"Panel {name}",
        sides=[side("Base"), *(side(label) for label, _, _ in judged)],
        verdicts=[verdict(*each) for each in judged],
    )


def texts(*panels: Panel) -> list[str]:
    return [finding.text for finding in findings_of(panels)]


def test_a_single_candidate_is_said_with_its_interval() -> None:
    (found,) = findings_of([panel("a", ("New", "slower", 0.8))])
    assert (
        found.text
        == f"New is slower than Base at 4 threads: {MINUS}20 % ({MINUS}24 to {MINUS}16 %)."
    )
    assert (found.status, [c.threads for c in found.contrasts]) == ("measured", [4])


def test_of_several_the_strongest_is_quoted_and_others_named() -> None:
    assert texts(panel("a", ("B", "slower", 0.9), ("C", "slower", 0.4), ("D", "faster", 1.5))) == [
        f"C is slower than Base at 4 threads: {MINUS}60 %. B likewise: {MINUS}10 %.",
        "D is faster than Base at 4 threads: +50 % (+43 to +58 %).",
    ]


def test_a_baseline_that_all_others_stand_behind_is_the_fastest() -> None:
    assert texts(panel("a", ("B", "slower", 0.9), ("C", "slower", 0.7))) == [
        f"Base is the fastest of 3 servers at 4 threads; the others: {MINUS}30 to {MINUS}10 %."
    ]


def test_an_order_that_turns_with_the_load_is_said_with_what_to_do() -> None:
    both = panel("a", ("B", "slower", 0.7))
    turned = replace(
        both.verdicts[0],
        headline=[contrast("one", 1, 1.3, "faster"), contrast("over", 64, 0.5, "slower")],
    )
    (found,) = findings_of([replace(both, verdicts=[turned])])
    assert found.text.startswith("B is faster than Base at 1 thread: +30 % (+24 to +37 %). It is")
    assert found.advice == "Decide by the number of clients you expect."


def test_what_is_undecided_says_why() -> None:
    judged = panel("a", ("B", "cannot-tell", 1.1), ("C", "cannot-tell", 1.2))
    single = [replace(v, reason="one run on a side") for v in judged.verdicts]
    (found,) = findings_of([replace(judged, verdicts=single)])
    assert (
        found.text == "B against Base: +1 to +10 %. C: +1 to +20 %. No verdict: one run on a side."
    )
    assert len(found.contrasts) == 4


def noisy(found: Panel, *labels: str) -> Panel:
    """A panel in which nothing can be told of some candidates for noise."""
    return replace(
        found,
        verdicts=[
            replace(v, direction="too-noisy") if v.candidate in labels else v
            for v in found.verdicts
        ],
    )


def test_what_is_too_noisy_to_tell_is_not_called_unclear() -> None:
    unclear = panel("a", ("B", "no-clear-difference", 1.1), ("C", "no-clear-difference", 1.2))
    assert texts(unclear) == ["No clear difference from Base for B and C."]
    assert texts(noisy(unclear, "C")) == [
        "No clear difference from Base for B; too noisy to tell for C."
    ]
    assert texts(noisy(unclear, "B", "C")) == ["Too noisy to tell B and C from Base."]


def test_each_that_is_undecided_has_its_own_reason() -> None:
    judged = panel(
        "a",
        ("B", "too-noisy", 1.1),
        ("C", "not-comparable", 1.2),
        ("D", "cannot-tell", 1.2),
        ("E", "cannot-tell", 1.2),
        ("F", "cannot-tell", 1.2),
    )
    reasons = ["", "not the same: Proxy", "runs are held", "one run on a side", "runs are held"]
    verdicts = [replace(v, reason=reasons[at]) for at, v in enumerate(judged.verdicts)]
    (found,) = texts(replace(judged, verdicts=verdicts))
    assert found == (
        "Too noisy to tell B from Base. C is not comparable with Base: not the same: Proxy."
        " Undecided for D and F: runs are held. Undecided for E: one run on a side."
    )


def test_many_workloads_are_said_in_shares_of_the_newest_server() -> None:
    panels = [panel(name, ("B", "slower", 0.9 - 0.1 * at)) for at, name in enumerate("abcd")]
    panels.append(panel("e", ("B", "faster", 1.5)))
    (said,) = texts(*panels)
    assert said == (
        f"B is slower than Base in 4 of 5 workloads: {MINUS}40 to {MINUS}10 %, most in Panel d."
        " It is faster in 1 of 5 workloads: +50 %."
    )


def test_workloads_with_one_title_are_told_apart_by_their_ids() -> None:
    named = [
        replace(found, title="TPC-C-like", workload=replace(found.workload, id=f"sets-{found.id}"))
        for found in (panel(name, ("B", "no-clear-difference", 1.0)) for name in "abc")
    ]
    loud = panel("d", ("B", "slower", 0.5))
    loud = replace(loud, title="TPC-C-like", workload=replace(loud.workload, id="sets-d"))
    (said,) = texts(*named, loud)
    assert said.startswith("TPC-C-like (sets-d): B is slower")


def test_where_only_one_of_many_workloads_shows_anything_it_is_named() -> None:
    quiet = [panel(name, ("B", "no-clear-difference", 1.0)) for name in "abc"]
    (said,) = texts(*quiet, panel("d", ("B", "slower", 0.5)))
    assert said.startswith(f"Panel d: B is slower than Base at 4 threads: {MINUS}50 %")
    assert said.endswith("None of the other 3 workloads shows a clear difference.")


def test_a_finding_names_the_panel_that_does_not_show_it() -> None:
    loud = [panel(name, ("B", "slower", 0.5)) for name in "abcd"]
    (said,) = texts(*loud, panel("e", ("B", "no-clear-difference", 1.02)))
    assert said == (
        f"B is slower than Base in 4 of 5 workloads: {MINUS}50 %, most in Panel a."
        " Not in Panel e: +1 to +2 %."
    )
    few = texts(loud[0], panel("e", ("B", "no-clear-difference", 1.02)))
    assert few[0].endswith("Not in Panel e: +1 to +2 %.")


def test_where_a_server_did_not_run_another_of_its_product_is_the_exception() -> None:
    """As with a larger buffer pool, with which only another build ran."""
    loud = [panel(name, ("B", "slower", 0.5)) for name in "abcd"]
    (said, *_) = texts(*loud, panel("e", ("C", "no-clear-difference", 0.99)))
    assert said.endswith(f"In Panel e C: {MINUS}1 to +1 %.")
    (said, *_) = texts(*loud, panel("e", ("C", "slower", 0.6)))
    assert "Panel e" not in said


def test_held_runs_are_no_exception() -> None:
    held = panel("e", ("B", "cannot-tell", 0.9))
    silent = [replace(e, held=True, direction="cannot-tell") for e in held.verdicts[0].headline]
    held = replace(held, verdicts=[replace(held.verdicts[0], headline=silent)])
    (said, *_) = texts(*(panel(name, ("B", "slower", 0.5)) for name in "abcd"), held)
    assert "Panel e" not in said


STATUSES: list[EvidenceStatus] = [*get_args(EvidenceStatus)]
"""The strongest first."""


@st.composite
def panels_with_less(draw: st.DrawFn) -> tuple[list[Panel], list[Panel]]:
    """Panels of a page, and the same after facts, repetitions and files are gone: contrasts are
    undecided or left out, statuses as they were or weaker.
    """
    pages: tuple[list[Panel], list[Panel]] = ([], [])
    labels = ["B", "C", "D"][: draw(st.integers(1, 3))]
    for name in "abcde"[: draw(st.integers(1, 5))]:
        full, less = [], []
        for label in labels:
            before = draw(st.integers(0, len(STATUSES) - 1))
            after = draw(st.integers(before, len(STATUSES) - 1))
            headline = [
                contrast("one", threads, 1.5 if found == "faster" else 0.5, found)
                for threads in (1, 4)
                for found in [draw(st.sampled_from(["faster", "slower", "cannot-tell"]))]
            ]
            left = [
                each if kept == "as it was" else replace(each, direction="cannot-tell")
                for each in headline
                for kept in [draw(st.sampled_from(["as it was", "undecided", "left out"]))]
                if kept != "left out"
            ]
            for found, status, contrasts in ((full, before, headline), (less, after, left)):
                said = verdict(label, "cannot-tell", 1.0)
                found.append(replace(said, status=STATUSES[status], headline=contrasts))
        for page, verdicts in zip(pages, (full, less), strict=True):
            plain_panel = panel(name, *((label, "cannot-tell", 1.0) for label in labels))
            page.append(replace(plain_panel, verdicts=verdicts))
    return pages


@given(panels_with_less(), st.sets(st.sampled_from("abcde")))
def test_less_evidence_never_makes_a_finding_stronger(
    pages: tuple[list[Panel], list[Panel]], answered: set[str]
) -> None:
    full, less = pages
    before = min(STATUSES.index(found.status) for found in findings_of(full) if found.status)
    for found in findings_of(less, answered=answered):
        assert found.status
        assert STATUSES.index(found.status) >= before
    directions = {
        (panel.id, v.candidate, each.threads): each.direction
        for panel in less
        for v in panel.verdicts
        for each in v.headline
    }
    # Exceptions quote figures of which nothing can be told; a sign needs one that stands.
    for found in findings_of(less):
        named = {directions[c.panel, c.candidate, c.threads] for c in found.contrasts}
        for sign in ("faster", "slower"):
            assert (f" {sign}" in found.text) <= (sign in named)


def test_nothing_to_compare_is_no_finding() -> None:
    assert findings_of([]) == []


def test_what_else_differs_is_written_as_inside_a_sentence() -> None:
    said = also_differs(["Capacity of the redo log", "I/O capacity", "CPU model"])
    assert (
        said == "Not only the servers differ: capacity of the redo log, I/O capacity and CPU model."
    )
    assert also_differs([]) == ""


def test_what_a_twin_does_not_bear_out_is_left_out_and_said_who_is_alone() -> None:
    """MySQL gains 45 %, Percona Server of the same series loses 12 %."""
    sides = {
        "Base": ("mysql", "5.7"),
        "New": ("mysql", "8.0"),
        "Percona old": ("percona-server", "5.7"),
        "Percona new": ("percona-server", "8.0"),
    }
    judged = panel(
        "a",
        ("New", "faster", 1.45),
        ("Percona old", "faster", 1.5),
        ("Percona new", "faster", 1.32),
    )
    named = [replace(s, product=sides[s.label][0], series=sides[s.label][1]) for s in judged.sides]
    found = findings_of([replace(judged, sides=named)])
    assert not any("New is" in finding.text for finding in found)
    assert found[-1].text == (
        "MySQL and Percona Server disagree at 4 threads, where Base stands alone:"
        " nothing is said of their releases there."
    )
    # Three servers of other series have no twin.
    assert all("disagree" not in text for text in texts(judged))
