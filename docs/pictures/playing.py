"""The sessions that the pictures show: two played and released, the third being played."""

import random
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from common.i18n.texts import text_key
from scoring.game.rules.seats import SEATS
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_session
from scoring.sheets.services.checking.signing import check_sheet, sign_on_paper
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.paper.tray import paper_arrived
from scoring.sheets.services.referee_calls import call_referee
from tournament.clocks.models import SessionClock
from tournament.clocks.services.announcements import announce
from tournament.clocks.services.clocks import check_seats, end_session, start_session

if TYPE_CHECKING:
    from docs.pictures.story import Story

#: What hands pay, the small ones more often.
POINTS = (8, 8, 8, 9, 9, 10, 11, 12, 13, 14, 16, 18, 21, 24, 25, 28, 32, 36, 40, 48, 64)


def play_two_sessions(story: "Story") -> None:
    """Two sessions are played, confirmed and released."""
    for number in (1, 2):
        session = story.event(story.running_slug).sessions.get(number=number)
        check_seats(story.actor, session)
        start_session(story.actor, session)
        for table in range(1, 7):
            _fill(story, story.sheet(number, table), hands=16, signed=True)
        end_session(story.actor, session)
        _set_clock(story, number, start=(8, 30) if number == 1 else (11, 0), minutes=120)
        confirm_session(story.actor, session)
        release_session(story.actor, session)


def begin_third_session(story: "Story") -> None:
    """Session 3 is being played: some tables write on a phone, some hand in papers, one calls."""
    event = story.event(story.running_slug)
    session = event.sessions.get(number=3)
    check_seats(story.actor, session)
    start_session(story.actor, session)
    _set_clock(story, 3, start=(13, 15))
    _fill(story, story.sheet(3, 1), hands=13)
    _fill(story, story.sheet(3, 2), hands=16)
    sheet = story.sheet(3, 2)
    check_sheet(story.actor, sheet, seen=sheet.version, seats="ESWN")
    _fill(story, story.sheet(3, 3), hands=11)
    _fill(story, story.sheet(3, 4), hands=16, signed=True, wrong=10)
    paper_arrived(story.actor, story.sheet(3, 5))
    _fill(story, story.sheet(3, 6), hands=12)
    call_referee(story.actor, story.sheet(3, 3))
    announce(story.actor, event, texts={text_key(story.world.language): story.world.announcement})


def _set_clock(story: "Story", session: int, *, start: tuple[int, int], minutes: int = 0) -> None:
    """Set the start and end of the clock back: the hands were typed within a second."""
    hour, minute = start
    started = timezone.localtime().replace(hour=hour, minute=minute, second=0, microsecond=0)
    columns: dict[str, Any] = {"checked_at": started - timedelta(minutes=5), "started_at": started}
    if minutes:
        columns["ended_at"] = started + timedelta(minutes=minutes)
    event = story.event(story.running_slug)
    SessionClock.objects.filter(session__event=event, session__number=session).update(**columns)
    event.sessions.filter(number=session).update(starts=started, late_from=started)


def _fill(story: "Story", sheet: Sheet, *, hands: int, signed: bool = False, wrong: int = 0) -> None:
    """Type so many hands of chance; ``wrong``: by how much the totals on the paper depart from them."""
    rows, totals = _hands_of_chance(story.chances, hands)
    totals = {**totals, "E": totals["E"] + wrong, "N": totals["N"] - wrong}
    if not signed:
        type_sheet(story.actor, sheet, seen=sheet.version, hands=rows)
        return
    type_sheet(story.actor, sheet, seen=sheet.version, hands=rows, totals=totals)
    sheet.refresh_from_db()
    sign_on_paper(story.actor, sheet, seen=sheet.version, referee=story.world.officials[1][0])


def _hands_of_chance(chances: random.Random, count: int) -> tuple[list[dict[str, Any]], dict[str, int]]:
    rows, totals = [], dict.fromkeys("ESWN", 0)
    for no in range(1, count + 1):
        winner, discarder = chances.sample(SEATS, 2)
        points = chances.choice(POINTS)
        self_drawn = chances.random() < 0.28
        row = {"no": no, "winner": winner, "points": points}
        rows.append(row if self_drawn else row | {"discarder": discarder})
        for seat in SEATS:
            if seat != winner:
                paid = 8 + points if self_drawn or seat == discarder else 8
                totals[seat] -= paid
                totals[winner] += paid
    return rows, totals
