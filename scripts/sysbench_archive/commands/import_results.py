"""`import`: make bundles from a folder of existing output, by a layout.

Output the archive already has is refused. Either all bundles are written or none.
"""

from __future__ import annotations

import csv
import hashlib
import io
import shlex
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from sysbench_archive.bundle.files import PARTIAL, write_files
from sysbench_archive.bundle.formatting import GAP
from sysbench_archive.bundle.references import identifier
from sysbench_archive.bundle.schema import schema_problems
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.commands.checkout import archive_here, archive_or_folder, today
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text, say
from sysbench_archive.importers.guessing import guess_layout
from sysbench_archive.importers.layout import (
    Layout,
    LayoutError,
    build_layout,
    built_in,
    read_layout,
)
from sysbench_archive.importers.proposing import layout_document, layout_text, understood
from sysbench_archive.importers.runs import NO_RESULT, Published, Refusal
from sysbench_archive.importers.sources import Source, SourceError, open_source, with_members
from sysbench_archive.importers.tables import Folders
from sysbench_archive.importers.writing import Imported, ImportOptions, import_all
from sysbench_archive.intake.dropped import bundle_problems
from sysbench_archive.problems import Problem, UsageError, has_errors

FILES_PER_MESSAGE = 250
MAX_SHOWN = 3


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    if arguments.guess:
        return _guess(arguments)
    if arguments.layout is None:
        raise UsageError(
            f"no LAYOUT: name one of {', '.join(built_in())}, or let `import --guess"
            f" {arguments.folder}` propose one"
        )
    try:
        layout = read_layout(arguments.layout, arguments.facts)
        source = with_members(_source(arguments), layout.reads_archive)
    except (LayoutError, SourceError) as error:
        raise UsageError(str(error)) from None
    _refuse_unlinkable(source, layout, arguments)
    out = arguments.out or archive_here().results
    day = (arguments.day or today()).isoformat()
    imported = import_all(
        source,
        layout,
        ImportOptions(
            day,
            arguments.copy,
            arguments.name,
            _repeatable(arguments, source),
            arguments.select,
        ),
        published=_published_lookup(out, source, arguments),
        folders=_folders_here(out, source.repository) if layout.table else {},
        watch=_say_progress,
    )
    faults = schema_faults(imported)
    if faults:
        # Before anything is counted: runs of a bundle that does not fit are no runs yet.
        answer(as_text(faults))
    _print_report(imported, arguments.list)
    if not imported.bundles:
        say(nothing_found(layout, arguments.folder))
        return PROBLEMS
    if faults:
        say("nothing is written: the facts of the layout or of --facts do not fit the schema")
        return PROBLEMS
    if arguments.dry_run:
        bundles = imported.bundles.items()
        problems = sorted(
            p for name, files in bundles for p in bundle_problems(name, files, today())
        )
        answer(as_text(problems))
        return PROBLEMS if has_errors(problems) else CLEAN
    _write_bundles(imported, out, arguments.replace, source.repository)
    return CLEAN


def _source(arguments: Arguments) -> Source:
    try:
        return open_source(arguments.folder, arguments.repository, arguments.commit)
    except SourceError as error:
        raise UsageError(str(error)) from None


def _guess(arguments: Arguments) -> int:
    """Propose a layout, show what it reads, write it."""
    folder: Path = arguments.folder
    named = folder.absolute().name or "results"
    target = Path(arguments.layout or f"{identifier(named) or 'results'}.layout.yaml")
    if target.exists() and not (arguments.replace or arguments.dry_run):
        raise UsageError(f"{target}: is already there; name another file, or add --replace")
    source = _source(arguments)
    select = arguments.select
    root = f"{(source.repository or named).rpartition('/')[2]}/{source.prefix}".rstrip("/")
    guess = guess_layout(
        source, root, lambda path: select is None or fnmatchcase(path, select), _say_progress
    )
    without = len(guess.left.pop(NO_RESULT, ()))
    left = [Refusal(path, reason) for reason, paths in guess.left.items() for path in paths]
    shown = None if arguments.list else 1
    if not guess.proposals:
        files = without + len(left)
        say(f"{folder}: none of {files} files holds a result of MySQL, MariaDB or Percona Server")
        _print_refusals(left, shown)
        return PROBLEMS
    day = (arguments.day or today()).isoformat()
    name = arguments.name or f"{day[:7]}-{identifier(named) or 'results'}"
    document = layout_document(guess, name, named)
    imported = import_all(
        source,
        build_layout(document, target.name),
        ImportOptions(day, select=select),
        published=lambda _digest, _place: None,
        watch=_say_progress,
        written=False,
    )
    for line in understood(guess):
        answer(line)
    # What the layout names it refuses itself.
    matched = set(imported.found.files)
    refused = imported.refused + [one for one in left if one.path not in matched]
    answer(
        f"files with results: {guess.seen}, without reports: {without}; the layout reads"
        f" {sum(imported.runs.values())} runs and leaves out {len(refused)}"
    )
    _print_refusals(refused, shown)
    if not arguments.dry_run:
        target.write_text(layout_text(document, guess), encoding="utf-8")
        answer(f"wrote {target}: look at it, fill in what says `{GAP}`, then")
        answer(f"  sysbench-archive import {shlex.join([str(target), str(folder)])} --dry-run")
    return CLEAN


