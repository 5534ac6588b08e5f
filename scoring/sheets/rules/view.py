"""The results that a reader may see."""

from dataclasses import dataclass


@dataclass(frozen=True)
class View:
    """The results that a reader may see: up to ``last_session`` (0: none), with provisional ones if ``live``."""

    live: bool
    last_session: int
