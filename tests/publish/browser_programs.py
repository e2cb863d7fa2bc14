"""What a browser runs, run by Node: the modules of a page that need no page."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

PROGRAMS = Path(__file__).with_name("programs")


def run_program(name: str, given: Any) -> Any:
    """What a program of this folder answers to a record."""
    done = subprocess.run(
        ["node", str(PROGRAMS / f"{name}.mjs")],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
