"""Several draws of one seed with their bounds, and the draw by areas."""

from collections import Counter

import pytest

from tests.tournament.draws.rules.draw_lists import everybody_sits, meetings, registrations, wind_twice_in_a_block
from tournament.draws.rules import (
    AREAS,
    Draw,
    DrawError,
    Entrant,
    Figure,
    candidates,
    draw,
    figures,
    how_made,
    start,
    swapped,
)


def by_name(all_figures: tuple[Figure, ...]) -> dict[str, Figure]:
    return {figure.name: figure for figure in all_figures}


def test_candidates_are_different_repeatable_draws_of_one_seed() -> None:
    entrants = registrations()
    drawn = candidates(entrants, 9, "seed", "cup")
    assert [candidate.variant for candidate in drawn] == [0, 1, 2]
    assert len({candidate.draw.chart for candidate in drawn}) == 3
    assert drawn[0].draw == draw(entrants, 9, "seed", "cup")
    for candidate in drawn:
        assert draw(entrants, 9, "seed", "cup", **how_made(candidate.draw.method)) == candidate.draw
        assert everybody_sits(candidate.draw.chart, 136)
        assert [(figure.value, figure.reached) for figure in candidate.figures[:4]] == [(0, True)] * 4


@pytest.mark.parametrize("count", [0, 4])
def test_one_to_three_candidates(count: int) -> None:
    with pytest.raises(ValueError, match="count"):
        candidates([Entrant(at) for at in range(1, 17)], 3, "", count=count)


def test_start_of_each_candidate_differs_and_is_independent_of_the_seed() -> None:
    entrants = registrations()
    drawn = [candidates(entrants, 9, seed) for seed in "ab"]
    starts = [[candidate.start for candidate in each] for each in drawn]
    assert starts[0] == starts[1] == [start(entrants, 9, variant=at).chart for at in range(3)]
    assert len(set(starts[0])) == 3
    assert not {candidate.draw.chart for candidate in drawn[0]} & {candidate.draw.chart for candidate in drawn[1]}


def reasons(drawn: Draw, entrants: list[Entrant]) -> dict[str, tuple[str, str]]:
    return {figure.name: (figure.because.code, figure.gap.code) for figure in figures(drawn, entrants)}


def test_figures_have_reasons_of_bound_and_gap() -> None:
    plain = [Entrant(at) for at in range(1, 25)]
    assert reasons(draw(plain, 9, ""), plain)["repeats"] == ("opponents", "reached")
    assert reasons(draw(plain, 8, ""), plain)["repeats"] == ("opponents", "search")
    assert reasons(draw(plain[:20], 6, ""), plain[:20])["repeats"] == ("exhausted", "search")
    assert reasons(draw(plain[:8], 3, ""), plain[:8])["repeats"] == ("few_tables", "reached")
    assert reasons(draw(plain, 7, ""), plain)["winds"] == ("sessions", "reached")
    drawn = draw(plain, 4, "")
    four = drawn.chart[0][0]
    by_hand = swapped(drawn, plain, 2, four[0], drawn.chart[0][1][0])
    assert by_hand.quality.repeat_pairs == 0 or reasons(by_hand, plain)["repeats"] == ("nothing", "by_hand")


def test_bounds_of_countries_have_reasons() -> None:
    entrants = [Entrant(at, "", "CN" if at <= 18 else "") for at in range(1, 65)]
    country = by_name(figures(draw(entrants, 8, ""), entrants))["countries"]
    assert (country.bound, country.because.code) == (16, "larger_than_tables")
    assert country.because.about == {"groups": 1, "most": 18, "tables": 16}
    fours = [Entrant(at, f"T{(at - 1) // 4}") for at in range(1, 17)]
    team = by_name(figures(draw(fours, 5, ""), fours))["teams"]
    assert (team.value, team.bound, team.because.code) == (24, 24, "all_meet")
    assert team.because.about == {"needed": 120, "different": 96}


def test_pairs_kept_apart_have_a_figure_and_fixed_tables_a_bound() -> None:
    entrants = [Entrant(1, apart=frozenset({2})), Entrant(2), Entrant(3, table=2), *map(Entrant, range(4, 41))]
    by_figure = by_name(figures(draw(entrants, 5, ""), entrants))
    assert (by_figure["apart"].value, by_figure["apart"].reached) == (0, True)
    assert by_figure["tables"].bound == 4
    assert by_figure["tables"].because.code == "own_tables"


