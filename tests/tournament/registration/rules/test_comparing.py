"""Rows of lists compared with an event, and persons who may be the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.registration.rules.comparing import Verdict, compare
from tournament.registration.rules.duplicates import PersonNames, evidence_of, evidence_with, near, pairs, strength_of
from tournament.registration.rules.matching import Known, Registration
from tournament.registration.rules.notes import Note, Unreadable, note
from tournament.registration.rules.rows import Candidate, read_rows

COUNTRIES = {"nl": "NL", "fr": "FR", "cn": "CN"}
HEADS = ["name", "country", "team", "group"]
MAPPING = {"name": 0, "country": 1, "team": 2, "group": 3}


def read(*rows: list[str], **more):
    return read_rows([HEADS, *rows], 0, MAPPING, COUNTRIES, **more)


def teams(*rows: list[str], **more) -> list[str]:
    return [row.values.get("team", "") for row in read(*rows, **more)[0]]


def test_only_merged_team_cells_are_filled_down() -> None:
    merged = [["A BC", "NL", "One", ""], ["D EF", "NL", "", ""], ["G HI", "NL", "Two", ""], ["J KL", "NL", "", ""]]
    assert teams(*merged) == ["One", "One", "Two", "Two"]
    assert teams(*merged, fill_down=False) == ["One", "", "Two", ""]
    spelled = [["A BC", "NL", "One", ""], ["D EF", "NL", "One", ""], ["G HI", "NL", "", ""]]
    assert teams(*spelled) == ["One", "One", ""]
    assert teams(*spelled, fill_down=True) == ["One", "One", "One"]


def test_totals_remarks_and_headings_are_skipped() -> None:
    candidates, skipped = read(
        ["BAKKER Ans", "NL", "One", "NL"],
        ["Total: 4 players", "", "", ""],
        [],
        HEADS,
        ["合计", "4", "", ""],
        ["备注: 以组委会为准", "", "", ""],
        ["The list is closed on the 3rd of May.", "", "", ""],
        ["SUMMERS Ann", "FR", "", ""],
    )
    assert [row.values["name"] for row in candidates] == ["BAKKER Ans", "SUMMERS Ann"]
    assert [(row.row, row.why) for row in skipped] == [
        (3, "total"),
        (5, "heading"),
        (6, "total"),
        (7, "remark"),
        (8, "remark"),
    ]


def test_list_without_names_is_refused() -> None:
    with pytest.raises(Unreadable):
        read_rows([["NL"]], None, {"country": 0}, COUNTRIES)


NUMBERED = {"name": 0, "country": 1, "number": 2, "kind": 3, "federation_number": 4}
FRENCH = {"federation_number": "04990001"}


@pytest.mark.parametrize(
    ("row", "values", "notes", "problems"),
    [
        (["BAKKER Ans", "NL", "7.0", "替补", ""], {"number": "7", "kind": "reserve"}, [], []),
        (["BAKKER Ans", "NL", "", "", "04990001"], FRENCH, [note("number_of_another_country", number="04990001")], []),
        (["BAKKER Ans", "NL", "10000", "", ""], {}, [], [note("bad_number", text="10000", most=9999)]),
        (["BAKKER Ans", "NL", "0", "", ""], {}, [], [note("bad_number", text="0", most=9999)]),
        (["BAKKER Ans", "NL", "", "judge", ""], {}, [], [note("unknown_kind", text="judge")]),
        (
            ["BAKKER Ans", "NL", "", "", 31 * "x"],
            {"federation_number": 31 * "x"},
            [],
            [note("too_long", field="federation_number", most=30)],
        ),
        (["BAKKER Ans", "NL", "", "", 30 * "x"], {"federation_number": 30 * "x"}, [], []),
    ],
)
def test_unusual_cell_is_a_note_or_a_problem(
    row: list[str], values: dict[str, str], notes: list[Note], problems: list[Note]
) -> None:
    (candidate,), _skipped = read_rows([list(NUMBERED), row], 0, NUMBERED, COUNTRIES)
    bakker = {"name": "BAKKER Ans", "family_name": "BAKKER", "given_name": "Ans", "country": "NL"}
    assert candidate.values == bakker | values
    assert (candidate.notes, candidate.problems) == (notes, problems)


@pytest.mark.parametrize(
    ("cells", "name", "country"),
    [
        (["BAKKER Ans (NL)", ""], "BAKKER Ans", "NL"),
        (["王伟（CN）", ""], "王伟", "CN"),
        (["BAKKER Ans (FR)", "NL"], "BAKKER Ans (FR)", "NL"),
        (["Bakker, Annette (Nl)", ""], "Bakker Annette (Nl)", ""),
        (["Bakker, Ans (Ajax)", ""], "Bakker Ans (Ajax)", ""),
    ],
)
def test_country_in_brackets_after_a_name_is_no_part_of_the_name(cells: list[str], name: str, country: str) -> None:
    (found,), _skipped = read(cells)
    assert (found.values["name"], found.values.get("country", "")) == (name, country)


def candidate(row: int, **values: str) -> Candidate:
    return Candidate(row, values)


def known(number: int, **values: str) -> Known:
    return Known(number, {"number": str(number), "kind": "player", "team": "", "group": "", **values})


def lines(candidates, **event):
    return [
        (line.verdict, line.number, line.changes, [note.code for note in line.problems])
        for line in compare(candidates, Registration(**event))
    ]


def test_row_is_new_changed_same_or_wrong() -> None:
    entries = [known(1, name="BAKKER Ans", country="NL"), known(2, name="KOSTER Annet", federation_number="08990007")]
    compared = lines(
        [
            candidate(2, name="Bakker Ans", country="NL"),
            candidate(3, name="KOSTER Anna", federation_number="08990007"),
            candidate(4, name="BAKKER Ans", country="FR"),
            candidate(5, name="EA Félicia"),
        ],
        entries=entries,
    )
    assert compared == [
        (Verdict.CHANGED, 1, {"name": ("BAKKER Ans", "Bakker Ans")}, []),
        (Verdict.CHANGED, 2, {"name": ("KOSTER Annet", "KOSTER Anna")}, []),
        (Verdict.NEW, 3, {}, []),
        (Verdict.NEW, 4, {}, []),
    ]
    assert lines([candidate(2, name="BAKKER Ans")], entries=entries) == [(Verdict.SAME, 1, {}, [])]


def test_numbers_are_kept_or_given_and_never_used_twice() -> None:
    entries = [known(1, name="A B"), known(2, name="C D")]
    swapped = [candidate(2, name="A B", number="2"), candidate(3, name="C D", number="1")]
    assert [line[2] for line in lines(swapped, entries=entries)] == [{"number": ("1", "2")}, {"number": ("2", "1")}]
    assert lines(swapped, entries=entries, drawn=True)[0][3] == ["numbers_are_drawn"]
    assert lines([candidate(2, name="E F", number="1")], entries=entries)[0][3] == ["number_taken"]


def test_team_in_two_groups_or_with_two_reserves_is_wrong() -> None:
    compared = lines(
        [
            candidate(2, name="A B", team="One", group="X"),
            candidate(3, name="C D", team="One", group="Y"),
            candidate(4, name="E F", team="One", kind="reserve"),
            candidate(5, name="G H", team="One", kind="reserve"),
        ]
    )
    assert [line[3] for line in compared] == [[], ["team_in_two_groups"], [], ["second_reserve"]]


def test_group_that_one_row_names_is_the_group_of_the_whole_team() -> None:
    entries = [known(1, name="A B", team="One"), known(2, name="C D", team="One")]
    rows = [candidate(2, name="A B", team="One", group="Y"), candidate(3, name="C D", team="One")]
    changed = {"group": ("", "Y")}
    assert lines(rows, entries=entries, teams={"One": ""}) == [
        (Verdict.CHANGED, 1, changed, []),
        (Verdict.CHANGED, 2, changed, []),
    ]


def test_federation_number_of_a_person_outside_the_event() -> None:
    rows = [
        candidate(2, name="KOSTER Annet", federation_number="08990007"),
        candidate(3, name="BAKKER Ans", federation_number="08990001"),
    ]
    holders = {"08990007": "KOSTER Annet", "08990001": "SUMMERS Ann"}
    new, holder_line = compare(rows, Registration(entries=[known(1, name="BAKKER Ans")], holders=holders))
    assert (new.verdict, new.notes, new.problems) == (Verdict.NEW, [note("known_person", name="KOSTER Annet")], [])
    problem = note("number_of_another_person", name="SUMMERS Ann", number="08990001")
    assert (holder_line.verdict, holder_line.notes, holder_line.problems) == (Verdict.WRONG, [], [problem])


def test_row_of_a_withdrawn_entry_is_noticed() -> None:
    withdrawn = Known(1, {"name": "A B"}, withdrawn=True)
    (line,) = compare([candidate(2, name="A B")], Registration(entries=[withdrawn]))
    assert (line.verdict, line.number, line.notes) == (Verdict.SAME, 1, [note("withdrawn")])


def test_second_row_of_an_entry_or_a_new_person_is_wrong() -> None:
    rows = [
        candidate(2, name="A B"),
        candidate(3, name="E F", country="NL"),
        candidate(4, name="A B"),
        candidate(5, name="F, E", country="NL"),
        candidate(6, name="E F", country="FR"),
    ]
    compared = compare(rows, Registration(entries=[known(1, name="A B")]))
    assert [line.problems for line in compared] == [[], [], [note("twice", row=2)], [note("twice", row=3)], []]


def test_a_new_team_spelled_like_another_is_noted() -> None:
    spellings = ["Lyon B", "lyon  b", "Lyon A", "龙队", "", "!", "LYON-A"]
    rows = [candidate(no, name=f"A {no}", team=team) for no, team in enumerate(spellings)]
    compared = compare(rows, Registration(entries=[], teams={"LYON-A": ""}))
    assert [line.notes for line in compared] == [
        [],
        [note("team_spelled_alike", team="lyon  b", other="Lyon B")],
        [note("team_spelled_alike", team="Lyon A", other="LYON-A")],
        *[[]] * 4,
    ]


def test_equal_names_are_told_apart_or_refused() -> None:
    entries = [known(1, name="王伟", team="一队"), known(2, name="王伟", team="二队")]
    assert lines([candidate(2, name="王伟", team="二队")], entries=entries) == [(Verdict.SAME, 2, {}, [])]
    assert lines([candidate(2, name="王伟")], entries=entries)[0][3] == ["several_entries"]


NAMES = st.text("ABCDE", min_size=1, max_size=3)


@given(st.lists(st.tuples(NAMES, NAMES, st.sampled_from(["", "NL", "FR"]), st.sampled_from(["", "One", "Two"]))))
def test_importing_a_list_again_changes_nothing(people) -> None:
    rows = [
        candidate(at, name=f"{family} {given}", family_name=family, given_name=given)
        for at, (family, given, _country, _team) in enumerate(people)
    ]
    for row, (_family, _given, country, team) in zip(rows, people, strict=True):
        row.values |= {"country": country, "team": team}
    first = compare(rows, Registration())
    entries = [Known(line.number, line.values) for line in first if line.verdict is Verdict.NEW]
    assert len({entry.number for entry in entries}) == len(entries)
    kept = [row for row, line in zip(rows, first, strict=True) if line.verdict is Verdict.NEW]
    # People of equal names without a country cannot be told apart: never new again, never changed.
    again = compare(kept, Registration(entries=entries, teams={"One": "", "Two": ""}))
    assert {line.verdict for line in again} <= {Verdict.SAME, Verdict.WRONG}


def person(number: int, name: str, **more: str) -> PersonNames:
    return PersonNames(number, name, **more)


@pytest.mark.parametrize(
    ("first", "second", "evidence"),
    [
        (person(1, "BAKKER Ans"), person(2, "Bakker Ans"), ("same-name",)),
        (person(1, "WANG Wei", country="CN"), person(2, "Wei Wang", country="CN"), ("order", "country")),
        (person(1, "陳偉"), person(2, "陈伟"), ("script",)),
        (person(1, "髙橋 蓮"), person(2, "高橋 蓮"), ("script",)),
        (person(1, "王伟", latin_name="Wang Wei"), person(2, "WANG Wei"), ("latin",)),
        (person(1, "SCHNIER Michael"), person(2, "SCHNEIR Michael"), ("spelling",)),
        (person(1, "SCHNIER Michael", country="DE"), person(2, "SCHNIER Michaela", country="AT"), ()),
        (person(1, "王伟"), person(2, "王芳"), ()),
        (person(1, "BAKKER Ans", federation_number="1"), person(2, "BAKKER Ans", federation_number="2"), ()),
    ],
)
def test_persons_who_may_be_one(first: PersonNames, second: PersonNames, evidence: tuple[str, ...]) -> None:
    assert evidence_of(first, second) == evidence
    assert [pair.evidence for pair in pairs([first], [first, second])] == ([evidence] if evidence else [])
    assert not evidence or evidence_with(strength_of(evidence)) == evidence


def test_the_same_country_makes_evidence_stronger_but_not_than_a_better_name() -> None:
    order = [("same-name", "country"), ("same-name",), ("order", "country"), ("latin",), ("spelling", "country")]
    assert sorted(order, key=strength_of) == order


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("ans", "ans", True), ("anna", "ana", True), ("ana", "anna", True), ("nas", "ans", True), ("ans", "annas", False)],
)
def test_near_accepts_at_most_one_slip(first: str, second: str, expected: bool) -> None:
    assert near(first, second) is expected


@given(st.text("abc", min_size=1, max_size=8), st.integers(0, 7), st.sampled_from("abcd"))
def test_near_accepts_one_slip_in_both_directions(text: str, at: int, sign: str) -> None:
    at %= len(text)
    slips = (text[:at] + text[at + 1 :], text[:at] + sign + text[at:], text[:at] + sign + text[at + 1 :])
    for slip in slips:
        assert [near(text, slip), near(slip, text)] == [True, True]
    assert not near(text, text + "xy")
