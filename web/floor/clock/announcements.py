"""Announcements on Wall and Pocket: written in each language, and retracted."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.text_fields import joined_texts, page_texts, text_form_fields
from tournament.clocks.selectors.clocks import announcements_of, current_announcements
from tournament.clocks.services.announcements import announce, retract_announcement
from web.floor.access import event_floor
from web.shared.access import signed_in
from web.shared.forms.fields import ButtonForm, moment_field
from web.shared.forms.writing import show, write


class AnnouncementForm(forms.Form):
    """The text in each language, and the time for which it is shown."""

    from_at = moment_field(label=gettext_lazy("From"), required=False, help_text=gettext_lazy("Empty: from now."))
    until_at = moment_field(
        label=gettext_lazy("Until"), required=False, help_text=gettext_lazy("Empty: until it is cancelled.")
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        texts = text_form_fields("{language}", max_length=300, widget=forms.Textarea({"rows": 2}))
        self.fields = {**texts, **self.fields}

    def payload(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"texts": joined_texts(data), "from_at": data["from_at"], "until_at": data["until_at"]}


@signed_in
def announcements(request: HttpRequest, slug: str) -> HttpResponse:
    """List all announcements; publish a new one."""
    floor = event_floor(request, slug)
    form = AnnouncementForm(request.POST if request.method == "POST" else None)
    payload = form.payload() if form.is_valid() else {}
    if write(request, form, announce, floor.actor, floor.event, **payload).done:
        messages.success(request, _("The announcement is shown."))
        return redirect("floor:announcements", slug)
    every_announcement = announcements_of(floor.event)
    shown = {announcement.pk for announcement in current_announcements(every_announcement, timezone.now())}
    rows = [
        (announcement, page_texts(announcement.texts), announcement.pk in shown) for announcement in every_announcement
    ]
    return show(request, "floor/clock/announcements.html", form, floor=floor, rows=rows, now=timezone.now())


@signed_in
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Retract an announcement."""
    floor = event_floor(request, slug)
    announcement = floor.event.announcements.filter(number=number).first()
    if announcement is None:
        raise Http404
    if write(request, ButtonForm(request.POST), retract_announcement, floor.actor, announcement).done:
        messages.success(request, _("The announcement is cancelled."))
    return redirect("floor:announcements", slug)
