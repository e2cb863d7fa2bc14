"""Declare version 1.0 of the archive: `make declare`.

Every row of the record is permanent from then on, and so is each that is added. Files say so:
`declare.toml` has their passages before and after. Nothing is written where something is not
committed, an address is a placeholder, `check` finds an error, or a passage is not what it was.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.git import changed_paths
from sysbench_archive.build.recording import Reading
from sysbench_archive.build.site_settings import publication_faults
from sysbench_archive.commands.checkout import archive_here, store_of, today, workers
from sysbench_archive.commands.console import answer, as_text
from sysbench_archive.commands.record import record
from sysbench_archive.problems import UsageError, got_expected, has_errors

BEFORE = "1.0.0-dev0"
PASSAGES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["passage"]


def refusals(archive: Archive) -> list[str]:
    """Why version 1.0 cannot be declared here."""
    project = tomllib.loads((archive.root / "pyproject.toml").read_text(encoding="utf-8"))
    if (version := project["project"]["version"]) != BEFORE:
        return [f"version {version} is declared already"]
    changed = changed_paths(archive.root, "HEAD")
    found = [f"{len(changed)} files are not committed, such as {changed[0]}"] if changed else []
    found += publication_faults(archive.root)
    for passage in PASSAGES:
        text = (archive.root / passage["path"]).read_text(encoding="utf-8")
        count, wanted = text.count(passage["before"].strip("\n")), passage.get("times", 1)
        if count != wanted:
            named = passage["before"].strip().splitlines()[0]
            found.append(got_expected(f"{passage['path']} says {named!r} otherwise", count, wanted))
    return found


def declare(archive: Archive) -> list[str]:
    """Declare version 1.0 in a checkout: the files of the record that changed."""
    with store_of(archive) as store, workers() as executor:
        problems = check_archive(archive, store, today(), executor, base="HEAD")
        if has_errors(problems):
            raise UsageError(as_text(problems))
        for passage in PASSAGES:
            path = archive.root / passage["path"]
            after = passage["after"].strip("\n").replace("{day}", today().isoformat())
            text = path.read_text(encoding="utf-8").replace(passage["before"].strip("\n"), after)
            path.write_text(text, encoding="utf-8")
        reading = Reading(standing="permanent")
        changed, problems = record(
            archive, (), store, today=today(), executor=executor, reading=reading
        )
    if has_errors(problems):
        raise UsageError(f"{as_text(problems)}\n  hint: git restore . undoes what was written")
    return changed


if __name__ == "__main__":
    here = archive_here()
    if faults := refusals(here):
        sys.exit("\n".join(faults))
    try:
        written = declare(here)
    except UsageError as error:
        sys.exit(str(error))
    answer(f"{len(written)} files of the record are permanent, and {len(PASSAGES)} passages say so")
    answer('look at `git diff`, then: git commit --all --message "Declare version 1.0"')
