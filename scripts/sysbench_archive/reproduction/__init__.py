"""Run a published comparison again: what it was, how to repeat it here, what cannot be matched.

Owns the way from a published record to a plan of capture, and the words for what came out. Stands
above capture, whose plans it makes, and above derive, whose verdicts it words; refuses to touch
the network: records are handed in.
"""
