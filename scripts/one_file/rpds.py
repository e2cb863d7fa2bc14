"""The three containers of rpds that JSON Schema's library uses, for a file without compiled parts.

The library copies a container on every change, which rpds makes cheap; schemas here are few and
small, so plain copies do. Only in the zipapp, in place of rpds.
"""


class HashTrieMap(dict):
    """A mapping that a change leaves as it is."""

    @classmethod
    def convert(cls, value):
        """The mapping as one of this kind."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key, value):
        """A copy with one more entry."""
        return HashTrieMap({**self, key: value})

    def remove(self, key):
        """A copy without an entry. Raises KeyError where there is none."""
        copy = HashTrieMap(self)
        del copy[key]
        return copy

    def update(self, *others, **more):
        """A copy with the entries of others."""
        copy = dict(self)
        for other in others:
            copy.update(other)
        return HashTrieMap(copy, **more)

    def __hash__(self):
        """As equal mappings have it."""
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset):
    """A set that a change leaves as it is."""

    def insert(self, value):
        """A copy with one more value."""
        return HashTrieSet(self | {value})

    def remove(self, value):
        """A copy without a value. Raises KeyError where it is not there."""
        if value not in self:
            raise KeyError(value)
        return HashTrieSet(self - {value})

    def discard(self, value):
        """A copy without a value, if it is there."""
        return HashTrieSet(self - {value})

    def update(self, *others):
        """A copy with the values of others."""
        return HashTrieSet(self.union(*others))


class List(tuple):
    """A list that a change leaves as it is."""

    def __new__(cls, *values):
        """From one iterable, or from several values."""
        return super().__new__(cls, values[0] if len(values) == 1 else values)

    def push_front(self, value):
        """A copy that begins with a value."""
        return List((value, *self))

    @property
    def first(self):
        """The first value. Raises IndexError where there is none."""
        return self[0]

    @property
    def rest(self):
        """A copy without the first value."""
        return List(self[1:])

    def drop_first(self):
        """A copy without the first value. Raises IndexError where there is none."""
        if not self:
            raise IndexError("empty list")
        return List(self[1:])
