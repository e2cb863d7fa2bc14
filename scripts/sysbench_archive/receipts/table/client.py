"""Rows about the client, how it reaches the server, and how the runs were conducted."""

from __future__ import annotations

from collections.abc import Mapping

from sysbench_archive.receipts.field import Family, Field, Group, Severity, Subject, weights

_WARNING = weights("warning")
_INFO = weights("info")


def _row(
    name: str,
    label: str,
    subject: Subject,
    source: str,
    why: str,
    severity: Mapping[Family, Severity],
    reading: str = "text",
    needed: bool = True,
    group: Group = "client",
) -> Field:
    return Field(
        name, label, group, subject, (source,), why, severity, reading, "", needed
    )  # fmt: skip


CLIENT = (
    _row("sysbench", "sysbench version", "client", "sysbench",
         "Defaults, random numbers and the cost of the client itself differ between versions.",
         _WARNING),
    _row("client_library", "Client library", "client", "library",
         "It carries every packet, and opens every connection.",
         weights("info", connect="warning")),
    _row("placement", "Client placement", "client", "placement",
         "A client on the same machine takes processor time from the server; one elsewhere adds"
         " the network.", weights("blocker")),
    _row("link", "Network between client and server", "client", "link",
         "Its latency is added to every query.", _WARNING),
    _row("client_machine", "Client machine", "client", "machine",
         "A slow client measures itself.", _WARNING, "client machine", needed=False),
    _row("transport", "Transport", "client", "transport",
         "A socket is cheaper than TCP, most of all for short queries.",
         weights("warning", connect="blocker")),
    _row("tls", "TLS", "connection", "tls",
         "Encryption costs a little for each packet, and a handshake for each connection.",
         weights("warning", connect="blocker")),
    _row("authentication", "Authentication plugin", "connection", "authentication_plugin",
         "Plugins differ in what opening a connection costs by a factor.",
         weights("info", connect="blocker")),
)  # fmt: skip

RUN = (
    _row("campaign", "Campaign", "campaign", "id",
         "Runs of two campaigns are apart in time: temperature, neighbours, updates, hands.",
         _WARNING, "campaign", group="run"),
    _row("order", "Order of the runs", "campaign", "order",
         "Where one server runs after the other, drift of the machine looks like a difference.",
         _WARNING, needed=False, group="run"),
    _row("warmup", "Warm-up before the first run", "workload", "warmup",
         "A cold buffer pool makes the first runs slower.", _WARNING, "warm-up", needed=False,
         group="run"),
    _row("duration", "Duration of a run", "parameter", "time",
         "Short runs end before flushing, purging and throttling set in.", _WARNING,
         "seconds", group="run"),
    _row("events", "Limit on events", "parameter", "events",
         "A run bounded by events ends earlier on the faster side.", _WARNING, "limit",
         group="run"),
    _row("report_warmup", "Warm-up within a run", "parameter", "warmup_time",
         "What happens before it ends is left out of the figures.", _WARNING, "seconds",
         group="run"),
    _row("percentile", "Percentile of latency", "parameter", "percentile",
         "Percentiles of different rank are different figures.", _INFO, group="run"),
    _row("data_directory", "State of the data directory", "server", "data directory",
         "Freshly loaded tables are denser than tables that were written to or upgraded.",
         weights("warning", connect="info"), "data directory", needed=False, group="run"),
)  # fmt: skip
