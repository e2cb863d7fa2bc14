"""A forge of paper: runs the jobs of the workflows here, step by step, as they are written.

Scripts are run by bash as a runner runs them, in an environment that holds what the workflow gives
and nothing of this machine but its programs. Expressions and conditions are evaluated. Actions have
stand-ins in `Forge.actions`; one that has none fails the test. `gh` answers from files and applies
filters with jq; `apt-get` notes what it was asked for.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from git_calls import git

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = {
    "make test": "it is what runs this",
    "make test-archive": "it is what runs this",
    "sh scripts/setup/htmltest.sh": "it downloads; `make links` finds an installed one, or lychee",
}
"""Scripts that are not run, each with the reason."""
GH = """#!{python}
import json, os, pathlib, subprocess, sys, zipfile
desk = pathlib.Path("{desk}")
words = sys.argv[1:]
given = {{}}
for option in ("--body-file", "--notes-file", "--input", "-F"):
    if option in words:
        name = words[words.index(option) + 1]
        if option == "-F" and "=@" not in name:
            continue
        name = name.removeprefix("body=@")
        given[option] = sys.stdin.read() if name == "-" else pathlib.Path(name).read_text()
with (desk / "asked").open("a") as asked:
    asked.write(json.dumps([words, given]) + "\\n")
path = next((word for word in words if word.startswith("repos/")), " ".join(words[:2]))
if path.endswith("/zip"):
    sys.stdout.buffer.write((desk / "artifacts" / (path.split("/")[-2] + ".zip")).read_bytes())
    sys.exit()
if "/artifacts?name=" in path:
    name = path.partition("?name=")[2]
    file = desk / "artifacts" / (name + ".zip")
    size = file.stat().st_size if file.exists() else 0
    found = [{{"id": name, "expired": False, "size_in_bytes": size}}] if size else []
    answer = {{"artifacts": found}}
else:
    answers = json.loads((desk / "answers").read_text())
    answer = next((said for part, said in answers.items() if part in path), None)
if "--jq" in words:
    jq = ["jq", "--raw-output", words[words.index("--jq") + 1]]
    done = subprocess.run(jq, input=json.dumps(answer), text=True, capture_output=True)
    sys.stdout.write(done.stdout), sys.stderr.write(done.stderr), sys.exit(done.returncode)
