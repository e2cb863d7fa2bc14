"""What a bundle says it ran again is in the archive: seen only where all of it is looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from sysbench_archive.problems import Problem, Rule, got_expected

Mentions = Mapping[str, Iterable[tuple[str, int]]]
"""Bundle id to (site path, line of bundle.yaml) of every entry of its `reproduces`, in order."""

UNKNOWN = Rule(
    "reproduces-unknown",
    "A bundle says it ran something again that is not in the archive.",
    "A reproduction of nothing agrees with nothing: its ratio stands beside no published one.",
    "correct the path: that of a page of this archive, without host and base, as"
    " /comparisons/SLUG/ or /results/BUNDLE/RUN/",
)
RULES = (UNKNOWN,)


def unknown_paths(mentions: Mentions, known: Collection[str], folder: str) -> Iterator[Problem]:
    """Paths that lead nowhere, or to the bundle that names them."""
    for bundle, entries in mentions.items():
        for index, (path, line) in enumerate(entries):
            own = path.startswith((f"/results/{bundle}/", f"/comparisons/{bundle}--"))
            if path not in known or own:
                expected = "something published before" if own else "a page of the archive"
                message = got_expected("nothing was published there", path, expected)
                place = f"{folder}/{bundle}/bundle.yaml"
                yield UNKNOWN.at(place, message, pointer=f"/reproduces/{index}", line=line)
