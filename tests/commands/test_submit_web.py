"""Without git: a token or a login opens the pull request, and nothing makes anything twice."""

from __future__ import annotations

import shutil
import sys
import webbrowser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from packed_folders import files_below
from service_stand_in import TOKEN, GitHub, served, tree_id
from sysbench_archive.bundle.strict_yaml import read_yaml
from sysbench_archive.cli import main
from sysbench_archive.commands import submit
from sysbench_archive.commands.proposal import Forge, Proposal
from sysbench_archive.commands.web import Service
from sysbench_archive.intake.stated import stated_in
from sysbench_archive.problems import FailureError

RULES = Path(__file__).parents[1] / "rules"
BUNDLE = "2026-01-two-servers"
SOURCE = RULES / "comparison-unknown/pass/archive/data/results" / BUNDLE
LOGS = RULES / "file-mode/pass/2026-01-raw-output"
BRANCH = f"result/{BUNDLE}"
CONFIG = """[params]
repository = "{root}/owner/archive"
repositoryApi = "{root}"
deviceClient = "app-1"
"""


@pytest.fixture
def forge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GitHub]:
    """A folder with a bundle, in no checkout and without git; and its forge."""
    stand_in = GitHub()
    shutil.copytree(SOURCE, tmp_path / BUNDLE)
    with served(stand_in) as root:
        (tmp_path / "config.toml").write_text(CONFIG.format(root=root))
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("PATH", "")
        monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
        monkeypatch.setattr(submit, "Service", partial(Service, pause=lambda _: None))
        yield stand_in


def submitted(*words: str) -> int:
    return main(["submit", "--web", "--yes", BUNDLE, *words])


def assert_made_once(forge: GitHub) -> None:
    assert sorted(forge.repositories) == ["ada/archive", "owner/archive"]
    assert sorted(forge.repositories["ada/archive"]) == ["main", BRANCH]
    assert [(pull["head"], pull["base"]) for pull in forge.pulls] == [(f"ada:{BRANCH}", "main")]
    commit = forge.commits[forge.repositories["ada/archive"][BRANCH]]
    assert commit["parents"] == [forge.repositories["ada/archive"]["main"]]


