#!/usr/bin/env python3
"""Start Pinju, restore a backup, undo an update, run the tests or take the guides' pictures.

It needs nothing but Python 3.11.

Old Python 3 can parse this file and what it imports before it has checked the version, so that it says in one sentence
what is missing. `launcher/` does the work.
"""

import sys

from launcher.python_version import python_problem

if __name__ == "__main__":
    problem = python_problem(sys.version_info[:3])
    if problem:
        sys.exit(problem)

    from launcher.command_line import main

    sys.exit(main(sys.argv[1:]))
