"""Caches, task queue and disk, their health checks, and counting."""
