"""Failing bundles that git or an operating system cannot hold: made from a passing one."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sysbench_archive.bundle.figures import REPORT_ABSENT
from sysbench_archive.bundle.files import LINK, MAX_FILE, MODE, NAME, SIZE
from sysbench_archive.bundle.load import FLOOD, MAX_PROBLEMS
from sysbench_archive.bundle.strict_yaml import DUPLICATE_KEY
from sysbench_archive.problems import Rule

BUNDLE = "2026-01-raw-output"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is done to a passing bundle, and the exact text of what is wrong then."""

    spoil: Callable[[Path], object]
    expected: str


def _linked(bundle: Path) -> None:
    (bundle / "raw/t1.txt").rename(bundle / "raw/real.txt")
    (bundle / "raw/t1.txt").symlink_to("/etc/passwd")
    os.mkfifo(bundle / "raw/pipe.txt")
    (bundle / "raw/real.txt").unlink()


def _executable(bundle: Path) -> None:
    (bundle / "raw/t2.txt").chmod(0o755)


def _oversize(bundle: Path) -> None:
    with (bundle / "raw/t3.txt").open("wb") as file:
        file.truncate(100 << 20)


def _reserved(bundle: Path) -> None:
    for name in ("con.txt", "lpt1.log", "T1.txt"):
        (bundle / "raw" / name).write_text("x")


def _flooded(bundle: Path) -> None:
    """Every line but the first is a key of its own, and repeats it."""
    lines = [f"k{number}: x\n" * 2 for number in range(MAX_PROBLEMS + 5)]
    (bundle / "bundle.yaml").write_text("".join(lines))


def _told(rule: Rule, *messages: str) -> str:
    lines = (message.replace(" ", f" {rule.code} ", 1) for message in messages)
    return "".join(f"{BUNDLE}/{line}\n  hint: {rule.hint}\n" for line in lines)


_RESERVED = "expected a name Windows does not reserve"
GENERATED = {
    "bundle-flood": Fault(
        _flooded,
        _told(FLOOD, ":: 5 more problems are not listed").replace("/:", ":")
        + _told(
            DUPLICATE_KEY,
            *(
                f"bundle.yaml:/k{n}: key 'k{n}' again, first on line {2 * n + 1}"
                for n in range(MAX_PROBLEMS)
            ),
        ),
    ),
    "file-link": Fault(
        _linked,
        _told(
            REPORT_ABSENT,
            "bundle.yaml:/runs/0/file: no such evidence file"
            " (got 'raw/t1.txt', expected a file of this bundle)",
        )
        + _told(
            LINK,
            "raw/pipe.txt:: not an ordinary file",
            "raw/t1.txt:: not an ordinary file",
        ),
    ),
    "file-mode": Fault(
        _executable,
        _told(
            REPORT_ABSENT,
            "bundle.yaml:/runs/1/file: no such evidence file"
            " (got 'raw/t2.txt', expected a file of this bundle)",
        )
        + _told(MODE, "raw/t2.txt:: executable (got '0o755', expected 0o644)"),
    ),
    "file-size": Fault(
        _oversize,
        _told(
            SIZE,
            f"raw/t3.txt:: too large (got '104857600 bytes', expected at most {MAX_FILE})",
        ),
    ),
    "file-name": Fault(
        _reserved,
        _told(
            NAME,
            "raw/T1.txt:: unsafe name (got 'T1.txt', expected a-z, 0-9, '.', '_' and '-')",
            f"raw/con.txt:: unsafe name (got 'con.txt', {_RESERVED})",
            f"raw/lpt1.log:: unsafe name (got 'lpt1.log', {_RESERVED})",
        ),
    ),
}
