"""The files of `/hardware/`: the record of the pages, and the classification for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Record = dict[str, Any]

_FOR_PAGES = frozenset({"results", "comparisons", "upgrades", "facts"})


def hardware_files(hardware: Mapping[str, Any]) -> Iterator[tuple[str, Record]]:
    """(path below the derived folder, record), of what `hardware_record` gives."""
    yield "data/hardware.json", dict(hardware)
    classes = [
        {name: value for name, value in page.items() if name not in _FOR_PAGES}
        for page in hardware["classes"]
    ]
    yield "static/hardware/classes.json", {**hardware, "classes": classes}
