"""The arguments of every command: a function for each, named as its module.

Apart from what the commands do, so that `--help` and a wrong word are answered without importing
that. What needs more than a type to be read is text here, and its command reads it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sysbench_archive.commands.console import FORMATS
from sysbench_archive.metrics import METRICS


def _day(text: str) -> date:
    """The day of an option. Raises ArgumentTypeError for what is no YYYY-MM-DD."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a day, as in 2026-11-21")
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error}") from error


def _share_of(text: str) -> float:
    number = float(text.removesuffix("%"))
    if not 0 <= number < 100:
        raise argparse.ArgumentTypeError(f"not a percentage from 0 to 100 (got {text})")
    return number / 100


Parser = argparse.ArgumentParser
Switch = tuple[str, str]
Option = tuple[str, Callable[[str], Any], Any, str]
"""(option, type, default, help); a default that is text is read as well."""
_ENCRYPTION: tuple[Option, ...] = (
    ("ssl-mode", str, None, "disabled, preferred, required, verify-ca or verify-identity"),
    ("ssl-ca", str, None, "certificate of who signed the server's"),
    ("ssl-cert", str, None, "certificate of the client"),
    ("ssl-key", str, None, "its key"),
)
"""Those of an encrypted connection, for every command that opens one."""
_CAPTURE: tuple[Option, ...] = (
    ("socket", str, None, "socket of the server"),
    ("host", str, None, "host of the server, without a socket"),
    ("port", int, None, "its port (default: 3306)"),
    ("user", str, None, "account (default: root)"),
    ("database", str, "sbtest", "database to use; must be empty or absent (default: sbtest)"),
    *_ENCRYPTION,
    ("defaults-file", Path, None, "option file with account, password and place of the server"),
    ("campaign", Path, None, "campaign.yaml: several servers, in place of the options below"),
    ("workloads", str, "oltp_read_only", "tests, `connect` or scripts, with commas"),
    ("threads", str, "1", "thread counts, with commas"),
    ("repetitions", int, 3, "runs of each workload and thread count (default: 3)"),
    ("seconds", int, 30, "length of a run (default: 30)"),
    ("count", str, None, "`instructions`: count them, in place of throughput"),
    ("events", int, 0, "events of each count (default: by workload, 40 to 1000)"),
    ("program", str, None, "the server's command line, which capture starts in the foreground"),
    ("warmup", int, 10, "seconds of warm-up after a load or a start (default: 10)"),
    ("slices", int, 0, "length of slices of servers that run side by side, in seconds"),
    ("rounds", int, 20, "rounds of slices in each repetition (default: 20)"),
    ("load", str, "visit", "visit: tables are loaded anew for each block (default); or once"),
    ("client-cpus", str, None, "processors sysbench may run on, such as 2-3"),
    ("until-resolved", float, 0, "percent: add blocks until all contrasts are signed or within"),
    ("at-most", str, 0, "with --until-resolved: the longest it may take, as 40m or 2h"),
    ("settle", int, 10, "longest wait for purge and flushing, in seconds (default: 10)"),
    ("prepare-with", str, (), "script that loads its tables, and options, in quotes"),
    ("rate-sweep", str, (), "latency at these percent of the capacity, or at `all`"),
    ("tables", int, 4, "tables (default: 4)"),
    ("table-size", int, 100_000, "rows of each (default: 100000)"),
    ("seed", int, f"{datetime.now(tz=UTC):%Y%m%d}", "seed of the order of runs (default: the day)"),
    ("variant", str, None, "label of a deliberate deviation of the server"),
    ("fork", str, None, "what the server is, where it is a fork or a service of the product"),
    ("regime", str, None, "defaults or pinned, where the server's options do not show it"),
    ("placement", str, None, "same-host or other-host, where it is not seen"),
    ("site", str, None, "address or folder of a built site: its nearest machines, at the end"),
    ("link", str, None, "network between client and server"),
    ("host-facts", Path, None, "what `sysbench-archive host-facts` printed on the server's host"),
    ("title", str, "", "title of the bundle"),
    ("submitter", str, None, "who submits the bundle (default: asked, or a placeholder)"),
    ("disclosure", str, None, "what could colour the result (default: asked, or none)"),
    ("license", str, "CC0-1.0", "licence of the data (default: CC0-1.0)"),
    ("out", Path, None, "folder of the bundle; the bundle's id, or a folder to put it into"),
)
_CAPTURE_SWITCHES = (
    ("dry-run", "measure nothing: print the plan, and what this machine can show"),
    ("ask-password", "ask for the password"),
    ("yes", "ask nothing: begin, and clean up at the end"),
)
_OF_QUICK = frozenset(
    ("user", "defaults-file", "tables", "table-size", "seed", "title", "submitter", "disclosure",
     "license", "site")
)  # fmt: skip
_OF_REPRODUCE = frozenset(
    ("user", "database", "warmup", "settle", "seed", "placement", "link", "host-facts", "title",
     "submitter", "disclosure", "license", "out")
)  # fmt: skip
_REPRODUCE: tuple[Option, ...] = (
    ("site", str, None, "address or folder of a built site; without it this checkout is asked"),
    ("panel", str, None, "which panel of a comparison that has several"),
    ("servers", Path, None, "file with `servers`, as in campaign.yaml; `stands_for` names a side"),
    ("defaults-file", Path, None, "option file with account and password"),
    ("workload", str, None, "sysbench's name of a test, or a script, in place of theirs"),
    ("threads", str, None, "thread counts, with commas, in place of the published ones"),
    ("repetitions", int, None, "runs of each cell (default: as published, at least 3)"),
    ("seconds", int, None, "length of a run, in place of the published one"),
    ("tables", int, None, "tables, in place of the published number"),
    ("table-size", int, None, "rows of each, in place of the published number"),
)
_IMPORT: tuple[Option, ...] = (
    ("out", Path, None, "folder to put bundles into (default: data/results of the archive)"),
    ("facts", Path, None, "what the names do not say: hosts, source, labels; laid over the layout"),
    ("repository", str, None, "address of the repository, where git does not know it"),
    ("commit", str, None, "commit, where it is not the one that is checked out"),
    ("name", str, None, "the field {name} of the layout"),
    ("select", str, None, "import only paths that match this shell pattern"),
    ("day", _day, None, "day of submission, YYYY-MM-DD (default: today)"),
)
_IMPORT_SWITCHES = (
    ("copy", "keep a copy of the output in the bundles: for output you may give away"),
    ("replace", "write over bundles that an earlier import made"),
    ("list", "name every file that was refused"),
    ("dry-run", "write nothing; report everything, and what `check` would find"),
    ("guess", "propose a layout for DIR and write it to LAYOUT (default: beside you, by its name)"),
)


