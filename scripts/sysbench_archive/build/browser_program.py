"""Gathers what judges dropped files in a browser: Pyodide, this package and what it imports.

Everything comes from what set-up installed and locked: Pyodide from npm, the compiled wheel of
msgspec that fits it from PyPI, and pure Python from this environment. The same inputs give the
same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.program import DATA, PACKAGE, SCRIPTS, modules_of
from sysbench_archive.problems import FailureError

ENTRIES = (f"{PACKAGE}.intake.check_page",)
LIBRARIES = ("attr", "attrs", "jsonschema", "jsonschema_specifications", "referencing", "yaml")
WHEELS = Path(sys.prefix) / "wheels"
"""Where set-up puts wheels for the browser: they are no part of this environment."""
FOLDER = "check/program"
_STAND_INS = SCRIPTS / "browser"
_SCHEMAS = ("bundle-1",)
_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs")
_WASM = "pyodide.asm.wasm"
_LIBRARY = "python_stdlib.zip"
_LOCK = "pyodide-lock.json"
_UNUSED_PARTS = frozenset(("benchmarks", "tests", "__pycache__"))
_UNUSED_LIBRARY = (
    "_pyrepl/",
    "asyncio/__main__",
    "bdb.py",
    "cProfile.py",
    "compileall.py",
    "doctest.py",
    "ensurepip/",
    "ftplib.py",
    "html/",
    "http/cookiejar.py",
    "http/server.py",
    "idlelib/",
    "imaplib.py",
    "lib2to3/",
    "logging/handlers.py",
    "mailbox.py",
    "modulefinder.py",
    "multiprocessing/",
    "optparse.py",
    "pdb.py",
    "pickletools.py",
    "plistlib.py",
    "poplib.py",
    "profile.py",
    "pstats.py",
    "pyclbr.py",
    "pydoc",
    "smtplib.py",
    "socketserver.py",
    "sqlite3/",
    "tkinter/",
    "trace.py",
    "turtle",
    "unittest/",
    "venv/",
    "wave.py",
    "wsgiref/",
    "xmlrpc/",
    "xml/",
    "zipapp.py",
)
"""Parts of Python's library that nothing here imports."""
_LEGACY = (
    *("big5", "cp0", "cp1", "cp2", "cp5", "cp7", "cp8", "cp9", "euc_", "gb", "hp_", "iso"),
    *("johab", "koi8", "kz", "mac_", "palmos", "ptcp", "shift_", "tis"),
)
"""How encodings are called that nothing reads. Names in zip files are cp437."""
_TIME = (1980, 1, 1, 0, 0, 0)
_NOTICE = """\
The files pyodide.* and python_stdlib.zip are Pyodide, version {version}, licensed under the Mozilla
Public License 2.0. Its source is at https://github.com/pyodide/pyodide. {wasm}.gz is the file of
that name, compressed; python_stdlib.zip is without the parts of Python's library that are not used.
archive.zip holds the program of this site and the libraries it uses: attrs, jsonschema,
jsonschema-specifications, msgspec, PyYAML and referencing, each under its own licence.
"""


@dataclass(frozen=True, slots=True)
class BrowserInputs:
    """Where Pyodide is, its version, and the digest of everything that files are made of."""

    pyodide: Path
    version: str
    digest: str


def browser_inputs(archive: Archive) -> BrowserInputs:
    """Look at what set-up installed. Raises FailureError where it lacks something."""
    pyodide = archive.root / "node_modules" / "pyodide"
    total = hashlib.sha256()
    for name in ("package.json", *_PYODIDE, _WASM, _LIBRARY, _LOCK):
        total.update(_bytes(pyodide / name))
    for path, data in _program_files():
        total.update(f"{path}\0{len(data)}\0".encode() + data)
    version = str(json.loads(_bytes(pyodide / "package.json"))["version"])
    return BrowserInputs(pyodide, version, total.hexdigest())


