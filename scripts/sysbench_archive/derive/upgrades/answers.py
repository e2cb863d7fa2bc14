"""The answer of an upgrade in one sentence: for one kind of load, with so many clients.

A machine counts once: its ratio is the median of its measurements (one workload at one thread count
with one configuration, each). The answer is the median of those ratios with the lowest and the
highest; of a single machine, of its measurements. Settings are never mixed. The direction is that
of the measurements: where both signs stand it is mixed, and what stands on the other side of the
median is not said of all. No sentence says more than the measurements below it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from msgspec.structs import replace

from sysbench_archive.derive.upgrades.cells import (
    joint_direction,
    points_by_machine,
    shared_status,
)
from sysbench_archive.derive.upgrades.points import (
    BAND_LABELS,
    FAMILY_TESTS,
    REGIME_LABELS,
    MeasuredPoint,
    Upgrade,
)
from sysbench_archive.derive.upgrades.words import NO_CLEAR_DIFFERENCE
from sysbench_archive.model.comparison import Direction
from sysbench_archive.model.upgrade import (
    Band,
    Regime,
    UpgradeAnswer,
    UpgradeAnswerPart,
    UpgradeFamily,
)
from sysbench_archive.words.differences import TIMES_UP
from sysbench_archive.words.numbers import times_text
from sysbench_archive.words.phrases import count_text, joined

NOUNS: dict[UpgradeFamily, str] = {
    "point": "point queries",
    "range": "read-only queries",
    "read-write": "read-write transactions",
    "write": "writes",
    "connect": "connections",
}
"""What a server does of each kind of load, in a second."""
_FAMILIES, _REGIMES = tuple(FAMILY_TESTS), tuple(REGIME_LABELS)
_SIGNS: tuple[Direction, ...] = ("faster", "slower")


def answers_of(upgrade: Upgrade, points: Iterable[MeasuredPoint]) -> list[UpgradeAnswer]:
    """An answer for each kind of load and regime, the one that most machines ran first."""
    groups: dict[tuple[UpgradeFamily, Regime], list[MeasuredPoint]] = {}
    for point in points:
        groups.setdefault((point.family, point.regime), []).append(point)
    found = [_answer(upgrade, family, regime, own) for (family, regime), own in groups.items()]
    return sorted(found, key=_answer_order)


def _answer_order(answer: UpgradeAnswer) -> tuple[int, int, int, int, int]:
    """What most machines ran, then what says something, then what was measured most often."""
    return (
        -answer.machines,
        -sum(part.stand > 0 for part in answer.parts),
        -answer.measurements,
        _FAMILIES.index(answer.family),
        _REGIMES.index(answer.regime),
    )


def _answer(
    upgrade: Upgrade, family: UpgradeFamily, regime: Regime, points: Sequence[MeasuredPoint]
) -> UpgradeAnswer:
    """One kind of load under one regime; its ratio is that of the number of clients which most
    machines ran.
    """
    bands: dict[Band, list[MeasuredPoint]] = {}
    for point in points:
        bands.setdefault(point.band, []).append(point)
    parts = [part_of(band, bands[band]) for band in BAND_LABELS if band in bands]
    leading = leading_part(parts)
    answer = UpgradeAnswer(
        family=family,
        regime=regime,
        sentence="",
        brief="",
        ratio=leading.ratio,
        low=leading.low,
        high=leading.high,
        direction=leading.direction,
        machines=len(points_by_machine(points)),
        measurements=len(points),
        status=shared_status([point.status for point in points]),
        parts=parts,
    )
    return replace(answer, sentence=_sentence(upgrade, answer), brief=_brief(upgrade, answer))


def leading_part(parts: Sequence[UpgradeAnswerPart]) -> UpgradeAnswerPart:
    """The number of clients that most machines ran, the fewest of several."""
    return max(parts, key=lambda part: part.machines)


def is_seldom_clear(part: UpgradeAnswerPart) -> bool:
    """Whether a sign is that of fewer than half of the measurements."""
    return part.direction in _SIGNS and part.stand * 2 < part.measurements


def part_of(band: Band, points: Sequence[MeasuredPoint]) -> UpgradeAnswerPart:
    """What one number of clients says of one load under one regime; at least one point."""
    machines = [median_log(own) for own in points_by_machine(points).values()]
    ends = machines if len(machines) > 1 else [point.log_ratio for point in points]
    counts = Counter(point.direction for point in points)
    centre = median(machines)
    return UpgradeAnswerPart(
        band=band,
        clients=_clients_text(band, sorted({point.threads for point in points})),
        ratio=math.exp(centre),
        low=math.exp(min(ends)),
        high=math.exp(max(ends)),
        direction=_direction(points, centre),
        machines=len(machines),
        measurements=len(points),
        stand=counts["faster"] + counts["slower"],
        tally=tally_of(counts),
    )


def median_log(points: Sequence[MeasuredPoint]) -> float:
    """The one ratio of a machine, as a logarithm: the median of its measurements."""
    return median(point.log_ratio for point in points)


def _direction(points: Sequence[MeasuredPoint], centre: float) -> Direction:
    """What the measurements say together; nothing clear where the median lies on the other side."""
    together = joint_direction([point.direction for point in points])
    if together in _SIGNS and (centre > 0) != (together == "faster"):
        return NO_CLEAR_DIFFERENCE
    return together


def tally_of(counts: Counter[Direction]) -> str:
    """How many measurements say what: `slower in 3 of 4`; empty of one, or where all agree."""
    total = sum(counts.values())
    standing = [name for name in _SIGNS if 0 < counts[name] < total]
    standing.sort(key=lambda name: -counts[name])
    said = [f"{name} in {counts[name]}" for name in standing]
    if said:
        said[0] += f" of {total}"
    return joined(said)


def _clients_text(band: Band, counts: Sequence[int]) -> str:
    """`with one client`, `with 2 to 64 clients`."""
    if band == "one":
        return "with one client"
    number = " to ".join(dict.fromkeys((str(counts[0]), str(counts[-1]))))
    return f"with {number} clients"


def fewer_or_more(low: float, high: float) -> str:
    """How many of something two ratios leave: `12 to 35 % fewer`, `5 % fewer to 20 % more`."""
    ends = list(dict.fromkeys((change_of(low), change_of(high))))
    if len(ends) == 1:
        return ends[0]
    sides = {_side(low), _side(high)}
    if sides == {_TIMES}:
        return f"{times_text(low)} to {times_text(high)} {_TIMES}"
    if len(sides) == 1:
        first, last = sorted((_size(low), _size(high)))
        return f"{first} to {last} % {sides.pop()}"
    return f"{ends[0]} to {ends[1]}"


_TIMES = "times as many"
_AS_MANY = "as many"


def _size(ratio: float) -> int:
    """The difference in whole percent; nothing is gone altogether."""
    return min(round(100 * abs(ratio - 1)), _NEARLY_ALL if ratio < 1 else _SIZES)


_NEARLY_ALL, _SIZES = 99, 100


def _side(ratio: float) -> str:
    if ratio >= TIMES_UP:
        return _TIMES
    if not _size(ratio):
        return _AS_MANY
    return "more" if ratio > 1 else "fewer"


def change_of(ratio: float) -> str:
    """`12 % fewer`, `3.1 times as many`; `as many` where no whole percent can be read."""
    side = _side(ratio)
    if side == _AS_MANY:
        return side
    return f"{times_text(ratio)} {side}" if side == _TIMES else f"{_size(ratio)} % {side}"


def _sentence(upgrade: Upgrade, answer: UpgradeAnswer) -> str:
    """The whole answer: `On 7 machines, MySQL 8.0 did …; with 64 clients …`."""
    said = [_clause(upgrade, answer, part) for part in answer.parts]
    noted = [
        f"{text}{_in_brackets(notes_of(p))}" for text, p in zip(said, answer.parts, strict=True)
    ]
    return f"{_scope(answer)} {'; '.join(noted)}."


def _brief(upgrade: Upgrade, answer: UpgradeAnswer) -> str:
    """The same for lists: the fewest clients, and of the others the number most machines ran."""
    first, *others = answer.parts
    shown = [first, *([leading_part(others)] if others else [])]
    notes = [part.tally if is_seldom_clear(part) else "" for part in shown]
    said = [
        f"{_clause(upgrade, answer, part)}{_in_brackets(note)}"
        for part, note in zip(shown, notes, strict=True)
    ]
    return f"{_scope(answer)} {'; '.join(said)}."


def part_text(part: UpgradeAnswerPart) -> str:
    """One number of clients alone: `12 % fewer with one client, on 3 machines`."""
    place = f"{part.clients}, on {count_text(part.machines, 'machine')}"
    text = f"{words_of(part)} {place}{_in_brackets(notes_of(part))}"
    return f"{text[:1].upper()}{text[1:]}"


def machine_lines(upgrade: Upgrade, points: Sequence[MeasuredPoint]) -> list[str]:
    """What one machine says, a line for each kind of load and regime."""
    several = len({point.regime for point in points}) > 1
    lines = []
    for answer in answers_of(upgrade, points):
        settings = f" with {REGIME_LABELS[answer.regime]}" if several else ""
        said = [_said_of(part) for part in answer.parts]
        noun = NOUNS[answer.family]
        lines.append(f"{noun[:1].upper()}{noun[1:]}{settings}: {'; '.join(said)}.")
    return lines


def _said_of(part: UpgradeAnswerPart) -> str:
    return f"{words_of(part)} {part.clients}{_in_brackets(notes_of(part))}"


def median_text(part: UpgradeAnswerPart) -> str:
    """The median, but that nothing clear was found where that is so."""
    return _OPEN.get(part.direction) or change_of(part.ratio)


def words_of(part: UpgradeAnswerPart) -> str:
    """How many more or fewer, or that nothing clear was found."""
    return _OPEN.get(part.direction) or headline_of(part)


def _scope(answer: UpgradeAnswer) -> str:
    source = ", as published," if answer.status == "reported" else ","
    return (
        f"On {count_text(answer.machines, 'machine')} with {REGIME_LABELS[answer.regime]}{source}"
    )


def _clause(upgrade: Upgrade, answer: UpgradeAnswer, part: UpgradeAnswerPart) -> str:
    """What one number of clients says; the first names the servers and what they did."""
    place = part.clients
    if part.machines != answer.machines:
        place += f", on {count_text(part.machines, 'machine')},"
    words, noun = words_of(part), NOUNS[answer.family]
    if part is not answer.parts[0]:
        return f"{place} {words}"
    place = place.removesuffix(",")
    if part.direction in _OPEN:
        return f"{upgrade.to_label} beside {upgrade.brief}: {words} in {noun} {place}"
    than = "as" if words.endswith(_AS_MANY) else "than"
    return f"{upgrade.to_label} did {words} {noun} a second {than} {upgrade.brief} {place}"


_OPEN: dict[Direction, str] = {
    "no-clear-difference": "no clear difference",
    "cannot-tell": "too few runs to tell",
}
"""Directions of which nothing stands that could be said of all."""


def headline_of(part: UpgradeAnswerPart) -> str:
    """The range; the median where the range also has the side that nothing stands on."""
    if part.direction in _SIGNS and part.low < 1 < part.high:
        return change_of(part.ratio)
    return _AS_MANY if part.direction == "equivalent" else fewer_or_more(part.low, part.high)


def _in_brackets(notes: str) -> str:
    return f" ({notes})" if notes else ""


def notes_of(part: UpgradeAnswerPart) -> str:
    """What keeps a clause from being read as more than it is."""
    spread, middle = fewer_or_more(part.low, part.high), change_of(part.ratio)
    notes = [part.tally] if part.tally else []
    if part.direction == "equivalent":
        notes = ["within 3 %"]
    elif part.direction in _OPEN or headline_of(part) != spread:
        notes.insert(0, spread)
    elif spread != middle:
        notes.insert(0, f"median {middle}")
    return "; ".join(notes)
