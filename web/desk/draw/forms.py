"""The forms of freezing the list and drawing."""

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from tournament.draws.models.draws import Draw
from tournament.draws.rules.lots.areas import AREAS
from tournament.draws.rules.types import MOST_SESSIONS
from tournament.draws.selectors.draws import drawn_groups, first_pools
from tournament.events.models.events import Event
from tournament.events.selectors.events import charted_sessions
from web.shared.forms.alternatives import AlternativesForm, OnlyWith


class FreezeForm(AlternativesForm):
    """The number of sessions and candidates, and the source of the lots."""

    sessions = WholeNumberField(
        label=gettext_lazy("Sessions to draw"),
        validators=[MinValueValidator(1), MaxValueValidator(MOST_SESSIONS)],
        widget=forms.NumberInput(attrs={"min": 1, "max": MOST_SESSIONS}),
    )
    count = forms.TypedChoiceField(
        label=gettext_lazy("Candidates to choose from"),
        choices=[(number, str(number)) for number in range(1, Draw.MOST_CANDIDATES + 1)],
        coerce=int,
        empty_value=1,  # type: ignore[arg-type]  # Django takes any value; the stubs only texts
        initial=1,
        required=False,
        help_text=gettext_lazy("All come from the same seed. The record shows which one was chosen, by whom and why."),
    )
    lots = forms.ChoiceField(
        label=gettext_lazy("Lots"), choices=Draw.Lots.choices, initial=Draw.Lots.SEED, widget=forms.RadioSelect
    )
    scheme = forms.ChoiceField(
        label=gettext_lazy("Way of drawing"),
        choices=Draw.Scheme.choices,
        initial=Draw.Scheme.APART,
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data, initial={"sessions": charted_sessions(event)})
        self.groups = drawn_groups(event)
        if len(self.groups) < AREAS or first_pools(event):
            del self.fields["scheme"]
            return
        areas = [f"area-{index}" for index in range(len(self.groups))]
        self.alternatives = (OnlyWith("scheme", [Draw.Scheme.AREAS], areas),)
        for index, name in enumerate(self.groups):
            self.fields[f"area-{index}"] = forms.TypedChoiceField(
                label=_("Area of %(group)s") % {"group": name},
                choices=[("", "–"), *((number, str(number)) for number in range(1, AREAS + 1))],
                coerce=int,
                empty_value=None,
                initial=index + 1 if len(self.groups) == AREAS else "",
                required=False,
            )
        self.mark_choices()

    def clean(self) -> dict[str, Any]:
        """Require an area for every group, and a group for each of the four areas, if areas are drawn."""
        data = super().clean()
        if data.get("scheme") == Draw.Scheme.AREAS:
            chosen = [data.get(f"area-{index}") for index in range(len(self.groups))]
            if None in chosen or len(set(chosen)) < AREAS:
                raise forms.ValidationError(_("Give every group its area; each of the four needs at least one."))
        return data

    @property
    def plain(self) -> list[forms.BoundField]:
        """The fields except the areas of the groups."""
        return [field for field in self if not field.name.startswith("area-")]

    @property
    def areas(self) -> list[forms.BoundField]:
        """The fields of the areas of the groups."""
        return [field for field in self if field.name.startswith("area-")]

    @property
    def payload(self) -> dict[str, Any]:
        """Return the arguments of `freeze_list`."""
        payload = {name: self.cleaned_data.get(name) for name in ("sessions", "lots", "count")}
        if self.cleaned_data.get("scheme") == Draw.Scheme.AREAS:
            payload["areas"] = self._area_names()
        return payload

    def _area_names(self) -> dict[str, str]:
        """Return group -> name of its area, which joins the names of the area's groups."""
        area_of = {name: self.cleaned_data[f"area-{index}"] for index, name in enumerate(self.groups)}
        groups_in: dict[int, list[str]] = {}
        for name in sorted(area_of):
            groups_in.setdefault(area_of[name], []).append(name)
        return {name: " / ".join(groups_in[area]) for name, area in area_of.items()}


class ValueForm(forms.Form):
    """The value that is named in public and mixed into the seed."""

    public_value = forms.CharField(
        label=gettext_lazy("Value named in public"),
        max_length=200,
        strip=True,
        help_text=gettext_lazy(
            "Something that nobody could know in advance: dice thrown in public, numbers called out."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DrawForm(forms.Form):
    """A button without fields."""
