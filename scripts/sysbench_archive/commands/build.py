"""`build`: turn the archive's bundles into a published folder.

Nothing is written while a bundle has errors, and the published folder is replaced only by a
complete one. Where nothing has changed since the last build, it says so and starts nothing.
Bundles are spread over the processors of this machine, or over a cluster. With `--changed-since`
the folder has only what a change is about, and with `--for-publication` addresses that nobody could
follow are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.site_settings import publication_faults, with_one_slash
from sysbench_archive.build.store import Built, Work, last_built, store_of, take_manifest
from sysbench_archive.build.unchanged import inputs_digest, outputs_digest
from sysbench_archive.commands.checkout import (
    archive_here,
    collect_seldom,
    today,
    workers,
)
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text, say
from sysbench_archive.problems import Problem, UsageError

if TYPE_CHECKING:
    from sysbench_archive.build.preview import Change


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_here()
    base, out = arguments.changed_since, arguments.out
    base_url = with_one_slash(arguments.base_url)
    if arguments.packs and base:
        raise UsageError("--packs: a preview has a part of the archive, which is not packed")
    if arguments.for_publication:
        _refuse_placeholders(archive, base)
    change = None if base is None else _change_since(archive, base)
    if change and not change.shows:
        answer(f"nothing that pages show has changed since {change.commit}: nothing is built")
        return CLEAN
    inputs = "" if change else inputs_digest(archive.root, out, base_url)
    if inputs and (stands := _standing(archive, arguments, inputs)):
        _tell(stands.problems)
        answer(f"nothing has changed since the last build: the site is in {out}")
        _pack(archive, out, arguments.packs)
        return CLEAN
    # Here, because it imports everything, and nothing of that is needed where nothing has changed.
    from sysbench_archive.build.engine import connect
    from sysbench_archive.build.made_from import made_from
    from sysbench_archive.build.pipeline import Build, build

    engine = arguments.engine
    # The cluster at an address, or the processors of this machine.
    executors = connect(engine, archive.cache, collect_seldom) if engine else workers()
    with store_of(archive, cached=not arguments.no_cache) as store, executors as executor:
        job = Build(
            archive=archive,
            out=out,
            base_url=base_url,
            work=Work(store, executor, today()),
            say=say,
            change=change,
            inputs=inputs,
            made_from=made_from(archive.root),
            release=executor.shutdown,
        )
        complete = build(job)
    _tell(job.problems)
    if complete:
        answer(f"the site is in {out}; `make serve` shows it")
        _pack(archive, out, arguments.packs)
    return CLEAN if complete else PROBLEMS


def _pack(archive: Archive, public: Path, out: Path | None) -> None:
    if out:
        from sysbench_archive.build.packs import write_packs

        packed = write_packs(archive.derived, public, out)
        answer(
            f"{packed.pages:,} pages of runs are packed in {out}: {packed.files:,} files, packs of"
            f" {packed.pack_bytes:,} bytes"
        )


def _change_since(archive: Archive, base: str) -> Change | None:
    """What a preview is about; None where any page may differ."""
    from sysbench_archive.build.preview import change_since

    change = change_since(archive.root, base)
    if change.program:
        say(f"{change.program[0]} has changed, and any page may depend on it: everything is built")
        return None
    return change


def _standing(archive: Archive, arguments: Arguments, inputs: str) -> Built | None:
    """What the last build made, where this one would make the same."""
    last = last_built(archive.derived)
    same = last is not None and last.inputs == inputs and not arguments.no_cache
    if last and same and last.outputs == outputs_digest(arguments.out):
        return last
    if arguments.no_cache or (same and arguments.out.is_dir()):
        # Somebody changed what is published, or says that it is not what it should be.
        take_manifest(archive.derived)
    return None


def _tell(problems: Sequence[Problem]) -> None:
    if problems:
        say(as_text(problems))


def _refuse_placeholders(archive: Archive, base: str | None) -> None:
    if base is not None:
        raise UsageError("a preview has a part of the archive: it is never published")
    if faults := publication_faults(archive.root):
        raise UsageError("\n".join(faults))
