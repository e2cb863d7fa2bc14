"""Phrases that pages and messages say: numbers, spans, threads, machines. One function each."""
