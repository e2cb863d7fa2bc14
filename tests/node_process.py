"""One Node for all programs a worker's tests run: `node_process.mjs` says how it is asked."""

from __future__ import annotations

import json
import subprocess
import threading
from functools import cache
from pathlib import Path
from typing import Any

_TIMEOUT_S = 120


def run_program(program: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Run a program of the command line, however it ends."""
    told = [str(word) for word in words]
    found = _ask({"program": str(program), "words": told})
    command = ["node", str(program), *told]
    return subprocess.CompletedProcess(command, found["code"], found["out"], found["err"])


def call_module(module: Path, given: Any) -> Any:
    """What the default export of a module answers to a record."""
    return _ask({"module": str(module), "given": given})["result"]


@cache
def _node() -> subprocess.Popen[str]:
    """Node, which ends by itself when its input does: with this process at the latest."""
    return subprocess.Popen(
        ["node", str(Path(__file__).with_suffix(".mjs"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def _ask(question: dict[str, Any]) -> dict[str, Any]:
    node = _node()
    assert node.stdin
    assert node.stdout
    alarm = threading.Timer(_TIMEOUT_S, node.kill)
    alarm.start()
    node.stdin.write(json.dumps(question) + "\n")
    node.stdin.flush()
    answer = node.stdout.readline()
    alarm.cancel()
    if not answer:
        _node.cache_clear()
    assert answer, f"Node ended over {question}"
    found: dict[str, Any] = json.loads(answer)
    assert "failed" not in found, found["failed"]
    return found
