"""The steps of an event in order, and the one that is next."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime

from scoring.progress.selectors.progress import SessionProgress
from tournament.draws.rules.types import FEWEST as FEWEST_DRAWN
from web.shared.desk.facts import EventFacts


class Phase(StrEnum):
    PREPARE = "prepare"
    SEAT = "seat"
    PLAY = "play"
    COUNT = "count"
    FINISH = "finish"


@dataclass(frozen=True)
class Step:
    """A step that is due: its code (see `web.shared.desk.labels`), phase, page and the figures of its sentence.

    ``page`` is a URL name with ``session`` as its further argument, if any; ``query`` follows the address; ``needs`` is
    the attribute of `EventAccess` that opens the page.
    """

    code: str
    phase: Phase
    page: str
    needs: str
    figures: dict[str, Any] = field(default_factory=dict)
    session: int | None = None
    query: str = ""


#: Codes of the steps in their usual order; after the release of a session the next one is entered.
ORDER = (
    "players",
    "times",
    "check-in",
    "draw",
    "release-draw",
    "print",
    "enter",
    "confirm",
    "release",
    "ceremony",
    "wait",
    "close",
    "send",
)
#: Code of another step -> the step of the usual order at whose position it is.
USUAL = {
    "mix": "draw",
    "choose": "draw",
    "approve": "draw",
    "draw-session": "draw",
    "play": "enter",
    "resolve": "enter",
    "awards": "release",
    "show-awards": "ceremony",
    "rehearsed": "send",
}
#: States of a draw -> the code of its next step.
DRAW_STEPS = {"": "draw", "frozen": "mix", "offered": "choose", "draft": "approve", "approved": "release-draw"}


def next_step(facts: EventFacts) -> Step:
    """Return the step that is due now; while another machine holds the event, nothing of it can be done here."""
    step = _step_where_written(facts)
    if facts.holder:
        return Step("held", step.phase, "desk:hand-over", "may_hand_over", {"holder": facts.holder})
    return step


def _step_where_written(facts: EventFacts) -> Step:
    if not facts.begun:
        before_play = _before_play(facts)
        if before_play is not None:
            return before_play
    session = facts.progress.next
    if session is not None:
        return _of_session(facts, session)
    if facts.rehearsal:
        return Step("rehearsed", Phase.FINISH, "desk:home", "")
    if facts.awards and not facts.ceremony_begun and not facts.closed:
        return Step("show-awards", Phase.FINISH, "desk:ceremony", "may_release")
    if not facts.closed and facts.closable_from:
        time = date_format(localtime(facts.closable_from), "SHORT_DATETIME_FORMAT")
        return Step("wait", Phase.FINISH, "desk:close", "may_release", {"time": time})
    if not facts.closed:
        return Step("close", Phase.FINISH, "desk:close", "may_release")
    return Step("send", Phase.FINISH, "desk:send", "may_release")


def following(step: Step, facts: EventFacts) -> list[str]:
    """Return the codes of the two steps after ``step``; one or none at the end."""
    if step.code == "held":
        return []
    unreleased = facts.progress.next
    if step.code == "draw-session" and unreleased and unreleased.number < (step.session or 0):
        return ["release", "enter"]
    if step.code == "release":
        to_come = [row for row in facts.progress.sessions if row.number > (step.session or 0)]
        if to_come:
            return ["enter"] if to_come[0].tables else ["draw", "enter"]
    position = ORDER.index(USUAL.get(step.code, step.code))
    later = [code for code in ORDER[position + 1 :] if not _is_past(code, facts)]
    return later[:2]


def _is_past(code: str, facts: EventFacts) -> bool:
    """Whether a later step of the usual order is done already or does not occur in this event."""
    return {
        "times": not facts.untimed,
        "check-in": not facts.missing or not facts.day_reached or facts.begun,
        "draw": bool(facts.draw) or facts.seated,
        "release-draw": facts.draw == "released",
        "print": facts.printed,
        "ceremony": facts.ceremony_begun or not (facts.kept_for_ceremony or facts.awards),
        "wait": True,
    }.get(code, False)


def phases_done(facts: EventFacts) -> set[Phase]:
    """Return the phases in which nothing is left to do."""
    sessions = facts.progress.sessions
    played = bool(sessions) and all(session.released_at or session.signed for session in sessions)
    done = {
        Phase.PREPARE: facts.begun or (facts.players >= FEWEST_DRAWN and facts.dated and not facts.untimed),
        Phase.SEAT: facts.begun or facts.draw == "released",
        Phase.PLAY: played,
        Phase.COUNT: bool(sessions) and facts.progress.next is None,
        Phase.FINISH: facts.closed,
    }
    return {phase for phase, is_done in done.items() if is_done}


def _before_play(facts: EventFacts) -> Step | None:
    check_in = Step("check-in", Phase.SEAT, "desk:checkin", "may_check_in", _present(facts))
    if facts.players < FEWEST_DRAWN and not facts.draw and not facts.seated:
        return Step("players", Phase.PREPARE, "desk:registration-file", "may_register")
    if not facts.dated or facts.untimed:
        page = "desk:timetable" if facts.dated else "desk:setup"
        return Step("times", Phase.PREPARE, page, "may_set_up", {"count": facts.untimed})
    absent = facts.day_reached and facts.missing > 0
    if absent and not facts.draw and not facts.seated:
        return check_in
    if facts.draw in DRAW_STEPS and (facts.draw or not facts.seated):
        page = "desk:draw-release" if facts.draw == "approved" else "desk:draw"
        figures = {"count": facts.players, "tables": -(-facts.players // 4)}
        return Step(DRAW_STEPS[facts.draw], Phase.SEAT, page, "may_draw", figures)
    if not facts.printed:
        return Step("print", Phase.SEAT, "desk:papers", "may_print")
    return check_in if absent else None


def _present(facts: EventFacts) -> dict[str, int]:
    return {"here": facts.players - facts.missing, "count": facts.players}


def _of_session(facts: EventFacts, session: SessionProgress) -> Step:
    """Return the step for the first session that is not released."""
    number = session.number
    missing = session.unsigned
    figures = {"number": number, "tables": session.tables, "missing": missing, "waiting": session.unconfirmed}
    if not session.tables and facts.by_standings:
        return Step("draw-session", Phase.SEAT, "desk:format-session", "may_draw", figures, session=number)
    if not session.tables:
        return Step("draw-session", Phase.SEAT, "desk:draw", "may_draw", figures)
    if missing:
        code = "play" if missing == session.tables else "enter"
        return Step(code, Phase.PLAY, "desk:tray", "may_type", figures, query=f"?session={number}")
    if session.unsettled:
        figures["count"] = session.unsettled
        return Step("resolve", Phase.COUNT, "desk:contradictions", "", figures, query=f"?session={number}")
    if facts.by_unreleased and _is_undrawn(facts, number + 1):
        figures["number"] = number + 1
        return Step("draw-session", Phase.SEAT, "desk:format-session", "may_draw", figures, session=number + 1)
    if session.unconfirmed:
        return Step("confirm", Phase.COUNT, "desk:confirm-session", "may_release", figures, session=number)
    if facts.kept_for_ceremony and facts.progress.sessions[-1].number == number:
        code, page = ("ceremony", "desk:ceremony") if facts.awards else ("awards", "desk:awards")
        return Step(code, Phase.FINISH, page, "may_release", figures)
    return Step("release", Phase.COUNT, "desk:release", "may_release", figures, session=number)


def _is_undrawn(facts: EventFacts, number: int) -> bool:
    """Whether the session is planned and has no tables yet."""
    return any(session.number == number and not session.tables for session in facts.progress.sessions)
