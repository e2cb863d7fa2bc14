"""Conditions read off a server's settings: what was in force, else what it was told, else defaults.

Where effective variables were dumped they count. Else the options do: one that is not named in a
list stated as complete has the default of its version, where the archive knows it, else the words
`default of MySQL 5.7`. A list presumed of the source is read in the same way, with the source's own
doubt; an excerpt says nothing of what it leaves out, nor whether what it names was chosen.

The defaults are read off the manuals and release notes of MySQL and MariaDB and proved on the dumps
of effective variables that the archive holds. Left out are settings whose default depends on the
machine, and versions on which it is not sure: a series without its point release knows only what
held throughout the series. In MySQL 5.1 the InnoDB built in and the plugin have other defaults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sysbench_archive.comparability.fields import UNKNOWN, bytes_of, of_bytes, unstated
from sysbench_archive.comparability.table import NAMES, SETTINGS
from sysbench_archive.model.base import read_rows
from sysbench_archive.model.bundle import PRODUCTS, Bundle, Server, stated
from sysbench_archive.model.comparability import Condition, ConditionDetail, Field
from sysbench_archive.words.numbers import without_zeros

Lookup = Callable[[str], str | None]
"""The value of a variable or an option, None where it is not there."""

ON, OFF = "ON", "OFF"
SWITCHES = {"1": ON, "TRUE": ON, "YES": ON, "ON": ON, "0": OFF, "FALSE": OFF, "NO": OFF, "OFF": OFF}
SWITCH_WORDS = frozenset(word for word in SWITCHES if not word.isdigit())
"""How a switch is written, but for 0 and 1, which may be numbers."""


def switch(value: str) -> str:
    """ON or OFF; more than two states keep their names."""
    return SWITCHES.get(value.upper(), value.upper())


def _first(look: Lookup, names: Sequence[str]) -> str | None:
    for name in names:
        if (value := look(name)) is not None:
            return value
    return None


def _plain(convert: Callable[[str], str]) -> Callable[[Lookup, Sequence[str]], str | None]:
    """A reading of the first name that is there."""

    def reading(look: Lookup, names: Sequence[str]) -> str | None:
        value = _first(look, names)
        return None if value is None else convert(value.strip())

    return reading


def _given(value: str) -> str:
    """An option that names a file is on."""
    return SWITCHES.get(value.upper(), ON)


def _flush_method(value: str) -> str:
    return {"": "fsync", "FSYNC": "fsync", "FDATASYNC": "fsync"}.get(value.upper(), value.upper())


def _of_binary_log(look: Lookup, names: Sequence[str]) -> str | None:
    """Settings of the binary log do not apply where there is none."""
    binary_log = look("log_bin")
    if binary_log is not None and _given(binary_log) == OFF:
        return ""
    value = _first(look, names)
    return None if value is None else value.upper()


def _redo(look: Lookup, names: Sequence[str]) -> str | None:
    """Capacity, or the size of a file times the number of files where that is known."""
    capacity, size, files = (look(name) for name in names)
    if capacity is not None and capacity != "0":
        return of_bytes(capacity)
    one = None if size is None else bytes_of(size)
    if one is None:
        return None
    number = None if files is None else bytes_of(files)
    return f"files of {of_bytes(str(one))}" if number is None else of_bytes(str(one * number))


def _query_cache(look: Lookup, names: Sequence[str]) -> str | None:
    """OFF where type or size say so; a size alone tells nothing of the type."""
    kind, size = (look(name) for name in names)
    kind = None if kind is None else switch(kind)
    if kind == OFF or (size is not None and bytes_of(size) == 0):
        return OFF
    return None if kind is None or size is None else f"{kind}, {of_bytes(size)}"


SETTING_READINGS: Mapping[str, Callable[[Lookup, Sequence[str]], str | None]] = {
    "text": _plain(str),
    "lower": _plain(str.lower),
    "size": _plain(of_bytes),
    "switch": _plain(switch),
    "given": _plain(_given),
    "flush method": _plain(_flush_method),
    "percent": _plain(without_zeros),
    "isolation": _plain(lambda value: value.upper().replace(" ", "-")),
    "of binary log": _of_binary_log,
    "redo": _redo,
    "query cache": _query_cache,
}


Version = tuple[int, ...]
Steps = Sequence[tuple[Version, str]]
"""The first version with a default, and that default."""

_OPEN = 999
_NUMBER = re.compile(r"[0-9]{1,6}")
NOT_KNOWN, ABSENT = "?", "!"


@cache
def version_of(text: str) -> Version:
    """The first three numbers of a version."""
    return tuple(int(number) for number in _NUMBER.findall(text)[:3])


def _read_defaults() -> dict[str, dict[str, Steps]]:
    found: dict[str, dict[str, Steps]] = {product: {} for product in PRODUCTS}
    for row in read_rows(Path(__file__).with_name("defaults.tsv")):
        for product in row["products"].split():
            steps = found[product].setdefault(row["variable"], ())
            found[product][row["variable"]] = (*steps, (version_of(row["since"]), row["value"]))
    return found


DEFAULTS = _read_defaults()
"""Product to variable to its defaults over time: `?` is not known, `!` that there is none such."""


def lacks(server: Server, variable: str) -> bool:
    """Whether a server has no such variable for certain."""
    steps = DEFAULTS[server.product].get(variable)
    return steps is not None and _through(steps, server.version) == ABSENT


def default_of(server: Server, variable: str) -> str | None:
    """The default of a variable as servers spell it, None where it is not known for certain."""
    steps = DEFAULTS[server.product].get(variable, ())
    known = [step for step in steps if step[1] != ABSENT]
    value = _through(known, server.version) if known else None
    return None if value == NOT_KNOWN else value


def _through(steps: Steps, text: str) -> str | None:
    """What holds for a version, or for the whole of a series; None where that is in doubt."""
    version = version_of(text)
    if len(version) > 2:
        return _at(steps, version)
    first, last = _at(steps, (*version, 0)), _at(steps, (*version, _OPEN))
    return first if first == last else None


def _at(steps: Steps, version: Version) -> str | None:
    return next((value for since, value in reversed(steps) if since <= version), None)


DEFAULT_OF = "default of "
"""How a value begins of which only this is known: nobody set it."""
_NEGATIONS = ("skip_", "disable_")
_CAPACITY = "innodb_redo_log_capacity"
_REDO_FILES = ("innodb_log_file_size", "innodb_log_files_in_group")
_DEDICATED = ("innodb_dedicated_server",)
_WITHOUT = {"innodb_log_files_in_group": "1"}
"""What holds where a server has no such variable any more."""
_DECIDED_BY = {
    "collation_server": ("character_set_server",),
    "innodb_buffer_pool_size": _DEDICATED,
    "innodb_flush_method": _DEDICATED,
    "innodb_log_file_size": _DEDICATED,
    _CAPACITY: (*_DEDICATED, *_REDO_FILES),
}
"""A variable to the options that decide its default."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """What is known of a server's settings. `options` are None where none are stated."""

    server: Server
    options: Mapping[str, str] | None
    listed: bool
    """Whether the options are all there are."""
    dump: Mapping[str, str] | None

    def look(self, name: str) -> str | None:
        """A variable in force, else an option."""
        if self.dump is None:
            return self.option(name)
        # The server shows a capacity even where the older options decide.
        shadowed = name == _CAPACITY and not self.names([name]) and self.names(_REDO_FILES)
        return None if shadowed else self.dump.get(name, _WITHOUT.get(name))

    def option(self, name: str) -> str | None:
        """What an option says, else the version's default where the list is complete."""
        if self.options is None or name in self.options or not self.listed:
            return None if self.options is None else self.options.get(name)
        # Another option that was set may decide the default.
        depends = self.names(_DECIDED_BY.get(name, ()))
        return None if depends else default_of(self.server, name)

    def names(self, names: Iterable[str]) -> bool:
        """Whether one of these is among the options."""
        return self.options is not None and not self.options.keys().isdisjoint(names)


