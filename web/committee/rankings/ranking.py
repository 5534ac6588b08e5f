"""A ranking of a body: what was computed, and computing or removing it."""

from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.jobs import start
from ranking.rankings.selectors.rankings import rule_of, snapshots_of
from ranking.rankings.selectors.wording import formula_lines, name_of, scope_lines
from ranking.rankings.services.rankings import remove_ranking
from web.committee.rankings.access import RankingDesk, ranking_desk
from web.shared.access import signed_in
from web.shared.forms.fields import ConfirmForm, DayField
from web.shared.forms.writing import show, write
from web.shared.requests.methods import get_only

#: The most snapshots that are listed.
MOST = 60


class DayForm(forms.Form):
    """The day of a computation."""

    day = DayField(
        label=gettext_lazy("As of"),
        help_text=gettext_lazy("Events that ended until this day count. A ranking of the same day is replaced."),
    )

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if day > timezone.localdate():
            raise forms.ValidationError(_("This day is in the future."))
        return day


@get_only
@signed_in
def ranking(request: HttpRequest, slug: str, ranking: str) -> HttpResponse:
    of = ranking_desk(request, slug, ranking)
    return _show(request, of, DayForm(initial={"day": timezone.localdate()}))


@signed_in
def compute(request: HttpRequest, slug: str, ranking: str) -> HttpResponse:
    """Start the job that computes the ranking as of a day."""
    of = ranking_desk(request, slug, ranking)
    form = DayForm(request.POST if request.method == "POST" else None, initial={"day": timezone.localdate()})
    if not form.is_valid():
        return _show(request, of, form)
    parameters = {"ranking": of.ranking.slug, "day": form.cleaned_data["day"].isoformat()}
    job = start(of.desk.actor, "ranking.compute", ledger=of.desk.body.ledger, parameters=parameters)
    return redirect("jobs:job", job.pk)


@signed_in
def remove(request: HttpRequest, slug: str, ranking: str) -> HttpResponse:
    of = ranking_desk(request, slug, ranking)
    form = ConfirmForm(request)
    if write(request, form, remove_ranking, of.desk.actor, of.desk.body, ranking=of.ranking).done:
        messages.success(request, _("The ranking is removed."))
        return redirect("committee:rankings", slug)
    return show(request, "committee/rankings/remove.html", form, **_context(of))


def _show(request: HttpRequest, of: RankingDesk, form: DayForm) -> HttpResponse:
    rule = rule_of(of.ranking)
    context = {
        **_context(of),
        "snapshots": snapshots_of(of.ranking)[:MOST],
        "rule": formula_lines(rule),
        "scope": scope_lines(rule),
    }
    return show(request, "committee/rankings/ranking.html", form, **context)


def _context(of: RankingDesk) -> dict[str, Any]:
    return {"desk": of.desk, "ranking": of.ranking, "name": name_of(of.ranking)}
