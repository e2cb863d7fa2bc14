"""The shell commands of the documents are run, each document in a clone, without network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from servers import RealServer

from git_calls import git
from smallest_bundle import BUNDLE, smallest_bundle

ROOT = Path(__file__).parents[2]
GUIDE = "docs/operators-guide.md"
"""Its commands are run by tests/operations/test_guide.py."""
DOCUMENTS = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md")} - {GUIDE}
DOCUMENTS |= {"README.md", "CONTRIBUTING.md", "content/contribute.md"}
NOT_RUN = {
    "uv pip compile": "it asks a package registry",
    "pip install '.[data]'": "it asks a package registry",
    "git merge --no-commit": "tests/operations/test_guide.py runs it where two branches differ",
    "dask scheduler": "tests/clusters.py starts both, with the settings that stand there",
    "--count instructions": "tests/real/test_capture_counts.py runs it, below valgrind",
}
"""Blocks with these words, each with the reason."""
ORIGINAL = "2026-11-mariadb-11-8-and-10-11-debian-vm"
OTHER = "2026-11-mariadb-10-11-noise-floor-small-vm"
SHORT = "--seconds 1 --warmup 1 --settle 1 --tables 1 --table-size 200 --submitter Ada --yes"
TREE = ROOT / "tests" / "importers" / "cases" / "percona-2026"
FILL_IN = "sed -i 's/# to fill in:[^\"]*/10.11.19/' mine.yaml"
FILLED_IN = {
    "--seconds 20": "",
    "--tables 4 --table-size 100000": SHORT,
    "--repetitions 3": "--repetitions 1",
    "/run/mysqld/mysqld.sock": "{socket}",
    "ADDRESS": "file://{upstream}",
    "/run/old/mysqld.sock": "{socket}",
    "/run/new/mysqld.sock": "{socket}",
    "=SOCKET": "={socket}",
    "debian-vm--oltp-read-only": f"debian-vm--oltp-read-only {SHORT} --repetitions 1 --threads 1",
    "SLUG": f"{ORIGINAL}--oltp-read-only {SHORT} --repetitions 1 --threads 1",
    "out DIR": "out again",
    "mine.yaml DIR": "mine.yaml {logs}/own",
    ".venv/bin/sysbench-archive import mine": "{fill_in}; .venv/bin/sysbench-archive import mine",
    "DIR": "{logs}",
    "archive new": "archive new --yes --title T --servers 'mysql 8.4.3' --workloads oltp",
    "submit NAME": f"submit {ORIGINAL}",
    "NAME": BUNDLE,
}
"""What a reader writes in place of a word, and answers to what would be asked."""
_RECORD = f"data/ledger/{ORIGINAL}.csv data/comparisons/{ORIGINAL}.jsonl"
BEFORE = {
    "correct 2": f"sed -i 's/size_mib: .*/size_mib: 8192/' data/results/{BUNDLE}/bundle.yaml",
    "git init": f"cp -r data/results/{BUNDLE} unpacked && cd unpacked",
    "submit NAME": f"git rm -q {_RECORD} && git commit -qm 'As if it were new'",
    "--facts": f"cp {TREE}/facts.yaml .",
}
"""What came before a block with these words."""
STAND_INS = {
    "apt-get": "",
    # What a target would do, and of set-up the program.
    "make": """{make} --dry-run "$@" > /dev/null
mkdir -p .venv && cp -r {bin}/program .venv/bin""",
    "program/sysbench-archive": """export PYTHONPATH="$(dirname "$0")/../../scripts"
exec {python} -m sysbench_archive "$@\"""",
}
_LEFT = re.compile(r"data/|tests/|docs/screenshots/|content/comparisons/(?!_)")


