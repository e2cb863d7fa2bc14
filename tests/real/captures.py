"""Captures of a real server, run as a user runs them, and the bundles they write."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml
from servers import RealServer

ROOT = Path(__file__).parents[2]
PROGRAM = str(Path(sys.executable).with_name("sysbench-archive"))
BUNDLE = "2026-01-captured"
SHORT = (
    "--repetitions=1", "--seconds=1", "--warmup=1", "--settle=1", "--tables=1", "--table-size=200",
    "--submitter=Ada Example",
)  # fmt: skip
TIMEOUT = 600
UNSTEADY = {"held-run", "run-spread"}
"""What runs of seconds on a busy machine may be: that is what these rules are for."""


def archive(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    return subprocess.run(
        [PROGRAM, *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def captured(server: RealServer, out: Path, *words: str) -> tuple[str, ...]:
    """The words of a capture by socket."""
    return ("capture", f"--socket={server.socket}", *SHORT, *words, f"--out={out}", "--yes")


def bundle(out: Path) -> dict[str, Any]:
    """The bundle, after `check` has found nothing but what makes runs unsteady."""
    done = archive("check", str(out), "--format=json")
    problems = json.loads(done.stdout)["problems"]
    assert [p for p in problems if p["code"] not in UNSTEADY] == []
    document: dict[str, Any] = yaml.safe_load((out / "bundle.yaml").read_text())
    return document


def texts(out: Path) -> str:
    return "".join(p.read_text() for p in sorted(out.rglob("*")) if p.is_file())
