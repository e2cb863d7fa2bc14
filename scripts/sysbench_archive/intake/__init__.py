"""Turn a filled-in issue form into a bundle, for contributors without git.

All of it is text of strangers: read by this project's own parser only, bounded, redacted, and never
handed on as anything but data.
"""
