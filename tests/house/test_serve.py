"""`make serve` shows a site under its base path, and nothing outside it."""

from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from forge import serving


def status(address: str) -> int:
    try:
        with urlopen(address) as response:
            return int(response.status)
    except HTTPError as error:
        return error.code


@pytest.mark.parametrize(
    ("base", "path", "expected"),
    [
        ("/", "/", 200),
        ("/", "/page/", 200),
        ("/", "/absent", 404),
        ("https://example.org/sub/", "/sub/page/", 200),
        ("https://example.org/sub", "/sub/", 200),
        ("/sub/", "/page/", 404),
        ("/sub/", "/sub/../../secret", 404),
        ("/", "/../secret", 404),
    ],
)
def test_paths(tmp_path: Path, base: str, path: str, expected: int) -> None:
    (tmp_path / "site" / "page").mkdir(parents=True)
    (tmp_path / "site" / "index.html").write_text("home")
    (tmp_path / "site" / "page" / "index.html").write_text("page")
    (tmp_path / "secret").write_text("secret")
    with serving(tmp_path / "site", base) as address:
        root = address.removesuffix(urlsplit(address).path)
        assert status(root + path) == expected
