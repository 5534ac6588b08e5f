"""Where the stored charts of ``tournament/rules/draws/data`` come from: the searches that found them, to run again."""
