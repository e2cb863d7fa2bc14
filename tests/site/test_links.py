"""Every link of the sample site leads somewhere, fragments included, under a base path."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from sample_site import BASE, ROOT, Site


def htmltest() -> str | None:
    """The htmltest that set-up put here, else the one on PATH, else none."""
    ours = ROOT / ".tools" / "bin" / "htmltest"
    return str(ours) if ours.exists() else shutil.which("htmltest")


def checker(site: Site) -> list[str]:
    """The command that checks a site: htmltest where there is one, else lychee, offline."""
    if program := htmltest():
        return [program, "--conf", str(ROOT / ".htmltest.yml"), str(site.parent)]
    beside = Path(sys.executable).with_name("lychee")
    lychee = str(beside) if beside.exists() else "lychee"
    options = ["--offline", "--no-progress", "--include-fragments", "--index-files", "index.html"]
    return [lychee, *options, "--root-dir", str(site.parent), *map(str, site.pages())]


def check(site: Site, folder: Path) -> subprocess.CompletedProcess[str]:
    command = checker(site)
    return subprocess.run(
        command, cwd=folder, check=False, capture_output=True, text=True, timeout=120
    )


def copy(site: Site, folder: Path) -> Site:
    """The site again, to be damaged."""
    parent = folder / "served"
    shutil.copytree(site.parent, parent)
    return Site(site.source, parent, parent / BASE.strip("/"))


def test_every_link_leads_somewhere(plain_site: Site, tmp_path: Path) -> None:
    done = check(plain_site, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_missing_page_is_noticed(plain_site: Site, tmp_path: Path) -> None:
    site = copy(plain_site, tmp_path)
    shutil.rmtree(site.public / "contribute")
    assert check(site, tmp_path).returncode != 0


def test_a_missing_heading_is_noticed(plain_site: Site, tmp_path: Path) -> None:
    site = copy(plain_site, tmp_path)
    for page in site.public.glob("results/*/index.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace('id="server-mysql-a"', ""), encoding="utf-8")
    assert check(site, tmp_path).returncode != 0


UNQUOTED_BASE = re.compile(r"""(?:href|src)=\{\{[^}]*(?:base|link\.html|relURL|absURL)""")


def test_addresses_that_begin_with_the_base_stand_in_quotes() -> None:
    """The base is empty at the root of a host, and Hugo takes `href=` with an empty start for an
    unsafe address; a sample site below a path does not show it.
    """
    layouts = sorted((ROOT / "layouts").rglob("*.html"))
    texts = {str(path): path.read_text(encoding="utf-8") for path in layouts}
    assert len(texts) > 100
    assert [path for path, text in texts.items() if UNQUOTED_BASE.search(text)] == []
    assert UNQUOTED_BASE.search("<a href={{ $base }}{{ .path }}>")
