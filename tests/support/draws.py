"""Events with draws in every state, and examples of the actions on draws."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from common.actions.permissions import system_actor
from scoring.draw_release.services.releasing import release_draw
from scoring.event_file.services.importing import import_event
from scoring.sheets.models.sheets import Sheet
from tournament.draws.models.draws import Draw, DrawNumber, SeatWish
from tournament.draws.models.lot_shows import LotShow
from tournament.draws.rules.records import (
    ListLine,
    described_start,
    digest,
    list_text,
    mixed_seed,
    repeated_draw,
    terms_text,
)
from tournament.draws.selectors.draws import current_draw
from tournament.draws.services.drawing import choose_candidate, make_chart
from tournament.draws.services.freezing import freeze_list
from tournament.draws.services.states import approve_draw
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.settings import PlaySettings
from tournament.events.models.stages import Session
from tournament.events.models.tables import Table
from tournament.events.selectors.events import charted_sessions
from tournament.people.models.persons import Person

SECRET = "5" * 64
ACTOR = system_actor("测试")


def planned(slug: str = "draw", players: int = 16, sessions: int = 3, *, fillers: int = 0) -> Event:
    """Import an event in Chinese characters with teams of four, whose sessions have no tables yet."""
    entered: list[dict[str, Any]] = [
        {"number": number, "name": f"选手{number}", "country": "CN", "team": (number - 1) // 4 + 1}
        for number in range(1, players + 1)
    ]
    entered += [{"number": players + at, "name": f"陪打{at}", "kind": "filler"} for at in range(1, fillers + 1)]
    teams = sorted({player["team"] for player in entered if "team" in player})
    import_event(
        ACTOR,
        document={
            "format": "mcr-event/1",
            "event": {"id": slug, "name": f"抽签赛{players}", "rules": "wmo-2014", "sessions": sessions},
            "teams": [{"id": team, "name": f"{team}队"} for team in teams],
            "players": entered,
            "sessions": [],
        },
    )
    return Event.objects.select_related("ledger").get(slug=slug)


def drawn(
    event: Event,
    state: str = "released",
    *,
    value: str = "骰子 3 5",
    lots: str = "seed",
    count: int = 1,
    chosen: int = 0,
    secret: str = "",
) -> Draw:
    """Draw by actions up to ``state``; with a ``secret`` the same event gets the same draws each time.

    "frozen", "offered" (with several candidates), "draft" (the ``chosen`` one of them), "approved" or "released".
    """
    freeze_list(ACTOR, event, sessions=charted_sessions(event), lots=lots, count=count)
    if secret:
        event.draws.update(secret=secret, commitment=digest(secret))
    steps: list[tuple[str, Callable[[Draw], Any]]] = [
        ("offered" if count > 1 else "draft", lambda draw: make_chart(ACTOR, draw, public_value=value)),
        ("draft", lambda draw: choose_candidate(ACTOR, draw, candidate=chosen, reason="最好")),
        ("approved", lambda draw: approve_draw(ACTOR, draw)),
        ("released", lambda draw: release_draw(ACTOR, draw)),
    ]
    for reached, step in steps if count > 1 else [steps[0], *steps[2:]]:
        if current(event).state == state:
            break
        step(current(event))
        assert current(event).state == reached
    return current(event)


def current(event: Event) -> Draw:
    """Read the event's current draw from the database."""
    draw = current_draw(event)
    assert draw is not None
    return draw


def _event_of_four(event: Event) -> Event:
    PlaySettings.objects.get_or_create(event=event)
    for number in range(1, 5):
        person = Person.objects.create(name=f"P{number}")
        Entry.objects.create(event=event, person=person, number=number, name=f"P{number}")
    return event


def example_draw(event: Event, state: str, lots: str = "seed") -> Draw:
    """Write a draw of four players and one session in this state."""
    entries = list(_event_of_four(event).entries.order_by("number"))
    lines = [ListLine(entry.number, entry.name, "", "", "") for entry in entries]
    list_hash = digest(list_text(lines))
    terms = terms_text(lines, 1, "apart", 2)
    seed = mixed_seed(SECRET, "7", list_hash, terms)
    made = repeated_draw(lines, 1, seed, [])
    draw = Draw.objects.create(
        event=event, version=1, state=state, lots=lots, players=4, sessions=1, list_hash=list_hash, secret=SECRET,
        commitment=digest(SECRET), frozen_at="2026-05-01T08:00:00Z", terms=terms, candidates=2,
    )  # fmt: skip
    DrawNumber.objects.bulk_create(
        DrawNumber(draw=draw, number=entry.number, entry=entry, name=entry.name) for entry in entries
    )
    if state != Draw.State.FROZEN:
        draw.public_value, draw.seed, draw.method, draw.engine = "7", seed, made.method, made.version
        draw.chart = [[list(table) for table in session] for session in made.chart]
        draw.quality = {name: getattr(made.quality, name) for name in made.quality.__slots__}
        start = described_start(lines, 1, "apart", 0)
        draw.options = [{"method": made.method, "quality": draw.quality, "chart": draw.chart, "start": start}] * 2
        draw.start = start
        draw.save()
    if state == Draw.State.RELEASED:
        Session.objects.create(event=event, number=1)
    return draw


