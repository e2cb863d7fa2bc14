"""Set-up says in a sentence what is missing, and touches nothing then."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from .tree import ROOT

SETUP = ROOT / "scripts" / "setup"
CHROMIUM_OUTSIDE_PATH = pytest.mark.xfail(
    Path("/Applications").exists(), reason="macOS keeps it outside the path", strict=False
)


NO_LIBATOMIC = "echo 'error while loading shared libraries: libatomic.so.1' >&2; exit 127"


def run(script: str, folder: Path, programs: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a set-up script where only the given programs exist, each a line of shell."""
    for name, line in programs.items():
        program = folder / ("" if "/" in name else "bin") / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\n{line}\n")
        program.chmod(0o755)
    shell = shutil.which("sh") or "/bin/sh"
    name, *words = script.split()
    return subprocess.run(
        [shell, str(SETUP / name), *words],
        cwd=folder,
        env={"PATH": str(folder / "bin")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("script", "programs", "sentence"),
    [
        ("venv.sh", {"python3": "exit 1"}, "Python 3.11 or newer is needed and was not found."),
        (
            "venv.sh",
            {
                "python3": 'case "$2" in *ensure*) exit 1;; *print*) echo python3.11-venv;; esac',
                "id": "echo 1000",
            },
            "python3 cannot make virtual environments: apt-get install python3.11-venv (as root)",
        ),
        ("node.sh", {"node": "exit 127"}, "Node.js 20.19 or newer is needed (found: none)."),
        (
            "node.sh",
            {"node": 'case "$1" in -p) echo 18.20.0;; *) echo v18.20.0;; esac'},
            "Node.js 20.19 or newer is needed (found: v18.20.0).",
        ),
        (
            "node.sh",
            {"node": 'case "$1" in -p) echo 20.18.1;; *) echo v20.18.1;; esac'},
            "Node.js 20.19 or newer is needed (found: v20.18.1).",
        ),
        ("node.sh", {"node": "echo 20.19.0"}, "npm is needed and was not found."),
        (
            "node.sh",
            {"node": NO_LIBATOMIC, "id": "echo 1000"},
            "node needs the library libatomic: apt-get install libatomic1 (as root)",
        ),
        (
            "browser.sh",
            {"chromium": "exit 0", ".venv/bin/playwright": NO_LIBATOMIC, "id": "echo 1000"},
            ".venv/bin/playwright needs the library libatomic: apt-get install libatomic1 (as",
        ),
        (
            "programs.sh curl unzip go",
            {"unzip": "exit 0", "id": "echo 1000"},
            "Not found: curl go. Debian, Ubuntu: apt-get install curl golang-go (as root);",
        ),
        pytest.param(
            "browser.sh",
            {"id": "echo 1000"},
            "The browser tests need Chromium or Chrome",
            marks=CHROMIUM_OUTSIDE_PATH,
        ),
    ],
)
def test_what_is_missing_is_named(
    tmp_path: Path, script: str, programs: dict[str, str], sentence: str
) -> None:
    done = run(script, tmp_path, programs)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert not (tmp_path / ".venv/bin/python").exists()


@pytest.mark.parametrize(
    ("script", "programs", "packages"),
    [
        ("node.sh", {"node": NO_LIBATOMIC}, "libatomic1"),
        (
            "browser.sh",
            {"chromium-headless-shell": "exit 0", ".venv/bin/playwright": NO_LIBATOMIC},
            "libatomic1",
        ),
        pytest.param(
            "browser.sh",
            {},
            "chromium-headless-shell fonts-dejavu-extra",
            marks=CHROMIUM_OUTSIDE_PATH,
        ),
        ("programs.sh curl unzip go", {}, "curl unzip golang-go"),
        ("programs.sh curl unzip", {"curl": "exit 0"}, "unzip"),
        ("programs.sh curl", {"curl": "exit 0"}, None),
        ("programs.sh bibtex", {}, "texlive-binaries texlive-base"),
        ("programs.sh Rscript", {}, "r-base-core r-cran-jsonlite"),
    ],
)
def test_root_on_debian_gets_what_is_missing(
    tmp_path: Path, script: str, programs: dict[str, str], packages: str | None
) -> None:
    """From the packages of the system, which here only notes what it was asked for."""
    debian = {"id": "echo 0", "grep": "exit 0", "apt-get": f'echo "$@" >>{tmp_path}/asked'}
    run(script, tmp_path, programs | debian)
    asked = tmp_path / "asked"
    installs = f"install -y -qq --no-install-recommends {packages}"
    assert asked.exists() == (packages is not None)
    if packages:
        assert asked.read_text().splitlines() == ["update -qq", installs]


def test_real_servers_are_no_condition(tmp_path: Path) -> None:
    """Without a server and the right to install one, set-up goes on and says what is skipped."""
    done = run("servers.sh", tmp_path, {"id": "echo 1000", "sysbench": "exit 0"})
    if shutil.which("mariadbd", path="/usr/sbin:/usr/local/sbin"):
        assert "mariadbd" not in done.stderr
    else:
        assert "for want of: mariadbd mariadb-install-db" in done.stderr
    assert done.returncode == 0


def test_what_is_there_is_accepted(tmp_path: Path) -> None:
    assert run("node.sh", tmp_path, {"node": "echo 22.0.0", "npm": "exit 0"}).returncode == 0
    assert run("browser.sh", tmp_path, {"chromium": "exit 0"}).returncode == 0


def test_a_shell_without_windows_is_enough(tmp_path: Path) -> None:
    found = {"chromium-headless-shell": "exit 0", "id": "echo 0", "grep": "exit 0"}
    done = run("browser.sh", tmp_path, found | {"apt-get": "echo asked >&2; exit 1"})
    assert (done.returncode, done.stderr) == (0, "")


def test_a_chromium_does_where_packages_cannot_be_had(tmp_path: Path) -> None:
    root = {"id": "echo 0", "grep": "exit 0", "apt-get": "exit 100"}
    assert run("browser.sh", tmp_path, root | {"chromium": "exit 0"}).returncode == 0


def test_a_deployment_needs_nothing_of_the_tests_where_htmltest_is(tmp_path: Path) -> None:
    (tmp_path / "htmltest").write_text("#!/bin/sh\n")
    (tmp_path / "htmltest").chmod(0o755)
    words = ["make", "--dry-run", "--always-make", "--no-print-directory", "links"]
    for path, needed in ((f"{tmp_path}:/usr/bin:/bin", False), ("/usr/bin:/bin", True)):
        done = subprocess.run(
            words, cwd=ROOT, env={"PATH": path}, capture_output=True, text=True, check=True
        )
        assert ("requirements/test.txt" in done.stdout) == needed, path


def test_a_contributor_needs_no_node_and_no_library_of_the_site() -> None:
    words = ["make", "--dry-run", "--always-make", "--no-print-directory", "setup-capture"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "requirements/capture.txt" in done.stdout
    assert not re.search(r"npm|node\.sh|site\.txt", done.stdout)
