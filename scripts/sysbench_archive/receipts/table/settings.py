"""Rows about settings of the server that decide speed rather than safety."""

from __future__ import annotations

from collections.abc import Mapping

from sysbench_archive.receipts.field import Family, Field, Severity, weights

_INFO = weights("info")
_WARNING = weights("warning")
_STORED = weights("warning", connect="info")
_WRITES = weights("info", writes="warning")
_CONNECTS = weights("info", connect="warning")


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
        name, label, "server settings", "setting", tuple(source.split()), why, severity,
        reading, missing, needed,
    )  # fmt: skip


SETTINGS = (
    _row("buffer_pool", "Size of the buffer pool", "innodb_buffer_pool_size",
         "What does not fit in it is read again, from the file cache or the disk.", _STORED,
         "size"),
    _row("buffer_pool_instances", "Instances of the buffer pool", "innodb_buffer_pool_instances",
         "Several relieve the pool's mutexes when many threads read.", _INFO),
    _row("page_size", "Page size", "innodb_page_size",
         "A page is what one read or write moves.", _STORED, "size", "16 KiB"),
    _row("io_capacity", "I/O capacity", "innodb_io_capacity",
         "It paces flushing: too low a value stalls writes, too high a one competes with them.",
         _WRITES),
    _row("io_capacity_max", "I/O capacity at most", "innodb_io_capacity_max",
         "It bounds flushing when the redo log runs full.", _INFO),
    _row("read_io_threads", "Threads that read", "innodb_read_io_threads",
         "They carry read-ahead, and reads where there is no native asynchronous I/O.", _INFO),
    _row("write_io_threads", "Threads that write", "innodb_write_io_threads",
         "They carry the flushing of pages.", _INFO),
    _row("flush_neighbors", "Flushing of neighbouring pages", "innodb_flush_neighbors",
         "It helps rotating disks and hinders flash.", _INFO, "switch"),
    _row("dirty_pages", "Dirty pages at most", "innodb_max_dirty_pages_pct",
         "It decides how long flushing can be put off.", _INFO, "percent"),
    _row("lru_scan_depth", "Depth of the scan for clean pages", "innodb_lru_scan_depth",
         "It decides how many free pages are kept ready when data does not fit.", _INFO),
    _row("page_cleaners", "Page cleaners", "innodb_page_cleaners",
         "They flush in the background so that queries need not.", _INFO),
    _row("purge_threads", "Purge threads", "innodb_purge_threads",
         "They remove old row versions, and compete with the queries that made them.", _INFO),
    _row("checksums", "Checksums of pages", "innodb_checksum_algorithm",
         "The old algorithm is slow where pages are read and written much.", _INFO, "lower"),
    _row("adaptive_hash_index", "Adaptive hash index", "innodb_adaptive_hash_index",
         "It saves steps down an index, and its latches can cost more than that.", _STORED,
         "switch"),
    _row("change_buffering", "Change buffering", "innodb_change_buffering",
         "It puts off writes to secondary indexes whose pages are not in memory.", _WRITES,
         "lower", "none"),
    _row("isolation", "Isolation level", "transaction_isolation tx_isolation",
         "Levels differ in the locks and row versions they keep.", _STORED, "isolation"),
    _row("performance_schema", "Performance schema", "performance_schema",
         "Its instruments cost several per cent of short queries.", _WARNING, "switch", "OFF"),
    _row("query_cache", "Query cache", "query_cache_type query_cache_size",
         "Where it is on, a repeated query is not executed, and one mutex serves all threads.",
         _WARNING, "query cache", "OFF"),
    _row("character_set", "Character set", "character_set_server",
         "Wider characters make rows larger and comparisons slower.", _STORED, "lower"),
    _row("collation", "Collation", "collation_server",
         "Sorting and grouping by text costs what the collation costs.",
         weights("info", range="warning", writes="warning"), "lower"),
    _row("sql_mode", "SQL mode", "sql_mode",
         "It changes checks, seldom speed.", _INFO),
    _row("thread_handling", "Thread handling", "thread_handling",
         "A thread pool bounds how many threads run at once.", _WARNING, "lower",
         "one-thread-per-connection"),
    _row("thread_pool_size", "Size of the thread pool", "thread_pool_size",
         "It counts only where a thread pool is used.", _INFO),
    _row("thread_concurrency", "Limit on threads inside InnoDB", "innodb_thread_concurrency",
         "A limit protects old versions from collapse, and costs throughput below it.", _WARNING,
         "text", "0", needed=False),
    _row("thread_cache", "Cache of threads", "thread_cache_size",
         "A connection without a cached thread starts a new one.", _CONNECTS, needed=False),
    _row("back_log", "Queue of new connections", "back_log",
         "A short one refuses or delays connections that come in a burst.", _CONNECTS,
         needed=False),
    _row("name_resolution", "Names of clients not looked up", "skip_name_resolve",
         "Looking up a name can take longer than the connection.", _CONNECTS, "switch",
         needed=False),
    _row("table_cache", "Cache of open tables", "table_open_cache table_cache",
         "A table that is not in it is opened again.", _INFO),
    _row("table_cache_instances", "Instances of that cache", "table_open_cache_instances",
         "Several relieve its mutex.", _INFO),
    _row("spin_wait_delay", "Delay of spin waits", "innodb_spin_wait_delay",
         "It decides how long a thread spins for a latch before it sleeps.", _INFO),
    _row("spin_wait_multiplier", "Multiplier of spin waits",
         "innodb_spin_wait_pause_multiplier",
         "It is the unit of that delay since MySQL 8.0.16.", _INFO),
    _row("sync_spin_loops", "Rounds of spin waits", "innodb_sync_spin_loops",
         "It decides how often a thread tries before it sleeps.", _INFO),
    _row("numa_interleave", "Interleaving over NUMA nodes", "innodb_numa_interleave",
         "It spreads the buffer pool over all nodes.", _INFO, "switch"),
    _row("slow_log", "Slow query log", "slow_query_log",
         "It measures every query, and writes those that are slow.", _INFO, "switch"),
    _row("general_log", "General log", "general_log",
         "It writes every query to a file.", _WARNING, "switch", "OFF", needed=False),
    _row("sort_buffer", "Sort buffer", "sort_buffer_size",
         "Sorts that do not fit use files.", _INFO, "size"),
)  # fmt: skip
