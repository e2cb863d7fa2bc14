"""Rows about the work sysbench asked for, and the data it asked it of.

Parameters are those in force: typed, stated in words, or the default of that sysbench.
"""

from __future__ import annotations

from collections.abc import Mapping

from sysbench_archive.receipts.field import Family, Field, Group, Severity, Subject, weights

_BLOCKER = weights("blocker")
_WARNING = weights("warning")
_INFO = weights("info")
_NOT_CONNECT = weights("blocker", connect="info")


def _parameter(
    name: str,
    label: str,
    source: str,
    why: str,
    severity: Mapping[Family, Severity],
    reading: str = "text",
    missing: str = "",
) -> Field:
    return _row(name, label, "workload", "parameter", source, why, severity, reading, True, missing)


def _row(
    name: str,
    label: str,
    group: Group,
    subject: Subject,
    source: str,
    why: str,
    severity: Mapping[Family, Severity],
    reading: str = "text",
    needed: bool = True,
    missing: str = "",
) -> Field:
    return Field(
        name, label, group, subject, tuple(source.split()), why, severity, reading, missing,
        needed,
    )  # fmt: skip


WORKLOAD = (
    _parameter("test", "Test", "test",
               "Another test is other work.", _BLOCKER, "test"),
    _row("script", "Script of one's own", "workload", "workload", "script",
         "A changed script is other work under a known name.", _BLOCKER, "script",
         missing="sysbench's own"),
    _parameter("tables", "Tables", "tables",
               "More tables spread locks and make the dataset larger.", _NOT_CONNECT),
    _parameter("table_size", "Rows of a table", "table_size",
               "It decides how deep an index is and whether the data fits in memory.",
               _NOT_CONNECT),
    _parameter("range_size", "Rows of a range", "range_size",
               "Range queries read, sum and sort that many rows.",
               weights("blocker", point="info", connect="info")),
    _parameter("reads", "Reads of a transaction",
               "point_selects simple_ranges sum_ranges order_ranges distinct_ranges range_selects"
               " random_points number_of_ranges delta",
               "Another mix of reads is other work.",
               weights("blocker", point="info", connect="info"), "several"),
    _parameter("writes", "Writes of a transaction",
               "index_updates non_index_updates delete_inserts",
               "Another mix of writes is other work.",
               weights("info", writes="blocker"), "several"),
    _parameter("transactions", "BEGIN and COMMIT left out", "skip_trx",
               "Without them each statement commits by itself.",
               weights("blocker", point="info", connect="info")),
    _parameter("secondary", "Secondary index in place of the primary key", "secondary",
               "Reads by a secondary index look rows up twice.", _NOT_CONNECT),
    _parameter("engine", "Storage engine of the tables", "mysql_storage_engine",
               "Another engine is another database.", _BLOCKER, "lower"),
    _parameter("table_options", "Options of the tables", "create_table_options",
               "Compression, row format or partitions change what a row costs.", _WARNING),
    _parameter("scale", "Scale", "scale",
               "It is the size of the dataset of scripts after TPC-C.", _BLOCKER),
    _parameter("distribution", "Distribution of keys", "rand_type",
               "A few hot rows stay in memory and collide; uniform keys do neither. The default"
               " changed with sysbench 1.1.", _NOT_CONNECT),
    _parameter("distribution_shape", "Shape of that distribution",
               "rand_type rand_spec_iter rand_spec_pct rand_spec_res rand_pareto_h"
               " rand_zipfian_exp",
               "It decides how hot the hot rows are.", weights("warning", connect="info"),
               "shape"),
    _parameter("prepared_statements", "Prepared statements", "db_ps_mode",
               "They save parsing each query, which is much of the cost of a short one.",
               weights("warning", connect="info")),
    _parameter("reconnects", "Reconnects", "reconnect reconnect_mode",
               "Opening a connection costs more than many queries.", _BLOCKER, "reconnects"),
    _parameter("delays", "Pauses of the client", "connect_delay user_delay_min user_delay_max",
               "A client that waits measures its waiting.", _WARNING, "delays",
               "none"),
    _parameter("rate", "Rate the client held", "rate",
               "A held rate hides what the server could have done.", _BLOCKER, "limit"),
    _parameter("compression", "Compression of the protocol", "mysql_compression",
               "It trades processor time for bytes on the network.", _WARNING),
    _parameter("validation", "Validation of results", "validate",
               "It is work of the client between queries.", _WARNING),
    _parameter("ignored_errors", "Errors ignored", "mysql_ignore_errors",
               "Ignored errors repeat work that the figures do not count.", _INFO),
)  # fmt: skip

DATA = (
    _row("residency", "Where the dataset fits", "data", "workload", "dataset.residency",
         "In the buffer pool, in memory only, or in neither: three different measurements.",
         _NOT_CONNECT, "residency", needed=False),
    _row("dataset_size", "Size of the dataset", "data", "workload", "dataset.size_mib",
         "Tables and rows decide it; it is needed to tell whether the data fits in memory.",
         _INFO, "mib"),
)  # fmt: skip
