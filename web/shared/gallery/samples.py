"""What the components show on their page: a form with every kind of field, a list, figures."""

from fractions import Fraction
from typing import Any

import django_tables2
from django import forms
from django.utils.translation import gettext_lazy as _

from common.forms import WholeNumberField
from common.templatetags.pinju import country_code, signed
from web.shared.scores import movement, points
from web.shared.tables import FIGURE, NAMING, BaseTable

NAMES = [("ROSSI Anna", "IT"), ("王伟", "CN"), ("GARCÍA Luis", "ESP"), ("佐藤 翔太", "JPN"), ("MÜLLER Eva", "GER")]


class SampleForm(forms.Form):
    """One field of every kind."""

    name = forms.CharField(label=_("Name"), help_text=_("As on the badge."))
    federation_number = forms.CharField(label=_("Federation number"), required=False)
    country = forms.ChoiceField(label=_("Country"), choices=[("", "–"), ("IT", "Italia"), ("CN", "中国")])
    points = WholeNumberField(label=_("Points"), min_value=8)
    day = forms.DateField(label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}))
    language = forms.ChoiceField(
        label=_("Language"), choices=[("zh", "中文"), ("en", "English"), ("ja", "日本語")], widget=forms.RadioSelect
    )
    note = forms.CharField(label=_("Note"), required=False, widget=forms.Textarea(attrs={"rows": 2}))
    file = forms.FileField(label=_("File"), required=False)
    agreed = forms.BooleanField(label=_("I have read the regulations"))


def forms_shown() -> dict[str, forms.Form]:
    """An empty form, and one that was filled in wrongly."""
    wrong = {"name": "王伟", "points": "7", "day": "31.2.", "country": "IT"}
    return {"form": SampleForm(auto_id="new_%s"), "wrong_form": SampleForm(wrong, auto_id="wrong_%s")}


class SampleTable(BaseTable):
    """A list with figures, movement and a row of one's own."""

    caption = _("Standings of the sample event")

    rank = django_tables2.Column(verbose_name="#", attrs=FIGURE)
    moved = django_tables2.Column(verbose_name=_("Moved"), orderable=False)
    name = django_tables2.Column(verbose_name=_("Player"), attrs=NAMING)
    table_points = django_tables2.Column(verbose_name=_("Table points"), attrs=FIGURE, initial_sort_descending=True)
    total = django_tables2.Column(verbose_name=_("Competition points"), attrs=FIGURE, initial_sort_descending=True)
    country = django_tables2.Column(verbose_name=_("Country"))

    class Meta:
        row_attrs = {"class": lambda record: "me" if record["rank"] == 2 else None}

    def render_moved(self, value: int) -> str:
        return movement(value)

    def render_country(self, value: str) -> str:
        return country_code(value)

    def render_table_points(self, value: Fraction) -> str:
        return points(value)

    def render_total(self, value: int) -> str:
        return signed(value)


def rows() -> list[dict[str, Any]]:
    """A hundred and forty rows for the list."""
    return [
        {
            "rank": rank,
            "moved": (0, 2, -1, 0, 3)[rank % 5],
            "name": NAMES[rank % 5][0],
            "country": NAMES[rank % 5][1],
            "table_points": Fraction(150 - rank) / 6,
            "total": 900 - 13 * rank,
        }
        for rank in range(1, 141)
    ]