"""
NOTED = """#!/bin/sh
echo "${{0##*/}} $*" >> "{desk}/installed"
"""
_STATUS = ("cancelled()", "failure()", "success()", "always()")


@dataclass
class Job:
    """What became of a job: `said` is what each script printed, by its name or first line."""

    ok: bool = True
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    environments: list[dict[str, str]] = field(default_factory=list)
    summary: str = ""

    @property
    def log(self) -> str:
        return "\n".join(self.said.values())


Action = Callable[["Forge", Path, Mapping[str, Any]], dict[str, str]]


@dataclass
class Forge:
    """A folder with repositories, artifacts, caches and pages."""

    folder: Path
    address: str = "https://pages.invalid"
    answers: dict[str, Any] = field(default_factory=dict)
    restored: list[str] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)
    deployed: list[str] = field(default_factory=list)
    """Addresses, the newest last. One deployment failed before the first of them."""

    def __post_init__(self) -> None:
        for name in ("bin", "home", "artifacts", "caches", "pages"):
            (self.folder / name).mkdir(parents=True)
        for name, text in (("gh", GH), ("apt-get", NOTED)):
            program = self.folder / "bin" / name
            program.write_text(text.format(python=sys.executable, desk=self.folder))
            program.chmod(0o755)
        (self.folder / "answers").write_text("{}")

    def asked(self) -> list[tuple[list[str], dict[str, str]]]:
        """What `gh` was asked for, with the files it was given."""
        log = self.folder / "asked"
        lines = log.read_text().splitlines() if log.exists() else []
        return [(words, given) for words, given in map(json.loads, lines)]

    def run(
        self, flow: str, job: str, checkout: Path, event: str, **contexts: Mapping[str, Any]
    ) -> Job:
        """Run a job in a checkout; `contexts` are `github`, `inputs` and so on."""
        text = (checkout / ".github" / "workflows" / flow).read_text()
        return self._run(yaml.safe_load(text)["jobs"][job], checkout, event, contexts)

    def run_action(
        self, action: Path, checkout: Path, event: str, **contexts: Mapping[str, Any]
    ) -> Job:
        """Run a composite action in a checkout; inputs that are not given are as it states them."""
        stated = yaml.safe_load((action / "action.yml").read_text())
        defaults = {name: given.get("default") for name, given in stated["inputs"].items()}
        places = {"GITHUB_ACTION_PATH": str(action), "RUNNER_TEMP": str(self.folder)}
        contexts["inputs"] = defaults | dict(contexts.get("inputs", {}))
        return self._run({**stated["runs"], "env": places}, checkout, event, contexts)

    def _run(
        self,
        stated: Mapping[str, Any],
        checkout: Path,
        event: str,
        contexts: Mapping[str, Mapping[str, Any]],
    ) -> Job:
        known: dict[str, Any] = {"steps": {}, **contexts}
        known["github"] = {"event_name": event, "token": "", **contexts.get("github", {})}
        result = Job()
        tried = ["", *self.deployed]
        known_deployments = {
            f"/deployments/{number}/statuses": [
                {"state": "success" if address else "failure", "environment_url": address}
            ]
            for number, address in enumerate(tried)
        } | {"/deployments?": [{"id": number} for number in reversed(range(len(tried)))]}
        (self.folder / "answers").write_text(json.dumps(known_deployments | self.answers))
        (self.folder / "summary").write_text("")
        if not self._holds(stated.get("if", ""), known, result, checkout):
            return result
        for step in stated["steps"]:
            if self._holds(step.get("if", ""), known, result, checkout):
                self._step(step, stated, known, result, checkout=checkout)
        result.summary = (self.folder / "summary").read_text()
        return result

    def _step(
        self,
        step: Mapping[str, Any],
        stated: Mapping[str, Any],
        known: dict[str, Any],
        result: Job,
        *,
        checkout: Path,
    ) -> None:
        name = step.get("name") or step.get("run", step.get("uses", "")).splitlines()[0]
        given = {**stated.get("env", {}), **step.get("env", {})}
        environment = {n: self._text(str(v), known, checkout) for n, v in given.items()}
        if "uses" in step:
            options = {
                key: self._text(value, known, checkout) if isinstance(value, str) else value
                for key, value in step.get("with", {}).items()
            }
            outputs = ACTIONS[step["uses"].partition("@")[0]](self, checkout, options)
        elif step["run"].strip() in LEFT_OUT:
            result.left_out.append(step["run"].strip())
            return
        else:
            result.environments.append(environment)
            done, outputs = self._script(step["run"], environment, known, checkout)
            result.said[name] = done.stdout + done.stderr
            if done.returncode:
                result.ok = False
                result.failed.append(name)
        if "id" in step:
            known["steps"][step["id"]] = {"outputs": outputs}
            result.outputs[step["id"]] = outputs

    def _script(
        self, script: str, given: Mapping[str, str], known: Mapping[str, Any], checkout: Path
    ) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
        output, event = self.folder / "output", self.folder / "event.json"
        output.write_text("")
        event.write_text(json.dumps(known["github"].get("event", {})))
        environment = {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "HOME": str(self.folder / "home"),
            "LANG": "C.UTF-8",
            "no_proxy": "127.0.0.1",
            "GITHUB_WORKSPACE": str(checkout),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
            "GITHUB_EVENT_PATH": str(event),
            "GITHUB_REPOSITORY": "owner/sysbench-archive",
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=checkout, env=environment | given, check=False,
            capture_output=True, text=True, errors="replace",
        )  # fmt: skip
        pairs = (line.partition("=") for line in output.read_text().splitlines())
        return done, {name: value for name, _, value in pairs}

    def _text(self, text: str, known: Mapping[str, Any], checkout: Path) -> str:
        """A value of the workflow with its expressions evaluated."""
        return re.sub(r"\$\{\{(.*?)\}\}", lambda m: str(self._value(m[1], known, checkout)), text)

    def _value(self, text: str, known: Mapping[str, Any], checkout: Path) -> Any:
        text = text.strip()
        if match := re.fullmatch(r"'([^']*)'", text):
            return match[1]
        if match := re.fullmatch(r"hashFiles\((.*)\)", text):
            return _digest_of(checkout, re.findall(r"'([^']*)'", match[1]))
        assert re.fullmatch(r"[a-z_]+(?:\.[\w-]+)+", text), f"unknown expression: {text}"
        found: Any = known
        for part in text.split("."):
            found = found.get(part, "") if isinstance(found, Mapping) else ""
        return str(found).lower() if isinstance(found, bool) else found

    def _holds(self, condition: str, known: Mapping[str, Any], result: Job, checkout: Path) -> bool:
        condition = condition.removeprefix("${{").removesuffix("}}").strip()
        if not any(status in condition for status in _STATUS) and not result.ok:
            return False
        return all(
            self._term(term.strip(), known, result, checkout)
            for term in condition.split("&&")
            if term.strip()
        )

    def _term(self, term: str, known: Mapping[str, Any], result: Job, checkout: Path) -> bool:
        statuses = {"!cancelled()": True, "failure()": not result.ok, "success()": result.ok}
        if term in statuses:
            return statuses[term]
        left, operator, right = re.split(r"\s*(==|!=)\s*", term)
        same = self._value(left, known, checkout) == self._value(right, known, checkout)
        return same == (operator == "==")


def _digest_of(checkout: Path, patterns: list[str]) -> str:
    """What `hashFiles` says: "" where no file fits."""
    files: set[Path] = set()
    for pattern in patterns:
        # Two stars at the end are every file to the forge, and every folder to Python.
        every = f"{pattern}/*" if pattern.endswith("**") else pattern
        files |= {path for path in checkout.glob(every) if path.is_file()}
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest() if files else ""


def _nothing(_forge: Forge, _checkout: Path, _options: Mapping[str, Any]) -> dict[str, str]:
    return {}


def _checkout(_forge: Forge, checkout: Path, options: Mapping[str, Any]) -> dict[str, str]:
    """The test has checked out; credentials stay nowhere in it."""
    assert options["persist-credentials"] is False
    assert "extraheader" not in git(checkout, "config", "--local", "--list")
    return {}


def _restore(forge: Forge, checkout: Path, options: Mapping[str, Any]) -> dict[str, str]:
    kept = sorted((forge.folder / "caches").iterdir())
    starts = [options["key"], *options.get("restore-keys", "").split()]
    found = next((k for start in starts for k in kept if k.name.startswith(start)), None)
    forge.restored.append(found.name if found else "")
    if found:
        shutil.copytree(found, checkout / options["path"], dirs_exist_ok=True)
    return {}


def _save(forge: Forge, checkout: Path, options: Mapping[str, Any]) -> dict[str, str]:
    forge.saved.append(options["key"])
    target = forge.folder / "caches" / options["key"]
    shutil.rmtree(target, ignore_errors=True)
    # Where there is nothing to keep, the action warns and goes on.
    if (checkout / options["path"]).is_dir():
        shutil.copytree(checkout / options["path"], target)
    return {}


def _upload(forge: Forge, checkout: Path, options: Mapping[str, Any]) -> dict[str, str]:
    """Below the folder that all named paths share, as the action does."""
    paths = [checkout / line for line in options["path"].split()]
    top = paths[0] if paths[0].is_dir() else paths[0].parent
    with zipfile.ZipFile(forge.folder / "artifacts" / f"{options['name']}.zip", "w") as artifact:
        for path in paths:
            for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                if file.is_file():
                    artifact.write(file, file.relative_to(top))
    return {}


def _upload_pages(forge: Forge, checkout: Path, options: Mapping[str, Any]) -> dict[str, str]:
    target = forge.folder / "artifacts" / "github-pages"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(checkout / options["path"], target)
    return {}


def _deploy(forge: Forge, _checkout: Path, _options: Mapping[str, Any]) -> dict[str, str]:
    """What is served is replaced as a whole."""
    served = forge.folder / "pages"
    shutil.rmtree(served)
    shutil.move(forge.folder / "artifacts" / "github-pages", served)
    forge.deployed.append(f"{forge.address}/")
    return {"page_url": f"{forge.address}/"}


def _pages(forge: Forge, _checkout: Path, _options: Mapping[str, Any]) -> dict[str, str]:
    return {"base_url": forge.address}


ACTIONS: dict[str, Action] = {
    "actions/checkout": _checkout,
    "actions/setup-node": _nothing,
    "actions/setup-go": _nothing,
    "actions/cache/restore": _restore,
    "actions/cache/save": _save,
    "actions/upload-artifact": _upload,
    "actions/upload-pages-artifact": _upload_pages,
    "actions/configure-pages": _pages,
    "actions/deploy-pages": _deploy,
}


def ready(checkout: Path) -> Path:
    """The checkout with what set-up installs: that of this one, newer than every lock."""
    stamps = (".venv/.site", ".venv/.wheels", ".venv/.kept", ".venv/.test", "node_modules/.stamp")
    # Otherwise a set-up step of the copy would install into this checkout.
    assert all((ROOT / stamp).exists() for stamp in stamps), "run make test once"
    for name in (".venv", "node_modules"):
        (checkout / name).symlink_to(ROOT / name)
    # Links are no folders, which .gitignore names.
    with (checkout / ".git" / "info" / "exclude").open("a") as excluded:
        excluded.write("/.venv\n/node_modules\n")
    for name in git(checkout, "ls-files").splitlines():
        if "/" not in name or name.startswith("requirements/"):
            os.utime(checkout / name, (0, 0))
    return checkout


@contextmanager
def serving(folder: Path, base: str) -> Iterator[str]:
    """The address at which a folder is served, below a base path, as `make serve` does."""
    command = [sys.executable, "-um", "http.server", "0", "--bind", "127.0.0.1", "--directory"]
    with tempfile.TemporaryDirectory() as root:
        Path(root, base.strip("/")).symlink_to(folder)
        with subprocess.Popen([*command, root], stdout=-1, stderr=subprocess.DEVNULL) as server:
            assert server.stdout is not None
            (address,) = re.findall(rb"http://[\d.:]+", server.stdout.readline())
            try:
                yield f"{address.decode()}{base}".rstrip("/")
            finally:
                server.terminate()
