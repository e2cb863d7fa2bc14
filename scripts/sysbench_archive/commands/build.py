"""`build`: turn the archive's bundles into a published folder.

Nothing is written while a bundle has errors, and the published folder is replaced only by a
complete one. Bundles are spread over the processors of this machine, or over a cluster. With
`--changed-since` the folder has only what a change is about, and with `--for-publication` addresses
that nobody could follow are refused.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.engine import connect
from sysbench_archive.build.pipeline import Build, build
from sysbench_archive.build.preview import change_since
from sysbench_archive.build.site_settings import publication_faults, with_one_slash
from sysbench_archive.build.store import Work, store_of
from sysbench_archive.commands.checkout import (
    archive_here,
    collect_seldom,
    today,
    workers,
)
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text, say
from sysbench_archive.problems import UsageError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--out", type=Path, default=Path("public"), help="folder to publish")
    parser.add_argument("--base-url", default="/", help="address the site will have")
    parser.add_argument("--no-cache", action="store_true", help="use nothing of earlier builds")
    parser.add_argument(
        "--for-publication",
        action="store_true",
        help="refuse addresses in config.toml that readers could not follow, and a preview",
    )
    parser.add_argument(
        "--changed-since",
        metavar="REF",
        help="build a preview: only what changed since the branch REF, and what that stands beside",
    )
    parser.add_argument(
        "--engine", metavar="dask://HOST:PORT", help="spread the work over this Dask cluster"
    )


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_here()
    base = arguments.changed_since
    if arguments.for_publication:
        _refuse_placeholders(archive, base)
    change = None if base is None else change_since(archive.root, base)
    if change and not change.shows:
        answer(f"nothing that pages show has changed since {change.commit}: nothing is built")
        return CLEAN
    if change and change.program:
        say(f"{change.program[0]} has changed, and any page may depend on it: everything is built")
        change = None
    engine = arguments.engine
    # The cluster at an address, or the processors of this machine.
    executors = connect(engine, archive.cache, collect_seldom) if engine else workers()
    with store_of(archive, cached=not arguments.no_cache) as store, executors as executor:
        job = Build(
            archive=archive,
            out=arguments.out,
            base_url=with_one_slash(arguments.base_url),
            work=Work(store, executor, today()),
            say=say,
            change=change,
            release=executor.shutdown,
        )
        complete = build(job)
    if job.problems:
        say(as_text(job.problems))
    if complete:
        answer(f"the site is in {arguments.out}; `make serve` shows it")
    return CLEAN if complete else PROBLEMS


def _refuse_placeholders(archive: Archive, base: str | None) -> None:
    if base is not None:
        raise UsageError("a preview has a part of the archive: it is never published")
    if faults := publication_faults(archive.root):
        raise UsageError("\n".join(faults))
