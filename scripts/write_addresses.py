"""Write the addresses of the archive and of its repository in place of those that stand in
`config.toml`, in every file that names them: python scripts/write_addresses.py PERMANENT REPOSITORY

Nothing is written while one of them is not what a build for publication takes.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sysbench_archive.build.site_settings import (
    address_faults,
    read_site_settings,
    without_slashes,
)
from sysbench_archive.problems import UsageError

FILES = (
    "config.toml", "CITATION.cff", "README.md", "CONTRIBUTING.md", "SECURITY.md",
    "content/about.md", "content/contribute.md",
)  # fmt: skip
USAGE = "make addresses PERMANENT=https://… REPOSITORY=https://…"


def main(permanent: str, repository: str) -> str:
    """Exchange both: what is written now. Raises UsageError with all that is wrong."""
    given = {"permanentBase": permanent, "repository": repository}
    if faults := address_faults(given):
        raise UsageError("\n".join((*faults, USAGE)))
    settings = read_site_settings(Path())
    old = {"permanentBase": settings.permanent_base, "repository": settings.repository}
    # What precedes an address must not be part of another. Both at once: one may begin the other.
    words = sorted(filter(None, old.values()), key=len, reverse=True)
    stated = re.compile(rf"(?<![A-Za-z0-9.])(?:{'|'.join(map(re.escape, words))})")
    new = {old[key]: without_slashes(address) for key, address in given.items()}
    for name in FILES:
        path = Path(name)
        text = path.read_bytes().decode()
        path.write_bytes(stated.sub(lambda found: new[found[0]], text).encode())
    return "\n".join(f"{before} is {after} now" for before, after in new.items())


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{main(*[*sys.argv[1:], '', ''][:2])}\n")
    except UsageError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
