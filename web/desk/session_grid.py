"""The tables of every session as cells, one row a session."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.progress.selectors.progress import EventProgress, SessionProgress, table_states
from scoring.sheets.models.sheets import Sheet
from tournament.events.models.events import Event

#: Class of a cell -> its meaning, in the order of the key.
KEY: dict[str, Promise] = {
    "confirmed": _("confirmed"),
    "signed": _("signed"),
    "open": _("in play or to come"),
    "wrong": _("does not add up"),
}


@dataclass(frozen=True)
class Cell:
    """One table: its class (see KEY), and its left edge, width and middle in per cent of the row."""

    number: int
    look: str
    x: str
    width: str
    middle: str


@dataclass(frozen=True)
class Row:
    number: int
    starts: datetime | None
    cells: list[Cell]
    confirmed: int
    tables: int
    wrong: int
    state: str


def session_grid(event: Event, progress: EventProgress, current: int) -> list[Row]:
    """Return a row for each session; ``current``: the number of the session to play."""
    states: dict[int, list[tuple[int, str, bool]]] = defaultdict(list)
    for session, table, state, wrong in table_states(event):
        states[session].append((table, state, wrong))
    most = max((len(tables) for tables in states.values()), default=1)
    return [_row(session, states[session.number], most, current) for session in progress.sessions]


def _row(session: SessionProgress, tables: list[tuple[int, str, bool]], most: int, current: int) -> Row:
    step = 100 / max(most, 30)
    cells = [
        Cell(table, _look(state, wrong=wrong), f"{at * step:.2f}", f"{step * 0.75:.2f}", f"{(at + 0.375) * step:.2f}")
        for at, (table, state, wrong) in enumerate(tables)
    ]
    confirmed = session.states[Sheet.State.CONFIRMED]
    if session.released_at:
        state = "released"
    elif session.number == current and session.tables:
        state = "current"
    else:
        state = ""
    return Row(session.number, session.starts, cells, confirmed, session.tables, session.contradictions, state)


def _look(state: str, *, wrong: bool) -> str:
    if wrong:
        return "wrong"
    return state if state in (Sheet.State.CONFIRMED, Sheet.State.SIGNED) else "open"