def test_a_folder_becomes_a_pull_request(
    forge: GitHub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert submitted() == 0
    assert capsys.readouterr().out == f"the pull request: {forge.root}/pull/1\n"
    assert_made_once(forge)
    files = forge.files("ada/archive", BRANCH)
    expected = {f"data/results/{BUNDLE}/{n}": d for n, d in files_below(tmp_path / BUNDLE).items()}
    records = {f"data/ledger/{BUNDLE}.csv", f"data/comparisons/{BUNDLE}.jsonl"}
    assert files.keys() == expected.keys() | records | {"README.md"}
    assert {path: files[path] for path in expected} == expected
    assert sorted(path.name for path in tmp_path.iterdir()) == [BUNDLE, "config.toml"]


def test_the_same_command_again_makes_nothing_twice(forge: GitHub) -> None:
    assert [submitted(), submitted()] == [0, 0]
    assert_made_once(forge)


def proposed(forge: GitHub, **files: bytes) -> str:
    """The address of the pull request of a small bundle, with other files where they are named."""
    inside = {"bundle.yaml": b"schema: 1\n", "raw/a.txt": b"\xff\r\n"} | files
    proposal = Proposal(
        branch=BRANCH, folder=f"data/results/{BUNDLE}", inside=inside,
        beside={f"data/ledger/{BUNDLE}.csv": b"1\n"}, tree=tree_id(inside).hex(),
        title="Add it", body="Checked.", author={},
    )  # fmt: skip
    service = Service(forge.root, TOKEN, pause=lambda _: None)
    return Forge(service, "owner/archive").propose(proposal)


@pytest.mark.parametrize("status", [502, -502], ids=["not done", "done and not answered"])
@pytest.mark.parametrize(
    ("step", "times"),
    [
        ("GET /user", 5),
        ("POST /repos/owner/archive/forks", 1),
        ("POST /repos/ada/archive/git/blobs", 1),
        ("POST /repos/ada/archive/git/trees", 1),
        ("POST /repos/ada/archive/git/commits", 1),
        ("POST /repos/ada/archive/git/refs", 1),
        ("POST /repos/owner/archive/pulls", 1),
    ],
)
def test_the_same_call_goes_on_after_a_failure(
    forge: GitHub, step: str, times: int, status: int
) -> None:
    forge.fails = {step: [status] * times}
    goes_on = "502.*\n  hint: repeat the same command: it goes on where it stopped"
    with pytest.raises(FailureError, match=goes_on):
        proposed(forge)
    assert proposed(forge) == f"{forge.root}/pull/1"
    assert_made_once(forge)


def test_a_correction_is_one_more_commit_of_the_same_branch(forge: GitHub) -> None:
    proposed(forge, gone=b"x")
    first = forge.repositories["ada/archive"][BRANCH]
    proposed(forge, another=b"y")
    commit = forge.commits[forge.repositories["ada/archive"][BRANCH]]
    assert commit["parents"] == [first]
    files = {path.rpartition("/")[2] for path in forge.files("ada/archive", BRANCH)}
    assert files == {"README.md", f"{BUNDLE}.csv", "bundle.yaml", "a.txt", "another"}
    assert len(forge.pulls) == 1


def denied(forge: GitHub) -> None:
    forge.fails = {"/forks": [403]}


def not_ready(forge: GitHub) -> None:
    forge.slow = 9


def fork_name_taken(forge: GitHub) -> None:
    forge.parents = {}
    forge.repositories["ada/archive"] = {}


def bundle_taken(forge: GitHub) -> None:
    forge.files("owner/archive", "main")[f"data/results/{BUNDLE}/bundle.yaml"] = b"x"


def closed(forge: GitHub) -> None:
    address = f"{forge.root}/pull/1"
    forge.pulls = [{"head": f"ada:{BRANCH}", "state": "closed", "html_url": address}]


def limited(forge: GitHub) -> None:
    forge.refusal = 403, {"message": "API rate limit exceeded for user ID 1."}


@pytest.mark.parametrize(
    ("arranged", "code", "told"),
    [
        (denied, 4, ("could not fork the repository (got 403", "the scope public_repo")),
        (not_ready, 4, ("the fork is not ready yet (got 'no branch', expected main)", "minutes")),
        (fork_name_taken, 1, ("taken (got 'ada/archive', expected a fork", "rename that")),
        (bundle_taken, 1, (f"taken (got 'data/results/{BUNDLE}', expected a new one)", "rename")),
        (closed, 1, ("the pull request (got 'closed', expected open)", "answer there")),
        (
            limited,
            4,
            ("could not read your account (got 403", "too many calls: in an hour, repeat"),
        ),
    ],
)
def test_a_failure_says_what_to_do(
    forge: GitHub, arranged: Callable[[GitHub], None], code: int, told: tuple[str, str]
) -> None:
    arranged(forge)
    with pytest.raises(FailureError) as failure:
        proposed(forge)
    assert failure.value.exit_code == code
    assert all(words in str(failure.value) for words in told), failure.value


@pytest.mark.parametrize("token", ["stale-0123456789", "two words", "line\nfeed"])
def test_a_token_that_does_not_count_is_not_shown(
    forge: GitHub, token: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", token)
    assert submitted() in (2, 4)
    said = capsys.readouterr()
    assert token not in said.out + said.err
    assert "GITHUB_TOKEN" in said.err
    assert forge.repositories.keys() == {"owner/archive"}


def test_without_the_network_nothing_is_lost(
    forge: GitHub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config.toml").write_text(
        CONFIG.format(root=forge.root).replace(f'Api = "{forge.root}', 'Api = "http://127.0.0.1:9')
    )
    assert submitted() == 4
    assert "could not read your account (got no answer: " in capsys.readouterr().err
    assert forge.asked == []


def test_a_login_with_a_code_is_a_token(
    forge: GitHub, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GITHUB_TOKEN")
    waiting = {"error": "authorization_pending"}, {"error": "slow_down"}
    forge.logins = [*waiting, {"access_token": TOKEN}]
    assert submitted("--login") == 0
    said = capsys.readouterr()
    assert f"open {forge.root}/login/device and type ABCD-1234" in said.err
    assert TOKEN not in (said.out + said.err).split()
    assert_made_once(forge)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"error": "access_denied"}, "not logged in (got 'access_denied', expected the token)"),
        ({"error": "authorization_pending"}, "expected the token before the code expired)"),
    ],
)
def test_a_login_that_fails_says_why(
    forge: GitHub, said: dict[str, str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    forge.logins = [said] * 20
    assert submitted("--login") == 4
    assert told in capsys.readouterr().err


def test_nothing_leaves_before_a_yes(forge: GitHub, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["submit", "--web", BUNDLE]) == 2
    assert "publish 2026-01-two-servers as a pull request to owner/archive?" in (
        capsys.readouterr().err
    )
    assert forge.asked == []


def test_without_a_token_the_form_is_filled_in(
    forge: GitHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.delenv("GITHUB_TOKEN")
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    shutil.copytree(LOGS, tmp_path / LOGS.name)
    for terminal in (False, True):
        monkeypatch.setattr(sys.stdout, "isatty", lambda terminal=terminal: terminal)
        assert main(["submit", "--web", LOGS.name]) == 0
    said = capsys.readouterr().out
    (address, again) = (line for line in said.splitlines() if line.startswith("http"))
    assert opened == [address] == [again]
    query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    document = read_yaml((LOGS / "bundle.yaml").read_bytes(), "").value
    stated = stated_in({"facts": "", "machine": ""} | query)
    assert stated.problems == []
    assert stated.server is not None
    assert stated.server.version == document["servers"][0]["version"]
    assert stated.facts["placement"] == document["clients"][0]["placement"]
    assert query["commands"].endswith("run")
    assert f"paste what sysbench printed: {LOGS.name}/raw/" in said
    assert forge.asked == []


def test_an_author_is_the_contributor_as_well(forge: GitHub, tmp_path: Path) -> None:
    assert submitted("--author", "Ada B. <ada@example.org>") == 0
    commit = forge.commits[forge.repositories["ada/archive"][BRANCH]]
    assert commit["author"] == {"name": "Ada B.", "email": "ada@example.org"}
    document = forge.files("ada/archive", BRANCH)[f"data/results/{BUNDLE}/bundle.yaml"]
    assert read_yaml(document, "").value["submitter"]["name"] == "Ada B."
    assert document == (tmp_path / BUNDLE / "bundle.yaml").read_bytes()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--web", "--commit", BUNDLE], "--web needs no git"),
        (["--login", BUNDLE], "--login goes with --web"),
        (["--web"], "no bundle (got '.', expected its folder"),
        (["--web", "2026-01-nothing"], "no bundle (got '2026-01-nothing', expected its folder"),
    ],
)
def test_what_does_not_go_together_is_said(
    forge: GitHub, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["submit", *words]) == 2
    assert told in capsys.readouterr().err
    assert forge.asked == []
