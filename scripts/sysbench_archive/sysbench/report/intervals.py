"""The lines of `--report-interval`, in every wording sysbench has used, and the numbers in them.

One pattern per wording, and the CSV and JSON hooks of sysbench's own Lua library. Cut lines are
refused: sysbench prints every rate with two decimals, so a rate without them is part of a
number. No pattern repeats inside a repetition. Numbers are ASCII digits, printf's `nan` and
`inf`, and units behind a latency; none becomes infinity.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from sysbench_archive.sysbench.report.model import Interval

_WORDS: Final = "[nN][aA][nN]|[iI][nN][fF]"
_NUMBER: Final = re.compile(
    rf"\s*(?P<digits>[+-]?(?:[0-9]{{1,24}}(?:\.[0-9]{{1,12}})?|{_WORDS}))(?P<unit>us|ms|s)?"
    # Neither a decimal comma nor thousands apart, of which nobody can tell one from the other.
    r"(?![\w.]|[,']?\s?[0-9])"
)
_RATED: Final = re.compile(
    rf"\s*(?P<count>-?[0-9]{{1,20}})\s+\(\s*(?P<rate>-?(?:[0-9]{{1,24}}\.[0-9]{{1,12}}|{_WORDS}))"
    r"\s+(?:per sec\.|per second|ops/sec)\)"
)
_TO_MILLISECONDS: Final = {"us": "e-3", "ms": "", "s": "e3", "": ""}
_ENDLESS_MS: Final = 1.8446744e13
"""2**64 ns: what sysbench prints for the minimum of no events at all."""


class Number(NamedTuple):
    """A number as printed: `digits` are None for nan and inf."""

    digits: str | None
    unit: str


def read_number(text: str) -> Number | None:
    """Return the number `text` begins with, or None where it begins with none."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    return Number(_finite(match["digits"]), match["unit"] or "")


def read_rated(text: str) -> tuple[str, str | None] | None:
    """Return count and rate of `123  (4.56 per sec.)`; the rate is None for nan and inf."""
    match = _RATED.match(text)
    return None if match is None else (match["count"], _finite(match["rate"]))


def milliseconds(digits: str, unit: str) -> float | None:
    """Return a latency in milliseconds; None for the underflow that stands for no event.

    The decimal point is moved in the text, so 0.0007s is 0.7 and not 0.7000000000000001.
    """
    value = float(digits + _TO_MILLISECONDS[unit])
    return None if value >= _ENDLESS_MS else value


def _finite(digits: str) -> str | None:
    return digits if digits[-1].isdigit() else None


_RATE: Final = r"-?(?:[0-9]{1,24}\.[0-9]{2}(?![\w.])|nan|inf)"
_HEAD: Final = r"\[ {0,12}(?P<t>[0-9]{1,12})s {0,2}\] +"
_THREADS: Final = r"(?:thds|threads): (?P<threads>[0-9]{1,9}),? +"
_LATENCY: Final = (
    r"(?:lat(?:ency)? \(ms, ?(?P<rank>[0-9]{1,3})%\): (?P<ms>[0-9]{1,18}\.[0-9]{2,3}(?![\w.]))"
    r"|(?:response time|latency): (?P<latency>[0-9]{1,18}\.[0-9]{2,4}) ?(?P<unit>us|ms|s) "
    r"\([^)]{1,12}\))"
)
_SQL: Final = re.compile(
    rf"{_HEAD}{_THREADS}tps: (?P<tps>{_RATE})"
    rf"(?:,? qps: (?P<qps>{_RATE}) \(r/w/o: [^)]{{1,80}}\))?"
    rf"(?:, reads(?:/s)?: {_RATE}, writes(?:/s)?: {_RATE})?"
    rf"(?:,? {_LATENCY})?"
    rf"(?:,? err(?:ors)?(?:/s)?:? +(?P<errors>{_RATE}))?"
    rf"(?:,? reconn(?:ects)?(?:/s)?: +(?P<reconnects>{_RATE}))?"
)
_EVENTS: Final = re.compile(rf"{_HEAD}{_THREADS}(?:eps|events/s): {_RATE} {_LATENCY}")
_FILEIO: Final = re.compile(
    rf"{_HEAD}reads: {_RATE} Mi?B/s writes: {_RATE} Mi?B/s fsyncs: {_RATE}/s {_LATENCY}"
)
_MEMORY: Final = re.compile(rf"{_HEAD}{_RATE} Mi?B/sec")
_CSV: Final = re.compile(
    rf"(?P<t>[0-9]{{1,12}}),(?P<threads>[0-9]{{1,9}}),(?P<tps>{_RATE}),(?P<qps>{_RATE}),"
    rf"{_RATE},{_RATE},{_RATE},"
    rf"(?P<ms>{_RATE}),(?P<errors>{_RATE}),(?P<reconnects>{_RATE})(?=\s|\Z)"
)
_JSON_NAMES: Final = {
    "time": "t",
    "threads": "threads",
    "tps": "tps",
    "total": "qps",
    "latency": "ms",
    "errors": "errors",
    "reconnects": "reconnects",
}


