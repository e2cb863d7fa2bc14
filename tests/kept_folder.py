"""A folder that many tests change, each from the same beginning and in the same place."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


class KeptFolder:
    """A folder as it was at first: put back, it costs a copy instead of a build.

    In the same place, because a build trusts what the last one left only where that was made.
    With `linked` files are put back by a second name: for tests whose files are only replaced.
    """

    def __init__(self, folder: Path, *, linked: bool = False) -> None:
        self.folder = folder
        self._copy = os.link if linked else shutil.copy2
        self._kept = folder.with_name(f"{folder.name}-kept")
        shutil.copytree(folder, self._kept, symlinks=True)

    def put_back(self) -> Path:
        """The folder, whatever has become of it since."""
        shutil.rmtree(self.folder)
        shutil.copytree(self._kept, self.folder, symlinks=True, copy_function=self._copy)
        return self.folder
