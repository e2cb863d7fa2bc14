"""Read the profiles callgrind dumps: the totals of each thread, and what each function spent.

The format is described at https://valgrind.org/docs/manual/cl-format.html. Costs are those of a
function itself; the cost of calls, which is counted where it is spent, is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

_NAME = re.compile(r"(fn|ob)=(?:\((\d+)\))?(?: ?(.*))?")
INSTRUCTIONS, SYSTEM_CALLS = "Ir", "sysCount"
"""callgrind's own names of what it counts."""
_ACCEPTING = frozenset({"accept", "accept4"})
_TALKING = frozenset({"recv", "recvfrom", "recvmsg", "send", "sendto", "sendmsg"})
"""Functions of the C library, whose names even a stripped server's profile has."""
_READING = frozenset({"vio_read", "vio_read_buff"})
"""MySQL 5.5 reads and writes its sockets as it does files: its own functions tell its threads."""


class ProfileError(ValueError):
    """A dump that is not callgrind's, or not complete."""


@dataclass(slots=True)
class Profile:
    """One thread's dump. `functions`: (name, object file) to instructions."""

    creator: str = ""
    thread: int = 0
    events: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    functions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def total(self, event: str) -> int | None:
        """The total of an event, None where it was not counted; missing ends are zeros."""
        if event not in self.events:
            return None
        place = self.events.index(event)
        return self.totals[place] if place < len(self.totals) else 0

    @property
    def accepts(self) -> bool:
        """Whether the thread accepted a connection."""
        return self._calls(_ACCEPTING)

    @property
    def talks(self) -> bool:
        """Whether the thread received or sent on a connection."""
        return self._calls(_TALKING | _READING)

    def _calls(self, functions: AbstractSet[str]) -> bool:
        names = (name.partition("@")[0] for name, _ in self.functions)
        return any(name.lstrip("_").removeprefix("libc_") in functions for name in names)


def read_profile(text: str) -> Profile:
    """A dump of one thread. ProfileError where it has no totals, or they are not its sum."""
    profile = Profile()
    names: dict[tuple[str, str], str] = {}
    function, library = "", ""
    inclusive = False
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        head, _, rest = line.partition(" ")
        if head[0].isdigit() or head[0] in "+-*":
            if inclusive:
                inclusive = False
            else:
                profile.functions[function, library] += _first_cost(rest)
        elif match := _NAME.fullmatch(line):
            text_of_name = _named(names, match)
            if match[1] == "fn":
                function = text_of_name
            else:
                library = text_of_name
        elif line.startswith("calls="):
            inclusive = True
        else:
            _read_header(profile, line, names)
    _refuse_incomplete(profile)
    return profile


def _first_cost(costs: str) -> int:
    first = costs.partition(" ")[0]
    return int(first, 16) if first.startswith("0x") else int(first or 0)


def _named(names: dict[tuple[str, str], str], match: re.Match[str]) -> str:
    """A name, given in full once and by its number afterwards."""
    kind, number, name = match[1], match[2], match[3] or ""
    if number is None:
        return name
    if name:
        names[kind, number] = name
    return names.get((kind, number), "")


def _read_header(profile: Profile, line: str, names: dict[tuple[str, str], str]) -> None:
    key, _, value = line.partition(":")
    value = value.strip()
    if line.startswith(("cfn=", "cob=")):
        # Names of callees share their numbers with those of functions.
        match = _NAME.fullmatch(line[1:])
        if match:
            _named(names, match)
    elif key == "creator":
        profile.creator = value
    elif key == "thread":
        profile.thread = int(value)
    elif key == "events":
        profile.events = tuple(value.split())
    elif key == "totals":
        profile.totals = tuple(map(int, value.split()))


def _refuse_incomplete(profile: Profile) -> None:
    if not profile.creator.startswith("callgrind") or INSTRUCTIONS not in profile.events:
        raise ProfileError("not a profile of callgrind that counts instructions")
    stated, summed = profile.total(INSTRUCTIONS) or 0, sum(profile.functions.values())
    if stated != summed:
        raise ProfileError(f"its functions spend {summed} instructions, its totals say {stated}")
