"""The page that changes names and rule of a ranking, with a preview on the record."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.rankings.selectors.values import ranking_values
from ranking.rankings.selectors.wording import name_of
from ranking.rankings.services.rankings import change_ranking
from web.committee.rankings.access import ranking_desk
from web.committee.rankings.forms import RankingForm
from web.committee.rankings.preview import preview_context
from web.shared.access import signed_in
from web.shared.forms.writing import show, write


class RuleForm(RankingForm):
    """A ranking, and why its rule changes."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Needed if the rule of a computed ranking changes."),
    )


@signed_in
def rule(request: HttpRequest, slug: str, ranking: str) -> HttpResponse:
    of = ranking_desk(request, slug, ranking)
    values = ranking_values(of.ranking)
    form = RuleForm(request.POST if request.method == "POST" else None, values=values)
    form.carry(values)
    context: dict[str, Any] = {"desk": of.desk, "ranking": of.ranking, "name": name_of(of.ranking)}
    if request.method == "POST" and "preview" in request.POST:
        context |= preview_context(form.rule, of.ranking) if form.is_valid() else {}
        return show(request, "committee/rankings/rule.html", form, **context)
    payload = {"base": form.cleaned_data["base"], **form.values()} if form.is_valid() else {}
    if write(request, form, change_ranking, of.desk.actor, of.desk.body, ranking=of.ranking, **payload).done:
        messages.success(request, _("The ranking is changed. Compute it again: what is public keeps its rule."))
        return redirect("committee:ranking", slug, ranking)
    return show(request, "committee/rankings/rule.html", form, **context)
