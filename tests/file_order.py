"""The order in which workers take the files of tests."""

from __future__ import annotations

from pathlib import Path

# Workers take a file at a time, in this order, so that none is left with a long one at the end.
# The first builds the site of selected bundles; meanwhile captures of real servers mostly wait.
LONGEST_FIRST = (
    "browser/test_every_page.py",
    "real/",
    "archive/",
    "browser/",
    "operations/",
    "house/test_links.py",
    "house/test_lint.py",
    "commands/test_build",
    "commands/test_engine.py",
    "site/test_reproducible.py",
    "intake/test_workflow_steps.py",
    "ledger/test_publication.py",
    "site/",
    "verdicts/",
)


def place_of(path: Path) -> int:
    """The place of a file; those that are not named come last."""
    name = path.relative_to(Path(__file__).parent).as_posix()
    places = (at for at, start in enumerate(LONGEST_FIRST) if name.startswith(start))
    return next(places, len(LONGEST_FIRST))
