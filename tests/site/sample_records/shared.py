"""What every sample record is made of: words, names, facts and metrics.

Texts are plain or hostile; what several kinds of record must agree on is here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, get_args

from sysbench_archive.model.base import FactRow, MetricColumn, MetricRecord, Named, Reference
from sysbench_archive.model.comparison import ComparisonRecord
from sysbench_archive.model.result_page import ResultPage

Text = Callable[[str], str]
FactState = Literal["stated", "unavailable", "unrecorded"]

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


def metric(name: str, text: Text, unit: str = "1/s", decimals: int = 2) -> MetricRecord:
    """A metric record."""
    return MetricRecord(
        name=name,
        label=text(f"Label of {name}"),
        unit=unit,
        direction="higher",
        decimals=decimals,
        description=text(f"Meaning of {name}"),
    )


def column(name: str, text: Text, unit: str = "1/s", decimals: int = 2) -> MetricColumn:
    """A metric as a column of a result's page."""
    return MetricColumn(
        name=name,
        label=text(f"Label of {name}"),
        unit=unit,
        direction="higher",
        decimals=decimals,
    )


def fact(name: str, text: Text, state: FactState = "stated") -> FactRow:
    """A fact record in one of its three states."""
    stated = state == "stated"
    return FactRow(
        name=name,
        label=text(f"Fact {name}"),
        value=text(f"value of {name}") if stated else "",
        unit="MiB" if stated else "",
        state=state,
        probe=text(f"probe of {name}") if state == "unavailable" else "",
    )


def facts(text: Text) -> list[FactRow]:
    """A fact in each state."""
    return [fact(f"fact.{state}", text, state) for state in get_args(FactState)]


def named(name: str, text: Text) -> Named:
    """A reference to a part of a bundle."""
    return Named(id=name, label=text(f"Label {name}"))


def references(pages: Iterable[ResultPage | ComparisonRecord]) -> list[Reference]:
    """Results or comparisons by their pages."""
    return [Reference(path=page.path, title=page.title) for page in pages]
