"""Sysbench Archive: bundles of MySQL and MariaDB sysbench results in, a static site out.

`load`, `sql` and `columns` read the tables of the site (docs/data.md).

A module imports only from floors below its own (see `tests/house/test_imports.py`). Below
`build`, nothing but `capture` and `importers` reads a clock, the network or the environment.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sysbench_archive.open_data import columns, load, sql

__version__ = "1.0.0"
"""As in `pyproject.toml`."""
__all__ = ["__version__", "columns", "load", "sql"]


def __getattr__(name: str) -> Any:
    """What reads the published tables, loaded when it is asked for: commands need none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sysbench_archive import open_data

    return getattr(open_data, name)
