"""Runs a published comparison again: reads the published records, plans the campaign, compares.

It makes plans of `capture` and words what `derive` computes. It never touches the network: records
are handed in as bytes.
"""
