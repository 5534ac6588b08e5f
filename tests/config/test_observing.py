"""Traces and error reports, received by a local server that speaks the same protocols; nothing typed is in them."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import sentry_sdk
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from config.observing.sending import _traced_query, observed, start_observing

#: A process that answers pages whose queries fail, since its database has no tables, and runs a job that fails.
SCRIPT = """
import io
import threading
import sentry_sdk
from celery.contrib.testing.worker import start_worker
from celery.signals import task_postrun
from config.wsgi import application
from config.celery import app
from opentelemetry import trace

@app.task(name="probe")
def probe(name):
    raise ValueError(f"no player is called {name}")

def get(path, query=""):
    environ = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query, "SERVER_NAME": "localhost",
        "HTTP_COOKIE": "sessionid=secretcookie", "REMOTE_ADDR": "203.0.113.9", "SERVER_PORT": "80",
        "wsgi.input": io.BytesIO(), "wsgi.url_scheme": "http",
        "HTTP_TRACEPARENT": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    }
    statuses = []
    b"".join(application(environ, lambda status, *_head: statuses.append(status)))
    return statuses[0][:3]

print(get("/robots.txt"), get("/e/secretname/", "q=secretquery"), get("/t/secrettoken/"))
with trace.get_tracer("test").start_as_current_span("the request that queues"):
    probe.apply_async(["secretjob"], queue="probe")
done = threading.Event()
task_postrun.connect(lambda **_signal: done.set(), weak=False)
with start_worker(app, pool="solo", perform_ping_check=False, queues=["probe"], loglevel="ERROR"):
    done.wait(20)
trace.get_tracer_provider().force_flush()
sentry_sdk.flush()
"""


class Collector(ThreadingHTTPServer):
    """Keep the path and the unpacked body of each request."""

    def __init__(self) -> None:
        self.received: list[tuple[str, bytes]] = []
        super().__init__(("127.0.0.1", 0), _Keeping)

    def spans(self) -> list[Any]:
        bodies = [ExportTraceServiceRequest.FromString(body) for path, body in self.received if path == "/v1/traces"]
        return [
            span
            for body in bodies
            for resource in body.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def reports(self) -> list[dict[str, Any]]:
        """Return the events; each is the third line of an envelope."""
        bodies = [body for path, body in self.received if path == "/api/1/envelope/"]
        return [json.loads(body.split(b"\n")[2]) for body in bodies]


class _Keeping(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        self.server.received.append((self.path, body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_line: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collector]:
    """Yield what a process sent that was told where traces and error reports go."""
    with Collector() as collector:
        Thread(target=collector.serve_forever, daemon=True).start()
        address = f"127.0.0.1:{collector.server_port}"
        run(
            tmp_path_factory.mktemp("home"),
            OTEL_EXPORTER_OTLP_ENDPOINT=f"http://{address}",
            SENTRY_DSN=f"http://key@{address}/1",
        )
        yield collector
        collector.shutdown()


def run(home: Path, **variables: str) -> None:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "SYSTEMROOT")}
    variables |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PINJU_HOME": str(home),
        "CELERY_BROKER_URL": "memory://",
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**kept, **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["200", "500", "500"], done.stderr


def attributes(span: Any) -> dict[str, str | int]:
    return {one.key: one.value.string_value or one.value.int_value for one in span.attributes}


def test_a_request_is_a_span_of_the_trace_that_the_proxy_began(collected: Collector) -> None:
    pages = [span for span in collected.spans() if span.name == "page"]
    assert {span.trace_id.hex() for span in pages} == {"0af7651916cd43dd8448eb211c80319c"}
    assert sorted(attributes(span)["http.response.status_code"] for span in pages) == [200, 500, 500]
    assert all(attributes(span)["pinju.request"] for span in pages)


def test_queries_are_spans_within_their_request(collected: Collector) -> None:
    pages = {span.span_id for span in collected.spans() if span.name == "page"}
    queries = [span for span in collected.spans() if span.name == "query"]
    assert queries
    assert {span.parent_span_id for span in queries} <= pages
    assert all("SELECT" in str(attributes(span)["db.query.text"]) for span in queries)


def test_a_job_belongs_to_the_trace_of_the_request_that_queued_it(collected: Collector) -> None:
    [queued] = [span for span in collected.spans() if span.name == "the request that queues"]
    [job] = [span for span in collected.spans() if span.name == "probe"]
    assert (job.trace_id, job.parent_span_id) == (queued.trace_id, queued.span_id)
    assert attributes(job)["pinju.state"] == "FAILURE"


def test_a_fault_is_reported_with_types_and_places(collected: Collector) -> None:
    [page, table, job] = collected.reports()
    for report in (page, table):
        assert report["logger"] == "django.request"
        assert report["tags"]["request"]
        assert [one["type"] for one in report["exception"]["values"]] == ["OperationalError", "OperationalError"]
    assert job["logentry"]["message"].startswith("Task %(name)s")
    [fault] = job["exception"]["values"]
    assert fault["type"] == "ValueError"
    assert fault["stacktrace"]["frames"][-1]["function"] == "probe"


def test_nothing_typed_leaves_the_machine(collected: Collector) -> None:
    assert len(collected.received) >= 4
    for _path, body in collected.received:
        for typed in ("secret", "203.0.113.9"):
            assert typed.encode() not in body


def test_without_addresses_nothing_is_started() -> None:
    def application(_environ: Any, _start_response: Any) -> list[bytes]:
        return []

    assert observed(application) is application
    assert _traced_query not in connection.execute_wrappers
    assert not sentry_sdk.is_initialized()


def test_missing_packages_are_named(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ERROR_REPORTS = "http://key@127.0.0.1:1/1"
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="requirements-server.txt"):
        start_observing()
