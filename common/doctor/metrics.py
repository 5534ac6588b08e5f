"""The metrics of the whole server for Prometheus, on an address that only the monitoring reaches."""

from collections.abc import Iterator
from threading import Thread

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone
from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from common.doctor.figures import Stored, stored, works
from common.infrastructure.disk import space
from common.infrastructure.metrics import AllProcesses
from common.infrastructure.replicas import Lag, has_replica, lag


class ServerFigures(Collector):
    """Everything that is read at each request of Prometheus; without its database, checks and disk only."""

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("pinju", "The version of the program.", {"version": settings.VERSION})
        checks = GaugeMetricFamily("pinju_check", "1 while the check of /readyz passes.", labels=["check"])
        for name, passes in works().items():
            checks.add_metric([name], passes)
        yield checks
        yield GaugeMetricFamily("pinju_disk_free_bytes", "Free bytes of the disk of the data.", space().free)
        yield from _of_the_replica()
        try:
            yield from _of_the_database(stored(timezone.now()))
        except DatabaseError:  # pinju_check{check="database"} tells it
            return
        finally:
            connections.close_all()


def _of_the_replica() -> Iterator[Metric]:
    """Yield both figures, without values where no replica is set, and without a lag where none can be told."""
    read = GaugeMetricFamily("pinju_replica_read", "1 while public pages may be read from the replica.")
    behind = GaugeMetricFamily("pinju_replica_lag_seconds", "How far the replica is behind the database.")
    if has_replica():
        try:
            replica_lag: Lag | None = lag()
        except DatabaseError:
            replica_lag = None
        read.add_metric([], replica_lag is not None and replica_lag.small)
        if replica_lag is not None and replica_lag.seconds is not None:
            behind.add_metric([], replica_lag.seconds)
    yield from (read, behind)


def _of_the_database(figures: Stored) -> Iterator[Metric]:
    jobs = GaugeMetricFamily(
        "pinju_jobs", "Jobs that wait or run, and those that ended within a day.", labels=["state"]
    )
    for state, number in figures.jobs.items():
        jobs.add_metric([state], number)
    yield jobs
    waiting = figures.waiting.total_seconds()
    yield GaugeMetricFamily("pinju_job_waiting_seconds", "Time that the oldest waiting job has waited.", waiting)
    if figures.backups_wanted:
        yield GaugeMetricFamily("pinju_backup_failed", "1 if the last attempt failed.", figures.backup_failed)
    if figures.backup_age is not None:
        age = figures.backup_age.total_seconds()
        yield GaugeMetricFamily("pinju_backup_age_seconds", "Age of the newest verified backup.", age)
    yield CounterMetricFamily("pinju_audit_entries", "Entries of all audit chains.", figures.audit_entries)


def serve_metrics(address: tuple[str, int]) -> Thread:
    """Answer Prometheus at ``address`` in a thread, and return it. Raises OSError if the port is taken."""
    registry = CollectorRegistry()
    registry.register(AllProcesses())
    registry.register(ServerFigures())
    host, port = address
    _server, thread = start_http_server(port, host, registry)
    return thread
