"""Kinds of pages: a module or folder a kind, and `registry` that declares each."""
