"""`cite`: whatever names a page of the archive names what is cited."""

import json

import pytest

from synthetic_archive import TODAY
from sysbench_archive.build.archive import Archive
from sysbench_archive.cli import main
from sysbench_archive.commands.cite import cited
from sysbench_archive.problems import UsageError
from sysbench_archive.publish.citation import FORMATS

BUNDLE = "2024-01-synthetic-000000"
RUN = "read-only-mysql-t1"
BASE = "https://sysbench-archive.example"
RESULT = f"/results/{BUNDLE}/"
MATRIX = f"/comparisons/{BUNDLE}--read-only/"


@pytest.mark.parametrize(
    ("what", "path"),
    [
        (BUNDLE, RESULT),
        (f"data/results/{BUNDLE}", RESULT),
        (RESULT, RESULT),
        (f"https://mirror.example/base{RESULT}?x=1#runs", RESULT),
        (f"{BUNDLE}/{RUN}", f"{RESULT}{RUN}/"),
        (f"{BASE}{RESULT}{RUN}/", f"{RESULT}{RUN}/"),
        (f"{BUNDLE}--read-only", f"{MATRIX}revisions/1/"),
        (f"{BASE}{MATRIX}", f"{MATRIX}revisions/1/"),
        (f"{MATRIX}revisions/1/", f"{MATRIX}revisions/1/"),
    ],
)
def test_everything_with_an_address_can_be_cited(synthetic: Archive, what: str, path: str) -> None:
    work = cited(synthetic, what)
    assert work.path == path
    assert work.names() == ("Synthetic",)
    assert work.day == TODAY.isoformat()
    assert [edition.bundle for edition in work.editions] == [BUNDLE]


@pytest.mark.parametrize(
    "what",
    [
        "2024-01-nothing",
        f"{BUNDLE}/no-run",
        f"{MATRIX}revisions/2/",
        "/comparisons/none/",
        "UPPER",
        "a b",
        "",
        "../x",
    ],
)
def test_what_is_not_there_cannot_be_cited(synthetic: Archive, what: str) -> None:
    with pytest.raises(UsageError):
        cited(synthetic, what)


def test_a_comparison_of_what_is_not_recorded_yet_is_refused(synthetic: Archive) -> None:
    (synthetic.ledger / f"{BUNDLE}.csv").unlink()
    with pytest.raises(UsageError, match=f"{BUNDLE}, not in the publication record yet"):
        cited(synthetic, MATRIX)


def test_what_is_not_found_is_told_in_words_of_this_command(synthetic: Archive) -> None:
    with pytest.raises(UsageError, match="nothing is called 'none'") as refused:
        cited(synthetic, "/comparisons/none/")
    assert "reproduce" not in str(refused.value)
    assert "--site" not in str(refused.value)


def test_a_withdrawn_result_is_cited_from_the_record(synthetic: Archive) -> None:
    path = synthetic.ledger / f"{BUNDLE}.csv"
    head, row = path.read_text().splitlines()
    gone = row.replace("1,", "2,", 1).replace("published", "withdrawn", 1)
    path.write_text(f"{head}\n{row}\n{gone}\n")
    work = cited(synthetic, BUNDLE)
    assert [edition.status for edition in work.editions] == ["withdrawn"]
    first = cited(synthetic, f"{RESULT}revisions/1/")
    assert [edition.status for edition in first.editions] == ["published"]
    assert first.path == f"{RESULT}revisions/1/"
    assert cited(synthetic, f"{RESULT}revisions/2/") == work
    with pytest.raises(UsageError, match="has revisions 1 to 2, not 3"):
        cited(synthetic, f"{RESULT}revisions/3/")


@pytest.mark.parametrize("form", FORMATS)
def test_the_command_prints_a_format(
    synthetic: Archive,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    form: str,
) -> None:
    monkeypatch.chdir(synthetic.root)
    assert main(["cite", f"{BUNDLE}/{RUN}", "--format", form]) == 0
    said = capsys.readouterr().out
    assert f"{BASE}{RESULT}{RUN}/" in said
    if form == "csl":
        assert json.loads(said)[0]["type"] == "dataset"
    assert main(["cite", "2024-01-nothing"]) == 2
