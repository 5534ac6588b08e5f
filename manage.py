#!/usr/bin/env python
"""Django's command line for Pinju."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(sys.argv)
    except DatabaseError:
        from common.management.database import fault_of_database

        fault = fault_of_database()
        if not fault or "--traceback" in sys.argv:
            raise
        sys.exit(fault)


if __name__ == "__main__":
    main()
