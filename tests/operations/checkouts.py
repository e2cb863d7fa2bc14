"""An archive of its own on a forge of paper, small enough to be published again and again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from forge import ROOT, Forge, Job, ready
from git_calls import git
from sysbench_archive.commands.synthesize import synthesize

PERMANENT = "https://results.bench-archive.net"
REPOSITORY = "https://git.bench-archive.net/owner/sysbench-archive"
FIRST, SECOND = "2024-01-synthetic-000000", "2024-01-synthetic-000001"
QUESTION = f"""---
title: A question about the second
question: Is it faster?
summary: Nobody knows.
date: "2026-01-05"
baseline: mysql-8-0-36
candidates: [mariadb-11-4-5]
panels: [{{bundle: {SECOND}, workload: read-only}}]
aliases: [/comparisons/as-it-was-called/]
---

What the figures say.
"""
_LEFT = re.compile(r"data/|tests/|docs/screenshots/|content/comparisons/(?!_)")


def plain_environment(**more: str) -> dict[str, str]:
    """What a person's shell has, without the settings of this machine's git."""
    known = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return known | {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"} | more


def shell(folder: Path, script: str, **environment: str) -> str:
    """What a script prints; it must not fail."""
    names = {f"GIT_{who}_{what}": f"{what}@example.org".lower()
             for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}  # fmt: skip
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=folder, env=plain_environment(**names, **environment), check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert done.returncode == 0, f"{script}\n{done.stdout}"
    return done.stdout


def program(folder: Path, *words: str) -> str:
    """What our program prints in a checkout; it must not fail."""
    own = Path(sys.executable).with_name("sysbench-archive")
    done = subprocess.run(
        [str(own), *words], cwd=folder, env=plain_environment(), check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return done.stdout


def planted(folder: Path) -> Path:
    """What a new archive begins with: the program, no bundle, no curated comparison; in git."""
    listed = git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    for name in listed:
        if not _LEFT.match(name) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "The program")
    return folder


def fill(checkout: Path, folder: Path, *, bundles: int = 2) -> None:
    """Bundles of ten runs, and a question about one that was once called otherwise."""
    synthesize(10 * bundles, folder, ROOT)
    shutil.copytree(folder / "data/results", checkout / "data/results", dirs_exist_ok=True)
    (checkout / "content/comparisons/second.md").write_text(QUESTION)
    program(checkout, "record")


def commit(checkout: Path, message: str) -> None:
    """Commit what is there and push it as the main branch."""
    git(checkout, "add", "-A")
    git(checkout, "commit", "-qm", message)
    git(checkout, "push", "-q", "origin", "HEAD:main")


@dataclass
class Upstream:
    """The archive's repository on the forge, and the site that its pages are served as."""

    folder: Path
    forge: Forge
    count: int = 0

    @property
    def bare(self) -> Path:
        return self.folder / "upstream.git"

    def clone(self, source: Path | None = None) -> Path:
        """A new clone, in which everything is set up."""
        self.count += 1
        target = self.folder / f"clone-{self.count}"
        git(self.folder, "clone", "-q", str(source or self.bare), str(target))
        return ready(target)

    def publish(self, **inputs: str | bool) -> Job:
        """The workflow `publish` on the main branch; by hand where it is given inputs."""
        checkout = self.clone()
        event = "workflow_dispatch" if inputs else "push"
        built = self.forge.run("publish.yml", "build", checkout, event, inputs=inputs)
        if built.ok:
            deployed = self.forge.run("publish.yml", "deploy", checkout, event)
            assert deployed.ok
        return built

    def page(self, path: str) -> tuple[int, str]:
        """What the served site answers."""
        opener = build_opener(ProxyHandler({}))
        try:
            with opener.open(f"{self.forge.address}{path}", timeout=30) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as error:
            return error.code, error.read().decode()
