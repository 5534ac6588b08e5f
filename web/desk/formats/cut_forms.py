"""The forms of a cut: the order of a play-off, and who does not want to go on."""

from django import forms
from django.utils.translation import gettext_lazy

from web.desk.formats.stage_form import NumbersField


class TeamCutForm(forms.Form):
    """The order of a play-off of teams."""

    play_off = NumbersField(
        label=gettext_lazy("Order of the play-off"), required=False, max_length=4000,
        help_text=gettext_lazy("The numbers of all teams that are tied, the best first."),
    )  # fmt: skip


class CutForm(forms.Form):
    """The order of a play-off, and who does not want to go on."""

    play_off = NumbersField(
        label=gettext_lazy("Order of the play-off"), required=False, max_length=4000,
        help_text=gettext_lazy("The numbers of all who are tied, the best first."),
    )  # fmt: skip
    declined = NumbersField(
        label=gettext_lazy("Do not want to go on"), required=False, max_length=4000,
        help_text=gettext_lazy("The next in rank move up. Ask the players first."),
    )  # fmt: skip
