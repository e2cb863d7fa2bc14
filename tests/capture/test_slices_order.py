"""Campaigns in slices: their order, what is refused beforehand, what an end leaves behind."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_campaigns import PLAN as ONE
from small_campaigns import campaign_in

from sysbench_archive.bundle.slices import read_slices, write_slices
from sysbench_archive.capture import slices
from sysbench_archive.capture.campaign import SLICE_JOURNAL, only_one, plan_digest
from sysbench_archive.capture.pace import estimate
from sysbench_archive.capture.plan import (
    Access,
    RefusalError,
    ServerPlan,
    sound,
    workload_plan,
)
from sysbench_archive.capture.slices import Journal, _rows, slots_of

PLAN = replace(
    ONE,
    servers=(ServerPlan(Access(socket="/a")), ServerPlan(Access(socket="/b"))),
    workloads=(workload_plan("oltp_point_select"), workload_plan("oltp_write_only")),
    threads=(1, 4),
    repetitions=2,
    slices=1,
    rounds=5,
)


@given(st.integers(1, 4), st.integers(1, 6), st.integers(0, 2**40))
def test_every_round_has_each_server_of_each_cell_once(blocks: int, rounds: int, seed: int) -> None:
    plan = replace(PLAN, repetitions=blocks, rounds=rounds, seed=seed)
    slots = [slot for block in range(1, blocks + 1) for slot in slots_of(plan, block)]
    assert len(slots) == plan.runs
    assert set(Counter((s.round, s.cell, s.server) for s in slots).values()) == {1}
    assert [s.round for s in slots] == sorted(s.round for s in slots)
    assert {s.round for s in slots} == set(range(1, blocks * rounds + 1))


@given(st.integers(0, 2**40))
def test_servers_of_a_cell_follow_each_other_at_once(seed: int) -> None:
    slots = list(slots_of(replace(PLAN, seed=seed), 1))
    pairs = zip(slots[::2], slots[1::2], strict=True)
    assert all(one.cell == two.cell and one.server != two.server for one, two in pairs)


def test_each_server_is_first_in_about_half_of_the_rounds() -> None:
    slots = list(slots_of(replace(PLAN, rounds=200), 1))
    first = sum(slot.server == 0 for slot in slots[::2]) / len(slots[::2])
    assert 0.45 < first < 0.55


def test_a_campaign_in_slices_takes_about_as_long_as_it_says() -> None:
    plan = replace(PLAN, warmup=0, settle=0)
    assert estimate(plan) == pytest.approx(80 * 1.1 + 15, abs=1)


def test_too_little_memory_is_told_with_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = campaign_in(tmp_path, PLAN)
    campaign.state.client["placement"] = "same-host"
    campaign.state.servers = {"0": {"id": "old"}, "1": {"id": "new"}}
    campaign.state.memory = {"pool 0": 1 << 30}
    monkeypatch.setattr(slices, "available_mib", lambda: 2000.0)
    with pytest.raises(RefusalError) as refused:
        slices.refuse_without_memory(campaign)
    said = str(refused.value)
    assert "2000 MiB available, of which 1800 MiB may be used" in said
    assert "at least 2067 MiB more: old 1526 MiB; new 541 MiB" in said
    monkeypatch.setattr(slices, "available_mib", lambda: 4000.0)
    slices.refuse_without_memory(campaign)
    assert campaign.state.memory["memory_needed_mib"] == 2067
    assert campaign.state.memory["memory_available_mib"] == 4000


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"resolve": 5.0}, "goes with --at-most"),
        ({"at_most": 60}, "goes with --at-most"),
        ({"resolve": 0.1, "at_most": 60}, "out of range"),
        ({"resolve": 5.0, "at_most": 60, "servers": PLAN.servers[:1]}, "nothing to compare"),
        ({"rounds": 0}, "out of range"),
        ({"servers": PLAN.servers[:1] * 2}, r"two servers listen at the same place \(got /a"),
        ({"workloads": (workload_plan("oltp_delete"),)}, "empties its tables"),
        ({"count": "callgrind"}, "one thread of the server at a time"),
        ({"count": "perf-stat"}, "servers/0: capture counts only servers that it starts"),
    ],
)
def test_what_cannot_be_measured_is_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(RefusalError, match=message):
        sound(replace(PLAN, **changed))


def test_how_long_a_campaign_may_take_can_be_changed_while_it_is_unfinished() -> None:
    first = replace(PLAN, resolve=5.0, at_most=600)
    assert plan_digest(first) == plan_digest(replace(first, resolve=10.0, at_most=1200))
    assert plan_digest(first) != plan_digest(PLAN)
    assert plan_digest(first) != plan_digest(replace(first, slices=2))


def entry(number: int) -> dict[str, Any]:
    return {
        "run": "w-a-t1", "file": "raw/oltp-write-only-a-t1.txt", "block": 1, "round": number,
        "place": 1, "load": 1, "session": 1, "started": 100.0 + number,
    }  # fmt: skip


def test_what_was_half_written_is_cut_off(tmp_path: Path) -> None:
    journal = Journal(campaign_in(tmp_path, PLAN))
    journal.add(entry(1), b"first\n")
    journal.add(entry(2), b"second\n")
    output = tmp_path / "raw" / "oltp-write-only-a-t1.txt"
    with output.open("ab") as file:
        file.write(b"thi")
    with (tmp_path / SLICE_JOURNAL).open("a") as file_of_lines:
        file_of_lines.write('{"run": "w-a')
    stray = tmp_path / "raw" / "oltp-write-only-b-t1.txt"
    stray.write_text("never kept")
    again = Journal(campaign_in(tmp_path, PLAN))
    assert again.taken() == {("w-a-t1", 1), ("w-a-t1", 2)}
    assert output.read_bytes() == b"first\nsecond\n"
    assert not stray.exists()
    again.add(entry(3), b"third\n")
    assert output.read_bytes() == b"first\nsecond\nthird\n"
    lines = (tmp_path / SLICE_JOURNAL).read_text().splitlines()
    assert [json.loads(line)["round"] for line in lines] == [1, 2, 3]


def test_a_disk_that_is_full_leaves_no_slice_without_its_output(tmp_path: Path) -> None:
    journal = Journal(campaign_in(tmp_path, PLAN))
    journal.add(entry(1), b"first\n")
    (tmp_path / SLICE_JOURNAL).chmod(0o600)
    (tmp_path / "raw").rename(tmp_path / "gone")
    (tmp_path / "raw").write_text("no folder")
    with pytest.raises(OSError, match="raw"):
        journal.add(entry(2), b"second\n")
    (tmp_path / "raw").unlink()
    (tmp_path / "gone").rename(tmp_path / "raw")
    assert Journal(campaign_in(tmp_path, PLAN)).taken() == {("w-a-t1", 1)}


def test_the_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    journal = Journal(campaign_in(tmp_path, PLAN))
    for number in (1, 2, 3):
        journal.add(entry(number), b"x\n")
    text = write_slices(_rows(journal))
    rows, problems = read_slices(text.encode(), "slices.csv", {"w-a-t1": 3})
    assert problems == []
    assert [(row.round, row.started_s, row.report) for row in rows["w-a-t1"]] == [
        (1, 0.0, 0),
        (2, 1.0, 1),
        (3, 2.0, 2),
    ]


def test_a_second_capture_is_kept_out(tmp_path: Path) -> None:
    home = tmp_path / "out"
    with (
        only_one(home),
        pytest.raises(RefusalError, match="another capture is measuring here"),
        only_one(home),
    ):
        raise AssertionError
    assert not home.exists()
