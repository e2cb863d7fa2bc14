"""What tools that count a server's instructions say: callgrind's profiles, perf stat's counters.

Nothing here starts a tool; `capture` does.
"""
