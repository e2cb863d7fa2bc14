"""What `/explore/` loads: every series and every run of the archive, in pieces a browser filters."""
