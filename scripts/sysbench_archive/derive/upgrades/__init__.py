"""What releases cost or gain: pairs of releases over every machine that ran both."""
