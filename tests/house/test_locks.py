"""Lock files hold exact versions and hashes, agree with each other, and name no address."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from .tree import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PIN = re.compile(
    r"([a-z0-9-]+)==([0-9][^ ;\\]*)(?: ; [^\\]+)? \\(?:\n    --hash=sha256:[0-9a-f]{64}(?: \\)?)+\n"
)


def pins(name: str) -> dict[str, str]:
    return dict(PIN.findall((ROOT / "requirements" / name).read_text()))


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=~\[; ]", line)[0].lower() for line in requirements}


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_a_lock_holds_nothing_but_pins_with_hashes(path: Path) -> None:
    assert PIN.sub("", path.read_text()) == ""


def test_locks_agree() -> None:
    names = ("capture", "site", "engine", "test", "build")
    capture, site, engine, test, build = (pins(f"{name}.txt") for name in names)
    assert capture.items() <= site.items()
    assert site.items() <= engine.items()
    assert engine.items() | build.items() <= test.items()


def test_locks_cover_what_is_declared() -> None:
    project = PROJECT["project"]
    assert names(project["dependencies"]) <= pins("capture.txt").keys()
    for extra in ("site", "engine", "test"):
        assert names(project["optional-dependencies"][extra]) <= pins(f"{extra}.txt").keys()
    assert names(PROJECT["build-system"]["requires"]) <= pins("build.txt").keys()


def test_the_node_lock_has_digests_and_no_addresses() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
    assert not [name for name, entry in packages.items() if "resolved" in entry]
