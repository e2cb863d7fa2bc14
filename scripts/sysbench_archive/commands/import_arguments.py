"""The arguments of `import`."""

from __future__ import annotations

import argparse
from pathlib import Path

from sysbench_archive.importers.layout import built_in


def with_import(parser: argparse.ArgumentParser) -> None:
    """The arguments of `import`."""
    names = ", ".join(built_in())
    parser.add_argument("layout", metavar="LAYOUT", help=f"{names}, or a template file of your own")
    parser.add_argument("folder", metavar="DIR", type=Path, help="a folder, or a git repository")
    for name, kind, default, text in _OPTIONS:
        parser.add_argument(f"--{name}", type=kind, default=default, help=text)
    for name, text in _SWITCHES:
        parser.add_argument(f"--{name}", action="store_true", help=text)


_OPTIONS = (
    ("out", Path, None, "folder to put bundles into (default: data/results of the archive)"),
    ("facts", Path, None, "what the names do not say: hosts, source, labels; laid over the layout"),
    ("repository", str, None, "address of the repository, where git does not know it"),
    ("commit", str, None, "commit, where it is not the one that is checked out"),
    ("name", str, None, "the field {name} of the layout"),
    ("select", str, None, "import only paths that match this shell pattern"),
    ("day", str, None, "day of submission, YYYY-MM-DD (default: today)"),
)
"""(option, type, default, help)."""
_SWITCHES = (
    ("copy", "keep a copy of the output in the bundles: for output you may give away"),
    ("replace", "write over bundles that an earlier import made"),
    ("list", "name every file that was refused"),
    ("dry-run", "write nothing, report everything"),
)
