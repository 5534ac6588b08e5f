"""The Celery application: workers find every room's tasks through it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("pinju")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
