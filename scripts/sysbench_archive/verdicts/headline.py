"""The headline contrasts: the few thread counts a verdict rests on, named before any figure.

Owns which they are. Whoever chose the grid of thread counts does not choose the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sysbench_archive.verdicts.policy import NEAR, OVER


def roles_of(counts: Collection[int], cpus: int | None) -> dict[int, str]:
    """Thread count to its role, in ascending order of thread counts; at most three.

    `one`, `cores` and `over` are named by the processors of the machine. Where nobody recorded
    them the lowest, the middle and the highest count stand for them: `lowest` (`one` where it is
    1), `middle` and `highest`.
    """
    ordered = sorted(counts)
    if not ordered:
        return {}
    named = _by_cpus(ordered, cpus) if cpus else _by_grid(ordered)
    found: dict[int, str] = {}
    for role, threads in named:
        if threads is not None:
            found.setdefault(threads, role)
    return dict(sorted(found.items()))


def _by_cpus(counts: Sequence[int], cpus: int) -> list[tuple[str, int | None]]:
    lowest, highest = counts[0], counts[-1]
    near = _nearest(counts, cpus * cpus)
    wanted = [count for count in counts if count >= OVER[0] * cpus]
    last = highest if highest >= OVER[1] * cpus else None
    return [
        ("one", lowest if lowest == 1 or lowest < cpus else None),
        ("cores", near if 1 / NEAR <= near / cpus <= NEAR else None),
        ("over", wanted[0] if wanted else last),
    ]


def _by_grid(counts: Sequence[int]) -> list[tuple[str, int | None]]:
    lowest, highest, inner = counts[0], counts[-1], counts[1:-1]
    return [
        ("one" if lowest == 1 else "lowest", lowest),
        ("middle", _nearest(inner, lowest * highest) if inner else None),
        ("highest", highest),
    ]


def _nearest(counts: Sequence[int], square: int) -> int:
    """The count nearest to the root of `square` on the logarithmic scale, the lower of two."""
    return min(counts, key=lambda count: (max(count**2 / square, square / count**2), count))
