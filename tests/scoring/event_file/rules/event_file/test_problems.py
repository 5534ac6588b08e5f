"""Problems of an event file that the schema cannot express, each with its path."""

import pytest

from common.files.json_files import check
from common.files.json_files.errors import path_text
from scoring.event_file.rules import problems, schema
from tests.scoring.event_file.rules.event_file.values import (
    AWARD,
    BEFORE,
    CORRECTION,
    HALL,
    HAND,
    LATER,
    MARK,
    OWN_KIND,
    PLACE,
    SCREEN,
)
from tests.support.small_file import STAGE, T1, T2, small, spoilt

FOUL = {"number": 1, "scope": "event", "player": 1, "kind": "cheating", "entered": "2024-02-29T10:00:00Z"}
#: Points that a misplaced foul cannot have.
OWNED = {"effects": ["points"], "points": 5, "order": 0}
LINE_UP = "sessions[2].line_ups[0]"
PICTURE = "screens[0].parts[0].picture"

# A wrong value and its problem: (path of the value, value, path of the problem, code).
WRONG = [
    ("event.starts", "2024-03-02", "event.ends", "ends-before-start"),
    ("event.time_zone", "Asia/Atlantis", "event.time_zone", "unknown-zone"),
    (
        "players[0].absences",
        [{"from_session": 4, "until_session": 5}],
        "players[0].absences[0].from_session",
        "beyond-sessions",
    ),
    (
        "players[0].absences",
        [{"from_session": 2, "until_session": 2}],
        "players[0].absences[0].until_session",
        "absence-backwards",
    ),
    (
        "players[0].absences",
        [{"from_session": 1, "until_session": 3}, {"from_session": 2, "until_session": 3}],
        "players[0].absences[1].from_session",
        "absences-overlap",
    ),
    ("players[0].absences", [{"from_session": 2}], "players[0].absences[0]", "absence-of-entered"),
    ("players[0].arrival", {"marks": ["id_seen", "id_seen"]}, "players[0].arrival.marks[1]", "twice"),
    (
        "players[0].arrival",
        {"later": [{"session": 2}, {"session": 2}]},
        "players[0].arrival.later[1].session",
        "twice",
    ),
    (
        "event.settings",
        {"standings": {"team_sessions": 4}},
        "event.settings.standings.team_sessions",
        "beyond-sessions",
    ),
    (
        "event.settings",
        {"registration": {"opens": "2026-05-01T08:00:00Z", "closes": "2026-05-01T08:00:00Z"}},
        "event.settings.registration.closes",
        "closes-before-opening",
    ),
    (
        "event.settings",
        {"registration": {"closes": "2026-05-01T08:00:00Z"}},
        "event.settings.registration.closes",
        "closes-before-opening",
    ),
    ("event.hall", HALL | {"tables": [PLACE | {"row": 3}]}, "event.hall.tables[0]", "off-the-plan"),
    ("event.hall", HALL | {"tables": [PLACE | {"column": 4}]}, "event.hall.tables[0]", "off-the-plan"),
    ("event.hall", HALL | {"tables": [PLACE, PLACE | {"number": 2}]}, "event.hall.tables[1]", "place-twice"),
    (
        "event.hall",
        HALL | {"tables": [PLACE, PLACE | {"column": 1}]},
        "event.hall.tables[1].number",
        "twice",
    ),
    ("event.rehearsal", True, "sessions[0].released", "released-rehearsal"),
    (
        "event",
        {**small()["event"], "rehearsal": True, "closed": MARK},
        "sessions[0].released|event.closed",
        "released-rehearsal|closed-rehearsal",
    ),
    ("event.foul_kinds", [OWN_KIND | {"id": "late"}], "event.foul_kinds[0].id", "twice"),
    ("event.foul_kinds", [OWN_KIND, OWN_KIND], "event.foul_kinds[1].id", "twice"),
    ("fouls", [FOUL | {"scope": "session"}], "fouls[0].scope", "foul-without-place"),
    ("fouls", [FOUL | {"scope": "hand"}], "fouls[0].scope", "foul-without-place"),
    *(
        (
            where,
            [FOUL | OWNED | {"scope": scope}],
            f"{where}[0].scope|{where}[0].order",
            "foul-without-place|foul-points",
        )
        for where, scope in (("fouls", "session"), ("fouls", "hand"), ("sessions[0].fouls", "hand"))
    ),
    ("fouls", [FOUL | OWNED | {"scope": "event"}], "fouls[0].order", "foul-points"),
    ("event.stages", [STAGE | {"number": 2}], "event.stages[0].number", "stage-number"),
    ("event.stages", [STAGE | {"first_session": 2}], "event.stages[0].first_session", "stage-start"),
    ("event.stages", [STAGE | {"last_session": 2}], "event.stages[0].last_session", "stages-end"),
    (
        "event.stages",
        [STAGE | {"last_session": 2}, {"number": 2, "first_session": 4, "last_session": 3}],
        "event.stages[1].first_session|event.stages[1].last_session",
        "stage-start|stage-backwards",
    ),
    (
        "event.stages",
        [STAGE | {"knockout": {"teams": 2, "go_on": 2}}],
        "event.stages[0].knockout.go_on",
        "stage-knockout",
    ),
    ("event.stages", [STAGE | {"players": [1, 2, 3, 4, 99]}], "event.stages[0].players[4]", "unknown-player"),
    ("event.stages", [STAGE | {"players": [1, 2, 3, 4, 4]}], "event.stages[0].players[4]", "twice"),
    ("event.stages", [STAGE | {"players": [1, 2, 3]}], f"{T1}.seats.N|{T2}.seats.E", "not-in-stage|not-in-stage"),
    ("groups[1]", {"id": 1, "name": "South"}, "groups[1].id", "twice"),
    ("teams[1]", {"id": 1, "name": "Bears"}, "teams[1].id", "twice"),
    ("teams[1]", {"id": 2, "name": "Bears", "group": 9}, "teams[1].group", "unknown-group"),
    ("players[6]", {"number": 3, "name": "X"}, "players[6].number", "twice"),
    ("players[0].team", 2, "players[0].team", "unknown-team"),
    ("players[0].group", 2, "players[0].group", "unknown-group"),
    ("players[0].federation_number", "05", "players[4].federation_number", "federation-number-twice"),
    (
        "players[0].numbers",
        [{"kind": "jmsa", "number": "1"}, {"kind": "jmsa", "number": "2"}],
        "players[0].numbers[1].kind",
        "twice",
    ),
    ("players[0].lot", 2, "players[5].lot", "lot-twice"),
    ("players[5].team", 1, "players[5].team", "filler-in-team"),
    ("players[5].group", 1, "players[5].group", "filler-in-team"),
    ("sessions[1].number", 1, "sessions[1].number", "twice"),
    ("sessions[1].number", 3, "sessions[1].number", "session-gap"),
    ("sessions[1].number", 4, "sessions[1].number", "beyond-sessions"),
    (
        "sessions[2]",
        {"number": 3, "tables": [], "released": "2024-02-29T11:00:00Z"},
        "sessions[2].released",
        "released-early",
    ),
    ("sessions[1].official", MARK, "sessions[1].official", "official-unreleased"),
    (
        f"{T1}.corrections",
        [CORRECTION | {"corrected": "2024-03-01T09:59:59Z"}],
        f"{T1}.corrections[0].corrected",
        "correction-backwards",
    ),
    (
        f"{T1}.corrections",
        [{"begun": "2024-03-01T10:00:00Z"}, {"begun": "2024-03-01T11:00:00Z"}],
        f"{T1}.corrections[1]",
        "corrections-open",
    ),
    (f"{T1}.corrections", [CORRECTION, CORRECTION], f"{T1}.corrections[1].begun", "twice"),
    *(
        (
            f"{T1}.corrections",
            [CORRECTION | {"after": [BEFORE | {"table_points": text}]}],
            f"{T1}.corrections[0].after[0].table_points",
            "no-table-points",
        )
        # More than a win has, no twelfths, and not as an export writes 7/3, 5/2 and 1/2.
        for text in ("49/12", "1/5", "2.33", "2.5", "2/4")
    ),
    (
        f"{T1}.corrections",
        [CORRECTION | {"before": [BEFORE | {"number": 99}]}],
        f"{T1}.corrections[0].before[0].number",
        "unknown-player",
    ),
    ("screens", [SCREEN | {"id": "lots"}], "screens[0].id", "screen-address"),
    ("screens", [SCREEN, SCREEN], "screens[1].id", "twice"),
    ("screens", [SCREEN | {"parts": [{"shows": "picture", "seconds": 9}]}], PICTURE, "part-picture"),
    ("screens", [SCREEN | {"parts": [{"shows": "clock", "seconds": 9, "picture": "x"}]}], PICTURE, "part-picture"),
    ("awards", [{"kind": "own", "places": 1}], "awards[0].title", "award-title"),
    ("awards", [AWARD | {"kind": "teams"}], "awards[0].winners", "award-ranked"),
    ("awards", [AWARD | {"places": 2}], "awards[0].winners[0].place", "award-place"),
    ("awards", [AWARD | {"winners": [{"place": 1, "number": 99}]}], "awards[0].winners[0].number", "unknown-player"),
    ("seat_wishes", [{"player": 1}], "seat_wishes[0]", "wish-of-one-kind"),
    ("seat_wishes", [{"player": 1, "table": 1, "apart": 2}], "seat_wishes[0]", "wish-of-one-kind"),
    ("seat_wishes", [{"player": 1, "apart": 1}], "seat_wishes[0]", "wish-of-one-kind"),
    ("seat_wishes", [{"player": 1, "table": 1}, {"player": 2, "table": 1}], "seat_wishes[1].table", "twice"),
    ("sessions[2]", LATER | {"line_ups": [{"number": 1, "by": 5}]}, f"{LINE_UP}.by", "line-up-of-others"),
    ("sessions[2]", LATER | {"line_ups": [{"number": 1, "by": 2}]}, f"{LINE_UP}.by", "line-up-of-others"),
    ("sessions[2]", LATER | {"line_ups": [{"number": 1, "by": 99}]}, f"{LINE_UP}.by", "unknown-player"),
    (
        "sessions[0].line_ups",
        [{"number": 1, "by": 5}],
        "sessions[0].line_ups|sessions[0].line_ups[0].by",
        "line-up-with-tables|line-up-of-others",
    ),
    ("sessions[0].penalties[1]", {"number": 77, "points": -5}, "sessions[0].penalties[1].number", "unknown-player"),
    ("sessions[0].penalties[1]", {"number": 6, "points": -5}, "sessions[0].penalties[1].number", "penalty-not-seated"),
    (
        "sessions[0].penalties[1]",
        {"number": 1, "points": -5, "to": 6},
        "sessions[0].penalties[1].to",
        "penalty-not-seated",
    ),
    (
        "sessions[0].penalties[1]",
        {"number": 1, "points": -5, "to": 1},
        "sessions[0].penalties[1].to",
        "penalty-to-self",
    ),
    (
        "sessions[0].penalties[1]",
        {"number": 1, "points": 5, "to": 2},
        "sessions[0].penalties[1].points",
        "penalty-gives",
    ),
    (
        "sessions[0].penalties[1]",
        {"number": 1, "points": 0},
        "sessions[0].penalties[1].points",
        "penalty-without-points",
    ),
    ("sessions[0].tables[1]", {"number": 1, "seats": {"E": 6}}, "sessions[0].tables[1].number", "twice"),
    ("sessions[0].tables[1]", {"number": 2, "seats": {"E": 1}}, "sessions[0].tables[1].seats.E", "player-twice"),
    ("sessions[0].tables[1]", {"number": 2, "seats": {"E": 5}}, "sessions[0].tables[1].seats.E", "player-twice"),
    (f"{T1}.seats.S", 1, f"{T1}.seats.S|sessions[0].penalties[0].to", "player-twice|penalty-not-seated"),
    (f"{T1}.seats.S", 99, f"{T1}.seats.S|sessions[0].penalties[0].to", "unknown-player|penalty-not-seated"),
    (f"{T1}.persons[1]", {"seat": "W", "from_hand": 2, "number": 4}, f"{T1}.persons[1].number", "player-twice"),
    (f"{T1}.persons[1]", {"seat": "W", "from_hand": 2, "number": 98}, f"{T1}.persons[1].number", "unknown-player"),
    (f"{T1}.persons[1]", {"seat": "W", "from_hand": 2}, f"{T1}.persons[1]", "person-without-name"),
    (
        f"{T1}.persons[1]",
        {"seat": "W", "from_hand": 2, "number": 6, "name": "X"},
        f"{T1}.persons[1].name",
        "person-with-both",
    ),
    (f"{T1}.persons[1]", {"seat": "N", "from_hand": 1, "number": 6}, f"{T1}.persons[1].from_hand", "person-hand-twice"),
    (f"{T1}.persons[1]", {"seat": "N", "from_hand": 9, "number": 5}, f"{T1}.persons[1]", "person-sits-already"),
    (f"{T1}.persons[1]", {"seat": "W", "from_hand": 1, "number": 3}, f"{T1}.persons[1]", "person-sits-already"),
    (f"{T2}.persons", [{"seat": "N", "from_hand": 2, "name": "X"}], f"{T2}.persons[0].seat", "empty-seat"),
    (f"{T2}.forfeits[1]", {"seat": "N"}, f"{T2}.forfeits[1].seat", "empty-seat"),
    (f"{T2}.forfeits[1]", {"seat": "S"}, f"{T2}.forfeits[1].seat", "seat-twice"),
    (f"{T2}.penalties", [{"seat": "N", "points": -5}], f"{T2}.penalties[0].seat", "empty-seat"),
    (f"{T2}.penalties", [{"seat": "W", "points": 0}], f"{T2}.penalties[0].points", "penalty-without-points"),
    (f"{T2}.totals", {"E": 1, "W": 2, "N": 3}, f"{T2}.totals.N", "empty-seat"),
    (f"{T2}.totals", {"E": 1, "S": 0}, f"{T2}.totals", "totals-incomplete"),
    (f"{T2}.table_points", {"N": "0"}, f"{T2}.table_points.N", "empty-seat"),
    (f"{T2}.hands[1]", {"no": 2, "winner": "N", "points": 8}, f"{T2}.hands[1].winner", "empty-seat"),
    (f"{T2}.hands[1]", {"no": 2, "winner": "S", "points": 8}, f"{T2}.hands[1].winner", "nobody-sat"),
    (
        f"{T2}.hands[1]",
        {"no": 2, "winner": "E", "points": 8, "discarder": "S"},
        f"{T2}.hands[1].discarder",
        "nobody-sat",
    ),
    (
        f"{T2}.hands[1]",
        {"no": 2, "winner": None, "adjustments": {"N": 9}},
        f"{T2}.hands[1].adjustments.N",
        "empty-seat",
    ),
    (f"{HAND}.discarder", "W", f"{HAND}.discarder", "winner-discards"),
    (f"{HAND}.aborted", True, f"{HAND}.aborted", "aborted-with-winner"),
    (
        f"{HAND}.penalties",
        [{"order": 0, "seat": "E", "points": -5}, {"order": 1, "seat": "E", "points": -4}],
        f"{HAND}.penalties",
        "penalties-adjustments",
    ),
    (
        f"{HAND}.penalties",
        [{"order": 0, "seat": "E", "points": -5}, {"order": 0, "seat": "E", "points": -5}],
        f"{HAND}.penalties[1]",
        "penalty-twice",
    ),
    (f"{HAND}.no", 17, f"{HAND}.no", "hand-number"),
    (f"{HAND}.no", 2, f"{HAND}.no", "hand-twice"),
    (f"{HAND}.winner", None, f"{HAND}.points", "points-without-winner"),
    (f"{T1}.hands[3]", {"no": 4, "winner": "E"}, f"{T1}.hands[3].points", "winner-without-points"),
    (
        f"{T1}.hands[3]",
        {"no": 4, "winner": None, "discarder": "E"},
        f"{T1}.hands[3].discarder",
        "discarder-without-winner",
    ),
    (f"{T1}.hands[1].recorded", {"fans": [], "calculated": 0}, f"{T1}.hands[1].recorded", "recorded-without-winner"),
    (f"{HAND}.recorded", {"calculated": 8}, f"{HAND}.recorded", "recorded-one"),
    (
        f"{HAND}.recorded",
        {"tiles": {"hand": "11111m", "win": "9s"}, "calculated": None},
        f"{HAND}.recorded",
        "recorded-wrong",
    ),
    (
        f"{HAND}.recorded",
        {"fans": [{"id": "full-flush", "count": 1}, {"id": "no-honors", "count": 1}], "calculated": 25},
        f"{HAND}.recorded",
        "recorded-wrong",
    ),
]


def wrong_file(path, value):
    document = spoilt(path, value)
    if path == "event.starts":
        document["event"]["ends"] = "2024-03-01"
    return document


@pytest.mark.parametrize(("written", "value", "paths", "codes"), WRONG)
def test_each_problem_is_found_only_at_its_path(written, value, paths, codes):
    document = wrong_file(written, value)
    assert check(document, schema()) == []
    errors = [(path_text(problem.path), problem.code) for problem in problems(document)]
    assert errors == list(zip(paths.split("|"), codes.split("|"), strict=True))


def test_a_duplicate_number_refers_to_the_first_one():
    (problem,) = problems(spoilt("players[6]", {"number": 3, "name": "X"}))
    assert problem.params == {"value": 3, "first": ("players", 2, "number")}
