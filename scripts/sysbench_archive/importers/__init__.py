"""Bundles out of folders of existing sysbench output.

A layout says in which names of files and folders the facts stand; one engine reads every layout,
those that come with the program and a user's own. Owns what becomes of each file: a run, or a
refusal with its reason. Refuses to guess, to follow links, to run anything but git, and to keep a
copy of what nobody allowed to be copied.
"""
