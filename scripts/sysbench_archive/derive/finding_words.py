"""The words of findings: their sentences, and how far contrasts lie from their baseline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from sysbench_archive.comparability.wording import label_inside_sentence
from sysbench_archive.metrics import METRICS
from sysbench_archive.model.comparison import Bottleneck, ContrastRecord, Panel
from sysbench_archive.words.differences import factor_text, is_in_times, sided_range, span_text
from sysbench_archive.words.numbers import percent
from sysbench_archive.words.phrases import DIRECTIONS, listed

ADVICE: dict[str, str] = {
    "turning": "Decide by the number of clients you expect.",
    "open": "Measure again, with several runs a side, where this decides something.",
}
PACE: dict[Bottleneck, str] = {
    "throttled": "A limit on processor time set the pace of these runs.",
    "client": "The client set the pace of these runs.",
    "disk": "The disk set the pace of these runs.",
    "network": "The network set the pace of these runs.",
    "lock": "Waiting for locks set the pace of these runs.",
}
"""What telemetry shows of runs, where it may explain a difference."""
FORMS: dict[str, str] = {
    "others": "{names} likewise: {size}.",
    "turning too": "The order turns for {names} as well.",
    "fastest": "{baseline} is the fastest of {count} servers {places}; the others {size}.",
    "leanest": "{baseline} executes the fewest instructions of {count} servers; the others {size}.",
    "only": "Only {workloads} {show} clear differences, for {names}.",
    "nothing": "Undecided in {workloads}{reason}.",
    "open": "Undecided for {names}{reason}.",
    "unclear": "No clear difference from {baseline} for {names}.",
    "too noisy": "Too noisy to tell {noisy} from {baseline}.",
    "unclear and noisy": "No clear difference from {baseline} for {names};"
    " too noisy to tell for {noisy}.",
    "equal": "{names} {are} equivalent to {baseline}.",
    "percent": "{candidate} {size} than {baseline} in {share}{most}",
    "times": "{candidate} {size} of {baseline} in {share}{most}",
    "and in": "{size} in {share}{most}",
    "most": ", most in {workload} ({size})",
    "turns": "The order turns with the load in {share}; in {workload} {candidate} {clauses}.",
    "largest": "The largest difference is in {workload}: {candidate} {clauses}.",
    "in panel": "{workload}: {text}",
    "sweep": "{figures} {candidate} lies {before} {side} {baseline} up to {low} and has {after}"
    " times its throughput from {high} on.",
    "peak": "{server} peaks at {value} with {threads}.",
    "falls": "{server} peaks at {value} with {threads}; with {last} it has {share} of that left.",
    "not also": "Not only the servers differ: {labels}.",
    "because": ": {reason}",
    "all": "all {count} {noun}s",
    "both": "both {noun}s",
    "some": "{some} of {count} {noun}s",
    "at times": " at some thread counts",
}
"""Sentences and parts of sentences; what stands in braces is filled in."""
ARE = {False: "is", True: "are"}
FIGURES = {"reported": "In the published figures", "indicative": "In these runs"}


def measure_of(panel: Panel) -> str:
    """What the figures of a panel are, in a word."""
    return "instructions" if METRICS[panel.metric.name].kind == "work" else "throughput"


Form = Literal["percent", "times"]
_VERBS: dict[bool, dict[str, str]] = {
    False: {"percent": "is", "times": "has", "counted": "executes"},
    True: {"percent": "are", "times": "have", "counted": "execute"},
}
"""Verbs before a size, by whether several servers have it."""


def form_of(entries: Sequence[ContrastRecord]) -> Form:
    """How contrasts of one direction are written: in percent, or in times where any is."""
    return "times" if any(is_in_times(entry.ratio) for entry in entries) else "percent"


def number_text(entries: Sequence[ContrastRecord]) -> str:
    """How far contrasts of one direction lie from the baseline: `12 to 48 %`, `1.7 to 4 times`."""
    ratios = [entry.ratio for entry in entries]
    low, high = min(ratios), max(ratios)
    if form_of(entries) == "times":
        return f"{span_text(factor_text(low), factor_text(high))} times"
    return percent(abs(low - 1)) if low == high else sided_range(low, (low, high))


def size_text(entries: Sequence[ContrastRecord], panel: Panel) -> str:
    """The same with its direction: `12 to 48 % slower`."""
    if form_of(entries) == "times":
        return f"{number_text(entries)} the {measure_of(panel)}"
    return f"{number_text(entries)} {DIRECTIONS[entries[0].direction].lower()}"


def verbal_size(entries: Sequence[ContrastRecord], panel: Panel, *, several: bool = False) -> str:
    """The same with its verb: `is 12 to 48 % slower`."""
    is_counted = entries[0].direction in ("fewer", "more")
    verb = _VERBS[several]["counted" if is_counted else form_of(entries)]
    return f"{verb} {size_text(entries, panel)}"


def also_differs(labels: Iterable[str]) -> str:
    """What else differs between two sides, by its labels; empty where nothing is known of."""
    inside = [label_inside_sentence(label) for label in labels]
    return FORMS["not also"].format(labels=listed(inside)) if inside else ""


def share_text(some: int, count: int, noun: str) -> str:
    """So many of some workloads, or of what else `noun` names."""
    name = "some" if some < count else "both" if count == 2 else "all"
    return FORMS[name].format(some=some, count=count, noun=noun)
