"""`submit`: check and record a bundle, then say which git commands lead to its pull request.

With --commit those that make the branch and its commit are run, with --with-gh all, after asking.
With --web git is not needed: a token or a login opens the pull request, without one the issue form
is filled in.
A bundle with errors is refused, and nothing is pushed to the branch that pull requests are merged
into.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from urllib.parse import urlsplit

from sysbench_archive.build.archive import Archive, rows_of
from sysbench_archive.build.checking import check_archive
from sysbench_archive.build.git import Repository, answered, asked
from sysbench_archive.build.site_settings import FILE as SETTINGS
from sysbench_archive.build.site_settings import installed_settings
from sysbench_archive.bundle.files import replace_file
from sysbench_archive.bundle.formatting import FILE as DOCUMENT
from sysbench_archive.bundle.formatting import with_submitter
from sysbench_archive.bundle.strict_yaml import located, read_yaml
from sysbench_archive.capture.progress import Terminal
from sysbench_archive.commands.checkout import archive_here, archive_or_folder, work_on
from sysbench_archive.commands.console import (
    CLEAN,
    PROBLEMS,
    USAGE,
    Arguments,
    answer,
    as_text,
    say,
)
from sysbench_archive.commands.proposal import (
    TOKEN,
    Forge,
    Proposal,
    checked_token,
    device_login,
    repository_of,
)
from sysbench_archive.commands.record import record
from sysbench_archive.commands.web import Service
from sysbench_archive.intake.prefilled import prefilled
from sysbench_archive.ledger.comparisons import COMPARISON_RECORDS
from sysbench_archive.ledger.record import FOLDER
from sysbench_archive.problems import Problem, UsageError, got_expected, has_errors

MAIN = "main"
_FEW = 3
_AUTHOR = re.compile(r"[^<>\n]+ <[^<>\s]+@[^<>\s]+>")
_LOCAL = {"switch", "add", "commit"}
"""What git does without any other machine."""
_NO_CHECKOUT = (
    "  hint: `check FOLDER` works anywhere; to submit, clone your fork, which takes seconds:\n"
    "  git clone --depth 1 --filter=blob:none --sparse ADDRESS-OF-YOUR-FORK sysbench-archive\n"
    "  then put the bundle's folder into sysbench-archive/data/results/ and submit from there;\n"
    "  without git, `submit --web FOLDER` works anywhere"
)
_REMOTE = re.compile(r"^(\S+)\t(\S+) \(push\)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Checkout:
    """What git says of this checkout: branch, remotes, bundles with something to commit."""

    branch: str
    remotes: tuple[str, ...]
    changed: tuple[str, ...]
    branches: tuple[str, ...]
    sparse: bool = False
    identity: bool = True


def checkout_of(root: Path) -> Checkout:
    """Ask git. UsageError where this is no checkout of git."""

    def told(*words: str) -> str:
        return answered(root, *words).decode("utf-8", "replace")

    status = told("status", "--porcelain", "-z", "-uall", "--", "data/results", FOLDER)
    paths = [entry[3:] for entry in status.split("\0") if len(entry) > 3]
    found = [match[1] for path in paths if (match := re.match(r"data/results/([^/]+)/", path))]
    return Checkout(
        told("rev-parse", "--abbrev-ref", "HEAD").strip(),
        tuple(match[1] for match in _REMOTE.finditer(told("remote", "-v"))),
        tuple(dict.fromkeys(found)),
        tuple(told("branch", "--format=%(refname:short)").split()),
        sparse=(asked(root, "config", "--type=bool", "core.sparseCheckout") or b"") == b"true\n",
        identity=asked(root, "var", "GIT_AUTHOR_IDENT") is not None,
    )


def steps(
    bundle: str,
    title: str,
    state: Checkout,
    *,
    gh: bool,
    author: str = "",
    compared: bool = False,
) -> Iterator[list[str]]:
    """The commands that are left, in order, as words. `author`: `NAME <ADDRESS>`, or git's own;
    `compared`: whether the bundle has comparisons, whose record goes with it.
    """
    branch = f"result/{bundle}"
    if state.branch != branch:
        yield ["git", "switch", *([] if branch in state.branches else ["-c"]), branch]
    paths = [f"data/results/{bundle}", f"{FOLDER}/{bundle}.csv"]
    paths += [f"{COMPARISON_RECORDS}/{bundle}.jsonl"] if compared else []
    if bundle in state.changed:
        # Without the option git refuses what a sparse checkout leaves out.
        yield ["git", "add", *(["--sparse"] if state.sparse else []), "--", *paths]
        name, _, address = author.rstrip(">").partition(" <")
        by = ["-c", f"user.name={name}", "-c", f"user.email={address}"] if author else []
        yield ["git", *by, "commit", "-m", f"Add {title}"[:72].rstrip(), "--", *paths]
    if gh and "fork" not in state.remotes:
        yield ["gh", "repo", "fork", "--remote", "--remote-name", "fork"]
    elif "fork" not in state.remotes:
        yield ["git", "remote", "add", "fork", "ADDRESS-OF-YOUR-FORK"]
    yield ["git", "push", "--set-upstream", "fork", branch]
    if gh:
        yield ["gh", "pr", "create", "--base", MAIN, "--title", f"Add {title}"[:120], "--fill"]


def instructions(commands: Sequence[Sequence[str]], *, gh: bool) -> str:
    """The commands as a person types them."""
    shown = "\n".join(f"  {shlex.join(words)}" for words in commands)
    rest = "" if gh else f"\nthen open a pull request from that branch to {MAIN}, on the web"
    fork = "ADDRESS-OF-YOUR-FORK"
    which = (
        f"\n({fork}: fork the repository on the web, and copy its address;"
        " where this is a clone of your fork already, push to origin)"
    )
    return f"{shown}{which if fork in shown else ''}{rest}"


def _chosen_bundle(archive: Archive, given: str | None, state: Checkout) -> str:
    """The bundle that is meant: named, or the only one with something to commit."""
    if given is not None:
        name = Path(given).name
        if not (archive.results / name).is_dir():
            hint = f"put its folder into {archive.label(archive.results)}/"
            raise UsageError(f"no bundle {name!r} in this checkout; {hint}")
        return name
    if len(state.changed) != 1:
        listed = ", ".join(state.changed) or "none"
        raise UsageError(f"which bundle? new or changed are: {listed}")
    return state.changed[0]


def _run_commands(root: Path, commands: Sequence[Sequence[str]], *, gh: bool) -> int:
    """Run the commands, stopping at the first that fails."""
    for position, words in enumerate(commands):
        say(f"$ {shlex.join(words)}")
        if subprocess.run(words, cwd=root, check=False).returncode:
            say(f"stopped there; what is left:\n{instructions(commands[position:], gh=gh)}")
            return PROBLEMS
    return CLEAN


def _submit_by_web(arguments: Arguments) -> int:
    """Propose a bundle without git; it need not be in a checkout."""
    if arguments.commit or arguments.with_gh:
        raise UsageError("--web needs no git: give it without --commit and --with-gh")
    archive = archive_or_folder()
    given = Path(arguments.bundle or ".")
    folder = given if (given / DOCUMENT).is_file() else archive.results / given.name
    if not (folder / DOCUMENT).is_file():
        message = got_expected("--web: no bundle", str(given), "its folder or its id")
        raise UsageError(f"{message}\n  hint: it holds {DOCUMENT}, which `capture` writes")
    settings = archive.settings if (archive.root / SETTINGS).is_file() else installed_settings()
    given_token = os.environ.get(TOKEN, "").strip()
    token = checked_token(given_token, TOKEN) if given_token else ""
    _name_contributor(folder, arguments.author)
    with tempfile.TemporaryDirectory(prefix="sysbench-archive-") as room:
        copy = Archive(Path(room))
        name = folder.resolve().name
        shutil.copytree(folder, copy.results / name, symlinks=True)
        with work_on(copy) as work:
            _, problems = record(copy, [name], work)
        if not _is_submittable(name, problems, copy):
            return PROBLEMS
        if not (token or arguments.login):
            return _fill_in_form(copy.results / name, folder, settings.repository)
        proposal = _proposal(copy, name, arguments.author)
    repository = repository_of(settings.repository)
    with Terminal(ask=not arguments.yes) as terminal:
        if not terminal.agree(f"publish {name} as a pull request to {repository}?"):
            return CLEAN if terminal.is_answered else USAGE
    if arguments.login:
        home = urlsplit(settings.repository)
        token = device_login(Service(f"{home.scheme}://{home.netloc}"), settings.device_client)
    service = Service(settings.repository_api, token)
    answer(f"the pull request: {Forge(service, repository).propose(proposal)}")
    return CLEAN


def _proposal(archive: Archive, bundle: str, author: str) -> Proposal:
    """A recorded bundle and its record, to be proposed."""
    rows = rows_of(archive, bundle)
    folder = archive.results / bundle
    files = {p: p.read_bytes() for p in sorted((archive.root / "data").rglob("*")) if p.is_file()}
    name, _, address = author.rstrip(">").partition(" <")
    return Proposal(
        branch=f"result/{bundle}",
        folder=archive.label(folder),
        inside={
            p.relative_to(folder).as_posix(): d for p, d in files.items() if folder in p.parents
        },
        beside={archive.label(p): d for p, d in files.items() if folder not in p.parents},
        tree=rows[-1].swhid.rpartition(":")[2],
        title=f"Add {rows[-1].title}"[:120],
        body=f"Bundle `{bundle}`, checked and recorded by `sysbench-archive submit --web`.",
        author={"name": name, "email": address} if author else {},
    )


def _fill_in_form(bundle: Path, folder: Path, repository: str) -> int:
    """Print the issue form, filled in, and open it where somebody is there."""
    document = read_yaml((bundle / DOCUMENT).read_bytes(), DOCUMENT).value
    forms = list(prefilled(document, repository)) if document else []
    if not forms:
        raise UsageError(
            f"{folder}: the form takes logs of runs in the bundle (got none, expected one)"
            f"\n  hint: with a token in {TOKEN} the bundle goes as it is"
        )
    answer(f"a token in {TOKEN}, or --login, sends the bundle as a whole and without a form")
    for form in forms:
        answer(f"the form, filled in for {form.about}:\n{form.address}")
        more = f" and {len(form.logs) - _FEW} more" if len(form.logs) > _FEW else ""
        named = ", ".join(str(folder / path) for path in form.logs[:_FEW])
        answer(f"  paste what sysbench printed: {named}{more}")
    if len(forms) == 1 and sys.stdout.isatty():
        webbrowser.open(forms[0].address)
    return CLEAN


def _name_contributor(folder: Path, author: str) -> None:
    """Make who submits the bundle whoever --author names, where that is somebody else."""
    path = folder / DOCUMENT
    if author and path.is_file():
        replace_file(path, with_submitter(path.read_bytes(), author.partition(" <")[0]))


def _is_submittable(bundle: str, problems: list[Problem], archive: Archive) -> bool:
    """Whether nothing is wrong; what is, is said."""
    if problems:
        say(as_text(located(problems, archive.root)))
    if has_errors(problems):
        say(f"{bundle} is not submitted: correct these errors first")
    return not has_errors(problems)


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    if arguments.author and not _AUTHOR.fullmatch(arguments.author):
        raise UsageError(f"--author: got {arguments.author!r}, expected 'NAME <ADDRESS>'")
    if arguments.login and not arguments.web:
        raise UsageError("--login goes with --web")
    return _submit_by_web(arguments) if arguments.web else _submit_by_git(arguments)


def _submit_by_git(arguments: Arguments) -> int:
    try:
        archive = archive_here()
    except FileNotFoundError as error:
        raise UsageError(f"{error}\n{_NO_CHECKOUT}") from None
    gh = bool(arguments.with_gh)
    if gh and shutil.which("gh") is None:
        raise UsageError("gh is not installed; without --with-gh the commands are printed")
    state = checkout_of(archive.root)
    bundle = _chosen_bundle(archive, arguments.bundle, state)
    if arguments.commit and not arguments.author and not state.identity:
        raise UsageError("git does not know who commits; say it with --author 'NAME <ADDRESS>'")
    if bundle not in Repository(archive.root).recorded():
        _name_contributor(archive.results / bundle, arguments.author)
    if not _is_submittable(bundle, _record_checked(archive, bundle), archive):
        return PROBLEMS
    rows = rows_of(archive, bundle)
    title = rows[-1].title if rows else bundle
    compared = (archive.root / COMPARISON_RECORDS / f"{bundle}.jsonl").is_file()
    state = checkout_of(archive.root)
    commands = list(steps(bundle, title, state, gh=gh, author=arguments.author, compared=compared))
    # The first that needs another machine ends them.
    here = list(takewhile(_is_local, commands)) if arguments.commit else []
    if _run_commands(archive.root, here, gh=gh):
        return PROBLEMS
    left = commands[len(here) :]
    answer(f"{bundle} is checked and recorded; what is left:\n{instructions(left, gh=gh)}")
    if not gh:
        return CLEAN
    with Terminal(ask=not arguments.yes) as terminal:
        agreed = terminal.agree("run these commands?")
    return _run_commands(archive.root, left, gh=True) if agreed else CLEAN


def _is_local(words: Sequence[str]) -> bool:
    """Whether a command needs no other machine."""
    options = words.count("-c") * 2 if words[1] == "-c" else 0
    return words[0] == "git" and words[1 + options] in _LOCAL


def _record_checked(archive: Archive, bundle: str) -> list[Problem]:
    """Record a bundle: what is wrong with it, or with others because of it."""
    with work_on(archive) as work:
        _, problems = record(archive, [bundle], work)
        if has_errors(problems):
            return problems
        everything = check_archive(archive, work)
    return [problem for problem in everything if bundle in problem.path.split("/")]
