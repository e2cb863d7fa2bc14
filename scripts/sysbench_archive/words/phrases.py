"""Phrases of verdicts, and lists of things: every phrase is here once.

A browser gets the same table, so that /compare/ says what a page of the build says.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sysbench_archive.model.result import HostRecord

MOST_LISTED = 3
"""Names that a list spells out."""
DIRECTIONS: dict[str, str] = {
    "faster": "Faster",
    "slower": "Slower",
    "fewer": "Fewer instructions",
    "more": "More instructions",
    "equivalent": "Equivalent",
    "mixed": "Mixed",
    "no-clear-difference": "No clear difference",
    "too-noisy": "Too noisy to tell",
    "cannot-tell": "Cannot tell",
    "not-comparable": "Not comparable",
}
STATUSES: dict[str, str] = {
    "measured": "Measured",
    "indicative": "Indicative",
    "reported": "Reported",
}
"""Strongest first."""
WORDS: dict[str, str] = json.loads(Path(__file__).with_name("phrases.json").read_bytes())
"""A verdict begins with one of the first, or with the candidate and what stands of it. `rest-` is
said of other thread counts, `entry-` in a strip, which has the thread count beside it, `reason-`
where nothing can be said, and `cap-` where the evidence status is not higher.
"""


def joined(names: Sequence[str]) -> str:
    """Names in a row: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return WORDS["comma"].join(names[:-1]) + WORDS["and"] + names[-1]


def listed(names: Sequence[str]) -> str:
    """A few names in a row; of many the first, and how many more."""
    if len(names) <= MOST_LISTED:
        return joined(names)
    more = WORDS["more"].format(count=len(names) - MOST_LISTED + 1)
    return joined([*names[: MOST_LISTED - 1], more])


def capital(text: str) -> str:
    """A text with a capital at its start."""
    return text[:1].upper() + text[1:]


def first_of(names: Sequence[str], most: int, joint: str = ", ", end: str = " and ") -> str:
    """The first of some names in a row, and how many there are besides."""
    more = len(names) - most
    return joint.join(names[:most]) + (f"{end}{more} more" if more > 0 else "")


def count_text(number: int, noun: str, plural: str = "") -> str:
    """A number of things: 1 page, 2 pages. `plural` is that of nouns that take more than an s."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def machine_line(host: HostRecord) -> str:
    """A machine in a line: its name, processor and cores, as far as they are recorded."""
    count, unit = (host.cores, "core") if host.cores else (host.hardware_threads, "CPU")
    counted = count_text(count, unit) if count else ""
    # Some bundles name a machine by its processor: it is said once.
    return ", ".join(filter(None, dict.fromkeys([host.machine, host.cpu_model, counted])))


def threads_span(counts: Sequence[int]) -> str:
    """Thread counts by their ends: `1 to 1,024 threads`; empty without any."""
    if len(counts) > 1:
        return f"{counts[0]:,} to {counts[-1]:,} threads"
    return count_text(counts[0], "thread") if counts else ""


def threads_of(counts: Sequence[int]) -> str:
    """Numbers of threads in words: 1 thread; 1, 4 and 64 threads."""
    name = "thread" if list(counts) == [1] else "threads"
    return WORDS[name].format(count=joined([str(count) for count in counts]))
