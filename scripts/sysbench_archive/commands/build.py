"""`build`: turn the archive's bundles into a published folder.

Nothing is written while a bundle has errors, and the published folder is replaced only by a
complete one.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sysbench_archive.build.pipeline import Build, build
from sysbench_archive.commands.checkout import archive_here, store_of, today, workers
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--out", type=Path, default=Path("public"), help="folder to publish")
    parser.add_argument("--base-url", default="/", help="address the site will have")
    parser.add_argument("--no-cache", action="store_true", help="use nothing of earlier builds")


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_here()
    with store_of(archive, cached=not arguments.no_cache) as store, workers() as executor:
        job = Build(
            archive=archive,
            out=arguments.out,
            base_url=arguments.base_url,
            today=today(),
            store=store,
            executor=executor,
            say=say,
            release=executor.shutdown,
        )
        complete = build(job)
    if job.problems:
        say(as_text(job.problems))
    if complete:
        answer(f"the site is in {arguments.out}; `make serve` shows it")
    return CLEAN if complete else PROBLEMS
