"""Players who left after the release of a session's draw, and the ways to mend its tables, each with its effect."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.utils.translation import gettext as _

from scoring.formats.selectors.fields import EMPTY, FEWEST, StageField, fields_of, played_tables
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.session_draws import (
    DraftPart,
    SessionDraft,
    against_drawing,
    draft_of,
    part_by_standings,
)
from scoring.sheets.models.corrections import Correction
from scoring.sheets.models.sheets import SheetVersion
from scoring.standings.selectors.standings import Standings, view_of
from tournament.draws.models.session_draws import SessionDraw
from tournament.events.models.events import Event
from tournament.events.models.stages import SESSION_METHODS, Stage
from tournament.presence.selectors.presence import plays_in

How = Literal["seat", "touched", "whole"]
#: The ways to mend, the one that moves the fewest first.
WAYS: tuple[How, ...] = ("seat", "touched", "whole")


@dataclass(frozen=True)
class Mending:
    """A way to mend the tables: how many sit at another table than released, and the rematches; or why it cannot be."""

    how: How
    moved: int = 0
    rematches: int = 0
    against: str = ""


def leavers(drawn: SessionDraw) -> list[int]:
    """Return the seated numbers that no longer play in the session."""
    seated = {number for four in drawn.tables for number in four if number}
    entries = drawn.event.entries.filter(number__in=seated).prefetch_related("withdrawals")
    return sorted(entry.number for entry in entries if not plays_in(entry, drawn.session))


def replaceable(drawn: SessionDraw, draft: SessionDraft) -> bool:
    """Return whether a draft of the whole session is to be offered instead of a released draw.

    Tables that were mended after a player left differ from it: they are replaced only if results were corrected.
    """
    return draft.digest != drawn.digest and (not _is_mended(drawn) or corrected_after(drawn))


def _is_mended(drawn: SessionDraw) -> bool:
    return any(part["result"].get("method") in WAYS for part in drawn.parts)


def corrected_after(drawn: SessionDraw) -> bool:
    """Return whether results of earlier sessions changed after the draw, so that others would be drawn, or may yet."""
    earlier = {"sheet__table__session__event": drawn.event, "sheet__table__session__number__lt": drawn.session}
    written = SheetVersion.objects.filter(**earlier, at__gt=drawn.released_at).exists()
    if not written and not Correction.objects.filter(**earlier, corrected_at__gt=drawn.released_at).exists():
        return False
    if _is_mended(drawn):
        return True
    try:
        return draft_of(drawn.event, drawn.session).digest != drawn.digest
    except CannotDraw:
        return True


def mendings(drawn: SessionDraw) -> list[Mending]:
    """Return each way to mend the tables with its effect."""
    return [_mending(drawn, how) for how in WAYS]


def _mending(drawn: SessionDraw, how: How) -> Mending:
    try:
        draft = mended(drawn.event, drawn.session, how)
    except CannotDraw as error:
        return Mending(how, against=str(error))
    return Mending(how, moved=len(tables_before(drawn, draft)), rematches=len(draft.rematches))


def tables_before(drawn: SessionDraw, draft: SessionDraft) -> dict[int, int]:
    """Return number -> table of the released draw, of the players that the draft seats at another table."""
    before = {number: at for at, four in enumerate(drawn.tables, start=1) for number in four if number}
    now = {number: at for at, four in enumerate(draft.tables, start=1) for number in four}
    return {number: before[number] for number, at in now.items() if before.get(number, at) != at}


def mended(event: Event, session: int, how: How) -> SessionDraft:
    """Return the draft of a released session without those who left. Raises CannotDraw with a sentence.

    ``seat``: the next in rank or a filler takes each free seat. ``touched``: only the tables with a free seat are drawn
    again. ``whole``: all tables are.
    """
    drawn = event.session_draws.filter(session=session, state=SessionDraw.State.RELEASED).first()
    if how == "whole" or drawn is None:
        return draft_of(event, session)
    drawn.event = event
    against = against_drawing(event, session)
    if against:
        raise CannotDraw(against)
    if any(part["result"].get("method") == Stage.Method.KNOCKOUT for part in drawn.parts):
        raise CannotDraw(_("In a knock-out the matches stay: draw the session again, with a filler for who left."))
    standings = Standings(event, view_of(event, live=True))
    parts, tables = [], list(map(list, drawn.tables))
    for field, described in zip(fields_of(standings, session, keep_pools=True), drawn.parts, strict=True):
        if field.deal is not None:
            parts.append(DraftPart(field, *field.deal, field.players))
            continue
        count = len(described["result"]["tables"])
        before, tables = _with_empty_seats(tables[:count], field.seats), tables[count:]
        result, document = described["result"], described["document"]
        order = result.get("order") or document.get("order") or [number for four in before for number in four]
        parts.append(_Released(standings, field, drawn, before, order).mended(how))
    return SessionDraft(session, parts, played_tables(event, session))


def _with_empty_seats(tables: Sequence[Sequence[int]], seats: Sequence[int]) -> list[list[int]]:
    """Return the tables with the numbers of the field's empty seats for 0."""
    empty = [number for number in seats if number >= EMPTY]
    return [[number or (empty.pop(0) if empty else 0) for number in four] for four in tables]


