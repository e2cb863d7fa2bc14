"""What sysbench itself says: its command lines and its output, of every generation.

Knows nothing of bundles, servers or files: text goes in, frozen values come out, and no value
is filled in that sysbench did not print.
"""
