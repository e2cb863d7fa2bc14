"""What a server answers: variables, options that were set, plugins, status counters.

Queries differ by product and version; where a server refuses one, its message is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.capture.connection import Session
from sysbench_archive.model.base import read_rows

_ORIGIN_QUERIES = (
    """select variable_name, global_value_origin, global_value
       from information_schema.system_variables""",
    """select i.variable_name, i.variable_source, g.variable_value
       from performance_schema.variables_info i
       join performance_schema.global_variables g using (variable_name)
       where i.variable_source <> 'DYNAMIC' or ifnull(i.set_user, '') <> ''""",
)
"""MariaDB from 10.1, MySQL from 8.0. Others do not tell where a value comes from.

MySQL sets some variables itself while it starts; nobody's name stands beside those.
"""
_UNSET_SOURCES = {"COMPILE-TIME", "AUTO", "ENVIRONMENT", "COMPILED"}
_ACCOUNT_QUERY = "select plugin from mysql.user where concat(user, '@', host) = current_user()"
_OPTIONS = {
    row["option"]: row["kind"] for row in read_rows(Path(__file__).with_name("options.tsv"))
}
"""Options that leave a version's performance as it is: `place`, of places and accounts, which
differ on every machine, or `neutral`."""
COUNTER_HEADER = "run\tcounter\tdifference\n"
COUNTERS = (
    "Questions", "Com_commit", "Com_rollback", "Connections", "Threads_created",
    "Aborted_connects", "Bytes_received", "Bytes_sent", "Created_tmp_disk_tables",
    "Binlog_cache_disk_use", "Binlog_commits", "Handler_read_rnd_next",
    "Innodb_rows_read", "Innodb_rows_inserted", "Innodb_rows_updated", "Innodb_rows_deleted",
    "Innodb_buffer_pool_read_requests", "Innodb_buffer_pool_reads",
    "Innodb_buffer_pool_pages_flushed", "Innodb_buffer_pool_wait_free", "Innodb_data_fsyncs",
    "Innodb_data_read", "Innodb_data_written", "Innodb_log_waits", "Innodb_os_log_fsyncs",
    "Innodb_os_log_written", "Innodb_row_lock_time", "Innodb_row_lock_waits",
)  # fmt: skip
COUNTER_QUERY = f"show global status where variable_name in {COUNTERS}"


@dataclass(frozen=True, slots=True)
class Answers:
    """Names in lower case. `explicit` is None where the server does not tell what was set."""

    version: str
    comment: str
    variables: Mapping[str, str]
    explicit: Mapping[str, str] | None
    origin_fault: str
    account_plugin: str | None
    account_fault: str
    plugins: tuple[str, ...]


def ask(session: Session) -> Answers:
    """Ask everything."""
    variables = {k.lower(): v for k, v in session.pairs("show global variables").items()}
    explicit, fault = _explicit_options(session)
    account = session.ask(_ACCOUNT_QUERY)
    plugins = session.ask("show plugins").rows
    return Answers(
        version=session.value("select version()") or variables.get("version", ""),
        comment=variables.get("version_comment", ""),
        variables=variables,
        explicit=explicit,
        origin_fault=fault,
        account_plugin=(account.rows[0][0] or "") if account.rows else None,
        account_fault=account.fault,
        plugins=tuple(str(row[0]) for row in plugins if row[1] == "ACTIVE" and row[3]),
    )


def _explicit_options(session: Session) -> tuple[Mapping[str, str] | None, str]:
    """What was set by somebody, by variable name; the answer where the server does not tell."""
    faults = []
    for question in _ORIGIN_QUERIES:
        answer = session.ask(question)
        if answer.rows:
            rows = [row for row in answer.rows if row[1] and row[1] not in _UNSET_SOURCES]
            return {str(name).lower(): value or "" for name, _, value in rows}, ""
        faults.append(answer.fault or f"{question}: no rows")
    return None, faults[-1]


def options_from_words(words: Sequence[str]) -> tuple[dict[str, str], bool]:
    """Options of a server's command line, and whether they are all there are."""
    found: dict[str, str] = {}
    for word in words[1:]:
        if word.startswith("--"):
            name, equals, value = word.removeprefix("--").partition("=")
            found[name.replace("-", "_").removeprefix("loose_")] = value if equals else "ON"
    return found, "no_defaults" in found


def without_paths(options: Mapping[str, str]) -> dict[str, str]:
    """Without places and accounts, by name."""
    return {n: value for n, value in sorted(options.items()) if _OPTIONS.get(n) != "place"}


def regime_of(options: Mapping[str, str]) -> str:
    """`pinned` where an option that can change performance was set, else `defaults`."""
    return "pinned" if options.keys() - _OPTIONS.keys() else "defaults"


def counter_differences(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, int]:
    """How far each counter moved that both looks show."""
    numbers = ((name, before.get(name, ""), after.get(name, "")) for name in COUNTERS)
    moved = {
        name: int(second) - int(first)
        for name, first, second in numbers
        if first.isdecimal() and second.isdecimal()
    }
    return {name: difference for name, difference in moved.items() if difference >= 0}
