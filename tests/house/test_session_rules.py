"""A skip fails under continuous integration, and only there; laws are tried as often as asked."""

import os
import shutil
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
EXPECTED = "import pytest\n@pytest.mark.xfail\ndef test_it():\n    assert False\n"
LAW = """
import session_rules
from hypothesis import given, strategies
tried = []
given(strategies.integers())(lambda number: tried.append(number))()
print(len(tried))
"""


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


def test_every_test_follows_the_rules() -> None:
    assert RULES in (TESTS / "conftest.py").read_text().splitlines()


@pytest.mark.parametrize("options", [(), ("--numprocesses", "2")], ids=["alone", "workers"])
def test_a_skip_fails_in_ci(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = run(tmp_path, SKIPS, *options, "--continue-on-collection-errors", CI="true")
    assert done.returncode == 1, done.stdout
    for name in SKIPS:
        assert f"a skip is a failure when CI=true: Skipped: why not {name}" in done.stdout
    assert "skipped" not in done.stdout.splitlines()[-1]


def test_a_module_that_is_skipped_fails_a_run_of_workers(tmp_path: Path) -> None:
    only = {"import": SKIPS["import"], "fine": "def test_it():\n    pass\n"}
    assert run(tmp_path, only, "--numprocesses", "2", CI="true").returncode != 0


def test_a_skip_passes_at_home(tmp_path: Path) -> None:
    done = run(tmp_path, SKIPS | {"fine": "def test_it():\n    pass\n"})
    assert done.returncode == 0
    assert "4 skipped" in done.stdout


@pytest.mark.parametrize("options", [(), ("--numprocesses", "2")], ids=["alone", "workers"])
@pytest.mark.parametrize("possible", [True, False])
def test_what_a_container_cannot_do_is_left_out_and_counted(
    tmp_path: Path, options: tuple[str, ...], possible: bool
) -> None:
    rights = (
        f"import session_rules\nsession_rules.MARKS['needs_mount'] = (lambda: {possible}, 'm')\n"
    )
    marked = "import pytest\n@pytest.mark.needs_mount\ndef test_it():\n    assert False\n"
    fine = "def test_it():\n    pass\n"
    (tmp_path / "rights.py").write_text(rights)
    done = run(tmp_path, {"marked": marked, "fine": fine}, "-p", "rights", *options, CI="true")
    assert done.returncode == int(possible), done.stdout
    assert ("may not m: 1" in done.stdout) is not possible


WHOLE = "import pytest\n@pytest.mark.whole_archive\ndef test_it():\n    pass\n"


@pytest.mark.parametrize(
    ("options", "ran"),
    [((), 1), (("-m", ""), 2), (("-m", "whole_archive"), 1)],
    ids=["test", "test-all", "test-archive"],
)
def test_the_whole_archive_is_looked_at_when_it_is_asked_for(
    tmp_path: Path, options: tuple[str, ...], ran: int
) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    texts = {"whole": WHOLE, "fine": "def test_it():\n    pass\n"}
    done = run(tmp_path, texts, "-c", "pyproject.toml", *options, CI="true")
    assert done.returncode == 0, done.stdout
    assert f"{ran} passed" in done.stdout
    assert "skipped" not in done.stdout


def test_publishing_looks_at_the_whole_archive() -> None:
    flow = yaml.safe_load((ROOT / ".github/workflows/publish.yml").read_text())
    assert "make test-archive" in [step.get("run") for step in flow["jobs"]["build"]["steps"]]


def test_an_expected_failure_stays_expected(tmp_path: Path) -> None:
    assert run(tmp_path, {"expected": EXPECTED}, CI="true").returncode == 0


@pytest.mark.parametrize(
    ("environment", "examples"),
    [
        ({}, 25),
        ({"CI": "true"}, 25),
        ({"CI": "true", "HYPOTHESIS_PROFILE": "monthly"}, 200),
    ],
    ids=["home", "ci", "monthly"],
)
def test_a_law_is_tried_as_often_as_the_profile_says(
    tmp_path: Path, environment: dict[str, str], examples: int
) -> None:
    assert python(tmp_path, "-c", LAW, **environment).stdout == f"{examples}\n"


def test_the_monthly_rebuild_tries_laws_longest() -> None:
    flow = yaml.safe_load((ROOT / ".github/workflows/rebuild.yml").read_text())
    (step,) = [s for s in flow["jobs"]["rebuild"]["steps"] if s.get("run") == "make test-all"]
    assert step["env"] == {"HYPOTHESIS_PROFILE": "monthly"}
