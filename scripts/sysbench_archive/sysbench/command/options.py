"""The options sysbench takes: canonical name, kind of value, legacy spellings; and their values.

Both tables are read off the option definitions in sysbench's own sources (``sysbench.c``,
``db_driver.c``, ``sb_rand.c``, ``sb_logger.c``, the database drivers, the built-in tests,
``sb_oltp.c`` of 0.4, ``tests/db/common.lua`` of 0.5, ``oltp_common.lua`` of 1.0 and 1.1), and
Percona's ``tpcc.lua``. Hyphens and underscores are equal: 0.5 and later convert them. Text that
sysbench would not take, or would silently take for something else, has no value and a reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from sysbench_archive.sysbench.command.model import Value

Kind = Literal["int", "float", "bool", "size", "text", "mode", "port"]

_NAMES: dict[Kind, str] = {
    "int": """
        threads time events warmup_time rate tx_jitter report_interval percentile verbosity
        thread_init_timeout rand_seed rand_spec_iter rand_spec_pct rand_spec_res
        tables table_size range_size point_selects simple_ranges sum_ranges order_ranges
        distinct_ranges index_updates non_index_updates delete_inserts reconnect
        random_points number_of_ranges delta connect_delay user_delay_min user_delay_max
        myisam_max_rows cpu_max_prime thread_yields thread_locks mutex_num mutex_locks
        mutex_loops file_num file_block_size file_async_backlog file_fsync_freq
        file_merged_requests scale
    """,
    "float": "rand_pareto_h rand_zipfian_exp file_rw_ratio",
    "bool": """
        debug validate histogram rand_init db_debug mysql_compression mysql_debug mysql_dry_run
        range_selects auto_inc skip_trx secondary create_secondary read_only write_only
        point_select_mysql_handler point_select_all_cols memory_hugetlb file_fsync_all
        file_fsync_end use_fk force_pk enable_purge
    """,
    "size": "thread_stack_size file_total_size memory_block_size memory_total_size",
    "mode": "mysql_ssl forced_shutdown",
    "port": "mysql_port pgsql_port",
    "text": """
        report_checkpoints config_file luajit_cmd rand_type db_driver db_ps_mode
        mysql_host mysql_socket mysql_user mysql_password mysql_db mysql_ssl_cipher
        mysql_ssl_key mysql_ssl_ca mysql_ssl_cert mysql_compression_algorithms
        mysql_ignore_errors mysql_engine_trx mysql_storage_engine create_table_options
        pgsql_host pgsql_user pgsql_password pgsql_db pgsql_sslmode pgsql_variant
        oracle_user oracle_password oracle_db
        test_mode nontrx_mode reconnect_mode sp_name table_name
        memory_scope memory_oper memory_access_mode file_test_mode file_io_mode
        file_extra_flags file_fsync_mode trx_level report_csv
    """,
}
KINDS: dict[str, Kind] = {name: kind for kind, names in _NAMES.items() for name in names.split()}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Both generations prefix the options of their mixed test.
_PREFIXED = _words("""
    table_size range_size point_selects simple_ranges sum_ranges order_ranges distinct_ranges
    index_updates non_index_updates delete_inserts range_selects auto_inc skip_trx secondary
    read_only write_only
""")
_PREFIXED_04 = _words("""
    test_mode nontrx_mode reconnect_mode connect_delay user_delay_min user_delay_max sp_name
    table_name point_select_mysql_handler point_select_all_cols
""")
_LEGACY_04 = {f"oltp_{name}": name for name in _PREFIXED_04} | {
    "init_rng": "rand_init",
    "seed_rng": "rand_seed",
    "oltp_dist_type": "rand_type",
    "oltp_dist_iter": "rand_spec_iter",
    "oltp_dist_pct": "rand_spec_pct",
    "oltp_dist_res": "rand_spec_res",
    "mysql_create_options": "create_table_options",
}
LEGACY: dict[str, str] = {
    "num_threads": "threads",
    "max_requests": "events",
    "max_time": "time",
    "tx_rate": "rate",
    "mysql_table_engine": "mysql_storage_engine",
    **{f"oltp_{name}": name for name in _PREFIXED},
    **_LEGACY_04,
    # 0.5
    "oltp_tables_count": "tables",
    "random_ranges_delta": "delta",
    "mysql_table_options": "create_table_options",
}

# Spellings that one generation alone takes: they betray it.
ONLY_04 = frozenset(_LEGACY_04) | {"tx_jitter"}
ONLY_05 = frozenset({"oltp_tables_count", "rand_init", "random_ranges_delta"})
SINCE_10 = _PREFIXED - {"read_only", "write_only"} | _words("""
    threads time events rate histogram warmup_time thread_init_timeout luajit_cmd
    rand_zipfian_exp mysql_storage_engine create_secondary create_table_options reconnect tables
    mysql_ssl_key mysql_ssl_ca mysql_ssl_cert mysql_compression_algorithms pgsql_sslmode
