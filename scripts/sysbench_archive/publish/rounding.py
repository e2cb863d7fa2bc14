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


_WHOLE = frozenset({str, int, bool, type(None)})
"""What has no digits to lose; most values of a record."""


def rounded(value: Any, name: str = "") -> Any:
    """The same record with every float rounded by the rule of its field."""
    if isinstance(value, float):
        if name in _RATIOS:
            return round(value, RATIO_DECIMALS)
        return float(f"{value:.{SIGNIFICANT}g}") if name != "value" else value
    if isinstance(value, dict):
        return {
            key: item if type(item) in _WHOLE or key in _PRINTED else rounded(item, key)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [item if type(item) in _WHOLE else rounded(item, name) for item in value]
    return value
