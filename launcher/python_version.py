"""Whether this Python is new enough. Python 3.6 can parse this module."""


def python_problem(version: "tuple[int, ...]") -> str:
    """Return one sentence for a Python that is too old, given as (major, minor, ...); empty if it is new enough."""
    if tuple(version[:2]) >= (3, 11):
        return ""
    return f"Pinju needs Python 3.11 or newer, and this python3 is {version[0]}.{version[1]}."
