"""What counts as a row from which only words were removed."""

from dataclasses import replace

import pytest

from sysbench_archive.ledger.record import Row
from sysbench_archive.ledger.redaction import is_redaction, without_name

ROW = Row(
    revision=1,
    date="2026-11-23",
    status="published",
    standing="permanent",
    swhid="swh:1:dir:" + "0" * 40,
    figures_sha256="0" * 64,
    title="Two servers, measured by Ada",
    authors="Ada; Adalbert",
    comparisons="",
    runs="r1 r2",
    reason="",
)


def test_a_name_is_cut_out_where_it_is_not_part_of_another() -> None:
    cut = without_name(ROW, "Ada")
    assert (cut.title, cut.authors) == ("Two servers, measured by removed", "removed; Adalbert")
    assert is_redaction(ROW, cut)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ada's machine, measured by Ada.", "removed's machine, measured by removed."),
        ("\u2018Ada\u2019 (Ada)", "\u2018removed\u2019 (removed)"),
        ("Ada-Marie, Anna-Ada, Adalbert, O'Ada, D\u2019Ada and Ada'lia", None),
    ],
)
def test_a_part_of_a_longer_word_is_no_name(text: str, left: str | None) -> None:
    assert without_name(replace(ROW, title=text), "Ada").title == (left or text)


@pytest.mark.parametrize(
    ("title", "is_cut"),
    [
        ("removed, measured by removed", True),
        ("removed", True),
        ("Three servers, measured by removed", False),
        ("Two servers, measured by Ada and removed", False),
        ("removedTwo servers, measured by Ada", False),
        # Each gap stands for a character at least; a search by pattern would never end.
        ("removed" * 60, False),
    ],
)
def test_nothing_may_stand_there_that_did_not_before(title: str, is_cut: bool) -> None:
    assert is_redaction(ROW, replace(ROW, title=title)) is is_cut


def test_figures_and_digests_may_not_change() -> None:
    assert not is_redaction(ROW, replace(ROW, figures_sha256="1" * 64))
    assert not is_redaction(ROW, replace(without_name(ROW, "Ada"), runs="r1"))
    assert not is_redaction(ROW, ROW)
