"""The list of the hall's screens and pictures."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.display.selectors.screens import pictures_of, screens_of
from scoring.display.services.screens import add_picture, add_screen
from web.desk.display.access import base_url
from web.desk.display.pictures import PictureForm
from web.shared.access import event_desk, signed_in
from web.shared.forms.writing import show, write
from web.shared.screens import SCREENS
from web.shared.stored.photos import cleaned_picture


@signed_in
def screens(request: HttpRequest, slug: str) -> HttpResponse:
    """List the event's screens, the fixed screens and the pictures; add a picture."""
    desk = event_desk(request, slug)
    arranges = desk.may(add_screen, desk.event.ledger)
    if request.method == "POST":
        desk.require(arranges)
    form = PictureForm(request.POST, request.FILES) if request.method == "POST" else PictureForm()
    payload = {}
    if form.is_valid():
        payload = {name: form.cleaned_data[name] for name in ("title", "player")}
        payload |= cleaned_picture(form, form.cleaned_data["file"])
    if write(request, form, add_picture, desk.actor, desk.event, **payload).done:
        messages.success(request, _("Every screen can now show the picture."))
        return redirect("desk:screens", slug)
    context = {"desk": desk, "screens": screens_of(desk.event), "fixed": SCREENS, "arranges": arranges}
    context["address"] = base_url(request, desk.event) + reverse("wall:enter")
    return show(
        request, "desk/display/screens.html", form, pictures=pictures_of(desk.event).select_related("entry"), **context
    )
