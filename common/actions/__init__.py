"""The one way to write: actions with their roles, idempotency keys, audit log and ledgers."""
