"""The state of InnoDB before and after a run: checkpoint age, dirty pages, history list, redo.

Read from SHOW ENGINE INNODB STATUS, which every version since 5.5 has; where an account may not
see it, from status variables, which some versions have. Parsers are pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sysbench_archive.capture.connection import Session

_MIB = 1 << 20
_STATUS_QUERY = "show engine innodb status"
_LINES: Mapping[str, re.Pattern[str]] = {
    "lsn": re.compile(r"^Log sequence number\s+(\d+)\s*$", re.MULTILINE),
    "checkpoint": re.compile(r"^Last checkpoint at\s+(\d+)\s*$", re.MULTILINE),
    # With several buffer pool instances the first of these lines is that of all of them.
    "dirty_pages": re.compile(r"^Modified db pages\s+(\d+)\s*$", re.MULTILINE),
    "history_list_length": re.compile(r"^History list length\s+(\d+)\s*$", re.MULTILINE),
}
_VARIABLES: Mapping[str, tuple[str, ...]] = {
    "lsn": ("Innodb_redo_log_current_lsn", "Innodb_lsn_current"),
    "checkpoint": ("Innodb_redo_log_checkpoint_lsn", "Innodb_lsn_last_checkpoint"),
    "dirty_pages": ("Innodb_buffer_pool_pages_dirty",),
    "history_list_length": ("Innodb_history_list_length",),
}
"""Status variables of MySQL from 8.0.30, and of MariaDB."""
_VARIABLE_QUERY = "show global status where variable_name in ({})".format(
    ", ".join(f"'{name}'" for names in _VARIABLES.values() for name in names)
)


@dataclass(frozen=True, slots=True)
class EngineState:
    """InnoDB at one moment; None is not shown. Log sequence numbers in bytes."""

    lsn: int | None = None
    checkpoint: int | None = None
    dirty_pages: int | None = None
    history_list_length: int | None = None
    fault: str = ""

    @property
    def entry(self) -> dict[str, Any]:
        """What is known of it, in the fields and units of the schema."""
        known: dict[str, Any] = {}
        if self.lsn is not None and self.checkpoint is not None and self.lsn >= self.checkpoint:
            known["checkpoint_age_mib"] = round((self.lsn - self.checkpoint) / _MIB, 1)
        for name in ("dirty_pages", "history_list_length"):
            if (value := getattr(self, name)) is not None:
                known[name] = value
        return known


def read_engine_state(session: Session) -> EngineState:
    """The state now. Raises GoneError where there is no server."""
    answer = session.ask(_STATUS_QUERY)
    if answer.rows:
        return state_of_status(answer.rows[0][-1] or "")
    return state_of_variables(session.pairs(_VARIABLE_QUERY), answer.fault)


def state_of_status(text: str) -> EngineState:
    """What the text of SHOW ENGINE INNODB STATUS says."""
    found = {name: pattern.search(text) for name, pattern in _LINES.items()}
    return EngineState(
        **{name: int(match[1]) for name, match in found.items() if match},
        fault=f"{_STATUS_QUERY} does not say",
    )


def state_of_variables(variables: Mapping[str, str], fault: str) -> EngineState:
    """What status variables say; `fault` is why they had to be asked."""
    found: dict[str, int] = {}
    for field, names in _VARIABLES.items():
        texts = (variables.get(name, "") for name in names)
        number = next((int(text) for text in texts if text.isdecimal()), None)
        if number is not None:
            found[field] = number
    return EngineState(**found, fault=fault or f"{_STATUS_QUERY} answers nothing")


def engine_entry(
    before: EngineState, after: EngineState, settled: bool | None
) -> tuple[dict[str, Any], dict[str, str]]:
    """The `innodb` group of a run, and why fields are missing from it.

    `settled` is whether purge and flushing were quiet before it, None where nobody waited.
    """
    entry: dict[str, Any] = {} if settled is None else {"settled": settled}
    entry |= {
        name: state.entry for name, state in (("before", before), ("after", after)) if state.entry
    }
    if before.lsn is not None and after.lsn is not None and after.lsn >= before.lsn:
        entry["redo_written_mib"] = round((after.lsn - before.lsn) / _MIB, 1)
    return entry, dict(_missing(entry, after.fault))


def _missing(entry: Mapping[str, Any], fault: str) -> Iterator[tuple[str, str]]:
    known = entry.get("after", {})
    for name in ("checkpoint_age_mib", "dirty_pages", "history_list_length"):
        if name not in known:
            yield name, fault
    if "redo_written_mib" not in entry:
        yield "redo_written_mib", fault
