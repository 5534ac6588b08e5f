"""Ask a server of this machine whether it answers, for container engines and timers: exit 0 or 1.

python -m config.alive http://127.0.0.1:8000/healthz

The request bears the first name of ALLOWED_HOSTS, since the server answers to no other. Nothing of Django is imported.
"""

import os
import sys
from urllib.request import Request, urlopen


def main(address: str) -> int:
    """Return 0 if ``address`` answers 200 within four seconds, else 1 with the reason on standard error."""
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip()
    try:
        with urlopen(Request(address, headers={"Host": host}), timeout=4) as answer:
            return 0 if answer.status == 200 else 1
    except OSError as error:  # also HTTPError and URLError
        print(f"{address}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
