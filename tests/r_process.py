"""R, for tests: it reads tables by the lines that the page of the API shows its readers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from synthetic_archive import ROOT

PAGE = (ROOT / "content" / "api" / "_index.md").read_text(encoding="utf-8")
(SHOWN,) = re.findall(r"```r\n(.*?)```", PAGE, re.DOTALL)


def asked_of_r(folder: Path, script: str) -> Any:
    """What R prints as JSON in a folder; whatever it warns of is a failure."""
    whole = f"options(warn = 2)\n{script}"
    command = ["Rscript", "--vanilla", "-e", whole]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _has_r() -> bool:
    if shutil.which("Rscript") is None:
        return False
    command = ["Rscript", "--vanilla", "-e", "library(jsonlite)"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


needs_r = pytest.mark.skipif(not _has_r(), reason="R with jsonlite is not there (README)")
