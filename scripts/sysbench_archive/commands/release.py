"""`release`: write a dated snapshot of the archive, in files that outlive the site.

It holds what is authored (bundles, the publication record, superseded bytes, curated comparisons,
schemas), the downloads made of it, and the documents of the API with every contrast and verdict of
its day; `release.json` says which commit, program and methodology made it, `datacite.json` says so
to catalogues, and `SHA256SUMS` covers every file. It carries what the site is built with as well.
The same commit and the same day give the same bytes, on a platform as `release.json` names it.
"""

from __future__ import annotations

import json
import platform
import shutil
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from sysbench_archive.build.archive import Archive, read_records
from sysbench_archive.build.git import answered
from sysbench_archive.build.made_from import made_from, not_as_committed
from sysbench_archive.build.pipeline import Build, publish_all
from sysbench_archive.bundle.files import content_hash, directory_hash, directory_swhid
from sysbench_archive.commands.checkout import archive_here, work_on
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text, say
from sysbench_archive.commands.program_files import write_program_files
from sysbench_archive.problems import UsageError
from sysbench_archive.publish.datacite import DATACITE, DESCRIPTION, datacite_record
from sysbench_archive.publish.downloads import FOLDER
from sysbench_archive.publish.snapshot import (
    ABOUT,
    SUMS,
    checksums,
    files_below,
    sha256,
    write_tar,
)
from sysbench_archive.verdicts.policy import VERSION

DATA = "data"
BESIDE_DATA = ("content/comparisons", "schema", "CITATION.cff", "LICENSE", "LICENSE-DATA.md")
"""What the data archive holds besides all of `data/` that is authored; folders whole."""


def origin_of(archive: Archive) -> dict[str, str]:
    """The commit and the program of a checkout. UsageError where the commit is not all of it."""
    commit = answered(archive.root, "rev-parse", "HEAD").decode().strip()
    if changed := not_as_committed(archive.root, commit):
        named = ", ".join(changed[:3])
        raise UsageError(
            f"{len(changed)} files are not as commit {commit[:12]} has them, such as {named}"
            "\n  hint: commit them, or cut the snapshot in a fresh clone"
        )
    project = tomllib.loads((archive.root / "pyproject.toml").read_text(encoding="utf-8"))
    return {"commit": commit, "program_version": project["project"]["version"]}


def platform_here() -> dict[str, str]:
    """What the packages that a snapshot carries run on."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"system": f"{platform.system()} {platform.machine()}", "python": python}


def release(
    archive: Archive,
    job: Build,
    day: date,
    out: Path,
    origin: Mapping[str, Any],
    *,
    with_program: bool = True,
) -> list[str]:
    """Write a snapshot into an empty folder: the names of its files, or [] with `job.problems`.

    `origin` is the commit and the version of the program that it is made from.
    """
    if out.exists() and any(out.iterdir()):
        raise UsageError(f"{out} is not empty")
    _refuse_later_rows(archive, day)
    if publish_all(job) is None:
        return []
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted((archive.derived / f"static{FOLDER}").iterdir()):
        shutil.copyfile(path, out / path.name)
    name = f"sysbench-archive-{day.isoformat()}"
    target = out / f"{name}.tar.gz"
    data = files_below(archive.root, authored(archive), name)
    inside = {target.name: write_tar(target, data, day)}
    documents = out / f"{name}-api.tar.gz"
    published = files_below(archive.derived / "static", ["api"], documents.name.partition(".")[0])
    inside[documents.name] = write_tar(documents, published, day)
    if with_program:
        held = [path.removeprefix(f"{name}/") for path in data]
        inside |= write_program_files(archive.root, out, name, day, held)
        origin = {**origin, "platform": platform_here()}
    about = _snapshot_document(archive, day, out, inside) | {
        **origin,
        "methodology_version": VERSION,
        "api_version": 1,
    }
    stated = archive.settings
    record = datacite_record(
        json.loads((archive.root / DESCRIPTION).read_bytes()),
        about,
        base=stated.permanent_base,
        repository=stated.repository,
        doi=stated.doi,
    )
    (out / DATACITE).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    (out / ABOUT).write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    (out / SUMS).write_text(checksums(out.iterdir()), encoding="ascii")
    return sorted(path.name for path in out.iterdir())


def authored(archive: Archive) -> list[str]:
    """The folders and files that the data archive holds."""
    inside = sorted(path for path in (archive.root / DATA).iterdir() if path != archive.derived)
    return [*(f"{DATA}/{path.name}" for path in inside), *BESIDE_DATA]


def _refuse_later_rows(archive: Archive, day: date) -> None:
    """A snapshot of a day must not hold what was published after it."""
    records, _ = read_records(archive)
    late = [name for name, rows in records.items() if rows[-1].date > day.isoformat()]
    if late:
        named = ", ".join(late[:3])
        raise UsageError(f"{len(late)} bundles were published after {day}, such as {named}")


def _snapshot_document(
    archive: Archive, day: date, out: Path, inside: dict[str, str]
) -> dict[str, Any]:
    """What the snapshot is; `inside` has the SHA-256 of an archive before it was compressed."""
    index = archive.derived / "static" / "api" / "v1" / "index.json"
    files = [
        {"name": path.name, "bytes": path.stat().st_size, "sha256": sha256(path)}
        | ({"uncompressed_sha256": inside[path.name]} if path.name in inside else {})
        for path in sorted(out.iterdir())
    ]
    return {
        "title": "Sysbench Archive",
        "date": day.isoformat(),
        "counts": json.loads(index.read_bytes())["counts"],
        "results_swhid": results_swhid(archive.results),
        "files": files,
    }


def results_swhid(results: Path) -> str:
    """The SWHID of `data/results`, which git shows with `git rev-parse HEAD:data/results`."""
    hashed = (
        (path.relative_to(results).as_posix(), content_hash(path.read_bytes()))
        for path in sorted(results.rglob("*"))
        if path.is_file()
    )
    return directory_swhid(directory_hash(hashed))


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    archive = archive_here()
    origin = origin_of(archive)
    with work_on(archive) as work:
        job = Build(archive, arguments.out, "/", work, say, made_from=made_from(archive.root))
        names = release(archive, job, arguments.date, arguments.out, origin)
    if job.problems:
        say(as_text(job.problems))
    if names:
        answer(f"{arguments.out} holds {', '.join(names)}")
    return CLEAN if names else PROBLEMS
