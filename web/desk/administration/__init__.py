"""Accounts, audit logs and backups."""
