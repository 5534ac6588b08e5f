"""The screens of the hall: arranging what each shows, making what opens it, the pictures."""

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
from web.shared.access import EventDesk, event_desk, signed_in
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import show, write
from web.shared.photos import WRONG
from web.shared.requests.methods import get_only
from web.shared.screens import SCREENS

#: Empty lines for more parts below those there are.
SPARE = 3
#: How long a page stands where nothing else is typed.
SECONDS = 15
#: What a new screen begins with.
USUAL = ("clock", "announcements", "calls", "seats", "standings", "ceremony")
#: How a picture is chosen among the kinds of parts.
PICTURE = "picture:"


class ScreenForm(BasedForm):
    """A screen: its name, its language, and a line for each part, in the order of the places typed."""

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
        sent = sum(name.startswith("shows-") for name in data or ())
        self.lines = min(ScreenPart.MOST, max(len(parts) + SPARE, sent))
        choices = _kinds(event)
        for at in range(1, self.lines + 1):
            part = parts[at - 1] if at <= len(parts) else {}
            self._add_line(at, part, choices)

    def _add_line(self, at: int, part: dict[str, Any], choices: list[tuple[str, str]]) -> None:
        shows = f"{PICTURE}{part['picture']}" if "picture" in part else part.get("shows", "")
        self.fields[f"place-{at}"] = WholeNumberField(
            label=_("Place of part %(number)d") % {"number": at},
            initial=at,
            min_value=0,
            max_value=99,
            required=False,
        )
        self.fields[f"shows-{at}"] = forms.ChoiceField(
            label=_("What part %(number)d shows") % {"number": at}, choices=choices, initial=shows, required=False
        )
        self.fields[f"seconds-{at}"] = WholeNumberField(
            label=_("Seconds for each page of part %(number)d") % {"number": at},
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
        """The fields of each part."""
        return [(self[f"place-{at}"], self[f"shows-{at}"], self[f"seconds-{at}"]) for at in range(1, self.lines + 1)]

    def clean(self) -> dict[str, Any]:
        """The parts as plain data; lines without a choice are none."""
        found: dict[str, Any] = super().clean() or {}
        lines = []
        for at in range(1, self.lines + 1):
            place, shows, seconds = (found.pop(f"{name}-{at}", None) for name in ("place", "shows", "seconds"))
            if shows:
                lines.append((at if place is None else place, at, _part(shows, seconds or SECONDS)))
        return {**found, "parts": [part for _place, _at, part in sorted(lines, key=lambda line: line[:2])]}

    def _value_label(self, name: str, value: Any) -> str:
        if name != "parts":
            return super()._value_label(name, value)
        kinds = dict(ScreenPart.Kind.choices)
        return ", ".join(f"{part.get('picture') or kinds[part['shows']]} {part['seconds']}" for part in value) or "–"


class NewScreenForm(ScreenForm):
    """A screen that is not there yet: it has a word in the address too."""

    slug = forms.SlugField(
        label=gettext_lazy("Word in the address"),
        max_length=30,
        help_text=gettext_lazy("Small letters, figures and dashes, such as: hall-1."),
    )


class PictureForm(forms.Form):
    """A picture and what it is."""

    title = forms.CharField(
        label=gettext_lazy("Title"), max_length=100, help_text=gettext_lazy("What it shows, for who cannot see it.")
    )
    file = forms.FileField(
        label=gettext_lazy("Picture"),
        help_text=gettext_lazy("JPEG or PNG, up to 10 MB. It is made anew from its pixels."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png"}),
    )


def _kinds(event: Event) -> list[tuple[str, str]]:
    """What a part may show, each picture by its title."""
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
    """List the event's screens, those that every event has, and the pictures; take in a picture."""
    desk = event_desk(request, slug)
    arranges = desk.may(add_screen, desk.event.head)
    if request.method == "POST":
        desk.require(arranges)
    form = PictureForm(request.POST, request.FILES) if request.method == "POST" else PictureForm()
    if write(request, form, add_picture, desk.actor, desk.event, **_read(form)):
        messages.success(request, _("The picture is there for every screen."))
        return redirect("desk:screens", slug)
    context = {"desk": desk, "screens": screens_of(desk.event), "fixed": SCREENS, "arranges": arranges}
    context["address"] = _begin(request, desk.event) + reverse("wall:enter")
    return show(request, "desk/display/screens.html", form, pictures=pictures_of(desk.event), **context)


@signed_in
def new_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Arrange a screen that is not there yet."""
    desk = _desk(request, slug)
    parts = [{"shows": kind, "seconds": SECONDS} for kind in USUAL]
    values: dict[str, Any] = {"name": "", "language": Screen.Language.ALL, "parts": parts}
    form = NewScreenForm(desk.event, request.POST if request.method == "POST" else None, values)
    if answer := write(request, form, add_screen, desk.actor, desk.event, **_facts(form, "slug")):
        messages.success(request, _("The screen is arranged. Now make what opens it."))
        return redirect("desk:screen", slug, answer["screen"])
    return show(request, "desk/display/screens_detail.html", form, desk=desk, screen=None)


@signed_in
def screen(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Arrange a screen anew; its page offers what opens it, too."""
    desk = _desk(request, slug)
    found = _screen(desk, name)
    values = {"name": found.name, "language": found.language, "parts": plain_parts(found.parts.all())}
    form = ScreenForm(desk.event, request.POST if request.method == "POST" else None, values)
    if write(request, form, change_screen, desk.actor, found, **_facts(form, "base")):
        messages.success(request, _("The screen is arranged; where it is open it shows this within seconds."))
        return redirect("desk:screen", slug, name)
    return show(request, "desk/display/screens_detail.html", form, desk=desk, screen=found)


@signed_in
def open_it(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Make a new address, QR and code of a screen and show them this once; what was made before opens nothing more."""
    desk = _desk(request, slug)
    found, form = _screen(desk, name), ButtonForm(request.POST)
    access = new_screen_access()
    # Without a client key: sent twice it makes two, of which the one that is seen last is valid.
    if request.method != "POST" or not open_screen(desk.actor, found, access=access):
        return redirect("desk:screen", slug, name)
    begin = _begin(request, desk.event)
    address = begin + reverse("wall:opened", args=[access.token])
    context = {
        "desk": desk,
        "screen": found,
        "qr": segno.make(address, error="m").svg_data_uri(border=4, light="white", scale=4),
        "address": begin + reverse("wall:enter"),
        "letters": spaced(access.code),
    }
    return show(request, "desk/display/screens_opened.html", form, **context)


@signed_in
def close(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Let nothing open the screen any more."""
    return _tapped(request, slug, name, close_screen, _("Nothing opens the screen any more."), "desk:screen")


@signed_in
def remove(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Take the screen away."""
    return _tapped(request, slug, name, remove_screen, _("The screen is taken away."), "desk:screens")


@get_only
@signed_in
def picture(request: HttpRequest, slug: str, picture_id: int) -> FileResponse:
    """Hand out a picture."""
    found = _picture(event_desk(request, slug), picture_id)
    if not found.name:
        raise Http404
    try:
        file = picture_path(found).open("rb")
    except FileNotFoundError as gone:
        raise Http404 from gone
    return FileResponse(file, content_type="image/jpeg")


@signed_in
def picture_away(request: HttpRequest, slug: str, picture_id: int) -> HttpResponse:
    """Delete a picture."""
    desk = _desk(request, slug)
    form = ButtonForm(request.POST)
    if request.method == "POST":
        if write(request, form, remove_picture, desk.actor, _picture(desk, picture_id)) is not None:
            messages.success(request, _("The picture is deleted."))
        _say(request, form)
    return redirect("desk:screens", slug)


def _begin(request: HttpRequest, event: Event) -> str:
    """What addresses in the hall begin with: that of the papers, or the one that is open now."""
    return address_of(event) or f"{request.scheme}://{request.get_host()}"


def _tapped(request: HttpRequest, slug: str, name: str, service: Any, said: str, page: str) -> HttpResponse:
    """Do what a button alone asks for, and lead to ``page``."""
    desk = _desk(request, slug)
    form = ButtonForm(request.POST)
    if request.method == "POST":
        if write(request, form, service, desk.actor, _screen(desk, name)) is not None:
            messages.success(request, said)
        _say(request, form)
    return redirect(page, slug, name) if page == "desk:screen" else redirect(page, slug)


def _say(request: HttpRequest, form: forms.Form) -> None:
    for error in form.non_field_errors():
        messages.error(request, str(error))


def _facts(form: ScreenForm, *more: str) -> dict[str, Any]:
    names: Sequence[str] = ("name", "language", "parts", *more)
    return {name: form.cleaned_data[name] for name in names} if form.is_bound and form.is_valid() else {}


def _read(form: PictureForm) -> dict[str, Any]:
    """What the service is given, made before any transaction; what is wrong with it stands in the form."""
    if not form.is_bound or not form.is_valid():
        return {}
    file = form.cleaned_data["file"]
    if (file.size or 0) > MOST_BYTES:
        form.add_error("file", str(WRONG["too_large"]))
        return {}
    data = file.read()
    try:
        kind, clean = clean_picture(data)
    except PictureError as fault:
        form.add_error("file", str(WRONG[fault.code]))
        return {}
    if kind != "jpeg":
        form.add_error("file", _("This is a document; send a picture."))
        return {}
    return {"title": form.cleaned_data["title"], "data": clean, "digest": hashlib.sha256(data).hexdigest()}


def _desk(request: HttpRequest, slug: str) -> EventDesk:
    desk = event_desk(request, slug)
    desk.require(desk.may(add_screen, desk.event.head))
    return desk


def _screen(desk: EventDesk, name: str) -> Screen:
    found = screen_at(desk.event, name)
    if found is None:
        raise Http404
    return found


def _picture(desk: EventDesk, picture_id: int) -> ScreenPicture:
    found = pictures_of(desk.event).filter(pk=picture_id).select_related("event__head").first()
    if found is None:
        raise Http404
    return found
