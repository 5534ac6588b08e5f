"""Settings of logs, traces and error reports, all imported by ``config.settings``."""

import environ

# "text" for people, "json" for a program that collects logs.
LOG_FORMAT = "json" if environ.Env()("PINJU_LOG", default="text") == "json" else "text"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "config.logs.OneLine" if LOG_FORMAT == "text" else "config.logs.Json"}},
    "filters": {"refused": {"()": "config.logs.NoTracebackIfRefused"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["refused"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Its warnings contain the typed user name, which may be a password typed into the wrong field.
    "loggers": {"axes": {"level": "ERROR"}},
}

# Where traces and error reports go (config.observing.sending); the exporter itself reads the endpoint and its headers.
TRACES = bool(environ.Env()("OTEL_EXPORTER_OTLP_ENDPOINT", default=""))
ERROR_REPORTS = environ.Env()("SENTRY_DSN", default="")
