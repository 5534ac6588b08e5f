"""The Celery application, through which workers find the tasks of every app."""

import os

from celery import Celery
from celery.signals import worker_init, worker_process_init, worker_ready
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
TRANSPORT_ALIASES["filesystem"] = "common.infrastructure.file_queue:Transport"
app = Celery("pinju")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def _worker_starts(**_options: object) -> None:
    """Import late: the settings are available only when the worker starts."""
    from common.infrastructure.queue import remove_truncated_exchanges

    remove_truncated_exchanges()


@worker_init.connect
@worker_process_init.connect
def _observe(**_options: object) -> None:
    """Start in the main process, whose threads may run the tasks, and in each child, into which no thread survives."""
    from config.observing.sending import start_observing

    start_observing()


@worker_ready.connect
def _worker_is_ready(**_options: object) -> None:
    """Import late: the settings are available only when the worker is ready."""
    from common.infrastructure.queue import keep_worker_seen

    keep_worker_seen()
