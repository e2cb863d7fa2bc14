"""The operator's guide: its commands are run, in their order, from an empty repository on."""

import csv
import json
import re
import shutil
import sys
import tarfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from checkouts import (
    FIRST,
    PERMANENT,
    REPOSITORY,
    SECOND,
    Upstream,
    commit,
    fill,
    planted,
    program,
    shell,
)

from forge import ROOT, Forge, ready, serving
from git_calls import git
from service_stand_in import PREFIX, TOKEN, Zenodo, served
from smallest_bundle import BUNDLE, smallest_bundle
from sysbench_archive.build.site_settings import publication_faults, read_site_settings
from write_addresses import FILES

GUIDE = (ROOT / "docs" / "operators-guide.md").read_text(encoding="utf-8")
NOT_RUN = {
    "Copies elsewhere": "it asks Software Heritage; tests/commands/test_preserve.py has a stand-in",
    "Out of git's history": "git-filter-repo is no part of git",
    "Newer locks": "it asks package registries; tests/house/test_locks.py has a stand-in of uv",
}
"""Sections whose commands are not run, each with the reason."""
APART = {
    "Going back a deployment", "Limits of hosts", "A second host", "A host that counts files",
    "A new version of the methodology", "A newer program", "A newer image, a newer Node",
}  # fmt: skip
"""Sections that need no served site: each has a test of its own below."""
PURGED = "2024-01-synthetic-000002"
SECRET, FILE = "hunter2-of-ada", "raw/read-only-t1.txt"
DOI = f"{PREFIX}99"
"""What the stand-in gives to all snapshots together."""


def blocks() -> Iterator[tuple[str, str]]:
    """Each block of commands with the heading above it."""
    heading = ""
    for part in re.split(r"(?ms)^(#{2,3} .*?$|```sh\n.*?^```$)", GUIDE):
        if part.startswith("#"):
            heading = part.lstrip("# ")
        elif part.startswith("```sh"):
            yield heading, part.removeprefix("```sh\n").removesuffix("```")


class Walk:
    """Somebody who follows the guide: each call runs its next block of commands."""

    def __init__(self, checkout: Path, upstream: Upstream, settings: dict[str, str]) -> None:
        self.left = [block for block in blocks() if block[0] not in {*NOT_RUN, *APART}]
        self.checkout, self.upstream, self.settings = checkout, upstream, settings

    def next(self, heading: str) -> str:
        found, script = self.left.pop(0)
        assert found == heading
        unset = set(re.findall(r'"[^"\n]*?\$([A-Z_]+)', script)) - self.settings.keys()
        assert not unset
        path = f"export PATH='{self.upstream.forge.folder / 'bin'}':$PATH\n"
        return shell(self.checkout, path + script, **self.settings)


def test_every_section_that_is_not_run_is_there() -> None:
    assert {*NOT_RUN, *APART} <= {heading for heading, _ in blocks()}


