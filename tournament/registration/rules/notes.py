"""What a list says to people: a code with its figures; the sentences are made above the rules."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    """``code`` names a sentence, ``figures`` are what stands in it, by name."""

    code: str
    figures: tuple[tuple[str, str], ...] = ()


def note(code: str, **figures: object) -> Note:
    """A note of ``code``; the figures as people write them."""
    return Note(code, tuple((name, str(value)) for name, value in sorted(figures.items())))


class Unreadable(Exception):
    """A file that is no list of registrations, or too large for one; ``note`` says why."""

    def __init__(self, code: str, **figures: object) -> None:
        super().__init__(code)
        self.note = note(code, **figures)
