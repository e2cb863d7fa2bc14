"""Conditions read off a server's settings: what it said was in force, else what it was told.

Owns which of the two counts, and who chose a value. Where effective variables were dumped they
count. Else the options do: one that is not named in a list stated as complete has the default of
its version, by `defaults` where the archive knows it, else as the words `default of MySQL 5.7`.
A list presumed of the source is read in the same way, with the source's own doubt; an excerpt
says nothing of what it leaves out, nor whether what it names was chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sysbench_archive.bundle.facts import stated
from sysbench_archive.model import PRODUCTS, Bundle, Server
from sysbench_archive.receipts.defaults import default_of, lacks
from sysbench_archive.receipts.field import Field
from sysbench_archive.receipts.fields import FIELDS
from sysbench_archive.receipts.spelling import OFF, READINGS
from sysbench_archive.receipts.value import UNKNOWN, Value, state

DEFAULT_OF = "default of "
"""How a value begins of which only this is known: nobody set it."""
_SETTINGS = tuple(field for field in FIELDS if field.subject == "setting")
NAMES = frozenset(name for field in _SETTINGS for name in field.source)
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
        return None if self._depends(name) else default_of(self.server, name)

    def _depends(self, name: str) -> bool:
        """Whether a default follows from another option that was set."""
        return self.names(_DECIDED_BY.get(name, ()))

    def names(self, names: Iterable[str]) -> bool:
        """Whether one of these is among the options."""
        return self.options is not None and any(name in self.options for name in names)


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


def settings(known: Configuration) -> dict[str, Value]:
    """Name of a row to its value, for the rows that apply."""
    found = ((field.name, _value(field, known)) for field in _SETTINGS)
    return {name: value for name, value in found if value}


def _value(field: Field, known: Configuration) -> Value | None:
    if known.dump is None and known.options is None:
        return state(known.server.facts["options"])
    value = READINGS[field.reading](known.look, field.source)
    if value is None:
        return _silent(field, known)
    return _with_origin(value, field, known) if value else None


def _silent(field: Field, known: Configuration) -> Value | None:
    """The value of a setting that neither dump, options nor the table of defaults name."""
    if lacks(known.server, field.source[0]):
        return {"value": field.missing, "origin": "default"}
    if known.dump is not None:
        return _with_origin(field.missing, field, known) if field.missing else None
    if not known.listed:
        return UNKNOWN
    version = f"{PRODUCTS[known.server.product]} {known.server.series}"
    return {"value": f"{DEFAULT_OF}{version}", "origin": "default"}


def _with_origin(value: str, field: Field, known: Configuration) -> Value:
    if not known.listed:
        return value
    return {"value": value, "origin": "chosen" if known.names(field.source) else "default"}
