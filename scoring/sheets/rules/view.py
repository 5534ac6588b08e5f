"""Which results a reader sees."""

from dataclasses import dataclass


@dataclass(frozen=True)
class View:
    """The results that a reader sees: up to session ``until`` (0: none), and if ``live`` the provisional ones too."""

    live: bool
    until: int
