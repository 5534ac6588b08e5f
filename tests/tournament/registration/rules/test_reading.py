"""Real-world texts, headings, names, countries and numbers."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.people.rules import is_east_asian
from tournament.registration.rules.cells import TURNING, clean, is_formula, key
from tournament.registration.rules.countries import country_code
from tournament.registration.rules.federation import federation_number, of_another_country
from tournament.registration.rules.headings import best_sheet, field_of, heading_row, mapping_of
from tournament.registration.rules.names import (
    NameOrder,
    NameParts,
    printed_name,
    split_name,
    with_particle_first,
)
from tournament.registration.rules.notes import Note, Unreadable, note
from tournament.registration.rules.rows import read_rows
from tournament.registration.rules.text import decoded, delimiter_of, pasted_rows, rows_of_text

NAMES = {"nl": "NL", "nld": "NL", "ned": "NL", "netherlands": "NL", "オランダ": "NL", "中国": "CN", "cn": "CN"}
COUNTRIES = {key(name): code for name, code in NAMES.items()}


@pytest.mark.parametrize(
    ("text", "encoding", "named"),
    [
        ("姓名,国家\n王伟,中国\n", "utf-8", "utf-8"),
        ("姓名,国家\n王伟,中国\n", "utf-8-sig", "utf-8-sig"),
        ("姓名,国家\n王伟,中国\n", "utf-16", "utf-16"),
        ("name,country\nZoë,NL\n", "utf-16-le", "utf-16-le"),
        ("name,country\nZoë,NL\n", "utf-16-be", "utf-16-be"),
        ("姓名,国家\n王伟,中国\n欧阳娜娜,中国\n", "gb18030", "gb18030"),
        ("氏名,国\n佐々木 誠,日本\nスミス ジョン,英国\n", "cp932", "cp932"),
        ("name,country\nMüller Jérémie,DE\nFÓRIZS Magdolna,HU\n", "cp1252", "cp1252"),
    ],
)
def test_encoding_is_detected(text: str, encoding: str, named: str) -> None:
    assert decoded(text.encode(encoding)) == (text, named)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"), min_size=1))
def test_unicode_text_is_decoded_unchanged(encoding: str, text: str) -> None:
    assert decoded(text.encode(encoding))[0] == text


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        rows = rows_of_text(decoded(data)[0])
    except Unreadable:
        return
    assert any(cell.strip() for cell in rows[-1])


def test_bytes_of_no_other_encoding_are_latin_1() -> None:
    assert decoded(b"Z\x81") == ("Z\x81", "latin-1")


def test_broken_utf_16_is_not_text() -> None:
    with pytest.raises(Unreadable) as unreadable:
        decoded(codecs.BOM_UTF16_LE + b"a")
    assert unreadable.value.note == note("not_text")


def test_list_of_blank_lines_is_empty() -> None:
    with pytest.raises(Unreadable) as unreadable:
        rows_of_text(" \n\n")
    assert unreadable.value.note == note("empty")


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a;b;c\n1;2,5;3\n", ";"),
        ('"JONG, DE",NL\n"VEGT, VAN DER",NL\n', ","),
        ("a\tb, c\nd\te, f\n", "\t"),
        ("a|b\nc|d", "|"),
        ("DE JONG Mattheu\n王伟\n", None),
    ],
)
def test_delimiter_splits_most_rows_alike(text: str, delimiter: str | None) -> None:
    assert delimiter_of(text) == delimiter


def test_unclosed_quote_does_not_swallow_the_rest() -> None:
    assert rows_of_text('name,team\nBAKKER Ans,"Wind\nKOSTER Annet,Mill\n') == [
        ["name", "team"],
        ["BAKKER Ans", '"Wind'],
        ["KOSTER Annet", "Mill"],
    ]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("name;" + 2001 * "x" + "\nA B;NL\n", note("cell_too_long", most=2000, row=1)),
        # The reader of CSV gives up at 131,072 characters, before the row is known.
        ('name,team\n"' + 140_000 * "x" + '",One\n', note("cell_too_long", most=2000)),
        ("name;country\n" + ";".join(201 * "x") + "\n", note("too_many_columns", most=200, row=2)),
    ],
)
def test_oversized_cell_or_row_is_refused(text: str, refused: Note) -> None:
    with pytest.raises(Unreadable) as unreadable:
        rows_of_text(text)
    assert unreadable.value.note == refused


def test_pasted_mail_loses_quotation_marks_and_numbers() -> None:
    text = "> 1. DE JONG Mattheu; NL\n> 2) VAN DER VEGT, Jose; NL\n> - 王伟; CN\n"
    assert [[cell.strip() for cell in row] for row in pasted_rows(text)] == [
        ["DE JONG Mattheu", "NL"],
        ["VAN DER VEGT, Jose", "NL"],
        ["王伟", "CN"],
    ]


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("姓名", "name"), ("氏名", "name"), ("Player's name", None), ("姓名 Name", "name"), ("Player Name", "name"),
        ("国家/地区 Country", "country"), ("EMA No.", "federation_number"), ("EMA编号", "federation_number"),
        ("チーム名", "team"), ("参赛队", "team"), ("Family name", "family_name"), ("GIVEN_NAME", "given_name"),
        ("团体(Group)", "group"), ("序号", None), ("No.", None), ("参加番号", "number"), ("拼音", "latin_name"),
    ],
)  # fmt: skip
def test_headings_in_three_languages(heading: str, field: str | None) -> None:
    assert field_of(heading) == field


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("名（拼音）", "latin_given_name"), ("姓 【拼音】", "latin_family_name"), ("名拼音", "latin_given_name"),
        ("氏名（ローマ字）", "latin_name"), ("Family name (romaji)", "latin_family_name"), ("姓名（中文）", "name"),
        ("氏名（漢字）", "name"), ("拼音名", "latin_name"), ("氏名（カナ）", None), ("Nachname", "family_name"),
        ("Prénom", "given_name"), ("Cognome", "family_name"), ("Voornaam", "given_name"), ("Efternavn", "family_name"),
        ("Apellidos", "family_name"), ("Équipe", "team"), ("Verein", "group"), ("Startnummer", "number"),
    ],
)  # fmt: skip
def test_headings_with_scripts_and_in_european_languages(heading: str, field: str | None) -> None:
    assert field_of(heading) == field


@pytest.mark.parametrize(
    ("headings", "mapping"),
    [
        ("姓|名（拼音）", {"family_name": 0, "given_name": 1}),
        ("姓（拼音）|名（拼音）", {"family_name": 0, "given_name": 1}),
        (
            "姓|名|姓（拼音）|名（拼音）",
            {"family_name": 0, "given_name": 1, "latin_family_name": 2, "latin_given_name": 3},
        ),
        ("姓名|姓（拼音）|名（拼音）", {"name": 0, "latin_family_name": 1, "latin_given_name": 2}),
        ("Name|Vorname", {"family_name": 0, "given_name": 1}),
        ("Nom|Prénom", {"family_name": 0, "given_name": 1}),
        ("Nom|Pays", {"name": 0, "country": 1}),
        ("Nombre|Apellidos", {"given_name": 0, "family_name": 1}),
        ("Nombre|País", {"name": 0, "country": 1}),
        ("Player name|First name", {"name": 0, "given_name": 1}),
        ("英文名|国家", {"name": 0, "country": 1}),
    ],
)
def test_headings_are_settled_by_the_other_columns(headings: str, mapping: dict[str, int]) -> None:
    assert mapping_of(headings.split("|")) == mapping


@pytest.mark.parametrize(
    ("row", "values"),
    [
        (
            "Wang|Wei|王伟",
            {"name": "王伟", "family_name": "王", "given_name": "伟", "latin_name": "Wang Wei"},
        ),
        ("Dupont|Marie|", {"name": "Dupont Marie", "family_name": "Dupont", "given_name": "Marie"}),
        ("田中||", {"name": "田中", "family_name": "田中"}),
        ("王|Wei|王伟", {"name": "王伟", "family_name": "王", "latin_name": "Wei"}),
        ("Dupont|Marie|DUPONT Marie", {"name": "DUPONT Marie", "family_name": "Dupont", "given_name": "Marie"}),
    ],
)
def test_name_parts_belong_to_the_name_of_their_script(row: str, values: dict[str, str]) -> None:
    headings = ["姓", "名（拼音）", "中文姓名"]
    candidates, _skipped = read_rows([row.split("|")], None, mapping_of(headings), {})
    assert candidates[0].values == values


@pytest.mark.parametrize(
    ("row", "values"),
    [
        ("王伟|Wang|Wei", {"name": "王伟", "family_name": "王", "given_name": "伟", "latin_name": "Wang Wei"}),
        ("|Müller|Jürg", {"name": "Müller Jürg", "family_name": "Müller", "given_name": "Jürg"}),
        ("Jürg Müller|Müller|Jürg", {"name": "Jürg Müller", "family_name": "Müller", "given_name": "Jürg"}),
    ],
)
def test_players_of_other_scripts_have_only_their_latin_name(row: str, values: dict[str, str]) -> None:
    """A Chinese list often has no 姓名 for guests: their Latin letters are the name, and are not shown twice."""
    mapping = mapping_of(["选手", "姓（拼音）", "名（拼音）"])
    candidates, skipped = read_rows([row.split("|")], None, mapping, {})
    assert [(candidate.values, candidate.notes, candidate.problems) for candidate in candidates] == [(values, [], [])]
    assert skipped == []


@pytest.mark.parametrize("row", ["|Anna Keller", "Anna Keller|Keller Anna"])
def test_latin_name_alone_or_in_another_order_is_the_name(row: str) -> None:
    candidates, _skipped = read_rows([row.split("|")], None, {"name": 0, "latin_name": 1}, {})
    assert candidates[0].values == {"name": "Anna Keller", "family_name": "Keller", "given_name": "Anna"}


def test_heading_row_and_sheet_with_most_fields_are_chosen() -> None:
    rows = [["Team list"], [], ["Team", "", ""], ["Name", "Country", "Team"], ["BAKKER Ans", "NL", "One"]]
    assert heading_row(rows) == 3
    assert mapping_of(rows[3]) == {"name": 0, "country": 1, "team": 2}
    assert best_sheet([[["说明"]], rows, [["Name"]]]) == 1
    assert heading_row([["BAKKER Ans", "NL"]]) is None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("DE JONG Mattheu", ("DE JONG", "Mattheu", True)),
        ("Mattheu DE JONG", ("DE JONG", "Mattheu", True)),
        ("VAN DER VEGT, Jose", ("VAN DER VEGT", "Jose", True)),
        ("VEGT, VAN DER, Jose", ("VAN DER VEGT", "Jose", True)),
        ("VEGT, VAN DER Jose", ("VAN DER VEGT", "Jose", True)),
        ("JONG, DE", ("DE JONG", "", True)),
        ("van der VEGT Jose", ("van der VEGT", "Jose", True)),
        ("Jose van der VEGT", ("van der VEGT", "Jose", True)),
        ("LAM WAN SHUM Ji Li", ("LAM WAN SHUM", "Ji Li", True)),
        ("DEIJ - VAN RIJSWIJK Jakko", ("DEIJ - VAN RIJSWIJK", "Jakko", True)),
        ("McDONALD Ian", ("McDONALD", "Ian", True)),
        ("BAKKER J.", ("BAKKER", "J.", True)),
        ("王伟", ("王", "伟", True)),
        ("欧阳娜娜", ("欧阳", "娜娜", True)),
        ("佐々木 誠", ("佐々木", "誠", True)),
        ("佐々木小次郎", ("佐々木小次郎", "", False)),
        ("김철수", ("김", "철수", True)),
        ("Jose van der Vegt", ("van der Vegt", "Jose", False)),
        ("BAKKER Ans JONG", ("JONG", "BAKKER Ans", False)),
        ("Suki", ("Suki", "", False)),
        ("DE JONG MATTHEU", ("DE JONG", "MATTHEU", False)),
    ],
)
def test_name_in_one_cell_is_split(text: str, parts: tuple[str, str, bool]) -> None:
    assert split_name(text) == NameParts(*parts)


@pytest.mark.parametrize(
    ("text", "order", "parts"),
    [
        ("Bakker Ans", "family", ("Bakker", "Ans", True)),
        ("van der Vegt Jose", "family", ("van der Vegt", "Jose", True)),
        ("García López Lucía", "family", ("García", "López Lucía", False)),
        ("Ans Bakker", "given", ("Bakker", "Ans", True)),
        ("Jose van der Vegt", "given", ("van der Vegt", "Jose", True)),
        ("Lucía García López", "given", ("López", "Lucía García", False)),
        ("Suki", "family", ("Suki", "", False)),
        ("van Beethoven", "family", ("Beethoven", "van", False)),  # no given name follows: a guess
        ("Mattheu DE JONG", "family", ("DE JONG", "Mattheu", True)),  # capitals say it
        ("BAKKER, Ans", "given", ("BAKKER", "Ans", True)),
        ("王伟", "given", ("王", "伟", True)),
    ],
)
def test_the_order_of_a_list_decides_where_a_name_does_not(
    text: str, order: NameOrder, parts: tuple[str, str, bool]
) -> None:
    assert split_name(text, order) == NameParts(*parts)


@given(st.text(min_size=1).map(lambda text: clean(text)[0]).filter(bool))
def test_splitting_a_name_loses_no_letter(text: str) -> None:
    parts = split_name(text)
    letters = sorted(sign for sign in text if sign.isalnum())
    assert sorted(sign for sign in parts.family + parts.given if sign.isalnum()) == letters


def test_names_are_printed_family_name_first() -> None:
    assert with_particle_first("VEGT, VAN DER") == "VAN DER VEGT"
    assert with_particle_first("SMITH, John") == "SMITH, John"
    assert [printed_name("王", ""), printed_name("", "Suki")] == ["王", "Suki"]
    assert printed_name("王", "伟", "CN") == "王伟"
    assert printed_name("佐藤", "翔太", "JP") == "佐藤 翔太"
    assert printed_name("DE JONG", "Mattheu", "NL") == "DE JONG Mattheu"
    assert [is_east_asian(text) for text in ("王伟", "ジョン・スミス", "Wang", "🀄")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Holland", "NL"), ("荷蘭", "NL"), ("オランダ", "NL"), ("NED", "NL"), ("nld", "NL"), ("The Netherlands", "NL"),
        ("Netherlands (NL)", "NL"), ("U.K.", "GB"), ("", ""), ("-", ""), ("Atlantis", None), ("中国 CN", "CN"),
    ],
)  # fmt: skip
def test_common_spellings_of_countries_are_recognised(text: str, code: str | None) -> None:
    assert country_code(text, COUNTRIES) == code


@pytest.mark.parametrize(
    ("text", "country", "number", "restored"),
    [
        ("08990001", "NL", "08990001", False),
        ("8990001", "NL", "08990001", True),
        ("8990001.0", "NL", "08990001", True),
        ("8.990001E+06", "NL", "08990001", True),
        ("8990001", "", "08990001", True),
        ("8990001", "FR", "8990001", False),
        ("10990001.0", "ES", "10990001", False),
        ("08 990001", "NL", "08990001", False),
        ("JPN-17", "JP", "JPN-17", False),
        ("1234", "NL", "1234", False),
        ("n/a", "NL", "", False),
        # Neither is a whole number of at most 16 digits.
        ("8.9900015E+06", "NL", "8.9900015E+06", False),
        ("8.990001E+16", "NL", "8.990001E+16", False),
    ],
)
def test_federation_numbers_changed_by_spreadsheets_are_repaired(text, country, number, restored) -> None:
    assert federation_number(text, country) == (number, restored)


@given(st.integers(1_000_000, 19_999_999))
def test_federation_number_as_float_is_restored(number: int) -> None:
    assert federation_number(f"{number}.0", "") == federation_number(str(number), "")


def test_federation_number_of_another_country_is_noticed() -> None:
    assert of_another_country("04990001", "NL")
    assert not of_another_country("08990001", "NL")
    assert not of_another_country("JPN-17", "JP")


def test_cells_are_cleaned() -> None:
    assert clean("  王\u3000伟\n") == ("王 伟", False)
    assert clean("Ann\u202eeilrahC\x07") == ("AnneilrahC", True)
    assert clean("e\u0301") == ("é", False)
    assert [is_formula(text) for text in ("=1+1", "@SUM", "+49", "-x", "- BAKKER", "A=1")] == [True] * 4 + [False] * 2


@given(st.text())
def test_cleaning_is_idempotent(text: str) -> None:
    once, _changed = clean(text)
    assert clean(once) == (once, False)
    assert not TURNING & set(once)
