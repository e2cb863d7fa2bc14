"""Bundles, curated comparisons and their schemas: their sole readers and writers."""
