"""Views tell an action that was refused from one whose answer is empty."""

import pytest
from django import forms
from django.http import HttpRequest
from django.test import RequestFactory

from common.actions.permissions import system_actor
from tests.support.draws import planned
from tournament.draws.models.draws import SeatWish
from tournament.draws.services.wishes import remove_wish
from tournament.events.models.events import Event
from web.shared.forms.writing import NOT_DONE, WriteResult, write

pytestmark = pytest.mark.django_db
ORGANIZER = system_actor("组织者")


def remove(request: HttpRequest, form: forms.Form, event: Event, wish: int) -> WriteResult:
    return write(request, form, remove_wish, ORGANIZER, event, wish=wish)


def test_an_action_with_an_empty_answer_is_done_and_a_refused_one_is_not(rf: RequestFactory) -> None:
    event = planned()
    wish = SeatWish.objects.create(event=event, entry=event.entries.get(number=1), table=2).pk
    request = rf.post("/")
    assert remove(request, forms.Form(request.POST), event, wish) == WriteResult(True, {})
    form = forms.Form(request.POST)
    assert remove(request, form, event, wish) == NOT_DONE == WriteResult(False, {})
    assert form.non_field_errors() == ["This wish no longer exists."]


def test_a_page_that_is_only_shown_writes_nothing(rf: RequestFactory) -> None:
    event = planned()
    wish = SeatWish.objects.create(event=event, entry=event.entries.get(number=1), table=2).pk
    assert remove(rf.get("/"), forms.Form(), event, wish) == NOT_DONE
    assert SeatWish.objects.count() == 1


def test_a_result_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match=r"\.done"):
        bool(NOT_DONE)
