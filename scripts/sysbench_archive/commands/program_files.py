"""What a snapshot carries beside the data, so that the site can be built from it without network.

The history of the checkout as a git bundle, its tracked files that the data archive lacks, the
locked packages of Python and Node that a build runs, and the script that builds from all of these.
Packages are those of one platform; a wheel that no lock names is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from sysbench_archive.build.git import bundled_history, changed_paths, tracked
from sysbench_archive.problems import UsageError
from sysbench_archive.publish.snapshot import sha256, write_tar

SCRIPT = Path("scripts/setup/rebuild.sh")
LOCKS = ("build", "site", "browser")
WHEELS = (Path(".venv/kept"), Path(".venv/wheels"))
"""Where set-up keeps wheels: of the program, and of the page that runs it in a browser."""
_HOW = "\n  hint: cut it with `make snapshot`, which sets up what it carries"


def write_program_files(
    root: Path, out: Path, name: str, day: date, data: Iterable[str]
) -> dict[str, str]:
    """Write them into a folder, called `name`: the SHA-256 of archives before they were compressed.

    `data` has the paths that the data archive holds already.
    """
    packages = {f"{name}-packages/{path}": file for path, file in _packages(root).items()}
    mine = sorted((tracked(root) or {}).keys() - set(data))
    if changed := sorted(changed_paths(root, "HEAD").keys() & set(mine)):
        raise UsageError(
            f"{', '.join(changed[:3])}: not as committed\n  hint: commit, or restore it"
        )
    (out / f"{name}.bundle").write_bytes(bundled_history(root))
    (out / SCRIPT.name).write_bytes((root / SCRIPT).read_bytes())
    files = {f"{name}/{path}": root / path for path in mine if (root / path).is_file()}
    return {
        target.name: write_tar(target, inside, day)
        for target, inside in (
            (out / f"{name}-program.tar.gz", files),
            (out / f"{name}-packages.tar.gz", packages),
        )
    }


def _packages(root: Path) -> dict[str, Path]:
    """The locked packages that a build runs, by their places in the archive."""
    texts = [(root / f"requirements/{lock}.txt").read_text(encoding="utf-8") for lock in LOCKS]
    known = {digest for text in texts for digest in re.findall("sha256:([0-9a-f]{64})", text)}
    wheels = [file for folder in WHEELS for file in sorted((root / folder).glob("*.whl"))]
    if not all((root / folder).is_dir() for folder in WHEELS):
        raise UsageError(f"{WHEELS[0]} has no wheels{_HOW}")
    if strange := [file.name for file in wheels if sha256(file) not in known]:
        raise UsageError(f"{', '.join(strange)}: no lock has its digest{_HOW}")
    locked = json.loads((root / "package-lock.json").read_bytes())["packages"]
    modules = [name for name, entry in locked.items() if name and not entry.get("dev")]
    missing = [n for n in modules if not ((root / n).is_dir() or locked[n].get("optional"))]
    if missing:
        raise UsageError(f"{', '.join(missing[:3])}: not installed{_HOW}")
    found = {f"wheels/{file.name}": file for file in wheels}
    for path in (path for name in modules for path in (root / name).rglob("*") if path.is_file()):
        # Links to programs, which nobody calls.
        if ".bin" not in path.parts:
            found[path.relative_to(root).as_posix()] = path
    return found
