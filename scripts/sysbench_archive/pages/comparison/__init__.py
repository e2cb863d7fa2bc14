"""Comparisons: their records, what stands on their pages, and what is recorded of them."""
