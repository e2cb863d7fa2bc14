"""Chart records to draw, of every kind: the sample's numbers are nobody's measurements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Record = dict[str, Any]
Text = Callable[[str], str]

PAYLOAD = (
    "javascript:alert(1)//<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    '</svg></title><style>*{}</style> href="/ &lt;b&gt; var(--ink)'
)
METRICS = {
    "throughput": ("tps", "Transactions per second", "1/s"),
    "ratio": ("ratio", "Ratio to MySQL 8.0", ""),
    "latency": ("latency_p95_ms", "Latency, 95th percentile", "ms"),
    "load_p99": ("latency_p99_ms", "Latency, 99th percentile", "ms"),
}
VERSIONS = ("8.0", "8.4", "9.0")
EIGHT = (1, 2, 4, 8, 16, 32, 64, 128)


def plain(text: str) -> str:
    """The text as it is."""
    return text


def hostile(text: str) -> str:
    """The text behind everything that has ever escaped from a page."""
    return f"{PAYLOAD}{text}"


def side(position: int, version: str, text: Text = plain) -> Record:
    """A server of a chart; the first is the baseline."""
    return {
        "id": f"mysql-{version.replace('.', '-')}",
        "label": text(f"MySQL {version}"),
        "role": "candidate" if position else "baseline",
        "product": text("mysql"),
        "version": version,
        "series": version,
        "shade": position,
    }


def value(server: Record, threads: int, centre: float, spread: float = 0.0) -> Record:
    """A point; of three runs where it spreads."""
    return {
        "threads": threads,
        "side": server["id"],
        "label": server["label"],
        "centre": centre,
        "low": centre * (1 - spread),
        "high": centre * (1 + spread),
        "n": 3 if spread else 1,
        "path": f"/results/2026-01-sample/read-only-{server['id']}-t{threads}/",
    }


def chart(
    name: str,
    kind: str = "throughput",
    threads: tuple[int, ...] = EIGHT,
    text: Text = plain,
    versions: tuple[str, ...] = VERSIONS,
    spread: float = 0.0,
) -> Record:
    """A chart's record: throughput grows with threads, later versions are a little faster."""
    metric, label, unit = METRICS[kind]
    sides = [side(position, version, text) for position, version in enumerate(versions)]
    values = [
        value(server, count, _centre(kind, position, count), spread)
        for count in threads
        for position, server in enumerate(sides)
    ]
    return {
        "name": name,
        "kind": kind,
        "title": text("Read-only"),
        "description": text("What the chart shows."),
        "metric": {"name": metric, "label": text(label), "unit": unit, "decimals": 2},
        "embed": [{"label": "HTML", "text": text(f'<img src="{name}.svg">')}],
        "x": "load" if kind.startswith("load") else "threads",
        "log_x": max(threads) >= 16 * min(threads) and not kind.startswith("load"),
        "sides": sides,
        "values": values,
    }


def _centre(kind: str, position: int, threads: int) -> float:
    factor = 1 + 0.07 * position
    return {
        "throughput": 431.25 * threads**0.8 * factor,
        "ratio": factor,
        "latency": 1.5 + threads / 16 * factor,
        "load_p99": 1.5 + threads / 16 * factor,
    }[kind]
