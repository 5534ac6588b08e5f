"""The forms of the page of stages and of the comparison of formats."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.forms import WholeNumberField
from scoring.formats.rules.ready import READY
from scoring.formats.selectors.comparing import (
    MOST_FORMATS,
    PLANNED,
    compared_stages,
    compared_team_size,
    why_not_simulated,
)
from tournament.events.models.events import Event

READY_LABELS: Mapping[str, str | Promise] = {
    "chart": gettext_lazy("Everybody by chart"),
    "final-4": gettext_lazy("Chart, then a final of 4"),
    "final-8": gettext_lazy("Chart, then a final of 8"),
    "final-16": gettext_lazy("Chart, then a final of 16 over two sessions"),
    "swiss": gettext_lazy("Swiss: the first session by lot, then equal points together"),
    "high-high": gettext_lazy("High-high: the first session by lot, then by rank in fours"),
    "wmc-2007": gettext_lazy("World championship 2007: chart, then the best 16"),
    "wmc-2012": gettext_lazy("World championship 2012: the last two sessions by rank"),
    "wmc-2019": gettext_lazy("World championship 2019: frozen in sixteens, then in fours"),
    "danish-open": gettext_lazy("Danish Open: the last session by rank"),
    "guangzhou-2025": gettext_lazy("Guangzhou 2025: high-high"),
    "canada-2023": gettext_lazy("Canada 2023: the first session by lot, then by ranking"),
    "chiba": gettext_lazy("Season of Chiba: chart, then a grand final of 4 that counts alone"),
    "groups-final": gettext_lazy("Pools, then final: four pools by chart, then the best 4 of each"),
    "pools-cross": gettext_lazy("Pools: one session by lot, four pools, then the best 2 of each crossed"),
    "team-pools": gettext_lazy("Teams: one session by lot, four pools, then a knock-out of the best 2 of each"),
    "team-knockout": gettext_lazy("Teams: chart, then a knock-out of the best 8 with four teams in a match"),
    "team-pairs": gettext_lazy("Teams: chart, then semi-finals and final of two teams each"),
    "team-cup-2025": gettext_lazy("Team world cup 2025: chart, then a knock-out of the last 16 teams"),
}


class CardsForm(forms.Form):
    """A form of the stages; ``of_stage``: what was refused, by the number of the stage whose card shows it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of_stage: dict[int, list[str]] = {}
        self._refused_stage = 0

    def field_at(self, where: str) -> None:
        """Remember the stage that a refusal concerns."""
        stage = re.fullmatch(r"stage-([0-9]+)(/.*)?", where)
        self._refused_stage = int(stage[1]) if stage else 0

    def add_error(self, field: Any, error: Any) -> None:
        """Add an error, and keep it for the card of its stage."""
        super().add_error(field, error)
        if self._refused_stage:
            self.of_stage.setdefault(self._refused_stage, []).append(str(error))


class ReadyForm(CardsForm):
    """A ready format to start from."""

    ready = forms.ChoiceField(
        label=gettext_lazy("Ready format"), choices=[(name, READY_LABELS[name]) for name in READY],
    )  # fmt: skip


class CompareForm(forms.Form):
    """Up to four formats to play many times."""

    formats = forms.MultipleChoiceField(
        label=gettext_lazy("Formats"), widget=forms.CheckboxSelectMultiple,
        choices=[(PLANNED, gettext_lazy("As planned here")), *READY_LABELS.items()],
        help_text=gettext_lazy("At most four."),
    )  # fmt: skip
    players = WholeNumberField(label=gettext_lazy("Players"), min_value=4, max_value=400)
    runs = WholeNumberField(
        label=gettext_lazy("Runs of each format"), min_value=100, max_value=5000,
        help_text=gettext_lazy("More runs take longer and are more exact."),
    )  # fmt: skip

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._event = event

    def clean_players(self) -> int:
        players: int = self.cleaned_data["players"]
        if players % 4:
            raise forms.ValidationError(_("Type a multiple of four."))
        return players

    def clean(self) -> dict[str, Any]:
        """Refuse too many formats, and those that so many players cannot play."""
        data = self.cleaned_data
        chosen = data.get("formats", [])
        if len(chosen) > MOST_FORMATS:
            self.add_error("formats", _("Choose at most four formats."))
        for name in chosen if "players" in data else ():
            against = why_not_simulated(self._event, compared_stages(self._event, name), data["players"])
            if against:
                label = dict(self.fields["formats"].choices)[name]  # type: ignore[attr-defined]
                self.add_error("formats", f"{label}: {against}")
        try:
            compared_team_size(self._event, chosen)
        except ValueError as error:
            self.add_error("formats", str(error))
        return data
