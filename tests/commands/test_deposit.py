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
DOI = f"{PREFIX}99"
"""What the stand-in gives to all versions of its first deposit."""


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


def asking(zenodo: Zenodo, token: str = TOKEN) -> Deposits:
    return Deposits(Service(zenodo.root, token, pause=lambda _: None))


def first(zenodo: Zenodo, folder: Path) -> Deposited:
    """The first draft, which is made where no DOI is stated."""
    return asking(zenodo).first(metadata_of(DESCRIBED, snapshot_files(folder)[0], BASE))


def put(
    zenodo: Zenodo, folder: Path, *, publish: bool = True, title: str = "", doi: str = DOI
) -> Deposited:
    """Deposited under the DOI that is stated; the first time its draft is made before."""
    about, files = snapshot_files(folder)
    if not zenodo.deposits:
        first(zenodo, folder)
    described = DESCRIBED | ({"title": title} if title else {})
    metadata = metadata_of(described, about, BASE)
    return asking(zenodo).put(files, metadata, doi=doi, publish=publish)


def test_a_first_snapshot_is_published_with_all_its_files(zenodo: Zenodo, tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    (folder / "attestation.sigstore.json").write_text("{}")
    made = put(zenodo, folder)
    assert (made.doi, made.concept_doi, made.is_published) == (f"{PREFIX}100", DOI, True)
    assert zenodo.files[100] == {path.name: path.read_bytes() for path in folder.iterdir()}
    told = zenodo.deposits[100]["metadata"]
    assert (told["version"], told["publication_date"]) == ("2026-11-21", "2026-11-21")
    assert "ab" * 20 in told["description"]
    assert told["related_identifiers"][0]["identifier"] == f"{BASE}/"


def test_a_first_draft_is_made_once_and_named_again_until_its_doi_is_stated(
    zenodo: Zenodo, tmp_path: Path
) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    assert first(zenodo, folder) == first(zenodo, folder)
    assert (zenodo.count("POST"), zenodo.files[100]) == (1, {})
    assert put(zenodo, folder).is_published
    # Also where somebody took the DOI out of config.toml again, and whatever the title is by now.
    zenodo.deposits[100]["metadata"]["title"] = "Another title"
    assert first(zenodo, folder).concept_doi == DOI
    assert zenodo.count("POST /api/deposit/depositions$") == 1
    zenodo._create(json.dumps({"metadata": zenodo.deposits[100]["metadata"]}).encode())
    with pytest.raises(FailureError, match=f"{PREFIX}109 and {DOI} both come from {BASE}/"):
        first(zenodo, folder)


def test_the_stated_doi_says_what_is_a_version_of_it_and_no_title_does(
    zenodo: Zenodo, tmp_path: Path
) -> None:
    put(zenodo, snapshot(tmp_path / "one", "2026-11-21"))
    made = put(zenodo, snapshot(tmp_path / "two", "2026-12-21"), title="Benchmarks, renamed")
    assert (made.concept_doi, made.is_published) == (DOI, True)
    assert zenodo.deposits[110]["metadata"]["title"] == "Benchmarks, renamed"
    # A deposit of the same title and day, which is somebody else's.
    zenodo._create(json.dumps({"metadata": zenodo.deposits[110]["metadata"]}).encode())
    zenodo.files[120]["x"] = b"x"
    zenodo._publish("120", b"")
    third = put(zenodo, snapshot(tmp_path / "three", "2027-01-21"), title="Benchmarks, renamed")
    assert (third.doi, third.concept_doi) == (f"{PREFIX}130", DOI)


@pytest.mark.parametrize(
    ("doi", "words"),
    [(f"{PREFIX}7", "is no deposit of this account(.|\n)*nothing was made"),
     (f"{PREFIX}100", f"is one version of {DOI}\n  hint: state that one")],
)  # fmt: skip
def test_a_doi_that_leads_to_no_lineage_makes_none(
    zenodo: Zenodo, tmp_path: Path, doi: str, words: str
) -> None:
    put(zenodo, snapshot(tmp_path / "one", "2026-11-21"))
    before = len(zenodo.asked)
    with pytest.raises(FailureError, match=words):
        put(zenodo, snapshot(tmp_path / "two", "2026-12-21"), doi=doi)
    assert [line.split()[0] for line in zenodo.asked[before:]] == ["GET"]


@pytest.mark.parametrize("files", [{"runs": "other rows"}, {"more": "x"}])
def test_the_same_day_with_other_bytes_is_refused(
    zenodo: Zenodo, tmp_path: Path, files: dict[str, str]
) -> None:
    put(zenodo, snapshot(tmp_path / "one", "2026-11-21"))
    before = len(zenodo.asked)
    words = f"{PREFIX}100 is published with another SHA256SUMS, {next(iter(files))}.csv"
    with pytest.raises(FailureError, match=words):
        put(zenodo, snapshot(tmp_path / "two", "2026-11-21", **files))
    assert [line.split()[0] for line in zenodo.asked[before:]] == ["GET", "GET"]


def test_another_proof_of_the_same_bytes_is_no_other_snapshot(
    zenodo: Zenodo, tmp_path: Path
) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    (folder / "attestation.sigstore.json").write_text("{}")
    made = put(zenodo, folder)
    (folder / "attestation.sigstore.json").write_text('{"made": "again"}')
    assert put(zenodo, folder) == made
    assert zenodo.files[100]["attestation.sigstore.json"] == b"{}"


def test_without_being_told_it_publishes_nothing(zenodo: Zenodo, tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    made = put(zenodo, folder, publish=False)
    assert (made.doi, made.concept_doi, made.is_published) == (f"{PREFIX}100", DOI, False)
    assert zenodo.count("publish") == 0
    assert put(zenodo, folder).is_published
    assert len(zenodo.deposits) == 1
    assert zenodo.count("PUT /api/files/") == 3


def test_a_later_snapshot_is_a_new_version_with_its_own_files_only(
    zenodo: Zenodo, tmp_path: Path
) -> None:
    one = put(zenodo, snapshot(tmp_path / "one", "2026-11-21", gone="old"))
    two = put(zenodo, folder := snapshot(tmp_path / "two", "2026-12-21", new="more"))
    assert two.doi != one.doi
    assert two.concept_doi == one.concept_doi
    assert zenodo.files[110] == {path.name: path.read_bytes() for path in folder.iterdir()}
    assert zenodo.deposits[110]["metadata"]["version"] == "2026-12-21"
    assert "gone.csv" in zenodo.files[100]
    # runs.csv is the same and came over from the version before.
    assert zenodo.count(r"PUT /api/files/bucket-110/runs") == 0


def test_what_is_published_already_is_left_alone(zenodo: Zenodo, tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    made = put(zenodo, folder)
    before = len(zenodo.asked)
    assert put(zenodo, folder) == made
    assert [line.split()[0] for line in zenodo.asked[before:]] == ["GET", "GET"]


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
    about, files = snapshot_files(snapshot(tmp_path / "one", "2026-11-21"))
    metadata = metadata_of(DESCRIBED, about, BASE)
    with pytest.raises(FailureError, match=r"could not list(.|\n)*401(.|\n)*deposit:write"):
        asking(zenodo, "wrong").put(files, metadata, doi=DOI, publish=True)
    assert len(zenodo.asked) == 1


def test_a_refused_description_is_said_in_the_service_s_words(
    zenodo: Zenodo, tmp_path: Path
) -> None:
    about, files = snapshot_files(folder := snapshot(tmp_path / "one", "2026-11-21"))
    first(zenodo, folder)
    metadata = metadata_of(DESCRIBED | {"creators": []}, about, BASE)
    with pytest.raises(FailureError, match=r"creators is required(.|\n)*zenodo.json"):
        asking(zenodo).put(files, metadata, doi=DOI, publish=True)
    assert zenodo.count("publish") == 0


def test_two_drafts_are_for_a_person_to_look_at(zenodo: Zenodo, tmp_path: Path) -> None:
    folder = snapshot(tmp_path / "one", "2026-11-21")
    put(zenodo, folder, publish=False)
    zenodo._new(110, "99", {}, {})
    with pytest.raises(FailureError, match=r"deposit/100 and .*deposit/110"):
        put(zenodo, folder)


def test_deposits_of_something_else_are_not_touched(zenodo: Zenodo, tmp_path: Path) -> None:
    for number in range(120):
        zenodo._create(json.dumps({"metadata": {"title": f"another {number}"}}).encode())
    untouched = json.dumps([zenodo.deposits[n] for n in sorted(zenodo.deposits)])
    folder = snapshot(tmp_path / "one", "2026-11-21")
    doi = first(zenodo, folder).concept_doi
    made = put(zenodo, folder, doi=doi)
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
    assert main(words) == 2
    assert "config.toml states no DOI" in capsys.readouterr().err
    assert zenodo.asked == []
    assert main([word for word in words if word != "--publish"]) == 0
    printed = capsys.readouterr()
    assert f'doi = "{DOI}" into config.toml' in printed.out
    assert TOKEN not in printed.err
    settings_of(tmp_path, permanentBase=BASE, doi=DOI)
    assert main(words) == 0
    said = capsys.readouterr().out
    assert ("config.toml" in said, f"{PREFIX}100 (published)" in said) == (False, True)
