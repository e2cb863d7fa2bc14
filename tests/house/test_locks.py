"""Lock files agree with each other and cover what is declared; pip and npm look at their hashes."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from .tree import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PIN = re.compile(r"(?m)^([a-z0-9-]+)==([0-9][^ ;\\]*)")


def pins(name: str) -> dict[str, str]:
    return dict(PIN.findall((ROOT / "requirements" / name).read_text()))


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=~\[; ]", line)[0].lower() for line in requirements}


def test_locks_agree() -> None:
    names = ("capture", "site", "engine", "test", "build")
    capture, site, engine, test, build = (pins(f"{name}.txt") for name in names)
    assert capture.items() <= site.items()
    assert site.items() <= engine.items()
    assert engine.items() | build.items() <= test.items()


def test_locks_cover_what_is_declared() -> None:
    project = PROJECT["project"]
    assert names(project["dependencies"]) <= pins("capture.txt").keys()
    for extra in ("site", "engine", "test"):
        assert names(project["optional-dependencies"][extra]) <= pins(f"{extra}.txt").keys()
    # Who reads tables installs it beside their own libraries; tests read them with these.
    assert names(project["optional-dependencies"]["data"]) <= pins("test.txt").keys()
    assert names(PROJECT["build-system"]["requires"]) <= pins("build.txt").keys()


UV = """#!{python}
# Keeps the versions that the file has, unless others are asked for, as uv does.
import pathlib, re, sys
words = sys.argv[1:]
out = pathlib.Path(words[words.index("-o") + 1])
asked = words[words.index("--constraints") + 1] if "--constraints" in words else None
pins = {{}}
for file in filter(None, (out, asked and pathlib.Path(asked))):
    if file.exists():
        pins |= dict(re.findall(r"(?m)^([a-z0-9-]+)==(\\S+)", file.read_text()))
names = {{"setuptools", "msgspec", "pyyaml", "duckdb", "distributed", "pytest"}}
out.write_text("".join(f"{{name}}=={{pins.get(name, '9.9')}}\\n" for name in sorted(names)))
"""


def test_newer_versions_are_taken_by_every_lock(tmp_path: Path) -> None:
    """As the operator's guide says: without the file of tests all are written anew."""
    (tmp_path / "uv").write_text(UV.format(python=sys.executable))
    (tmp_path / "uv").chmod(0o755)
    folder = tmp_path / "requirements"
    folder.mkdir()
    for file in (ROOT / "requirements").iterdir():
        (folder / file.name).write_text("msgspec==0.1\nduckdb==0.2\nsetuptools==0.3\n")
    (folder / "test.txt").unlink()
    subprocess.run(
        ["sh", str(ROOT / "scripts/setup/lock.sh")],
        cwd=tmp_path, env={"UV": str(tmp_path / "uv"), "PATH": os.environ["PATH"]}, check=True,
    )  # fmt: skip
    written = {file.name: file.read_text() for file in folder.iterdir()}
    assert written.keys() == {file.name for file in (ROOT / "requirements").iterdir()}
    assert {text.count("==9.9\n") for text in written.values()} == {6}