@dataclass(frozen=True)
class _Released:
    """The released tables of a stage, in the order in which its brackets are counted, and the field of now."""

    standings: Standings
    field: StageField
    drawn: SessionDraw
    tables: list[list[int]]
    order: Sequence[int]

    def mended(self, how: How) -> DraftPart:
        seated = [number for four in self.tables for number in four]
        here = set(self.field.seats)
        gone = [number for number in seated if number not in here]
        come = [number for number in self.field.seats if number not in set(seated)]
        if how == "touched" and gone:
            return self._touched(gone, come)
        if len(come) != len(gone):
            raise CannotDraw(_("There are fewer tables now: draw the tables again instead."))
        instead = dict(zip(gone, come, strict=True))
        tables = [[instead.get(number, number) for number in four] for four in self.tables]
        return self._part(how, gone, come, tables)

    def _touched(self, gone: list[int], come: list[int]) -> DraftPart:
        """Draw the tables with a free seat again: by the stage's way, or by lots if it has a chart."""
        at = [index for index, four in enumerate(self.tables) if not set(gone).isdisjoint(four)]
        players = {number for index in at for number in self.tables[index]} - set(gone) | set(come)
        if not players:
            kept = [four for four in self.tables if set(gone).isdisjoint(four)]
            return self._part("touched", gone, come, kept)
        seats = [number for number in self.field.seats if number in players]
        alone = [number for number in self.field.alone if number in players]
        if len(alone) > len(seats) // FEWEST and not self.field.empty:
            alone = []  # there are more fillers than tables that are drawn again
        small = replace(
            self.field,
            players=[number for number in self.field.players if number in players],
            seats=seats,
            alone=alone,
        )
        method = self.field.stage.method
        method = method if method in SESSION_METHODS else Stage.Method.LOTS
        drawn = part_by_standings(self.standings, small, self.drawn.session, method=method, in_brackets=False)
        new = [list(four) for four in drawn.result["tables"]]
        tables = list(self.tables)
        for index, four in zip(at, new, strict=False):
            tables[index] = four
        dropped = set(at[len(new) :])
        tables = [four for index, four in enumerate(tables) if index not in dropped]
        return self._part("touched", gone, come, tables, {"document": drawn.document, "result": drawn.result})

    def _part(
        self, how: How, gone: list[int], come: list[int], tables: list[list[int]], record: dict[str, Any] | None = None
    ) -> DraftPart:
        """Return the part; its record has version and tables before, who left and came, and what was drawn again."""
        instead = dict(zip(gone, come, strict=False))
        left = set(gone) - set(instead)
        order = [instead.get(number, number) for number in self.order if number not in left]
        document = {"version": self.drawn.version, "before": self.tables, "gone": gone, "come": come} | (record or {})
        return DraftPart(self.field, document, {"method": how, "seed": "", "tables": tables, "order": order}, order)
