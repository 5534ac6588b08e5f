"""Pages of the hall's screens: their parts, their access codes, and pictures."""

import hashlib
from collections.abc import Sequence
from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.forms.boundfield import BoundField
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.files.pictures import MOST_BYTES, PictureError, clean_picture
from common.forms import WholeNumberField
from scoring.display.models.screens import Screen, ScreenPart, ScreenPicture
from scoring.display.selectors.screens import picture_path, pictures_of, plain_parts, screen_at, screens_of
from scoring.display.services.screens import (
    add_picture,
    add_screen,
    change_screen,
    close_screen,
    open_screen,
    remove_picture,
    remove_screen,
)
from scoring.sheets.rules.codes import new_screen_access, spaced
from tournament.events.models.events import Event
from tournament.papers.selectors import address_of
from web.shared.access import EventAccess, event_desk, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import show, write
from web.shared.photos import PICTURE_ERRORS
from web.shared.requests.methods import get_only
from web.shared.screens import SCREENS

#: Number of empty lines for further parts.
SPARE = 3
#: Default seconds of a page.
SECONDS = 15
#: Kinds of the parts of a new screen.
USUAL = ("clock", "announcements", "calls", "seats", "standings", "ceremony")
#: Prefix of a picture's title among the choices of kinds.
PICTURE = "picture:"


class ScreenForm(BasedForm):
    """Name and language of a screen, and a line for each part, ordered by the typed positions."""

    name = forms.CharField(
        label=gettext_lazy("Name of the screen"),
        max_length=100,
        help_text=gettext_lazy("Such as: big screen in the hall."),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=Screen.Language.choices)

    def __init__(self, event: Event, data: Any, values: dict[str, Any]) -> None:
        super().__init__(data, initial={"name": values["name"], "language": values["language"]})
        self.carry(values)
        parts = values["parts"]
        submitted = sum(name.startswith("shows-") for name in data or ())
        self.lines = min(ScreenPart.MOST, max(len(parts) + SPARE, submitted))
        choices = _kind_choices(event)
        for line in range(1, self.lines + 1):
            part = parts[line - 1] if line <= len(parts) else {}
            self._add_line(line, part, choices)

    def _add_line(self, line: int, part: dict[str, Any], choices: list[tuple[str, str]]) -> None:
        shows = f"{PICTURE}{part['picture']}" if "picture" in part else part.get("shows", "")
        self.fields[f"place-{line}"] = WholeNumberField(
            label=_("Place of part %(number)d") % {"number": line},
            initial=line,
            min_value=0,
            max_value=99,
            required=False,
        )
        self.fields[f"shows-{line}"] = forms.ChoiceField(
            label=_("What part %(number)d shows") % {"number": line}, choices=choices, initial=shows, required=False
        )
        self.fields[f"seconds-{line}"] = WholeNumberField(
            label=_("Seconds for each page of part %(number)d") % {"number": line},
            initial=part.get("seconds", SECONDS),
            min_value=ScreenPart.LEAST_SECONDS,
            max_value=ScreenPart.MOST_SECONDS,
            required=False,
        )

    @property
    def head_fields(self) -> list[BoundField]:
        """The fields above the parts."""
        return [self[name] for name in ("slug", "name", "language") if name in self.fields]

    @property
    def part_lines(self) -> list[tuple[BoundField, BoundField, BoundField]]:
        """The fields of each part line."""
        lines = range(1, self.lines + 1)
        return [(self[f"place-{line}"], self[f"shows-{line}"], self[f"seconds-{line}"]) for line in lines]

    def clean(self) -> dict[str, Any]:
        """Collect the parts as plain data, sorted by position; ignore lines without a choice."""
        data: dict[str, Any] = super().clean() or {}
        lines = []
        for line in range(1, self.lines + 1):
            position = data.pop(f"place-{line}", None)
            shows = data.pop(f"shows-{line}", None)
            seconds = data.pop(f"seconds-{line}", None)
            if shows:
                lines.append((line if position is None else position, line, _part(shows, seconds or SECONDS)))
        lines.sort(key=lambda position_and_line: position_and_line[:2])
        return {**data, "parts": [part for _position, _line, part in lines]}

    def _value_label(self, name: str, value: Any) -> str:
        if name != "parts":
            return super()._value_label(name, value)
        kinds = dict(ScreenPart.Kind.choices)
        return ", ".join(f"{part.get('picture') or kinds[part['shows']]} {part['seconds']}" for part in value) or "–"


