"""The only place where a number loses digits.

A figure is published as its evidence prints it. What the archive computed is cut to the digits
it can carry: ratios to five decimals, everything else to nine significant digits.
"""

from __future__ import annotations

from typing import Any

RATIO_DECIMALS = 5
SIGNIFICANT = 9
_RATIOS = frozenset({"ratio"})
_PRINTED = frozenset({"figures", "excerpt", "evidence", "facts", "files", "variables", "options"})
"""Parts of records that hold no number the archive computed; they are most of a record."""


def rounded(value: Any, name: str = "") -> Any:
    """The same record with every float rounded by the rule of its field."""
    if isinstance(value, float):
        if name in _RATIOS:
            return round(value, RATIO_DECIMALS)
        return float(f"{value:.{SIGNIFICANT}g}") if name != "value" else value
    if isinstance(value, dict):
        return {key: item if key in _PRINTED else rounded(item, key) for key, item in value.items()}
    return [rounded(item, name) for item in value] if isinstance(value, list) else value
