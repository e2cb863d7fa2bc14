"""The archive of this checkout is without a fault: what `check` says of every bundle."""

from __future__ import annotations

from built_sites import ROOT
from surveyed_archive import ARCHIVE, Surveyed
from sysbench_archive.build.archive import read_comparison_records
from sysbench_archive.build.checking import comparison_problems
from sysbench_archive.build.recording import stated_now
from sysbench_archive.model.curated import Prose
from sysbench_archive.pages.comparison.prose import ContrastFinder, contrast_text
from sysbench_archive.pages.home import bundles_of, read_home, texts_of
from sysbench_archive.rules.prose import ProseFigures, check_prose


def test_every_bundle_is_sound(surveyed: Surveyed) -> None:
    assert [survey.id for survey in surveyed.surveys] == [f.name for f in ARCHIVE.bundles()]
    assert [str(p) for p in surveyed.checked.problems if p.severity != "warning"] == []


SAYS_IT_ITSELF = {
    "command-option", "held-run", "prepare-published", "published-arithmetic",
    "run-failed-complete", "run-spread",
}  # fmt: skip
"""What a source may have typed or measured oddly: the bundle keeps it as it stands there. A run
that failed though its report is complete says what made it invalid.
"""


def test_warnings_are_of_what_a_source_says_itself(surveyed: Surveyed) -> None:
    others = [str(p) for p in surveyed.checked.problems if p.code not in SAYS_IT_ITSELF]
    assert others == []


def test_every_comparison_says_what_its_newest_row_does(surveyed: Surveyed) -> None:
    """No change of the program lets what was published say something else unrecorded."""
    recorded, _ = read_comparison_records(ARCHIVE)
    assert len(recorded) > 900
    checked = surveyed.checked
    said = stated_now(ARCHIVE, surveyed.surveys, checked.curated, checked.records, surveyed.store)
    found = comparison_problems(ARCHIVE, checked, said, recorded)
    assert [problem.text() for problem in found] == []


def test_no_answer_of_the_home_page_states_what_its_figures_do_not_support(
    surveyed: Surveyed,
) -> None:
    home, keys = read_home(ROOT), {survey.id: survey.key for survey in surveyed.surveys}
    stated = texts_of(home)
    outcomes = {name: surveyed.store.need(keys[name]) for name in bundles_of(stated)}
    results = {name: outcome.result for name, outcome in outcomes.items() if outcome.result}
    finder = ContrastFinder("", results, [])
    figures = ProseFigures(find=finder.find, write=contrast_text, headline={})
    texts = [Prose("", 1, text) for text in stated]
    assert list(check_prose("content/_index.md", texts, figures)) == []
