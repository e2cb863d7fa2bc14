"""What repeated runs say of noise, by groups small enough to check by hand."""

from __future__ import annotations

import json
import math
import shutil
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import pytest
from scipy import stats

from cell_samples import cell
from sysbench_archive.cli import main
from sysbench_archive.commands import calibrate
from sysbench_archive.commands.calibrate import (
    BOUND,
    LARGEST,
    Group,
    noise_table,
    repeated_in,
    session_table,
    tables,
)
from sysbench_archive.verdicts import noise, policy
from sysbench_archive.verdicts.noise import noise_of

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "data" / "results"
TEN = "2026-04-hikaru2003-spin-wait-delay-sm110"
OTHER = "2026-04-hikaru2003-spin-wait-delay-xl170"


def group(machine: str, *logs: float, kind: str = "bare-metal", campaign: str = "one") -> Group:
    return Group(
        machine=machine,
        kind=kind,
        hardware_class="class",
        residency="in-memory",
        thing="thing",
        campaign=campaign,
        sessions="unrecorded",
        logs=logs,
    )


def test_the_threshold_bounds_one_machine_more() -> None:
    """Three machines whose pairs lie 1, 1.2 and 1.44 % apart: a t bound on the logarithms."""
    found = noise_table([group("a", 0, 0.01), group("b", 0, 0.012), group("c", 0, 0.0144)], [])
    regime = found.single_runs["physical"]
    logs = [math.log(distance) for distance in (0.01, 0.012, 0.0144)]
    spread = math.log(1.2)
    bound = sum(logs) / 3 + stats.t.ppf(BOUND, 2) * spread * math.sqrt(1 + 1 / 3)
    assert regime.threshold == pytest.approx(math.exp(bound), abs=1e-3)
    assert (regime.machines, regime.groups, regime.runs) == (3, 3, 6)
    assert (regime.median_machine, regime.widest_machine) == (0.012, 0.0144)
    assert set(found.single_runs) == {"any", "physical"}


def test_a_machine_counts_once_however_often_it_ran() -> None:
    plain = [group("a", 0, 0.01), group("b", 0, 0.02)]
    often = [*plain, *[group("b", 0, 0.02)] * 50]
    one, other = noise_table(plain, []), noise_table(often, [])
    assert one.single_runs["physical"].threshold == other.single_runs["physical"].threshold


def test_what_may_be_one_machine_counts_as_one() -> None:
    groups = [group(name, 0, 0.01) for name in ("a", "a-less", "b")]
    whole = {"a": {}, "a-less": {"kind": "", "memory_mib": None}, "b": {"cores": 64}}
    cells = [cell("8.0.1", 1, machine=name, **facts) for name, facts in whole.items()]
    assert noise_table(groups, []).single_runs["physical"].machines == 3
    assert noise_table(groups, cells).single_runs["physical"].machines == 2


def test_kinds_have_centres_of_their_own_and_share_their_spread() -> None:
    quiet = [group(name, 0, step) for name, step in (("a", 0.01), ("b", 0.0105))]
    loud = [group(name, 0, step, kind="vm") for name, step in (("c", 0.5), ("d", 0.525))]
    regimes = noise_table([*quiet, *loud], []).single_runs
    assert regimes["virtual"].threshold == pytest.approx(
        50 * regimes["physical"].threshold, rel=0.01
    )
    # A kind nobody measured is held to the noisiest one.
    assert regimes["any"].threshold == regimes["virtual"].threshold


def test_a_kind_of_many_machines_has_a_spread_of_its_own() -> None:
    """Eight steady physical machines are not held to how virtual ones differ."""
    steady = [group(str(number), 0, 0.01) for number in range(8)]
    loud = [group(name, 0, step, kind="vm") for name, step in (("c", 0.01), ("d", 1.0))]
    regimes = noise_table([*steady, *loud], []).single_runs
    assert regimes["physical"].threshold == pytest.approx(0.01)
    assert regimes["virtual"].threshold == pytest.approx(LARGEST, abs=1e-4)
    assert noise_table([*steady[1:], *loud], []).single_runs["physical"].threshold > 0.02


