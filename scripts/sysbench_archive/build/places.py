"""Bundles by their folders: which a path names, and what is wrong with each by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from sysbench_archive.build.archive import Archive, bundle_folders
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.bundle.load import assemble
from sysbench_archive.problems import Problem, UsageError
from sysbench_archive.rules.catalogue import check_bundle


@dataclass(frozen=True, slots=True)
class Place:
    """A bundle's folder and how messages name it."""

    folder: Path
    label: str


def places_at(archive: Archive, path: Path) -> Iterator[Place]:
    """The bundles that a path names; UsageError where it names none."""
    if not path.is_dir():
        raise UsageError(f"{path} is not a folder; name a bundle's folder, or one that holds some")
    looks_like_one = any((path / name).exists() for name in ("bundle.yaml", "raw", "config"))
    folders = [path] if looks_like_one else bundle_folders(path)
    if not folders:
        raise UsageError(f"{path} holds no bundle")
    for folder in folders:
        yield Place(folder.absolute(), archive.label(folder))


def check_paths(
    archive: Archive, paths: Sequence[Path], today: date, workers: Callable[[], Executor]
) -> list[Problem]:
    """Every problem of some bundles: folders of bundles, or folders that hold such folders."""
    places = [place for path in paths for place in places_at(archive, path)]
    check = partial(_problems_of, today=today)
    # Workers take longer to start than one bundle takes.
    if len(places) == 1:
        return sorted(set(check(places[0])))
    with workers() as executor:
        return sorted(
            {p for problems in executor.map(check, places, chunksize=4) for p in problems}
        )


def _problems_of(place: Place, today: date) -> list[Problem]:
    loaded = assemble(place.folder.name, place.label, read_folder(place.folder, place.label))
    return [*loaded.problems, *(check_bundle(loaded.bundle, today) if loaded.bundle else ())]
