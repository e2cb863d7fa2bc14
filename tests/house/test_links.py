"""Every link of the built site leads somewhere, under a base path as on its host."""

import subprocess
from pathlib import Path

from built_sites import BASE, Site

from .tree import ROOT


def test_every_link_leads_somewhere(walked_site: Site, tmp_path: Path) -> None:
    command = ["sh", "scripts/setup/links.sh", str(walked_site.public)]
    command += [f"https://example.org{BASE}", str(tmp_path / "links")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
