"""Lint, as `make lint` runs it: each of its targets is a test, so that no gate can forget one."""

import os
import re
import shutil
import subprocess

import pytest

from .tree import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
LINTS = re.search(r"^LINTS := (.*)$", MAKEFILE, re.MULTILINE)
# The schemas' own schema is checked by a test of its own beside this one.
TARGETS = [name for name in (LINTS[1].split() if LINTS else []) if name != "lint-schemas"]
MAKE_VARIABLES = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}


@pytest.mark.parametrize("target", TARGETS)
def test_lint_is_clean(target: str) -> None:
    missing = not shutil.which("go") and not (ROOT / ".tools/bin/actionlint").exists()
    if target == "lint-actions" and missing:
        pytest.skip("actionlint is not installed, and Go, which installs it, is missing")
    done = subprocess.run(
        ["make", "--no-print-directory", target],
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k not in MAKE_VARIABLES},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_makefile_needs_no_newer_make_than_macos_has() -> None:
    newer = [".ONESHELL", "!=", "$(file ", "::=", ".RECIPEPREFIX", "$(intcmp", "$(let "]
    assert not [word for word in newer if word in MAKEFILE]


def test_workflows_only_call_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.MULTILINE))
    texts = [path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml")]
    called = {target for text in texts for target in re.findall(r"run: make ([a-z-]+)", text)}
    assert {"test", "test-all", "test-archive", "check", "site", "links"} <= called <= targets
    assert (ROOT / ".ci/run").read_text().splitlines()[-1].endswith("make test")
