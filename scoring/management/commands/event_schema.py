"""Print the schema of event files."""

from typing import Any

from django.core.management.base import BaseCommand

from common.management.output import write_bytes
from scoring.event_file.rules import published_schema


class Command(BaseCommand):
    """Write the published schema to standard output."""

    help = "Print the JSON Schema of event files (format mcr-event/1)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        write_bytes(self.stdout, published_schema())
