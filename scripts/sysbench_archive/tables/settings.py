"""Settings of servers as rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from sysbench_archive.comparability.settings import spelled
from sysbench_archive.derive.settings import chosen_or_default
from sysbench_archive.model.base import Record, example
from sysbench_archive.model.result import ResultRecord


class TableSetting(Record):
    """A setting of a server."""

    server: Annotated[str, example("mariadb-10-11-5")]
    """Id of the server in its bundle."""
    name: Annotated[str, example("innodb_buffer_pool_size")]
    """Name of the variable, with `_` between its words."""
    value: Annotated[str, example("134217728")]
    """Its value as text, as it was written or told."""
    origin: Annotated[str, example("option")]
    """Where it is known from: `option`, somebody set it; `variable`, the server told its own value;
    `default`, nobody set it, and this is the default of its version.
    """


def setting_rows(result: ResultRecord) -> Iterator[TableSetting]:
    """What somebody set, what a server told of itself, or, where the table of conditions knows it,
    the default of its version. No row is made of what nobody recorded.
    """
    told = result.variables.servers if result.variables else []
    rows = result.variables.rows if result.variables else []
    for server in result.servers:
        place = next((at for at, named in enumerate(told) if named.id == server.id), None)
        found: list[tuple[str, str, str | None]]
        found = [("option", name, value) for name, value in spelled(server.set_options).items()]
        if place is not None:
            found += [("variable", row.name, row.values[place]) for row in rows]
        else:
            found += [
                ("default", name, value)
                for name, value, chosen in chosen_or_default(result, server)
                if not chosen
            ]
        for origin, name, value in found:
            if value is not None:
                yield TableSetting(server=server.id, name=name, value=value, origin=origin)
