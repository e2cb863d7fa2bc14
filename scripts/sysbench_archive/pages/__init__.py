"""The kinds of pages: a module a kind, with its query, its records and what makes them."""
