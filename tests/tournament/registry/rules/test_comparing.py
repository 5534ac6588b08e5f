"""What a newer list of members changes."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tournament.registry.rules.comparing import Change, compare_lists
from tournament.registry.rules.members import Member, Number


def member(name: str, *numbers: tuple[str, str]) -> Member:
    return Member(name, numbers=tuple(Number(kind, number) for kind, number in numbers))


ANN = member("Ann", ("ema", "01"))
BO = member("Bo", ("ema", "02"), ("jmsa", "J2"))
CY = member("Cy", ("national", "01"))

LISTS = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from(["ema", "jmsa"]), st.integers(1, 9)),
    max_size=8,
    unique_by=lambda row: row[1:],
).map(lambda rows: [member(name, (kind, str(number))) for name, kind, number in rows])


def test_members_are_added_changed_gone_and_the_same() -> None:
    changed = replace(BO, name="Bob")
    changes = compare_lists([ANN, BO], [changed, CY])
    assert (changes.added, changes.changed, changes.gone, changes.same) == ((CY,), (Change(BO, changed),), (ANN,), 0)
    assert changes.changed[0].fields == ("name",)
    assert changes.counts == {"added": 1, "changed": 1, "gone": 1, "same": 0}
    assert not compare_lists([ANN, BO], [BO, ANN])


def test_numbers_of_two_kinds_are_two_numbers() -> None:
    assert compare_lists([ANN], [CY]).counts == {"added": 1, "changed": 0, "gone": 1, "same": 0}


def test_a_further_number_is_a_change_of_the_same_person() -> None:
    more = replace(ANN, numbers=(*ANN.numbers, Number("jmsa", "J1")))
    changes = compare_lists([ANN], [more])
    assert changes.changed == (Change(ANN, more),)
    assert changes.changed[0].fields == ("numbers",)


def test_of_two_members_who_become_one_the_other_is_gone() -> None:
    both = replace(ANN, numbers=(*ANN.numbers, *CY.numbers))
    changes = compare_lists([ANN, CY], [both])
    assert (changes.changed, changes.gone) == ((Change(ANN, both),), (CY,))


def test_who_shares_more_numbers_is_the_same_person() -> None:
    moved = member("Bo", ("ema", "01"), ("jmsa", "J2"), ("national", "7"))
    before = [ANN, member("Bo", ("jmsa", "J2"), ("national", "7"))]
    assert compare_lists(before, [moved]).changed == (Change(before[1], moved),)


@given(LISTS, LISTS)
def test_every_member_is_counted_once_on_both_sides(before: list[Member], after: list[Member]) -> None:
    changes = compare_lists(before, after)
    assert len(changes.added) + len(changes.changed) + changes.same == len(after)
    assert len(changes.gone) + len(changes.changed) + changes.same == len(before)
    again = compare_lists(after, before)
    assert (len(again.added), len(again.gone), again.same) == (len(changes.gone), len(changes.added), changes.same)


@given(LISTS)
def test_the_same_list_changes_nothing(members: list[Member]) -> None:
    assert compare_lists(members, list(reversed(members))).counts == {
        "added": 0, "changed": 0, "gone": 0, "same": len(members),
    }  # fmt: skip
