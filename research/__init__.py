"""The searches that found the stored charts of ``tournament/draws/rules/data``, to be run again."""
