"""A contribution from a fork to its page, corrected and withdrawn, by the workflows as written."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkouts import (
    FIRST,
    PERMANENT,
    REPOSITORY,
    SECOND,
    Upstream,
    commit,
    fill,
    planted,
    program,
)

from filled_in import body
from forge import Forge, Job, serving
from git_calls import git
from smallest_bundle import BUNDLE, smallest_bundle

BRANCH = "result/$(touch${IFS}pwned)"
"""A name git allows and a careless script would run."""


@pytest.fixture(scope="module")
def upstream(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upstream]:
    """A small archive on the forge, not yet published."""
    folder = tmp_path_factory.mktemp("operations")
    forge = Forge(folder / "forge")
    checkout = planted(folder / "planted")
    settings = checkout / "config.toml"
    text = re.sub(r'permanentBase = ".*"', f'permanentBase = "{PERMANENT}//"', settings.read_text())
    settings.write_text(re.sub(r'repository = ".*"', f'repository = "{REPOSITORY}"', text))
    fill(checkout, folder / "synthetic")
    git(folder, "init", "-q", "--bare", "-b", "main", "upstream.git")
    git(checkout, "remote", "add", "origin", str(folder / "upstream.git"))
    commit(checkout, "Two results")
    with serving(forge.folder / "pages", "/sysbench-archive/") as address:
        forge.address = address
        yield Upstream(folder, forge)


def checked(upstream: Upstream, merged: Path) -> dict[str, Job]:
    """Both jobs of the check of a pull request, on the merge commit, as a fork's are run."""
    context = {"github": {"base_ref": "main", "head_ref": BRANCH}}
    return {
        name: upstream.forge.run("check.yml", name, merged, "pull_request", **context)
        for name in ("check", "review")
    }


def merged(upstream: Upstream, fork: Path, branch: str) -> Path:
    """A clone with what merging a branch of a fork would make."""
    checkout = upstream.clone()
    git(checkout, "fetch", "-q", str(fork), branch)
    git(checkout, "merge", "-q", "--no-ff", "-m", "Merge", "FETCH_HEAD")
    return checkout


def reported(upstream: Upstream, head: str) -> str:
    """What the workflow `report` posts after a check."""
    forge = upstream.forge
    repository = {"full_name": "stranger/fork", "owner": {"login": "stranger"}}
    forge.answers = {
        "/files": [{"filename": f"data/results/{BUNDLE}/bundle.yaml"}],
        "/comments": [],
        "/pulls": [{"number": 7, "head": {"sha": head, "repo": repository}}],
    }
    event = {
        "event": "pull_request", "id": 1, "html_url": "https://git.bench-archive.net/run/1",
        "head_branch": BRANCH, "head_repository": repository, "head_sha": head,
    }  # fmt: skip
    context = {"repository": "owner/sysbench-archive", "event": {"workflow_run": event}}
    done = forge.run("report.yml", "report", upstream.clone(), "workflow_run", github=context)
    assert done.ok, done.log
    words, given = forge.asked()[-1]
    assert {"POST", "repos/owner/sysbench-archive/issues/7/comments"} <= set(words)
    return given["-F"]


HOSTILE = (
    "raw/x\n::error file=a,line=1::y.txt",
    "raw/%0A::stop-commands::x.txt",
    "raw/$(touch pwned).txt",
    "raw/`touch pwned`; touch pwned",
    "raw/--out=public",
    "raw/\u202egnp.txt",
)
TITLE = "</title><script>alert(1)</script> @everyone ::error::x $(touch pwned) ${{ github.token }}"


