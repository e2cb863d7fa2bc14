"""Effective variables beyond the table: how many differ, and which of them somebody set.

Names of places, versions and moments are no settings and do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sysbench_archive.comparability.settings import NAMES, spelled
from sysbench_archive.model.comparability import FurtherVariables
from sysbench_archive.model.result import ResultRecord, ServerRecord, VariableRow

_NO_SETTINGS = frozenset(
    (
        "basedir", "bind_address", "character_sets_dir", "datadir", "error_count",
        "general_log_file", "hostname", "identity", "in_transaction", "init_file",
        "innodb_data_home_dir", "innodb_log_group_home_dir", "innodb_undo_directory",
        "innodb_version", "last_insert_id",
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
MOST_NAMED = 20


def further_variables(result: ResultRecord, servers: Sequence[str]) -> FurtherVariables | None:
    """How many variables differ between servers of a result; None where not all dumped theirs.

    Variables that only some of the servers have are told apart. `path` is the full table.
    """
    variables = result.variables
    columns = [server.id for server in variables.servers] if variables else []
    if variables is None or not set(servers) <= set(columns) or len(set(servers)) < 2:
        return None
    chosen = {name for entry in result.servers if entry.id in servers for name in _set_by(entry)}
    differing, absent = _differing(variables.rows, [columns.index(name) for name in servers])
    named = [name for name in differing if name in chosen]
    return FurtherVariables(
        chosen=named,
        defaults=len(differing) - len(named),
        absent=absent,
        sentence=_sentence(len(differing), named, absent),
        path=f"{result.path}#variables",
    )


def _set_by(server: ServerRecord) -> Iterable[str]:
    """The variables whose options a server was given."""
    return spelled(server.set_options)


def _differing(rows: Iterable[VariableRow], places: Sequence[int]) -> tuple[list[str], int]:
    """Variables that all servers have and that differ, and how many only some have."""
    differing: list[str] = []
    absent = 0
    for row in rows:
        if not row.differs or not _is_setting(row.name):
            continue
        values = {row.values[place] for place in places}
        absent += None in values and len(values) > 1
        if None not in values and len(values) > 1:
            differing.append(row.name)
    return differing, absent


def _is_setting(name: str) -> bool:
    return name not in NAMES and name not in _NO_SETTINGS and not name.startswith(_ABOUT_VERSIONS)


def _sentence(differing: int, named: Sequence[str], absent: int) -> str:
    others = f"; {absent} more are not there on every side" if absent else ""
    if not differing:
        return f"No other effective variable that all sides have differs{others}."
    set_ = f"{len(named)} of them set: {_names(named)}" if named else "none of them set by anybody"
    return f"{differing} other effective {_plural(differing)}, {set_}{others}."


def _plural(count: int) -> str:
    return "variable differs" if count == 1 else "variables differ"


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown
