"""What every app needs, without any word of tournaments: actions, audit log, idempotency keys, ledgers, jobs, files."""
