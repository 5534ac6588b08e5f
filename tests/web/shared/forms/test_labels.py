"""Labels of names: Chinese and Japanese have a separate word for a person's name."""

import pytest
from django.forms import BaseForm
from django.utils.translation import override

from tournament.events.models.events import Event
from web.committee.bodies import NewBodyForm
from web.desk.registration.forms import GroupForm, TeamForm
from web.desk.setup.event_data import EventForm
from web.desk.setup.new_event import NewEventForm
from web.pocket.results.standings_tables import Units


@pytest.mark.parametrize(
    ("form", "zh", "ja"),
    [
        (NewBodyForm, "机构名称", "機関の名称"),
        (NewEventForm, "赛事名称", "競技会の名称"),
        (EventForm, "赛事名称", "競技会の名称"),
        (TeamForm, "参赛队名称", "チームの名称"),
        (GroupForm, "代表团名称", "団体の名称"),
    ],
)
def test_forms_of_things_do_not_ask_for_a_persons_name(form: type[BaseForm], zh: str, ja: str) -> None:
    field = form.base_fields["name"]  # type: ignore[attr-defined]
    for language, wanted in (("zh-hans", zh), ("ja", ja)):
        with override(language):
            assert str(field.label) == wanted


def test_standings_of_teams_and_groups_name_their_lines() -> None:
    def head(whose: str) -> str:
        return str(Units([], event=Event(slug="e"), caption="", page="pocket:team", whose=whose).columns["name"].header)

    assert [head("Team"), head("Group")] == ["Team", "Group"]
