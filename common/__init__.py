"""What every app needs, without any word of tournaments: actions, audit log, idempotency keys, heads, jobs, files."""
