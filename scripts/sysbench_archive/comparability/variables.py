"""Variables beyond the table of conditions: their values, where servers of a bundle differ in them.

Effective variables count where they were dumped, else options. Names of places, versions and
moments are no settings and do not count. A variable that only some servers have, and that nobody
set, is counted and not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sysbench_archive.comparability.fields import bytes_of
from sysbench_archive.comparability.settings import (
    DEFAULT_OF,
    SWITCH_WORDS,
    SWITCHES,
    Configuration,
    configuration,
    spelled,
    with_origin,
    without_value,
)
from sysbench_archive.comparability.table import NAMES, VARIABLE, variable_field
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.model.comparability import (
    Condition,
    ConditionDetail,
    FurtherVariables,
    text_of_condition,
)
from sysbench_archive.model.result import ResultRecord, VariableRow

_NO_SETTINGS = frozenset(
    (
        "basedir", "bind_address", "character_sets_dir", "datadir", "error_count",
        "gtid_binlog_state", "gtid_executed", "gtid_purged",
        "hostname", "identity", "in_transaction", "innodb_undo_directory", "innodb_version",
        "last_insert_id",
        "lc_messages_dir", "license", "log_bin_basename", "log_bin_index", "log_error",
        "mysqlx_bind_address", "mysqlx_port", "mysqlx_socket", "pid_file", "plugin_dir", "port",
        "protocol_version", "pseudo_thread_id", "rand_seed1", "rand_seed2", "relay_log",
        "relay_log_basename", "relay_log_index", "report_host", "report_port", "server_id",
        "server_uid", "server_uuid", "slave_load_tmpdir", "replica_load_tmpdir",
        "slow_query_log_file", "socket", "system_time_zone", "timestamp", "tmpdir",
        "warning_count", "wsrep_node_name",
    )
)  # fmt: skip
_ABOUT_VERSIONS = "version"
_PLACES = ("_dir", "_file", "_path", "_pos")
"""How names end of variables that say where something lies."""


def is_setting(name: str) -> bool:
    """Whether a variable is a setting, and no condition of the table."""
    named = name in NAMES or name in _NO_SETTINGS
    return not named and not name.startswith(_ABOUT_VERSIONS) and not name.endswith(_PLACES)


def variable_conditions(bundle: Bundle) -> dict[str, dict[str, Condition]]:
    """Server to the variables in which servers of the bundle differ, as conditions.

    A variable is left out where those who have it agree and nobody set it.
    """
    known = {name: configuration(bundle, server) for name, server in bundle.servers.items()}
    found: dict[str, dict[str, Condition]] = {name: {} for name in known}
    names = {name for one in known.values() for name in {**(one.dump or {}), **(one.options or {})}}
    for variable in sorted(filter(is_setting, names)):
        switched = any(_plain(one, variable).upper() in SWITCH_WORDS for one in known.values())
        values = {name: _read_of_server(variable, one, switched) for name, one in known.items()}
        if _tells_apart(list(values.values())):
            for server, value in values.items():
                if value is not None:
                    found[server][f"{VARIABLE}{variable}"] = value
    return found


def _plain(known: Configuration, variable: str) -> str:
    """The value as it was dumped or set; "" where it was not."""
    dumped = None if known.dump is None else known.dump.get(variable)
    return dumped if dumped is not None else (known.options or {}).get(variable, "")


def _read_of_server(variable: str, known: Configuration, switched: bool) -> Condition | None:
    field = variable_field(variable)
    if variable not in {**(known.dump or {}), **(known.options or {})}:
        return without_value(field, known)
    return with_origin(_spelled_alike(_plain(known, variable), switched) or "empty", field, known)


def _spelled_alike(value: str, switched: bool) -> str:
    """One spelling of a value: `1G` and `1073741824`, and `1` and `ON` where it is a switch."""
    plain = value.strip()
    if switched:
        return SWITCHES.get(plain.upper(), plain)
    size = None if plain.isdigit() or not plain else bytes_of(plain)
    return plain if size is None else str(size)


def _tells_apart(values: Sequence[Condition | None]) -> bool:
    """Whether servers differ in a variable, in more than that some lack what nobody set."""
    texts = [None if value is None else text_of_condition(value) for value in values]
    present = {text for text in texts if text is not None}
    unset = all(
        value is None or (isinstance(value, ConditionDetail) and value.origin == "default")
        for value in values
    )
    if unset and any(text.startswith(DEFAULT_OF) for text in present):
        return False
    return len(present) > 1 or (None in texts and not unset)


def further_variables(result: ResultRecord, servers: Sequence[str]) -> FurtherVariables | None:
    """How many variables only some servers have, and nobody set; None where not all dumped theirs.

    `path` is the full table.
    """
    variables = result.variables
    columns = [server.id for server in variables.servers] if variables else []
    if variables is None or not set(servers) <= set(columns) or len(set(servers)) < 2:
        return None
    chosen = {
        name for one in result.servers if one.id in servers for name in spelled(one.set_options)
    }
    absent = _absent(variables.rows, [columns.index(name) for name in servers], chosen)
    return FurtherVariables(
        absent=absent, sentence=_sentence(absent), path=f"{result.path}#variables"
    )


def _absent(rows: Iterable[VariableRow], places: Sequence[int], chosen: Iterable[str]) -> int:
    """How many variables some have and some lack."""
    counted = (row for row in rows if is_setting(row.name) and row.name not in chosen)
    values = ({row.values[place] for place in places} for row in counted)
    return sum(None in found and len(found) > 1 for found in values)


def _sentence(absent: int) -> str:
    if not absent:
        return "All sides have the same variables."
    verb = "variable is" if absent == 1 else "variables are"
    return f"{absent} more {verb} not there on every side; nobody set them."
