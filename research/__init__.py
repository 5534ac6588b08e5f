"""Where the stored charts of ``tournament/draws/rules/data`` come from: the searches that found them, to run again."""
