"""The tables of the archive: a module a table, each column declared once."""
