"""The commands, one module each. Only they use the clock, processes and the terminal."""
