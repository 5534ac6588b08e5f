"""What the launcher and the server print for the person who started them."""

import sys


def say(text: str) -> None:
    """Print a line; what the console cannot print becomes a question mark."""
    encoding = sys.stdout.encoding if sys.stdout else "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)
