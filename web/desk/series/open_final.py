"""The page that opens the final of a series as an event, with those who reach it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.series.rules.ranking import Chance
from ranking.series.selectors.finals import may_enter, proposed
from ranking.series.selectors.table import NamedLine, SeriesTable, series_table
from ranking.series.selectors.wording import final_text, points_text
from ranking.series.services.final import open_final
from scoring.setup.selectors.templates import TEMPLATES
from tournament.events.models.events import Event
from tournament.events.rules.event_ids import LONGEST, proposed_id
from tournament.events.selectors.events import event_ids
from web.desk.series.access import SeriesDesk, series_desk
from web.desk.setup.new_event import rules_field
from web.shared.access import signed_in
from web.shared.forms.fields import IdField, date_field
from web.shared.forms.writing import show, write


class OpenFinalForm(forms.Form):
    """The event that is the final, and who plays in it."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=200)
    slug = IdField(label=gettext_lazy("Id"), max_length=LONGEST)
    template = forms.ChoiceField(
        label=gettext_lazy("Template"),
        choices=lambda: [(name, template.label) for name, template in TEMPLATES.items()],
        help_text=gettext_lazy("Everything that a template sets can be changed later."),
    )
    rules = rules_field()
    starts = date_field(label=gettext_lazy("First day"), required=False)
    chosen = forms.MultipleChoiceField(
        label=gettext_lazy("Who plays"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "They are registered in the order of their ranks. Untick anyone who does not want to play."
        ),
    )

    def __init__(self, *args: Any, lines: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["chosen"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = lines


@signed_in
def open_as_event(request: HttpRequest, slug: str) -> HttpResponse:
    desk = series_desk(request, slug)
    if request.method == "GET" and desk.series.final:
        messages.info(request, _("The series has a final already."))
        return redirect("desk:series-one", slug)
    table = series_table(desk.series)
    lines = [line for line in table.lines if may_enter(desk.actor.account, desk.series, line)]
    form = OpenFinalForm(
        request.POST if request.method == "POST" else None,
        lines=[(str(line.key), line_label(line)) for line in lines],
        initial=_initial(desk, table),
    )
    payload = form.cleaned_data if form.is_valid() else {}
    written = write(request, form, open_final, desk.actor, desk.series, **payload)
    if written.done:
        messages.success(request, _("The final is an event now, with its players."))
        return redirect("desk:event", written.answer["event"])
    left_out = len(table.lines) - len(lines)
    context = {"desk": desk, "left_out": left_out, "places": table.rule.finalists, "cut": cut_of(table)}
    return show(request, "desk/series/open_final.html", form, **context)


def cut_of(table: SeriesTable) -> tuple[int, int] | None:
    """Return how many are equal at the cut, and for how many places; None where the rule decides."""
    chances = [line.qualification.chance for line in table.lines if line.qualification]
    equal = chances.count(Chance.EQUAL)
    return (equal, table.rule.finalists - chances.count(Chance.IN)) if equal else None


def _initial(desk: SeriesDesk, table: SeriesTable) -> dict[str, Any]:
    name = _("%(series)s, final") % {"series": desk.series.name}
    slug = proposed_id(f"{desk.series.slug[:50]}-final", None, event_ids())
    known = {"name": name[:200], "slug": slug, "template": "club-day", "chosen": proposed(table)}
    last = Event.objects.filter(slug__in=desk.series.events.values("slug")).order_by("starts", "pk").last()
    return known | ({"rules": last.rules} if last else {})


def line_label(line: NamedLine) -> str:
    """Return rank, name, points and the way to the final."""
    parts = [f"{line.rank}. {line.name}" if line.rank else line.name, points_text(line.points)]
    return " · ".join([*parts, *([final_text(line.qualification)] if line.qualification else [])])
