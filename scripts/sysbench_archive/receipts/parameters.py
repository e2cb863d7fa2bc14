"""Conditions read off what sysbench was told to do, with the defaults of its version filled in.

Owns what the archive compares of a workload's parameters. A default on which the versions that
would take the command do not agree is unrecorded; a parameter the test does not take is absent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sysbench_archive.model import Workload
from sysbench_archive.receipts.field import Field
from sysbench_archive.receipts.fields import of_subjects
from sysbench_archive.receipts.value import UNKNOWN, Value, text
from sysbench_archive.sysbench.command import Command, effective_parameters
from sysbench_archive.sysbench.command.defaults import defaults_of, possible_dialects

Parameters = Mapping[str, object]
"""Name to the value in force; `...` where it is not known."""

_FIELDS = of_subjects("parameter")
_KEPT = frozenset({None, 0, "0", "session", "off"})
"""What reconnecting options say where a connection is kept."""
_SHAPES: Mapping[object, tuple[str, ...]] = {
    "special": ("rand_spec_iter", "rand_spec_pct", "rand_spec_res"),
    "gaussian": ("rand_spec_iter",),
    "pareto": ("rand_pareto_h",),
    "zipfian": ("rand_zipfian_exp",),
}


def parameters(workload: Workload, sysbench: str | None) -> dict[str, Value]:
    """Name of a row to its value, for the rows that apply."""
    known = in_force(workload, sysbench)
    blind = workload.command is None
    found = {field.name: _value(field, known, blind) for field in _FIELDS}
    return {name: value for name, value in found.items() if value is not None}


def in_force(workload: Workload, sysbench: str | None) -> Parameters:
    """Every parameter of a workload that is known, or known to be in doubt."""
    command = workload.command
    stated: dict[str, object] = dict(workload.stated)
    if command is None:
        return stated
    known: dict[str, object] = dict.fromkeys(_doubtful(command, sysbench), ...)
    for name, parameter in effective_parameters(command, sysbench).items():
        known[name] = ... if parameter.value is None else parameter.value
    return known | {"test": ... if command.test is None else command.test} | stated


def _doubtful(command: Command, sysbench: str | None) -> set[str]:
    """Parameters some version that takes the command knows: their defaults may differ."""
    dialects = possible_dialects(command, sysbench)
    return {name for dialect in dialects for name in defaults_of(command, dialect)}


def _value(field: Field, known: Parameters, blind: bool) -> Value | None:
    """The reading of a row's parameters; unrecorded where one of them is in doubt."""
    names = [name for name in field.source if name in known]
    if not names:
        return UNKNOWN if blind else field.missing or None
    read = READINGS[field.reading](known, names)
    return UNKNOWN if read is None else read or None


def _text(known: Parameters, names: Sequence[str]) -> str | None:
    return _of(known[names[0]])


def _of(value: object) -> str | None:
    """A parameter as text; None where it is in doubt, "" where it was given as nothing."""
    return None if value is ... else text(value)


def _lower(known: Parameters, names: Sequence[str]) -> str | None:
    value = _of(known[names[0]])
    return None if value is None else value.lower()


def _several(known: Parameters, names: Sequence[str]) -> str | None:
    """All of them, each by its name."""
    values = [(name, _of(known[name])) for name in names]
    if any(value is None for _, value in values):
        return None
    return ", ".join(f"{name} {value}" for name, value in values)


def _limit(known: Parameters, names: Sequence[str]) -> str | None:
    """A number above zero; zero is no limit."""
    value = _of(known[names[0]])
    return "none" if value in {"0", ""} else value


def _seconds(known: Parameters, names: Sequence[str]) -> str | None:
    value = _limit(known, names)
    return value if value in {None, "none"} else f"{value} s"


def _shape(known: Parameters, names: Sequence[str]) -> str | None:
    """The options that count for the distribution in force; a uniform one has none."""
    kind = known.get("rand_type", ...)
    if kind is ...:
        return None
    counting = [name for name in names if name in _SHAPES.get(kind, ())]
    return _several(known, counting) if counting else ""


def _reconnects(known: Parameters, names: Sequence[str]) -> str | None:
    """Whatever says that connections are not kept."""
    values = [known[name] for name in names]
    if ... in values:
        return None
    opened = [text(value) for value in values if value not in _KEPT]
    return ", ".join(opened) or "never"


def _delays(known: Parameters, names: Sequence[str]) -> str | None:
    """Pauses between queries, and between connections where there are several."""
    connects = _reconnects(known, [n for n in ("reconnect", "reconnect_mode") if n in known])
    counting = [n for n in names if n != "connect_delay" or connects != "never"]
    values = [(name, _limit(known, [name])) for name in counting]
    if any(value is None for _, value in values):
        return None
    return ", ".join(f"{name} {value}" for name, value in values if value != "none") or "none"


READINGS: Mapping[str, Callable[[Parameters, Sequence[str]], str | None]] = {
    "text": _text,
    "test": _text,
    "lower": _lower,
    "several": _several,
    "limit": _limit,
    "seconds": _seconds,
    "shape": _shape,
    "reconnects": _reconnects,
    "delays": _delays,
}
