"""The lines of an evidence file that hold counts: written by `capture`, read by `check`.

They stand behind sysbench's own output in the same file. A count has a line for each thread of
callgrind or each counter of perf stat, as the tool printed it, after the number of the count, and
one that says which threads served connections; the last count also has a line for each function.
The parts of a count add up to its total.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sysbench_archive.counters import callgrind, perf_stat
from sysbench_archive.counters.callgrind import Profile
from sysbench_archive.counters.perf_stat import read_counter

MOST_FUNCTIONS = 200
LISTED_SHARE = 0.95
"""Of all instructions: functions beyond are summed up in one line."""
LONGEST_NAME = 120
OTHERS = "other functions together"
COUNT_MARK = b"count 1: "
"""Every file that holds counts holds this."""
_CALLS_A_QUERY = 2
_LINE = re.compile(r"count ([1-9][0-9]{0,3}): (.+)")
_EVENTS = re.compile(r"(callgrind-\S+) events: (.+)")
_THREAD = re.compile(r"thread: ([0-9]+) totals: ([0-9 ]+)")
_CONNECTIONS = re.compile(r"connections: ([0-9]+(?: [0-9]+)*)")
_FUNCTION = re.compile(r"function: ([0-9]+) (.+?)(?: \[([^\]]*)\])?")


@dataclass(frozen=True, slots=True)
class Part:
    """What one thread, or one counter, contributed; `line` is 1-based in the evidence."""

    name: str
    instructions: int
    system_calls: int | None
    line: int


@dataclass(frozen=True, slots=True)
class FunctionCost:
    """Instructions of a function itself, and the file of the program or library it is in."""

    name: str
    library: str
    instructions: int
    line: int


@dataclass(slots=True)
class Count:
    """One count: `kernel` and `system_calls` are None where they were not counted.

    `lines` are those of tool and parts, 1-based; `faults` are lines that say nothing known;
    `serving` are the names of the parts that served connections, empty where no line says it.
    """

    number: int
    tool: str = ""
    parts: list[Part] = field(default_factory=list)
    kernel: int | None = None
    system_calls: int | None = None
    kernel_line: int | None = None
    system_calls_line: int | None = None
    functions: list[FunctionCost] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    serving: tuple[str, ...] = ()
    _events: tuple[str, ...] = ()

    @property
    def instructions(self) -> int:
        """User-space instructions of all parts together."""
        return sum(part.instructions for part in self.parts)

    def parts_serving(self, queries: float) -> list[Part]:
        """The threads that served connections; all parts where that cannot be told.

        Where no line names them it is one, the busiest of those that made two system calls or
        more for each query: to receive it, and to answer. Threads that flush or purge can be
        busier, and make fewer. Without queries each event is a connection, which may have a
        thread of its own.
        """
        if self.serving:
            return [part for part in self.parts if part.name in self.serving]
        if not queries or len(self.parts) < 2:
            return self.parts
        calling = [p for p in self.parts if (p.system_calls or 0) >= _CALLS_A_QUERY * queries]
        return [max(calling or self.parts, key=lambda part: part.instructions)]

    def served(self, queries: float) -> int:
        """Instructions of the threads that served connections."""
        return sum(part.instructions for part in self.parts_serving(queries))


AGREEMENT_PERCENT = 0.5
"""Two counts that lie no further apart agree."""


def path_lengths(counts: Sequence[Count], queries: float) -> list[int]:
    """The instructions of each count: of the threads that served connections, or of the server."""
    return [count.served(queries) for count in counts]


def agreement_percent(lengths: Sequence[int]) -> float:
    """How far the last two counts lie apart, in percent of the earlier; endless below two."""
    if len(lengths) < 2 or not lengths[-2]:
        return math.inf
    return 100 * abs(lengths[-1] / lengths[-2] - 1)


def resting_from(lengths: Sequence[int]) -> int:
    """Place of the first count that a run's figures are the mean of: the last two, if they agree.

    Where they do not, the later half: the server had time to warm up, and what it does in one
    count and not in the next is spread over several.
    """
    if agreement_percent(lengths) <= AGREEMENT_PERCENT:
        return len(lengths) - 2
    return len(lengths) // 2


def callgrind_lines(number: int, profiles: Sequence[Profile]) -> Iterator[str]:
    """The lines of a count by callgrind; threads that ran nothing are left out."""
    busy = sorted((p for p in profiles if any(p.totals)), key=lambda p: p.thread)
    for profile in busy[:1]:
        yield f"count {number}: {profile.creator} events: {' '.join(profile.events)}"
    for profile in busy:
        totals = " ".join(map(str, profile.totals))
        yield f"count {number}: thread: {profile.thread} totals: {totals}"
    # Nothing tells the threads of a stripped server that reads its sockets as it does files.
    if any(profile.talks for profile in busy):
        serving = " ".join(str(p.thread) for p in busy if p.talks or p.accepts)
        yield f"count {number}: connections: {serving}"


def function_lines(number: int, profiles: Iterable[Profile]) -> Iterator[str]:
    """The lines of what the functions of all threads spent, which the last count has."""
    together: Counter[tuple[str, str]] = Counter()
    for profile in profiles:
        together.update(profile.functions)
    total, listed = together.total(), 0
    ranked = sorted(together.items(), key=lambda item: (-item[1], item[0]))
    shown = 0
    for (name, library), spent in ranked[:MOST_FUNCTIONS]:
        if listed >= LISTED_SHARE * total or not spent:
            break
        place = library.rpartition("/")[2]
        yield f"count {number}: function: {spent} {_plain(name)} [{_plain(place)}]"
        listed, shown = listed + spent, shown + 1
    if listed < total:
        yield f"count {number}: function: {total - listed} {OTHERS} [{len(ranked) - shown}]"


def _plain(name: str) -> str:
    """A name on one line, of printable characters, without the brackets that end a line."""
    text = "".join(c if c.isprintable() else "?" for c in name).replace("[", "(").replace("]", ")")
    return (text[:LONGEST_NAME].strip()) or "?"


def perf_lines(number: int, version: str, output: str) -> Iterator[str]:
    """The lines of a count by perf stat: its own, comments and empty ones apart."""
    yield f"count {number}: {version}"
    for line in output.splitlines():
        if read_counter(line):
            yield f"count {number}: {line.strip()}"


def read_counts(lines: Sequence[str]) -> list[Count]:
    """The counts among the lines of an evidence file, in the order of their numbers."""
    found: dict[int, Count] = {}
    for place, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line.rstrip())
        if match:
            number = int(match[1])
            _read_line(found.setdefault(number, Count(number)), match[2], place)
    return [found[number] for number in sorted(found)]


def _read_line(count: Count, text: str, place: int) -> None:
    if match := _EVENTS.fullmatch(text):
        count.tool, count._events = match[1], tuple(match[2].split())
    elif text.startswith("perf version "):
        count.tool = text
    elif match := _THREAD.fullmatch(text):
        _add_thread(count, f"thread {match[1]}", match[2], place)
    elif match := _CONNECTIONS.fullmatch(text):
        count.serving = tuple(f"thread {thread}" for thread in match[1].split())
    elif match := _FUNCTION.fullmatch(text):
        cost = FunctionCost(match[2], match[3] or "", int(match[1]), place)
        count.functions.append(cost)
        return
    elif counter := read_counter(text):
        _add_counter(count, counter, place)
    else:
        count.faults.append((place, text))
        return
    count.lines.append(place)


def _add_thread(count: Count, name: str, totals: str, place: int) -> None:
    # callgrind leaves zeros at the end of a line out.
    values: Mapping[str, int] = dict(zip(count._events, map(int, totals.split()), strict=False))
    calls = values.get(callgrind.SYSTEM_CALLS, 0)
    calls_known = callgrind.SYSTEM_CALLS in count._events
    instructions = values.get(callgrind.INSTRUCTIONS, 0)
    count.parts.append(Part(name, instructions, calls if calls_known else None, place))
    if calls_known:
        count.system_calls = (count.system_calls or 0) + calls


def _add_counter(count: Count, counter: perf_stat.Counter, place: int) -> None:
    if counter.value is None:
        return
    if counter.event == perf_stat.USER:
        count.parts.append(Part("user space", counter.value, None, place))
    elif counter.event == perf_stat.KERNEL:
        count.kernel, count.kernel_line = counter.value, place
    elif counter.event == perf_stat.SYSTEM_CALLS:
        count.system_calls, count.system_calls_line = counter.value, place
    else:
        count.faults.append((place, counter.event))
