"""The table of conditions, a module for each group of rows."""
