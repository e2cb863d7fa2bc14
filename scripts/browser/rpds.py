"""Stands in for rpds in a browser, where its compiled code cannot be had: the part jsonschema uses.

Maps, sets and lists that are never changed; every change is a copy, which is quick enough for the
few dozen entries that jsonschema keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


class HashTrieMap(dict[Any, Any]):
    """A map whose changes are new maps."""

    @classmethod
    def convert(cls, value: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> HashTrieMap:
        """The value itself where it is such a map already."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: Any, value: Any) -> HashTrieMap:
        """The map with one entry more."""
        return HashTrieMap({**self, key: value})

    def remove(self, key: Any) -> HashTrieMap:
        """The map without an entry; KeyError where there is none."""
        left = HashTrieMap(self)
        del left[key]
        return left

    def update(self, *others: Any) -> HashTrieMap:  # type: ignore[override]
        """The map with the entries of others."""
        whole = dict(self)
        for other in others:
            whole.update(other)
        return HashTrieMap(whole)

    def __hash__(self) -> int:  # type: ignore[override]
        """Records that hold one are hashed."""
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset[Any]):
    """A set whose changes are new sets."""

    def insert(self, value: Any) -> HashTrieSet:
        """The set with one member more."""
        return HashTrieSet(self | {value})

    def discard(self, value: Any) -> HashTrieSet:
        """The set without a member, whether it was there or not."""
        return HashTrieSet(self - {value})

    def update(self, *others: Iterable[Any]) -> HashTrieSet:
        """The set with the members of others."""
        return HashTrieSet(self.union(*others))


class List:
    """A list that only grows at its front."""

    def __init__(self, values: Iterable[Any] = ()) -> None:
        """The list of these values."""
        self._values = tuple(values)

    def push_front(self, value: Any) -> List:
        """The list with a value before all others."""
        return List((value, *self._values))

    def __iter__(self) -> Iterator[Any]:
        """The values, the last pushed first."""
        return iter(self._values)

    def __len__(self) -> int:
        """How many values there are."""
        return len(self._values)
