"""Measure live servers: run sysbench, and record the facts that explain its figures.

Nothing is published from here: the result is a bundle's folder that `check` accepts.
"""
