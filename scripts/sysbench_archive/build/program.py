"""Which modules a part of the program is made of, and what they say: caches are keyed by it.

A change of a module that a part does not import, or of words that do not run, makes nothing again.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sysbench_archive.bundle.schema import SCHEMA_FOLDER

PACKAGE = "sysbench_archive"
SCRIPTS = Path(__file__).resolve().parents[2]
DATA = ("*.json", "*.sql", "*.tsv", "*.txt")
"""Files beside modules that some of them read."""
# Read by a pattern: to parse all modules takes a second, which `check` of one bundle has not.
_IMPORT = re.compile(
    rf"^[ \t]*(?:from|import) ({PACKAGE}[\w.]*)(?: import (\([^)]*\)|[^\n]*))?", re.MULTILINE
)


@cache
def modules_of(*entries: str) -> frozenset[Path]:
    """These modules and all they import of this package, inside of functions as well."""
    found: set[Path] = set()
    waiting = [PACKAGE, *entries]
    while waiting:
        name = waiting.pop()
        path = _module_file(name)
        if path is not None and path not in found:
            found.add(path)
            # The package itself leads to what reads tables, for others than the program.
            imported = _imports(path) if name != PACKAGE else ()
            waiting += [*imported, *filter(None, [name.rpartition(".")[0]])]
    return frozenset(found)


def _module_file(name: str) -> Path | None:
    """The file of a module; None of a name that is a function or a class of one."""
    place = SCRIPTS.joinpath(*name.split("."))
    each = (place / "__init__.py", place.with_suffix(".py"))
    return next((path for path in each if path.is_file()), None)


def _imports(path: Path) -> Iterator[str]:
    for module, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
        yield module
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", names))


@cache
def source_digest(*entries: str) -> str:
    """SHA-256 over the modules these import, all modules without any, and what modules read.

    Taken once: what is changed on disk later is not what this process runs.
    """
    total = hashlib.sha256()
    for path in _sources(entries):
        total.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()


def meaning_digest(*entries: str) -> str:
    """The same without comments, docstrings and places of lines."""
    total = hashlib.sha256()
    for path in _sources(entries):
        data = path.read_bytes()
        said = _meaning(data).encode() if path.suffix == ".py" else data
        total.update(f"{path.name}\0".encode() + said + b"\0")
    return total.hexdigest()


def _meaning(source: bytes) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            said = (isinstance(b, ast.Expr) and isinstance(b.value, ast.Constant) for b in body)
            body[:] = [line for line, is_text in zip(body, said, strict=True) if not is_text]
    return ast.dump(tree)


def _sources(entries: tuple[str, ...]) -> list[Path]:
    package = SCRIPTS / PACKAGE
    modules = modules_of(*entries) if entries else package.rglob("*.py")
    data = (path for kind in DATA for path in package.rglob(kind))
    return sorted([*modules, *data, *SCHEMA_FOLDER.glob("*.json")])
