"""The rule, the bracket and the picture of a knock-out."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standings.rules.knockout.bracket import Match, Source, bracket, round_sizes
from scoring.standings.rules.knockout.picture import pages, picture
from scoring.standings.rules.knockout.rule import KnockOutError, KnockOutRule, document_of, rule_from

PAIRS = KnockOutRule(2, 1)
RULES = st.sampled_from([KnockOutRule(), KnockOutRule(go_on=1), PAIRS, KnockOutRule(2, 1, third=True)])


def fits(count: int, rule: KnockOutRule) -> bool:
    try:
        round_sizes(count, rule)
    except KnockOutError:
        return False
    return True


FORMATS = st.tuples(st.integers(2, 70), RULES).filter(lambda pair: fits(*pair))


def seeds(match: Match) -> list[int]:
    return [source.seed for source in match.sources]


def places(match: Match) -> list[tuple[int, int]]:
    return [(source.match, source.place) for source in match.sources]


def test_sixteen_teams_in_matches_of_four() -> None:
    matches = bracket(16, KnockOutRule())
    assert [seeds(match) for match in matches[:4]] == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert [sorted(places(match)) for match in matches[4:]] == [
        [(1, 1), (2, 2), (3, 2), (4, 1)],
        [(1, 2), (2, 1), (3, 1), (4, 2)],
        [(5, 1), (5, 2), (6, 1), (6, 2)],
    ]


def test_the_best_have_byes() -> None:
    assert round_sizes(12, KnockOutRule()) == [12, 8, 4]
    matches = bracket(12, KnockOutRule())
    assert [seeds(match) for match in matches[:2]] == [[5, 8, 9, 12], [6, 7, 10, 11]]
    assert sorted(seeds(matches[2]) + seeds(matches[3])) == [0, 0, 0, 0, 1, 2, 3, 4]
    assert round_sizes(7, KnockOutRule(go_on=1)) == [7, 4]
    assert [seeds(match) for match in bracket(3, PAIRS)] == [[2, 3], [1, 0]]


def test_two_teams_in_a_match_with_a_third_place() -> None:
    matches = bracket(8, KnockOutRule(2, 1, third=True))
    assert [seeds(match) for match in matches[:4]] == [[1, 8], [2, 7], [3, 6], [4, 5]]
    assert [places(match) for match in matches[4:]] == [
        [(1, 1), (4, 1)], [(2, 1), (3, 1)], [(5, 2), (6, 2)], [(5, 1), (6, 1)]
    ]  # fmt: skip
    assert [match.third for match in matches] == [False] * 6 + [True, False]
    assert not any(match.third for count in (2, 3) for match in bracket(count, KnockOutRule(2, 1, third=True)))


@pytest.mark.parametrize(
    ("count", "rule", "code", "figures"),
    [
        (3, KnockOutRule(), "few", {"teams": 3, "least": 4}),
        (13, KnockOutRule(), "teams", {"teams": 13, "below": 12, "above": 14}),
        (6, KnockOutRule(go_on=1), "teams", {"teams": 6, "below": 4, "above": 7}),
    ],
)
def test_numbers_of_teams_that_do_not_fit(count: int, rule: KnockOutRule, code: str, figures: dict[str, int]) -> None:
    with pytest.raises(KnockOutError) as caught:
        bracket(count, rule)
    assert (caught.value.code, caught.value.figures) == (code, figures)


@given(FORMATS)
def test_each_team_plays_from_one_position_and_leaves_or_goes_on_once(pair: tuple[int, KnockOutRule]) -> None:
    count, rule = pair
    matches = bracket(count, rule)
    played = [match for match in matches if not match.third]
    sources = [source for match in played for source in match.sources]
    assert sorted(source.seed for source in sources if source.seed) == list(range(1, count + 1))
    assert len(set(sources)) == len(sources)
    expected = {Source(match=match.number, place=place) for match in played[:-1] for place in range(1, rule.go_on + 1)}
    assert {source for source in sources if source.match} == expected
    assert all(len(match.sources) == rule.teams for match in matches)
    rounds = {match.number: match.round for match in matches}
    assert all(rounds[source.match] < match.round for match in matches for source in match.sources if source.match)


@given(FORMATS)
def test_no_two_teams_of_a_match_meet_again_before_the_final(pair: tuple[int, KnockOutRule]) -> None:
    matches = bracket(*pair)
    for match in matches[:-1]:
        from_matches = [source.match for source in match.sources if source.match and not match.third]
        if match.round < matches[-1].round:
            assert len(set(from_matches)) == len(from_matches)


@given(FORMATS)
def test_the_best_two_positions_meet_only_in_the_final_if_all_win_by_position(pair: tuple[int, KnockOutRule]) -> None:
    count, rule = pair
    best: dict[int, list[int]] = {}
    for match in bracket(count, rule):
        teams = sorted(source.seed or best[source.match][source.place - 1] for source in match.sources)
        best[match.number] = teams
        if match.number < len(bracket(count, rule)):
            assert not {1, 2} <= set(teams)


@given(FORMATS)
def test_boxes_of_a_column_do_not_touch(pair: tuple[int, KnockOutRule]) -> None:
    matches = bracket(*pair)
    drawn = picture(matches)
    assert len(drawn.boxes) == len(matches)
    assert drawn.height == max(box.top + box.rows for box in drawn.boxes)
    for column in range(drawn.columns):
        boxes = sorted((box for box in drawn.boxes if box.column == column), key=lambda box: box.top)
        assert all(above.top + above.rows < below.top for above, below in zip(boxes, boxes[1:], strict=False))


def test_the_final_stands_above_the_match_for_third_place() -> None:
    drawn = picture(bracket(4, KnockOutRule(2, 1, third=True)))
    assert [(box.match.third, box.column, box.top, box.rows) for box in drawn.boxes] == [
        (False, 0, 0, 3), (False, 0, 4, 3), (True, 1, 6, 3), (False, 1, 2, 3)
    ]  # fmt: skip
    assert drawn.lines == ((1, 3), (1, 4), (2, 3), (2, 4))


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"teams": 2, "third": True, "tie": "lot"},
        {"go_on": 1, "players": 6, "sessions": 2, "cross": [2, 1, 4, 3]},
    ],
)
def test_a_rule_and_its_document(document: dict[str, Any]) -> None:
    assert document_of(rule_from(document)) == document


@pytest.mark.parametrize(
    ("document", "key"),
    [
        ({"teams": 3}, "teams"), ({"teams": True}, "teams"), ({"go_on": 3}, "go_on"), ({"players": 13}, "players"),
        ({"sessions": 0}, "sessions"), ({"third": 1}, "third"), ({"tie": "dice"}, "tie"), ({"cross": [1, 1]}, "cross"),
        ({"cross": ["1"]}, "cross"), ({"other": 1}, "other"), ({"teams": 2, "go_on": 2}, "go_on"),
        ({"teams": 2, "players": 3}, "players"), ({"third": True}, "third"),
    ],
)  # fmt: skip
def test_a_rule_that_cannot_be_played(document: dict[str, Any], key: str) -> None:
    with pytest.raises(KnockOutError) as caught:
        rule_from(document)
    assert caught.value.figures == {"key": key}


def test_each_round_is_a_part_where_no_two_fit_side_by_side() -> None:
    made = pages(bracket(16, KnockOutRule(2, 1)), 3, 1)
    assert [(part.rounds, part.height) for part in made[-2:]] == [((3,), 3.0), ((4,), 3.0)]


@pytest.mark.parametrize(
    ("teams", "rule", "parts"),
    [
        (8, KnockOutRule(2, 1), [((1, 2, 3), 7)]),
        (16, KnockOutRule(2, 1), [((1, 0), 8), ((2, 3, 4), 7)]),
        (64, KnockOutRule(2, 1), [((1, 0, 0), 11), ((1, 0, 0), 11), ((1, 0, 0), 10), ((2, 0), 8), ((2, 0), 8),
                                  ((3, 0), 8), ((4, 5, 6), 7)]),
        (16, KnockOutRule(), [((1, 0), 4), ((2, 3), 3)]),
    ],
)  # fmt: skip
def test_a_bracket_in_parts_for_large_letters(
    teams: int, rule: KnockOutRule, parts: list[tuple[tuple[int, ...], int]]
) -> None:
    made = pages(bracket(teams, rule), 17, 3)
    assert [(part.rounds, len(part.boxes)) for part in made] == parts
    assert all(part.height <= 17 and part.columns <= 3 for part in made)
    numbers = sorted(box.match.number for part in made for box in part.boxes)
    assert numbers == [match.number for match in bracket(teams, rule)]