class NewScreenForm(ScreenForm):
    """A new screen, with its slug."""

    slug = forms.SlugField(
        label=gettext_lazy("Word in the address"),
        max_length=30,
        help_text=gettext_lazy("Small letters, figures and dashes, such as: hall-1."),
    )


class PictureForm(forms.Form):
    """A picture and its title."""

    title = forms.CharField(
        label=gettext_lazy("Title"), max_length=100, help_text=gettext_lazy("What it shows, for who cannot see it.")
    )
    file = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy("JPEG or PNG, up to 10 MB. It is made anew from its pixels."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png"}),
    )


def _kind_choices(event: Event) -> list[tuple[str, str]]:
    """Return the choices of what a part shows, with each picture by its title."""
    kinds = [(kind, str(name)) for kind, name in ScreenPart.Kind.choices if kind != ScreenPart.Kind.PICTURE]
    titles = [picture.title for picture in pictures_of(event)]
    named = [(f"{PICTURE}{title}", _("Picture: %(title)s") % {"title": title}) for title in titles]
    return [("", "–"), *kinds, *named]


def _part(shows: str, seconds: int) -> dict[str, Any]:
    if shows.startswith(PICTURE):
        return {"shows": "picture", "seconds": seconds, "picture": shows.removeprefix(PICTURE)}
    return {"shows": shows, "seconds": seconds}


@signed_in
def screens(request: HttpRequest, slug: str) -> HttpResponse:
    """List the event's screens, the fixed screens and the pictures; add a picture."""
    desk = event_desk(request, slug)
    arranges = desk.may(add_screen, desk.event.head)
    if request.method == "POST":
        desk.require(arranges)
    form = PictureForm(request.POST, request.FILES) if request.method == "POST" else PictureForm()
    if write(request, form, add_picture, desk.actor, desk.event, **_cleaned_picture(form)):
        messages.success(request, _("The picture is there for every screen."))
        return redirect("desk:screens", slug)
    context = {"desk": desk, "screens": screens_of(desk.event), "fixed": SCREENS, "arranges": arranges}
    context["address"] = _base_url(request, desk.event) + reverse("wall:enter")
    return show(request, "desk/display/screens.html", form, pictures=pictures_of(desk.event), **context)


@signed_in
def new_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a screen."""
    desk = _desk(request, slug)
    parts = [{"shows": kind, "seconds": SECONDS} for kind in USUAL]
    values: dict[str, Any] = {"name": "", "language": Screen.Language.ALL, "parts": parts}
    form = NewScreenForm(desk.event, request.POST if request.method == "POST" else None, values)
    answer = write(request, form, add_screen, desk.actor, desk.event, **_facts(form, "slug"))
    if answer:
        messages.success(request, _("The screen is arranged. Now make what opens it."))
        return redirect("desk:screen", slug, answer["screen"])
    return show(request, "desk/display/screens_detail.html", form, desk=desk, screen=None)


@signed_in
def screen(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show and change a screen."""
    desk = _desk(request, slug)
    chosen = _screen(desk, name)
    values = {"name": chosen.name, "language": chosen.language, "parts": plain_parts(chosen.parts.all())}
    form = ScreenForm(desk.event, request.POST if request.method == "POST" else None, values)
    if write(request, form, change_screen, desk.actor, chosen, **_facts(form, "base")):
        messages.success(request, _("The screen is arranged; where it is open it shows this within seconds."))
        return redirect("desk:screen", slug, name)
    return show(request, "desk/display/screens_detail.html", form, desk=desk, screen=chosen)


