"""The decade in words: its finding, its title, and what an upgrade did on machines that ran both.

The finding says only what holds over the whole range of machines; a chain with a step of one
machine is in no sentence without being called that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sysbench_archive.derive.decade import (
    CLIENTS,
    FEWEST_MACHINES,
    KINDS,
    REFERENCES,
)
from sysbench_archive.derive.upgrades.answers import answers_of, is_seldom_clear, median_text
from sysbench_archive.derive.upgrades.points import (
    MeasuredPoint,
    Upgrade,
    comparable_points,
    points_by_upgrade,
)
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.model.decade import DecadeKind, DecadePoint, DecadeRowName
from sysbench_archive.model.home import HomeAnswer
from sysbench_archive.model.upgrade import UpgradeAnswer, UpgradeAnswerPart
from sysbench_archive.verdicts.words import (
    difference_text,
    is_in_times,
    joined,
    open_range,
    percent,
    sided_range,
    times_text,
)

NOUNS: dict[DecadeKind, str] = {
    "point": "reads by key",
    "range": "read-only transactions",
    "read-write": "read-write transactions",
    "write": "writes",
}
BRIEF_NOUNS: dict[DecadeKind, str] = {
    "point": "reads by key",
    "range": "read-only",
    "read-write": "read-write",
    "write": "writes",
}
CLIENT_WORDS: dict[DecadeRowName, str] = {
    "one": "one client",
    "many": "many clients",
}
ASKED_PAIRS = (
    ("mysql", "5.7", "8.0"),
    ("mysql", "5.7", "8.4"),
    ("mysql", "8.0", "8.4"),
    ("mariadb", "10.6", "10.11"),
    ("mariadb", "10.11", "11.4"),
)
"""Upgrades that people ask for most, as the home page lists them."""
LEAST_CHANGE = 0.005
"""Medians nearer to 1 are as many in whole percent, as pages of upgrades have them."""
_PRODUCT = "mysql"


def agreed_points(points: Iterable[DecadePoint], row: DecadeRowName) -> list[DecadePoint]:
    """MySQL's newest point of each kind that is not weak, where its whole range is on one side."""
    newest: dict[str, DecadePoint] = {}
    for point in points:
        if point.product == _PRODUCT and point.row == row and point.step_from and not point.weak:
            newest[point.kind] = point
    return [point for point in newest.values() if _is_agreed(point) and _is_later(point)]


def _is_agreed(point: DecadePoint) -> bool:
    if point.low is None or point.high is None:
        return False
    return point.high < 1 or point.low > 1


def _is_later(point: DecadePoint) -> bool:
    """Whether it came after the reference: 5.5 says nothing of what a release lost or gained."""
    return tuple(map(int, point.series.split("."))) > tuple(
        map(int, REFERENCES[point.product].split("."))
    )


def finding_text(points: Sequence[DecadePoint]) -> str:
    """`With one client, MySQL 8.0 runs 34 % fewer reads by key than 5.6 (30 to 38 %); …`.

    Empty where no kind of load has a range on one side.
    """
    parts: list[str] = []
    for row, clients in CLIENT_WORDS.items():
        said = [_change(point) for point in agreed_points(points, row)]
        if said and not parts:
            than = f" than {REFERENCES[_PRODUCT]} ("
            said[0] = f"{PRODUCTS[_PRODUCT]} {said[0].replace(' (', than, 1)}"
        if said:
            parts.append(f"with {clients}, {joined(said)}")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _change(point: DecadePoint) -> str:
    """`8.0 runs 34 % fewer reads by key (30 to 38 %)`."""
    noun, ratio = NOUNS[point.kind], point.ratio
    if is_in_times(ratio):
        words = f"{times_text(ratio)} times the {noun}"
    else:
        words = f"{percent(abs(ratio - 1))} {'more' if ratio > 1 else 'fewer'} {noun}"
    ends = sided_range(ratio, (point.low or ratio, point.high or ratio))
    return f"{point.series} runs {words} ({ends})"


def title_text(points: Sequence[DecadePoint]) -> str:
    """`Since MySQL 5.6, one client lost in read-write and many clients gained in read-only`.

    Plain where there is no such finding.
    """
    parts = []
    for row, clients in CLIENT_WORDS.items():
        agreed = agreed_points(points, row)
        done = {
            word: [BRIEF_NOUNS[point.kind] for point in agreed if (point.ratio > 1) is gain]
            for word, gain in (("lost", False), ("gained", True))
        }
        said = [f"{word} in {joined(nouns)}" for word, nouns in done.items() if nouns]
        if said:
            parts.append(f"{clients} {joined(said)}")
    if not parts:
        return "Each release beside one of its product"
    return f"Since MySQL {REFERENCES[_PRODUCT]}, {joined(parts)}"


def pair_answers(points: Iterable[MeasuredPoint]) -> list[HomeAnswer]:
    """The upgrades people ask for most, each as its own page answers; none without evidence."""
    by_upgrade = points_by_upgrade(comparable_points(points))
    found = []
    for product, older, newer in ASKED_PAIRS:
        upgrade = Upgrade(product, older, newer)
        answer = _pair_text(answers_of(upgrade, by_upgrade.get(upgrade, [])))
        if answer:
            title = f"{upgrade.from_label} → {newer}"
            found.append(HomeAnswer(title=title, answer=answer, path=upgrade.path))
    return found


def _pair_text(answers: Iterable[UpgradeAnswer]) -> str:
    """`One client: read-only +8 %, …`, of each row what several machines ran, else one."""
    pinned = {answer.family: answer for answer in answers if answer.regime == "pinned"}
    sentences = []
    for row, clients in CLIENT_WORDS.items():
        parts = {
            kind: part
            for kind in KINDS
            if kind in pinned
            for part in pinned[kind].parts
            if part.band == CLIENTS[row]
        }
        strong = {k: part for k, part in parts.items() if part.machines >= FEWEST_MACHINES}
        if parts:
            alone = "" if strong else ", on one machine"
            said = ", ".join(_parts_text(strong or parts))
            sentences.append(f"{clients[:1].upper()}{clients[1:]}{alone}: {said}.")
    return " ".join(sentences)


def _parts_text(parts: Mapping[DecadeKind, UpgradeAnswerPart]) -> Iterator[str]:
    """The kinds of load of which something stands, then the others by what is said of them."""
    others: dict[str, list[str]] = {}
    for kind, part in parts.items():
        if part.direction in ("faster", "slower", "mixed"):
            yield f"{BRIEF_NOUNS[kind]} {_part_text(part)}"
        else:
            others.setdefault(median_text(part), []).append(BRIEF_NOUNS[kind])
    yield from (f"{words} in {joined(nouns)}" for words, nouns in others.items())


def _part_text(part: UpgradeAnswerPart) -> str:
    """The median over machines; both ends where measurements stand on both sides, where fewer than
    half of them do, or where the median reads as no change.
    """
    ends = part.low, part.high
    is_open = part.direction == "mixed" or is_seldom_clear(part)
    if part.low < part.high and (is_open or abs(part.ratio - 1) < LEAST_CHANGE):
        return open_range(ends)
    return difference_text(part.ratio)
