"""Decisions about persons who may be one: the buttons of a page of duplicates, each with its service and message."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from common.actions.engine import Service
from common.actions.permissions import Actor
from tournament.people.models.persons import Person
from web.shared.forms.writing import write

SEPARATED = gettext_lazy("%(name)s is a separate person again.")
MERGED = gettext_lazy("%(name)s: merged into one person.")


class Decision(NamedTuple):
    """A decision by one button: its service, the form's fields, the message when done, and what the fields choose."""

    service: Service
    fields: tuple[str, ...]
    done: str | Promise
    rows: QuerySet[Any] | None = None


def two_persons(tell_apart: Service, offer_again: Service) -> dict[str, Decision]:
    """Return the decisions that a pair is two persons, and that it is to be suggested again."""
    pair = ("first", "second")
    return {
        "apart": Decision(tell_apart, pair, gettext_lazy("They are two persons; they will not be suggested again.")),
        "offer": Decision(offer_again, pair, gettext_lazy("They will be suggested again.")),
    }


class DecisionForm(forms.Form):
    """The persons, or what else the decision is about."""

    def __init__(self, decision: Decision, data: Any) -> None:
        super().__init__(data)
        rows = Person.objects.all() if decision.rows is None else decision.rows
        for name in decision.fields:
            self.fields[name] = forms.ModelChoiceField(rows)


def decide(request: HttpRequest, decisions: Mapping[str, Decision], actor: Actor, subject: Any) -> None:
    """Do what the pressed button says, or say why not; an unknown button or person is not found."""
    decision = decisions.get(request.POST.get("do", ""))
    form = DecisionForm(decision, request.POST) if decision else None
    if decision is None or form is None or not form.is_valid():
        raise Http404
    if write(request, form, decision.service, actor, subject, **form.cleaned_data).done:
        separated = form.cleaned_data.get("merged")
        messages.success(request, str(decision.done) % ({"name": separated.name} if separated else {}))
    for errors in form.errors.values():
        messages.error(request, str(errors[0]))
