"""A review: what a change adds to the archive, said to the person who proposes it."""