@signed_in
def make_screen_access(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Make a new URL, QR code and letter code of a screen, shown only in this response; earlier ones are revoked."""
    desk = _desk(request, slug)
    chosen = _screen(desk, name)
    form = ButtonForm(request.POST)
    access = new_screen_access()
    # No idempotency key: a repeated request makes a second access, and the one shown last is valid.
    if request.method != "POST" or not open_screen(desk.actor, chosen, access=access):
        return redirect("desk:screen", slug, name)
    base_url = _base_url(request, desk.event)
    address = base_url + reverse("wall:opened", args=[access.token])
    context = {
        "desk": desk,
        "screen": chosen,
        "qr": segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4),
        "address": base_url + reverse("wall:enter"),
        "letters": spaced(access.code),
    }
    return show(request, "desk/display/screens_opened.html", form, **context)


@signed_in
def close(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Revoke every access to the screen."""
    return _run_button(request, slug, name, close_screen, _("Nothing opens the screen any more."), "desk:screen")


@signed_in
def remove(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    return _run_button(request, slug, name, remove_screen, _("The screen is taken away."), "desk:screens")


@get_only
@signed_in
def picture(request: HttpRequest, slug: str, picture_id: int) -> FileResponse:
    """Return a picture."""
    chosen = _picture(event_desk(request, slug), picture_id)
    if not chosen.name:
        raise Http404
    try:
        file = picture_path(chosen).open("rb")
    except FileNotFoundError as gone:
        raise Http404 from gone
    return FileResponse(file, content_type="image/jpeg")


@signed_in
def delete_picture(request: HttpRequest, slug: str, picture_id: int) -> HttpResponse:
    desk = _desk(request, slug)
    form = ButtonForm(request.POST)
    if request.method == "POST":
        if write(request, form, remove_picture, desk.actor, _picture(desk, picture_id)) is not None:
            messages.success(request, _("The picture is deleted."))
        _add_error_messages(request, form)
    return redirect("desk:screens", slug)


def _base_url(request: HttpRequest, event: Event) -> str:
    """Return the base of URLs in the hall: the papers' address, or the address of this request."""
    return address_of(event) or f"{request.scheme}://{request.get_host()}"


def _run_button(request: HttpRequest, slug: str, name: str, service: Any, message: str, page: str) -> HttpResponse:
    """Run the service of a button and redirect to ``page``."""
    desk = _desk(request, slug)
    form = ButtonForm(request.POST)
    if request.method == "POST":
        if write(request, form, service, desk.actor, _screen(desk, name)) is not None:
            messages.success(request, message)
        _add_error_messages(request, form)
    return redirect(page, slug, name) if page == "desk:screen" else redirect(page, slug)


def _add_error_messages(request: HttpRequest, form: forms.Form) -> None:
    for error in form.non_field_errors():
        messages.error(request, str(error))


def _facts(form: ScreenForm, *extra: str) -> dict[str, Any]:
    names: Sequence[str] = ("name", "language", "parts", *extra)
    return {name: form.cleaned_data[name] for name in names} if form.is_bound and form.is_valid() else {}


def _cleaned_picture(form: PictureForm) -> dict[str, Any]:
    """Return the arguments of `add_picture`, computed before any transaction; empty if the form has errors."""
    if not form.is_bound or not form.is_valid():
        return {}
    file = form.cleaned_data["file"]
    if (file.size or 0) > MOST_BYTES:
        form.add_error("file", str(PICTURE_ERRORS["too_large"]))
        return {}
    data = file.read()
    try:
        kind, clean = clean_picture(data)
    except PictureError as fault:
        form.add_error("file", str(PICTURE_ERRORS[fault.code]))
        return {}
    if kind != "jpeg":
        form.add_error("file", _("This is a document; send a picture."))
        return {}
    return {"title": form.cleaned_data["title"], "data": clean, "digest": hashlib.sha256(data).hexdigest()}


def _desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may(add_screen, desk.event.head))
    return desk


def _screen(desk: EventAccess, name: str) -> Screen:
    screen = screen_at(desk.event, name)
    if screen is None:
        raise Http404
    return screen


def _picture(desk: EventAccess, picture_id: int) -> ScreenPicture:
    picture = pictures_of(desk.event).filter(pk=picture_id).select_related("event__head").first()
    if picture is None:
        raise Http404
    return picture
