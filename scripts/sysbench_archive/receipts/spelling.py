"""How servers spell one setting: ON, 1, TRUE; REPEATABLE-READ; 4G and 4294967296.

Owns the readings of settings, each from the names a row lists to one text, and nothing about
where a setting was found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sysbench_archive.receipts.value import bytes_of, of_bytes

Lookup = Callable[[str], str | None]
"""The value of a variable or an option, None where it is not there."""

ON, OFF = "ON", "OFF"
SWITCHES = {"1": ON, "TRUE": ON, "YES": ON, "ON": ON, "0": OFF, "FALSE": OFF, "NO": OFF, "OFF": OFF}


def switch(value: str) -> str:
    """ON or OFF; more than two states keep their names."""
    return SWITCHES.get(value.upper(), value.upper())


def _first(look: Lookup, names: Sequence[str]) -> str | None:
    return next((value for name in names if (value := look(name)) is not None), None)


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


def _percent(value: str) -> str:
    return value.rstrip("0").rstrip(".") if "." in value else value


def _isolation(value: str) -> str:
    return value.upper().replace(" ", "-")


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


READINGS: Mapping[str, Callable[[Lookup, Sequence[str]], str | None]] = {
    "text": _plain(str),
    "lower": _plain(str.lower),
    "size": _plain(of_bytes),
    "switch": _plain(switch),
    "given": _plain(_given),
    "flush method": _plain(_flush_method),
    "percent": _plain(_percent),
    "isolation": _plain(_isolation),
    "of binary log": _of_binary_log,
    "redo": _redo,
    "query cache": _query_cache,
}
