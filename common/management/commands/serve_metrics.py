"""Serve the metrics for Prometheus at the address that PINJU_METRICS names."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from common.doctor.metrics import serve_metrics


class Command(BaseCommand):
    """Serve until the process is ended."""

    help = "Serves the metrics of all processes of this machine for Prometheus at PINJU_METRICS."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        if settings.METRICS_ADDRESS is None:
            raise CommandError("Set PINJU_METRICS to the address to serve at, such as 127.0.0.1:9117.")
        host, port = settings.METRICS_ADDRESS
        try:
            thread = serve_metrics(settings.METRICS_ADDRESS)
        except OSError as error:
            raise CommandError(f"{host}:{port} cannot be used: {error.strerror}") from error
        self.stdout.write(f"Metrics are served at http://{host}:{port}/metrics")
        thread.join()