def test_common_opponents_have_an_upper_bound() -> None:
    entrants = [Entrant(at) for at in range(1, 65)]
    common = by_name(figures(draw(entrants, 8, ""), entrants))["common"]
    assert common.bound == 12  # 9 x 8 x 7 paths for 39 strangers
    assert common.value is not None
    assert common.value <= common.bound


def areas(sizes: list[int]) -> list[Entrant]:
    names = [f"A{area}" for area, size in enumerate(sizes) for _one in range(size)]
    return [Entrant(at, f"T{at // 4}", f"C{at // 9}", name) for at, name in enumerate(names, 1)]


@pytest.mark.parametrize("sessions", [4, 9])
def test_144_players_of_four_areas(sessions: int) -> None:
    entrants = areas([36] * 4)
    region = {entrant.number: entrant.region for entrant in entrants}
    drawn = draw(entrants, sessions, "Beijing", rule=AREAS)
    assert everybody_sits(drawn.chart, 144)
    assert all(len({region[number] for number in four}) == 4 for session in drawn.chart for four in session)
    assert set(meetings(drawn.chart).values()) == {1}
    assert wind_twice_in_a_block(drawn.chart) == []
    assert drawn.quality.table_repeats == drawn.quality.country_meetings == 0
    assert how_made(drawn.method) == {"rule": AREAS, "variant": 0}


@pytest.mark.parametrize("sizes", [[36, 36, 36, 35], [10, 10, 10, 8], [5, 5, 4, 4]])
def test_fillers_complete_the_areas(sizes: list[int]) -> None:
    entrants = areas(sizes)
    region = {entrant.number: entrant.region for entrant in entrants}
    drawn = draw(entrants, 3, "x", rule=AREAS)
    for session in drawn.chart:
        for four in session:
            regions = [region[number] for number in four if number in region]
            assert len(set(regions)) == len(regions)


def test_area_larger_than_the_tables_meets_itself_minimally() -> None:
    entrants = areas([11, 9, 10, 10])
    by_figure = by_name(figures(draw(entrants, 6, "x", rule=AREAS), entrants))
    assert (by_figure["regions"].value, by_figure["regions"].bound) == (6, 6)


@pytest.mark.parametrize("sessions", [6, 8])
def test_more_sessions_than_players_in_an_area_repeat_minimally(sessions: int) -> None:
    entrants = areas([6] * 4)
    drawn = draw(entrants, sessions, "x", rule=AREAS)
    region = {entrant.number: entrant.region for entrant in entrants}
    assert all(len({region[number] for number in four}) == 4 for session in drawn.chart for four in session)
    repeats = by_name(figures(drawn, entrants))["repeats"]
    assert repeats.value == sum(times - 1 for times in meetings(drawn.chart).values())
    assert repeats.bound == 36 * (sessions - 6)
    assert (sessions, repeats.because.code) in {(6, "nothing"), (8, "areas")}
    assert sessions == 6 or repeats.reached


@pytest.mark.parametrize(("sizes", "counts"), [([8, 8, 8], (3, 0)), ([5, 5, 5, 5, 4], (5, 0)), ([6, 6, 6, 2], (4, 4))])
def test_draw_by_areas_needs_exactly_four_areas(sizes: list[int], counts: tuple[int, int]) -> None:
    entrants = areas(sizes)
    entrants += [Entrant(len(entrants) + at) for at in range(1, counts[1] + 1)]
    with pytest.raises(DrawError) as refused:
        draw(entrants, 3, "x", rule=AREAS)
    assert refused.value.code == "areas"
    assert (refused.value.figures["found"], refused.value.figures["without"]) == counts


def test_every_player_can_get_every_place_in_an_area() -> None:
    # In some draw the first player is at each table of the first session: the place in the column is random.
    entrants = [Entrant(at, region=f"A{at % 4}") for at in range(1, 17)]
    tables = Counter(
        next(at for at, four in enumerate(draw(entrants, 1, str(seed), rule=AREAS).chart[0]) if 1 in four)
        for seed in range(40)
    )
    assert sorted(tables) == [0, 1, 2, 3]
