"""A snapshot reaches Zenodo whole and once, whatever fails on the way."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service_stand_in import PREFIX, TOKEN, Zenodo, served
from synthetic_archive import ROOT
from sysbench_archive.build.archive import Archive
from sysbench_archive.cli import main
from sysbench_archive.commands.deposit import (
    Deposited,
    Deposits,
    described,
    metadata_of,
    snapshot_files,
)
from sysbench_archive.commands.web import TRIES, Service
from sysbench_archive.problems import FailureError, UsageError
from sysbench_archive.publish.snapshot import checksums

DESCRIBED = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))
BASE = "https://archive.test"


def snapshot(folder: Path, day: str, **files: str) -> Path:
    folder.mkdir()
    about = {"date": day, "commit": "ab" * 20, "results_swhid": f"swh:1:dir:{'cd' * 20}"}
    (folder / "release.json").write_text(json.dumps(about))
    for name, text in {"runs": "rows", **files}.items():
        (folder / f"{name}.csv").write_text(text)
    (folder / "SHA256SUMS").write_text(checksums(folder.iterdir()))
    return folder


@pytest.fixture
def zenodo() -> Iterator[Zenodo]:
    with served(stand_in := Zenodo()):
        yield stand_in


def put(zenodo: Zenodo, folder: Path, *, publish: bool = True, token: str = TOKEN) -> Deposited:
    about, files = snapshot_files(folder)
    deposits = Deposits(Service(zenodo.root, token, pause=lambda _: None))
    return deposits.put(files, metadata_of(DESCRIBED, about, BASE), publish=publish)


def test_a_first_snapshot_is_published_with_all_its_files(zenodo: Zenodo, tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    (folder / "attestation.sigstore.json").write_text("{}")
    made = put(zenodo, folder)
    assert (made.doi, made.concept_doi, made.is_published) == (f"{PREFIX}100", f"{PREFIX}99", True)
    assert zenodo.files[100] == {path.name: path.read_bytes() for path in folder.iterdir()}
    told = zenodo.deposits[100]["metadata"]
    assert (told["version"], told["publication_date"]) == ("2026-11-21", "2026-11-21")
    assert "ab" * 20 in told["description"]
    assert told["related_identifiers"][0]["identifier"] == f"{BASE}/"


def test_without_being_told_it_publishes_nothing(zenodo: Zenodo, tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    made = put(zenodo, folder, publish=False)
    assert (made.doi, made.concept_doi, made.is_published) == (f"{PREFIX}100", f"{PREFIX}99", False)
    assert zenodo.count("publish") == 0
    assert put(zenodo, folder).is_published
    assert len(zenodo.deposits) == 1
    assert zenodo.count("PUT /api/files/") == 3


def test_a_later_snapshot_is_a_new_version_with_its_own_files_only(
    zenodo: Zenodo, tmp_path: Path
) -> None:
    first = put(zenodo, snapshot(tmp_path / "one", "2026-11-21", gone="old"))
    second = put(zenodo, folder := snapshot(tmp_path / "two", "2026-12-21", new="more"))
    assert second.doi != first.doi
    assert second.concept_doi == first.concept_doi
    assert zenodo.files[110] == {path.name: path.read_bytes() for path in folder.iterdir()}
    assert zenodo.deposits[110]["metadata"]["version"] == "2026-12-21"
    assert "gone.csv" in zenodo.files[100]
    # runs.csv is the same and came over from the version before.
    assert zenodo.count(r"PUT /api/files/bucket-110/runs") == 0


def test_what_is_published_already_is_left_alone(zenodo: Zenodo, tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    first = put(zenodo, folder)
    before = len(zenodo.asked)
    assert put(zenodo, folder) == first
    assert [line.split()[0] for line in zenodo.asked[before:]] == ["GET"]


@pytest.mark.parametrize("status", [500, 503, -502])
@pytest.mark.parametrize(
    "where",
    ["GET /api/deposit", "POST /api/deposit", "PUT /api/files", "PUT /api/deposit", "/publish",
     "/newversion", "DELETE "],
)  # fmt: skip
def test_errors_of_the_service_on_the_way_change_nothing(
    zenodo: Zenodo, tmp_path: Path, where: str, status: int
) -> None:
    put(zenodo, snapshot(tmp_path / "one", "2026-11-21", gone="old"))
    zenodo.fails = {where: [status]}
    made = put(zenodo, folder := snapshot(tmp_path / "two", "2026-12-21"))
    assert zenodo.fails == {where: []}
    assert made.is_published
    assert len(zenodo.deposits) == 2
    assert zenodo.files[110] == {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("status", [500, -502])
def test_a_first_draft_is_made_once_although_the_answer_was_an_error(
    zenodo: Zenodo, tmp_path: Path, status: int
) -> None:
    zenodo.fails = {"POST /api/deposit/depositions": [status]}
    assert put(zenodo, snapshot(tmp_path / "one", "2026-11-21")).is_published
    assert len(zenodo.deposits) == 1


def test_a_deposit_that_is_half_done_is_gone_on_with(zenodo: Zenodo, tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21", more="x")
    zenodo.fails = {"bucket-100/runs.csv": [503] * TRIES}
    with pytest.raises(FailureError, match=r"could not take runs.csv(.|\n)*it goes on where it"):
        put(zenodo, folder)
    assert [*zenodo.files[100]] == ["more.csv", "release.json"]
    zenodo.files[100]["more.csv"] = b"damaged on its way"
    before = len(zenodo.asked)
    assert put(zenodo, folder).is_published
    sent = [line.rpartition("/")[2] for line in zenodo.asked[before:] if "PUT /api/files" in line]
    assert sent == ["more.csv", "runs.csv", "SHA256SUMS"]
    assert len(zenodo.deposits) == 1


def test_a_wrong_token_is_said_with_what_to_do(zenodo: Zenodo, tmp_path: Path) -> None:
    with pytest.raises(FailureError, match=r"could not list(.|\n)*401(.|\n)*deposit:write"):
        put(zenodo, snapshot(tmp_path / "one", "2026-11-21"), token="wrong")
    assert len(zenodo.asked) == 1


def test_a_refused_description_is_said_in_the_service_s_words(
    zenodo: Zenodo, tmp_path: Path
) -> None:
    about, files = snapshot_files(snapshot(tmp_path / "one", "2026-11-21"))
    deposits = Deposits(Service(zenodo.root, TOKEN, pause=lambda _: None))
    metadata = metadata_of(DESCRIBED | {"creators": []}, about, BASE)
    with pytest.raises(FailureError, match=r"creators is required(.|\n)*zenodo.json"):
        deposits.put(files, metadata, publish=True)
    assert zenodo.count("publish") == 0


def test_two_drafts_are_for_a_person_to_look_at(zenodo: Zenodo, tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    put(zenodo, folder, publish=False)
    zenodo._create(json.dumps({"metadata": {"title": DESCRIBED["title"]}}).encode())
    with pytest.raises(FailureError, match=r"deposit/100 and .*deposit/110"):
        put(zenodo, folder)


def test_deposits_of_something_else_are_not_touched(zenodo: Zenodo, tmp_path: Path) -> None:
    for number in range(120):
        zenodo._create(json.dumps({"metadata": {"title": f"another {number}"}}).encode())
    untouched = json.dumps([zenodo.deposits[n] for n in sorted(zenodo.deposits)])
    made = put(zenodo, snapshot(tmp_path / "one", "2026-11-21"))
    assert made.doi == f"{PREFIX}{100 + 10 * 120}"
    del zenodo.deposits[100 + 10 * 120]
    assert json.dumps([zenodo.deposits[n] for n in sorted(zenodo.deposits)]) == untouched
    assert zenodo.count("page=2") > 0


def test_a_snapshot_that_is_not_whole_is_not_sent(tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    (folder / "runs.csv").write_text("other rows")
    with pytest.raises(UsageError, match="SHA256SUMS"):
        snapshot_files(folder)
    with pytest.raises(UsageError, match="not a snapshot"):
        snapshot_files(tmp_path)


@pytest.mark.parametrize(
    ("root", "words"), [("zenodo.org", "not an address"), ("http://zenodo.org", "https only")]
)
def test_a_token_is_sent_over_a_closed_line_only(root: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        Service(root, TOKEN)


def test_a_token_is_not_sent_where_an_answer_points(zenodo: Zenodo) -> None:
    service = Service(zenodo.root, TOKEN)
    for where in ("https://elsewhere.example/api", "http://localhost:1/", f"{zenodo.root}0/"):
        with pytest.raises(FailureError, match="not its own address"):
            service.ask("GET", where)
    assert TOKEN not in repr(service)
    assert zenodo.asked == []


def settings_of(tmp_path: Path, **params: str) -> Archive:
    lines = [f'{name} = "{value}"' for name, value in params.items()]
    (tmp_path / "config.toml").write_text("\n".join(["[params]", *lines]))
    (tmp_path / ".zenodo.json").write_text(json.dumps(DESCRIBED))
    (tmp_path / "LICENSE-DATA.md").write_text("")
    return Archive(tmp_path)


@pytest.mark.parametrize("base", ["https://sysbench-archive.example", "", "archive"])
def test_an_address_that_leads_nowhere_is_not_made_permanent(tmp_path: Path, base: str) -> None:
    with pytest.raises(UsageError, match="permanentBase"):
        described(settings_of(tmp_path, permanentBase=base))


def test_the_command_says_what_to_configure(
    zenodo: Zenodo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    monkeypatch.chdir(tmp_path)
    settings_of(tmp_path, permanentBase=BASE)
    words = ["deposit", str(folder), "--publish", "--api", zenodo.root]
    monkeypatch.delenv("ZENODO_TOKEN", raising=False)
    assert main(words) == 2
    assert "tokens/new" in capsys.readouterr().err
    monkeypatch.setenv("ZENODO_TOKEN", TOKEN)
    assert main(words) == 0
    printed = capsys.readouterr()
    assert f'doi = "{PREFIX}99" into config.toml' in printed.out
    assert TOKEN not in printed.err
    settings_of(tmp_path, permanentBase=BASE, doi=f"{PREFIX}99")
    assert main(words) == 0
    assert "config.toml" not in capsys.readouterr().out
