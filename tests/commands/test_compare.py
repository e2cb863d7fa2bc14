"""`compare`: two bundles, two logs, one bundle; what is said first, and the exit codes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from sysbench_archive.cli import main
from sysbench_archive.words.phrases import WORDS

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "data" / "results"
NOISY = RESULTS / "2026-11-mariadb-11-8-and-10-11-debian-vm"
SLOWER = RESULTS / "2026-11-mysql-8-0-log-writer-threads-in-slices-small-vm"
MINUS = WORDS["minus"]
Output = pytest.CaptureFixture[str]


def said(capsys: Output, *words: str | Path, code: int = 0) -> str:
    assert main(["compare", *map(str, words)]) == code
    return capsys.readouterr().out


@pytest.fixture
def logs(tmp_path: Path) -> tuple[Path, Path]:
    """Three runs of two servers at one thread count, as anybody may have them."""
    for side, server in (("old", "10-11-19"), ("new", "11-8-6")):
        folder = tmp_path / side
        folder.mkdir()
        for path in NOISY.glob(f"raw/oltp-read-only-mariadb-{server}-t2-r*.txt"):
            shutil.copy(path, folder)
    return tmp_path / "old", tmp_path / "new"


def test_two_bundles_are_two_campaigns_of_one_machine(capsys: Output) -> None:
    text = said(capsys, NOISY, NOISY)
    first, table, *sentences = text.split("\n\n")
    assert (
        first.splitlines()[0]
        == "two campaigns, apart in time: what else changed between them counts as well"
    )
    heads, row = table.splitlines()[1:3]
    assert heads.split() == ["test", "threads", "baseline", "candidate", "ratio", "verdict"]
    assert re.fullmatch(
        r"OLTP read-only, MariaDB 10.11.19 +1 +882 +882 +1\.00 \(too wide\) +too noisy to tell", row
    )
    assert "MariaDB 11.8.6, B against MariaDB 11.8.6, A: 0 %" in sentences[0]


def test_one_bundle_has_the_sentence_of_its_page(capsys: Output) -> None:
    text = said(capsys, SLOWER)
    assert text.endswith(f"at 1 thread: {MINUS}56 % ({MINUS}74 to {MINUS}26 %). (indicative)\n")
    assert "0.44 (0.26 to 0.74)  slower" in text


def test_what_is_not_there_is_named(capsys: Output) -> None:
    assert main(["compare", "none"]) == 2
    told = "none: not there (expected a bundle's folder, or logs of sysbench)"
    assert told in capsys.readouterr().err


def test_logs_say_what_nobody_recorded_and_no_direction(
    capsys: Output, logs: tuple[Path, Path]
) -> None:
    text = said(capsys, *logs, "--fail-slower=0")
    assert "not recorded: Kind of machine, CPU model and " in text
    assert "Cannot tell whether new or old is faster: nobody recorded whether" in text
    assert "MySQL" not in text


def test_logs_of_one_host_are_judged_by_their_noise(
    capsys: Output, logs: tuple[Path, Path]
) -> None:
    text = said(capsys, *logs, "--same-host")
    assert "Kind of machine" not in text
    assert "Too noisy to tell whether new or old is faster" in text


def test_single_logs_have_no_direction_within_the_noise(
    capsys: Output, logs: tuple[Path, Path]
) -> None:
    text = said(capsys, *(min(folder.iterdir()) for folder in logs))
    assert "one run on a side, and two runs of the same thing differ by up to" in text


@pytest.mark.parametrize(("most", "code"), [("5%", 3), ("55", 3), ("57%", 0)])
def test_slower_by_more_than_that_exits_3(most: str, code: int, capsys: Output) -> None:
    assert main(["compare", str(SLOWER), "--fail-slower", most]) == code
    told = f"slower: OLTP write-only at 1 thread: {MINUS}56 %\n"
    assert capsys.readouterr().err == (told if code else "")


def test_noise_is_never_slower(capsys: Output) -> None:
    assert main(["compare", str(NOISY), "--fail-slower=0"]) == 0
    assert capsys.readouterr().err == "nothing can be told, so that --fail-slower finds nothing\n"


def test_what_differs_in_the_data_is_not_comparable(capsys: Output, tmp_path: Path) -> None:
    other = tmp_path / "2026-11-more-rows"
    shutil.copytree(NOISY, other)
    document = other / "bundle.yaml"
    document.write_text(re.sub(r"(--table[-_]size=)\d+", r"\g<1>77", document.read_text()))
    text = said(capsys, NOISY, other, "--fail-slower=0")
    assert text.splitlines()[1].startswith("not comparable: Rows of a table (")
    assert "not the same: Rows of a table" in text


def test_every_format_is_what_it_says(capsys: Output) -> None:
    found = json.loads(said(capsys, SLOWER, "--format=json"))
    (panel,) = found["comparisons"][0]["panels"]
    assert panel["verdicts"][0]["headline"][0]["direction"] == "slower"
    page = said(capsys, SLOWER, "--format=html")
    assert page.startswith("<!doctype html>")
    assert 'class="forest"' in page
    told = said(capsys, SLOWER, "--format=markdown")
    assert "| OLTP write-only | 1 | 509 | 215 | 0.44 (0.26 to 0.74) | slower |" in told


@pytest.mark.parametrize(
    "words", [[NOISY, SLOWER], [ROOT / "setup.py", NOISY], [NOISY, NOISY, NOISY], ["nowhere"]]
)
def test_what_cannot_be_compared_exits_2(words: list[Path | str], capsys: Output) -> None:
    assert said(capsys, *words, code=2) == ""


def test_a_faulty_bundle_exits_1(capsys: Output, tmp_path: Path) -> None:
    (tmp_path / "bundle.yaml").write_text("schema: 1\n")
    assert said(capsys, tmp_path, NOISY, code=1) == ""


def test_a_bundle_of_one_server_has_its_figures(capsys: Output) -> None:
    one = ROOT / "tests/rules/load-histogram/pass/2026-01-raw-output"
    assert said(capsys, one).startswith("OLTP read-only: Transactions per second\nthreads ")
    assert said(capsys, one, "--fail-slower=5", code=2) == ""
