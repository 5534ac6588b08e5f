"""The next step of an event, from what is true of it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scoring.progress.selectors.progress import EventProgress, SessionProgress
from scoring.releases.services.releasing import release_session
from tests.support.draws import ACTOR
from tests.support.formats import play, with_format
from tournament.events.models.events import Event
from web.shared.desk.facts import EventFacts, event_facts
from web.shared.desk.labels import SHORT, WORDS
from web.shared.desk.path import ORDER, Phase, following, next_step, phases_done

RELEASED = datetime(2026, 5, 1, 12, tzinfo=UTC)


def session(number: int, *, released: bool = False, unsettled: int = 0, tables: int = 6, **states: int):
    counted = {"open": 0, "checked": 0, "signed": 0, "confirmed": 0} | states
    counted["open"] = tables - sum(counted.values())
    return SessionProgress(number, None, RELEASED if released else None, tables, counted, unsettled, unsettled)


#: 24 players, on the first day, drawn, printed and checked in; two sessions without any result.
READY = EventFacts(
    players=24,
    missing=0,
    untimed=0,
    dated=True,
    day_reached=True,
    draw="released",
    seated=True,
    printed=True,
    progress=EventProgress([session(1), session(2)]),
    kept_for_ceremony=False,
    awards=False,
    closed=False,
    rehearsal=False,
)


def at(*sessions: SessionProgress, **facts: object) -> EventFacts:
    return replace(READY, progress=EventProgress(list(sessions)), **facts)


def new(**facts: object) -> EventFacts:
    bare = [session(1, tables=0), session(2, tables=0)]
    return at(*bare, **({"draw": "", "seated": False, "printed": False, "missing": 24} | facts))


DONE = (session(1, released=True, confirmed=6), session(2, released=True, confirmed=6))


@pytest.mark.parametrize(
    ("facts", "code", "page"),
    [
        (new(players=0, missing=0, dated=False, untimed=2), "players", "desk:registration-file"),
        (new(players=3, missing=3), "players", "desk:registration-file"),
        (new(dated=False, untimed=2), "times", "desk:setup"),
        (new(untimed=1), "times", "desk:timetable"),
        (new(), "check-in", "desk:checkin"),
        (new(day_reached=False), "draw", "desk:draw"),
        (new(missing=0), "draw", "desk:draw"),
        (new(draw="frozen"), "mix", "desk:draw"),
        (new(draw="offered"), "choose", "desk:draw"),
        (new(draw="draft"), "approve", "desk:draw"),
        (new(draw="approved"), "release-draw", "desk:draw-release"),
        (replace(READY, printed=False), "print", "desk:papers"),
        (replace(READY, missing=2), "check-in", "desk:checkin"),
        (READY, "play", "desk:tray"),
        (at(session(1, signed=2), session(2)), "enter", "desk:tray"),
        (at(session(1, checked=2, signed=4), session(2)), "enter", "desk:tray"),
        (at(session(1, signed=6, unsettled=1), session(2)), "resolve", "desk:contradictions"),
        (at(session(1, signed=5, confirmed=1), session(2)), "confirm", "desk:confirm-session"),
        (at(session(1, confirmed=6), session(2)), "release", "desk:release"),
        (at(session(1, signed=6), session(2, tables=0), by_unreleased=True), "draw-session", "desk:format-session"),
        (at(session(1, signed=6), session(2), by_unreleased=True), "confirm", "desk:confirm-session"),
        (at(session(1, signed=5), session(2, tables=0), by_unreleased=True), "enter", "desk:tray"),
        (
            at(session(1, signed=6, unsettled=1), session(2, tables=0), by_unreleased=True),
            "resolve",
            "desk:contradictions",
        ),
        (at(session(1, signed=6), by_unreleased=True), "confirm", "desk:confirm-session"),
        (at(DONE[0], session(2)), "play", "desk:tray"),
        (at(DONE[0], session(2, tables=0)), "draw-session", "desk:draw"),
        (at(DONE[0], session(2, confirmed=6), kept_for_ceremony=True), "awards", "desk:awards"),
        (at(DONE[0], session(2, confirmed=6), kept_for_ceremony=True, awards=True), "ceremony", "desk:ceremony"),
        (at(*DONE), "close", "desk:close"),
        (at(*DONE, awards=True), "show-awards", "desk:ceremony"),
        (at(*DONE, awards=True, closable_from=RELEASED), "show-awards", "desk:ceremony"),
        (at(*DONE, awards=True, ceremony_begun=True), "close", "desk:close"),
        (at(*DONE, awards=True, closed=True), "send", "desk:send"),
        (at(*DONE, awards=True, rehearsal=True), "rehearsed", "desk:home"),
        (at(*DONE, closable_from=RELEASED), "wait", "desk:close"),
        (at(*DONE, closable_from=RELEASED, closed=True), "send", "desk:send"),
        (at(*DONE, closed=True), "send", "desk:send"),
        (at(*DONE, rehearsal=True), "rehearsed", "desk:home"),
        (at(*DONE, holder="home.example"), "held", "desk:hand-over"),
        # An event imported with its results has no draw of this program, no check-in and no printed papers.
        (at(*DONE, draw="", printed=False, missing=24, dated=False, untimed=2), "close", "desk:close"),
    ],
)
def test_the_next_step(facts: EventFacts, code: str, page: str) -> None:
    step = next_step(facts)
    assert (step.code, step.page) == (code, page)
    title, text, button = (str(words) % step.figures for words in WORDS[code])
    assert "%(" not in title + text + button
    assert set(following(step, facts)) <= SHORT.keys()


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        (new(day_reached=False), ["release-draw", "print"]),
        (READY, ["confirm", "release"]),
        (at(session(1, confirmed=6), session(2)), ["enter"]),
        (at(session(1, confirmed=6), session(2, tables=0)), ["draw", "enter"]),
        (at(session(1, signed=6), session(2, tables=0), by_unreleased=True), ["release", "enter"]),
        (at(DONE[0], session(2, confirmed=6)), ["close", "send"]),
        (at(*DONE), ["send"]),
        (at(*DONE, awards=True), ["close", "send"]),
        (at(DONE[0], session(2, confirmed=6), awards=True), ["ceremony", "close"]),
        (at(*DONE, closable_from=RELEASED), ["close", "send"]),
        (at(*DONE, closed=True), []),
        (replace(READY, holder="home.example"), []),
    ],
)
def test_the_steps_that_follow(facts: EventFacts, codes: list[str]) -> None:
    assert following(next_step(facts), facts) == codes
    assert set(codes) <= SHORT.keys()


def test_every_step_of_the_order_has_words() -> None:
    assert set(ORDER) <= WORDS.keys()


@pytest.mark.parametrize(
    ("facts", "done"),
    [
        (new(players=0, missing=0), set()),
        (new(), {Phase.PREPARE}),
        (READY, {Phase.PREPARE, Phase.SEAT}),
        (at(session(1, confirmed=6), session(2, signed=6)), {Phase.PREPARE, Phase.SEAT, Phase.PLAY}),
        (at(*DONE), set(Phase) - {Phase.FINISH}),
        (at(*DONE, closed=True), set(Phase)),
    ],
)
def test_phases_are_done(facts: EventFacts, done: set[Phase]) -> None:
    assert phases_done(facts) == done


@pytest.mark.django_db
def test_a_planned_session_without_time_and_tables_is_drawn_before_the_event_is_closed() -> None:
    event = with_format("final-8")
    for number in (1, 2, 3):
        play(event, number)
        release_session(ACTOR, event.sessions.get(number=number))
    assert not event.sessions.filter(number=4).exists()
    step = next_step(event_facts(Event.objects.get(pk=event.pk)))
    assert (step.code, step.page, step.session) == ("draw-session", "desk:format-session", 4)
