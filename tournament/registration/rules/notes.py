"""Notes about a list: a code with its figures, which pages turn into a sentence."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    """``code`` names a sentence, ``figures`` are its values by name."""

    code: str
    figures: tuple[tuple[str, str], ...]


def note(code: str, **figures: object) -> Note:
    """Return a note of ``code``, with the figures as text."""
    return Note(code, tuple((name, str(value)) for name, value in sorted(figures.items())))


class Unreadable(Exception):
    """A file that is not a list of registrations, or too large; ``note`` gives the reason."""

    def __init__(self, code: str, **figures: object) -> None:
        super().__init__(code)
        self.note = note(code, **figures)
