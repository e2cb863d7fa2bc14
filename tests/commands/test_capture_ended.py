"""What a capture says that had to stop for a reason outside of it."""

from __future__ import annotations

import errno

import pytest

from sysbench_archive.capture.plan import InterruptionError
from sysbench_archive.commands.capture import stoppable


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
