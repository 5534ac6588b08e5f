"""How a typed person differs from the registries."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tournament.registry.rules.matching import (
    SPELLING,
    Difference,
    Typed,
    compare,
    differing_fields,
    same_name,
    taken_from,
)
from tournament.registry.rules.members import Member, Number

JONG = Member("DE JONG Mattheu", "DE JONG", "Mattheu", "", "NL", "Utrecht", (Number("ema", "08010039"),))
ROSSI = Member(
    "ROSSI Lucia", "ROSSI", "Lucia", "", "IT", numbers=(Number("ema", "07010002"), Number("jmsa", "JM-0200"))
)
SATO = Member("佐藤 翔太", "佐藤", "翔太", "Sato Shota", "JP", numbers=(Number("jmsa", "JM-0123"),))

NAMES = st.text("abAB é", max_size=8)
MEMBERS = st.builds(
    Member,
    name=st.text("abAB é", min_size=1, max_size=8),
    family_name=NAMES,
    given_name=NAMES,
    latin_name=NAMES,
    country=st.sampled_from(["", "NL", "IT"]),
    numbers=st.lists(
        st.builds(Number, st.sampled_from(["ema", "jmsa"]), st.sampled_from(["01", "1", "A-2"])), max_size=2
    ).map(tuple),
)
TYPED = st.builds(
    Typed,
    name=NAMES,
    family_name=NAMES,
    given_name=NAMES,
    latin_name=NAMES,
    country=st.sampled_from(["", "NL", "IT"]),
    number=st.sampled_from(["", "01", "1", "A2"]),
)


def typed(member: Member, number: str = "", **values: str) -> Typed:
    return replace(Typed(**{name: getattr(member, name) for name in SPELLING}, number=number), **values)


def test_a_person_as_in_the_registry_does_not_differ() -> None:
    assert compare(typed(JONG, "08010039"), [JONG], [JONG]) is None
    assert compare(typed(ROSSI, "JM-0200"), [ROSSI], [ROSSI]) is None
    assert compare(Typed("王伟"), [], []) is None


def test_another_spelling_names_the_values_that_differ() -> None:
    finding = compare(typed(JONG, "08010039", name="de Jong, Mattheu", country="BE"), [JONG], [])
    assert (finding.difference, finding.members, finding.fields) == (
        Difference.SPELLING, (JONG,), ("name", "country"),
    )  # fmt: skip


def test_missing_values_alone_are_no_other_spelling() -> None:
    finding = compare(Typed("DE JONG Mattheu", number="08010039"), [JONG], [])
    assert finding.difference is Difference.INCOMPLETE
    assert finding.fields == ("family_name", "given_name", "country")


def test_a_number_of_somebody_else_is_another_person() -> None:
    finding = compare(typed(JONG, "07010002"), [ROSSI], [JONG])
    assert (finding.difference, finding.members) == (Difference.OTHER_PERSON, (ROSSI,))


def test_a_known_name_with_another_number_offers_its_own() -> None:
    assert compare(typed(JONG, "08010093"), [], [JONG]).difference is Difference.OTHER_NUMBER
    assert compare(typed(JONG), [], [JONG]).difference is Difference.NO_NUMBER
    assert compare(typed(JONG, country="IT"), [], [JONG]) is None, "a namesake of another country"
    assert compare(typed(JONG, country=""), [], [JONG]).members == (JONG,)


def test_the_name_in_latin_letters_is_the_same_name() -> None:
    assert same_name(Typed("Shota SATO"), SATO)
    assert same_name(Typed("佐藤翔太"), SATO)
    assert not same_name(Typed("佐藤翔"), SATO)


def test_of_two_holders_the_one_with_the_name_counts() -> None:
    other = replace(ROSSI, numbers=(Number("national", "08010039"),))
    assert compare(typed(JONG, "08010039"), [other, JONG], [JONG]) is None


def test_registration_takes_the_typed_number_of_the_member_else_the_first() -> None:
    assert taken_from(ROSSI, "jm0200") == {
        "name": "ROSSI Lucia", "family_name": "ROSSI", "given_name": "Lucia", "country": "IT",
        "federation_number": "JM-0200",
    }  # fmt: skip
    assert taken_from(ROSSI, "7010002")["federation_number"] == "07010002"
    assert taken_from(ROSSI, "")["federation_number"] == "07010002"
    assert "federation_number" not in taken_from(replace(ROSSI, numbers=()), "5")


@given(TYPED, st.lists(MEMBERS, max_size=3), st.lists(MEMBERS, max_size=3))
def test_every_finding_names_its_members_and_only_other_values(
    person: Typed, holders: list[Member], namesakes: list[Member]
) -> None:
    finding = compare(person, holders, namesakes)
    if finding is None:
        return
    assert finding.members
    assert set(finding.members) <= {*holders, *namesakes}
    if finding.difference in (Difference.SPELLING, Difference.INCOMPLETE):
        (member,) = finding.members
        assert finding.fields == differing_fields(person, member) != ()
    else:
        assert finding.fields == ()


@given(TYPED, MEMBERS)
def test_who_takes_the_spelling_of_the_registry_differs_no_more(person: Typed, member: Member) -> None:
    values = taken_from(member, person.number)
    number = values.pop("federation_number", person.number)
    after = replace(person, **values, number=number)
    finding = compare(after, [member], [member])
    assert finding is None or not same_name(after, member)


@given(st.lists(MEMBERS, max_size=4))
def test_without_members_nothing_differs(members: list[Member]) -> None:
    for member in members:
        assert compare(typed(member), [], []) is None