def configuration(bundle: Bundle, server: Server) -> Configuration:
    """What a bundle says of a server's settings."""
    options = stated(server.facts["options"])
    basis = server.facts.get("options_basis", "complete")
    return Configuration(
        server,
        None if options is None else spelled(options),
        options is not None and basis != "excerpt",
        bundle.variables.get(server.id),
    )


def spelled(options: Mapping[str, Any]) -> dict[str, str]:
    """Options under the names of their variables: `skip-log-bin` is `log_bin` OFF."""
    found: dict[str, str] = {}
    for name, value in options.items():
        plain = name.replace("-", "_").lower().removeprefix("loose_")
        negated = next((p for p in _NEGATIONS if plain.removeprefix(p) in NAMES), "")
        if negated and plain not in NAMES:
            found[plain.removeprefix(negated)] = OFF
        else:
            found[plain] = ("ON" if value else "OFF") if isinstance(value, bool) else str(value)
    return found


def settings(known: Configuration) -> dict[str, Condition]:
    """Name of a condition to its value, for the settings that apply."""
    found = ((field.name, _setting_condition(field, known)) for field in SETTINGS)
    return {name: value for name, value in found if value}


def _setting_condition(field: Field, known: Configuration) -> Condition | None:
    value = SETTING_READINGS[field.reading](known.look, field.source)
    if value is None:
        return without_value(field, known)
    return with_origin(value, field, known) if value else None


def without_value(field: Field, known: Configuration) -> Condition | None:
    """The value of a setting that neither dump, options nor the table of defaults name."""
    if known.dump is None and known.options is None:
        return unstated(known.server.facts["options"])
    if lacks(known.server, field.source[0]):
        return ConditionDetail(value=field.missing, origin="default")
    if known.dump is not None:
        return with_origin(field.missing, field, known) if field.missing else None
    if not known.listed:
        return UNKNOWN
    version = f"{PRODUCTS[known.server.product]} {known.server.series}"
    return ConditionDetail(value=f"{DEFAULT_OF}{version}", origin="default")


def with_origin(value: str, field: Field, known: Configuration) -> Condition:
    """A value with whether somebody chose it, where all that was set is known."""
    if not known.listed:
        return value
    chosen = known.names(field.source)
    return ConditionDetail(value=value, origin="chosen" if chosen else "default")
