"""What /check/ loads: complete, small, the same each time, and of the versions that are locked."""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import zipfile
from encodings import normalize_encoding
from encodings.aliases import aliases
from importlib.metadata import version
from pathlib import Path

import pytest

from sysbench_archive.build import browser_program
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.browser_program import ENTRIES, LIBRARIES, browser_inputs, program_files
from sysbench_archive.build.program import modules_of
from sysbench_archive.problems import FailureError

ROOT = Path(__file__).resolve().parents[2]
MOST = 8_000_000
COMPILED = {"msgspec", "jsonschema_rs"}
"""Of these the browser has a wheel, or what stands in."""


def files_of(root: Path) -> dict[str, bytes]:
    return dict(program_files(browser_inputs(Archive(root))))


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return files_of(ROOT)


def unpacked(files: dict[str, bytes]) -> set[str]:
    index = json.loads(files["check/program/index.json"])
    with zipfile.ZipFile(io.BytesIO(files[f"check/program/{index['program']}"])) as packed:
        return set(packed.namelist())


def test_the_index_names_every_file_with_its_size(files: dict[str, bytes]) -> None:
    index = json.loads(files["check/program/index.json"])
    kept = {f"check/program/{name}": size for name, size in index["bytes"].items()}
    beside = {"check/program/index.json", "check/program/NOTICE.txt"}
    assert kept == {path: len(data) for path, data in files.items() if path not in beside}
    assert sum(kept.values()) < MOST
    assert files_of(ROOT) == files


def test_what_a_browser_cannot_have_is_not_imported() -> None:
    """Importing inside of functions counts for nothing: none is called that needs it."""
    wanted = set()
    for path in modules_of(*ENTRIES):
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.Import):
                wanted |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                wanted.add(str(node.module).partition(".")[0])
    foreign = wanted - set(sys.stdlib_module_names) - {"sysbench_archive"}
    assert foreign <= COMPILED | set(LIBRARIES)


def test_the_library_of_python_has_what_is_imported(files: dict[str, bytes]) -> None:
    (library,) = (data for path, data in files.items() if path.endswith("python_stdlib.zip"))
    with zipfile.ZipFile(io.BytesIO(library)) as packed:
        names = packed.namelist()
    assert {"json/__init__.py", "tarfile.py", "zipfile/__init__.py", "difflib.py"} <= set(names)
    assert not [name for name in names if name.startswith(browser_program._UNUSED_LIBRARY)]
    texts = [path.read_text(encoding="utf-8") for path in modules_of(*ENTRIES)]
    coded = {n for text in texts for n in re.findall(r'\.(?:en|de)code\("([\w-]+)"', text)}
    modules = {aliases.get(normalize_encoding(n), normalize_encoding(n)) for n in coded}
    assert {"unicode_escape", "utf_16"} <= modules
    # Zip files have names in it.
    assert {f"encodings/{name}.py" for name in modules | {"cp437"}} <= set(names)


def test_the_wheel_is_of_the_version_that_runs_here(files: dict[str, bytes]) -> None:
    (wheel,) = browser_program.WHEELS.glob("*_wasm32.whl")
    assert wheel.name.split("-")[:2] == ["msgspec", version("msgspec")]
    names = unpacked(files)
    assert [
        name for name in names if name.startswith("libraries/msgspec/") and name.endswith(".so")
    ]
    assert {"schema/bundle-1.schema.json", "libraries/rpds.py"} <= names
    assert not [name for name in names if "/capture/" in name or "/commands/" in name]


def test_a_set_up_that_lacks_something_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FailureError, match=r"package\.json is not installed.* run make site"):
        files_of(tmp_path)
    monkeypatch.setattr(browser_program, "WHEELS", tmp_path)
    with pytest.raises(FailureError, match=r"found 0 wheels for the browser.* run make site"):
        files_of(ROOT)
