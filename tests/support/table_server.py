"""A waitress server without worker, which tests kill: ``python -m tests.support.table_server PORT``."""

import os
import sys

import waitress


def main(port: str) -> None:
    """Serve until killed."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.wsgi import application

    waitress.serve(application, host="127.0.0.1", port=int(port), threads=4, ident="")


if __name__ == "__main__":
    main(sys.argv[1])
