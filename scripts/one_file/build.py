"""Build the zipapp: the package, its requirements as locked, one file of at most 5 MB.

Compiled parts are taken for every Python from 3.11 and Linux with glibc on x86_64 and aarch64:
msgspec's alone, because PyYAML runs without its own and `scripts/browser/rpds.py` stands in for
that of the library for JSON Schema. The same wheels give the same bytes. Called as
`build.py OUT [WHEELS]`; WHEELS is a folder pip finds wheels in, without network.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LOCK = ROOT / "requirements" / "capture.txt"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACHINES = ("x86_64", "aarch64")
LEFT_OUT = ("rpds-py==",)
COMPILED = "msgspec=="
MOST_BYTES = 5 * 1024 * 1024
OWN = (HERE / "__main__.py", HERE.parent / "browser" / "rpds.py")
_SKIPPED = re.compile(
    r"(\.dist-info/(?!METADATA$|licenses/)|\.pyi$|\.so$|\.pyd$|/tests?/|/py\.typed$)"
)
_TAG = re.compile(r"^msgspec/_core\.(cpython-[^.]+)\.so$")
_EPOCH = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    """Build the file named first."""
    out, *wheels = map(Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        found = sorted(fetched(Path(folder), wheels))
        entries = dict(own_entries(Path(folder)))
        for wheel in found:
            entries.update(entries_of(wheel))
        out.parent.mkdir(parents=True, exist_ok=True)
        write(out, entries)
    size = out.stat().st_size
    print(f"{out}: {size / 1e6:.1f} MB")  # noqa: T201
    if size > MOST_BYTES:
        sys.exit(f"{out} has {size} bytes, more than {MOST_BYTES}")


def fetched(folder: Path, wheels: list[Path]) -> Iterator[Path]:
    """Wheels of every requirement; of the compiled one, for every Python and machine."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    pip += ["--no-deps", "--only-binary", ":all:"]
    pip += [word for path in wheels for word in ("--no-index", "--find-links", str(path))]
    text = re.sub(r"(?m)^(\S+) ; [^\\\n]*", r"\1 ", LOCK.read_text(encoding="utf-8"))
    pins = re.findall(r"(?m)^\S.*(?:\n .*)*\n", text)
    plain, compiled = folder / "plain.txt", folder / "compiled.txt"
    plain.write_text("".join(pin for pin in pins if not pin.startswith((*LEFT_OUT, COMPILED))))
    compiled.write_text("".join(pin for pin in pins if pin.startswith(COMPILED)))
    pip += ["--require-hashes", "-r"]
    _download([*pip, str(plain)], folder / "plain")
    for python, machine in product(PYTHONS, MACHINES):
        named = [f"manylinux{tag}_{machine}" for tag in ("_2_17", "2014", "_2_28")]
        platforms = [word for name in named for word in ("--platform", name)]
        words = [*pip, str(compiled), *platforms, "--python-version", python]
        _download(words, folder / f"{python}-{machine}")
    yield from folder.glob("*/*.whl")


def _download(words: list[str], target: Path) -> None:
    subprocess.run([*words, "--dest", str(target)], check=True)


def own_entries(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The program itself, as its wheel has it, and what starts it."""
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    words += ["--no-deps", "--no-build-isolation", "--wheel-dir", str(folder / "own"), str(ROOT)]
    subprocess.run(words, check=True)
    for path in OWN:
        yield path.name, path.read_bytes()
    for wheel in (folder / "own").glob("*.whl"):
        yield from entries_of(wheel)
        wheel.unlink()


def entries_of(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """What a wheel holds and the zipapp needs, by name in the zipapp."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        # A compiled wheel goes as a whole where only its interpreter looks.
        tags = [found[1] for found in map(_TAG.search, names) if found]
        folder = f"compiled/{tags[0]}/" if tags else ""
        for name in names:
            if (_TAG.search(name) or not _SKIPPED.search(name)) and not name.endswith("/"):
                yield folder + name, archive.read(name)


def write(out: Path, entries: dict[str, bytes]) -> None:
    """An executable zip file with a first line for the shell, the same bytes each time."""
    partial = out.with_suffix(".partial")
    with partial.open("wb") as stream:
        stream.write(b"#!/usr/bin/env python3\n")
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, data in sorted(entries.items()):
                info = zipfile.ZipInfo(name, _EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = 0o644 << 16
                archive.writestr(info, data)
    partial.chmod(0o755)
    partial.replace(out)


if __name__ == "__main__":
    main()
