"""What a transaction cost the server in processor time, where telemetry was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

_SERVER_CPU = "telemetry.server_cpu_s"
_MICROSECONDS = 1_000_000
_WORK = ("transactions", "total_events")
"""What is counted, the preferred figure first."""

METRIC = {
    "name": "server_cpu_us",
    "label": "Server CPU per transaction",
    "unit": "us",
    "direction": "lower",
    "decimals": 1,
    "description": "Processor time of the server process during the run, user and system,"
    " divided by transactions.",
}


def server_cpu(runs: Iterable[Mapping[str, Any]]) -> Iterator[float]:
    """Microseconds of server CPU per transaction, of every run that tells."""
    for run in runs:
        seconds = next((f["value"] for f in run["facts"] if f["name"] == _SERVER_CPU), "")
        done = next((run["figures"][name]["value"] for name in _WORK if name in run["figures"]), 0)
        if seconds and done:
            yield float(seconds) / done * _MICROSECONDS
