"""How far the sides of a comparison can be compared: what differs, and what was not recorded.

The table of conditions (`table`, `fields`) says what a result depends on, `conditions` reads it off
a bundle, and `differences` holds two sides against each other. Figures are not judged here.
"""
