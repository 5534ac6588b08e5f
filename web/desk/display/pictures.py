"""The pictures of the hall's screens."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.display.models.screens import ScreenPicture
from scoring.display.selectors.screens import picture_file, pictures_of
from scoring.display.services.screens import choose_logo, remove_picture
from web.desk.display.access import screens_desk
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, write
from web.shared.requests.methods import get_only
from web.shared.stored.files import stored_file
from web.shared.stored.photos import picture_field


class PictureForm(forms.Form):
    """A picture and its title, and the player whom it shows."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=100,
        help_text=gettext_lazy("What it shows, for people who cannot see it."),
    )
    file = picture_field(
        gettext_lazy("Picture"),
        gettext_lazy("JPEG or PNG, up to 10 MB. The picture is encoded again when it is saved."),
    )
    player = WholeNumberField(
        label=gettext_lazy("Number of the player on the photo"),
        min_value=1,
        required=False,
        help_text=gettext_lazy(
            "The ceremony shows the photo with the player's name. Only for players who agreed to photos. "
            "It is deleted with the private data of the event."
        ),
    )


@get_only
@signed_in
def picture(request: HttpRequest, slug: str, picture_id: int) -> HttpResponseBase:
    """Return a picture."""
    chosen = _picture(event_desk(request, slug), picture_id)
    if not chosen.name:
        raise Http404
    return stored_file(picture_file(chosen), f"{chosen.pk}.jpg", content_type="image/jpeg", as_download=False)


@signed_in
def delete_picture(request: HttpRequest, slug: str, picture_id: int) -> HttpResponse:
    desk = screens_desk(request, slug)
    form = ButtonForm(request.POST)
    if request.method == "POST":
        if write(request, form, remove_picture, desk.actor, _picture(desk, picture_id)).done:
            messages.success(request, _("The picture is deleted."))
        add_error_messages(request, form)
    return redirect("desk:screens", slug)


@signed_in
def logo(request: HttpRequest, slug: str, picture_id: int) -> HttpResponse:
    """Make the picture the logo of papers, or end that."""
    desk = screens_desk(request, slug)
    form, on = ButtonForm(request.POST), request.POST.get("on") == "1"
    if request.method == "POST":
        if write(request, form, choose_logo, desk.actor, _picture(desk, picture_id), on=on).done:
            messages.success(
                request,
                _("The ceremony and papers made from now on have this logo.")
                if on
                else _("The ceremony and papers made from now on have no logo."),
            )
        add_error_messages(request, form)
    return redirect("desk:screens", slug)


def _picture(desk: EventAccess, picture_id: int) -> ScreenPicture:
    picture = pictures_of(desk.event).filter(pk=picture_id).select_related("event__ledger").first()
    if picture is None:
        raise Http404
    return picture