class Question(NamedTuple):
    """An option of `new` that is asked for where it is not given."""

    option: str
    asked: str
    otherwise: str
    expected: str


QUESTIONS = (
    Question("title", "title of the bundle", "", "a line of text"),
    Question("author", "author of the publication", "", "a line of text"),
    Question("url", "its address", "", "http(s)://…"),
    Question("published", "when it was published", "", "yyyy, yyyy-mm or a day"),
    Question("retrieved", "when you read it", "", "yyyy-mm-dd"),
    Question(
        "evidence", "published-table or published-text", "published-table",
        "published-table or published-text; for output use `capture` or `import`",
    ),
    Question(
        "servers", "products and versions, with commas, as mysql 5.7.11, mariadb 10.11.6", "",
        "a product (mysql, mariadb, percona-server) and its version, each once",
    ),
    Question("workloads", "workloads, with commas", "", "names, each once"),
    Question("threads", "thread counts, with commas", "1", "numbers"),
    Question("metrics", "what the figures are, with commas", "tps", f"of {', '.join(METRICS)}"),
    Question("submitter", "who submits it", "", "a line of text"),
    Question("disclosure", "your interest in the result", "none", "a line"),
)  # fmt: skip


def _add(parser: Parser, options: Iterable[Option], switches: Iterable[Switch] = ()) -> None:
    for name, kind, default, text in options:
        parser.add_argument(f"--{name}", type=kind, default=default, help=text)
    for name, text in switches:
        parser.add_argument(f"--{name}", action="store_true", help=text)


def _of_capture(names: frozenset[str]) -> list[Option]:
    return [option for option in _CAPTURE if option[0] in names or option in _ENCRYPTION]


def parse(parser: Parser) -> None:
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="sysbench output, also packed; - is standard input"
    )


def check(parser: Parser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="bundles; all if none")
    parser.add_argument(
        "--format", choices=sorted(FORMATS), default="text", help="how to show them"
    )
    parser.add_argument("--base", metavar="REF", help="also check what changed since a commit")
    parser.add_argument(
        "--published", metavar="FILE", type=Path, help="also check what a site's addresses.json had"
    )
    parser.add_argument("--fix", action="store_true", help="first correct what is only form")


def explain(parser: Parser) -> None:
    parser.add_argument("code", metavar="CODE", help="code of a rule")


