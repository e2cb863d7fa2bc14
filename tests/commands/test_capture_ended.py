"""What a capture says that ended, or had to stop for a reason outside of it."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.capture.plan import InterruptionError, MissingError
from sysbench_archive.commands.capture import standing_text, stoppable
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
    first, neighbour, *_ = standing_text(result, str(tmp_path / "site")).splitlines()
    assert ": 1.00 times that of the only machine near; MariaDB 1" in first
    assert neighbour.endswith(", B: nothing recorded differs")
    with pytest.raises(MissingError, match="is --site right"):
        standing_text(result, str(tmp_path))
