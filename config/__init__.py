"""Settings, URLs and the entry points of the servers."""

import gc

from config.celery import app as celery_app

__all__ = ["celery_app"]

# A page, a migration or an import of all pages creates and drops tens of thousands of objects: collecting after every
# 700 took a fifth of a start and a quarter of a migration.
gc.set_threshold(50_000, 10, 10)
