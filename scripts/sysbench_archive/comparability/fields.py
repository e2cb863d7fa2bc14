"""Values of conditions as texts.

Every value becomes a text, so that two sides are compared by equality alone, here and in a browser.
None is "does not apply" and is never written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sysbench_archive.model.bundle import state_of
from sysbench_archive.model.comparability import Condition, ConditionDetail

GIB = 1024.0
_SUFFIXES = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_UNITS = (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10))
UNKNOWN: Condition = ConditionDetail(state="unrecorded")


def unstated(fact: Any) -> ConditionDetail | None:
    """The condition of a fact that is not stated; None where it is."""
    state = state_of(fact)
    return None if state == "stated" else ConditionDetail(state=state)


def text(value: Any) -> str:
    """A stated fact as a reader sees it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(text(item) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {text(item)}" for name, item in value.items())
    return f"{value:.15g}" if isinstance(value, float) else str(value).strip()


def of_mib(value: Any) -> str:
    """MiB as a size: GiB from one on, to a tenth."""
    if isinstance(value, list):
        return ", ".join(of_mib(item) for item in value)
    return f"{value / GIB:.1f} GiB" if value >= GIB else f"{text(float(value))} MiB"


def of_bytes(written: str) -> str:
    """A size as servers take it, `4G` or `4294967296`, as `4 GiB`; other texts as they are."""
    size = bytes_of(written)
    if size is None:
        return written
    fits = ((unit, scale) for unit, scale in _UNITS if size >= scale and size % scale == 0)
    unit, scale = next(fits, ("bytes", 1))
    return f"{size // scale} {unit}"


def bytes_of(written: str) -> int | None:
    """A size as servers take it, in bytes; None where the text is none."""
    digits, suffix = written.strip(), written.strip()[-1:].upper()
    scale = _SUFFIXES.get(suffix, 1)
    number = digits[:-1] if suffix in _SUFFIXES else digits
    whole = number.isascii() and number.isdigit() and len(number) <= 19
    return int(number) * scale if whole else None
