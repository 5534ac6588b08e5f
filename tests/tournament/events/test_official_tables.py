"""The tables of a line of the officials' list: numbers, or a remark that came with a file."""

import pytest

from common.actions.errors import Refused
from tests.support.draws import ACTOR, planned
from tournament.events.models.events import Official
from tournament.events.services.officials import add_official, change_official

pytestmark = pytest.mark.django_db
LINE = {"name": "赵敏", "function": "Referee"}


def line(tables: str) -> Official:
    return Official.objects.create(event=planned(), order=1, tables=tables, **LINE)


@pytest.mark.parametrize("tables", ["", "3", "1-4、7"])
def test_numbers_of_tables_are_added(tables: str) -> None:
    add_official(ACTOR, planned(), **LINE, tables=tables)
    assert Official.objects.get().tables == tables


@pytest.mark.parametrize("tables", ["1-x", "hall B"])
def test_other_words_are_not_added(tables: str) -> None:
    with pytest.raises(Refused, match=f"neither a number nor a range: {tables.split()[0]}") as refused:
        add_official(ACTOR, planned(), **LINE, tables=tables)
    assert (refused.value.where, Official.objects.exists()) == ("tables", False)


def test_a_remark_that_came_with_a_file_remains_while_the_rest_changes() -> None:
    official = line("hall B")
    change_official(ACTOR, official, name="Zoë", function="Referee", tables="hall B")
    assert Official.objects.values_list("name", "tables").get() == ("Zoë", "hall B")


def test_a_remark_does_not_change_to_another_one() -> None:
    official = line("hall B")
    with pytest.raises(Refused) as refused:
        change_official(ACTOR, official, **LINE, tables="hall C")
    assert (refused.value.where, Official.objects.get().tables) == ("tables", "hall B")
    change_official(ACTOR, official, **LINE, tables="1-4")
    assert Official.objects.get().tables == "1-4"


def test_a_form_with_the_remark_does_not_undo_the_numbers_that_another_person_wrote() -> None:
    official = line("hall B")
    shown = {"tables": "hall B", "qualification": "", "qualification_number": "", **LINE}
    change_official(ACTOR, official, **LINE, tables="1-4")
    official.refresh_from_db()
    change_official(ACTOR, official, name="Zoë", function="Referee", tables="hall B", base=shown)
    assert Official.objects.values_list("name", "tables").get() == ("Zoë", "1-4")
