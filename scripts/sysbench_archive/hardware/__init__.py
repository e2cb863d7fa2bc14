"""Hardware classes: what kind of machine a server ran on, from what is recorded of it.

Only the machine counts: placement, dataset and settings are facts of the workload and the server.
"""
