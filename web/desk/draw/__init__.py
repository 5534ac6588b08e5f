"""The draw: list, wishes, candidates, chart, release, redraws."""