_GOES_ON: Final = re.compile(r"[ ,]*(?:q|\(|l|r|e)")
"""How what follows the last figure that was read goes on where the line was cut there."""


def read_sql_interval(line: str) -> tuple[Interval, bool] | None:
    """The interval a line with `tps:` holds, wherever in the line it begins; whether it is cut."""
    match = _SQL.search(line)
    if match is None:
        return None
    # What prints queries prints reconnects as well.
    cut = match["reconnects"] is None
    cut = cut and (match["qps"] is not None or _GOES_ON.match(line, match.end()) is not None)
    return _interval_of(match), cut


def joined_interval(line: str, following: str) -> Interval | None:
    """The interval of a line that a terminal broke in two; None where the second is another."""
    for joined in (f"{line}{following}", f"{line} {following}"):
        match = _SQL.search(joined)
        last = match and (match["reconnects"] or match["latency"])
        if match and last and match.end() == len(joined):
            return _interval_of(match)
    return None


def read_other_interval(line: str) -> Interval | None:
    """Return the interval of a line of the cpu, threads, mutex, fileio or memory test."""
    match = _EVENTS.match(line) or _FILEIO.match(line) or _MEMORY.match(line)
    return None if match is None else _interval(match.groupdict())


def read_csv_interval(line: str) -> Interval | None:
    """Return the interval of a line of the CSV hook; notes behind the figures are allowed."""
    match = _CSV.match(line)
    return None if match is None else _interval(match.groupdict())


def read_json_member(
    members: dict[str, str | None] | None, line: str
) -> tuple[dict[str, str | None] | None, Interval | None]:
    """Take a line of the JSON hook, which prints one member per line, and the members before it.

    Returns the members of the open object, and the interval at its last one.
    """
    name, _, value = line[1:].partition('":')
    if name == "time":
        members = {}
    if members is None or name not in _JSON_NAMES:
        return members, None
    number = read_number(value)
    members[_JSON_NAMES[name]] = None if number is None else number.digits
    if name != "reconnects":
        return members, None
    t, threads = members.get("t"), members.get("threads")
    whole = t is not None and t.isdigit() and (threads is None or threads.isdigit())
    return None, _interval(members) if whole else None


_SQL_GROUPS: Final = (
    *("t", "threads", "tps", "qps", "errors", "reconnects"),
    *("rank", "ms", "latency", "unit"),
)


def _interval_of(match: re.Match[str]) -> Interval:
    """The interval of a line of SQL."""
    t, threads, tps, qps, errors, reconnects, rank, ms, latency, unit = match.group(*_SQL_GROUPS)
    return Interval(
        int(t),
        int(threads),
        _rate(tps),
        _rate(qps),
        _latency(rank, ms, latency, unit),
        _rate(errors),
        _rate(reconnects),
    )


def _interval(group: Mapping[str, str | None]) -> Interval:
    """The interval of any other line, whose groups it may lack."""
    t, threads, tps, qps, errors, reconnects, *latency = map(group.get, _SQL_GROUPS)
    return Interval(
        int(t or 0),
        None if threads is None else int(threads),
        _rate(tps),
        _rate(qps),
        _latency(*latency),
        _rate(errors),
        _rate(reconnects),
    )


def _latency(
    rank: str | None, ms: str | None, latency: str | None, unit: str | None
) -> float | None:
    if latency is not None:
        return milliseconds(latency, unit or "")
    # With --percentile=0 the line says "(ms,0%): 0.00": there is no percentile to report.
    return None if rank is not None and int(rank) == 0 else _rate(ms)


def _rate(text: str | None) -> float | None:
    return float(text) if text is not None and text[-1].isdigit() else None
