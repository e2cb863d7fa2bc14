"""The fixture folders: where they are, and what is wrong with what stands in them.

`<code>/pass` and `<code>/fail` hold bundles, or a small checkout in `archive/` with an optional
earlier state of its record, or the index of a published one, in `before/`;
`<code>/fail/expected.txt` is every problem's text.
"""

import tempfile
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import cache
from pathlib import Path

from sysbench_archive.build.archive import Archive, read_index, read_records
from sysbench_archive.build.checking import check_archive, check_surveyed, recorded_addresses
from sysbench_archive.build.comparison_records import (
    archive_states,
    read_comparison_records,
)
from sysbench_archive.build.kept_revisions import new_removals
from sysbench_archive.build.places import Place
from sysbench_archive.build.recording import stated_now
from sysbench_archive.build.replay import Replay
from sysbench_archive.build.store import Store, Work
from sysbench_archive.build.survey import survey_all, survey_archive
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.ledger.agreement import history_problems, published_problems
from sysbench_archive.ledger.comparisons import (
    recorded_bundles,
    rewritten_problems,
    unrecorded_problems,
)
from sysbench_archive.problems import Problem
from sysbench_archive.rules.catalogue import check_bundle

FOLDER = Path(__file__).parent
TODAY = date(2026, 1, 31)


def codes() -> list[str]:
    return sorted(p.name for p in FOLDER.iterdir() if p.is_dir() and p.name != "__pycache__")


@cache
def problems_of(folder: Path) -> list[Problem]:
    """What is wrong with what stands in a fixture, which no test changes."""
    if (folder / "archive").is_dir():
        return problems_of_archive(folder)
    folders = sorted(entry for entry in folder.iterdir() if entry.is_dir())
    return sorted(problem for entry in folders for problem in problems_of_bundle(entry))


def problems_of_bundle(folder: Path) -> list[Problem]:
    loaded = load_bundle(folder, folder.name)
    found = check_bundle(loaded.bundle, TODAY) if loaded.bundle else []
    return sorted([*loaded.problems, *found])


def problems_of_archive(folder: Path) -> list[Problem]:
    archive = Archive(folder / "archive")
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(1) as workers:
        found = check_archive(archive, Work(Store(Path(cache)), workers, TODAY))
    if (folder / "before").is_dir():
        earlier, now = read_records(Archive(folder / "before"))[0], read_records(archive)[0]
        found += history_problems(earlier, now)
        found += comparison_problems(Archive(folder / "before"), archive)
        found += new_removals(archive, lambda name: _bytes_of(folder / "before" / name))
        found += (
            replayed(Archive(folder / "before"), archive) if "record-" in folder.parts[-2] else ()
        )
    if (index := folder / "before" / "addresses.json").is_file():
        records, answering = read_records(archive)[0], recorded_addresses(archive)
        found += published_problems(read_index(index), answering, records)
    return sorted(found)


def comparison_problems(earlier: Archive, now: Archive) -> list[Problem]:
    """What is wrong with the record of comparisons, where a fixture is about it."""
    before, after = read_comparison_records(earlier)[0], read_comparison_records(now)[0]
    if not before:
        return []
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(1) as workers:
        work = Work(Store(Path(cache)), workers, TODAY)
        places = [Place(bundle, now.label(bundle)) for bundle in now.bundles()]
        surveys = list(survey_all(places, work))
        checked = check_surveyed(now, surveys, work.store)
        states = archive_states(surveys, checked.curated, checked.records, work.store)
    return [
        *rewritten_problems(before, after),
        *unrecorded_problems(after, states.values(), recorded_bundles(checked.records)),
    ]


def replayed(earlier: Archive, now: Archive) -> list[Problem]:
    """What of a record is not what the program would have written behind an earlier one."""
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(1) as workers:
        work = Work(Store(Path(cache)), workers, TODAY)
        surveys = survey_archive(now, work)
        checked = check_surveyed(now, surveys, work.store)
        said = stated_now(now, surveys, checked.curated, checked.records, work.store)
        return list(Replay(now, earlier, surveys, checked.sources, said, TODAY).problems())


def _bytes_of(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def text_of(problems: list[Problem]) -> str:
    return "".join(f"{problem.text()}\n" for problem in problems)
