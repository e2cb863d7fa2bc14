"""What every sample record is made of: words, names, facts and metrics.

Owns the texts, plain and hostile, and what several kinds of record must agree on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Record = dict[str, Any]
Text = Callable[[str], str]

DIGEST = "ab" * 32
THREADS = (1, 4, 16)
TEST = "oltp_read_only"
SERIES_PATH = "/versions/mysql/8.0/"
SIDES = (("mysql-a", "MySQL", "8.0.36"), ("mysql-b", "MySQL", "8.4.0"))

PAYLOAD = (
    "javascript:alert(1)//<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    '</svg></title></textarea><style>*{}</style>{{ template "x" }}{{< youtube x >}}&lt;b&gt;'
)


def plain(text: str) -> str:
    """The text as it is."""
    return text


def hostile(text: str) -> str:
    """The text behind everything that has ever escaped from a page."""
    return f"{PAYLOAD}{text}"


def metric(name: str, text: Text, unit: str = "1/s", decimals: int = 2) -> Record:
    """A metric record."""
    shown = {"label": text(f"Label of {name}"), "description": text(f"Meaning of {name}")}
    return {"name": name, "unit": unit, "direction": "higher", "decimals": decimals, **shown}


def column(name: str, text: Text, unit: str = "1/s", decimals: int = 2) -> Record:
    """A metric as a column of a result's page."""
    record = metric(name, text, unit, decimals)
    return {field: record[field] for field in ("name", "label", "unit", "direction", "decimals")}


def fact(name: str, text: Text, state: str = "stated") -> Record:
    """A fact record in one of its three states."""
    stated = state == "stated"
    return {
        "name": name,
        "label": text(f"Fact {name}"),
        "value": text(f"value of {name}") if stated else "",
        "unit": "MiB" if stated else "",
        "state": state,
        "probe": text(f"probe of {name}") if state == "unavailable" else "",
    }


def facts(text: Text) -> list[Record]:
    """A fact in each state."""
    states = ("stated", "unavailable", "unrecorded")
    return [fact(f"fact.{state}", text, state) for state in states]


def named(name: str, text: Text) -> Record:
    """A reference to a part of a bundle."""
    return {"id": name, "label": text(f"Label {name}")}


def reference(entry: Record) -> Record:
    """Something with a page."""
    return {"path": entry["path"], "title": entry["title"]}
