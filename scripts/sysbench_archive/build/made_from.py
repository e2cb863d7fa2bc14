"""Which commit and which program a site is made from. Git alone says it, so that two clones of a
commit give the same bytes.
"""

from __future__ import annotations

from pathlib import Path

from sysbench_archive import __version__
from sysbench_archive.build.git import asked, changed_paths
from sysbench_archive.publish.api import ApiBuild
from sysbench_archive.verdicts.policy import VERSION

_PLACES = ("data/", "content/", "layouts/", "requirements/", "schema/", "scripts/", "static/",
           "config.toml", "package.json", "package-lock.json", "CITATION.cff", "LICENSE",
           "LICENSE-DATA.md")  # fmt: skip
"""What a site or a snapshot is made of: a commit that lacks a change of it names other bytes."""


def not_as_committed(root: Path, commit: str) -> list[str]:
    """The files that a site is made of and that are not as a commit has them."""
    return [path for path in changed_paths(root, commit) if path.startswith(_PLACES)]


def made_from(root: Path) -> ApiBuild:
    """What a site of a checkout is made from."""
    # A folder may lie in a repository that it is no part of.
    known = asked(root, "cat-file", "-e", "HEAD:./config.toml") is not None
    head = asked(root, "rev-parse", "HEAD") if known else None
    commit = head.decode().strip() if head else None
    return ApiBuild(
        commit=commit,
        local_changes=commit is None or bool(not_as_committed(root, commit)),
        program_version=__version__,
        methodology_version=VERSION,
    )
