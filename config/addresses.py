"""Read PINJU_METRICS: the address at which the metrics are served."""

from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured


def read_address(text: str) -> tuple[str, int] | None:
    """Return host and port of "127.0.0.1:9117" or "[::1]:9117"; None if empty.

    Raises ImproperlyConfigured for anything else.
    """
    if not text.strip():
        return None
    try:
        parts = urlsplit(f"//{text.strip()}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.path:
        raise ImproperlyConfigured(f"PINJU_METRICS is no address with a port, such as 127.0.0.1:9117: {text}")
    return host, port
