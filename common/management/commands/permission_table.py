"""Write the table of permissions."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from common.actions.permission_table import permission_table


class Command(BaseCommand):
    """Write docs/permissions.md, or check that it is up to date."""

    help = "Write docs/permissions.md (action x role x state) from the declared actions; --check only compares."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the file is stale")

    def handle(self, *_args: Any, **options: Any) -> None:
        file = settings.BASE_DIR / "docs" / "permissions.md"
        text = permission_table()
        if not options["check"]:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            self.stderr.write("docs/permissions.md is stale; run manage.py permission_table")
            raise SystemExit(1)
