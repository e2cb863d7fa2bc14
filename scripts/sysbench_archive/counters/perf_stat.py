"""Read what `perf stat -x,` prints: a line for each event, with commas.

Its fields are described in `man perf-stat` under CSV FORMAT: value, unit, event, run time of the
counter, and the percentage of the time it was running.
"""

from __future__ import annotations

from dataclasses import dataclass

USER, KERNEL, SYSTEM_CALLS = "instructions:u", "instructions:k", "raw_syscalls:sys_enter"
"""The events that are asked for."""
LEAST_SHARE = 99.0
"""Percent of the time that a counter must have run: of a shared one perf only guesses the rest."""


@dataclass(frozen=True, slots=True)
class Counter:
    """An event. `value` is None where the machine refused it, `fault` then says how."""

    event: str
    value: int | None
    fault: str = ""


def read_counter(line: str) -> Counter | None:
    """The counter of a line, None where it is none."""
    fields = line.strip().split(",")
    if len(fields) < 5 or not fields[2]:
        return None
    value, event, share = fields[0], fields[2], fields[4]
    if value.startswith("<") and value.endswith(">"):
        return Counter(event, None, value.strip("<>"))
    try:
        number, ran = int(value), float(share or 0)
    except ValueError:
        return None
    if ran < LEAST_SHARE:
        return Counter(event, None, f"ran {ran:g} % of the time only")
    return Counter(event, number)


def read_counters(text: str) -> dict[str, Counter]:
    """Event to counter; lines that are none are passed over."""
    found = (read_counter(line) for line in text.splitlines())
    return {counter.event: counter for counter in found if counter}
