"""Build bundles from folders of existing sysbench output.

A layout says which parts of the names of files and folders state which facts; one engine reads
every layout, built-in or the user's own. Each file becomes a run or is refused with a reason.
Nothing is guessed, links are not followed, and no program but git is run.
"""
