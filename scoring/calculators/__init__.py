"""The calculator of each rule set: what a hand scores, and why."""
