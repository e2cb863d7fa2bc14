"""Lock files agree with each other and cover what is declared; pip and npm look at their hashes."""

import re
import tomllib

from .tree import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PIN = re.compile(r"(?m)^([a-z0-9-]+)==([0-9][^ ;\\]*)")


def pins(name: str) -> dict[str, str]:
    return dict(PIN.findall((ROOT / "requirements" / name).read_text()))


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=~\[; ]", line)[0].lower() for line in requirements}


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
    # Who reads tables installs it beside their own libraries; tests read them with these.
    assert names(project["optional-dependencies"]["data"]) <= pins("test.txt").keys()
    assert names(PROJECT["build-system"]["requires"]) <= pins("build.txt").keys()
