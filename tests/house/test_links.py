"""Every link of the built site leads somewhere, under a base path as on its host."""

import subprocess
from pathlib import Path

import pytest

from built_sites import BASE, Site

from .tree import ROOT

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title>
<link rel="icon" href="{base}icon.svg"></head>
<body><h1 id="first">A page</h1>
<p><a href="{base}">Home</a> <a href="{base}other/#first">Other</a></p>
</body></html>
"""


def links(site: Path, base: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["sh", "scripts/setup/links.sh", str(site), base, str(folder / "links")]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_every_link_leads_somewhere(walked_site: Site, tmp_path: Path) -> None:
    done = links(walked_site.public, f"https://example.org{BASE}", tmp_path)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A site of two pages that lead to each other."""
    site = tmp_path / "site"
    for page in (site / "index.html", site / "other" / "index.html"):
        page.parent.mkdir()
        page.write_text(PAGE.format(base=BASE))
    (site / "icon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    return site


def test_a_wrong_base_path_is_noticed(small: Path, tmp_path: Path) -> None:
    assert links(small, "/elsewhere/", tmp_path).returncode != 0


def test_a_missing_page_is_noticed(small: Path, tmp_path: Path) -> None:
    (small / "other" / "index.html").unlink()
    assert links(small, BASE, tmp_path).returncode != 0
