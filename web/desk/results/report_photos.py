"""The photos of the event's report: add them, change their captions, remove them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from common.i18n.text_fields import joined_texts, spread_texts, text_form_fields
from scoring.photos.models import EventPhoto
from scoring.photos.selectors import captioned, photos_of
from scoring.photos.services import add_photo, change_caption, remove_photo
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.stored.photos import cleaned_picture, picture_field

#: Pixels along the longer side of a photo on a page.
LONGER_SIDE = 1_600


class CaptionForm(forms.Form):
    """The caption of a photo, in each language."""

    def __init__(self, *posted: Any, **options: Any) -> None:
        super().__init__(*posted, **options)
        label = gettext_lazy("Caption in {language}")
        self.fields |= text_form_fields(label, "caption_", max_length=EventPhoto.MOST_CAPTION)
        # Consent is the last field, whatever the languages are.
        self.order_fields([name for name in self.fields if name != "consent"])

    def caption(self) -> dict[str, str]:
        return joined_texts(self.cleaned_data, "caption_")


class PhotoForm(CaptionForm):
    """A photo, its caption, and the consent of the people shown."""

    file = picture_field(
        gettext_lazy("Photo"),
        gettext_lazy(
            "JPEG or PNG, up to 10 MB. It is turned upright and scaled down; place, time and camera are removed."
        ),
    )
    consent = forms.BooleanField(
        label=gettext_lazy("The people shown agree that this photo is published"),
        help_text=gettext_lazy("For children, their parents. Remove the photo if somebody objects later."),
        error_messages={"required": gettext_lazy("A photo is published only if the people shown agree.")},
    )

    def payload(self) -> dict[str, Any]:
        """Return the arguments of `add_photo`, computed before any transaction; incomplete with errors in the form."""
        if not self.is_valid():
            return {}
        values = {"consent": self.cleaned_data["consent"], "caption": self.caption()}
        return values | cleaned_picture(self, self.cleaned_data["file"], longer_side=LONGER_SIDE)


@signed_in
def photos(request: HttpRequest, slug: str) -> HttpResponse:
    """List the photos of the report; add one."""
    desk = _photos_desk(request, slug)
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    if write(request, form, add_photo, desk.actor, desk.event, **form.payload()).done:
        messages.success(request, _("The photo is in the report."))
        return redirect("desk:report-photos", slug)
    return show(request, "desk/results/report_photos.html", form, desk=desk, photos=_captioned(desk))


@signed_in
def change(request: HttpRequest, slug: str, photo_id: int) -> HttpResponse:
    """Change the caption of a photo."""
    desk = _photos_desk(request, slug)
    photo = _photo(desk, photo_id)
    form = CaptionForm(request.POST or None, initial=spread_texts(photo.caption, "caption_"))
    caption = form.caption() if form.is_valid() else {}
    if write(request, form, change_caption, desk.actor, photo, caption=caption).done:
        messages.success(request, _("The caption is changed."))
        return redirect("desk:report-photos", slug)
    return show(request, "desk/results/report_photos_change.html", form, desk=desk, photo=photo)


@signed_in
def remove(request: HttpRequest, slug: str, photo_id: int) -> HttpResponse:
    """Remove a photo."""
    desk = _photos_desk(request, slug)
    form = ButtonForm(request.POST)
    if request.method == "POST":
        if write(request, form, remove_photo, desk.actor, _photo(desk, photo_id)).done:
            messages.success(request, _("The photo is deleted."))
        add_error_messages(request, form)
    return redirect("desk:report-photos", slug)


def _photos_desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may(add_photo, desk.event.ledger))
    return desk


def _captioned(desk: EventAccess) -> list[tuple[EventPhoto, str]]:
    return captioned(desk.event, get_language() or "en")


def _photo(desk: EventAccess, photo_id: int) -> EventPhoto:
    photo = photos_of(desk.event).filter(pk=photo_id).select_related("event__ledger").first()
    if photo is None:
        raise Http404
    return photo
