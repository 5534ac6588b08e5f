"""Columns and rows of a list of members."""

import pytest

from ranking.member_lists.rules.columns import columns_of
from ranking.member_lists.rules.rows import read_members
from tests.support.registries import ROWS
from tournament.registration.rules.notes import Unreadable
from tournament.registration.selectors.countries import country_names
from tournament.registry.rules.members import Member, Number

COUNTRIES = {"nl": "NL", "de": "DE", "jp": "JP", "it": "IT", "germany": "DE"}


def read(rows: list[list[str]]):
    heading, mapping, _guessed = columns_of(rows, COUNTRIES)
    members, skipped = read_members(rows, heading, mapping, COUNTRIES)
    return members, skipped


def codes(row) -> list[str]:
    return [note.code for note in row.problems]


@pytest.mark.parametrize(
    ("headings", "mapping"),
    [
        (ROWS[0], {"family_name": 0, "given_name": 1, "country": 2, "ema_number": 3, "jmsa_number": 4, "club": 5}),
        (["姓名", "国家", "EMA编号", "国内编号"], {"name": 0, "country": 1, "ema_number": 2, "national_number": 3}),
        (["氏名", "ローマ字", "JMSA番号", "クラブ"], {"name": 0, "latin_name": 1, "jmsa_number": 2, "club": 3}),
        (["Name", "Country", "Birth date", "EMA No."], {"name": 0, "country": 1, "ema_number": 3}),
    ],
)
def test_headings_of_several_languages_are_recognised(headings, mapping) -> None:
    assert columns_of([headings, ["x"] * len(headings)], COUNTRIES) == (0, mapping, False)


def test_a_number_without_a_kind_is_an_ema_number_if_it_looks_like_one() -> None:
    rows = [["Name", "Member number"], ["Ann Berg", "8010001"], ["Bo Vis", "08010002"]]
    assert columns_of(rows, COUNTRIES)[1] == {"name": 0, "ema_number": 1}
    rows[1][1] = rows[2][1] = "A-17"
    assert columns_of(rows, COUNTRIES)[1] == {"name": 0, "national_number": 1}


def test_a_list_without_headings_is_a_guess() -> None:
    rows = [["BERG Anne", "NL", "08010001"], ["VIS Bo", "NL", "08010002"]]
    assert columns_of(rows, COUNTRIES) == (None, {"name": 0, "country": 1, "ema_number": 2}, True)
    assert columns_of([["BERG Anne", "A-5"], ["VIS Bo", "A-6"]], COUNTRIES)[2]
    rows = [["BERG Anne", "4711"], ["VIS Bo", "4800"]]
    assert columns_of(rows, COUNTRIES) == (None, {"name": 0, "national_number": 1}, True)


def test_rows_become_members_with_all_their_numbers() -> None:
    members, skipped = read(ROWS)
    assert skipped == []
    assert [row.problems for row in members] == [[], [], [], []]
    assert members[0].member == Member(
        "DE JONG Mattheu", "DE JONG", "Mattheu", country="NL", club="Utrecht", numbers=(Number("ema", "08010039"),)
    )
    assert members[3].member.numbers == (Number("ema", "07010002"), Number("jmsa", "JM-0200"))
    assert [note.code for note in members[3].notes] == ["zero_restored"]
    assert members[2].member.numbers == (Number("jmsa", "JM-0123"),)


def test_wrong_rows_are_named_with_line_and_reason() -> None:
    rows = [
        ["Name", "Country", "EMA", "JMSA", "National number"],
        ["BERG Anne", "NL", "0801", "", ""],
        ["VIS Bo", "NL", "", "", ""],
        ["SMIT Cy", "Atlantis", "08010003", "", ""],
        ["=1+1", "NL", "08010004", "", ""],
        ["JAN Di", "NL", "08010005", "", ""],
        ["PIET Ed", "NL", "08010005", "", ""],
        ["", "", "08010006", "", "NL"],
        ["KEES Fe", "NL", "", "!!", ""],
        ["WIM Ge", "NL", "", "=A1", ""],
        ["COR Ha", "NL", "", "7" * 31, ""],
        ["BAS Ik", "DE", "08010007", "none", "4711.0"],
        ["DIRK Jo", "NL", "08010008", "J\u200b1", ""],
        ["Total: 12", "", "", "", ""],
    ]
    members, skipped = read(rows)
    assert {row.row: codes(row) for row in members} == {
        2: ["bad_ema_number"],
        3: ["no_member_number"],
        4: ["unknown_country"],
        5: ["formula"],
        6: [],
        7: ["twice"],
        8: ["no_name"],
        9: ["bad_member_number"],
        10: ["formula"],
        11: ["too_long"],
        12: [],
        13: [],
    }
    assert [(row.row, row.why) for row in skipped] == [(14, "total")]
    by_row = {row.row: row for row in members}
    assert by_row[12].member.numbers == (Number("ema", "08010007"), Number("national", "4711"))
    assert [note.code for note in by_row[12].notes if note.code != "name_order_guessed"] == [
        "number_of_another_country"
    ]
    assert "signs_removed" in [note.code for note in by_row[13].notes]


def test_a_list_without_names_or_numbers_cannot_be_read() -> None:
    for mapping, code in (({"name": 0}, "no_number_column"), ({"ema_number": 0}, "no_name_column")):
        with pytest.raises(Unreadable) as refused:
            read_members([["x"]], None, mapping, COUNTRIES)
        assert refused.value.note.code == code


def test_countries_are_those_of_lists_of_registrations() -> None:
    _heading, mapping, _guessed = columns_of(ROWS, country_names())
    members, _skipped = read_members(ROWS, 0, mapping, country_names())
    assert [row.member.country for row in members] == ["NL", "DE", "JP", "IT"]