def test_a_hostile_pull_request_says_nothing_in_our_voice(
    upstream: Upstream, tmp_path: Path
) -> None:
    """Its names and words are shown, never obeyed: no command, no line of ours, no cache."""
    fork = tmp_path / "fork.git"
    git(tmp_path, "clone", "-q", "--bare", str(upstream.bare), str(fork))
    theirs = upstream.clone(fork)
    smallest_bundle(theirs)
    folder = theirs / "data" / "results" / BUNDLE
    document = folder / "bundle.yaml"
    lines = document.read_text().splitlines()
    titled = [f"title: '{TITLE}'" if line.startswith("title:") else line for line in lines]
    document.write_text("\n".join(titled) + "\n")
    for name in HOSTILE:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("threads: 1\n::error::from a file\n")
    git(theirs, "add", "-A")
    git(theirs, "commit", "-qm", "::error::$(touch pwned)")
    git(theirs, "push", "-q", "origin", f"HEAD:refs/heads/{BRANCH}")
    saved = list(upstream.forge.saved)
    jobs = checked(upstream, merged(upstream, fork, BRANCH))
    assert not jobs["check"].ok
    assert "make check" in jobs["check"].failed
    commands = re.findall(r"(?m)^::.*", jobs["check"].log)
    assert commands
    ours = re.compile(
        r"::(?:error|warning|notice) (?:file|title)=[^\n]*::[^\n]*|::(?:end)?group::.*"
    )
    assert [line for line in commands if not ours.fullmatch(line)] == []
    assert not [line for line in commands if "from a file" in line]
    report = reported(upstream, git(theirs, "rev-parse", "HEAD"))
    for text in (report, jobs["review"].summary):
        assert "<script>" not in text
        assert "::stop-commands::x.txt\n" not in text
        assert not re.search(r"(?<![`\w])@everyone", text)
    assert upstream.forge.saved == saved
    assert not list(upstream.folder.rglob("pwned"))
    assert not list(tmp_path.rglob("pwned"))


def proposed(upstream: Upstream) -> str:
    """The branch that the workflow `intake` makes of a form that somebody filled in."""
    forge, number = upstream.forge, 12
    issue = {"number": number, "state": "open", "title": TITLE, "body": body(name="Ada Formosa"),
             "user": {"login": "ada"}}  # fmt: skip
    event = {"issue": issue, "label": {"name": "intake"}, "sender": {"login": "keeper"}}
    context = {"repository": "owner/sysbench-archive", "run_id": "1", "event": event}
    forge.answers = {"/permission": {"role_name": "triage"}}
    for job in ("read", "propose"):
        done = forge.run("intake.yml", job, upstream.clone(), "issues", github=context)
        assert done.ok, done.log
        tokens = [e for e in done.environments if "GH_TOKEN" in e]
        assert bool(tokens) == (job == "propose")
    asked = {" ".join(words[:2]): given for words, given in forge.asked()}
    assert "Closes #12." in asked["pr create"]["--body-file"]
    assert asked["issue comment"]
    return f"intake/issue-{number}"


