"""What pages open with: who is ahead or behind, where the order turns, what is undecided."""

from __future__ import annotations

import math
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from derived_records import comparison_record, panel_record, plain, side_record
from sysbench_archive.model.base import bundle_reference
from sysbench_archive.model.comparison import (
    ContrastDirection,
    ContrastRecord,
    EvidenceStatus,
    OtherCampaign,
    Panel,
    Side,
    ThreadRole,
    VerdictRecord,
)
from sysbench_archive.pages.comparison.besides import also_differs
from sysbench_archive.pages.comparison.findings import findings_of
from sysbench_archive.pages.home import new_results

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


def sided(found: Panel, **fields: dict[str, str]) -> Panel:
    """A panel of which sides with these labels, blanks as underscores, have these fields."""
    named = {label.replace("_", " "): own for label, own in fields.items()}
    return replace(found, sides=[replace(s, **named.get(s.label, {})) for s in found.sides])


def at(threads: int, found: Panel, *labels: str) -> Panel:
    """A panel in which what was judged of some candidates was judged at another thread count."""
    return replace(
        found,
        verdicts=[
            replace(v, headline=[v.headline[0], replace(v.headline[1], threads=threads)])
            if v.candidate in labels
            else v
            for v in found.verdicts
        ],
    )


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
        found.text
        == "Nothing can be told: one run on a side. B against Base: +1 to +10 %. C: +1 to +20 %."
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


LONE = {
    "Base": {"product": "mysql", "version": "9.7.0", "series": "9.7"},
    "MySQL": {"product": "mysql", "version": "8.0.45", "series": "8.0"},
    "Percona": {"product": "percona-server", "version": "8.0.45-36", "series": "8.0"},
    "Older": {"product": "mysql", "version": "8.0.28", "series": "8.0"},
}


def test_twins_of_opposite_signs_leave_no_sentence_on_their_release() -> None:
    """The baseline has no twin; the other product may be undecided, and has the other sign."""
    judged = panel("a", ("Percona", "slower", 0.79), ("MySQL", "cannot-tell", 1.17))
    assert texts(sided(judged, **LONE))[-1] == (
        "MySQL and Percona disagree at 4 threads: nothing is said of their release there."
    )
    assert not any("slower" in text for text in texts(sided(judged, **LONE)))
    # Of several servers of the series, that of the same base is the twin.
    more = panel(
        "a", ("Percona", "slower", 0.79), ("MySQL", "faster", 1.3), ("Older", "slower", 0.8)
    )
    first, last = texts(sided(more, **LONE))
    assert first.startswith("Older is slower")
    assert last.startswith("MySQL and Percona disagree at 4 threads")


def test_candidates_for_a_release_are_spoken_of_only_where_there_is_no_release() -> None:
    young = {"maturity": "rc"}
    both = panel("a", ("New", "faster", 1.5), ("Old", "faster", 1.3))
    assert texts(sided(both, New=young)) == [
        "Old is faster than Base at 4 threads: +30 % (+24 to +37 %)."
    ]
    alone = panel("a", ("New", "faster", 1.5))
    assert texts(sided(alone, New=young)) == [
        "New, a release candidate, is faster than Base at 4 threads: +50 % (+43 to +58 %)."
    ]
    (said,) = texts(sided(both, Base={"maturity": "early"}))
    assert said == (
        "New is faster than Base, an early release, at 4 threads: +50 %. Old likewise: +30 %."
    )
    open_ones = panel("a", ("New", "too-noisy", 1.1), ("Old", "too-noisy", 1.1))
    assert texts(sided(open_ones, Base=young)) == [
        "Too noisy to tell New and Old from Base, a release candidate."
    ]


def test_where_others_cannot_tell_it_is_not_called_unclear() -> None:
    quiet = [panel(name, ("B", "no-clear-difference", 1.0)) for name in "abc"]
    loud = panel("d", ("B", "slower", 0.5))
    vague = noisy(panel("e", ("B", "cannot-tell", 0.6)), "B")
    (said,) = texts(*quiet, vague, loud)
    assert said.endswith(
        "Of the other 4 workloads 3 show no clear difference, and 1 cannot tell: too noisy."
    )
    (said,) = texts(*(noisy(each, "B") for each in quiet), loud)
    assert said.endswith("The other 3 workloads cannot tell: too noisy.")
    held = [replace(v, direction="cannot-tell", reason="held") for v in vague.verdicts]
    (said,) = texts(*(noisy(each, "B") for each in quiet), replace(vague, verdicts=held), loud)
    assert said.endswith("The other 4 workloads cannot tell; in 3 of 4 comparisons: too noisy.")


