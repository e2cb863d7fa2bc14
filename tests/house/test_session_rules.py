"""A skip fails under continuous integration, and only there; laws are tried as often as asked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from .tree import ROOT

TESTS = Path(__file__).parents[1]
RULES = 'pytest_plugins = ["session_rules"]'
SKIPS = {
    "test": "import pytest\ndef test_it():\n    pytest.skip('why not {name}')\n",
    "mark": "import pytest\n@pytest.mark.skip(reason='why not {name}')\ndef test_it():\n    pass\n",
    "fixture": "import pytest\n@pytest.fixture\ndef it():\n    pytest.skip('why not {name}')\n"
    "def test_it(it):\n    pass\n",
    "import": "import pytest\npytest.skip('why not {name}', allow_module_level=True)\n",
}


def run(
    folder: Path, texts: dict[str, str], *options: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run tests by the rules of this project, each in a file of its own."""
    (folder / "conftest.py").write_text(f"{RULES}\n")
    for name, text in texts.items():
        (folder / f"test_{name}.py").write_text(text.replace("{name}", name))
    words = ("-q", "-p", "xdist", "-p", "no:cacheprovider", "--rootdir", ".", *options, ".")
    return python(folder, "-m", "pytest", *words, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1", **environment)


def python(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, where this project's tests can be imported."""
    without = {"CI", "HYPOTHESIS_PROFILE"}
    kept = {name: value for name, value in os.environ.items() if name not in without}
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=kept | {"PYTHONPATH": str(TESTS)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("options", [(), ("--numprocesses", "2")], ids=["alone", "workers"])
def test_a_skip_fails_in_ci(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = run(tmp_path, SKIPS, *options, "--continue-on-collection-errors", CI="true")
    assert done.returncode == 1, done.stdout
    for name in SKIPS:
        assert f"a skip is a failure when CI=true: Skipped: why not {name}" in done.stdout
    assert "skipped" not in done.stdout.splitlines()[-1]


def test_a_skip_passes_at_home(tmp_path: Path) -> None:
    done = run(tmp_path, SKIPS | {"fine": "def test_it():\n    pass\n"})
    assert done.returncode == 0
    assert "4 skipped" in done.stdout


def test_publishing_looks_at_the_whole_archive() -> None:
    flow = yaml.safe_load((ROOT / ".github/workflows/publish.yml").read_text())
    assert "make test-archive" in [step.get("run") for step in flow["jobs"]["build"]["steps"]]


def test_the_monthly_rebuild_tries_laws_longest() -> None:
    flow = yaml.safe_load((ROOT / ".github/workflows/rebuild.yml").read_text())
    (step,) = [s for s in flow["jobs"]["rebuild"]["steps"] if s.get("run") == "make test-all"]
    assert step["env"] == {"HYPOTHESIS_PROFILE": "monthly"}
