"""Caches are keyed by the modules that a stage imports, and by nothing they only say to readers."""

import ast
from pathlib import Path

import pytest

from sysbench_archive.build import program
from sysbench_archive.build.program import PACKAGE, SCRIPTS, modules_of

SURVEY = f"{PACKAGE}.build.survey"


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in found if name.startswith(PACKAGE)}


def test_all_that_is_imported_is_found_and_nothing_else() -> None:
    modules, whole = modules_of(SURVEY), SCRIPTS / PACKAGE / "__init__.py"
    for path in modules - {whole}:
        needed = {program._module_file(name) for name in imported(path)} - {None}
        assert needed <= modules
    assert SCRIPTS / PACKAGE / "rules" / "catalogue.py" in modules
    assert SCRIPTS / PACKAGE / "build" / "render.py" not in modules
    # What the package gives to others when they ask for it is no part of every stage.
    assert whole in modules
    assert SCRIPTS / PACKAGE / "open_data.py" not in modules


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ('"""Other words."""\nA = 1\n\n\ndef f():\n    """More."""\n    return A  # why\n', True),
        ('"""Words."""\nA = 2\n\n\ndef f():\n    return A\n', False),
    ],
)
def test_words_that_do_not_run_change_no_key(text: str, same: bool) -> None:
    first = b'"""Words."""\nA = 1\ndef f():\n    "What."\n    return A\n'
    assert (program._meaning(text.encode()) == program._meaning(first)) == same
