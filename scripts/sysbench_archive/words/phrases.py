"""Phrases of verdicts, and lists of things: every phrase is here once.

A browser gets the same table, so that /compare/ says what a page of the build says.
"""

from __future__ import annotations

from collections.abc import Sequence

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
    "cannot-tell": "Cannot tell",
    "not-comparable": "Not comparable",
}
STATUSES: dict[str, str] = {
    "measured": "Measured",
    "indicative": "Indicative",
    "reported": "Reported",
}
"""Strongest first."""
WORDS: dict[str, str] = {
    # Sentences begin with one of these, or with the candidate and what stands of it.
    "equivalent": "{candidate} is equivalent to {baseline} within {margin} {places}",
    "no-clear-difference": "No clear difference between {candidate} and {baseline} {places}",
    "too-noisy": ("Too noisy to tell whether {candidate} or {baseline} is faster {places}"),
    "too-noisy-counted": (
        "Too noisy to tell whether {candidate} or {baseline} executes fewer instructions {places}"
    ),
    "cannot-tell-counted": (
        "Cannot tell whether {candidate} or {baseline} executes fewer instructions{places}:"
        " {reason}"
    ),
    "cannot-tell": "Cannot tell whether {candidate} or {baseline} is faster{places}: {reason}",
    "not-comparable": "{candidate} and {baseline} are not comparable: {reason}",
    # What stands at a thread count: 12 % slower than B, 2.4 times the throughput of B.
    "percent": "{size} {direction}",
    "percent-verb": "is ",
    "percent-verb-counted": "executes ",
    "percent-against": " than {baseline}",
    "times": "{size} times the {measure}",
    "times-again": "{size} times",
    "times-verb": "has ",
    "times-verb-counted": "executes ",
    "times-against": " of {baseline}",
    "but": " but ",
    # What is said of the other thread counts.
    "rest-equivalent": "equivalent within {margin} {places}",
    "rest-no-clear-difference": "no clear difference {places}",
    "rest-too-noisy": "too noisy to tell {places}",
    "rest-cannot-tell": "cannot tell {places}",
    "resolvable": "the runs would have shown {resolvable} or more",
    "noise": "two runs of the same thing differ by up to {threshold}",
    "difference": "a difference of {percent}",
    "factor": "a factor of {factor}",
    # An entry of a strip, which has the thread count beside it.
    "entry-equivalent": "equivalent",
    "entry-no-clear-difference": "no clear difference",
    "entry-too-noisy": "too noisy to tell ({range})",
    "entry-cannot-tell": "cannot tell",
    "entry-not-comparable": "not comparable",
    "entry-single": "{difference} (single runs, cannot tell)",
    "entry-published": "{difference} (as published, cannot tell)",
    # Numbers and places.
    "percent-range": "{low} to {high} %",
    "times-range": "{low} to {high}",
    "between": "between {low} and {high} times",
    "at": "at {place}",
    "within": " ({range})",
    "thread": "{count} thread",
    "threads": "{count} threads",
    "plus": "+",
    "minus": "\N{MINUS SIGN}",
    # Why nothing can be said.
    "reason-rate": "the runs were held to a rate, which hides throughput",
    "reason-nothing": "no thread count has figures of both",
    "reason-bound": "the {bound} set the pace, which can hide a difference between servers",
    "reason-published": (
        "figures as published, and two runs of the same thing differ by up to {threshold}"
    ),
    "reason-single": (
        "one run on a side, and two runs of the same thing differ by up to {threshold}"
    ),
    "reason-blockers": "not the same: {fields}",
    # Why the evidence status is not higher.
    "cap-published": "figures as published, without the output behind them",
    "cap-single": "one run on a side",
    "cap-turns": "the sides did not take turns in blocks",
    "cap-separate": (
        "the sides stand in two results of one source, measured one after the other on machines"
        " that are described alike and need not be one"
    ),
    "cap-blocks": "{count} blocks, and {wanted} are asked for",
    "cap-rounds": "{count} rounds of slices, and {wanted} are asked for",
    "cap-fixed": "the same side ran first in every block",
    "cap-order": "the order within the blocks is not recorded",
    "cap-loads": "one dataset load for all runs of a side",
    "cap-sessions": "one server session for all runs of a side",
    "cap-loads-unrecorded": "dataset loads are not recorded",
    "cap-sessions-unrecorded": "server sessions are not recorded",
    "cap-unrecorded": "not recorded: {fields}",
    "more": "{count} more",
    "and": " and ",
    "comma": ", ",
    "semicolon": "; ",
    "end": ".",
}


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


def count_text(number: int, noun: str, plural: str = "") -> str:
    """A number of things: 1 page, 2 pages. `plural` is that of nouns that take more than an s."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def machine_line(host: HostRecord) -> str:
    """A machine in a line: its name, processor and cores, as far as they are recorded."""
    count, unit = (host.cores, "core") if host.cores else (host.hardware_threads, "CPU")
    counted = count_text(count, unit) if count else ""
    # Some bundles name a machine by its processor: it is said once.
    return ", ".join(filter(None, dict.fromkeys([host.machine, host.cpu_model, counted])))


def threads_of(counts: Sequence[int]) -> str:
    """Numbers of threads in words: 1 thread; 1, 4 and 64 threads."""
    name = "thread" if list(counts) == [1] else "threads"
    return WORDS[name].format(count=joined([str(count) for count in counts]))
