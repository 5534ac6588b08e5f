"""Traces and error reports of a server, each only if the environment names where they go.

``OTEL_EXPORTER_OTLP_ENDPOINT`` gets a span for each request, query and job (OpenTelemetry over http), ``SENTRY_DSN`` an
event for each line of the log that is an error. Both carry what the JSON log carries: kinds, ids, event, role, places
in the program. What a person typed, addresses of pages, texts of exceptions and values of rows are left out.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.backends.signals import connection_created

from common.infrastructure.log_fields import Fields, current_fields
from config.logs import FIELDS, without_secrets
from config.observing.counting import kind_of
from web.live.early import Application

if TYPE_CHECKING:
    from opentelemetry.trace import Span
    from sentry_sdk.types import Event, Hint

#: The fields of an error report that are sent unchanged; the report drops or reduces all others.
#: Their meaning: https://develop.sentry.dev/sdk/data-model/event-payloads/
KEPT = ("event_id", "timestamp", "level", "logger", "platform", "release", "sdk")
KEPT_OF_A_FRAME = ("filename", "function", "module", "lineno", "in_app", "context_line")


def observed(application: Application) -> Application:
    """Start what is configured in this process; return the application, with a span around each request if traced."""
    start_observing()
    return TracedRequests(application) if settings.TRACES else application


def start_observing() -> None:
    """Start error reports and traces of this process as far as they are configured.

    Raise ImproperlyConfigured if the packages of requirements-server.txt are missing.
    """
    try:
        if settings.ERROR_REPORTS:
            _report_errors()
        if settings.TRACES:
            _trace()
    except ImportError as missing:
        words = f"{missing.name} is not installed: pip install --requirement requirements-server.txt"
        raise ImproperlyConfigured(words) from missing


def _report_errors() -> None:
    import sentry_sdk
    from sentry_sdk.integrations.atexit import AtexitIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        settings.ERROR_REPORTS,
        release=settings.VERSION,
        before_send=report_of,
        max_breadcrumbs=0,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None), AtexitIntegration(callback=lambda _waiting, _seconds: None)],
    )


def report_of(event: "Event", hint: "Hint") -> "Event":
    """Return what may leave the machine: the message without its values, types and places of exceptions, fields."""
    given: dict[str, Any] = dict(event)
    record = hint.get("log_record")
    request = getattr(record, "request", None)
    fields: Fields = dict(getattr(request, "META", {}).get(FIELDS) or current_fields())
    report: dict[str, Any] = {name: given[name] for name in KEPT if name in given}
    report["tags"] = {name: str(value) for name, value in fields.items()}
    if record is not None:
        report["logentry"] = {"message": without_secrets(str(record.msg))}
    if "exception" in given:
        report["exception"] = {"values": [_without_text(one) for one in given["exception"]["values"]]}
    return report  # type: ignore[return-value]  # the event is a TypedDict of some forty keys


def _without_text(exception: dict[str, Any]) -> dict[str, Any]:
    """Return type and frames of an exception; its text may hold what a person typed."""
    frames = (exception.get("stacktrace") or {}).get("frames", [])
    kept = [{name: frame[name] for name in KEPT_OF_A_FRAME if name in frame} for frame in frames]
    return {"type": exception.get("type"), "module": exception.get("module"), "stacktrace": {"frames": kept}}


def _trace() -> None:
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": "pinju", "service.version": settings.VERSION}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))  # reads the endpoint and its headers
    trace.set_tracer_provider(provider)
    connection_created.connect(_trace_queries, dispatch_uid="pinju traces")
    before_task_publish.connect(_send_trace_along)
    task_prerun.connect(_begin_job)
    task_postrun.connect(_end_job)


def _trace_queries(*, connection: Any, **_signal: object) -> None:
    if _traced_query not in connection.execute_wrappers:
        connection.execute_wrappers.append(_traced_query)


def _traced_query(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Run the query in a span that has its text, with placeholders instead of values."""
    with _span("query") as span:
        span.set_attribute("db.query.text", sql)
        return execute(sql, params, many, context)


def _span(name: str, **options: Any) -> "AbstractContextManager[Span]":
    from opentelemetry import trace

    # Neither the exception nor a status with its text, which may hold what a person typed
    options |= {"record_exception": False, "set_status_on_exception": False}
    return trace.get_tracer("pinju").start_as_current_span(name, **options)


def _send_trace_along(*, headers: dict[str, str], **_signal: object) -> None:
    from opentelemetry.propagate import inject

    inject(headers)


def _begin_job(*, task: Any, **_signal: object) -> None:
    """Begin the span of a task, a part of the trace of the request that queued it."""
    from opentelemetry.propagate import extract

    began = extract({"traceparent": task.request.get("traceparent") or ""})
    task.request.pinju_span = span = _span(task.name, context=began)
    span.__enter__()


def _end_job(*, task: Any, state: str | None, **_signal: object) -> None:
    from opentelemetry import trace

    trace.get_current_span().set_attribute("pinju.state", state or "")
    task.request.pinju_span.__exit__(None, None, None)


class TracedRequests:
    """WSGI middleware: a span for each request, a part of the trace that the proxy began."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        from opentelemetry.propagate import extract
        from opentelemetry.trace import SpanKind

        method = environ["REQUEST_METHOD"]
        began = extract({"traceparent": environ.get("HTTP_TRACEPARENT", "")})
        with _span(kind_of(method, environ["PATH_INFO"]), context=began, kind=SpanKind.SERVER) as span:
            span.set_attribute("http.request.method", method)

            def start(status: str, *rest: Any) -> Any:
                span.set_attribute("http.response.status_code", int(status[:3]))
                return start_response(status, *rest)

            answer = self.application(environ, start)
            for name, value in (environ.get(FIELDS) or {}).items():
                span.set_attribute(f"pinju.{name}", value)
            return answer
