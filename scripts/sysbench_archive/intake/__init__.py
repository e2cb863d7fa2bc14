"""An issue form somebody filled in, as a bundle: for people without git.

Everything here is text of strangers. It is read by our own parser only, bounded, redacted, and
never leaves as anything but data.
"""
