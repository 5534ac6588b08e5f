"""Levels of pins (A9): what pins 9 to 1 need, which results count, and the levels that each person reaches."""