def program_files(browser: BrowserInputs) -> Iterator[tuple[str, bytes]]:
    """(path below the site, bytes) of every file."""
    pyodide, version = browser.pyodide, browser.version
    home = f"{FOLDER}/{version}"
    files = {f"{home}/{name}": _bytes(pyodide / name) for name in _PYODIDE}
    files[f"{home}/{_WASM}.gz"] = _compressed(pyodide / _WASM)
    files[f"{home}/{_LIBRARY}"] = _library(pyodide / _LIBRARY)
    program = _zipped(dict(_program_files()))
    files[f"{FOLDER}/archive-{hashlib.sha256(program).hexdigest()[:12]}.zip"] = program
    files[f"{FOLDER}/NOTICE.txt"] = _NOTICE.format(version=version, wasm=_WASM).encode()
    yield from files.items()
    yield f"{FOLDER}/index.json", _index(pyodide, home, files)


def _index(pyodide: Path, home: str, files: dict[str, bytes]) -> bytes:
    """What the page reads first: where everything is, and how many bytes it is."""
    lock = json.loads(_bytes(pyodide / _LOCK))
    loaded = {name: len(data) for name, data in files.items() if not name.endswith(".txt")}
    index = {
        "pyodide": f"{home.removeprefix(FOLDER + '/')}/",
        "program": next(name for name in loaded if name.endswith(".zip") and home not in name),
        "info": lock["info"],
        "bytes": {name.removeprefix(f"{FOLDER}/"): size for name, size in loaded.items()},
    }
    index["program"] = str(index["program"]).removeprefix(f"{FOLDER}/")
    return json.dumps(index, indent=1).encode() + b"\n"


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        told = f"{path.name} is not installed, which /check/ runs on: run make site"
        raise FailureError(told) from None


@cache
def _compressed(path: Path) -> bytes:
    # No name and no time: the same bytes each time. Not every host compresses this type of file.
    return gzip.compress(_bytes(path), 9, mtime=0)


@cache
def _library(path: Path) -> bytes:
    with zipfile.ZipFile(io.BytesIO(_bytes(path))) as whole:
        unused = (*_UNUSED_LIBRARY, *(f"encodings/{name}" for name in _LEGACY))
        names = [n for n in whole.namelist() if not n.startswith(unused)]
        return _zipped({name: whole.read(name) for name in names if not name.endswith("/")})


def _zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _TIME), data, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def _program_files() -> Iterator[tuple[str, bytes]]:
    """Everything that is unpacked in the browser, in the layout of a checkout."""
    for path in sorted(modules_of(*ENTRIES)):
        yield f"scripts/{path.relative_to(SCRIPTS).as_posix()}", path.read_bytes()
    for path in sorted(path for kind in DATA for path in (SCRIPTS / PACKAGE).rglob(kind)):
        if (path.parent / "__init__.py") in modules_of(*ENTRIES):
            yield f"scripts/{path.relative_to(SCRIPTS).as_posix()}", path.read_bytes()
    for name in _SCHEMAS:
        path = SCRIPTS.parent / "schema" / f"{name}.schema.json"
        yield f"schema/{path.name}", path.read_bytes()
    for path in sorted(_STAND_INS.glob("*.py")):
        yield f"libraries/{path.name}", path.read_bytes()
    for name in LIBRARIES:
        yield from _library_files(name)
    yield from _wheel_files()


def _library_files(name: str) -> Iterator[tuple[str, bytes]]:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise FailureError(f"{name} is not installed, which /check/ runs on: run make site")
    home = Path(spec.submodule_search_locations[0])
    for path in sorted(home.rglob("*")):
        inside = path.relative_to(home)
        unused = _UNUSED_PARTS.intersection(inside.parts)
        if path.suffix in (".py", ".json", "") and path.is_file() and not unused:
            yield f"libraries/{name}/{inside.as_posix()}", path.read_bytes()


def _wheel_files() -> Iterator[tuple[str, bytes]]:
    wheels = sorted(WHEELS.glob("*_wasm32.whl"))
    if len(wheels) != 1:
        told = f"found {len(wheels)} wheels for the browser, and /check/ runs on one: run make site"
        raise FailureError(told)
    with zipfile.ZipFile(wheels[0]) as wheel:
        for name in wheel.namelist():
            if name.endswith((".py", ".so")):
                yield f"libraries/{name}", wheel.read(name)
