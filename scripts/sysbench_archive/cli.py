"""The command line: which verbs there are, and what becomes of errors.

Exit codes: 0 clean, 1 problems found or a step failed, 2 wrong usage. To add a verb, write its
module in `commands` and add one line here.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from sysbench_archive.capture.stops import InterruptionError
from sysbench_archive.commands import (
    bench,
    build,
    calibrate,
    capture,
    check,
    cite,
    correct,
    explain,
    host_facts,
    import_results,
    intake,
    new,
    parse,
    record,
    release,
    reproduce,
    review,
    submit,
    synthesize,
    verify,
    withdraw,
)
from sysbench_archive.commands.rendering import BuildError
from sysbench_archive.commands.verb import PROBLEMS, USAGE, UsageError, Verb, say

VERBS: dict[str, Verb] = {
    "parse": parse.VERB,
    "check": check.VERB,
    "explain": explain.VERB,
    "capture": capture.VERB,
    "host-facts": host_facts.VERB,
    "reproduce": reproduce.VERB,
    "import": import_results.VERB,
    "new": new.VERB,
    "record": record.VERB,
    "correct": correct.VERB,
    "withdraw": withdraw.VERB,
    "verify": verify.VERB,
    "submit": submit.VERB,
    "review": review.VERB,
    "intake": intake.VERB,
    "calibrate": calibrate.VERB,
    "cite": cite.VERB,
    "build": build.VERB,
    "synthesize": synthesize.VERB,
    "release": release.VERB,
    "bench": bench.VERB,
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sysbench-archive", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, verb in VERBS.items():
        verb.takes(verbs.add_parser(name, help=verb.summary, description=verb.summary))
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Run a verb; the exit code."""
    arguments = _parser().parse_args(words)
    try:
        return VERBS[arguments.verb].run(arguments)
    except (UsageError, FileNotFoundError) as error:
        say(f"sysbench-archive: {error}")
        return USAGE
    except (BuildError, InterruptionError, OSError) as error:
        say(f"sysbench-archive: {error}")
        return PROBLEMS
    except BrokenPipeError:
        return PROBLEMS