""")

# 1.0 lets its deprecated spelling win when its value exceeds this one.
DEPRECATED: dict[str, tuple[str, int]] = {
    "threads": ("num_threads", 1),
    "events": ("max_requests", 0),
    "time": ("max_time", 0),
    "rate": ("tx_rate", 0),
}

CHOICES: dict[str, frozenset[str]] = {
    "test_mode": frozenset({"simple", "complex", "nontrx", "sp"}),
    "nontrx_mode": frozenset({"select", "update_key", "update_nokey", "insert", "delete"}),
    "reconnect_mode": frozenset({"session", "transaction", "query", "random"}),
}

_SECRET = re.compile(r"passw(or)?d|passphrase|(^|_)pwd$", re.IGNORECASE)


def spelling(option: str) -> str:
    """Give ``--oltp-table-size`` as ``oltp_table_size``."""
    return option.lstrip("-").replace("-", "_")


def canonical_name(option: str) -> str | None:
    """Give the modern name of an option as typed, ``None`` when unknown."""
    spelled = spelling(option)
    name = LEGACY.get(spelled, spelled)
    return name if name in KINDS else None


def is_secret(option: str) -> bool:
    """Tell whether an option or variable of this name carries a password."""
    return _SECRET.search(spelling(option)) is not None


Reading = tuple[Value, str | None]
"""A value, and why it is ``None`` where that is no placeholder."""

FLAGS = {"on": True, "true": True, "1": True, "yes": True}
FLAGS |= {"off": False, "false": False, "0": False, "no": False}
_MODES = {text: value for text, value in FLAGS.items() if text.isalpha()} | {"disabled": False}
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,18}\.?[0-9]{0,18}|\.[0-9]{1,18})(?:[eE][+-]?[0-9]{1,2})?")
_SIZE = re.compile(r"([0-9]{1,15})([KMGTkmgt]?)")
_PLACEHOLDER = re.compile(r"\$[\w({!@*]|`[^`]*`|<[^<>]+>|\{[^{}]*\}|\[[^\[\]]+\]|%[sdi]\b|\.\.\.|…")
_VARIABLE = re.compile(
    r"(?:\$\w+|\$[{(].*[})]|`[^`]*`|<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\])(?:\.\.\.)?", re.DOTALL
)
_BLANKED = re.compile(r"[*xX.#?•]+|redacted|removed|hidden|masked", re.IGNORECASE)
_UNKNOWN_NUMBER = re.compile(r"[NnXx#?*]+")


def is_placeholder(raw: str) -> bool:
    """Tell whether text stands for a value: ``$n``, ``${n}``, ``<n>``, ``{n}``, `` `n` ``."""
    return _PLACEHOLDER.search(raw) is not None


def is_variable(word: str) -> bool:
    """Tell whether a whole word is a placeholder, such as ``$OPTIONS`` or ``[options]...``."""
    return _VARIABLE.fullmatch(word) is not None


def is_exposed(raw: str) -> bool:
    """Tell whether text is a real password: no placeholder, not blanked out."""
    return raw != "" and not is_placeholder(raw) and _BLANKED.fullmatch(raw) is None


def read_value(name: str, raw: str | None) -> Reading:
    """Read ``raw`` as the value of the option with this canonical name."""
    kind = KINDS[name]
    if raw is None:
        return (True, None) if kind in {"bool", "mode"} else (None, "has no value")
    if is_placeholder(raw):
        return None, None
    if name in CHOICES:
        choices = CHOICES[name]
        known = raw.lower() if raw.lower() in choices else None
        return known, None if known else f"is none of {', '.join(sorted(choices))}"
    return _READERS[kind](raw)


def accepts(name: str, raw: str) -> bool:
    """Tell whether a separate word can be the value of the option before it."""
    value, reason = read_value(name, raw)
    if KINDS[name] == "mode":
        return isinstance(value, bool | int)
    return reason is None


def _integer(raw: str) -> Reading:
    if _INTEGER.fullmatch(raw):
        return int(raw), None
    if _UNKNOWN_NUMBER.fullmatch(raw):
        return None, None
    value, _ = _decimal(raw)
    if isinstance(value, float) and value.is_integer() and "e" in raw.lower():
        return int(value), None
    return None, "is not a whole number; sysbench reads no size suffix here"


def _decimal(raw: str) -> Reading:
    if _DECIMAL.fullmatch(raw):
        return float(raw), None
    return None, "is not a number"


def _size(raw: str) -> Reading:
    match = _SIZE.fullmatch(raw)
    if match is None:
        return None, "is not a size such as 16384, 64K or 2G"
    return int(match[1]) * _UNITS[match[2].upper()], None


def _flag(raw: str) -> Reading:
    value = FLAGS.get(raw.lower())
    return value, None if value is not None else "is neither on nor off"


def _port(raw: str) -> Reading:
    """Read a port, or since 1.0 a list of ports as text."""
    return (int(raw) if _INTEGER.fullmatch(raw) else raw), None


def _mode(raw: str) -> Reading:
    """Read an option that is a flag in one generation and more in another."""
    known = _MODES.get(raw.lower())
    return _port(raw.lower()) if known is None else (known, None)


_READERS: dict[Kind, Callable[[str], Reading]] = {
    "int": _integer,
    "float": _decimal,
    "size": _size,
    "bool": _flag,
    "text": lambda raw: (raw, None),
    "mode": _mode,
    "port": _port,
}
