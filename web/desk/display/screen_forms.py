"""The form of a screen, with a line for each part."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.display.models.screens import Screen, ScreenPart
from scoring.display.selectors.screens import pictures_of
from tournament.events.models.events import Event
from web.shared.forms.based import BasedForm
from web.shared.forms.fields import IdField

#: Number of empty lines for further parts.
SPARE = 3
#: Default seconds of a page.
SECONDS = 15
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
            label=_("Position of part %(number)d") % {"number": line},
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

    slug = IdField(
        label=gettext_lazy("Word in the address"),
        max_length=30,
        help_text=gettext_lazy("Lowercase letters, digits and hyphens, such as: hall-1."),
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
