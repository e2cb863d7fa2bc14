"""What server variables are known to change in a workload: one table, each row with its source.

The table ranks variables that differ, and says how much a difference of one weighs that has no
condition of its own. An effect measured in this archive names the runs it was measured in, and
tests compute it again. A variable without a row is listed all the same, behind those with one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sysbench_archive.comparability.fields import FAMILIES, Field, families_of, weights
from sysbench_archive.model.bundle import Family
from sysbench_archive.model.comparability import Severity

VARIABLE = "variable."
"""How the name of a condition begins that is a variable beyond the table of conditions."""
ANY = "*"
"""What ends the name of a row that holds for all variables which begin so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A contrast of this archive: throughput of the candidate over that of the baseline."""

    bundle: str
    workload: str
    baseline: str
    candidate: str
    threads: int
    ratio: float

    @property
    def path(self) -> str:
        """The comparison that shows it."""
        return f"/comparisons/{self.bundle}--{self.workload}/"


@dataclass(frozen=True, slots=True)
class Effect:
    """What is known of a variable.

    `parts` are the kinds of workloads it matters for, as `weights` takes them; `severity` is what a
    difference weighs there, where the table of conditions has no row that says so. `words` are
    sentences; `source` is a web address where it is documented, or empty.
    """

    variable: str
    parts: tuple[str, ...]
    severity: Severity
    words: str
    source: str = ""
    measured: Measured | None = None

    @property
    def families(self) -> frozenset[Family]:
        """Families of workloads it matters for."""
        return families_of(self.parts)

    @property
    def severities(self) -> Mapping[Family, Severity]:
        """What a difference weighs, by family."""
        return weights("info", **dict.fromkeys(self.parts, self.severity))

    @property
    def reference(self) -> str:
        """Where it is known from: a web address, or a page of this archive."""
        return self.measured.path if self.measured else self.source

    def names(self, variable: str) -> bool:
        """Whether this row is about a variable."""
        if self.variable.endswith(ANY):
            return variable.startswith(self.variable.removesuffix(ANY))
        return variable == self.variable


_ALL = ("reads", "writes", "connect")
_MYSQL = "https://dev.mysql.com/doc/refman/8.4/en/{page}.html#sysvar_{name}"
_MYSQL_8_0 = "https://dev.mysql.com/doc/refman/8.0/en/{page}.html#sysvar_{name}"
_MYSQL_5_7 = "https://dev.mysql.com/doc/refman/5.7/en/{page}.html#sysvar_{name}"
_MARIADB = "https://mariadb.com/kb/en/{page}/#{name}"


def _in_manual(page: str, name: str) -> str:
    """Where the manual describes a variable; the page alone for several of them."""
    address = _MYSQL.format(page=page, name=name)
    return address.partition("#")[0] if name.endswith(ANY) else address


def _innodb(name: str, *parts: str, weight: Severity = "info", words: str) -> Effect:
    return Effect(name, parts, weight, words, _in_manual("innodb-parameters", name))


def _server(name: str, *parts: str, weight: Severity = "info", words: str) -> Effect:
    return Effect(name, parts, weight, words, _in_manual("server-system-variables", name))


def _mariadb(name: str, *parts: str, words: str) -> Effect:
    source = _MARIADB.format(page="innodb-system-variables", name=name)
    return Effect(name, parts, "info", words, source)


def _binary_log(name: str, *, weight: Severity = "info", words: str) -> Effect:
    source = _in_manual("replication-options-binary-log", name)
    return Effect(name, ("writes",), weight, words, source)


EFFECTS: tuple[Effect, ...] = (
    Effect("innodb_log_writer_threads", ("writes",), "info",
        "OFF in place of ON was 71 % faster at 4 threads on two processors, and 8 % slower at 2"
        " threads.",
        _MYSQL.format(page="innodb-parameters", name="innodb_log_writer_threads"),
        measured=Measured(
            bundle="2026-11-mysql-8-0-log-writer-threads-small-vm", workload="oltp-read-write",
            baseline="mysql-8-0-33-log-writer-threads-on",
            candidate="mysql-8-0-33-log-writer-threads-off", threads=4, ratio=1.71)),
    Effect("thread_handling", ("writes",), "info",
        "A thread pool was 82 % faster at 512 threads, and 6 % slower at 1 thread.",
        _MARIADB.format(page="thread-pool-system-status-variables", name="thread_handling"),
        measured=Measured(
            bundle="2026-04-percona-mariadb-thread-pool-host-1-12gb", workload="oltp-read-write",
            baseline="mariadb-12-2-2", candidate="mariadb-12-2-2-threadpool", threads=512,
            ratio=1.82)),
    Effect("innodb_spin_wait_pause_multiplier", ("writes",), "info",
        "A multiplier of 100 in place of 50 was 4 % slower at 32 threads.",
        _MYSQL.format(page="innodb-parameters", name="innodb_spin_wait_pause_multiplier"),
        measured=Measured(
            bundle="2026-04-hikaru2003-spin-wait-multiplier-c220g5", workload="oltp-read-write",
            baseline="mysql-8-0", candidate="mysql-8-0-multiplier-100", threads=32, ratio=0.96)),
    Effect("innodb_snapshot_isolation", ("writes",), "info",
        "With it a transaction fails that writes a row another has changed since its snapshot."
        " On by default since MariaDB 11.6.2.",
        _MARIADB.format(page="innodb-system-variables", name="innodb_snapshot_isolation")),
    _innodb("innodb_flush_log_at_trx_commit", "writes",
        words="At 1 every commit waits until the redo log is on disk; at 0 or 2 it is flushed about"
        " once a second."),
    _binary_log("sync_binlog",
        words="At 1 every commit, or group of commits, waits until the binary log is on disk."),
    _binary_log("log_bin",
        words="Every transaction is written once more and commits in two phases. On by default"
        " since MySQL 8.0.3."),
    _innodb("innodb_doublewrite", "writes",
        words="Every page is written twice; with DETECT_ONLY its metadata alone is."),
    _innodb("innodb_doublewrite_*", "writes",
        words="Number and size of the files that pages are first written to."),
    _innodb("innodb_dedicated_server", "reads", "writes", weight="warning",
        words="It sizes buffer pool and redo log by the machine, and sets the flush method before"
        " MySQL 8.4."),
    _innodb("innodb_buffer_pool_size", "reads", "writes",
        words="What does not fit in it is read again."),
    _innodb("innodb_redo_log_capacity", "writes",
        words="A small redo log makes checkpoints frequent, and flushing with them."),
    _innodb("innodb_log_file_size", "writes",
        words="A small redo log makes checkpoints frequent, and flushing with them."),
    _innodb("innodb_flush_method", "writes", "reads",
        words="O_DIRECT leaves out the file cache, which may hold what the buffer pool does not."
        " The default since MySQL 8.4 and MariaDB 10.6."),
    _innodb("innodb_change_buffering", "writes",
        words="Changes of secondary indexes are put off while their pages are not in memory. By the"
        " manual none by default since MySQL 8.4, though 9.7.4 starts with all; gone from MariaDB"
        " 11.0."),
    _innodb("innodb_adaptive_hash_index", "reads", "writes",
        words="Look-ups by hash in place of the tree, at the price of latches under load. Off by"
        " default since MySQL 8.4 and MariaDB 10.5."),
    _innodb("innodb_adaptive_hash_index_parts", "reads", "writes",
        words="Partitions of the adaptive hash index, each with a latch."),
    _server("transaction_isolation", "reads", "writes",
        words="REPEATABLE READ takes gap locks, READ COMMITTED makes a snapshot a statement."),
    Effect("performance_schema", _ALL, "info",
        "Instruments that are on cost processor time in every statement.",
        _MYSQL.format(page="performance-schema-system-variables", name="performance_schema")),
    Effect("performance_schema_*", _ALL, "info",
        "Sizes of tables and histories of instruments; memory, and little else.",
        "https://dev.mysql.com/doc/refman/8.4/en/performance-schema-system-variables.html"),
    Effect("query_cache_type", ("reads", "writes"), "info",
        "Repeated queries are answered from memory behind one mutex; every write empties what"
        " it concerns.", "https://mariadb.com/kb/en/query-cache/"),
    Effect("query_cache_size", ("reads", "writes"), "info",
        "It holds nothing where the cache is off.", "https://mariadb.com/kb/en/query-cache/"),
    _innodb("innodb_io_capacity", "writes",
        words="Operations a second that background flushing may use. 200 by default, 10,000 since"
        " MySQL 8.4."),
    _innodb("innodb_io_capacity_max", "writes",
        words="Operations a second that flushing may use when the redo log runs full."),
    _innodb("innodb_buffer_pool_instances", "reads", "writes",
        words="Each instance has its own list and mutex. In MySQL 5.7 and 8.0 the default is 8 from"
        " 1 GiB on, since 8.4 it follows size and processors; MariaDB has had one since 10.5."),
    _innodb("innodb_log_buffer_size", "writes",
        words="A transaction larger than it writes to the log before it commits."),
    _innodb("innodb_flush_neighbors", "writes",
        words="Pages of the same extent are flushed together, which helps rotating disks only. Off"
        " by default since MySQL 8.0.3."),
    _innodb("innodb_use_native_aio", "writes", "reads",
        words="Without it InnoDB's own threads wait for each request."),
    _innodb("innodb_use_fdatasync", "writes",
        words="A flush leaves out the metadata of files. On by default since MySQL 8.4."),
    _innodb("innodb_read_only", "writes", weight="blocker",
        words="The engine takes no writes at all, and keeps neither redo log nor change buffer."),
    _innodb("innodb_thread_concurrency", "reads", "writes",
        words="Threads beyond it wait outside of InnoDB."),
    _innodb("innodb_page_cleaners", "writes",
        words="Threads that flush dirty pages; as many as instances of the buffer pool since MySQL"
        " 8.4."),
    _innodb("innodb_purge_threads", "writes", words="Threads that remove old row versions."),
    _innodb("innodb_parallel_read_threads", words="Scans of the clustered index for CHECK TABLE,"
        " for COUNT(*) without a condition and to build an index: of sysbench only prepare does"
        " that."),
    _innodb("innodb_stats_persistent", "reads", "writes",
        words="Statistics of indexes are kept on disk, and plans are the same after a restart."),
    _innodb("innodb_deadlock_detect", "writes",
        words="Off, colliding transactions wait for the time-out in place of failing at once."),
    _innodb("innodb_autoinc_lock_mode", "writes",
        words="At 2 inserts of several rows take no lock of the table. The default since MySQL"
        " 8.0.3."),
    _innodb("innodb_checksum_algorithm", "reads", "writes",
        words="crc32 uses an instruction of the processor, innodb does not."),
    _innodb("innodb_log_checksums", "writes", words="Each block of the redo log has a checksum."),
    _innodb("innodb_file_per_table", "writes", words="Tables have files of their own."),
    _innodb("innodb_numa_interleave", "reads", "writes",
        words="It spreads the buffer pool over NUMA nodes."),
    _innodb("innodb_log_wait_for_flush_spin_hwm", "writes",
        words="Threads that wait for the redo log spin below this latency."),
    _innodb("innodb_log_spin_cpu_*", "writes",
        words="Threads that wait for the redo log spin within these shares of the processors."),
    _innodb("innodb_spin_wait_delay", "writes", words="How long a thread spins for a latch."),
    _innodb("innodb_buffer_pool_load_at_startup", "reads",
        words="A restarted server begins with the pages it had."),
    _binary_log("binlog_format",
        words="STATEMENT takes more locks than ROW; ROW writes more bytes."),
    _binary_log("binlog_row_image",
        words="FULL writes every column of a changed row, MINIMAL what is needed."),
    _binary_log("binlog_group_commit_sync_delay", weight="warning",
        words="Commits wait that long so that one flush serves several."),
    _binary_log("binlog_group_commit_sync_no_delay_count",
        words="So many waiting commits end that wait."),
    _binary_log("binlog_order_commits",
        words="Off, transactions commit in another order than they are logged."),
    Effect("binlog_transaction_dependency_tracking", ("writes",), "info",
        "WRITESET hashes every changed row for replicas.",
        _MYSQL_8_0.format(
            page="replication-options-binary-log", name="binlog_transaction_dependency_tracking")),
    _binary_log("binlog_transaction_compression",
        words="Compresses events, which trades processor time for bytes."),
    _binary_log("binlog_cache_size",
        words="A transaction whose events do not fit uses a file."),
    _binary_log("binlog_checksum", words="Each event has a checksum."),
    Effect("gtid_mode", ("writes",), "info",
        "Each transaction gets an identifier in the binary log.",
        _MYSQL.format(page="replication-options-gtids", name="gtid_mode")),
    Effect("thread_pool_*", ("writes", "reads"), "info",
        "They count where a thread pool is used: groups, queues, and when a thread counts as"
        " stalled.", "https://mariadb.com/kb/en/thread-pool-system-status-variables/"),
    _server("table_open_cache", "reads", "writes",
        words="With fewer entries than tables times connections, tables are opened again and"
        " again."),
    _server("table_open_cache_instances", "reads", "writes",
        words="Partitions of that cache, each with a mutex."),
    _server("table_definition_cache", "connect",
        words="It matters with more tables than entries."),
    _server("max_connections", "connect",
        words="It bounds the connections; several sizes follow from it."),
    _server("thread_cache_size", "connect",
        words="A connection without a cached thread starts a new one."),
    _server("thread_stack", words="Memory of a thread."),
    _server("max_prepared_stmt_count",
        words="Beyond it sysbench cannot prepare its statements."),
    Effect("default_authentication_plugin", ("connect",), "warning",
        "caching_sha2_password costs another exchange the first time. The default of MySQL 8.0.",
        _MYSQL_8_0.format(page="server-system-variables", name="default_authentication_plugin")),
    _server("authentication_policy", "connect", weight="warning",
        words="It names the plugin of new accounts since MySQL 8.0.27."),
    _server("caching_sha2_password_*", "connect",
        words="Rounds and keys of the first authentication of an account."),
    _server("character_set_server", "reads", "writes",
        words="Tables that do not set their own take it. utf8mb4 since MySQL 8.0.1 and MariaDB"
        " 11.6."),
    _server("collation_server", "range", "writes",
        words="Sorting and grouping by text costs what the collation costs."),
    _server("character_set_*", words="Character sets of connections, results and files; a client"
        " sets its own."),
    _server("collation_*", words="Collations of connections and databases; a client sets its"
        " own."),
    Effect("have_ssl", ("connect",), "info", "Whether connections can be encrypted.",
        _MYSQL_8_0.format(page="server-system-variables", name="have_ssl")),
    _server("require_secure_transport", "connect", weight="warning",
        words="Connections by TCP have to be encrypted."),
    _server("tls_version", "connect", words="TLS 1.3 opens a connection with one round trip less."),
    _server("ssl_cipher", "connect", words="Ciphers differ in cost."),
    _server("ssl_*", "connect", words="Keys, certificates and sessions of encrypted connections."),
    _server("optimizer_switch", "range", words="It turns strategies of the optimizer on and off."),
    _server("eq_range_index_dive_limit", "range",
        words="Below so many values the optimizer looks into the index."),
    _server("sort_buffer_size", "range", words="Sorts that do not fit use files."),
    _server("max_length_for_sort_data", "range",
        words="Longer rows are sorted by their keys alone, in versions before MySQL 8.0.20."),
    _server("internal_tmp_mem_storage_engine", "range",
        words="Engine of temporary tables in memory: TempTable since MySQL 8.0.2."),
    _server("temptable_*", "range", words="Memory of temporary tables."),
    _server("tmp_table_size", "range", words="Temporary tables beyond it go to disk."),
    _server("max_heap_table_size", "range", words="Temporary tables beyond it go to disk."),
    _server("slow_query_log", words="Queries longer than long_query_time are written to a log."),
    _server("general_log", "reads", "writes", "connect",
        words="Every query is written to a log."),
    _server("sql_mode", words="It changes checks, seldom speed."),
    _server("join_buffer_size", "range", words="Memory of a join that uses no index."),
    _server("back_log", "connect",
        words="Connections that may wait while the server accepts others."),
    _server("read_buffer_size",
        words="Memory for sequential scans of MyISAM tables; InnoDB reads without it."),
    _server("read_rnd_buffer_size", "range",
        words="Memory that rows are read into after a sort, and by reads of several ranges."),
    _server("key_buffer_size",
        words="Cache of index blocks of MyISAM tables; InnoDB does not use it."),
    _server("long_query_time", words="Queries that take longer are written to the slow query log."),
    _server("skip_name_resolve", "connect",
        words="ON, clients are known by their address and no name is looked up."),
    _binary_log("max_binlog_size", words="The binary log begins a new file at this size."),
    _innodb("innodb_read_io_threads", "reads", "writes",
        words="Background threads that complete reads of pages."),
    _innodb("innodb_write_io_threads", "writes",
        words="Background threads that complete writes of pages."),
    _innodb("innodb_open_files", words="Files of tables that are open at the same time."),
    _innodb("innodb_lru_scan_depth", "writes", "reads",
        words="How far each instance of the buffer pool looks for pages to flush, once a second."),
    _innodb("innodb_max_dirty_pages_pct", "writes",
        words="Flushing becomes eager when a larger share of the buffer pool is dirty."),
    _innodb("innodb_sync_spin_loops", "reads", "writes",
        words="Rounds a thread spins for a latch before it sleeps."),
    Effect("innodb_support_xa", ("writes",), "info",
        "Two-phase commit between InnoDB and the binary log. Always on since MySQL 5.7.10.",
        _MYSQL_5_7.format(page="innodb-parameters", name="innodb_support_xa")),
    Effect("ignore_builtin_innodb", ("reads", "writes"), "info",
        "ON leaves out the InnoDB built into MySQL 5.1, so that its plugin can be loaded.",
        _MYSQL_5_7.format(page="innodb-parameters", name="ignore_builtin_innodb")),
    Effect("plugin_load", _ALL, "info", "Plugins loaded when the server starts.",
        "https://dev.mysql.com/doc/refman/8.4/en/server-options.html#option_mysqld_plugin-load"),
    _mariadb("innodb_flush_neighbor_pages", "writes",
        words="The name of innodb_flush_neighbors in XtraDB of MySQL 5.5's time."),
    _mariadb("innodb_adaptive_hash_index_partitions", "reads", "writes",
        words="The name of innodb_adaptive_hash_index_parts in XtraDB."),
    _mariadb("innodb_adaptive_flushing_method", "writes",
        words="How XtraDB of MySQL 5.5's time decided how many pages to flush."),
    Effect("thread_pool_max_threads", _ALL, "info",
        "Threads of the pool at most; statements beyond them wait.",
        _MARIADB.format(
            page="thread-pool-system-status-variables", name="thread_pool_max_threads")),
    Effect("rocksdb_block_cache_size", ("reads", "writes"), "info",
        "Cache of uncompressed blocks of MyRocks; what does not fit is read and unpacked again.",
        _MARIADB.format(page="myrocks-system-variables", name="rocksdb_block_cache_size")),
    Effect("rocksdb_bytes_per_sync", ("writes",), "info",
        "MyRocks asks for a write to disk after so many bytes of a file.",
        _MARIADB.format(page="myrocks-system-variables", name="rocksdb_bytes_per_sync")),
    Effect("metadata_locks_hash_instances", ("reads", "writes"), "info",
        "Partitions of the table of metadata locks, unused since MySQL 5.7.4 and MariaDB 10.1.4.",
        _MYSQL_5_7.format(page="server-system-variables", name="metadata_locks_hash_instances")),
)  # fmt: skip
_UNKNOWN = "What it changes in such a workload is not known here."


@cache
def effect_of(variable: str) -> Effect | None:
    """What is known of a variable: a row of its own before one that several share."""
    found = [effect for effect in EFFECTS if effect.names(variable)]
    return max(found, key=lambda effect: len(effect.variable), default=None)


def known_effect(field: Field) -> Effect | None:
    """What is known of the variable that a condition reads first; None of other conditions."""
    return effect_of(field.source[0]) if field.subject == "setting" else None


MEASURED, DOCUMENTED, ELSEWHERE, NOT_KNOWN = 1.0, 2.0, 3.0, 4.0


def effect_order(field: Field, family: Family) -> float:
    """Place of a condition among those that weigh the same, the lowest first.

    0 for what is no variable; then effects measured in such a workload, the largest first; then
    documented ones, those of other workloads, and variables of which nothing is known.
    """
    if field.subject != "setting":
        return 0.0
    effect = known_effect(field)
    if effect is None:
        return NOT_KNOWN
    if family not in effect.families:
        return ELSEWHERE
    if effect.measured is None:
        return DOCUMENTED
    return round(MEASURED / (1 + abs(math.log(effect.measured.ratio))), 4)


@cache
def variable_field(variable: str) -> Field:
    """The condition of a variable that has no row in the table of conditions."""
    effect = effect_of(variable)
    return Field(
        name=f"{VARIABLE}{variable}",
        label=variable,
        group="server settings",
        subject="setting",
        source=(variable,),
        why="" if effect else _UNKNOWN,
        severity=effect.severities if effect else dict.fromkeys(FAMILIES, "info"),
        needed=False,
    )
