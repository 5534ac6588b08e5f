"""Caches, task queue and disk, and their health checks."""