def quick(parser: Parser) -> None:
    said = "socket, or host:port, of a server to measure; several: the first is the baseline"
    parser.add_argument(
        "--server", "--socket", dest="places", metavar="PLACE", action="append", help=said
    )
    _add(parser, _of_capture(_OF_QUICK))
    said = "database to use; must be empty or absent (default: sysbench_quick)"
    parser.add_argument("--database", default="sysbench_quick", help=said)
    said = "length of a run (default: what fits into the minutes)"
    parser.add_argument("--seconds", "--time", type=int, default=0, help=said)
    said = "folder to put the bundle and its reports into (default: sysbench-quick)"
    parser.add_argument("--out", type=Path, default=None, help=said)
    parser.add_argument("--ask-password", action="store_true", help="ask for the password")
    parser.add_argument("--yes", action="store_true", help="ask nothing: begin")
    parser.set_defaults(socket=None, host=None, port=None, host_facts=None)


def capture(parser: Parser) -> None:
    _add(parser, _CAPTURE, _CAPTURE_SWITCHES)


def host_facts(parser: Parser) -> None:
    parser.add_argument("--data-directory", type=Path, help="where the server keeps its data")


def compare(parser: Parser) -> None:
    said = "folder of a bundle or of logs, or a log; one bundle alone where it has several servers"
    parser.add_argument("sides", metavar="SIDE", nargs="+", type=Path, help=said)
    formats, shown = ("html", "json", "markdown", "text"), "how to show it (default: text)"
    parser.add_argument("--format", choices=formats, default="text", help=shown)
    same = "both sides ran on one machine: what nobody recorded of it is the same"
    parser.add_argument("--same-host", action="store_true", help=same)
    slower = "exit with 3 where B is told to be slower than A, and by more than so many percent"
    parser.add_argument("--fail-slower", type=_share_of, metavar="PERCENT", help=slower)


def reproduce(parser: Parser) -> None:
    said = "slug of a comparison, or two runs as BUNDLE/RUN; their paths or addresses"
    parser.add_argument("comparison", nargs="+", metavar="COMPARISON", help=said)
    side = (
        "a server: baseline or candidate, or a published server's id, and its socket or HOST:PORT"
    )
    parser.add_argument("--server", action="append", default=[], metavar="SIDE=PLACE", help=side)
    _add(parser, [*_REPRODUCE, *_of_capture(_OF_REPRODUCE)])
    parser.add_argument("--ask-password", action="store_true", help="ask for the password")
    parser.add_argument("--yes", action="store_true", help="ask nothing: begin, and clean up")
    # The servers are named by side; access is shared with `capture`, which has these as options.
    parser.set_defaults(socket=None, host=None, port=None)


def import_results(parser: Parser) -> None:
    layouts = Path(__file__).parents[1] / "importers" / "layouts"
    names = ", ".join(sorted(path.stem for path in layouts.iterdir()))
    parser.add_argument(
        "layout", metavar="LAYOUT", nargs="?", help=f"{names}, or a template file of your own"
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="a folder, or a git repository")
    _add(parser, _IMPORT, _IMPORT_SWITCHES)


def new(parser: Parser) -> None:
    for question in QUESTIONS:
        said = f"{question.asked} ({question.expected})".replace("%", "%%")
        parser.add_argument(f"--{question.option}", help=said)
    parser.add_argument("--source-title", help="title of the publication")
    parser.add_argument("--license", default="CC0-1.0", help="licence of the data")
    parser.add_argument("--id", help="name of the bundle: yyyy-mm-slug")
    parser.add_argument("--yes", action="store_true", help="ask nothing")


def record(parser: Parser) -> None:
    parser.add_argument("bundles", metavar="BUNDLE", nargs="*", help="bundle ids; all if none")
    parser.add_argument("--reason", default="", help="why published output is read differently")
    parser.add_argument(
        "--before",
        type=Path,
        metavar="SITE",
        help="with --reason: a site the earlier program built",
    )
    parser.add_argument("--base", metavar="REF", help="the commit that counts as published")
    parser.add_argument(
        "--published",
        type=Path,
        metavar="FILE",
        help="addresses.json of the published site: pages that are not made any more get a row",
    )


def correct(parser: Parser) -> None:
    parser.add_argument(
        "bundles", metavar="BUNDLE", nargs="+", help="a bundle id; its folder is edited"
    )
    parser.add_argument("--reason", required=True, help="what was wrong, for readers")
    parser.add_argument(
        "--originals",
        metavar="DIR",
        type=Path,
        help="the original files of linked output: add the figures they print besides",
    )
    parser.add_argument("--base", metavar="REF", help="the commit that counts as published")


