"""Scripts that are not sysbench's own: their modules, their hashes, and the words of a prepare."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from sysbench_archive.capture.bundle_document import modules_of, script_entry
from sysbench_archive.capture.invocation import (
    preparing_words,
    run_words,
    script_environment,
    warming_workload,
)
from sysbench_archive.capture.plan import Plan, workload_plan

PLAN = Plan((), (), (1,), 1, 5, 2, 100, 0)


def folder(path: Path, **files: str) -> Path:
    """Scripts by name; the first is the one that is run."""
    for name, text in files.items():
        (path / f"{name}.lua").write_text(text)
    return path / f"{next(iter(files))}.lua"


def test_modules_are_those_beside_the_script_and_what_they_take_in(tmp_path: Path) -> None:
    script = folder(
        tmp_path,
        own="require(\"own_common\")\nlocal m = require 'own_run'\nrequire('ffi')\n",
        own_common="require('own_deep')\n-- require('own')\n",
        own_run="require( 'own_common' )\nrequire('../elsewhere')\n",
        own_deep="",
        beside="",
    )
    assert [path.name for path in modules_of(script)] == [
        "own_common.lua", "own_deep.lua", "own_run.lua"
    ]  # fmt: skip


def test_a_script_is_named_by_hash_and_address(tmp_path: Path) -> None:
    script = folder(tmp_path, own="require('part')\n", part="x = 1\n")
    entry = script_entry(script, "https://forge.example/own.lua")
    assert entry == {
        "name": "own.lua",
        "sha256": hashlib.sha256(script.read_bytes()).hexdigest(),
        "modules": [{"name": "part.lua", "sha256": hashlib.sha256(b"x = 1\n").hexdigest()}],
        "url": "https://forge.example/own.lua",
    }
    assert set(script_entry(tmp_path / "part.lua", "")) == {"name", "sha256"}


def test_tables_of_a_script_are_loaded_and_run_with_its_own_options(tmp_path: Path) -> None:
    script = folder(tmp_path, own="")
    workload = workload_plan(str(script), ("--scale=3",))
    plan = replace(PLAN, workloads=(workload,), prepare_with=(str(script), "--scale=3"))
    assert preparing_words(plan) == ["--scale=3", str(script), "prepare"]
    assert preparing_words(plan, "own.lua") == ["--scale=3", "own.lua", "prepare"]
    words = run_words(plan, workload, 1)
    assert not [word for word in words if word.startswith(("--tables", "--table-size"))]
    assert words[-3:] == ["--scale=3", str(script), "run"]
    assert warming_workload(plan) == workload


def test_tables_of_sysbench_are_loaded_as_ever() -> None:
    assert preparing_words(PLAN) == ["--tables=2", "--table-size=100", "oltp_read_only", "prepare"]
    assert warming_workload(PLAN) is None


def test_a_script_finds_the_modules_beside_it() -> None:
    path = script_environment(Path("/srv/tests/own.lua"))["LUA_PATH"]
    assert path.startswith("/srv/tests/?.lua;")
    assert path.endswith(";")
