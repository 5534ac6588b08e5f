"""What is announced on Wall and Pocket: written here in three languages, taken back here."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.clocks.selectors.clocks import announcements_of, current_announcements
from tournament.clocks.services.announcements import announce, retract_announcement
from web.floor.access import event_floor
from web.shared.access import signed_in
from web.shared.forms.fields import ButtonForm, moment_field
from web.shared.forms.writing import show, write


class AnnouncementForm(forms.Form):
    """The text in each language, and from when until when it is shown."""

    zh = forms.CharField(
        label=gettext_lazy("Chinese"), max_length=300, required=False, widget=forms.Textarea({"rows": 2})
    )
    en = forms.CharField(
        label=gettext_lazy("English"), max_length=300, required=False, widget=forms.Textarea({"rows": 2})
    )
    ja = forms.CharField(
        label=gettext_lazy("Japanese"), max_length=300, required=False, widget=forms.Textarea({"rows": 2})
    )
    from_at = moment_field(label=gettext_lazy("From"), required=False, help_text=gettext_lazy("Empty: from now."))
    until_at = moment_field(
        label=gettext_lazy("Until"), required=False, help_text=gettext_lazy("Empty: until it is taken back.")
    )


@signed_in
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """List what is and was announced; announce something."""
    floor = event_floor(request, slug)
    form = AnnouncementForm(request.POST if request.method == "POST" else None)
    facts = form.cleaned_data if form.is_valid() else {}
    if write(request, form, announce, floor.actor, floor.event, **facts):
        messages.success(request, _("It is announced."))
        return redirect("floor:announcements", slug)
    every = announcements_of(floor.event)
    shown = {one.pk for one in current_announcements(every, timezone.now())}
    rows = [(one, one.pk in shown) for one in every]
    return show(request, "floor/clock/announcements.html", form, floor=floor, rows=rows, now=timezone.now())


@signed_in
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take an announcement back."""
    floor = event_floor(request, slug)
    found = floor.event.announcements.filter(number=number).first()
    if found is None:
        raise Http404
    if write(request, ButtonForm(request.POST), retract_announcement, floor.actor, found):
        messages.success(request, _("It is taken back."))
    return redirect("floor:announcements", slug)
