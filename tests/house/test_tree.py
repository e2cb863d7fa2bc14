"""No file carries a trace of the machine it was written on, or is anything but a plain file."""

import re
import stat
import subprocess
from pathlib import Path

import pytest

from .tree import ROOT, tracked

# Home folders and places of build machines; written so that this file does not match itself.
MACHINE_PATHS = re.compile(
    r"(?<![\w.$>~-])/(?:root|Users|work|opt/wheels|home/(?!mysql)\w+)/" + r"\w"
)
REGISTRIES = re.compile(
    r"(?:pypi|registry\.npmjs|proxy\.golang)\.org" + r"|files\.pythonhosted\.org|npmjs\.com"
)
EXECUTABLE = {ROOT / ".ci" / "run"}


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def is_fixture(path: Path) -> bool:
    """Tell whether a file is what a test reads: it may be as odd as the test needs."""
    return path.is_relative_to(ROOT / "tests") and path.suffix != ".py"


def authored_by_us(path: Path) -> bool:
    """Evidence keeps its bytes whatever they are; only the project's own files are held to form."""
    return not is_fixture(path) and not {"raw", "config", "revisions"} & set(path.parts)


def is_picture(path: Path) -> bool:
    """Tell whether a file is a picture of the site: no text to hold to any form."""
    return path.is_relative_to(ROOT / "docs" / "screenshots") and path.suffix == ".png"


OURS = [
    path
    for path in tracked()
    if authored_by_us(path) and not is_picture(path) and path != Path(__file__)
]


@pytest.mark.parametrize("pattern", [MACHINE_PATHS, REGISTRIES], ids=["path", "registry"])
def test_no_file_names_a_machine_or_a_registry(pattern: re.Pattern[str]) -> None:
    found = {
        str(path.relative_to(ROOT)): m[0] for path in OURS if (m := pattern.search(text(path)))
    }
    assert not found


def test_files_are_plain() -> None:
    files = [path for path in tracked() if not is_fixture(path)]
    assert not [path for path in files if path.is_symlink()]
    executable = {path for path in files if path.stat().st_mode & stat.S_IXUSR}
    assert executable == EXECUTABLE


def test_texts_end_with_a_newline_and_hold_no_carriage_return() -> None:
    odd = [
        path
        for path in OURS
        if (data := path.read_bytes()) and (data[-1:] != b"\n" or b"\r" in data)
    ]
    assert not odd


@pytest.mark.parametrize(
    "name", ["results/a/raw/b.txt", "revisions/a/1/bundle.yaml", "ledger/a.csv"]
)
def test_evidence_keeps_its_bytes(name: str) -> None:
    """Git must not rewrite line endings of evidence: identities are hashes of its bytes."""
    command = ["git", "check-attr", "text", "--", f"data/{name}"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.strip().endswith("text: unset")
