"""The conditions a workload and a server's settings state: parameters, data, settings, durability.

Parameters are those in force: typed, stated in words, or the default of that sysbench.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sysbench_archive.comparability.fields import Field, weights
from sysbench_archive.model.bundle import Family
from sysbench_archive.model.comparability import ConditionGroup, Severity, Subject

_BLOCKER = weights("blocker")
_WARNING = weights("warning")
_INFO = weights("info")
_NOT_CONNECT = weights("blocker", connect="info")


def _parameter(
    name: str,
    label: str,
    source: str,
    why: str,
    *,
    severity: Mapping[Family, Severity],
    reading: str = "text",
    missing: str = "",
) -> Field:
    return _workload(
        name,
        label,
        "workload",
        "parameter",
        source=source,
        why=why,
        severity=severity,
        reading=reading,
        missing=missing,
    )


def _workload(
    name: str,
    label: str,
    group: ConditionGroup,
    subject: Subject,
    *,
    source: str,
    why: str,
    severity: Mapping[Family, Severity],
    reading: str = "text",
    needed: bool = True,
    missing: str = "",
) -> Field:
    return Field(
        name=name,
        label=label,
        group=group,
        subject=subject,
        source=tuple(source.split()),
        why=why,
        severity=severity,
        reading=reading,
        missing=missing,
        needed=needed,
    )


WORKLOAD = (
    _parameter("test", "Test", "test",
               "Another test is other work.", severity=_BLOCKER, reading="test"),
    _workload("script", "Script of one's own", "workload", "workload", source="script",
         why="A changed script is other work under a known name.",
         severity=_BLOCKER, reading="script",
         missing="sysbench's own"),
    _parameter("tables", "Tables", "tables",
               "More tables spread locks and make the dataset larger.", severity=_NOT_CONNECT),
    _parameter("table_size", "Rows of a table", "table_size",
               "It decides how deep an index is and whether the data fits in memory.",
               severity=_NOT_CONNECT),
    _parameter("range_size", "Rows of a range", "range_size",
               "Range queries read, sum and sort that many rows.",
               severity=weights("blocker", point="info", connect="info")),
    _parameter("reads", "Reads of a transaction",
               "point_selects simple_ranges sum_ranges order_ranges distinct_ranges range_selects"
               " random_points number_of_ranges delta",
               "Another mix of reads is other work.",
               severity=weights("blocker", point="info", connect="info"), reading="several"),
    _parameter("writes", "Writes of a transaction",
               "index_updates non_index_updates delete_inserts",
               "Another mix of writes is other work.",
               severity=weights("info", writes="blocker"), reading="several"),
    _parameter("transactions", "BEGIN and COMMIT left out", "skip_trx",
               "Without them each statement commits by itself.",
               severity=weights("blocker", point="info", connect="info")),
    _parameter("secondary", "Secondary index in place of the primary key", "secondary",
               "Reads by a secondary index look rows up twice.", severity=_NOT_CONNECT),
    _parameter("engine", "Storage engine of the tables", "mysql_storage_engine",
               "Another engine is another database.", severity=_BLOCKER, reading="lower"),
    _parameter("table_options", "Options of the tables", "create_table_options",
               "Compression, row format or partitions change what a row costs.", severity=_WARNING),
    _parameter("scale", "Scale", "scale",
               "It is the size of the dataset of scripts after TPC-C.", severity=_BLOCKER),
    _parameter("distribution", "Distribution of keys", "rand_type",
               "A few hot rows stay in memory and collide; uniform keys do neither. The default"
               " changed with sysbench 1.1.", severity=_NOT_CONNECT),
    _parameter("distribution_shape", "Shape of that distribution",
               "rand_type rand_spec_iter rand_spec_pct rand_spec_res rand_pareto_h"
               " rand_zipfian_exp",
               "It decides how hot the hot rows are.", severity=weights("warning", connect="info"),
               reading="shape"),
    _parameter("prepared_statements", "Prepared statements", "db_ps_mode",
               "They save parsing each query, which is much of the cost of a short one.",
               severity=weights("warning", connect="info")),
    _parameter("reconnects", "Reconnects", "reconnect reconnect_mode",
               "Opening a connection costs more than many queries.",
               severity=_BLOCKER, reading="reconnects"),
    _parameter("delays", "Pauses of the client", "connect_delay user_delay_min user_delay_max",
               "A client that waits measures its waiting.", severity=_WARNING, reading="delays",
               missing="none"),
    _parameter("rate", "Rate the client held", "rate",
               "A held rate hides what the server could have done.",
               severity=_BLOCKER, reading="limit"),
    _parameter("seed", "Seed of random numbers", "rand_seed",
               "With a fixed seed every run asks for the same keys in the same order: runs are not"
               " independent, and caches hold what comes next.",
               severity=weights("warning", connect="info"), reading="seed"),
    _parameter("table_character_set", "Character set of the tables", "create_table_options",
               "Tables that set it do not take the server's default.",
               severity=weights("warning", connect="info"), reading="charset"),
    _parameter("compression", "Compression of the protocol", "mysql_compression",
               "It trades processor time for bytes on the network.", severity=_WARNING),
    _parameter("validation", "Validation of results", "validate",
               "It is work of the client between queries.", severity=_WARNING),
    _parameter("ignored_errors", "Errors ignored", "mysql_ignore_errors",
               "Ignored errors repeat work that the figures do not count.", severity=_INFO),
)  # fmt: skip

DATA = (
    _workload("residency", "Where the dataset fits", "data", "workload", source="dataset.residency",
         why="In the buffer pool, in memory only, or in neither: three different measurements.",
         severity=_NOT_CONNECT, reading="residency", needed=False),
    _workload("dataset_size", "Size of the dataset", "data", "workload", source="dataset.size_mib",
         why="Tables and rows decide it; it is needed to tell whether the data fits in memory.",
         severity=_INFO, reading="mib"),
)  # fmt: skip


_STORED = weights("warning", connect="info")
_WRITES = weights("info", writes="warning")
_CONNECTS = weights("info", connect="warning")


def _setting(
    name: str,
    label: str,
    source: str,
    why: str,
    *,
    severity: Mapping[Family, Severity],
    group: ConditionGroup = "server settings",
    reading: str = "text",
    missing: str = "",
    needed: bool = True,
    decided_by: str = "",
) -> Field:
    return Field(
        name=name,
        label=label,
        group=group,
        subject="setting",
        source=tuple(source.split()),
        why=why,
        severity=severity,
        reading=reading,
        missing=missing,
        needed=needed,
        decided_by=decided_by,
    )


SETTINGS = (
    _setting("buffer_pool", "Size of the buffer pool", "innodb_buffer_pool_size",
         "What does not fit in it is read again, from the file cache or the disk.",
         severity=_STORED,
         reading="size"),
    _setting("buffer_pool_instances", "Instances of the buffer pool",
         "innodb_buffer_pool_instances",
         "Several relieve the pool's mutexes when many threads read.", severity=_INFO),
    _setting("page_size", "Page size", "innodb_page_size",
         "A page is what one read or write moves.",
         severity=_STORED, reading="size", missing="16 KiB"),
    _setting("io_capacity", "I/O capacity", "innodb_io_capacity",
         "It paces flushing: too low a value stalls writes, too high a one competes with them.",
         severity=_WRITES),
    _setting("io_capacity_max", "I/O capacity at most", "innodb_io_capacity_max",
         "It bounds flushing when the redo log runs full.", severity=_INFO),
    _setting("read_io_threads", "Threads that read", "innodb_read_io_threads",
         "They carry read-ahead, and reads where there is no native asynchronous I/O.",
         severity=_INFO),
    _setting("write_io_threads", "Threads that write", "innodb_write_io_threads",
         "They carry the flushing of pages.", severity=_INFO),
    _setting("flush_neighbors", "Flushing of neighbouring pages", "innodb_flush_neighbors",
         "It helps rotating disks and hinders flash.", severity=_INFO, reading="switch"),
    _setting("dirty_pages", "Dirty pages at most", "innodb_max_dirty_pages_pct",
         "It decides how long flushing can be put off.", severity=_INFO, reading="percent"),
    _setting("lru_scan_depth", "Depth of the scan for clean pages", "innodb_lru_scan_depth",
         "It decides how many free pages are kept ready when data does not fit.", severity=_INFO),
    _setting("page_cleaners", "Page cleaners", "innodb_page_cleaners",
         "They flush in the background so that queries need not.", severity=_INFO),
    _setting("purge_threads", "Purge threads", "innodb_purge_threads",
         "They remove old row versions, and compete with the queries that made them.",
         severity=_INFO),
    _setting("checksums", "Checksums of pages", "innodb_checksum_algorithm",
         "The old algorithm is slow where pages are read and written much.",
         severity=_INFO, reading="lower"),
    _setting("adaptive_hash_index", "Adaptive hash index", "innodb_adaptive_hash_index",
         "It saves steps down an index, and its latches can cost more than that.", severity=_STORED,
         reading="switch"),
    _setting("change_buffering", "Change buffering", "innodb_change_buffering",
         "It puts off writes to secondary indexes whose pages are not in memory.", severity=_WRITES,
         reading="lower", missing="none"),
    _setting("isolation", "Isolation level", "transaction_isolation tx_isolation",
         "Levels differ in the locks and row versions they keep.",
         severity=_STORED, reading="isolation"),
    _setting("snapshot_isolation", "Snapshot isolation", "innodb_snapshot_isolation",
         "With it transactions fail that would have waited: the client repeats them, and the"
         " figures do not count them.",
         severity=_WRITES, reading="switch", missing="OFF", needed=False),
    _setting("performance_schema", "Performance schema", "performance_schema",
         "Its instruments cost several per cent of short queries.",
         severity=_WARNING, reading="switch", missing="OFF"),
    _setting("query_cache", "Query cache", "query_cache_type query_cache_size",
         "Where it is on, a repeated query is not executed, and one mutex serves all threads.",
         severity=_WARNING, reading="query cache", missing="OFF"),
    _setting("character_set", "Character set", "character_set_server",
         "Wider characters make rows larger and comparisons slower.",
         severity=_STORED, reading="lower",
         decided_by="table_character_set"),
    _setting("collation", "Collation", "collation_server",
         "Sorting and grouping by text costs what the collation costs.",
         severity=weights("info", range="warning", writes="warning"), reading="lower",
         decided_by="table_character_set"),
    _setting("sql_mode", "SQL mode", "sql_mode",
         "It changes checks, seldom speed.", severity=_INFO),
    _setting("thread_handling", "Thread handling", "thread_handling",
         "A thread pool bounds how many threads run at once.", severity=_WARNING, reading="lower",
         missing="one-thread-per-connection"),
    _setting("thread_pool_size", "Size of the thread pool", "thread_pool_size",
         "It counts only where a thread pool is used.", severity=_INFO),
    _setting("thread_concurrency", "Limit on threads inside InnoDB", "innodb_thread_concurrency",
         "A limit protects old versions from collapse, and costs throughput below it.",
         severity=_WARNING,
         reading="text", missing="0", needed=False),
    _setting("thread_cache", "Cache of threads", "thread_cache_size",
         "A connection without a cached thread starts a new one.",
         severity=_CONNECTS, needed=False),
    _setting("back_log", "Queue of new connections", "back_log",
         "A short one refuses or delays connections that come in a burst.", severity=_CONNECTS,
         needed=False),
    _setting("name_resolution", "Names of clients not looked up", "skip_name_resolve",
         "Looking up a name can take longer than the connection.",
         severity=_CONNECTS, reading="switch",
         needed=False),
    _setting("table_cache", "Cache of open tables", "table_open_cache table_cache",
         "A table that is not in it is opened again.", severity=_INFO),
    _setting("table_cache_instances", "Instances of that cache", "table_open_cache_instances",
         "Several relieve its mutex.", severity=_INFO),
    _setting("spin_wait_delay", "Delay of spin waits", "innodb_spin_wait_delay",
         "It decides how long a thread spins for a latch before it sleeps.", severity=_INFO),
    _setting("spin_wait_multiplier", "Multiplier of spin waits",
         "innodb_spin_wait_pause_multiplier",
         "It is the unit of that delay since MySQL 8.0.16.", severity=_INFO),
    _setting("sync_spin_loops", "Rounds of spin waits", "innodb_sync_spin_loops",
         "It decides how often a thread tries before it sleeps.", severity=_INFO),
    _setting("numa_interleave", "Interleaving over NUMA nodes", "innodb_numa_interleave",
         "It spreads the buffer pool over all nodes.", severity=_INFO, reading="switch"),
    _setting("slow_log", "Slow query log", "slow_query_log",
         "It measures every query, and writes those that are slow.",
         severity=_INFO, reading="switch"),
    _setting("general_log", "General log", "general_log",
         "It writes every query to a file.",
         severity=_WARNING, reading="switch", missing="OFF", needed=False),
    _setting("sort_buffer", "Sort buffer", "sort_buffer_size",
         "Sorts that do not fit use files.", severity=_INFO, reading="size"),
)  # fmt: skip


_COMMITS = weights("info", writes="blocker")


_durable = partial(_setting, group="durability")


DURABILITY = (
    _durable("flush_log_at_commit", "Flush of the redo log at commit",
         "innodb_flush_log_at_trx_commit",
         "At 1 every commit waits for the disk, at 0 and 2 none does.", severity=_COMMITS),
    _durable("binary_log", "Binary log", "log_bin",
         "With it every transaction is written once more, and commits in two phases.",
         severity=_COMMITS,
         reading="given", missing="OFF"),
    _durable("sync_binlog", "Flush of the binary log", "sync_binlog",
         "At 1 every commit waits for this flush too.", severity=_COMMITS, reading="of binary log"),
    _durable("doublewrite", "Doublewrite", "innodb_doublewrite",
         "It writes every page twice, and protects against torn pages.",
         severity=_COMMITS, reading="switch"),
    _durable("binlog_format", "Format of the binary log", "binlog_format",
         "Rows and statements differ in size, and statements take more locks.", severity=_WRITES,
         reading="of binary log"),
    _durable("binlog_row_image", "Row image of the binary log", "binlog_row_image",
         "Whole rows make the binary log larger than the columns that changed.", severity=_WRITES,
         reading="of binary log", needed=False),
    _durable("redo_capacity", "Capacity of the redo log",
         "innodb_redo_log_capacity innodb_log_file_size innodb_log_files_in_group",
         "A small one forces pages out early, which slows every write.",
         severity=_WRITES, reading="redo"),
    _durable("log_buffer", "Buffer of the redo log", "innodb_log_buffer_size",
         "A small one is written before the transaction ends.", severity=_INFO, reading="size"),
    _durable("log_writer_threads", "Threads that write the redo log",
         "innodb_log_writer_threads",
         "With few processors they take time from the clients, with many they relieve them.",
         severity=_WRITES, reading="switch", needed=False),
    _durable("flush_method", "Flush method", "innodb_flush_method",
         "It decides whether the file cache holds pages a second time, and what a flush costs.",
         severity=_STORED, reading="flush method"),
    _durable("native_aio", "Native asynchronous I/O", "innodb_use_native_aio",
         "Without it InnoDB's own threads wait for each request.",
         severity=_WRITES, reading="switch",
         needed=False),
    _durable("xa_support", "Two-phase commit inside the server", "innodb_support_xa",
         "Without it a commit saves a flush where a binary log is written.",
         severity=_INFO, reading="switch"),
)  # fmt: skip
