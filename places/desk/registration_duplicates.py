"""Persons who may be one: merging them, and taking it back."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.actions import Service
from common.wording import listed
from places.desk.access import desk_page, event_desk
from places.desk.registration_words import EVIDENCE
from places.desk.writing import show, write
from tournament.models import Person
from tournament.selectors.duplicates import duplicates_of, merged_in
from tournament.services.persons import merge_persons, unmerge_person


class MergeForm(forms.Form):
    """Two persons and which is kept, or one that was merged."""

    merged = forms.ModelChoiceField(Person.objects.all())
    kept = forms.ModelChoiceField(Person.objects.all(), required=False)


@desk_page
def duplicates(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer pairs with their evidence, and list what was merged."""
    desk = event_desk(request, slug)
    desk.require(desk.may_register)
    form = MergeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if not form.is_valid():
            raise Http404
        kept, merged = form.cleaned_data["kept"], form.cleaned_data["merged"]
        service: Service = merge_persons if kept else unmerge_person
        facts = {"kept": kept, "merged": merged} if kept else {"merged": merged}
        if write(request, form, service, desk.actor, desk.event, **facts):
            words = _("%(name)s is one person now.") if kept else _("%(name)s is a person of its own again.")
            messages.success(request, words % {"name": merged.name})
        for errors in form.errors.values():
            messages.error(request, str(errors[0]))
        return redirect("desk:duplicates", slug)
    pairs = [(one, listed(str(EVIDENCE[word]) for word in one.evidence)) for one in duplicates_of(desk.event)]
    return show(
        request, "desk/registration_duplicates.html", form, desk=desk, pairs=pairs, merged=merged_in(desk.event)
    )
