"""What a capture says that ended, or had to stop for a reason outside of it."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.capture.campaign import LOCK_FILE
from sysbench_archive.capture.plan import InterruptionError, MissingError, RefusalError
from sysbench_archive.commands import campaign_end
from sysbench_archive.commands.campaign_end import answer_with, standings_text
from sysbench_archive.commands.capture import places_of, stoppable
from sysbench_archive.derive.results import result_record
from sysbench_archive.tables.cells import cell_rows
from written_tables import downloads, write_rows

BUNDLE = Path(__file__).parents[2] / "data/results/2026-11-mariadb-11-8-and-10-11-debian-vm"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_says_what_to_do(number: int) -> None:
    with pytest.raises(InterruptionError) as told, stoppable():
        raise OSError(number, "full", "raw/a.txt")
    assert str(told.value) == (
        "raw/a.txt: the disk is full\n  hint: free some; the same command goes on where it stopped"
    )


def test_other_faults_of_files_pass() -> None:
    with pytest.raises(PermissionError), stoppable():
        raise PermissionError(errno.EACCES, "no", "raw/a.txt")


def test_a_site_says_where_the_figures_of_a_campaign_stand(tmp_path: Path) -> None:
    bundle = load_bundle(BUNDLE, BUNDLE.name).bundle
    assert bundle
    result = result_record(bundle)
    own = cell_rows(result)
    others = [replace(each, bundle="2026-02-b", machine="b", machine_label="B") for each in own]
    write_rows(tmp_path, cells=[to_builtins(each) for each in others])
    (tmp_path / "site").mkdir()
    downloads(tmp_path).rename(tmp_path / "site" / "downloads")
    first, neighbour, *_ = standings_text(result, str(tmp_path / "site")).splitlines()
    assert ": 1.00 times that of the only machine near; MariaDB 1" in first
    assert neighbour.endswith(", B: nothing recorded differs")
    with pytest.raises(MissingError, match="is --site right"):
        standings_text(result, str(tmp_path))


def test_a_disk_without_room_for_the_reports_leaves_the_figures_and_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / BUNDLE.name
    shutil.copytree(BUNDLE, folder)
    full = OSError(errno.ENOSPC, "No space left on device", f"{tmp_path}/report.md")
    monkeypatch.setattr(campaign_end, "replace_file", Mock(side_effect=full))
    answer_with(folder, tmp_path, None)
    said = capsys.readouterr()
    assert "Transactions per second" in said.out
    told = "report.md: not written (No space left on device); the bundle is complete"
    assert told in said.err
    assert "to paste" not in said.err
    assert list(tmp_path.iterdir()) == [folder]


def test_a_bundle_that_shows_no_figure_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "2026-11-b").mkdir()
    (tmp_path / "2026-11-b/bundle.yaml").write_text("schema: 1\nlicense: MIT\n")
    answer_with(tmp_path / "2026-11-b", tmp_path, None)
    assert "/license" in capsys.readouterr().err


def test_a_folder_with_nothing_but_the_lock_of_a_killed_capture_is_begun_in(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).touch()
    assert places_of(tmp_path, ["a"])[0] == tmp_path
    (tmp_path / "mine.txt").touch()
    with pytest.raises(RefusalError, match="the folder is not empty"):
        places_of(tmp_path, ["a"])
    with pytest.raises(RefusalError, match=r"mine\.txt: not a folder"):
        places_of(tmp_path / "mine.txt", ["a"])