def apart(heading: str, checkout: Path, **settings: str) -> str:
    """What the blocks of a section print."""
    scripts = [script for found, script in blocks() if found == heading]
    return "".join(shell(checkout, script, **settings) for script in scripts)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout of two results, with the branch that pull requests are for."""
    root = ready(planted(tmp_path / "checkout"))
    fill(root, tmp_path / "synthetic")
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "upstream.git")
    git(root, "remote", "add", "origin", str(tmp_path / "upstream.git"))
    commit(root, "Two results")
    git(root, "fetch", "-q")
    return root


def test_a_commit_that_did_harm_is_taken_back_and_one_that_published_is_not(
    checkout: Path,
) -> None:
    published = git(checkout, "rev-parse", "HEAD")
    (checkout / "layouts/404.html").write_text("broken")
    commit(checkout, "A change")
    apart("Going back a deployment", checkout, HARM="HEAD")
    assert (checkout / "layouts/404.html").read_bytes() == (ROOT / "layouts/404.html").read_bytes()
    with pytest.raises(AssertionError, match="published-vanished"):
        apart("Going back a deployment", checkout, HARM=published)


def test_a_change_of_the_methodology_is_recorded_and_reviewed(checkout: Path) -> None:
    """Here nothing is another one."""
    said = apart("A new version of the methodology", checkout)
    assert said.startswith("0 files of the publication record changed\n")
    assert "## Review of this change" in said


def test_pages_of_runs_are_packed_beside_the_site(checkout: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed"
    said = apart("A host that counts files", checkout, PACKED=str(packed))
    assert "20 pages of runs are packed" in said
    public, copied = names_in(checkout / "public"), names_in(packed)
    assert copied - public == {f"results/{name}/runs.pack" for name in (FIRST, SECOND)}
    runs = public - copied
    assert len(runs) == 20
    assert all(re.fullmatch(r"results/[^/]+/[^/]+/index.html", name) for name in runs)
    # Where nothing has changed since, it is packed all the same.
    shutil.rmtree(packed)
    assert "nothing has changed" in apart("A host that counts files", checkout, PACKED=str(packed))
    assert names_in(packed) == copied


def test_a_newer_program_is_taken_in_from_another_archive(checkout: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(tmp_path / "upstream.git"), "program")
    newer = tmp_path / "program" / "layouts" / "404.html"
    newer.write_text("newer")
    git(newer.parents[1], "commit", "-qam", "A newer page")
    (checkout / "config.toml").open("a").write("# of this archive\n")
    commit(checkout, "An own line")
    git(checkout, "fetch", "-q")
    said = apart("A newer program", checkout, PROGRAM=str(tmp_path / "program"))
    assert "0 errors" in said
    assert (checkout / "layouts/404.html").read_text() == "newer"
    assert (checkout / "config.toml").read_text().endswith("# of this archive\n")


def conflict(checkout: Path, file: str, edits: tuple[str, str], record: str) -> str:
    """What the commands of "Two branches" print, where each branch edited a file and recorded it.

    An edit is `old/new`; `record` is called with the number of the branch.
    """
    start = git(checkout, "rev-parse", "HEAD")
    for number, edit in enumerate(edits):
        git(checkout, "checkout", "-q", "-B", f"branch-{number}", start)
        shell(checkout, f"sed -i 's/{edit}/' {file} && {record}", N=str(number))
        git(checkout, "add", "-A")
        git(checkout, "commit", "-qm", f"Branch {number}")
        if number == 0:
            git(checkout, "push", "-q", "origin", "HEAD:main")
    section = (ROOT / "docs/record.md").read_text().split("## Two branches\n")[1]
    (script,) = re.findall(r"(?ms)^```sh\n(.*?)^```$", section.split("\n## ")[0])
    once = ".venv/bin/sysbench-archive record"
    assert script.count(once) == 1
    return shell(checkout, script.replace(once, record), N="1")


def test_two_branches_that_recorded_one_comparison_are_merged(checkout: Path) -> None:
    edits = ("What the figures say/What they say", "summary: Nobody knows/summary: Nobody can know")
    said = conflict(
        checkout, "content/comparisons/second.md", edits, ".venv/bin/sysbench-archive record"
    )
    assert "UU data/comparisons/second.jsonl" in said
    assert "0 errors" in said
    lines = (checkout / "data/comparisons/second.jsonl").read_text().splitlines()
    assert [json.loads(line)["revision"] for line in lines] == [1, 2, 3]
    assert "What they say" in lines[1]
    assert "Nobody can know" in lines[2]


def test_two_branches_that_corrected_one_bundle_are_merged(checkout: Path) -> None:
    edits = ("^title: Synthetic/title: Corrected", "size_mib: .*/size_mib: 8192")
    correct = f'.venv/bin/sysbench-archive correct {FIRST} --reason "number $N was wrong"'
    said = conflict(checkout, f"data/results/{FIRST}/bundle.yaml", edits, correct)
    assert f"UU data/ledger/{FIRST}.csv" in said
    assert "0 errors" in said
    with (checkout / "data/ledger" / f"{FIRST}.csv").open(encoding="utf-8", newline="") as file:
        reasons = [row["reason"] for row in csv.DictReader(file)]
    assert reasons[1:] == ["number 0 was wrong", "number 1 was wrong"]


def test_the_image_and_node_are_renewed_everywhere(tmp_path: Path) -> None:
    flows = tmp_path / ".github/workflows"
    shutil.copytree(ROOT / ".github/workflows", flows)
    image = f"debian:13@sha256:{'ab' * 32}"
    before = (ROOT / "Dockerfile").read_text()
    (tmp_path / "Dockerfile").write_text(re.sub("(?m)^FROM .*", f"FROM {image}", before))
    apart("A newer image, a newer Node", tmp_path, NODE="26")
    texts = [path.read_text() for path in flows.iterdir()]
    for words, new in (("container", image), ("node-version", '"26"')):
        found = [value for text in texts for value in re.findall(f"{words}: (.*)", text)]
        assert (len(found) > 4, set(found)) == (True, {new})


def site_of(folder: Path) -> Path:
    """A few files as of a site."""
    files = {"index.html": "front", "results/a/index.html": "a", "about/index.html": "x" * 600}
    files["api/v1/index.json"] = json.dumps({"counts": {"runs": 2}})
    for name, text in files.items():
        (folder / "public" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "public" / name).write_text(text)
    return folder / "public"


def names_in(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.skipif(not shutil.which("rsync"), reason="a folder is synced by rsync")
def test_a_second_host_has_the_same_files_or_the_runs_alone(tmp_path: Path) -> None:
    public = site_of(tmp_path)
    hosts = {name: tmp_path / name.lower() for name in ("BUCKET", "RUNS", "FRONT")}
    for folder in hosts.values():
        (folder / "results").mkdir(parents=True)
        (folder / "gone.html").write_text("of the deployment before")
    (hosts["RUNS"] / "gone.html").unlink()
    apart("A second host", tmp_path, **{name: str(path) for name, path in hosts.items()})
    bucket, runs, front = (names_in(hosts[name]) for name in ("BUCKET", "RUNS", "FRONT"))
    assert bucket == names_in(public)
    assert runs == {name for name in bucket if name.startswith("results/")}
    assert (runs | front, runs & front) == (bucket, set())


def test_limits_of_hosts_are_counted_in_the_site(tmp_path: Path) -> None:
    public = site_of(tmp_path)
    (tmp_path / "docs").mkdir()
    guide = tmp_path / "docs/operators-guide.md"
    guide.write_text(GUIDE)
    program = f'{sys.executable} {ROOT}/scripts/measure_site.py "$PUBLIC"'
    for _ in range(2):
        shell(tmp_path, program, PUBLIC=str(public))
    # As GNU tar, which the step that uploads calls, writes it.
    with tarfile.open(tmp_path / "site.tar", "w", format=tarfile.GNU_FORMAT) as archive:
        for name in names_in(public):
            archive.add(public / name, name)
        # The end, which tar fills up with zeroes.
        size = archive.offset
    table = guide.read_text().split("<!-- written by `make limits` -->\n")[1].split("<!-- end")[0]
    rows = dict(re.findall(r"(?m)^\| ([a-z ,]+) \| ([\d,]+) \|", table))
    assert rows["bytes as tar"].replace(",", "") == str(size)
    assert (rows["files"], rows["runs"]) == ("4", "2")
    assert guide.read_text().count("| GitHub Pages |") == 1
    # Those of the archive are there, of the same form.
    stated = GUIDE.split("<!-- written by `make limits` -->\n")[1].split("<!-- end")[0]
    assert re.sub(r"[\d,.%]+", "", stated) == re.sub(r"[\d,.%]+", "", table)
    assert (
        apart("Limits of hosts", ROOT, MAKEFLAGS="--dry-run").count("measure_site.py public") == 1
    )


def test_the_guide_leads_from_an_empty_repository_to_a_served_site_and_out_of_trouble(
    tmp_path: Path,
) -> None:
    forge = Forge(tmp_path / "forge")
    checkout = planted(tmp_path / "planted")
    git(tmp_path, "init", "-q", "--bare", "-b", "main", "upstream.git")
    git(checkout, "remote", "add", "origin", str(tmp_path / "upstream.git"))
    ready(checkout)
    pages = forge.folder / "pages"
    with serving(pages, "/sysbench-archive/") as address, served(Zenodo()) as zenodo:
        forge.address = address
        upstream = Upstream(tmp_path, forge)
        settings = {
            "PERMANENT": f"{PERMANENT}/", "REPOSITORY": REPOSITORY, "OWNER": "owner",
            "REPO": "owner/sysbench-archive", "DAY": datetime.now(tz=UTC).date().isoformat(),
            "SNAPSHOT": str(tmp_path / "snapshot"), "SECRET": SECRET, "BUNDLE": BUNDLE,
            "FILE": FILE, "SIGNED": FIRST, "WITHDRAWN": SECOND, "NAME": "Ada Signed",
            "PURGED": PURGED, "HELD": str(tmp_path / "held"),
            "BACKUP": str(tmp_path / "backup.bundle"), "RESTORED": str(tmp_path / "restored"),
            "BASE_URL": f"{address}/", "ORIGIN": str(tmp_path / "upstream.git"), "DOI": DOI,
            "ZENODO": zenodo, "ZENODO_TOKEN": TOKEN, "COMPARISON": "second",
            "DEPOSIT": str(tmp_path / "deposit"), "REBUILT": str(tmp_path / "from-deposit"),
        }  # fmt: skip
        walk = Walk(checkout, upstream, settings)
        from_nothing(walk)
        incidents(walk)
        rebuilt(walk)
        rebuilt_from_the_deposit(walk)
        moved(walk, tmp_path)
        held(walk)
        assert walk.left == []


def from_nothing(walk: Walk) -> None:
    """Up to the first snapshot."""
    start, upstream = "From an empty repository to a served site", walk.upstream
    assert publication_faults(walk.checkout)
    walk.next(start)
    assert publication_faults(walk.checkout) == []
    assert "sysbench-archive.example" not in git(
        walk.checkout, "grep", "-h", "https://", "--", "*.md", "*.toml", "*.cff", "content"
    )
    assert "@owner/maintainers" in (walk.checkout / ".github/CODEOWNERS").read_text()
    walk.next(start)
    asked = [words for words, _ in upstream.forge.asked()]
    assert [words[2] for words in asked if words[:2] == ["label", "create"]] == label_names()
    assert "repos/owner/sysbench-archive/branches/main/protection" in asked[-1]
    walk.next(start)
    words, _ = upstream.forge.asked()[-1]
    assert words[:3] == ["workflow", "run", "publish.yml"]
    # A single run, nothing to compare it with.
    smallest_bundle(walk.checkout)
    output = walk.checkout / "data" / "results" / BUNDLE / FILE
    output.write_text(f"# started by {SECRET}\n{output.read_text()}")
    program(walk.checkout, "record")
    commit(walk.checkout, "A result")
    published = upstream.publish(first=True)
    assert published.ok, published.log
    status, page = upstream.page("/")
    assert (status, f'href="{REPOSITORY}/issues"' in page) == (200, True)
    fill(walk.checkout, upstream.folder / "synthetic", bundles=3)
    document = walk.checkout / "data" / "results" / FIRST / "bundle.yaml"
    signed = document.read_text().replace("name: Synthetic", f"name: {walk.settings['NAME']}", 1)
    document.write_text(signed)
    program(walk.checkout, "record")
    commit(walk.checkout, "Four results")
    walk.next(start)
    assert (upstream.folder / "snapshot" / "SHA256SUMS").is_file()
    assert git(upstream.bare, "tag").startswith("snapshot-")
    assert f'put doi = "{DOI}" into config.toml' in walk.next(start)
    walk.next(start)
    said = walk.next(start)
    assert 0 < said.index("(a draft; ") < said.index("(published)")
    assert read_site_settings(walk.checkout).doi == DOI
    assert yaml.safe_load((walk.checkout / "CITATION.cff").read_text())["doi"] == DOI
    cited = walk.next(start)
    assert f"{PERMANENT}/results/{BUNDLE}/" in cited
    assert f"{PERMANENT}/comparisons/second/revisions/1/" in cited


def incidents(walk: Walk) -> None:
    """Each of them, and what is served afterwards."""
    upstream, checkout = walk.upstream, walk.checkout
    program(checkout, "withdraw", SECOND, "--reason", "it was the wrong disk")
    commit(checkout, "Withdraw a result")
    walk.next("A password, a key or an address was published")
    walk.next("A contributor's name has to go")
    walk.next("A bundle was withdrawn by mistake")
    walk.next("Everything of a bundle has to go")
    kept = (checkout / "data" / "comparisons").glob(f"{PURGED}*.jsonl")
    rows = [json.loads(line) for file in kept for line in file.read_text().splitlines()]
    assert {(row["says"], str(row["panels"])) for row in rows} == {("removed", "[]")}
    assert not (checkout / "data" / "revisions" / PURGED).exists()
    program(checkout, "check")
    git(checkout, "push", "-q", "origin", "HEAD:main")
    published = upstream.publish()
    assert published.ok, published.log
    served = [path for path in (upstream.forge.folder / "pages").rglob("*") if path.is_file()]
    assert len(served) > 100
    for word in (SECRET, walk.settings["NAME"]):
        assert [path for path in served if word.encode() in path.read_bytes()] == []
    for page, words in {
        f"/results/{BUNDLE}/revisions/1/": f"<code>{FILE}</code>",
        f"/results/{FIRST}/revisions/1/": "<code>bundle.yaml</code>",
        f"/results/{SECOND}/": "the wrong bundle was named",
    }.items():
        status, text = upstream.page(page)
        assert (status, words in text) == (200, True), page
    assert f"https://doi.org/{DOI}" in upstream.page("/api/")[1]
    program(checkout, "verify", f"/results/{BUNDLE}/revisions/1/")


def moved(walk: Walk, folder: Path) -> None:
    """To an address at which nothing is published: what was published stays so."""
    upstream, old = walk.upstream, folder / "old-host"
    pages = upstream.forge.folder / "pages"
    pages.rename(old)
    pages.mkdir()
    for path in (f"data/results/{FIRST}", f"data/revisions/{FIRST}", f"data/ledger/{FIRST}.csv"):
        git(walk.checkout, "rm", "-rq", path)
    commit(walk.checkout, "Forget a result")
    with serving(old, "/archive/") as address:
        walk.settings["OLD"] = address
        for inputs in ({}, {"first": True}):
            stopped = upstream.publish(**inputs)
            assert stopped.failed[0] == "Ask what is published, and which commit it is of"
            assert f"It was deployed before, to {upstream.forge.address}/." in stopped.log
        walk.next("Another domain, another host")
        words, _ = upstream.forge.asked()[-1]
        assert words[-1] == f"published={address}"
        lost = upstream.publish(published=address)
        assert "published-vanished" in lost.log
        git(walk.checkout, "revert", "--no-edit", "HEAD")
        git(walk.checkout, "push", "-q", "origin", "HEAD:main")
        published = upstream.publish(published=address)
        assert published.ok, published.log
    assert upstream.page(f"/results/{FIRST}/")[0] == 200


def held(walk: Walk) -> None:
    """By somebody else, who has a copy of all that was published, or lacks a result."""
    copy = Path(walk.settings["HELD"])
    walk.settings["SITE"] = walk.upstream.forge.address
    walk.next("Succession")
    ready(copy)
    script = walk.left[0][1]
    assert "0 errors" in walk.next("Succession")
    for path in (f"data/results/{FIRST}", f"data/revisions/{FIRST}", f"data/ledger/{FIRST}.csv"):
        git(copy, "rm", "-rq", path)
    with pytest.raises(AssertionError, match=f"nothing answers any more to /results/{FIRST}/"):
        shell(copy, script, **walk.settings)


def rebuilt(walk: Walk) -> None:
    """The same site comes back from one file."""
    for _ in range(2):
        walk.next("Backup, and a rebuild from git alone")
    restored = ready(Path(walk.settings["RESTORED"]))
    walk.next("Backup, and a rebuild from git alone")
    before, after = walk.upstream.forge.folder / "pages", restored / "public"
    names = {path.relative_to(before) for path in before.rglob("*") if path.is_file()}
    assert names == {path.relative_to(after) for path in after.rglob("*") if path.is_file()}
    assert [n for n in names if (before / n).read_bytes() != (after / n).read_bytes()] == []


def rebuilt_from_the_deposit(walk: Walk) -> None:
    """A site with the tables and documents of the deposit, from its files alone."""
    said = walk.next("A rebuild from the DOI")
    assert re.search(r"is the site; its \d\d tables are those of the snapshot", said)
    snapshot, site = Path(walk.settings["DEPOSIT"]), Path(walk.settings["REBUILT"], "public")
    about = json.loads((snapshot / "release.json").read_text())
    assert (
        json.loads((site / "api/v1/index.json").read_text())["build"]["commit"] == about["commit"]
    )
    (documents,) = snapshot.glob("*-api.tar.gz")
    with tarfile.open(documents) as packed:
        for member in packed:
            (_, _, path), file = member.name.partition("/"), packed.extractfile(member)
            assert file is not None
            assert file.read() == (site / path).read_bytes(), path


def label_names() -> list[str]:
    with (ROOT / ".github" / "labels.csv").open(encoding="utf-8", newline="") as file:
        return [row["name"] for row in csv.DictReader(file)]


def test_labels_are_those_that_reviewers_read_of() -> None:
    table = (ROOT / "docs" / "reviewing.md").read_text().split("## Labels\n")[1].split("\n#")[0]
    assert label_names() == re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)
    # The shell that reads the file knows no quotes.
    lines = (ROOT / ".github" / "labels.csv").read_text().splitlines()
    assert [line for line in lines if line.count(",") != 2 or '"' in line] == []
    assert all(re.fullmatch("[0-9a-f]{6}", line.split(",")[1]) for line in lines[1:])


def test_main_waits_for_a_job_that_exists() -> None:
    protection = json.loads((ROOT / ".github" / "protection.json").read_text())
    jobs = yaml.safe_load((ROOT / ".github/workflows/check.yml").read_text())["jobs"].values()
    asked = protection["required_status_checks"]["contexts"]
    assert set(asked) <= {job["name"] for job in jobs}
    assert asked


@pytest.mark.parametrize("repo", ["", "owner", "a/b/c", "/a", "a/", "a/b; touch pwned", "$(id)/b"])
def test_what_is_no_repository_is_not_set_up(tmp_path: Path, repo: str) -> None:
    forge = Forge(tmp_path / "forge")
    with pytest.raises(AssertionError, match="make repository REPO=OWNER/NAME"):
        shell(ROOT, f"PATH='{forge.folder / 'bin'}':$PATH sh scripts/setup/repository.sh \"$REPO\"",
              REPO=repo)  # fmt: skip
    assert forge.asked() == []


def exchanged(folder: Path, permanent: str, repository: str) -> str:
    """What `make addresses` says; the files that name addresses are those of this checkout."""
    for name in FILES:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes((ROOT / name).read_bytes())
    script = f'{sys.executable} {ROOT}/scripts/write_addresses.py "$PERMANENT" "$REPOSITORY"'
    return shell(folder, script, PERMANENT=permanent, REPOSITORY=repository)


NO_ADDRESSES = ["results.net", "https://", "ftp://a.net", "https://a.net|e", "", "http://a.test",
                "https://a.net/x y", "https://a.net/?q", "$(id)"]  # fmt: skip


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address_is_refused_before_anything_is_written(
    tmp_path: Path, address: str
) -> None:
    """Both at once."""
    with pytest.raises(AssertionError, match=r"(?s)permanentBase .*repository .*make addresses"):
        exchanged(tmp_path, address, address)
    with pytest.raises(AssertionError, match=r"(?s)repository .*make addresses"):
        exchanged(tmp_path, "https://results.net", address)
    assert [n for n in FILES if (tmp_path / n).read_bytes() != (ROOT / n).read_bytes()] == []


def test_addresses_are_exchanged_where_one_begins_the_other(tmp_path: Path) -> None:
    exchanged(tmp_path, "https://a.net/", "https://a.net/git//")
    settings = read_site_settings(tmp_path)
    assert (settings.permanent_base, settings.repository) == ("https://a.net", "https://a.net/git")


def test_private_reports_have_a_place() -> None:
    """`SECURITY.md` leads to the form of the repository that is configured."""
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    repository = re.findall(r'(?m)^repository = "(.*)"', (ROOT / "config.toml").read_text())[0]
    assert f"]({repository}/security/advisories/new)" in text