def withdraw(parser: Parser) -> None:
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle id")
    parser.add_argument("--reason", required=True, help="why, for readers")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--purge", action="store_true", help="remove the bytes of every revision as well"
    )
    how.add_argument("--undo", action="store_true", help="undo a withdrawal that was a mistake")
    parser.add_argument("--base", metavar="REF", help="the commit that counts as published")


def redact(parser: Parser) -> None:
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle id")
    parser.add_argument("revision", metavar="N", nargs="?", type=int, help="a superseded revision")
    parser.add_argument("paths", metavar="PATH", nargs="*", help="its files; all if none")
    parser.add_argument("--reason", default="", help="by what right, for readers")
    parser.add_argument("--author", default="", help="a name to take out of the record")


def verify(parser: Parser) -> None:
    parser.add_argument(
        "target", metavar="BUNDLE", help="an id, a site path, an address, a folder, a bundle.tar.gz"
    )
    parser.add_argument(
        "--originals", metavar="DIR", type=Path, help="the original files of linked output"
    )


def submit(parser: Parser) -> None:
    said = "the bundle's id; without it the one that is new or changed, with --web this folder"
    parser.add_argument("bundle", metavar="BUNDLE", nargs="?", help=said)
    said = "run the commands that make the branch and its commit; nothing leaves this machine"
    parser.add_argument("--commit", action="store_true", help=said)
    said = "who submits and commits, as 'NAME <ADDRESS>'; goes into the bundle and its commit"
    parser.add_argument("--author", metavar="WHO", default="", help=said)
    parser.add_argument("--with-gh", action="store_true", help="run the commands, with gh")
    said = "without git: a pull request by a token in GITHUB_TOKEN, else the issue form, filled in"
    parser.add_argument("--web", action="store_true", help=said)
    said = "with --web: log in at the forge with a code, in place of a token"
    parser.add_argument("--login", action="store_true", help=said)
    parser.add_argument("--yes", action="store_true", help="with --with-gh or --web: ask nothing")


def review(parser: Parser) -> None:
    parser.add_argument("--base", metavar="REF", default="origin/main", help="what it changes")
    parser.add_argument("--out", type=Path, default=Path("review"), help="folder for the report")
    parser.add_argument("--render", type=Path, metavar="FILE", help="print a report as Markdown")
    tests = "only say whether the change needs the tests of the program: yes or no"
    parser.add_argument("--needs-tests", action="store_true", help=tests)


def intake(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="event, issue text, or an intake")
    parser.add_argument("--out", type=Path, metavar="FILE", help="read an issue, write an intake")
    parser.add_argument("--unpack", action="store_true", help="write an intake's bundle")
    parser.add_argument("--message", action="store_true", help="print what to tell its author")
    parser.add_argument("--issue", type=int, default=0, metavar="N", help="number of the issue")


def calibrate(parser: Parser) -> None:
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail where a table is out of date"
    )


def cite(parser: Parser) -> None:
    parser.add_argument("what", metavar="ID|PATH|URL", help="a result, BUNDLE/RUN, or a comparison")
    formats = ("text", "bibtex", "biblatex", "csl", "ris", "markdown")
    parser.add_argument("--format", choices=formats, default="text", help="default: text")


def synthesize(parser: Parser) -> None:
    parser.add_argument("runs", metavar="N", type=int, help="number of runs")
    parser.add_argument("folder", metavar="DIR", type=Path, help="new folder")


def build(parser: Parser) -> None:
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
        "--packs",
        type=Path,
        metavar="FOLDER",
        help="write the site there as well, with the pages of runs packed by bundle",
    )
    parser.add_argument(
        "--engine", metavar="dask://HOST:PORT", help="spread the work over this Dask cluster"
    )


def release(parser: Parser) -> None:
    parser.add_argument("--date", type=_day, required=True, help="day of the snapshot, YYYY-MM-DD")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="new folder")


def deposit(parser: Parser) -> None:
    parser.add_argument("snapshot", type=Path, metavar="DIR", help="what `release` wrote")
    parser.add_argument("--publish", action="store_true", help="publish it, which is for ever")
    parser.add_argument(
        "--api",
        default="https://zenodo.org",
        metavar="URL",
        help="another service, as https://sandbox.zenodo.org",
    )


def preserve(parser: Parser) -> None:
    said = "write what is kept into data/saved.csv"
    parser.add_argument("--record", action="store_true", help=said)
    parser.add_argument("--dry-run", action="store_true", help="name the repositories, ask nobody")
    api, said = "https://archive.softwareheritage.org", "another service, for a rehearsal"
    parser.add_argument("--api", default=api, metavar="URL", help=said)