def schema_faults(imported: Imported) -> list[Problem]:
    """What the schema finds wrong with the bundles that would be written."""
    found: list[Problem] = []
    for name, files in imported.bundles.items():
        document = read_yaml(files["bundle.yaml"], f"{name}/bundle.yaml")
        found += document.problems or schema_problems(document, "bundle-1")
    return sorted(found)


def nothing_found(layout: Layout, folder: Path) -> str:
    """What was looked for, and where such files are."""
    patterns = [entry.path.text for entry in layout.files if not entry.refuse]
    looked = ", ".join(f"`{pattern}`" for pattern in patterns[:MAX_SHOWN])
    return (
        f"no bundle: {layout.name} looks for files whose path below {folder} is like {looked}\n"
        "  hint: name the folder in which such paths begin; it is often one inside the repository;"
        f"\n  `import --guess {folder}` proposes a layout"
    )


def _repeatable(arguments: Arguments, source: Source) -> str:
    """The command for whoever has a clone of the repository, without this machine's paths."""
    if not source.repository:
        return ""
    folder = f"{source.repository.rpartition('/')[2]}/{source.prefix}".rstrip("/")
    words = ["sysbench-archive", "import", _path_here(arguments.layout), folder]
    words += ["--commit", source.commit] if source.commit else []
    given = {"facts": arguments.facts, "name": arguments.name, "select": arguments.select}
    for name, value in given.items():
        words += [f"--{name}", _path_here(str(value))] if value else []
    return shlex.join(words)


def _path_here(text: str) -> str:
    """A path below the checkout as it is there, of another file its name alone."""
    path = Path(text)
    if not path.is_file():
        return text
    root = archive_or_folder().root
    inside = path.absolute().is_relative_to(root)
    return path.absolute().relative_to(root).as_posix() if inside else path.name


def _refuse_unlinkable(source: Source, layout: Layout, arguments: Arguments) -> None:
    """Linked output needs an address; a copy of a repository needs its licence."""
    if not arguments.copy and not (source.repository and source.commit):
        raise UsageError(
            f"{arguments.folder}: no git repository with an address, so nothing can link to its"
            " files; name --repository and --commit, or use --copy for output of your own"
        )
    if arguments.copy and layout.table is not None:
        raise UsageError("a table is linked to, not copied; leave --copy away")
    if arguments.copy and source.git is not None and source.repository and not source.licensed:
        raise UsageError(
            f"{source.repository}: has no licence at its top, so nobody allowed a copy; leave"
            " --copy away to link to the files instead"
        )


def _say_progress(files: int) -> None:
    if files and files % FILES_PER_MESSAGE == 0:
        say(f"{files} files read")


def _published_lookup(out: Path, source: Source, arguments: Arguments) -> Published:
    """Where the archive already has a report; what this import may replace does not count."""
    known: dict[tuple[str, str | None], str] = {}
    for folder in sorted(out.iterdir()) if out.is_dir() else ():
        if not (arguments.replace and _is_imported(folder, source.repository)):
            known.update(_reports_of(folder))
    return lambda digest, place: known.get((digest, str(place))) or known.get((digest, None))


