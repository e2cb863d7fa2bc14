"""Files beside the output: option files, dumps of variables, labels.

Owns how each kind is read. What a file does not say is not there; nothing is filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from sysbench_archive.bundle.variables import read_variables
from sysbench_archive.importers.template import Template

MAX_LINES = 5_000
MAX_LINE = 4_000
MAX_VALUE = 200
SERVER_SECTIONS = re.compile(r"(?:mysqld|mariadb|mariadbd|server|galera)(?:-[0-9.]+)?")
TELLING = (
    "version_comment", "innodb_buffer_pool_size", "innodb_buffer_pool_instances",
    "innodb_flush_log_at_trx_commit", "sync_binlog", "log_bin", "binlog_format",
    "innodb_doublewrite", "innodb_flush_method", "innodb_redo_log_capacity", "innodb_log_file_size",
    "innodb_log_files_in_group", "innodb_log_buffer_size", "innodb_io_capacity",
    "innodb_io_capacity_max", "innodb_adaptive_hash_index", "innodb_change_buffering",
    "innodb_page_size", "innodb_flush_neighbors", "innodb_read_io_threads",
    "innodb_write_io_threads", "innodb_thread_concurrency", "innodb_use_native_aio",
    "innodb_dedicated_server", "innodb_numa_interleave", "performance_schema",
    "character_set_server", "collation_server", "transaction_isolation", "tx_isolation",
    "query_cache_type", "thread_handling", "thread_pool_size", "version_malloc_library",
)  # fmt: skip
"""Variables that results depend on most: what is kept of a dump whose file is not."""
_OPTION = re.compile(r"(?:--)?([A-Za-z][A-Za-z0-9_-]{0,79})[ \t]*(?:=[ \t]*([^\n]{0,4000}))?")
_BORDERED = re.compile(r"\|[ \t]*([A-Za-z_][A-Za-z0-9_.]{0,79})[ \t]*\|([^|\n]{0,4000})\|")


def read_options(data: bytes) -> dict[str, str]:
    """What an option file sets for the server; a file without sections as a whole.

    Names in lower case with underscores, as the server lists them; an option alone is `on`.
    """
    found: dict[str, str] = {}
    section = ""
    for line in _lines(data):
        if line.startswith("[") and "]" in line:
            section = line[1 : line.index("]")].strip().lower()
        elif not section or SERVER_SECTIONS.fullmatch(section):
            match = _OPTION.fullmatch(line)
            if match:
                found[match[1].lower().replace("-", "_")] = _value(match[2])
    return found


def _value(text: str | None) -> str:
    if text is None:
        return "on"
    plain = text.partition(" #")[0].partition("\t#")[0].strip()
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "'\"":
        plain = plain[1:-1]
    return plain[:MAX_VALUE]


def read_dump(data: bytes) -> dict[str, str]:
    """A dump of variables or of status, with tabs or with the client's borders."""
    found = read_variables(data)
    if found:
        return found
    matches = (_BORDERED.fullmatch(line) for line in _lines(data))
    return {m[1].lower(): m[2].strip()[:MAX_VALUE] for m in matches if m}


def telling(variables: Mapping[str, str]) -> dict[str, str]:
    """The variables of a dump that results depend on most."""
    return {name: variables[name] for name in TELLING if variables.get(name)}


def read_lines(lines: Iterable[str], templates: Iterable[Template]) -> dict[str, tuple[str, bool]]:
    """What lines state: field to its text, and whether it is a number. The first line wins."""
    found: dict[str, tuple[str, bool]] = {}
    wanted = list(templates)
    for line in lines:
        for template in wanted:
            fields = template.match(line)
            if fields:
                for name, text in fields.items():
                    found.setdefault(name, (text.strip(), name in template.numbers))
    return found


def read_sidecar(kind: str, data: bytes, templates: Iterable[Template]) -> Mapping[str, Any]:
    """What a sidecar of this kind states; for `lines` a pair as `read_lines` gives it."""
    if kind == "lines":
        return read_lines(_lines(data), templates)
    return read_options(data) if kind == "options" else read_dump(data)


def _lines(data: bytes) -> list[str]:
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = (line.strip() for line in text.splitlines()[:MAX_LINES])
    return [line[:MAX_LINE] for line in lines if line and line[0] not in "#;"]
