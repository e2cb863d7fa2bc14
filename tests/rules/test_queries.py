"""Queries per transaction: exact without errors, between bounds with them."""

from dataclasses import replace

from fixtures import FOLDER
from hypothesis import given
from hypothesis import strategies as st

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.model.base import FigureValue
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.rules.queries import QUERIES, RETRIES, check, query_faults

SOUND = FOLDER / "file-mode" / "pass" / "2026-01-raw-output"
LOADED = load_bundle(SOUND, "b").bundle
assert LOADED is not None
BUNDLE: Bundle = LOADED
READS = 14
COUNTS = st.integers(1, 2**40)
ERRORS = st.integers(0, 2**20)


def with_figures(**figures: int) -> Bundle:
    run = replace(
        BUNDLE.runs[0], figures={name: FigureValue(v, None) for name, v in figures.items()}
    )
    return replace(BUNDLE, runs=(run,))


def metrics(bundle: Bundle) -> list[str]:
    return [metric for metric, _ in query_faults(bundle, bundle.runs[0])]


@given(COUNTS, ERRORS)
def test_each_ignored_error_may_repeat_a_transaction(transactions: int, ignored: int) -> None:
    reads = READS * (transactions + ignored)
    figures = {"transactions": transactions, "ignored_errors": ignored}
    assert metrics(with_figures(**figures, reads=reads)) == []
    assert metrics(with_figures(**figures, reads=READS * transactions)) == []
    assert metrics(with_figures(**figures, reads=reads + 1)) == ["reads"]
    assert metrics(with_figures(**figures, reads=READS * transactions - 1)) == ["reads"]


@given(COUNTS, ERRORS)
def test_only_a_run_without_errors_is_refused(transactions: int, ignored: int) -> None:
    wrong = READS * (transactions + ignored) + 1
    bundle = with_figures(transactions=transactions, ignored_errors=ignored, reads=wrong)
    rule = RETRIES if ignored else QUERIES
    assert [problem.code for problem in check(bundle)] == [rule.code]


@given(COUNTS)
def test_a_run_without_transactions_or_counts_breaks_no_law(count: int) -> None:
    assert metrics(with_figures(reads=count)) == []
    assert metrics(with_figures(transactions=count)) == []
    assert metrics(with_figures(transactions=0, reads=count)) == []


def test_a_write_that_changes_no_row_counts_as_other() -> None:
    command = BUNDLE.runs[0].command
    assert command is not None
    text = command.text.replace("read_only", "read_write")
    for off, wrong in ((0, []), (-3, []), (3, ["writes", "others"])):
        figures = {"transactions": 100, "writes": 400 + off, "others": 200 - off}
        bundle = with_figures(**figures, queries=2000)
        run = replace(bundle.runs[0], command=replace(command, text=text))
        assert [metric for metric, _ in query_faults(bundle, run)] == wrong
