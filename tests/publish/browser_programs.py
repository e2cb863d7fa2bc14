"""What a browser runs, run by Node: the modules of a page that need no page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from node_process import call_module

PROGRAMS = Path(__file__).with_name("programs")


def run_program(name: str, given: Any) -> Any:
    """What a program of this folder answers to a record."""
    return call_module(PROGRAMS / f"{name}.mjs", given)
