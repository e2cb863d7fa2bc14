"""Imports go one way: a module imports only packages on floors below its own.

A package here is a package or module directly inside `sysbench_archive`. Packages on one floor do
not know each other. ARCHITECTURE.md shows the same floors.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ARCHITECTURE = Path(__file__).parents[2] / "ARCHITECTURE.md"
PACKAGE = Path(__file__).parents[2] / "scripts" / "sysbench_archive"
FLOORS = (
    {"problems", "metrics", "statistics"},
    {"csv_files", "sysbench", "redaction", "counters"},
    {"model"},
    {"hardware", "words"},
    {"verdicts"},
    {"bundle", "ledger"},
    {"comparability"},
    {"rules", "derive"},
    {"tables"},
    {"pages"},
    {"capture", "importers", "publish", "review"},
    # Both know capture; intake answers in the words of review, reproduction reads derive.
    {"intake", "reproduction"},
    {"build"},
    {"commands"},
    {"cli", "open_data"},
)
FLOOR_OF = {package: floor for floor, packages in enumerate(FLOORS) for package in packages}
MODULES = sorted(PACKAGE.rglob("*.py"))
# What only the upper floors may ask: the day, the network, the environment, other processes.
OUTSIDE_WORLD = {"os.environ", "os.getenv", "datetime.now", "datetime.today", "date.today"}
OUTSIDE_MODULES = {"time", "socket", "urllib.request", "http.client", "subprocess"}
MAY_ASK = {"capture", "importers", "build", "commands", "cli", "open_data"}
# A module past this length is no longer one subject; most are far below.
LONGEST = 600


def name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(
        ".__init__"
    )


def package_of(path: Path) -> str:
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


def packages_used(path: Path) -> set[str]:
    parts = (target.split(".") for target in imported(path))
    inside = {part[1] for part in parts if part[0] == "sysbench_archive" and len(part) > 1}
    return inside & {entry.stem for entry in PACKAGE.iterdir()} - {package_of(path)}


def test_a_module_imports_only_lower_floors() -> None:
    too_high = {
        name(path): sorted(high)
        for path in MODULES
        if path.parent != PACKAGE or path.name not in {"__init__.py", "__main__.py"}
        if (
            high := {
                used for used in packages_used(path) if FLOOR_OF[used] >= FLOOR_OF[package_of(path)]
            }
        )
    }
    assert not too_high, f"imports upward: {too_high}"


def test_every_package_has_a_floor() -> None:
    packages = {package_of(path) for path in MODULES} - {"__init__", "__main__"}
    assert packages == FLOOR_OF.keys()


def test_the_document_shows_the_floors_that_are_enforced() -> None:
    """Each row of its table: a floor's number, and its packages between backticks."""
    rows = re.findall(
        r"^\| (\d+) \| ((?:`\w+`(?:, )?)+) \|", ARCHITECTURE.read_text(), re.MULTILINE
    )
    shown = [(int(floor), set(re.findall(r"\w+", packages))) for floor, packages in rows]
    assert shown == list(enumerate(FLOORS))[::-1]


def test_no_module_imports_itself_through_others() -> None:
    """Modules of one package may import each other, but never in a circle."""
    names = {name(path) for path in MODULES}
    uses: dict[str, set[str]] = {}
    for path in MODULES:
        targets = set(imported(path))
        uses[name(path)] = {
            target if target in names else target.rpartition(".")[0] for target in targets
        } & names - {name(path)}
    open_names = dict(uses)
    while free := {n for n, targets in open_names.items() if not targets & open_names.keys()}:
        open_names = {n: targets for n, targets in open_names.items() if n not in free}
    assert not open_names, f"in a circle, or above one: {sorted(open_names)}"


def test_only_upper_floors_ask_the_outside_world() -> None:
    found = {}
    for path in MODULES:
        if package_of(path) in MAY_ASK:
            continue
        asked = {target for target in imported(path) if target.startswith(tuple(OUTSIDE_MODULES))}
        attributes = {
            ast.unparse(node)
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Attribute)
        }
        asks = asked - {"time.perf_counter"}
        asks |= {a for a in attributes if a.endswith(tuple(OUTSIDE_WORLD))}
        if asks:
            found[name(path)] = sorted(asks)
    assert not found, f"asks the outside world: {found}"


def test_only_declared_packages_are_imported() -> None:
    """The whole package imports the standard library, itself and the declared dependencies."""
    declared = {
        "yaml",
        "distributed",
        "duckdb",
        "polars",
        "jsonschema",
        "jsonschema_rs",
        "msgspec",
        "referencing",
        "pymysql",
    }
    roots = {target.split(".")[0] for path in MODULES for target in imported(path)}
    assert roots <= declared | {"sysbench_archive"} | set(sys.stdlib_module_names)


def test_no_module_is_a_junk_drawer() -> None:
    banned = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}
    assert not banned & {path.stem for path in MODULES}


def test_a_module_is_one_subject_and_says_what_it_does() -> None:
    faults = []
    for path in MODULES:
        text = path.read_text()
        if (lines := len(text.splitlines())) > LONGEST:
            faults.append(f"{name(path)}: {lines} lines, at most {LONGEST}")
        if not ast.get_docstring(ast.parse(text)):
            faults.append(f"{name(path)}: says nothing about itself")
    assert not faults, "\n".join(faults)
