"""What commands write to standard output."""

from django.core.management.base import OutputWrapper


def write_bytes(stdout: OutputWrapper, raw: bytes) -> None:
    """Write ``raw`` unchanged, so that the same content gives the same file on every machine."""
    buffer = getattr(stdout._out, "buffer", None)
    if buffer is None:
        stdout.write(raw.decode(), ending="")
    else:
        buffer.write(raw)
        buffer.flush()
