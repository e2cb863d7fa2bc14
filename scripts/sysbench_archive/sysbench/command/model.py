"""The shape of a parsed command line.

Owns: the frozen records that the other modules fill and later floors read.
Refuses: any parsing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Generation = Literal["0.4", "0.5", "1.0"]
Dialect = Literal["0.4", "0.5", "1.0", "1.1"]
Value = int | float | bool | str | None


@dataclass(frozen=True, slots=True)
class Parameter:
    """One option of a command.

    ``name`` is the modern name in snake case (``table_size``), ``original`` the
    option as typed (``--oltp-table-size``), ``raw`` the text of its value, or
    ``None`` where none was typed. Sizes are bytes, durations seconds. ``value``
    is ``None`` where the text is a placeholder, could not be read (the command
    then has an issue), or is a password; a password has no ``raw`` either.
    """

    name: str
    original: str
    value: Value
    raw: str | None


@dataclass(frozen=True, slots=True)
class Command:
    """One sysbench invocation.

    ``generation`` is what the syntax betrays; 1.1 has the syntax of 1.0, and
    ``None`` means that more than one generation would take the line.
    ``test`` is the canonical workload name (see ``workloads``), ``script`` the
    Lua path as typed. ``secrets`` names every option or variable in the text
    that carries a password. ``hides_arguments`` is true where a variable or a
    file stands for options, so that none is known to have its default.
    ``parameters`` is a plain dict so that commands can
    be pickled; nobody may change it.
    """

    text: str
    generation: Generation | None = None
    test: str | None = None
    script: str | None = None
    verb: str | None = None
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    hides_arguments: bool = False
