"""Drawing: list, wishes, candidates, chart, release, redraws."""
