"""The stages of a build: check and derive, publish, draw charts and pictures, run Hugo."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.checking import check_surveyed
from sysbench_archive.build.preview import Change, part_of
from sysbench_archive.build.program import source_digest
from sysbench_archive.build.render import (
    draw_charts,
    draw_pictures,
    render_all,
    render_changed,
    restore,
)
from sysbench_archive.build.store import (
    NAME,
    Built,
    Manifest,
    Work,
    put_built,
    site_digest,
    take_manifest,
)
from sysbench_archive.build.survey import Survey, survey_archive
from sysbench_archive.build.unchanged import outputs_digest
from sysbench_archive.build.write_archive import Published, publish
from sysbench_archive.bundle.files import replace_file
from sysbench_archive.pages.settings import ADDRESSES_FILE
from sysbench_archive.problems import Problem, UsageError, has_errors
from sysbench_archive.publish.api import NOT_KNOWN, ApiBuild

Say = Callable[[str], None]


@dataclass(slots=True)
class Build:
    """A build's settings, and what it learnt.

    With a `change`, only what it is about is published and rendered: a preview. `inputs` is the
    digest of what the site is made from, taken before; without it the next build looks at all.

    `release` is called once the workers have done their part, so that they hold no memory while
    Hugo takes its own.
    """

    archive: Archive
    out: Path
    base_url: str
    work: Work
    say: Say
    release: Callable[[], None] = lambda: None
    change: Change | None = None
    inputs: str = ""
    made_from: ApiBuild = NOT_KNOWN
    last: Manifest = field(default_factory=Manifest)
    problems: list[Problem] = field(default_factory=list)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage and say when it is done."""
        started = time.perf_counter()
        yield
        self.say(f"{name}: {time.perf_counter() - started:.1f} s")


def build(job: Build) -> bool:
    """Build the site; False, with `problems` filled, where the archive has errors.

    Raises UsageError where the folder to publish is no folder of a site.
    """
    restore(job.out)
    _refuse_other_folders(job.out)
    published = publish_all(job)
    if published is None:
        return False
    job.release()
    with job.stage("charts"):
        draw_charts(job.archive)
    with job.stage("pictures"):
        draw_pictures(job.archive)
    with job.stage("Hugo"):
        # Words, rules and the like come from the program and stand on pages of any record.
        # Every page of a preview says that it is one.
        about = job.change.commit if job.change else ""
        site = site_digest(job.archive.root, job.base_url, source_digest(), about)
        out = str(job.out.absolute())
        same = (job.last.site, job.last.out) == (site, out)
        linked = ADDRESSES_FILE in published.changed
        whole = published.removed or linked or not same
        changed = set() if whole else published.changed
        manifest = Manifest(site, out, published.steps, published.shares).encoded()
        # At 100,000 runs the digests of all files take 360 MiB as objects, which Hugo can use.
        del published
        _render(job, changed, whole=whole)
    # Everything it names is complete.
    replace_file(job.archive.derived / NAME, manifest)
    if job.inputs:
        built = Built(inputs=job.inputs, outputs=outputs_digest(job.out), problems=job.problems)
        put_built(job.archive.derived, built)
    return True


def _refuse_other_folders(out: Path) -> None:
    """What is published replaces the folder, so it may hold nothing but a site."""
    if out.is_dir() and not (out / "addresses.json").is_file() and any(out.iterdir()):
        raise UsageError(f"{out} holds something else than a built site; name an empty folder")
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is no folder; name an empty one, or one that does not exist")


def publish_all(job: Build) -> Published | None:
    """Everything before drawing: check, derive, write; None where the archive has errors.

    Until a manifest is saved again, the next build starts from nothing.
    """
    with job.stage("load, check, derive"):
        checked = check_surveyed(job.archive, _survey(job), job.work.store)
    job.problems = list(checked.problems)
    if has_errors(job.problems):
        return None
    job.last = take_manifest(job.archive.derived)
    with job.stage("publish"):
        if job.change:
            checked = part_of(checked, job.change)
        return publish(job.archive, checked, job.work, last=job.last, made_from=job.made_from)


def _survey(job: Build) -> list[Survey]:
    def told(count: int) -> None:
        if count % 500 == 0:
            job.say(f"  {count} bundles")

    return survey_archive(job.archive, job.work, told=told)


def _render(job: Build, changed: set[str], *, whole: bool) -> None:
    where = job.archive, job.out, job.base_url
    if whole or not (job.out / "index.html").is_file():
        render_all(*where)
    else:
        render_changed(*where, changed)
