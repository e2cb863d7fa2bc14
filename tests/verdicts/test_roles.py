"""Headline contrasts are named by the machine, before any figure is seen."""

import pytest

from sysbench_archive.verdicts.judging import roles_of


@pytest.mark.parametrize(
    ("counts", "cpus", "expected"),
    [
        ([1, 4, 8, 64], 8, {1: "one", 8: "cores", 64: "over"}),
        # The lowest of the thread counts that are at least four times the processors.
        ([1, 2, 4, 8, 16, 32, 64, 128], 8, {1: "one", 8: "cores", 32: "over"}),
        # None is: twice the processors will do.
        ([1, 2, 4], 2, {1: "one", 2: "cores", 4: "over"}),
        ([1, 2, 3], 2, {1: "one", 2: "cores"}),
        # Several threads are never called one, though they leave processors idle.
        ([4, 8, 16], 48, {4: "below"}),
        ([4, 32, 512], 40, {4: "below", 32: "cores", 512: "over"}),
        ([64, 512], 8, {64: "over"}),
        ([8, 64], 8, {8: "cores", 64: "over"}),
        ([1], 1, {1: "one"}),
        ([1, 4], 1, {1: "one", 4: "over"}),
        # 4 and 9 lie equally near 6 on the logarithmic scale: the lower is taken.
        ([1, 4, 9], 6, {1: "one", 4: "cores"}),
        ([24, 96], 48, {24: "below", 96: "over"}),
        ([], 4, {}),
        ([16], None, {16: "lowest"}),
        ([1, 16], None, {1: "one", 16: "highest"}),
        ([1, 2, 4, 8, 64], None, {1: "one", 8: "middle", 64: "highest"}),
        ([2, 4, 8], None, {2: "lowest", 4: "middle", 8: "highest"}),
        ([1, 3, 12, 36], None, {1: "one", 3: "middle", 36: "highest"}),
    ],
)
def test_roles(counts: list[int], cpus: int | None, expected: dict[int, str]) -> None:
    assert roles_of(counts, cpus) == expected
    assert list(roles_of(counts[::-1], cpus)) == sorted(expected)


@pytest.mark.parametrize("cpus", [1, 2, 7, 48, 1000, None])
def test_only_a_single_thread_is_called_one(cpus: int | None) -> None:
    for lowest in range(1, 60):
        named = roles_of([lowest, 64, 4096], cpus)
        assert [threads for threads, role in named.items() if role == "one"] == (
            [1] if lowest == 1 else []
        )


@pytest.mark.parametrize("cpus", [1, 2, 7, 48, 1000, None])
def test_there_are_one_to_three_of_any_grid(cpus: int | None) -> None:
    for start in (1, 3, 10, 200):
        for length in range(1, 9):
            grid = [start * 2**step for step in range(length)]
            assert 1 <= len(roles_of(grid, cpus)) <= 3
