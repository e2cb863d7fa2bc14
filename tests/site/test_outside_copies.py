"""Pages lead to copies elsewhere: SWHIDs with their origin, the DOI once there is one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from sample_site import BUNDLE, ROOT, Site, render

from sysbench_archive.build.archive import Archive

RESOLVER = "https://archive.softwareheritage.org/"
DOI = "10.5281/zenodo.1234567"


def test_results_and_revisions_lead_to_where_swhids_are_looked_up(
    plain_site: Site,
) -> None:
    origin = Archive(ROOT).repository
    pages = [f"results/{BUNDLE}", *(f"results/{BUNDLE}/revisions/{n}" for n in (1, 2))]
    looked_at = [page for page in pages if (plain_site.public / page / "index.html").is_file()]
    assert len(looked_at) > 1
    for page in looked_at:
        found = re.findall(rf'href="?({RESOLVER}[^">\s]*)', plain_site.page(page))
        assert found, page
        for address in found:
            assert re.fullmatch(rf"{RESOLVER}swh:1:dir:[0-9a-f]{{40}};origin={origin}", address)
        assert "/about/#text-identity" in plain_site.page("glossary")


def test_a_source_leads_to_what_is_kept_of_it(plain_site: Site) -> None:
    page = plain_site.page("sources")
    assert page.count("kept copy") == 1
    assert f"{RESOLVER}swh:1:rev:{'ab' * 20};origin=https://example.org/results" in page
    assert f"{RESOLVER}swh:1:snp:{'ef' * 20}" in page


def test_the_doi_shows_once_it_is_configured(plain_site: Site, tmp_path: Path) -> None:
    assert "doi.org" not in plain_site.page("api")
    source = shutil.copytree(plain_site.source, tmp_path / "source", symlinks=True)
    settings = source / "config.toml"
    text = settings.read_text(encoding="utf-8")
    assert text.count('\ndoi = ""\n') == 1
    settings.write_text(text.replace('\ndoi = ""\n', f'\ndoi = "{DOI}"\n'), encoding="utf-8")
    render(source, tmp_path / "public")
    page = (tmp_path / "public" / "api" / "index.html").read_text(encoding="utf-8")
    assert f"https://doi.org/{DOI}" in page
