"""The words of verdicts, as a table that a page in a browser fills with the same values.

Owns every phrase. What is put in is data: it is never read as a phrase itself.
"""

from __future__ import annotations

from collections.abc import Sequence

MOST_LISTED = 3

WORDS: dict[str, str] = {
    "faster": "{candidate} is faster than {baseline}{published}: {ratios}",
    "slower": "{candidate} is slower than {baseline}{published}: {ratios}",
    "equivalent": "{candidate} is equivalent to {baseline} within {margin}: {ratios}",
    "none": (
        "No resolvable difference between {candidate} and {baseline}: {ratios};"
        " the runs would have shown {resolvable} or more"
    ),
    "mixed": (
        "{candidate} is faster than {baseline} at some thread counts and slower at"
        " others{published}: {ratios}; it crosses {crossing}"
    ),
    "cannot-tell": "Cannot tell whether {candidate} or {baseline} is faster: {reason}",
    "not-comparable": "{candidate} and {baseline} are not comparable: {reason}",
    "published": " as published",
    "ratio": "{ratio} times {measure} at {threads}",
    "ratio-interval": "{ratio} times {measure} ({low} to {high}) at {threads}",
    "ratio-next": "{ratio} at {threads}",
    "ratio-interval-next": "{ratio} ({low} to {high}) at {threads}",
    "its": "its {measure}",
    "the": "the {measure}",
    "rest-equivalent": "equivalent within {margin} at {threads}",
    "rest-none": "no resolvable difference at {threads}",
    "rest-cannot-tell": "cannot tell at {threads}",
    "beyond": "beyond the {threshold} by which two runs of the same thing differ",
    "between": "between {low} and {high} threads",
    "difference": "a difference of {percent}",
    "factor": "a factor of {factor}",
    "thread": "{count} thread",
    "threads": "{count} threads",
    "reason-rate": "the runs were held to a rate, which hides throughput",
    "reason-nothing": "no thread count has figures of both",
    "reason-bound": "the {bound} set the pace, which can hide a difference between servers",
    "reason-published": (
        "the published figures lie {percent} apart at most, no more than the margin of {margin},"
        " and without repetitions nothing tells how far such figures vary"
    ),
    "reason-single": (
        "one run on a side, and {percent} is within what two runs of the same thing show"
        " ({threshold})"
    ),
    "reason-blockers": "not the same: {fields}",
    "cap-published": "figures as published, without the output behind them",
    "cap-single": "one run on a side",
    "cap-turns": "the sides did not take turns in blocks",
    "cap-blocks": "{count} blocks, and {wanted} are asked for",
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


def threads_of(counts: Sequence[int]) -> str:
    """Numbers of threads in words: 1 thread; 1, 4 and 64 threads."""
    name = "thread" if list(counts) == [1] else "threads"
    return WORDS[name].format(count=joined([str(count) for count in counts]))
