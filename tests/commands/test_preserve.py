"""Software Heritage is asked for every repository once, and never stands in the way."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from service_stand_in import Heritage, served
from sysbench_archive.build.archive import Archive, read_saved_copies
from sysbench_archive.build.checking import check_surveyed
from sysbench_archive.build.store import Store
from sysbench_archive.bundle.saved import Saved, read_saved, resolver_address
from sysbench_archive.cli import main
from sysbench_archive.commands.preserve import (
    Origin,
    ask_for,
    in_turn,
    kept,
    origins_of,
    with_seen,
)
from sysbench_archive.commands.web import Service
from sysbench_archive.problems import UsageError

REPOSITORY = "https://git.archive.test/archive"
SOURCE = "https://forge.test/ada/results"
COMMIT, STATE = "ab" * 20, "cd" * 20
TODAY = date(2026, 11, 23)


@pytest.fixture
def heritage() -> Iterator[Heritage]:
    with served(stand_in := Heritage()):
        yield stand_in


def asking(heritage: Heritage) -> Service:
    return Service(heritage.root, pause=lambda _: None)


def checkout(tmp_path: Path) -> Archive:
    (tmp_path / "config.toml").write_text(f'[params]\nrepository = "{REPOSITORY}"\n')
    (tmp_path / "LICENSE-DATA.md").write_text("")
    bundle = tmp_path / "data" / "results" / "2026-11-a"
    bundle.mkdir(parents=True)
    source = f"source:\n  repository: {SOURCE}\n  commit: '{COMMIT}'\n"
    (bundle / "bundle.yaml").write_text(source)
    (tmp_path / "data" / "sources").mkdir()
    return Archive(tmp_path)


def test_the_repository_comes_first_and_sources_with_their_commits(tmp_path: Path) -> None:
    assert origins_of(checkout(tmp_path)) == [Origin(REPOSITORY), Origin(SOURCE, (COMMIT,))]


def test_what_is_not_kept_comes_first_and_every_day_others() -> None:
    origins = [Origin(f"{SOURCE}-{n}") for n in range(30)]
    kept = {origin.url for origin in origins[1:11]}
    saved = [Saved(url, f"swh:1:snp:{STATE}", "2026-11-20") for url in sorted(kept)]
    days = [in_turn(origins, saved, TODAY.replace(day=day)) for day in range(1, 29)]
    for asked in days:
        assert asked[0] == origins[0]
        assert sorted(asked, key=str) == sorted(origins, key=str)
        assert not {origin.url for origin in asked[1:20]} & kept
    assert {origin for asked in days for origin in asked[:10]} >= set(origins[11:])
    assert in_turn(origins[:1], [], TODAY) == origins[:1]


def test_it_stops_when_the_service_has_had_enough(heritage: Heritage) -> None:
    heritage.limit = 1
    origins = [Origin(f"{SOURCE}-{n}") for n in range(9)]
    told = list(ask_for(asking(heritage), origins))
    assert "429" in told[1][1]
    assert told[2:] == [("", "7 more are not asked for; the next call asks again")]
    assert heritage.count("save") == 2


def test_it_gives_up_on_a_service_that_is_away(heritage: Heritage) -> None:
    heritage.fails = {"save": [503] * 99}
    told = list(ask_for(asking(heritage), [Origin(f"{SOURCE}-{n}") for n in range(9)]))
    assert told[-1] == ("", "6 more are not asked for; the next call asks again")
    assert heritage.count("save") == 3


def test_what_is_kept_is_told_apart_from_what_is_not(heritage: Heritage) -> None:
    heritage.kept, heritage.commits = {SOURCE: STATE}, {COMMIT}
    origins = [Origin(REPOSITORY, ("ef" * 20,)), Origin(SOURCE, (COMMIT, "12" * 20))]
    assert list(kept(asking(heritage), origins, TODAY)) == [
        Saved(SOURCE, f"swh:1:snp:{STATE}", "2026-11-23"),
        Saved(SOURCE, f"swh:1:rev:{COMMIT}", "2026-11-23"),
    ]


def test_rows_stay_and_a_newer_state_takes_the_place_of_an_older() -> None:
    old = [Saved(SOURCE, f"swh:1:rev:{COMMIT}", "2026-01-01"),
           Saved(SOURCE, f"swh:1:snp:{STATE}", "2026-01-01")]  # fmt: skip
    assert with_seen(old, []) == sorted(old)
    assert with_seen(old, [Saved(r.origin, r.swhid, "2026-02-02") for r in old]) == sorted(old)
    newer = Saved(SOURCE, f"swh:1:snp:{'34' * 20}", "2026-02-02")
    assert with_seen(old, [newer]) == sorted([old[0], newer])


def test_the_command_records_what_it_saw_and_succeeds_whatever_it_is_told(
    heritage: Heritage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    archive = checkout(tmp_path)
    monkeypatch.chdir(tmp_path)
    heritage.kept, heritage.commits = {SOURCE: STATE}, {COMMIT}
    assert main(["preserve", "--record", "--api", heritage.root]) == 0
    assert [row.swhid for row in read_saved_copies(archive)] == [
        f"swh:1:rev:{COMMIT}",
        f"swh:1:snp:{STATE}",
    ]
    assert heritage.asked_for == [REPOSITORY, SOURCE]
    before = (tmp_path / "data/saved.csv").read_bytes()
    heritage.fails = {"save": [403, 500]}
    assert main(["preserve", "--api", heritage.root]) == 0
    assert "not asked for: 403" in capsys.readouterr().out
    assert (tmp_path / "data/saved.csv").read_bytes() == before
    asked = len(heritage.asked)
    assert main(["preserve", "--dry-run"]) == 0
    assert f"{SOURCE} (1 commits)" in capsys.readouterr().out
    assert len(heritage.asked) == asked


@pytest.mark.parametrize(
    "line",
    [
        f"{SOURCE},swh:1:dir:{STATE},2026-11-23",
        f"{SOURCE},swh:1:snp:{STATE},yesterday",
        f"javascript:alert(1),swh:1:snp:{STATE},2026-11-23",
        f"{SOURCE},swh:1:snp:{STATE}",
        f"{SOURCE},swh:1:snp:{STATE};origin=x,2026-11-23",
    ],
)
def test_a_broken_row_is_named(line: str) -> None:
    with pytest.raises(UsageError, match=r"data/saved.csv:2: "):
        read_saved(f"origin,swhid,day\n{line}\n".encode())


def test_a_check_reads_the_file(tmp_path: Path) -> None:
    archive = checkout(tmp_path)
    assert check_surveyed(archive, [], Store(tmp_path / "store")).problems == []
    (tmp_path / "data/saved.csv").write_text("origin\n")
    with pytest.raises(UsageError, match=r"data/saved.csv:1: "):
        check_surveyed(archive, [], Store(tmp_path / "store"))


def test_an_origin_cannot_add_qualifiers() -> None:
    assert resolver_address("swh:1:snp:" + STATE, "https://a.test/x;path=/y%3B") == (
        f"https://archive.softwareheritage.org/swh:1:snp:{STATE}"
        ";origin=https://a.test/x%3Bpath=/y%253B"
    )
