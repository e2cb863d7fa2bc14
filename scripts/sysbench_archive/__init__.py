"""Sysbench Archive: bundles of MySQL and MariaDB sysbench results in, a static site out.

A module imports only from floors below its own (see `tests/house/test_imports.py`). Below
`build`, nothing but `capture` and `importers` reads a clock, the network or the environment.
"""

__version__ = "1.0.0"
"""As in `pyproject.toml`."""