def test_tests_whose_tables_grow_are_a_regime_of_their_own() -> None:
    grown = [replace(group(name, 0, step), test="tpcc") for name, step in (("a", 0.2), ("b", 0.21))]
    plain = [group(name, 0, step) for name, step in (("a", 0.01), ("b", 0.0105))]
    regimes = noise_table([*grown, *plain], []).single_runs
    assert regimes["tpcc"].threshold == pytest.approx(20 * regimes["physical"].threshold, rel=0.01)
    assert noise_of(kind="bare-metal", residency="", test="tpcc").regime == "tpcc"


def test_sessions_are_what_groups_do_not_explain() -> None:
    """Two campaigns of three steady runs, 2 % apart: half the squared distance is the variance."""
    table = session_table(
        [
            group("a", 0.0, 0.0, 0.0),
            group("a", 0.02, 0.02, 0.02, campaign="two"),
            group("a", 0.5, 0.5),
        ]
    )
    assert table["any"].deviation == pytest.approx(0.02 / math.sqrt(2), abs=1e-4)
    own = table["class in-memory"]
    assert (own.deviation, own.machines, own.df) == (table["any"].deviation, 1, 1)


def test_a_class_is_shrunk_to_all_machines() -> None:
    still = [group("a", 0, 0, 0), group("a", 0, 0, 0, campaign="two")]
    moving = [
        Group("b", "", "other", "cached", "thing", name, "own", (step,) * 3)
        for name, step in (("one", 0.0), ("two", 0.04))
    ]
    table = session_table([*still, *moving])
    assert 0 < table["class in-memory"].deviation < table["other cached"].deviation
    assert table["any"].deviation == table["other cached"].deviation < 0.04 / math.sqrt(2)


def test_scatter_within_the_groups_is_no_session() -> None:
    alike = [
        group("a", -0.05, 0.0, 0.05),
        group("a", -0.04, 0.0, 0.05, campaign="two"),
    ]
    assert session_table(alike)["any"].deviation == 0


def test_a_group_is_one_server_workload_and_thread_count() -> None:
    found, _ = repeated_in(RESULTS / TEN)
    assert len(found) == 8
    assert {len(group.logs) for group in found} == {10}
    assert {group.kind for group in found} == {""}
    assert len({group.machine for group in found}) == 1
    assert {group.sessions for group in found} == {"unrecorded"}


def test_published_figures_are_no_repetitions() -> None:
    assert repeated_in(RESULTS / "2011-10-mysql-5-5-and-5-1-dl380-g7")[0] == []


def test_an_unreadable_bundle_has_no_groups(tmp_path: Path) -> None:
    assert repeated_in(tmp_path) == ([], [])


def test_an_archive_without_repetitions_is_refused(workers: Executor) -> None:
    with pytest.raises(calibrate.UsageError, match="anything twice"):
        tables([RESULTS / "2011-10-mysql-5-5-and-5-1-dl380-g7"], workers)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of two bundles, whose tables are files of the test's own."""
    (tmp_path / "schema").symlink_to(ROOT / "schema")
    for name in (TEN, OTHER):
        shutil.copytree(RESULTS / name, tmp_path / "data" / "results" / name)
    monkeypatch.chdir(tmp_path)
    for module, name in ((noise, "NOISE"), (policy, "STUDENT")):
        monkeypatch.setattr(calibrate, name, tmp_path / getattr(module, name).name)
    return tmp_path


def test_the_command_writes_and_then_agrees(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--check"]) == 1
    assert capsys.readouterr().err == (
        "noise.json: is out of date; run `sysbench-archive calibrate`\n"
        "student.json: is out of date; run `sysbench-archive calibrate`\n"
    )
    assert main(["calibrate"]) == 0
    assert capsys.readouterr().out == "noise.json\nstudent.json\n"
    assert main(["calibrate", "--check"]) == 0
    assert capsys.readouterr().err == ""
    written = json.loads((small / "noise.json").read_text())
    widest = max(_threshold(repeated_in(RESULTS / name)[0]) for name in (TEN, OTHER))
    assert written["single_runs"]["physical"]["widest_machine"] == round(widest, 4)
    (small / "noise.json").write_text("{}")
    assert main(["calibrate", "--check"]) == 1


def _threshold(known: list[Group]) -> float:
    """The same by another way: groups of one size, so that every pair weighs the same."""
    pairs = sorted(abs(a - b) for g in known for i, a in enumerate(g.logs) for b in g.logs[i + 1 :])
    return pairs[math.ceil(0.95 * len(pairs)) - 1]
