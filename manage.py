#!/usr/bin/env python
"""Django's command line for Pinju."""

import os
import sys

from django.core.management import BaseCommand, ManagementUtility
from django.db import DatabaseError


class CommandLine(ManagementUtility):
    """Ends with 2 for a command that does not exist, as for every wrong use; Django ends with 1."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        try:
            return super().fetch_command(subcommand)
        except SystemExit:
            sys.exit(2)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        CommandLine(sys.argv).execute()
    except DatabaseError as error:
        from common.management.database import fault_of_database

        fault = fault_of_database(error)
        if not fault or "--traceback" in sys.argv:
            raise
        sys.exit(fault)


if __name__ == "__main__":
    main()
