"""What repeated runs tell of a regime, by groups small enough to check by hand."""

from __future__ import annotations

import json
import math
import shutil
from concurrent.futures import Executor
from pathlib import Path

import pytest

from sysbench_archive.cli import main
from sysbench_archive.commands import calibrate
from sysbench_archive.commands.calibrate import groups_in, tables
from sysbench_archive.verdicts import policy as student
from sysbench_archive.verdicts import policy as thresholds
from sysbench_archive.verdicts.calibration import Group, regime_table

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "data" / "results"
TEN = "2026-04-hikaru2003-spin-wait-delay-sm110"


def groups(count: int, kind: str, family: str, *logs: float) -> list[Group]:
    return [Group(kind, family, logs)] * count


def test_a_regime_of_its_own_needs_ten_groups() -> None:
    found = regime_table(
        [*groups(10, "vm", "write", 0, 0.1, 0.3), *groups(9, "vm", "point", 0, 1, 2)]
    )
    assert sorted(found) == ["any any", "vm any", "vm writes"]
    assert [found[name].groups for name in sorted(found)] == [19, 19, 10]
    assert found["vm writes"].runs == 30


def test_the_threshold_is_what_nineteen_in_twenty_pairs_stay_within() -> None:
    """Of 20 groups of three, one differs by 1 in two of its three pairs: 1/30 of the weight."""
    quiet, loud = groups(19, "vm", "write", 0, 0.01, 0.02), groups(1, "vm", "write", 0, 0, 1)
    assert regime_table([*quiet, *loud])["vm writes"].threshold == 0.02
    louder = regime_table([*quiet, *loud * 2])["vm writes"].threshold
    assert louder == 1


def test_every_group_weighs_the_same() -> None:
    """One group of many runs does not outvote twenty of three."""
    many = Group("vm", "write", tuple(float(i) for i in range(60)))
    quiet = groups(30, "vm", "write", 0, 0.01, 0.02)
    assert regime_table([*quiet, many])["vm writes"].threshold == 0.02


def test_deviations_and_likeness() -> None:
    alike = regime_table(groups(10, "vm", "write", 0, 0.1, 0.2))["vm writes"]
    assert (alike.median_deviation, alike.ninth_deviation, alike.alike) == (0.1, 0.1, True)
    mixed = [*groups(5, "vm", "write", 0, 0.1, 0.2), *groups(5, "vm", "write", 0, 0.001, 0.002)]
    unlike = regime_table(mixed)["vm writes"]
    assert (unlike.median_deviation, unlike.alike) == (0.001, False)


def test_groups_of_two_tell_nothing() -> None:
    known = groups(2, "vm", "write", 0, 0.1, 0.2)
    assert regime_table([*known, *groups(50, "vm", "write", 0, 5)]) == regime_table(known)


def test_a_group_is_one_server_workload_and_thread_count() -> None:
    found = groups_in(RESULTS / TEN)
    assert len(found) == 8
    assert {len(group.logs) for group in found} == {10}
    assert {group.kind for group in found} == {""}


def test_published_figures_are_no_repetitions() -> None:
    assert groups_in(RESULTS / "2011-10-mysql-5-5-and-5-1-dl380-g7") == []


def test_an_unreadable_bundle_has_no_groups(tmp_path: Path) -> None:
    assert groups_in(tmp_path) == []


def test_an_archive_without_repetitions_is_refused(workers: Executor) -> None:
    with pytest.raises(calibrate.UsageError, match="three times"):
        tables([RESULTS / "2011-10-mysql-5-5-and-5-1-dl380-g7"], workers)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of one bundle, whose tables are files of the test's own."""
    (tmp_path / "schema").symlink_to(ROOT / "schema")
    shutil.copytree(RESULTS / TEN, tmp_path / "data" / "results" / TEN)
    monkeypatch.chdir(tmp_path)
    for module, name in ((thresholds, "THRESHOLDS"), (student, "STUDENT")):
        path = tmp_path / getattr(module, name).name
        monkeypatch.setattr(calibrate, name, path)
    return tmp_path


def test_the_verb_writes_and_then_agrees(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--check"]) == 1
    assert capsys.readouterr().err == (
        "thresholds.json: is out of date; run `sysbench-archive calibrate`\n"
        "student.json: is out of date; run `sysbench-archive calibrate`\n"
    )
    assert main(["calibrate"]) == 0
    assert capsys.readouterr().out == "thresholds.json\nstudent.json\n"
    assert main(["calibrate", "--check"]) == 0
    assert capsys.readouterr().err == ""
    written = json.loads((small / "thresholds.json").read_text())
    assert set(written) == {"any any"}
    assert written["any any"]["threshold"] == round(_threshold(groups_in(RESULTS / TEN)), 4)
    (small / "thresholds.json").write_text("{}")
    assert main(["calibrate", "--check"]) == 1


def _threshold(known: list[Group]) -> float:
    """The same by another way: groups of one size, so that every pair weighs the same."""
    pairs = sorted(abs(a - b) for g in known for i, a in enumerate(g.logs) for b in g.logs[i + 1 :])
    return pairs[math.ceil(0.95 * len(pairs)) - 1]