def test_likewise_is_said_of_the_same_thread_counts() -> None:
    judged = panel("a", ("B", "slower", 0.5), ("C", "slower", 0.6), ("D", "slower", 0.7))
    judged = replace(judged, verdicts=[*judged.verdicts, verdict("E", "cannot-tell", 1.0)])
    judged = replace(judged, sides=[*judged.sides, side("E")])
    first, _ = texts(at(64, judged, "D"))
    assert first == (
        f"B is slower than Base at 4 threads: {MINUS}50 %. C likewise: {MINUS}40 %."
        f" D at 64 threads: {MINUS}30 %."
    )
    first, _ = texts(at(16, at(64, judged, "D"), "C"))
    assert first.endswith(f"C at 16 threads: {MINUS}40 %. D at 64 threads: {MINUS}30 %.")


def test_a_reason_is_told_with_its_number() -> None:
    panels = [panel(name, ("B", "cannot-tell", 1.1), ("C", "cannot-tell", 1.2)) for name in "abcd"]
    panels = [
        replace(
            found,
            verdicts=[replace(v, reason="one run on a side") for v in found.verdicts],
        )
        for found in panels
    ]
    (said,) = texts(*panels)
    assert said.startswith("Nothing can be told: one run on a side. ")
    other = replace(panels[0].verdicts[1], direction="not-comparable", reason="not the same: Proxy")
    panels[0] = replace(panels[0], verdicts=[panels[0].verdicts[0], other])
    (said,) = texts(*panels)
    assert said.startswith("Nothing can be told: one run on a side. ")
    assert said.endswith(" Not the same: Proxy (1 of 8 comparisons).")


def test_a_candidate_of_which_several_things_hold_is_told_with_their_numbers() -> None:
    quiet = [panel(name, ("B", "slower", 0.5), ("C", "too-noisy", 1.0)) for name in "abcd"]
    quiet[0] = panel("a", ("B", "slower", 0.5), ("C", "no-clear-difference", 1.0))
    *_, said = texts(*quiet)
    assert said == "No clear difference from Base for C (1 of 4); too noisy to tell for C (3 of 4)."


def releases(found: Panel) -> Panel:
    """A panel of three versions that no other campaign ran."""
    once = [replace(v, status="indicative") for v in found.verdicts]
    versions = {label: {"version": label} for label in ("Base", "B", "C")}
    return sided(replace(found, verdicts=once), **versions)


def test_two_releases_that_are_far_apart_lead_no_page() -> None:
    lonely = "No other campaign has found so large a difference."
    judged = releases(panel("a", ("B", "faster", 30.0)))
    assert texts(judged) == [f"B against Base: 30 times at 4 threads. {lonely}"]
    both = releases(panel("a", ("B", "slower", 0.1), ("C", "slower", 0.5)))
    assert texts(both) == [
        f"C is slower than Base at 4 threads: {MINUS}50 % ({MINUS}52 to {MINUS}48 %).",
        f"B against Base: {MINUS}90 % at 4 threads. {lonely}",
    ]
    # A setting of one version may do so, and what another campaign has found.
    assert "B is faster" in texts(panel("a", ("B", "faster", 30.0)))[0]
    other = plain(OtherCampaign, bundle="b", ratio=28.0, agrees=True)
    (found,) = judged.verdicts
    again = [replace(entry, campaigns=[other]) for entry in found.headline]
    for repeated in (replace(found, headline=again), replace(found, status="measured")):
        assert "B is faster" in texts(replace(judged, verdicts=[repeated]))[0]


def test_of_many_workloads_what_is_far_apart_comes_behind_what_stands() -> None:
    loud = [panel(name, ("B", "slower", 0.5)) for name in "abcd"]
    far = panel("e", ("B", "slower", 0.1))
    first, second = texts(*map(releases, (*loud, far)))
    assert first == f"B is slower than Base in 4 of 5 workloads: {MINUS}50 %, most in Panel a."
    assert second.startswith(f"B against Base: {MINUS}90 % in Panel e. No other campaign")
    alone = [releases(panel(name, ("B", "slower", 0.1))) for name in "abcd"]
    (said,) = texts(*alone)
    assert said.startswith(f"B against Base: {MINUS}90 % in all 4 workloads. No other")


@pytest.mark.parametrize(
    ("ratio", "again", "base", "leads"),
    [
        (0.8, False, {}, True),
        (0.8, False, {"maturity": "rc"}, False),
        (3.0, False, {}, False),
        (3.0, True, {}, True),
    ],
)
def test_what_leads_the_home_page_is_general_and_near_or_found_again(
    ratio: float, again: bool, base: dict[str, str], leads: bool
) -> None:
    judged = sided(panel("a", ("B", "faster", ratio)), Base=base)
    other = plain(OtherCampaign, bundle="b", ratio=ratio, agrees=again)
    (found,) = judged.verdicts
    entries = [replace(e, log=math.log(e.ratio), campaigns=[other]) for e in found.headline]
    judged = replace(judged, verdicts=[replace(found, headline=entries)])
    bundle = bundle_reference("2026-11-b", "Bundle")
    told = new_results([[comparison_record(panels=[judged], bundles=[bundle])]])
    assert [one.answer.partition(":")[0] for one in told] == ["B against Base"] * leads
