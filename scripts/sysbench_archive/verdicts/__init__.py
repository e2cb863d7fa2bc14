"""Verdicts: what samples of two sides say, by a policy that is published and has a version.

Pure: knows numbers and words, no bundle and no page.
"""
