"""Why a session cannot be drawn."""


class CannotDraw(Exception):
    """A session that cannot be drawn; the message is a sentence that says what to do."""
