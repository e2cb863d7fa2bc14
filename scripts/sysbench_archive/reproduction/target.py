"""What somebody wants to repeat, out of the words they typed.

Owns the forms a name may have: a slug, `<bundle>/<run>`, a site path, a full address.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sysbench_archive.capture.stops import RefusalError

_ID = r"[a-z0-9][a-z0-9-]*"
_SLUG = re.compile(_ID)
_PAIR = re.compile(rf"({_ID})/({_ID})")
_ADDRESS = re.compile(
    rf"(https?://[^\s?#@\\]+?)?(/(?:comparisons/{_ID}|results/{_ID}/{_ID}))/?(?:index\.(?:json|html))?"
)
_EXPECTED = "a comparison's slug, two runs as <bundle>/<run>, or their site paths or addresses"


@dataclass(frozen=True, slots=True)
class Target:
    """Site paths, and the site they are on: "" is this checkout."""

    paths: tuple[str, ...]
    site: str


def target_of(words: Sequence[str], site: str | None) -> Target:
    """The target; `site` is what was asked for beside it. RefusalError where it is none."""
    found = [_place(word) for word in words]
    sites = dict.fromkeys(s for s, _ in found if s)
    if site is not None:
        sites = dict.fromkeys([_site(site)])
    paths = tuple(path for _, path in found)
    runs = [path.startswith("/results/") for path in paths]
    if len(sites) > 1:
        raise RefusalError("reproduce", "two sites are named", ", ".join(sites), "one")
    if runs not in ([False], [True, True]) or len(set(paths)) != len(paths):
        raise RefusalError("reproduce", "not one question", " ".join(words), _EXPECTED)
    return Target(paths, next(iter(sites), ""))


def _site(text: str) -> str:
    if not re.fullmatch(r"https?://[^\s?#@\\]+", text):
        raise RefusalError("--site", "not the address of a site", repr(text), "http(s)://HOST/…")
    return text.rstrip("/")


def _place(word: str) -> tuple[str, str]:
    if match := _ADDRESS.fullmatch(word):
        return match[1] or "", f"{match[2]}/"
    if match := _PAIR.fullmatch(word):
        return "", f"/results/{match[1]}/{match[2]}/"
    if _SLUG.fullmatch(word):
        return "", f"/comparisons/{word}/"
    raise RefusalError("reproduce", "not a name of something published", repr(word), _EXPECTED)
