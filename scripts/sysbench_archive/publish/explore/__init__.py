"""What `/explore/` loads: every series and run of the archive, in pieces that a browser filters."""