def blocks(document: str) -> list[str]:
    """The shell commands of a document, a block each."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(r"(?ms)^ *```sh\n(.*?)^ *```$", text)


def shell(folder: Path, script: str, path: Path) -> str:
    """What a script prints; it must not fail."""
    names = {f"GIT_{who}_{what}": f"{what}@example.org".lower()
             for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}  # fmt: skip
    names |= dict.fromkeys(("http_proxy", "https_proxy"), "http://127.0.0.1:9")
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=folder, env={**os.environ, **names, "PATH": f"{path}:{os.environ['PATH']}"},
        check=False, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True,
    )  # fmt: skip
    assert done.returncode == 0, f"{script}\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what stands in for programs that install."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "program").mkdir()
    for name, script in STAND_INS.items():
        own = {"make": shutil.which("make"), "bin": folder, "python": sys.executable}
        (folder / name).write_text(f"#!/bin/sh -e\n{script.format(**own)}\n")
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def upstream(tmp_path_factory: pytest.TempPathFactory, programs: Path) -> Path:
    """A repository of the program and two bundles, one of which was corrected."""
    folder = tmp_path_factory.mktemp("upstream")
    for name in git(ROOT, "ls-files").splitlines():
        if not _LEFT.match(name) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    results = folder / "data" / "results"
    shutil.copytree(ROOT / "data" / "results" / ORIGINAL, results / ORIGINAL)
    smallest_bundle(folder)
    git(folder, "init", "-q", "-b", "main")
    change = f"sed -i 's/size_mib: .*/size_mib: 4096/' data/results/{BUNDLE}/bundle.yaml"
    recorded = f".venv/bin/sysbench-archive correct {BUNDLE} --reason one"
    commit = "git add -A && git commit -qm"
    script = f"make help && .venv/bin/sysbench-archive record && {commit} One && {change}"
    shell(folder, f"{script} && {recorded} && {commit} Two", programs)
    git(folder, "config", "uploadpack.allowFilter", "true")
    return folder


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of old results that may be copied."""
    folder = tmp_path_factory.mktemp("old") / "logs"
    shutil.copytree(TREE / "tree", folder, ignore=shutil.ignore_patterns("rocksbase"))
    shutil.copytree(ROOT / "data" / "results" / OTHER / "raw", folder / "own")
    (folder / "LICENSE").write_text("CC0")
    git(folder, "init", "-q")
    git(folder, "remote", "add", "origin", "https://example.org/ada/logs.git")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "Logs")
    return folder


@pytest.mark.parametrize("document", sorted(DOCUMENTS))
def test_every_command_of_a_document_runs(
    document: str, shared: RealServer, upstream: Path, programs: Path, logs: Path, tmp_path: Path
) -> None:
    where = {"socket": shared.socket, "upstream": upstream, "logs": logs, "fill_in": FILL_IN}
    git(tmp_path, "clone", "-q", f"file://{upstream}", "clone")
    shell(tmp_path / "clone", "make help", programs)
    for number, block in enumerate(blocks(document)):
        if any(words in block for words in NOT_RUN):
            continue
        script = block
        for word, value in FILLED_IN.items():
            script = script.replace(word, value.format(**where))
        folder = tmp_path / ("clone" if "git clone" not in block else f"own-{number}")
        folder.mkdir(exist_ok=True)
        begun = [line for words, line in BEFORE.items() if words in block]
        shell(folder, "\n".join([*begun, script]), programs)


def test_what_is_not_run_is_there() -> None:
    every = "".join(block for document in DOCUMENTS for block in blocks(document))
    assert [words for words in NOT_RUN if words not in every] == []
    assert [words for words in BEFORE if words not in every] == []


def test_no_command_stands_in_a_block_that_is_not_run() -> None:
    for document in DOCUMENTS:
        text = (ROOT / document).read_text(encoding="utf-8")
        others = re.sub(r"(?ms)^ *```sh\n.*?^ *```$", "", text)
        assert not re.search(r"(?m)^ *(?:\.venv/bin/|make [a-z]|git [a-z-]+ )", others), document
