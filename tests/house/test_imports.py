"""Imports go one way: a module imports only rooms on floors below its own.

A room is a module or a package directly inside `sysbench_archive`. Rooms on one floor do not
know each other. A new room needs a floor here, and so does a decision about who may use it.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "scripts" / "sysbench_archive"
FLOORS = (
    {"problems", "units", "metrics", "statistics"},
    {"sysbench", "redaction", "hardware", "verdicts"},
    {"model"},
    {"bundle", "ledger"},
    {"curated", "receipts"},
    {"rules", "derive"},
    {"capture", "importers", "publish", "review", "synthetic"},
    # Knows servers with capture's eyes and answers with review's words: above both.
    {"intake"},
    # Makes plans of capture and words verdicts of derive; only verbs call it.
    {"reproduction"},
    {"commands"},
    {"cli"},
)
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
MODULES = sorted(PACKAGE.rglob("*.py"))
# What only the upper floors may ask: the day, the network, the environment, other processes.
OUTSIDE_WORLD = {"os.environ", "os.getenv", "datetime.now", "datetime.today", "date.today"}
OUTSIDE_MODULES = {"time", "socket", "urllib.request", "http.client", "subprocess"}
MAY_ASK = {"capture", "importers", "commands", "cli"}


def name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(
        ".__init__"
    )


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """Yield the dotted name of everything a module imports, relative imports made absolute."""
    package = name(path) if path.name == "__init__.py" else name(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*(parents if node.level else []), *filter(None, [node.module])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def rooms_used(path: Path) -> set[str]:
    parts = (target.split(".") for target in imported(path))
    inside = {part[1] for part in parts if part[0] == "sysbench_archive" and len(part) > 1}
    return inside & {entry.stem for entry in PACKAGE.iterdir()} - {room(path)}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_imports_only_lower_floors(path: Path) -> None:
    if path.parent == PACKAGE and path.name in {"__init__.py", "__main__.py"}:
        assert rooms_used(path) <= {"cli"}
        return
    own = FLOOR_OF[room(path)]
    too_high = {used for used in rooms_used(path) if FLOOR_OF[used] >= own}
    assert not too_high, f"{name(path)} (floor {own}) imports {sorted(too_high)}"


def test_every_room_has_a_floor() -> None:
    rooms = {room(path) for path in MODULES} - {"__init__", "__main__"}
    assert rooms <= FLOOR_OF.keys(), f"without a floor: {sorted(rooms - FLOOR_OF.keys())}"


@pytest.mark.parametrize("path", [p for p in MODULES if room(p) not in MAY_ASK], ids=name)
def test_only_upper_floors_ask_the_outside_world(path: Path) -> None:
    asked = {target for target in imported(path) if target.startswith(tuple(OUTSIDE_MODULES))} - {
        "time.perf_counter"
    }
    attributes = {
        ast.unparse(node)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
    }
    found = asked | {a for a in attributes if a.endswith(tuple(OUTSIDE_WORLD))}
    assert not found, f"{name(path)} asks {sorted(found)}"


def test_only_declared_packages_are_imported() -> None:
    """The whole package imports the standard library, itself and the declared dependencies."""
    declared = {"yaml", "jsonschema", "referencing", "rich", "pyarrow", "pymysql", "scipy"}
    roots = {target.split(".")[0] for path in MODULES for target in imported(path)}
    assert roots <= declared | {"sysbench_archive"} | set(sys.stdlib_module_names)


def test_no_room_is_a_junk_drawer() -> None:
    banned = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}
    assert not banned & {path.stem for path in MODULES}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_is_short_and_says_what_it_is_for(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= 250
    assert ast.get_docstring(ast.parse(text))
