"""The draft of a session by standings, and whether it can be drawn and released."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.draw_release.selectors.played import session_begun
from scoring.formats.rules.bracket_charts import chart_session
from scoring.formats.selectors.fields import StageField, chart_document, document_of, fields_of, played_tables
from scoring.formats.selectors.knockout_draws import knockout_part
from scoring.formats.selectors.plans import SENTENCES
from scoring.formats.selectors.pools import in_pool_order, pools_now, table_crossing
from scoring.formats.selectors.refusing import CannotDraw
from scoring.formats.selectors.stage_order import stage_before
from scoring.progress.selectors.progress import SessionProgress, progress_of
from scoring.standings.rules.formats.cuts import lot_order
from scoring.standings.selectors.seeds import committed_seed
from scoring.standings.selectors.standings import Standings, last_released, view_of
from tournament.draws.models.session_draws import SessionDraw
from tournament.draws.rules.records import compact, digest
from tournament.draws.rules.rounds import Demands, RoundError, as_document, draw_round, task_from
from tournament.draws.rules.rounds.documents import default_demands
from tournament.draws.rules.rounds.types import Numbering
from tournament.draws.rules.types import DrawError
from tournament.draws.selectors.draws import released_draw
from tournament.draws.selectors.impossible import why_not
from tournament.events.models.events import Event
from tournament.events.models.stages import Stage
from tournament.events.models.tables import Table

#: Draw once for the page that shows the draft and the action that releases it: this lasts seconds.
_drawn_once = lru_cache(maxsize=4)(draw_round)


@dataclass(frozen=True)
class DraftPart:
    """The tables of one stage: its field, what was drawn, the result, and the order of the draw."""

    field: StageField
    document: dict[str, Any]
    result: dict[str, Any]
    order: Sequence[int]


@dataclass(frozen=True)
class SessionDraft:
    """The tables of a session by the results so far; the same results give the same draft.

    ``played``: who sat where in each session before, as in `played_tables`.
    """

    session: int
    parts: Sequence[DraftPart]
    played: Sequence[Sequence[Sequence[int]]]

    @property
    def tables(self) -> list[list[int]]:
        return [list(four) for part in self.parts for four in part.result["tables"]]

    @property
    def digest(self) -> str:
        """The hash of what is drawn and of the tables: it changes with every correction that matters."""
        return digest(compact([[part.document, part.result["tables"]] for part in self.parts]))

    @property
    def rematches(self) -> list[tuple[int, int, int]]:
        """The pairs at a table that have met: table, number, number."""
        met = {pair for session in self.played for four in session for pair in combinations(sorted(four), 2)}
        return [
            (at, *pair) for at, four in enumerate(self.tables, start=1)
            for pair in combinations(sorted(four), 2) if pair in met
        ]  # fmt: skip


def last_seated(event: Event) -> int:
    """Return the last session with tables; 0 without one."""
    last = Table.objects.filter(session__event=event).aggregate(last=Max("session__number"))["last"]
    return last or 0


def sessions_left(event: Event, stage: Stage) -> int:
    """Return how many sessions before the stage are not played to the last signed sheet."""
    rows = progress_of([event])[event.pk].sessions
    played = [row for row in rows if row.number < stage.first_session and row.tables and not row.unsigned]
    return stage.first_session - 1 - len(played)


def session_to_draw(event: Event) -> int | None:
    """Return the next session that is drawn by standings; None if there is none, or no session has tables yet."""
    last = last_seated(event)
    return last + 1 if 0 < last < event.planned_sessions and event.stages.exists() else None


def redrawable(event: Event) -> SessionDraw | None:
    """Return the released draw of the last session with tables while nothing is written on its sheets."""
    last = last_seated(event)
    drawn = event.session_draws.filter(session=last, state=SessionDraw.State.RELEASED).first()
    if drawn is None or session_begun(event, last):
        return None
    drawn.event = event
    return drawn


def against_drawing(event: Event, session: int) -> str:
    """Return why a session cannot be drawn by standings now, as a sentence that says what to do; empty if it can.

    The draft needs signed sheets, its release confirmed ones (`against_seating`).
    """
    draw = released_draw(event)
    if draw is None:
        return _("Release the draw of the first sessions before.")
    again = redrawable(event)
    if session != (again.session if again else session_to_draw(event)) and session != session_to_draw(event):
        return _("Session %(number)d is not the next one to be drawn.") % {"number": session}
    before = _progress_before(event, session)
    if before is None or not before.tables:
        return _("Session %(number)d has no tables yet.") % {"number": session - 1}
    if before.unsigned:
        text = ngettext(
            "Session %(number)d: %(count)d sheet is not signed yet.",
            "Session %(number)d: %(count)d sheets are not signed yet.",
            before.unsigned,
        )
        return text % {"number": session - 1, "count": before.unsigned}
    settings = event.standings_settings
    if settings.draw_results == settings.DrawResults.RELEASED and last_released(event) < session - 1:
        return _("Session %(number)d is not released yet. Release it, or let signed results be used (settings).") % {
            "number": session - 1
        }
    return ""


def against_seating(event: Event, session: int) -> str:
    """Return why the draft of a session cannot be released yet, as a sentence that says what to do; empty if it can."""
    before = _progress_before(event, session)
    if before is None or not before.unconfirmed:
        return ""
    text = ngettext(
        "Session %(number)d: %(count)d sheet is not confirmed yet. Confirm it first.",
        "Session %(number)d: %(count)d sheets are not confirmed yet. Confirm them first.",
        before.unconfirmed,
    )
    return text % {"number": session - 1, "count": before.unconfirmed}


def _progress_before(event: Event, session: int) -> SessionProgress | None:
    return next((row for row in progress_of([event])[event.pk].sessions if row.number == session - 1), None)


def draft_of(event: Event, session: int) -> SessionDraft:
    """Return the draft of a session. Raises CannotDraw with a sentence."""
    against = against_drawing(event, session)
    if against:
        raise CannotDraw(against)
    standings = Standings(event, view_of(event, live=True))
    now = [row for row in standings.stage_rows if row.first_session <= session <= row.last_session]
    knockouts = [stage for stage in reversed(now) if stage.method == Stage.Method.KNOCKOUT]
    parts = [DraftPart(*knockout_part(standings, stage, session)) for stage in knockouts]
    parts += [_part(standings, field, session) for field in fields_of(standings, session)]
    draft = SessionDraft(session, parts, played_tables(event, session))
    seated = [number for four in draft.tables for number in four]
    if len(set(seated)) < len(seated):
        short = len(seated) - len(set(seated))
        raise CannotDraw(_("More fillers are needed: enter %(count)d more to complete the tables.") % {"count": short})
    return draft


def _part(standings: Standings, field: StageField, session: int) -> DraftPart:
    stage = field.stage
    if field.deal is not None:
        return DraftPart(field, *field.deal, field.players)
    if stage.method == Stage.Method.CROSS:
        return _cross_part(standings, field)
    if stage.method in Stage.Method.values and stage.method != Stage.Method.CHART:
        return part_by_standings(standings, field, session, method=stage.method)
    document = chart_document(standings, field, session)
    fixed = {"order": document["order"], "stage": stage.number}
    seed = committed_seed(standings.event, "chart", digest(compact(fixed)))
    try:
        tables = chart_session(document, seed)
    except DrawError as error:
        raise CannotDraw(why_not(error)) from error
    return DraftPart(field, document, {"method": "chart", "seed": seed, "tables": tables}, document["order"])


def _cross_part(standings: Standings, field: StageField) -> DraftPart:
    """Seat those who go on from pools by the cross-over; who starts on which wind is a lot."""
    stage = field.stage
    before = stage_before(standings.stage_rows, stage)
    if before is None or not before.pools:
        raise CannotDraw(str(SENTENCES["no_pools"]))
    ranked = in_pool_order(field.players, pools_now(before), before.pools, stage.count or 1)
    places, crossing = table_crossing(stage, before.pools)
    document = {
        "places": {str(place): number for place, number in zip(places, ranked, strict=True)},
        "crossing": [str(places[rank - 1]) for rank in crossing],
    }
    seed = committed_seed(standings.event, "cross", stage.number, digest(compact(document)))
    seated = [ranked[rank - 1] for rank in crossing]
    tables = [lot_order(seated[at : at + 4], seed) for at in range(0, len(seated), 4)]
    return DraftPart(field, document, {"method": "cross", "seed": seed, "tables": tables}, seated)


def part_by_standings(
    standings: Standings, field: StageField, session: int, *, method: Any, in_brackets: bool = True
) -> DraftPart:
    """Draw a field by standings, by default in the brackets of its stage. Raises CannotDraw with a sentence."""
    stage = field.stage
    document = document_of(standings, field, session)
    if not in_brackets:
        document.pop("frozen", None)
    seed = committed_seed(standings.event, "session", session, stage.number, digest(compact(document)))
    usual = asdict(default_demands(method))
    usual |= {"rematch": stage.rematch} if stage.rematch else {}
    usual |= {"teams": stage.kin} if stage.kin else {}
    usual |= {"countries": stage.compatriots or stage.kin} if stage.compatriots or stage.kin else {}
    usual |= {"apart": "forbid" if len(field.alone) > 1 else stage.apart} if stage.apart else {}
    numbering: Numbering = "fresh" if stage.numbering == Stage.Numbering.FRESH else "top"
    try:
        task = task_from(document, method, seed, demands=Demands(**usual), numbering=numbering)
        drawn = _drawn_once(task)
    except RoundError as error:
        raise CannotDraw(_impossible(error)) from error
    order = drawn.order
    if method == Stage.Method.WINNERS:
        at = {number: position for position, number in enumerate(drawn.order)}
        order = [number for four in drawn.tables for number in sorted(four, key=lambda number: at[number])]
    return DraftPart(field, document, as_document(task, drawn), order)


def _impossible(error: RoundError) -> str:
    if error.code == "forbidden":
        return _("The pairs that the format forbids cannot all be avoided. Let them be avoided instead of forbidden.")
    return _("This field cannot be drawn: check the size of the brackets in the format.")
