"""The maturity of a server's release, from its product, its version and its variables.

MySQL's versions say whether a release was alpha, milestone, beta, rc or ga. MariaDB's do not, but
from 10.3 a server allows by default plugins one step less mature than itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_MATURITY_SUFFIXES = (("-dmr", "milestone"), ("-rc", "rc"), ("-alpha", "alpha"), ("-beta", "beta"))
_MILESTONE = re.compile(r"^[0-9.]+-m[0-9]+")
_SERVER_BY_PLUGIN_MATURITY = {"gamma": "ga", "beta": "rc", "alpha": "beta", "experimental": "alpha"}
_FIRST_GA_PATCH = {"5.5": 23, "10.0": 10, "10.1": 8, "10.2": 6}
"""Series of MariaDB: the patch release that was its first for production, by its release notes."""


def maturity(product: str, version: str, variables: Mapping[str, str]) -> str | None:
    """The maturity, None where nothing says."""
    if product != "mariadb":
        marked = next((name for mark, name in _MATURITY_SUFFIXES if mark in version), None)
        return "milestone" if _MILESTONE.match(version) else marked or "ga"
    numbers = version.split("-")[0].split(".")
    first = _FIRST_GA_PATCH.get(".".join(numbers[:2]))
    if first is not None and len(numbers) > 2 and int(numbers[2]) >= first:
        return "ga"
    return _SERVER_BY_PLUGIN_MATURITY.get(variables.get("plugin_maturity", ""))
