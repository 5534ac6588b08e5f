"""Draws for a list: who is kept apart, and that the same seed gives the same chart."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.rules import draw_lists
from tests.tournament.rules.draw_lists import everybody_sits, meetings, registrations, wind_twice_in_a_block
from tournament.rules.draws import Draw, DrawError, Entrant, draw, quality, swapped
from tournament.rules.verify_draw import counted


def among(drawn: Draw, entrants: list[Entrant], attribute: str) -> int:
    name = {one.number: getattr(one, attribute) for one in entrants}
    return sum(
        times
        for (one, other), times in meetings(drawn.chart).items()
        if name.get(one) and name.get(one) == name.get(other)
    )


@pytest.mark.parametrize("sessions", [8, 9, 10])
def test_the_136_registrations(sessions: int) -> None:
    entrants = registrations()
    drawn = draw(entrants, sessions, "open")
    assert everybody_sits(drawn.chart, 136)
    assert set(meetings(drawn.chart).values()) == {1}
    assert among(drawn, entrants, "team") == 0
    assert among(drawn, entrants, "country") == 0
    assert wind_twice_in_a_block(drawn.chart) == []
    assert draw_lists.table_twice(drawn.chart) == []


def in_fours(players: int) -> list[Entrant]:
    return [Entrant(at, f"T{(at - 1) // 4}") for at in range(1, players + 1)]


@pytest.mark.parametrize(("players", "sessions"), [(16, 4), (20, 4), (24, 6), (32, 9), (44, 13), (56, 16), (72, 15)])
def test_teams_of_four_never_meet_up_to_one_session_less_than_the_best(players: int, sessions: int) -> None:
    entrants = in_fours(players)
    drawn = draw(entrants, sessions, "fours")
    assert set(meetings(drawn.chart).values()) == {1}
    assert among(drawn, entrants, "team") == 0 == drawn.quality.team_meetings


@pytest.mark.parametrize(("players", "sessions", "fewest"), [(16, 5, 24), (28, 9, 42), (44, 14, 44)])
def test_teams_of_four_at_the_best_meet_as_little_as_can_be(players: int, sessions: int, fewest: int) -> None:
    entrants = in_fours(players)
    drawn = draw(entrants, sessions, "fours")
    assert among(drawn, entrants, "team") == fewest == drawn.quality.team_meetings_bound


def test_a_country_larger_than_the_tables_meets_itself_late() -> None:
    entrants = [Entrant(at, "", "CN" if at <= 18 else f"X{at}") for at in range(1, 65)]
    drawn = draw(entrants, 8, "big")
    by_session = [among(replace(drawn, chart=(session,)), entrants, "country") for session in drawn.chart]
    assert drawn.quality.country_meetings == sum(by_session)
    assert drawn.quality.country_meetings_bound == 16
    assert by_session == sorted(by_session)


def test_teams_come_before_countries_and_countries_before_regions() -> None:
    # Two teams of four from one country of 12 on four tables: the country must meet, the teams need not.
    entrants = [Entrant(at, f"T{(at - 1) // 4}", "CN" if at <= 12 else "JP", "Asia") for at in range(1, 17)]
    drawn = draw(entrants, 4, "order")
    assert drawn.quality.team_meetings == 0
    assert drawn.quality.country_meetings > 0


def test_regions_are_kept_apart() -> None:
    entrants = [Entrant(at, region=f"R{at % 8}") for at in range(1, 65)]
    assert among(draw(entrants, 8, "regions"), entrants, "region") == 0


def test_two_who_must_not_meet_do_not() -> None:
    entrants = [Entrant(at) for at in range(1, 21)]
    entrants[0] = Entrant(1, apart=frozenset({2, 3, 4, 5}))
    met = meetings(draw(entrants, 4, "apart").chart)
    assert [met[1, other] for other in (2, 3, 4, 5)] == [0, 0, 0, 0]


def test_somebody_with_a_table_of_their_own_sits_there_always() -> None:
    entrants = [Entrant(at, f"T{at % 9}") for at in range(1, 37)]
    entrants[6], entrants[20] = replace(entrants[6], table=1), replace(entrants[20], table=9)
    drawn = draw(entrants, 6, "wheelchair")
    assert everybody_sits(drawn.chart, 36)
    assert all(7 in session[0] and 21 in session[8] for session in drawn.chart)


@pytest.mark.parametrize(
    ("entrants", "sessions", "code"),
    [
        ([Entrant(1), Entrant(2), Entrant(3)], 1, "players"),
        ([Entrant(at) for at in range(1, 17)], 0, "sessions"),
        ([Entrant(at) for at in (1, 2, 3, 3)], 1, "numbers"),
        ([Entrant(at) for at in (2, 3, 4, 5)], 1, "numbers"),
        ([Entrant(at, apart=frozenset({9})) for at in (1, 2, 3, 4)], 1, "apart"),
        ([Entrant(at, table=2) for at in (1, 2, 3, 4)], 1, "table"),
        ([Entrant(at, table=1 if at < 3 else None) for at in range(1, 17)], 1, "tables_shared"),
    ],
)
def test_what_cannot_be_drawn_is_refused(entrants: list[Entrant], sessions: int, code: str) -> None:
    with pytest.raises(DrawError) as refused:
        draw(entrants, sessions, "x")
    assert refused.value.code == code


def test_version_seed_event_and_list_decide() -> None:
    entrants = registrations()[:64]
    first = draw(entrants, 6, "seed", "cup")
    assert draw(list(reversed(entrants)), 6, "seed", "cup") == first
    assert draw(entrants, 6, "Seed", "cup").chart != first.chart
    assert draw(entrants, 6, "seed", "other").chart != first.chart
    assert draw([replace(entrants[0], team="X"), *entrants[1:]], 6, "seed", "cup").chart != first.chart


def test_the_same_chart_on_every_machine() -> None:
    drawn = draw([Entrant(at, f"T{at % 5}", f"C{at % 3}") for at in range(1, 21)], 4, "machine")
    assert (drawn.version, drawn.chart[0], drawn.chart[3]) == (
        "pinju-draw/4",
        ((9, 17, 1, 13), (6, 20, 3, 7), (18, 14, 2, 10), (12, 11, 5, 19), (15, 8, 4, 16)),
        ((16, 3, 14, 12), (13, 2, 11, 15), (7, 5, 8, 9), (10, 4, 17, 6), (19, 1, 20, 18)),
    )


@settings(max_examples=8)
@given(draw_lists.entrants(most=26), st.integers(1, 5), st.text(max_size=5))
def test_any_list(entrants: list[Entrant], sessions: int, seed: str) -> None:
    drawn = draw(entrants, sessions, seed)
    assert everybody_sits(drawn.chart, len(entrants))
    assert wind_twice_in_a_block(drawn.chart) == []
    assert drawn == draw(entrants, sessions, seed)
    figures = {name: getattr(drawn.quality, name) for name in drawn.quality.__slots__}
    record = {"chart": drawn.chart, "players": drawn.players, "fillers": drawn.fillers}
    for name, figure in counted(record, [(one.number, one.team, one.country) for one in entrants]).items():
        assert figures[name] == figure, name
    for name in ("repeat_pairs", "team_meetings", "country_meetings"):
        assert figures[name] >= figures[f"{name}_bound"]


@settings(max_examples=15)
@given(st.data())
def test_an_exchange_by_hand(data: st.DataObject) -> None:
    entrants = [Entrant(at, f"T{at % 5}") for at in range(1, 20)]
    drawn = draw(entrants, 4, "swap")
    session = data.draw(st.none() | st.integers(1, 4))
    one, other = data.draw(st.integers(1, 20)), data.draw(st.integers(1, 20))
    after = swapped(drawn, entrants, session, one, other)
    assert everybody_sits(after.chart, 19)
    assert after.quality == quality(after.chart, entrants)
    touched = [at for at, (old, new) in enumerate(zip(drawn.chart, after.chart, strict=True), 1) if old != new]
    assert touched == ([] if one == other else [1, 2, 3, 4] if session is None else [session])
    assert swapped(after, entrants, session, one, other).chart == drawn.chart


def test_an_exchange_with_nobody_is_refused() -> None:
    entrants = [Entrant(at) for at in range(1, 17)]
    drawn = draw(entrants, 2, "swap")
    for session, other, code in ((3, 2, "session"), (0, 2, "session"), (1, 17, "number")):
        with pytest.raises(DrawError) as refused:
            swapped(drawn, entrants, session, 1, other)
        assert refused.value.code == code
