"""The addresses that `config.toml` states, in the one form that pages and records use.

A build for publication refuses addresses that no reader could follow: what is printed in citations
today is typed by somebody in ten years.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from sysbench_archive.bundle.schema import SCHEMA_FOLDER

FILE = "config.toml"
# Names that nobody can own (RFC 2606, RFC 6761): the placeholders are below `.example`.
_RESERVED = re.compile(
    r"(?:.*\.)?(?:example|test|invalid|localhost|local|example\.(?:com|net|org))", re.IGNORECASE
)
_WRITTEN = {
    "permanentBase": "the address that citations begin with, such as https://results.your-domain.org",
    "repository": "the address of the repository, such as https://github.com/OWNER/NAME",
}


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """Addresses without a slash at the end, and none twice; a DOI, empty before there is one; and
    the id of the app by which contributors log in to the repository's forge, empty without one.
    """

    permanent_base: str
    repository: str
    doi: str
    repository_api: str
    device_client: str


def read_site_settings(root: Path) -> SiteSettings:
    """The addresses stated in a checkout; "" where none is."""
    stated = _params(root)
    return SiteSettings(
        permanent_base=without_slashes(stated.get("permanentBase", "")),
        repository=without_slashes(stated.get("repository", "")),
        doi=stated.get("doi", ""),
        repository_api=without_slashes(stated.get("repositoryApi", "")),
        device_client=stated.get("deviceClient", ""),
    )


def installed_settings() -> SiteSettings:
    """The addresses that an installation outside of a checkout was made with."""
    return read_site_settings(SCHEMA_FOLDER.parent)


def publication_faults(root: Path) -> list[str]:
    """Why a site with these settings must not be published: a line each, with what to do."""
    hint = "\n  hint: write {}; docs/operators-guide.md says where else it stands"
    return [f"{FILE}: params.{each}" for each in address_faults(_params(root), hint)]


def address_faults(stated: Mapping[str, str], hint: str = ": write {}") -> list[str]:
    """Why the addresses that an archive states are none that readers could follow, each with a
    hint that says what to write.
    """
    return [
        f"{key} {fault} (got {address!r}, expected an https address){hint.format(written)}"
        for key, written in _WRITTEN.items()
        if (fault := _fault_of(without_slashes(address := stated.get(key, ""))))
    ]


def with_one_slash(base_url: str) -> str:
    """The address a site will have, with a slash at its end and none twice."""
    return f"{without_slashes(base_url)}/"


def _params(root: Path) -> dict[str, str]:
    settings = tomllib.loads((root / FILE).read_text(encoding="utf-8"))
    params = settings.get("params", {})
    return {key: value for key, value in params.items() if isinstance(value, str)}


def without_slashes(address: str) -> str:
    """An address as records use it: with no slash at its end, and none twice."""
    scheme, mark, rest = address.strip().rpartition("://")
    return f"{scheme}{mark}{re.sub(r'/{2,}', '/', rest).rstrip('/')}"


def _fault_of(address: str) -> str:
    """What is wrong with an address; "" where nothing is."""
    if not address:
        return "is empty"
    if not re.fullmatch(r"[!-~]+", address):
        return "holds blanks or letters that are not ASCII"
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https"):
        return "has no scheme"
    host = parts.hostname or ""
    if not re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", host):
        return "names no host"
    if _RESERVED.fullmatch(host):
        return "is a placeholder"
    if parts.query or parts.fragment or parts.username is not None:
        return "is more than a scheme, a host and a path"
    if not re.fullmatch(r"[A-Za-z0-9/._~-]*", parts.path):
        return "has a path with other characters than letters, digits, - . _ ~ and /"
    return ""
