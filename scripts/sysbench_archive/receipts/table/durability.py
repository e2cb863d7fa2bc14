"""Rows about what a commit has to write, and where it has to wait."""

from __future__ import annotations

from collections.abc import Mapping

from sysbench_archive.receipts.field import Family, Field, Severity, weights

_COMMITS = weights("info", writes="blocker")
_WRITES = weights("info", writes="warning")
_STORED = weights("warning", connect="info")
_INFO = weights("info")


def _row(
    name: str,
    label: str,
    source: str,
    why: str,
    severity: Mapping[Family, Severity],
    reading: str = "text",
    missing: str = "",
    needed: bool = True,
) -> Field:
    return Field(
        name, label, "durability", "setting", tuple(source.split()), why, severity, reading,
        missing, needed,
    )  # fmt: skip


DURABILITY = (
    _row("flush_log_at_commit", "Flush of the redo log at commit",
         "innodb_flush_log_at_trx_commit",
         "At 1 every commit waits for the disk, at 0 and 2 none does.", _COMMITS),
    _row("binary_log", "Binary log", "log_bin",
         "With it every transaction is written once more, and commits in two phases.", _COMMITS,
         "given", "OFF"),
    _row("sync_binlog", "Flush of the binary log", "sync_binlog",
         "At 1 every commit waits for this flush too.", _COMMITS, "of binary log"),
    _row("doublewrite", "Doublewrite", "innodb_doublewrite",
         "It writes every page twice, and protects against torn pages.", _COMMITS, "switch"),
    _row("binlog_format", "Format of the binary log", "binlog_format",
         "Rows and statements differ in size, and statements take more locks.", _WRITES,
         "of binary log"),
    _row("binlog_row_image", "Row image of the binary log", "binlog_row_image",
         "Whole rows make the binary log larger than the columns that changed.", _WRITES,
         "of binary log", needed=False),
    _row("redo_capacity", "Capacity of the redo log",
         "innodb_redo_log_capacity innodb_log_file_size innodb_log_files_in_group",
         "A small one forces pages out early, which slows every write.", _WRITES, "redo"),
    _row("log_buffer", "Buffer of the redo log", "innodb_log_buffer_size",
         "A small one is written before the transaction ends.", _INFO, "size"),
    _row("flush_method", "Flush method", "innodb_flush_method",
         "It decides whether the file cache holds pages a second time, and what a flush costs.",
         _STORED, "flush method"),
    _row("native_aio", "Native asynchronous I/O", "innodb_use_native_aio",
         "Without it InnoDB's own threads wait for each request.", _WRITES, "switch",
         needed=False),
    _row("xa_support", "Two-phase commit inside the server", "innodb_support_xa",
         "Without it a commit saves a flush where a binary log is written.", _INFO, "switch"),
)  # fmt: skip
