"""The text of a page as people read it."""

import re
from html import unescape

UNSEEN = re.compile(r"<(script|style|template|head)\b.*?</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")


def visible_text(markup: str) -> str:
    """Return the text of a page, or of a part of one, without tags and with white space collapsed."""
    return " ".join(unescape(TAG.sub(" ", UNSEEN.sub(" ", markup))).split())
