"""Build JSON documents."""

from typing import Any


def present(**values: Any) -> dict[str, Any]:
    """Return the values that are not empty (None, "", {} or []); a document omits the others."""
    return {key: value for key, value in values.items() if value not in (None, "", {}, [])}
