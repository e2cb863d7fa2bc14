"""Sample sites in plain words and in hostile ones, shared by all tests: none may change them."""

from __future__ import annotations

from pathlib import Path

import pytest
import sample_records
import sample_site

from shared_builds import made_once


@pytest.fixture(scope="session")
def plain_site(folder_of_run: Path) -> sample_site.Site:
    return made_once(folder_of_run, "plain-site", sample_site.build)


@pytest.fixture(scope="session")
def hostile_site(folder_of_run: Path) -> sample_site.Site:
    def make(folder: Path) -> sample_site.Site:
        return sample_site.build(folder, sample_records.hostile)

    return made_once(folder_of_run, "hostile-site", make)
