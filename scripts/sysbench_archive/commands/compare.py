"""`compare`: what two bundles, or logs of two servers, say of each other, without the archive.

The first is the baseline. Logs name no server and no machine, so that what they leave out is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec.structs import replace

from sysbench_archive.bundle.files import write_files
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.commands.checkout import today
from sysbench_archive.commands.console import (
    CLEAN,
    PROBLEMS,
    SLOWER,
    Arguments,
    answer,
    as_text,
    made_by,
    say,
)
from sysbench_archive.comparability.fields import UNKNOWN
from sysbench_archive.derive.results import result_record
from sysbench_archive.intake.draft import stand_in_bundle
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.problems import UsageError, has_errors
from sysbench_archive.review.answer import Answer, answer_of
from sysbench_archive.review.answer_pages import html_of, markdown_of
from sysbench_archive.review.beside import beside

FORMATS: Mapping[str, Callable[[Answer], str]] = {
    "text": Answer.compared_text,
    "json": lambda found: msgspec.json.format(
        msgspec.json.encode({"comparisons": found.comparisons}), indent=2
    ).decode(),
    "markdown": lambda found: markdown_of(found, made_by()),
    "html": lambda found: html_of(found, made_by()),
}


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    paths: list[Path] = arguments.sides
    if len(paths) > 2:
        raise UsageError(f"two sides at most (got {len(paths)})")
    results = [_result_at(path) for path in paths]
    read = [result for result in results if result]
    if len(read) < len(paths):
        return PROBLEMS
    found = answer_of(
        beside(*read, one_host=arguments.same_host) if len(read) > 1 else read,
        ", against ".join(result.title for result in reversed(read)),
    )
    alone = len(paths) == 1 and arguments.fail_slower is None
    if not found.comparisons and not (alone and found.figures):
        what = "no complete run" if alone else "nothing that two servers ran to the end"
        raise UsageError(f"{what}\n  hint: name a second bundle or log: compare A B")
    answer(FORMATS[arguments.format](found).rstrip("\n"))
    if arguments.fail_slower is None:
        return CLEAN
    for each in (slower := found.slower_by(arguments.fail_slower)):
        say(f"slower: {each}")
    if not found.is_told:
        say("nothing can be told, so that --fail-slower finds nothing")
    return SLOWER if slower else CLEAN


def _result_at(path: Path) -> ResultRecord | None:
    """The record of a bundle or of logs; None where it was said what is wrong with it."""
    if (path / "bundle.yaml").is_file():
        return _loaded(path)
    if not path.exists():
        raise UsageError(f"{path}: not there (expected a bundle's folder, or logs of sysbench)")
    files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
    logs = {str(file): file.read_bytes() for file in files}
    made = stand_in_bundle(logs, today())
    if not made.files:
        raise UsageError(f"no bundle, and no report of sysbench in it (got {path})")
    with TemporaryDirectory() as home:
        write_files(Path(home) / made.bundle, made.files)
        result = _loaded(Path(home) / made.bundle)
    return result and _unnamed(result, path.name)


def _loaded(folder: Path) -> ResultRecord | None:
    loaded = load_bundle(folder, folder.name)
    if loaded.bundle is None or has_errors(loaded.problems):
        say(as_text(list(loaded.problems)))
        return None
    return result_record(loaded.bundle)


def _unnamed(result: ResultRecord, name: str) -> ResultRecord:
    """The record without the server that stood in for the one the logs do not name."""
    servers = [replace(server, label=name) for server in result.servers]
    unknown = {"product": UNKNOWN, "version": UNKNOWN}
    known = result.conditions.servers
    conditions = replace(result.conditions, servers={each: known[each] | unknown for each in known})
    return replace(result, title=name, servers=servers, conditions=conditions)