def _folders_here(out: Path, repository: str | None) -> Folders:
    """Folders of the same repository whose output is in the archive, with their queries per second,
    rounded and cut.
    """
    found: dict[str, dict[str, set[int]]] = {}
    for bundle in sorted(out.iterdir()) if out.is_dir() else ():
        for row in _rows_of(bundle) if _is_imported(bundle, repository) else ():
            folder = (row.get("source") or "").rpartition("/")[0].rpartition("/")[2]
            if row.get("qps") and row.get("tps"):
                value = float(row["qps"])
                figures = found.setdefault(folder, {}).setdefault(bundle.name, set())
                figures.update((round(value), int(value)))
    return {
        folder: [(name, frozenset(figures)) for name, figures in bundles.items()]
        for folder, bundles in found.items()
    }


def _rows_of(bundle: Path) -> Iterator[dict[str, str]]:
    table = bundle / "figures.csv"
    if table.is_file():
        text = table.read_text(encoding="utf-8")
        yield from csv.DictReader(io.StringIO(text, newline=""))


def _reports_of(folder: Path) -> Iterator[tuple[tuple[str, str | None], str]]:
    """(SHA-256, place, None for all) and words for it, of every file a bundle rests on."""
    for row in _rows_of(folder):
        _, hash_, place = (row.get("source") or "").rpartition("#")
        key = row.get("sha256") or "", place if hash_ else None
        yield key, f"run {row.get('run')} of {folder.name}"
    for file in sorted((folder / "raw").iterdir()) if (folder / "raw").is_dir() else ():
        yield (hashlib.sha256(file.read_bytes()).hexdigest(), None), f"{file.name} of {folder.name}"


def _is_imported(folder: Path, repository: str | None) -> bool:
    """Whether an import made a bundle out of this repository; None is any plain folder."""
    path = folder / "bundle.yaml"
    if not path.is_file():
        return False
    document = read_yaml(path.read_bytes(), path.name).value
    if not isinstance(document, dict) or "imported" not in document:
        return False
    stated = document.get("source")
    return (stated.get("repository") if isinstance(stated, dict) else None) == repository


def _print_report(imported: Imported, whole: bool) -> None:
    """Every bundle, every reason with its number, and the first files of each, or all."""
    for name, files in imported.bundles.items():
        size = sum(map(len, files.values()))
        answer(f"{name}: {imported.runs[name]} runs, {size} bytes")
    answer(
        f"{len(imported.found.files)} files found, {sum(imported.runs.values())} runs,"
        f" {len(imported.refused)} refused; the layout names none of"
        f" {imported.found.others} other files"
    )
    _print_refusals(imported.refused, None if whole else MAX_SHOWN)


def _print_refusals(refused: Iterable[Refusal], most: int | None) -> None:
    """Every reason up to its colon with its number, those given most often first, and at most so
    many files of each; None is all.
    """
    reasons: dict[str, list[Refusal]] = {}
    for refusal in refused:
        reasons.setdefault(refusal.reason.partition(": ")[0], []).append(refusal)
    for reason, refusals in sorted(reasons.items(), key=lambda pair: -len(pair[1])):
        answer(f"{len(refusals)} refused: {reason}")
        for refusal in refusals[:most]:
            more = refusal.reason.partition(": ")[2]
            answer(f"  {refusal.place}{f' ({more})' if more else ''}")
        if most is not None and len(refusals) > most:
            answer(f"  and {len(refusals) - most} more; --list names them all")


def _write_bundles(imported: Imported, out: Path, replace: bool, repository: str | None) -> None:
    """All bundles or none. A bundle that is there is replaced only where an import made it."""
    # What an import that was ended has written already is as it should be.
    due = {n: files for n, files in imported.bundles.items() if not _holds(out / n, files)}
    taken = [n for n in due if (out / n).exists() and not (
        replace and _is_imported(out / n, repository))]  # fmt: skip
    if taken:
        raise UsageError(
            f"already there: {', '.join(taken)}; --replace writes over what an import made"
        )
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".import-", suffix=PARTIAL) as beside:
        for name, files in due.items():
            write_files(Path(beside) / name, files)
        for name in due:
            if (out / name).exists():
                shutil.rmtree(out / name)
            (Path(beside) / name).rename(out / name)


def _holds(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Whether a folder has these files and no others."""
    there = [path for path in folder.rglob("*") if path.is_file()]
    return len(there) == len(files) and all(
        (folder / path).is_file() and (folder / path).read_bytes() == data
        for path, data in files.items()
    )