def _on_draw(usual: str, how: str = "seed", **facts: Any) -> Callable[[Event, str], tuple[Draw, dict[str, Any]]]:
    return lambda event, state: (example_draw(event, state or usual, how), facts)


def _shown_draw(event: Event, state: str) -> Draw:
    """Return a draw with typed lots in this state, whose show is at the second lot."""
    draw = example_draw(event, state or "draft", "typed")
    LotShow.objects.create(draw=draw, shown=2, begun_at="2026-05-01T08:30:00Z")
    return draw


def _more_people(usual: str, **facts: Any) -> Callable[[Event, str], tuple[Draw, dict[str, Any]]]:
    """Return a draw, and a player without a number who is to get one."""

    def example(event: Event, state: str) -> tuple[Draw, dict[str, Any]]:
        draw = example_draw(event, state or usual)
        person = Person.objects.create(name="P5")
        entry = Entry.objects.create(event=event, person=person, number=5, name="P5")
        return draw, facts | {"entry": entry}

    return example


def _left_one(event: Event, state: str) -> tuple[Draw, dict[str, Any]]:
    """Five players and three fillers, of whom one has left: one table fewer is enough."""
    if state not in ("", "released"):
        return example_draw(event, state), {"session": 1}
    for number in range(1, 9):
        person = Person.objects.create(name=f"Q{number}")
        kind = Entry.Kind.PLAYER if number < 6 else Entry.Kind.FILLER
        status = Entry.Status.WITHDRAWN if number == 2 else Entry.Status.ENTERED
        Entry.objects.create(event=event, person=person, number=number, name=person.name, kind=kind, status=status)
    PlaySettings.objects.get_or_create(event=event)
    lines = [ListLine(number, f"Q{number}", "", "", "") for number in range(1, 6)]
    made = repeated_draw(lines, 1, "7", [])
    draw = Draw.objects.create(
        event=event, version=1, state="released", players=5, sessions=1, seed="7", engine=made.version,
        method=made.method, chart=[[list(four) for four in made.chart[0]]], quality=asdict(made.quality),
        frozen_at="2026-05-01T08:00:00Z",
    )  # fmt: skip
    for line in lines:
        entry = event.entries.get(number=line.number)
        DrawNumber.objects.create(draw=draw, number=line.number, entry=entry, name=line.name)
    session = Session.objects.create(event=event, number=1)
    for at in (1, 2):
        Sheet.objects.create(table=Table.objects.create(session=session, number=at))
    return draw, {"session": 1}


def _wish(event: Event, state: str) -> tuple[Event, dict[str, Any]]:
    wish = SeatWish.objects.create(event=_event_of_four(event), entry=event.entries.get(number=1), table=1)
    return event, {"wish": wish.pk}


def _draw_of_five(event: Event, state: str) -> Draw:
    """Return a draw in this state; a fifth player registered after it."""
    draw = example_draw(event, state or "released")
    person = Person.objects.create(name="P5")
    Entry.objects.create(event=event, person=person, number=5, name="P5")
    return draw


EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "draw.anew": _left_one,
    "draw.again": lambda event, state: (_draw_of_five(event, state), {"without": [5], "lots": "seed"}),
    "draw.approve": _on_draw("draft"),
    "draw.choose": _on_draw("offered", candidate=1),
    "draw.discard": _on_draw("draft"),
    "draw.freeze": lambda event, state: (_event_of_four(event), {"sessions": 1}),
    "lots.begin": _on_draw("draft", "typed", group=4),
    "lots.end": lambda event, state: (_shown_draw(event, state), {}),
    "lots.step": lambda event, state: (_shown_draw(event, state), {"move": "next", "seen": 2}),
    "entry.replace": lambda event, state: (
        _event_of_four(event),
        {"holder": event.entries.get(number=2), "by": None, "name": "P5"},
    ),
    "draw.late": _more_people("draft"),
    "draw.lots": _on_draw("frozen", "typed", lots={1: 2, 2: 1}, drawn_by={2: "Committee"}),
    "draw.make": _on_draw("frozen", public_value="7"),
    "draw.release": _on_draw("approved"),
    "draw.reopen": _on_draw("approved"),
    "draw.retract": _on_draw("released"),
    "draw.swap": _on_draw("draft", session=1, number=1, other=2),
    "draw.unwish": _wish,
    "draw.wish": lambda event, state: (_event_of_four(event), {"entry": event.entries.get(number=1), "table": 1}),
}