def test_a_contribution_becomes_a_page_is_corrected_and_another_withdrawn(
    upstream: Upstream, tmp_path: Path
) -> None:
    forge = upstream.forge
    forge.restored, forge.saved = [], []
    # Before anything is published: whoever deploys first has to say so.
    refused = upstream.publish()
    assert refused.failed == ["Ask what is published, and which commit it is of"]
    assert "answered 404" in refused.log
    first = upstream.publish(first=True)
    assert first.ok, first.log
    assert upstream.page(f"/results/{FIRST}/")[0] == 200
    commit = git(upstream.bare, "rev-parse", "main")
    assert f"made from commit <code>{commit}</code>; " in upstream.page("/about/")[1]
    build = json.loads(upstream.page("/api/v1/index.json")[1])["build"]
    assert (build["commit"], build["local_changes"]) == (commit, False)
    status, alias = upstream.page("/comparisons/as-it-was-called/")
    assert (status, "/sysbench-archive/comparisons/second/" in alias) == (200, True)
    assert f'href="{PERMANENT}/comparisons/second/"' in alias

    # The contributor, in a clone of a fork.
    fork = tmp_path / "fork.git"
    git(tmp_path, "clone", "-q", "--bare", str(upstream.bare), str(fork))
    theirs = upstream.clone(fork)
    smallest_bundle(theirs)
    program(theirs, "check", f"data/results/{BUNDLE}")
    program(theirs, "submit", "--commit", "--author", "Ada Example <ada@example.org>")
    git(theirs, "push", "-q", "origin", f"HEAD:refs/heads/{BRANCH}")
    head = git(theirs, "rev-parse", "HEAD")

    # The pull request.
    proposal = merged(upstream, fork, BRANCH)
    jobs = checked(upstream, proposal)
    assert [job.failed for job in jobs.values()] == [[], []], jobs["check"].log
    assert jobs["check"].outputs["change"] == {"tests": "no"}
    assert jobs["check"].left_out == []
    assert not any("TOKEN" in name for job in jobs.values() for e in job.environments for name in e)
    assert forge.restored == forge.saved * 2
    assert "adds 1 bundle" in jobs["review"].summary
    preview = proposal / "public" / "results" / BUNDLE / "index.html"
    assert "preview" in preview.read_text()
    assert "adds 1 bundle" in reported(upstream, head)
    assert not list(upstream.folder.rglob("pwned"))

    # Meanwhile somebody without git fills in the form.
    branch = proposed(upstream)
    git(proposal, "fetch", "-q", "origin", branch)
    named = git(proposal, "diff", "--name-only", "HEAD...FETCH_HEAD", "--", "data/ledger")
    filled = Path(named).stem
    git(proposal, "merge", "-q", "--no-ff", "-m", "Merge", "FETCH_HEAD")

    # Merged, published, there.
    git(proposal, "push", "-q", "origin", "HEAD:main")
    assert upstream.page(f"/results/{BUNDLE}/")[0] == 404
    published = upstream.publish()
    assert published.ok, published.log
    assert published.left_out == ["sh scripts/setup/htmltest.sh"]
    status, page = upstream.page(f"/results/{BUNDLE}/")
    assert (status, "MariaDB 10.11.19 as packaged by Debian" in page) == (200, True)
    assert f"{PERMANENT}/results/{BUNDLE}/" in page
    assert f"{PERMANENT}//" not in page
    assert upstream.page(f"/results/{BUNDLE}/read-only-t1/")[0] == 200
    status, page = upstream.page(f"/results/{filled}/")
    assert (status, "Ada Formosa" in page) == (200, True)
    assert len(forge.saved) == 2

    corrected_and_withdrawn(upstream)
    not_lost(upstream)


def corrected_and_withdrawn(upstream: Upstream) -> None:
    """A correction, and the withdrawal of what a question rests on."""
    ours = upstream.clone()
    document = ours / "data" / "results" / BUNDLE / "bundle.yaml"
    document.write_text(document.read_text().replace("size_mib: 24105", "size_mib: 32105"))
    program(ours, "correct", BUNDLE, "--reason", "the machine had 32 GB")
    program(ours, "withdraw", SECOND, "--reason", "the disk was failing")
    commit(ours, "Correct one result, withdraw another")
    before = upstream.page("/api/v1/index.json")[1]
    again = upstream.publish()
    assert again.ok, again.log
    assert again.outputs["published"]["base"] == json.loads(before)["build"]["commit"]
    assert "the machine had 32 GB" in upstream.page(f"/results/{BUNDLE}/")[1]
    assert "superseded" in upstream.page(f"/results/{BUNDLE}/revisions/1/")[1]
    for path in (f"/results/{SECOND}/", "/comparisons/second/"):
        status, page = upstream.page(path)
        assert (status, "the disk was failing" in page) == (200, True), path


def not_lost(upstream: Upstream) -> None:
    """What would lose an address is not deployed."""
    theirs = upstream.clone()
    git(theirs, "rm", "-rq", f"data/results/{FIRST}", f"data/ledger/{FIRST}.csv")
    commit(theirs, "Forget a result")
    lost = upstream.publish()
    assert lost.failed == ["Check every bundle, and that nothing published is lost"]
    assert "published-vanished" in lost.log
    assert upstream.page(f"/results/{FIRST}/")[0] == 200
    git(theirs, "revert", "--no-edit", "HEAD")
    git(theirs, "push", "-q", "origin", "HEAD:main")
